"""The frame of events: everything that happened, in order, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_args

import polars as pl

from a4a.core import events as ev
from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.core.words import describe
from a4a.frames.calendar import Calendar, Stretch
from a4a.frames.columns import Rows, assemble
from a4a.frames.names import Names
from a4a.frames.walk import Handler, Moment, walk

_EVENTS: tuple[type[ev.Event], ...] = get_args(ev.AnyEvent)
_Subject: TypeAlias = tuple[str | None, str | None, str]
_About: TypeAlias = Callable[[Any, Moment], _Subject]


class EventTracker:
    """Writes down what every event is about."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._rows = Rows("event", "type", "power", "side", "space", "battle", "cause")
        self.handlers: Mapping[type[ev.Event], Handler] = {
            kind: self._handler(kind) for kind in _EVENTS
        }

    def begin(self, stretch: Stretch, state: State) -> None:
        """Do nothing: a line begins without any."""

    def _handler(self, kind: type[ev.Event]) -> Handler:
        tag, about = str(kind.__struct_config__.tag), _ABOUT.get(kind, _plainly)
        add, names = self._rows.rows.append, self._names

        def handle(event: Any, moment: Moment) -> None:
            power, space, battle = about(event, moment)
            side = side_in(moment.state, power)
            add((
                moment.row, moment.number, tag, names.power(power), names.side(side),
                names.space(space), battle, moment.step.cause,
            ))  # fmt: skip

        return handle

    def frame(self, calendar: Calendar, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of events; this walks the records again, for the words."""
        writer = _Writer()
        walk(calendar, [writer])
        row, values = self._rows.values()
        return assemble("events", self._names, {**values, "words": writer.words}, keys=keys[row])


class _Writer:
    """Puts every event into words."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.handlers: Mapping[type[ev.Event], Handler] = dict.fromkeys(_EVENTS, self._describe)

    def begin(self, stretch: Stretch, state: State) -> None:
        """Do nothing as a line begins."""

    def _describe(self, event: ev.AnyEvent, moment: Moment) -> None:
        self.words.append(describe(event, moment.state))


# --- what an event is about: power, space, battle -------------------------------------------------


def _plainly(e: Any, m: Moment) -> _Subject:
    """Say what an event is about by the names of its fields."""
    battle: str = getattr(e, "battle", "")
    units, powers = getattr(e, "units", ()), getattr(e, "powers", ())
    spaces, path = getattr(e, "spaces", ()), getattr(e, "path", ())
    power = getattr(e, "power", None) or next(iter(powers), None) or _owner(units, m.state)
    space = getattr(e, "space", None) or next(iter(spaces), None) or (path[-1] if path else None)
    if space is None and battle:
        found = m.state.battles.get(battle)
        space = found.space if found else None
    return power, space or _place(units, m.state), battle


def _owner(units: tuple[int, ...], state: State) -> str | None:
    unit = state.units.get(units[0]) if units else None
    return unit.owner if unit else None


def _place(units: tuple[int, ...], state: State) -> str | None:
    return state.space_of(units[0]) if units and units[0] in state.units else None


def _phase(e: ev.PhaseBegan, m: Moment) -> _Subject:
    return next(iter(m.state.active), None), None, ""


def _added(e: ev.UnitsAdded, m: Moment) -> _Subject:
    if not e.units:
        return None, None, ""
    place = e.units[0].place
    if isinstance(place, int):
        place = _place((place,), m.state) or ""
    return e.units[0].owner, place if isinstance(place, str) else None, ""


def _placed(e: ev.UnitsPlaced, m: Moment) -> _Subject:
    place = e.place
    if isinstance(place, int):
        place = _place((place,), m.state) or ""
    return _owner(e.units, m.state), place if isinstance(place, str) else None, ""


def _control(e: ev.ControlChanged, m: Moment) -> _Subject:
    return e.new, e.space, e.battle


def _relation(e: ev.RelationChanged, m: Moment) -> _Subject:
    return e.a, None, ""


def _value(e: ev.ValueChanged, m: Moment) -> _Subject:
    return m.state.control.get(e.space), e.space, ""


def _marker(e: ev.MarkerChanged, m: Moment) -> _Subject:
    if isinstance(e.subject, ev.OnSpace):
        return None, e.subject.space, ""
    if isinstance(e.subject, ev.OnPower):
        return e.subject.power, None, ""
    ids = (e.subject.unit,)
    return _owner(ids, m.state), _place(ids, m.state), ""


def _resource(e: ev.ResourceChanged, m: Moment) -> _Subject:
    owner = m.state.catalog.treasuries.get(e.treasury)
    return owner.name if owner else None, None, ""


def _battle(e: ev.BattleOpened, m: Moment) -> _Subject:
    return next((p.power for p in e.participants if p.role == "attacker"), None), e.space, e.battle


def _joined(e: ev.BattleJoined, m: Moment) -> _Subject:
    _, space, battle = _plainly(e, m)
    return next((p.power for p in e.participants), None), space, battle


def _victory(e: ev.VictoryWon, m: Moment) -> _Subject:
    # The winners are powers, or a side, which is no power.
    return next((p for p in e.winners if m.state.catalog.find_power(p)), None), None, ""


_ABOUT: dict[type[ev.Event], _About] = {
    ev.PhaseBegan: _phase,
    ev.UnitsAdded: _added,
    ev.UnitsPlaced: _placed,
    ev.ControlChanged: _control,
    ev.RelationChanged: _relation,
    ev.ValueChanged: _value,
    ev.MarkerChanged: _marker,
    ev.ResourceChanged: _resource,
    ev.BattleOpened: _battle,
    ev.BattleJoined: _joined,
    ev.VictoryWon: _victory,
}
"""Events whose fields do not plainly say what they are about."""
