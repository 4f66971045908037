"""The engine's state as changes are applied: where each unit is, what was touched."""

from __future__ import annotations

from typing import Any, Final

from a4a.core.units import Place, Unit
from a4a.importers.triplea.changes import (
    AddUnits,
    EngineState,
    RemoveUnits,
    SavedChange,
    SetOwner,
    SetUnit,
    SetUnits,
)
from a4a.importers.triplea.names import NameMap

_FLAGS: Final = {"submerged": "submerged", "disabled": "disabled"}
_SEEN: Final = frozenset({"owner", "hits", "unitDamage", "transportedBy", *_FLAGS})
_MAX_CHAIN: Final = 4


class EngineView:
    """The engine's state in the record's words; changes are applied to it here.

    Attributes
    ----------
    state
        The state.
    where
        Holder of each unit: ``("T", territory)`` or ``("P", player)``.
    touched, touched_territories
        Units and territories that changes have touched since these were last emptied.
    """

    def __init__(self, state: EngineState, names: NameMap) -> None:
        self.state = state
        self.names = names
        self.where: dict[int, tuple[str, str]] = {}
        self.touched: dict[int, None] = {}
        self.touched_territories: dict[str, None] = {}
        self._cargo: dict[int, set[int]] = {}
        for kind, holders in (("T", state.territories), ("P", state.held)):
            for holder, ids in holders.items():
                self.where.update(dict.fromkeys(ids, (kind, holder)))
        for unit, values in state.units.items():
            if isinstance(carrier := values.get("transportedBy"), int):
                self._cargo.setdefault(carrier, set()).add(unit)

    def advance(self, change: SavedChange) -> None:
        """Apply a change to the engine's state and note what it touched."""
        change.apply(self.state)
        if isinstance(change, SetUnit):
            if change.key in _SEEN:
                self.touched[change.unit] = None
                if change.key == "transportedBy":
                    self._load(change.unit, change.old, change.new)
        elif isinstance(change, AddUnits):
            for unit in change.units:
                self.where[unit] = (change.kind, change.holder)
                self._touch(unit)
        elif isinstance(change, RemoveUnits):
            holder = (change.kind, change.holder)
            for unit in change.units:
                if self.where.get(unit) == holder:
                    del self.where[unit]
                self._touch(unit)
        elif isinstance(change, SetUnits):
            self.touched.update(dict.fromkeys(change.new))
        elif isinstance(change, SetOwner):
            self.touched_territories[change.territory] = None

    def _touch(self, unit: int) -> None:
        self.touched[unit] = None
        for cargo in self._cargo.get(unit, ()):
            self.touched[cargo] = None

    def _load(self, unit: int, old: Any, new: Any) -> None:
        if isinstance(old, int):
            self._cargo.get(old, set()).discard(unit)
        if isinstance(new, int):
            self._cargo.setdefault(new, set()).add(unit)

    def unit(self, unit: int) -> Unit | None:
        """Return a unit as the engine has it now, in the record's words; None if it is gone."""
        holder = self.where.get(unit)
        values = self.state.units.get(unit)
        if holder is None or values is None:
            return None
        names = self.names
        kind = names.types.get(str(values.get("type")))
        if kind is None:
            return None
        place: Place
        if holder[0] == "P":
            place = names.holding(holder[1])
        elif (carrier := self._carrier(unit, holder)) is not None:
            place = carrier
        elif (space := names.spaces.get(holder[1])) is not None:
            place = space
        else:
            return None
        damage = int(values.get("hits") or 0) + int(values.get("unitDamage") or 0)
        flags = tuple(flag for name, flag in _FLAGS.items() if values.get(name) is True)
        return Unit(
            unit,
            kind,
            names.owner(values.get("owner")),
            place,
            max(0, damage),
            tuple(sorted(flags)),
        )

    def ground(self, unit: int) -> Place:
        """Return the space or holding that a unit is in, whatever it is aboard."""
        kind, holder = self.where[unit]
        return self.names.holding(holder) if kind == "P" else self.names.spaces[holder]

    def _carrier(self, unit: int, holder: tuple[str, str]) -> int | None:
        """Return a unit's carrier, if it is in the same place and not itself aboard the unit."""
        carrier = self.state.units[unit].get("transportedBy")
        if not isinstance(carrier, int) or self.where.get(carrier) != holder:
            return None
        above: Any = carrier
        for _ in range(_MAX_CHAIN):
            if above == unit:
                return None
            above = self.state.units.get(above, {}).get("transportedBy")
            if not isinstance(above, int) or self.where.get(above) != holder:
                return carrier
        return None
