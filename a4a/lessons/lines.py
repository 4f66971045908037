"""Lines of records as orders that are given: what scripts and authors' lines are made of."""

from __future__ import annotations

from a4a.core.errors import A4AError
from a4a.core.events import Rolled
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.lessons.plan import Given


def given_of(record: GameRecord, begin: NodeId, end: NodeId) -> tuple[Given, ...]:
    """Return the orders between two nodes of one line, with the faces they rolled.

    Parameters
    ----------
    record
        A game that was played here: its steps have orders.
    begin, end
        The nodes; the first is on the way to the second.

    Raises
    ------
    A4AError
        If it is not, or a step has no order: another program or an edit made it.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("war_in_europe_1939_1941")
    >>> [given.order for given in given_of(record, 23, 25)]
    ['Attack', 'TakeLosses']
    >>> given_of(record, 23, 24)[0].faces
    (5, 2, 1, 3)
    """
    way = record.way_to(end)
    if begin not in way:
        raise A4AError(f"node {begin} is not on the way to node {end}")
    found = []
    for node in way[way.index(begin) + 1 :]:
        step = record.step(node)
        if step.cause == "engine":
            continue
        if step.order is None:
            raise A4AError(f"node {node} has no order that could be given again")
        dice = [die for event in step.events if isinstance(event, Rolled) for die in event.dice]
        faces = tuple(die.face for die in dice)
        # TOML has no word for what is not said.
        fields = {name: value for name, value in step.order.fields.items() if value is not None}
        found.append(Given(order=step.order.kind, fields=fields, faces=faces))
    return tuple(found)
