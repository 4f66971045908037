"""The stories of battles: who fought, what was rolled round by round, what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from a4a.core import events as ev
from a4a.core.catalog import Catalog
from a4a.core.conversion import converted
from a4a.core.fights import HITTING, damage_in, lost_in, role_of
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import describe, outcome_of
from a4a.map.story_rounds import RoundStory
from a4a.map.timeline import BattleRow, Force, Throw, Told

Kind: TypeAlias = tuple[int, int, str]
"""A power and a unit type, by index; and the name of a counter, or ""."""

_ROLES: dict[ev.Role | None, int] = {"attacker": 0, "defender": 1, None: -1}


@dataclass
class _SideStory:
    """One side of a battle: its powers, units and losses, and what these are worth in TUV."""

    powers: list[str] = field(default_factory=list)
    units: Counter[Kind] = field(default_factory=Counter)
    lost: Counter[Kind] = field(default_factory=Counter)
    damage: Counter[Kind] = field(default_factory=Counter)
    tasks: dict[Kind, str] = field(default_factory=dict)
    since: dict[Kind, int] = field(default_factory=dict)
    worth: int = 0
    loss: int = 0

    def forces(self) -> tuple[Force, ...]:
        return tuple([self._force(kind, count) for kind, count in sorted(self.units.items())])

    def _force(self, kind: Kind, count: int) -> Force:
        power, type_, name = kind
        damage = self.damage[kind] if name and not self.lost[kind] else 0
        task = self.tasks.get(kind, "") if name else ""
        return Force(power, type_, count, self.lost[kind], name, task, damage, self.since[kind])


@dataclass
class _BattleStory:
    space: int
    kind: str
    at: int
    links: tuple[str, ...] = ()
    parts: dict[ev.Role, _SideStory] = field(
        default_factory=lambda: {"attacker": _SideStory(), "defender": _SideStory()}
    )
    joined: dict[int, tuple[ev.Role, Kind]] = field(default_factory=dict)
    rounds: list[RoundStory] = field(default_factory=list)
    closed: int = -1
    winner: str = ""
    result: str = ""
    step: str = ""  # the step of combat that is going on
    touched: int = 0  # the last position at which anything changed
    told: tuple[int, BattleRow] | None = None  # its story, as of that position

    early: list[Told] = field(default_factory=list)  # what is told before the first round

    def current(self) -> RoundStory:
        """The combat round that is going on: round 0 before the first."""
        if not self.rounds:
            self.begin(0)
        return self.rounds[-1]

    def begin(self, number: int) -> None:
        """Begin a combat round."""
        self.rounds.append(RoundStory(number))
        self.rounds[-1].stages[0].told += self.early
        self.early = []

    @property
    def telling(self) -> list[Told]:
        """Where sentences go: to the stage that is going on, or before the first round."""
        return self.rounds[-1].stages[-1].told if self.rounds else self.early


class Stories:
    """Follows battles from their opening to their end.

    Parameters
    ----------
    start
        The state at position 0; battles that are open in it are taken up.
    """

    def __init__(self, start: State) -> None:
        self._catalog = start.catalog
        self._space = start.board.index
        self._power = start.catalog.power_order
        self._type = start.catalog.type_order
        self._open: dict[str, _BattleStory] = {}
        self._all: list[_BattleStory] = []
        self._number: dict[str, int] = {}  # of a battle, by its id
        self._handlers: Mapping[type[ev.Event], Callable[[Any, int, State], None]] = {
            ev.BattleOpened: self._opened,
            ev.BattleJoined: self._joined,
            ev.CombatRoundBegan: self._round,
            ev.CombatStepBegan: self._step,
            ev.UnitsMoved: self._moved,
            ev.BattleLeft: self._moved,
            ev.UnitsRemoved: self._lost,
            ev.UnitsPlaced: self._lost,
            ev.UnitsConverted: self._converted,
            ev.Rolled: self._rolled,
            ev.BattleClosed: self._closed,
        }
        for found in start.battles.values():
            self._start(
                found.id, _BattleStory(self._space[found.space], found.kind, 0, found.links)
            )
            self._enlist(self._open[found.id], found.participants, start)

    def follow(self, position: int, event: ev.AnyEvent, before: State) -> None:
        """Take in an event of the step that leads to a position, in the state before it."""
        handler = self._handlers.get(type(event))
        if handler is not None:
            handler(event, position, before)

    def before_battles(self, position: int) -> int:
        """Return the last position up to this one where no battle is that went on after it."""
        while late := [b.at for b in self._all if b.at <= position < b.touched]:
            position = min(late) - 1
        return position

    def cut(self, position: int) -> None:
        """Forget the battles that opened after a position; none may have gone on after it."""
        self._all = [battle for battle in self._all if battle.at <= position]
        self._open = {name: b for name, b in self._open.items() if b.at <= position}

    def rows_since(self, position: int) -> dict[int, BattleRow]:
        """The stories of the battles in which anything happened after a position, by number."""
        return {i: self._row(b) for i, b in enumerate(self._all) if b.touched > position}

    def rows(self) -> list[BattleRow]:
        """The stories of all battles, in the order in which they opened."""
        return [self._row(battle) for battle in self._all]

    def _row(self, battle: _BattleStory) -> BattleRow:
        if battle.told is None or battle.told[0] != battle.touched:
            battle.told = battle.touched, self._story(battle)
        return battle.told[1]

    def _story(self, battle: _BattleStory) -> BattleRow:
        attacker, defender = battle.parts["attacker"], battle.parts["defender"]
        return BattleRow(
            space=battle.space,
            kind=battle.kind,
            at=battle.at,
            closed=battle.closed,
            attackers=tuple([self._power[name] for name in attacker.powers]),
            defenders=tuple([self._power[name] for name in defender.powers]),
            attacking=attacker.forces(),
            defending=defender.forces(),
            rounds=tuple([found.row() for found in battle.rounds]),
            winner=battle.winner,
            result=battle.result,
            worth=(attacker.worth, defender.worth),
            loss=(attacker.loss, defender.loss),
            swing=defender.loss - attacker.loss,
            links=tuple([self._number[name] for name in battle.links if name in self._number]),
        )

    # --- who fights -----------------------------------------------------------------------------

    def _opened(self, event: ev.BattleOpened, position: int, before: State) -> None:
        if event.space not in self._space:
            return  # the fold will refuse it, in better words
        battle = _BattleStory(
            self._space[event.space], event.kind, position, event.links, touched=position
        )
        self._start(event.battle, battle)
        self._enlist(battle, event.participants, before)

    def _start(self, name: str, battle: _BattleStory) -> None:
        self._open[name] = battle
        self._number[name] = len(self._all)
        self._all.append(battle)

    def _joined(self, event: ev.BattleJoined, position: int, before: State) -> None:
        if (battle := self._open.get(event.battle)) is not None:
            battle.touched = position
            self._enlist(battle, event.participants, before)
            for one in event.participants:
                origin = self._space.get(one.origin or "", -1)
                self._pass(battle, one.units, "from", origin, before)
            self._tell(battle, event, before)

    def _enlist(
        self, battle: _BattleStory, participants: Iterable[ev.Participant], before: State
    ) -> None:
        for participant in participants:
            part = battle.parts[participant.role]
            if participant.power in self._power and participant.power not in part.powers:
                part.powers.append(participant.power)
            for i in participant.units:
                unit = before.units.get(i)
                if unit is not None and i not in battle.joined:
                    kind = self._kind(unit)
                    battle.joined[i] = (participant.role, kind)
                    part.units[kind] += 1
                    part.tasks[kind] = participant.task
                    self._note(battle, part, kind)
                    part.worth += self._catalog.worth(unit)

    def _note(self, battle: _BattleStory, part: _SideStory, kind: Kind) -> None:
        """Note since when units of a kind are in a battle."""
        part.since.setdefault(kind, battle.touched if battle.touched > battle.at else 0)

    def _kind(self, unit: Unit) -> Kind:
        return self._power[unit.owner], self._type[unit.type], unit.name

    # --- what happens ---------------------------------------------------------------------------

    def _round(self, event: ev.CombatRoundBegan, position: int, before: State) -> None:
        if (battle := self._open.get(event.battle)) is not None:
            battle.touched = position
            battle.begin(event.number)

    def _step(self, event: ev.CombatStepBegan, position: int, before: State) -> None:
        if (battle := self._open.get(event.battle)) is not None:
            battle.step = event.step

    def _moved(self, event: ev.UnitsMoved | ev.BattleLeft, position: int, before: State) -> None:
        battle = self._open.get(event.battle)
        if battle is not None:
            battle.touched = position
            if isinstance(event, ev.BattleLeft):
                self._pass(battle, event.units, event.reason, -1, before)
            elif event.mode == "retreat":
                self._pass(battle, event.units, "to", self._space[event.path[-1]], before)
            self._tell(battle, event, before)

    def _pass(
        self, battle: _BattleStory, units: Iterable[int], how: str, space: int, before: State
    ) -> None:
        """Note who came into a battle that is linked with others, or left it."""
        if not battle.links:
            return
        passages, at = battle.current().passages, battle.touched
        for unit in [before.units[i] for i in units if i in before.units]:
            power, kind, _ = self._kind(unit)
            left = power, kind, "retreated", -1, at
            if how == "to" and passages[left]:  # where to is told instead
                passages[left] -= 1
            passages[power, kind, how, space, at] += 1

    def _tell(self, battle: _BattleStory, event: ev.AnyEvent, before: State) -> None:
        """Say in a sentence what came of a stage, where counters fight on a chart."""
        if self._catalog.counters:
            battle.telling.append(Told(describe(event, before), battle.touched))

    def _lost(self, event: ev.UnitsRemoved | ev.UnitsPlaced, position: int, before: State) -> None:
        battle = self._open.get(lost_in(event))
        if battle is None:
            return
        battle.touched = position
        for i in event.units:
            unit = before.units.get(i)
            if unit is None:
                continue
            if i not in battle.joined:
                self._count_in(battle, unit)
            role, kind = battle.joined[i]
            part = battle.parts[role]
            part.lost[kind] += 1
            part.loss += self._catalog.worth(unit)
            battle.current().losses[*kind[:2], position] += 1
        self._tell(battle, event, before)

    def _count_in(self, battle: _BattleStory, unit: Unit) -> None:
        """Count a unit that was lost without having joined as present: cargo."""
        role, kind = self._role(battle, unit), self._kind(unit)
        battle.joined[unit.id] = (role, kind)
        battle.parts[role].units[kind] += 1
        self._note(battle, battle.parts[role], kind)
        battle.parts[role].worth += self._catalog.worth(unit)

    def _role(self, battle: _BattleStory, unit: Unit) -> ev.Role:
        attackers, defenders = (battle.parts[r].powers for r in ("attacker", "defender"))
        return role_of(unit, attackers, defenders, self._catalog)

    def _converted(self, event: ev.UnitsConverted, position: int, before: State) -> None:
        battle = self._open.get(event.battle)
        if battle is None:
            return
        battle.touched = position
        worth = self._catalog.worth
        for i in event.units:
            unit = before.units.get(i)
            if unit is None or not (points := damage_in(event, unit)):
                continue
            role, kind = battle.joined.get(i) or (self._role(battle, unit), self._kind(unit))
            battle.current().damage[*kind[:2], position] += points
            battle.parts[role].damage[kind] += points
            self._tell(battle, event, before)
            battle.parts[role].loss += worth(unit) - worth(converted(unit, event))

    def _rolled(self, event: ev.Rolled, position: int, before: State) -> None:
        battle = self._open.get(event.battle)
        if battle is not None:
            battle.touched = position
            throws = throws_of(event, self._catalog, at=position)
            battle.current().throws += throws
            if event.chart is not None:
                battle.current().fire(battle.step, throws)

    def _closed(self, event: ev.BattleClosed, position: int, before: State) -> None:
        battle = self._open.pop(event.battle, None)
        if battle is not None:
            battle.touched = position
            battle.closed, battle.winner, battle.result = position, event.winner, event.result


def throws_of(event: ev.Rolled, catalog: Catalog, *, at: int = 0) -> list[Throw]:
    """Return the dice of a roll, by the unit types and targets they were thrown for.

    Parameters
    ----------
    event
        The roll.
    catalog
        The game's: throws name powers and types by their number in it.
    at
        The position.
    """
    power, role = catalog.power_order.get(event.power, -1), _ROLES[event.role]
    if event.purpose not in HITTING or event.chart is not None:
        faces = tuple([die.face for die in event.dice])
        purpose = "" if event.purpose == "other" else event.purpose  # its outcome says what it was
        return [Throw(power, purpose, faces, -1, role, outcome=outcome_of(event), at=at)]
    groups: dict[tuple[str, int], list[ev.Die]] = {}
    for die in event.dice:
        groups.setdefault((die.unit_type, die.target), []).append(die)
    if event.hits != sum(die.result == "hit" for die in event.dice):
        groups = {("", 0): list(event.dice)}  # low luck: hits are not those of single dice
    one = len(groups) == 1
    return [
        Throw(
            power,
            event.purpose,
            tuple([die.face for die in dice]),
            event.hits if one else sum(die.result == "hit" for die in dice),
            role,
            catalog.type_order.get(unit_type, -1),
            target,
            at=at,
        )
        for (unit_type, target), dice in groups.items()
    ]
