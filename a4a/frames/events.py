"""The frame of events: everything that happened, in order, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_args

import polars as pl

from a4a.core import events as ev
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
        """Take the catalog of the line's game."""
        self._catalog = state.catalog

    def _handler(self, kind: type[ev.Event]) -> Handler:
        tag, about = str(kind.__struct_config__.tag), _ABOUT[kind]
        add, names = self._rows.rows.append, self._names

        def handle(event: Any, moment: Moment) -> None:
            power, space, battle = about(event, moment)
            side = self._catalog.side_of(power)
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
        """Nothing is said as a line begins."""

    def _describe(self, event: ev.AnyEvent, moment: Moment) -> None:
        self.words.append(describe(event, moment.state))


# --- what an event is about: power, space, battle -------------------------------------------------


def _first(names: tuple[str, ...]) -> str | None:
    return names[0] if names else None


def _owner(units: tuple[int, ...], state: State) -> str | None:
    unit = state.units.get(units[0]) if units else None
    return unit.owner if unit else None


def _place(units: tuple[int, ...], state: State) -> str | None:
    return state.space_of(units[0]) if units and units[0] in state.units else None


def _scene(battle: str, state: State) -> str | None:
    found = state.battles.get(battle)
    return found.space if found else None


def _added(e: ev.UnitsAdded, m: Moment) -> _Subject:
    place = e.units[0].place if e.units else None
    owner = e.units[0].owner if e.units else None
    if isinstance(place, int):
        place = m.state.space_of(place) if place in m.state.units else None
    return owner, place if isinstance(place, str) else None, ""


def _placed(e: ev.UnitsPlaced, m: Moment) -> _Subject:
    place = e.place
    if isinstance(place, int):
        place = m.state.space_of(place) or ""
    return _owner(e.units, m.state), place if isinstance(place, str) else None, ""


def _marker(e: ev.MarkerChanged, m: Moment) -> _Subject:
    if isinstance(e.subject, ev.OnSpace):
        return None, e.subject.space, ""
    if isinstance(e.subject, ev.OnPower):
        return e.subject.power, None, ""
    ids = (e.subject.unit,)
    return _owner(ids, m.state), _place(ids, m.state), ""


def _battle(e: ev.BattleOpened, m: Moment) -> _Subject:
    attackers = (p.power for p in e.participants if p.role == "attacker")
    return next(attackers, None), e.space, e.battle


def _resource(e: ev.ResourceChanged, m: Moment) -> _Subject:
    owner = m.state.catalog.treasuries.get(e.treasury)
    return owner.name if owner else None, None, ""


def _victory(e: ev.VictoryWon, m: Moment) -> _Subject:
    found = [p for p in e.winners if m.state.catalog.find_power(p)]
    return _first(tuple(found)), None, ""


_ABOUT: dict[type[ev.Event], _About] = {
    ev.RoundBegan: lambda e, m: (None, None, ""),
    ev.TurnBegan: lambda e, m: (_first(e.powers), None, ""),
    ev.PhaseBegan: lambda e, m: (_first(m.state.active), None, ""),
    ev.UnitsAdded: _added,
    ev.UnitsPlaced: _placed,
    ev.UnitsMoved: lambda e, m: (_owner(e.units, m.state), e.path[-1], e.battle),
    ev.UnitsRemoved: lambda e, m: (_owner(e.units, m.state), _place(e.units, m.state), e.battle),
    ev.UnitsConverted: lambda e, m: (_owner(e.units, m.state), _place(e.units, m.state), e.battle),
    ev.ControlChanged: lambda e, m: (e.new, e.space, e.battle),
    ev.RelationChanged: lambda e, m: (e.a, None, ""),
    ev.StatusChanged: lambda e, m: (e.power, None, ""),
    ev.TechnologyChanged: lambda e, m: (e.power, None, ""),
    ev.ValueChanged: lambda e, m: (m.state.control.get(e.space), e.space, ""),
    ev.MarkerChanged: _marker,
    ev.ResourceChanged: _resource,
    ev.Bought: lambda e, m: (e.power, None, ""),
    ev.BattleOpened: _battle,
    ev.BattleJoined: lambda e, m: (
        _first(tuple(p.power for p in e.participants)), _scene(e.battle, m.state), e.battle
    ),
    ev.BattleLeft: lambda e, m: (_owner(e.units, m.state), _scene(e.battle, m.state), e.battle),
    ev.CombatRoundBegan: lambda e, m: (None, _scene(e.battle, m.state), e.battle),
    ev.BattleClosed: lambda e, m: (None, _scene(e.battle, m.state), e.battle),
    ev.Rolled: lambda e, m: (e.power, _scene(e.battle, m.state), e.battle),
    ev.Asked: lambda e, m: (_first(e.powers), _scene(e.battle, m.state), e.battle),
    ev.Decided: lambda e, m: (
        _first(e.powers), e.spaces[0] if e.spaces else _scene(e.battle, m.state), e.battle
    ),
    ev.Noted: lambda e, m: (None, None, ""),
    ev.VictoryWon: _victory,
}  # fmt: skip
