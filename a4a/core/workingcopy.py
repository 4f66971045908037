"""A working copy of a state: tables that are shared until they change, and checks of names.

It shares its tables with the state it began from and copies a table only when it first changes it,
so a state handed out is never touched again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.state import State
from a4a.core.units import Place, Unit

TABLES = (
    "_units", "_contents", "_control", "_relations", "_balances", "_values", "_markers",
    "_statuses", "_stirred", "_technologies", "_memory", "_battles", "_decisions",
)  # fmt: skip
_DEEPEST = 8
"""Most units stacked one aboard another: a tank on a transport is two."""


class WorkingCopy:
    """A copy of a state to work on.

    Parameters
    ----------
    state
        Where to begin; it is not changed.
    """

    def __init__(self, state: State) -> None:
        self._state = copy_of(state)
        self._owned: dict[str, Any] = {}  # tables that are no longer shared
        self._handed_out = False

    def state(self) -> State:
        """Return the state so far; later changes will not touch it."""
        self._handed_out = True
        self._owned = {}
        return self._state

    @property
    def working(self) -> State:
        """The state so far, which later changes will touch: read it at once, do not keep it.

        A state from `state` may be kept, but it costs copies of the tables that change next.
        """
        return self._state

    # --- tables ---------------------------------------------------------------------------------

    def _own(self, table: str) -> Any:
        """Return a table that may be changed."""
        own = self._owned.get(table)
        if own is None:
            own = self._owned[table] = dict(getattr(self._state, table))
            setattr(self._state, table, own)
        return own

    def _get(self, unit: int, event: ev.AnyEvent) -> Unit:
        found = self._state._units.get(unit)
        if found is None:
            raise RecordError(f"{kind_of(event)} event names unit {unit}, which is not in the game")
        return found

    def _check_space(self, space: str, event: ev.AnyEvent) -> None:
        if space not in self._state.board.index:
            raise RecordError(f"{kind_of(event)} event names {space!r}, not a space of the board")

    def _check_power(self, power: str | None, event: ev.AnyEvent) -> None:
        if power is not None and power not in self._state.catalog.power_order:
            raise RecordError(f"{kind_of(event)} event names {power!r}, not a power of the catalog")

    def _check_type(self, unit_type: str | None, event: ev.AnyEvent) -> None:
        if unit_type is not None and unit_type not in self._state.catalog.type_order:
            raise RecordError(
                f"{kind_of(event)} event names {unit_type!r}, not a unit type of the catalog"
            )

    def _check_place(self, place: Place, event: ev.AnyEvent) -> None:
        if isinstance(place, str):
            self._check_space(place, event)
        elif isinstance(place, int):
            self._get(place, event)
        else:
            self._check_power(place.power, event)

    def _check_aboard(self, units: set[int], carrier: int, event: ev.AnyEvent) -> None:
        """Refuse a unit aboard itself, and carriers nested too deeply."""
        deep = 1
        above: Place = carrier
        while isinstance(above, int):
            if above in units:
                raise RecordError(f"{kind_of(event)} event puts unit {above} aboard itself")
            deep += 1
            above = self._state._units[above].place
        if deep + max((self._height(i) for i in units), default=0) > _DEEPEST:
            raise RecordError(
                f"{kind_of(event)} event puts units aboard unit {carrier}: "
                f"more than {_DEEPEST} units aboard one another"
            )

    def _height(self, unit: int) -> int:
        """How many levels of units are aboard this one."""
        cargo = self._state._contents.get(unit)
        return 1 + max(map(self._height, cargo)) if cargo else 0

    def _stir(self, powers: Iterable[str]) -> None:
        """Note that units of some powers are not what, or where, they were."""
        table: dict[str, object] = self._own("_stirred")
        for power in powers:
            table[power] = object()

    def _take_out(self, units: Iterable[Unit]) -> None:
        """Remove units from the contents of the places where they are."""
        contents: dict[Place, tuple[int, ...]] = self._own("_contents")
        leaving: dict[Place, set[int]] = {}
        for unit in units:
            leaving.setdefault(unit.place, set()).add(unit.id)
        for place, gone in leaving.items():
            rest = tuple([i for i in contents.get(place, ()) if i not in gone])
            if rest:
                contents[place] = rest
            else:
                contents.pop(place, None)

    def _put(self, units: tuple[Unit, ...], place: Place, event: ev.AnyEvent) -> None:
        """Move units that are in the game to a place."""
        self._check_place(place, event)
        ids = {unit.id for unit in units}
        if len(ids) < len(units):
            raise RecordError(f"{kind_of(event)} event names a unit twice")
        if isinstance(place, int):
            self._check_aboard(ids, place, event)
        self._take_out(units)
        self._stir({u.owner for u in units})
        table: dict[int, Unit] = self._own("_units")
        contents: dict[Place, tuple[int, ...]] = self._own("_contents")
        for u in units:
            table[u.id] = Unit(u.id, u.type, u.owner, place, u.damage, u.flags, u.name)
        contents[place] = contents.get(place, ()) + tuple([u.id for u in units])


def copy_of(state: State) -> State:
    """Return a new state that shares every table with this one.

    Written out, as states are copied often; a loop takes four times as long.
    """
    copy = State()
    copy.board, copy.catalog = state.board, state.catalog
    copy.round, copy.label, copy.turn = state.round, state.label, state.turn
    copy.active, copy.phase, copy.victors = state.active, state.phase, state.victors
    copy.last_unit, copy.asked = state.last_unit, state.asked
    copy.turn_start = state.turn_start
    copy._units, copy._contents, copy._memory = state._units, state._contents, state._memory
    copy._stirred = state._stirred
    copy._control, copy._relations = state._control, state._relations
    copy._balances, copy._values = state._balances, state._values
    copy._markers, copy._statuses = state._markers, state._statuses
    copy._technologies, copy._halted = state._technologies, state._halted
    copy._battles, copy._decisions = state._battles, state._decisions
    return copy


def kind_of(event: ev.AnyEvent) -> str:
    """What an event is called, for messages."""
    return str(type(event).__struct_config__.tag)
