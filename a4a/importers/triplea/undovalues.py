"""Correcting old values that TripleA itself writes wrongly into its changes.

A change holds the value before it, for undo. Two kinds of change do not hold the true one:

* A composite is put together before any of it is applied. Where it sets an attribute of a unit
  twice (``alreadyMoved``, mostly), both changes hold the value from before the first.
* A change of a facility's damage holds, up to 2.5, the hits of the unit in place of its damage.

With these corrected, a history can be followed in both directions, and a change that still does
not fit shows a damaged save or a fault of the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from a4a.importers.triplea.changes import EngineState, SavedChange, SetUnit, SetUnits

Group: TypeAlias = tuple[SavedChange, ...]
"""A change as it was logged: all that a composite holds, in order."""

_DAMAGE: Final = "unitDamage"
_HITS: Final = "hits"


def with_true_old_values(groups: Sequence[Group], end: EngineState) -> tuple[Group, ...]:
    """Return the changes of a history with their old values put right.

    Parameters
    ----------
    groups
        The changes in order.
    end
        The state after all of them.

    Returns
    -------
    tuple
        The same changes; those that cannot be explained are as they were.

    Examples
    --------
    >>> twice = SetUnit(1, "alreadyMoved", 0, 1), SetUnit(1, "alreadyMoved", 0, 2)
    >>> [(change.old, change.new) for change in with_true_old_values([twice], EngineState())[0]]
    [(0, 1), (1, 2)]
    """
    result = [_in_turn(group) for group in groups]
    wounds = [
        (i, j, change)
        for i, group in enumerate(result)
        for j, change in enumerate(group)
        if isinstance(change, SetUnits | SetUnit) and change.key in (_HITS, _DAMAGE)
    ]
    damages = _Damages(_hits_before([change for _, _, change in wounds], end))
    true: dict[int, dict[int, SavedChange]] = {}  # by group, and place in it
    for i, j, change in wounds:
        if (followed := damages.followed(change)) is not change:
            true.setdefault(i, {})[j] = followed
    for i, changes in true.items():
        result[i] = tuple([changes.get(j, change) for j, change in enumerate(result[i])])
    return tuple(result)


def _in_turn(group: Group) -> Group:
    """Begin each change of a composite with the values that the changes before it left."""
    keys = [(c.unit, c.key) for c in group if isinstance(c, SetUnit)]
    if len(keys) == len(set(keys)):
        return group
    known: dict[tuple[int, str], tuple[Any, Any]] = {}  # the value before the composite, and now
    result: list[SavedChange] = []
    for change in group:
        if isinstance(change, SetUnit):
            key = (change.unit, change.key)
            before, now = known.get(key, (change.old, change.old))
            known[key] = (before, change.new)
            if change.old == before != now:
                change = SetUnit(change.unit, change.key, now, change.new)
        result.append(change)
    return tuple(result)


def _hits_before(wounds: Sequence[SetUnit | SetUnits], end: EngineState) -> dict[int, Any]:
    """Return the hits that units had taken before the first change, for those that had any."""
    hits = {unit: values[_HITS] for unit, values in end.units.items() if values.get(_HITS)}
    for change in reversed(wounds):
        if change.key == _HITS:
            hits.update(_by_unit(change.old, change))
    return hits


def _by_unit(value: Any, change: SetUnit | SetUnits) -> dict[int, Any]:
    return {change.unit: value} if isinstance(change, SetUnit) else value


class _Damages:
    """The hits and the damage of all units, as changes to them are followed."""

    def __init__(self, hits: dict[int, Any]) -> None:
        self._hits = hits
        self._damage: dict[int, Any] = {}

    def followed(self, change: SetUnit | SetUnits) -> SetUnit | SetUnits:
        """Take in a change; return it with the damage before it, where it held the hits instead."""
        new = _by_unit(change.new, change)
        if change.key == _HITS:
            self._hits.update(new)
        elif isinstance(change, SetUnits):
            old = {unit: self._before(unit, value) for unit, value in change.old.items()}
            if old != change.old:
                change = msgspec.structs.replace(change, old=old)
        if change.key == _DAMAGE:
            self._damage.update(new)
        return change

    def _before(self, unit: int, written: Any) -> Any:
        if written == self._hits.get(unit, 0):
            return self._damage.get(unit, written)
        return written
