"""Which line of a record is shown when a node of it is asked for."""

from __future__ import annotations

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId


def line_through(record: GameRecord, node: NodeId) -> tuple[NodeId, ...]:
    """Return the way from the start to a node, and on along first children.

    Raises
    ------
    RecordError
        If there is no such node.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import Noted
    >>> record = a4a.start("europe1940")
    >>> main = record.append([Noted("played")])
    >>> what_if = record.append([Noted("could have been played")], parent=0)
    >>> line_through(record, 0), line_through(record, what_if)
    ((0, 1), (0, 2))
    """
    nodes = list(record.way_to(node))
    while following := record.children(nodes[-1]):
        nodes.append(following[0])
    return tuple(nodes)
