"""The frames of fighting: battles, combat rounds, rolls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from a4a.core import events as ev
from a4a.core.conversion import converted
from a4a.core.events import Role
from a4a.core.fights import damage_in, expected_of, lost_in, role_of
from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.frames.calendar import Stretch
from a4a.frames.columns import Rows, assemble
from a4a.frames.names import Names
from a4a.frames.walk import Handler, Moment

_ROLES: tuple[Role, Role] = ("attacker", "defender")
_OF_BATTLES = ("units", "tuv", "losses", "damage", "loss")


@dataclass
class _Side:
    """One role's part in a battle or a combat round."""

    units: int | None = 0
    tuv: int = 0
    losses: int = 0
    loss: int = 0
    damage: int = 0
    dice: int = 0
    hits: int = 0
    expected: float = 0.0


def _sides() -> dict[Role, _Side]:
    return {"attacker": _Side(), "defender": _Side()}


@dataclass
class _Round:
    """A combat round: when it began, and what both sides did in it."""

    row: int
    event: int
    number: int
    sides: dict[Role, _Side] = field(default_factory=_sides)


@dataclass
class _Battle:
    """A battle as it is followed from its opening to its end."""

    row: int
    event: int
    id: str
    space: str
    kind: str
    links: tuple[str, ...]
    powers: dict[Role, list[str]] = field(default_factory=lambda: {"attacker": [], "defender": []})
    role_of: dict[int, Role] = field(default_factory=dict)
    sides: dict[Role, _Side] = field(default_factory=_sides)
    rounds: list[_Round] = field(default_factory=list)
    side: str = ""
    winner: str = ""
    result: str = ""
    closed: int | None = None


class FightTracker:
    """Follows battles, and writes down every roll."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._open: dict[str, _Battle] = {}
        self._battles: list[_Battle] = []
        self._rolls = Rows(
            "event", "power", "side", "purpose", "battle", "space", "combat_round", "role",
            "sides", "dice", "faces", "targets", "hits", "expected", "luck", "against",
            "line_of_chart", "column", "shift", "loss", "outcome",
        )  # fmt: skip
        self.handlers: Mapping[type[ev.Event], Handler] = {
            ev.BattleOpened: self._opened,
            ev.BattleJoined: self._joined,
            ev.CombatRoundBegan: self._round,
            ev.UnitsRemoved: self._removed,
            ev.UnitsPlaced: self._removed,
            ev.UnitsConverted: self._converted,
            ev.Rolled: self._rolled,
            ev.BattleClosed: self._closed,
        }

    def begin(self, stretch: Stretch, state: State) -> None:
        """Take up battles that are open as a line begins."""
        self._catalog = state.catalog
        self._open = {}
        for found in state.battles.values():
            battle = _Battle(stretch.first, 0, found.id, found.space, found.kind, found.links)
            self._start(battle, found.participants, state)

    # --- battles --------------------------------------------------------------------------------

    def _opened(self, event: ev.BattleOpened, moment: Moment) -> None:
        e = event
        battle = _Battle(moment.row, moment.number, e.battle, e.space, e.kind, e.links)
        self._start(battle, e.participants, moment.state)

    def _start(self, battle: _Battle, participants: Iterable[ev.Participant], state: State) -> None:
        self._open[battle.id] = battle
        self._battles.append(battle)
        self._enlist(battle, participants, state)

    def _joined(self, event: ev.BattleJoined, moment: Moment) -> None:
        if (battle := self._open.get(event.battle)) is not None:
            self._enlist(battle, event.participants, moment.state)

    def _enlist(
        self, battle: _Battle, participants: Iterable[ev.Participant], state: State
    ) -> None:
        for part in participants:
            self._names.power(part.power)
            powers, side = battle.powers[part.role], battle.sides[part.role]
            if part.power not in powers:
                powers.append(part.power)
            if part.role == "attacker" and part.power == powers[0]:
                battle.side = side_in(state, part.power)
            for i in part.units:
                unit = state.units.get(i)
                if unit is not None and i not in battle.role_of:
                    battle.role_of[i] = part.role
                    side.units = (side.units or 0) + 1
                    side.tuv += self._catalog.worth(unit)

    def _round(self, event: ev.CombatRoundBegan, moment: Moment) -> None:
        battle = self._open.get(event.battle)
        if battle is None:
            return
        battle.rounds.append(_Round(moment.row, moment.number, event.number))
        sides = battle.rounds[-1].sides
        for part in moment.state.battles[battle.id].participants:
            sides[part.role].units = (sides[part.role].units or 0) + len(part.units)

    def _current(self, battle: _Battle, moment: Moment) -> _Round:
        """Return the combat round that is going on: round 0 before the first."""
        if not battle.rounds:
            battle.rounds.append(_Round(moment.row, moment.number, 0))
            for side in battle.rounds[0].sides.values():
                side.units = None
        return battle.rounds[-1]

    def _removed(self, event: ev.UnitsRemoved | ev.UnitsPlaced, moment: Moment) -> None:
        battle = self._open.get(lost_in(event))
        if battle is None:
            return
        for i in event.units:
            unit = moment.state.units.get(i)
            if unit is not None:
                for side in self._sides_of(battle, unit, moment):
                    side.losses += 1
                    side.loss += self._catalog.worth(unit)

    def _converted(self, event: ev.UnitsConverted, moment: Moment) -> None:
        battle = self._open.get(event.battle)
        if battle is None:
            return
        for i in event.units:
            unit = moment.state.units.get(i)
            if unit is None or not (points := damage_in(event, unit)):
                continue
            worth = self._catalog.worth
            for side in self._sides_of(battle, unit, moment):
                side.damage += points
                side.loss += worth(unit) - worth(converted(unit, event))

    def _sides_of(self, battle: _Battle, unit: Unit, moment: Moment) -> tuple[_Side, _Side]:
        """A unit's side in a battle, and in the combat round that is going on."""
        role = battle.role_of.get(unit.id) or role_of(
            unit, battle.powers["attacker"], battle.powers["defender"], self._catalog
        )
        return battle.sides[role], self._current(battle, moment).sides[role]

    def _closed(self, event: ev.BattleClosed, moment: Moment) -> None:
        battle = self._open.pop(event.battle, None)
        if battle is not None:
            battle.winner, battle.result, battle.closed = event.winner, event.result, moment.step.id

    # --- rolls ----------------------------------------------------------------------------------

    def _rolled(self, event: ev.Rolled, moment: Moment) -> None:
        e, names = event, self._names
        battle = self._open.get(e.battle) if e.battle else None
        expected = expected_of(e)
        number = None
        if battle is not None:
            current = self._current(battle, moment)
            number = current.number
            if e.role is not None:
                side = current.sides[e.role]
                side.dice += len(e.dice)
                side.hits += e.hits
                side.expected += expected or 0.0
        chart = e.chart
        self._rolls.add(
            moment.row, moment.number, names.power(e.power),
            names.side(side_in(moment.state, e.power)), e.purpose, e.battle,
            names.space(battle.space if battle else None), number, e.role, e.sides, len(e.dice),
            [die.face for die in e.dice], [die.target for die in e.dice], e.hits, expected,
            None if expected is None else e.hits - expected, e.against,
            chart.line if chart else None, chart.final if chart else None,
            chart.shift if chart else None, chart.loss if chart else None, e.outcome,
        )  # fmt: skip

    # --- the frames -----------------------------------------------------------------------------

    def rolls(self, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of rolls."""
        row, values = self._rolls.values()
        return assemble("rolls", self._names, values, keys=keys[row])

    def battles(self, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of battles."""
        rows = Rows(
            "event", "battle", "space", "kind", "power", "side", "attackers", "defenders",
            *(f"{role}_{what}" for role in _ROLES for what in _OF_BATTLES),
            "swing", "rounds", "winner", "result", "closed", "links",
        )  # fmt: skip
        names = self._names
        for b in self._battles:
            attacker, defender = b.sides["attacker"], b.sides["defender"]
            first = next(iter(b.powers["attacker"]), None)
            rows.add(
                b.row, b.event, b.id, names.space(b.space), b.kind, names.power(first),
                names.side(b.side), b.powers["attacker"], b.powers["defender"],
                *(getattr(b.sides[role], what) for role in _ROLES
                  for what in _OF_BATTLES),
                defender.loss - attacker.loss, sum(r.number > 0 for r in b.rounds), b.winner,
                b.result, b.closed, list(b.links),
            )  # fmt: skip
        row, values = rows.values()
        return assemble("battles", names, values, keys=keys[row])

    def combat_rounds(self, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of combat rounds."""
        parts = ("units", "dice", "hits", "expected", "losses", "damage", "loss")
        rows = Rows(
            "event", "battle", "space", "power", "combat_round",
            *(f"{role}_{what}" for role in _ROLES for what in parts),
        )  # fmt: skip
        names = self._names
        found: list[tuple[Any, ...]] = []
        for b in self._battles:
            first = next(iter(b.powers["attacker"]), None)
            found += [
                (
                    r.row, r.event, b.id, names.space(b.space), names.power(first), r.number,
                    *(getattr(r.sides[role], what) for role in _ROLES for what in parts),
                )
                for r in b.rounds
            ]  # fmt: skip
        rows.rows = sorted(found, key=lambda values: values[:2])
        row, values = rows.values()
        return assemble("combat_rounds", names, values, keys=keys[row])
