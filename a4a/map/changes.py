"""What is different between two positions, as the painter's layer of changes draws it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from a4a.analysis.changes import Changes


def changes_payload(changes: Changes) -> dict[str, Any]:
    """Return the changes as the browser reads them.

    Returns
    -------
    dict
        ``title``, and ``spaces``: for each space with a change its index (``space``), who held it
        and who holds it (``was`` and ``now``, indices of powers of the second game, -1: nobody),
        and the ``gains`` and ``losses`` of units there, as lists of power, type and count. And
        the ``tuv`` of all gains and of all losses, with the steps of counters that were flipped.

    Examples
    --------
    >>> import a4a
    >>> from a4a.analysis.changes import changes
    >>> changes_payload(changes(a4a.start("europe1940"), at=(0, 0)))["spaces"]
    []
    """
    record = changes.second.record
    spaces = record.board.index
    powers = {power.name: i for i, power in enumerate(record.catalog.powers)}
    types = {kind.name: i for i, kind in enumerate(record.catalog.unit_types)}
    before, after = changes.first.state, changes.second.state
    gains: dict[str, list[list[int]]] = defaultdict(list)
    losses: dict[str, list[list[int]]] = defaultdict(list)
    for space, power, unit, change in changes.units.select(
        "space", "power", "unit", "change"
    ).iter_rows():
        if change and power in powers and unit in types:
            found = gains if change > 0 else losses
            found[space].append([powers[power], types[unit], abs(change)])
    worth = changes.units["tuv"]
    changed = {*changes.hands["space"], *gains, *losses}
    return {
        "title": " → ".join(changes.ends),
        "tuv": [int(worth.filter(worth > 0).sum()), -int(worth.filter(worth < 0).sum())],
        "spaces": [
            {
                "space": index,
                "was": powers.get(before.control.get(name, ""), -1),
                "now": powers.get(after.control.get(name, ""), -1),
                "gains": gains[name],
                "losses": losses[name],
            }
            for name, index in spaces.items()
            if name in changed
        ],
    }
