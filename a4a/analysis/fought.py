"""Battles of a record as fights: who fought as the shooting began, how it went, what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from a4a.analysis.facilities import facilities
from a4a.analysis.foughtbattle import Fought as Fought
from a4a.core import events as ev
from a4a.core.catalog import Catalog
from a4a.core.conversion import converted
from a4a.core.fights import HITTING, damage_in, lost_in, role_of
from a4a.core.fold import Fold
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId
from a4a.core.units import Unit
from a4a.rules.fight import Army, Band, Battles, Duty, Fight, FightKind

_DUTIES: Mapping[str, Duty] = {
    "landing": "landing",
    "drop": "dropping",
    "bombardment": "bombarding",
}
_KINDS: Mapping[str, FightKind] = {
    "land": "land", "sea": "sea", "amphibious": "amphibious", "bombing raid": "raid",
}  # fmt: skip


def battles_of(
    record: GameRecord, nodes: Sequence[NodeId], battles: Battles | None = None
) -> list[Fought]:
    """Return the battles that open at some nodes, and those open where the game begins.

    Parameters
    ----------
    record
        The game.
    nodes
        A part of one line, each node the child of the one before.
    battles
        What the rules tell of battles: they may read one more closely than a record shows.

    Returns
    -------
    list of Fought
        In the order in which they open; one that does not end within the nodes has no result.

    Raises
    ------
    RecordError
        If there is no such node, or an event cannot have happened.

    Examples
    --------
    >>> import a4a
    >>> battles_of(a4a.start("global1940"), [0])
    []
    """
    if not nodes:
        return []
    begins = nodes[0] == ROOT
    before = record.state_at(ROOT if begins else record.step(nodes[0]).parent)
    steps = ((node, record.step(node).events) for node in (nodes[1:] if begins else nodes))
    return followed(before, steps, battles, opened=begins)


def followed(
    before: State,
    steps: Iterable[tuple[NodeId, Iterable[ev.AnyEvent]]],
    battles: Battles | None = None,
    *,
    opened: bool = True,
) -> list[Fought]:
    """Return the battles of some events, in the order in which they open.

    Parameters
    ----------
    before
        The state before them.
    steps
        The events of each step, with its node.
    battles
        As for `battles_of`.
    opened
        Whether battles that are open already are among them.
    """
    fold = Fold(before)
    sea = {space.name for space in before.board.spaces if space.kind == "sea"}

    watch = _Watch(before.catalog, sea, battles, fold.state)
    if opened:
        for open_battle in before.battles.values():
            parts = open_battle.participants
            watch.open(open_battle.id, ROOT, open_battle.space, open_battle.kind, parts)
    for node, events in steps:
        for event in events:
            watch.see(event, node, fold.working)
            fold.apply(event)
    return watch.found(fold.working)


@dataclass(slots=True)
class _Member:
    """A unit that takes part: on which side, what for, and what it is as the shooting begins."""

    role: ev.Role
    power: str
    duty: Duty
    unit: Unit | None = None
    cargo: int = 0
    marks: tuple[str, ...] = ()


@dataclass(slots=True)
class _Course:
    """A battle as it is followed."""

    told: Fought
    members: dict[int, _Member] = field(default_factory=dict)
    guns: list[str] = field(default_factory=list)
    technologies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    works: Mapping[str, tuple[Band, ...]] = field(default_factory=dict)
    read: Fight | None = None
    is_linked: bool = False
    begun: bool = False
    round: int = 0
    retreated: bool = False
    fled: bool = False
    submerged: bool = False
    bombed: int = 0
    hit: dict[int, tuple[str, int]] = field(default_factory=dict)


class _Watch:
    """Follows battles from their opening to their end."""

    def __init__(
        self, catalog: Catalog, sea: Collection[str], battles: Battles | None,
        now: Callable[[], State],
    ) -> None:  # fmt: skip
        self._catalog, self._sea, self._battles, self._now = catalog, sea, battles, now
        self._in_rounds = battles is None or "rounds" in battles.terms
        self._all: list[_Course] = []
        self._open: dict[str, _Course] = {}
        self._handlers: Mapping[type[ev.Event], Callable[[_Course, Any, State], None]] = {
            ev.BattleJoined: self._joined,
            ev.BattleLeft: self._left,
            ev.CombatRoundBegan: self._round,
            ev.Rolled: self._rolled,
            ev.UnitsRemoved: self._lost,
            ev.UnitsPlaced: self._lost,
            ev.UnitsConverted: self._converted,
            ev.BattleClosed: self._closed,
        }

    def found(self, state: State) -> list[Fought]:
        """Return the battles seen; those that have not begun, with the units there so far."""
        for course in self._all:
            self._begin(course, state)
            self._strike(course.told)
            course.told.fight = course.read or self._fight(course)
        return [course.told for course in self._all]

    def open(
        self, battle: str, node: NodeId, space: str, kind: str, parts: Iterable[ev.Participant]
    ) -> None:
        """Begin to follow a battle."""
        course = _Course(Fought(battle, node, space, kind))
        self._all.append(course)
        self._open[battle] = course
        self._enlist(course, parts)

    def see(self, event: ev.AnyEvent, node: NodeId, before: State) -> None:
        """Take in an event, in the state before it."""
        if isinstance(event, ev.BattleOpened):
            self.open(event.battle, node, event.space, event.kind, event.participants)
            self._open[event.battle].is_linked = bool(event.links)
            return
        handler = self._handlers.get(type(event))
        course = self._open.get(getattr(event, "battle", "")) if handler else None
        if handler is not None and course is not None:
            handler(course, event, before)

    # --- who fights -----------------------------------------------------------------------------

    def _enlist(self, course: _Course, parts: Iterable[ev.Participant]) -> None:
        for part in parts:
            ashore = course.told.kind == "amphibious" and part.origin in self._sea
            for unit in part.units:
                member = _Member(part.role, part.power, _DUTIES.get(part.task, ""))
                if ashore and part.role == "attacker" and not member.duty:
                    member.duty = "landing"
                course.members.setdefault(unit, member)

    def _joined(self, course: _Course, event: ev.BattleJoined, before: State) -> None:
        for part in event.participants:
            if _DUTIES.get(part.task) == "bombarding":
                course.guns += [before.units[i].type for i in part.units if i in before.units]
            elif not course.begun:
                self._enlist(course, [part])
            elif course.is_linked:
                course.told.changed = "units of a linked battle joined it after its first shots"

    def _begin(self, course: _Course, state: State) -> None:
        """Note who is there as the shooting begins."""
        if course.begun:
            return
        course.begun = True
        told, category = course.told, self._catalog.unit_type
        now = self._now() if self._battles is not None else state
        if self._battles is not None:
            course.read = self._battles.recorded(now, told.battle)
            if told.kind in ("land", "amphibious"):
                course.works = self._battles.works(now, told.battle)
        attacker = next((m.power for m in course.members.values() if m.role == "attacker"), "")
        for i, member in list(course.members.items()):
            unit = state.units.get(i)
            kind = category(unit.type).category if unit is not None else ""
            guest = member.role == "attacker" and member.power != attacker
            cargo = guest or (told.kind == "sea" and kind == "land")
            if unit is None or cargo or kind not in ("land", "sea", "air"):
                del course.members[i]
                continue
            member.unit = unit
            if kind != "land":
                member.duty = "" if member.duty == "landing" else member.duty
        for i, member in course.members.items():
            if member.unit is not None:
                aboard = [u for u in _aboard(state, i) if u.id not in course.members]
                if self._battles is not None:
                    member.marks = self._battles.marks(now, member.unit)
                member.cargo = sum(self._catalog.price(u.type, u.owner) for u in aboard)
                told.worth[member.power] += self._catalog.worth(member.unit) + member.cargo
        defenders = dict.fromkeys(m.power for m in course.members.values() if m.role == "defender")
        if (aim := self._aim(told)) is not None:
            told.targets = (aim,)
        if told.kind == "bombing raid":
            told.targets = told.targets or facilities(state, told.space)
            defenders.setdefault(state.control.get(told.space, ""))
        told.powers = attacker, tuple(filter(None, defenders))
        course.technologies = {name: state.technologies(name) for name in (attacker, *defenders)}

    def _aim(self, told: Fought) -> tuple[str, int] | None:
        """What a raid is on and its damage, if the rules say so."""
        return None if self._battles is None else self._battles.aim(self._now(), told.battle)

    def _strike(self, told: Fought) -> None:
        """Note the damage of a raid so far, if the rules say it."""
        if (aim := self._aim(told)) is not None:
            ((_, before),) = told.targets
            told.damage = aim[1] - before

    def _fight(self, course: _Course) -> Fight | None:
        told = course.told
        kind = _KINDS.get(told.kind)
        if kind is None:
            return None
        attacker, defenders = told.powers
        if kind == "amphibious" and all(m.duty != "landing" for m in course.members.values()):
            kind = "land"
        guns = Counter(course.guns)
        bombarding = [Band(unit, n, duty="bombarding") for unit, n in guns.items()]
        return Fight(
            kind,
            self._army(course, attacker, "attacker", bombarding),
            tuple(
                self._army(course, power, "defender", course.works.get(power, ()))
                for power in dict.fromkeys((*defenders, *course.works))
            ),
            () if self._battles is None else self._battles.ground(told.space),
        )

    def _army(self, course: _Course, power: str, role: ev.Role, more: Iterable[Band] = ()) -> Army:
        bands: dict[tuple[str, Duty, int, tuple[str, ...]], list[int]] = {}
        for member in course.members.values():
            unit = member.unit
            if unit is not None and member.role == role and (member.power == power):
                kind = self._catalog.unit_type(unit.type)
                counts = bands.setdefault(
                    (unit.type, member.duty, member.cargo, member.marks), [0, 0]
                )
                counts[0] += 1
                counts[1] += unit.damage > 0 and kind.hits > 1
        made = [
            Band(unit, count, damaged, duty, float(cargo), marks=marks)
            for (unit, duty, cargo, marks), (count, damaged) in bands.items()
        ]
        made.sort(key=lambda band: self._catalog.type_order[band.unit])
        return Army((*made, *more), power, course.technologies.get(power, ()))

    # --- how it goes ----------------------------------------------------------------------------

    def _rolled(self, course: _Course, event: ev.Rolled, before: State) -> None:
        if event.purpose == "bombing":
            self._bombed(course, event, before)
        if event.purpose not in _SHOOTING:
            return
        self._begin(course, before)
        course.told.rounds = max(course.told.rounds, course.round)
        if event.purpose == "bombard" and not course.guns:
            guns = [self._gun(die) for die in event.dice]
            if all(guns):
                course.guns += guns
            else:  # low luck adds up what ships hit on
                course.told.changed = "the record does not say which ships bombarded"

    def _bombed(self, course: _Course, event: ev.Rolled, before: State) -> None:
        self._begin(course, before)
        course.bombed += 1
        if course.bombed > 1:
            course.told.changed = (
                "it had several targets, and no record says which bombers had each"
            )
        if self._battles is not None and self._battles.raids_take_money:
            course.told.damage += event.hits

    def _gun(self, die: ev.Die) -> str:
        """A ship type that bombards with a die's target; it makes no difference which."""
        names = [kind.name for kind in self._catalog.unit_types if kind.bombard == die.target]
        return die.unit_type or next(iter(names), "")

    def _round(self, course: _Course, event: ev.CombatRoundBegan, before: State) -> None:
        course.round = event.number
        if course.is_linked and course.retreated:
            course.told.changed = "some retreated from it while others fought on"

    def _left(self, course: _Course, event: ev.BattleLeft, before: State) -> None:
        if event.reason == "retreated":
            course.retreated = True
            roles = {course.members[i].role for i in event.units if i in course.members}
            course.fled |= "defender" in roles
        elif event.reason in ("submerged", "not landed") and not course.begun:
            for unit in event.units:
                course.members.pop(unit, None)
        elif event.reason == "submerged":
            course.submerged = True

    def _lost(
        self, course: _Course, event: ev.UnitsRemoved | ev.UnitsPlaced, before: State
    ) -> None:
        if not lost_in(event):
            return
        self._begin(course, before)
        course.told.rounds = max(course.told.rounds, course.round)
        for i in event.units:
            if (unit := before.units.get(i)) is not None:
                course.told.lost[self._role(course, unit)] += self._catalog.worth(unit)

    def _role(self, course: _Course, unit: Unit) -> ev.Role:
        """On which side a unit is lost, also one that did not fight."""
        member = course.members.get(unit.id)
        if member is not None:
            return member.role
        attacker, defenders = course.told.powers
        return role_of(unit, (attacker,), defenders, self._catalog)

    def _converted(self, course: _Course, event: ev.UnitsConverted, before: State) -> None:
        told, worth = course.told, self._catalog.worth
        for i in event.units:
            if (unit := before.units.get(i)) is not None and damage_in(event, unit):
                self._begin(course, before)
                worn = worth(unit) - worth(converted(unit, event))
                told.lost[self._role(course, unit)] += worn
        if told.kind != "bombing raid" or event.damage is None:
            return
        for i in event.units:
            unit = before.units.get(i)
            if unit is not None and self._catalog.unit_type(unit.type).category == "facility":
                course.hit.setdefault(i, (unit.type, unit.damage))
                told.targets = tuple(course.hit.values())
                told.damage += event.damage - unit.damage

    def _closed(self, course: _Course, event: ev.BattleClosed, before: State) -> None:
        self._begin(course, before)
        told = course.told
        told.result = event.result
        self._strike(told)
        del self._open[told.battle]
        if not self._in_rounds:
            return
        if course.fled:
            told.broken = "defender"
        elif course.retreated:
            told.broken = "retreat"
        elif course.submerged or event.result not in _DECISIVE:
            told.broken = "other"


_SHOOTING = (HITTING | {"chart"}) - {"kamikaze"}
"""Purposes of rolls with which the shooting begins."""

_DECISIVE = frozenset(
    {
        "attacker takes", "attacker wins", "defender wins", "mutual destruction", "bombed",
        "no effect",
    }
)  # fmt: skip


def _aboard(state: State, unit: int) -> Iterator[Unit]:
    """Yield what is aboard a unit, and aboard that."""
    for loaded in state.at(unit):
        yield loaded
        yield from _aboard(state, loaded.id)
