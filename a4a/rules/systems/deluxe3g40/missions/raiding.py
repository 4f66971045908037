"""The questions of raids: who raids what with which escorts, who intercepts, what is struck.

Sources: book, The Strategic Missions Phase, #5 and #6 (DX-SMP-092 to 124); R-444 to R-446.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from a4a.core import events as ev
from a4a.core.english import either_of, list_of, the
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked, Participant
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.orders import Aim, Intercept
from a4a.rules.areas.politics.situation import Situation, situation_of
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions import strikes
from a4a.rules.systems.deluxe3g40.missions.sorties import (
    BOMBARDING,
    BOMBING,
    Sortie,
    interceptors,
)
from a4a.rules.systems.deluxe3g40.missions.targets import targets
from a4a.rules.systems.deluxe3g40.orders import Raid
from a4a.rules.systems.deluxe3g40.turn.markers import ASSIGNED, assigned


class RaidQuestion(Question[System]):
    """What a power raids next, until it stands down.

    Attributes
    ----------
    sortie
        The way it raids.
    rule, far, escort
        Ids of the rules about raiders, about what they can reach, and about escorts.
    """

    order = "Raid"
    sortie: ClassVar[Sortie]
    rule: ClassVar[str]
    far: ClassVar[str]
    escort: ClassVar[str]

    def asked_of(self, state: State, power: str) -> Asked:
        """Return the question as it is put to a power."""
        return Asked(f"{state.turn}: {self.kind}, {power}", (power,), self.kind, (), self.rule)

    def powers(self, state: State, side: str) -> list[str]:
        """Return the powers of a side that can raid something."""
        members = self.system.players_of(side)
        return [p for p in members if self.sortie.raiders(situation_of(self.system, state, p))]

    def _here(self, state: State, asked: Asked) -> Situation:
        return situation_of(self.system, state, asked.powers[0])

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether nothing is left to raid with."""
        return not self.sortie.raiders(self._here(state, asked))

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a raid, or to stand down."""
        may = self.sortie.raiders(self._here(state, asked))
        spaces = tuple(dict.fromkeys(space for found in may.values() for space in found))
        what = "bombing raid" if self.sortie is BOMBING else "shore bombardment"
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"make a {what}, or stand down",
            units=tuple(may),
            spaces=spaces,
            most=len(may),
        )

    # --- what may be ordered --------------------------------------------------------------------

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse units that cannot raid the territory, or go with those that do."""
        assert isinstance(order, Raid)
        if not (order.space or order.units):
            return
        here = self._here(state, asked)
        may = self.sortie.raiders(here)
        spaces = dict.fromkeys(space for found in may.values() for space in found)
        if order.space not in spaces:
            raise self._refusal(
                self.rule, f"nothing can be raided in {order.space!r}",
                f"raid {either_of(map(the, spaces))}, or stand down",
            )  # fmt: skip
        raiding = [i for i in order.units if order.space in may.get(i, ())]
        if not raiding or len(set(order.units)) < len(order.units):
            able = [state.unit(i) for i in may if order.space in may[i]]
            why = "a unit is named twice" if raiding else "none of these units can raid it"
            raise self._refusal(self.rule, why, f"name {_kinds(able)}, and who goes with them")
        places = dict.fromkeys(state.unit(i).place for i in raiding)
        if self.sortie is BOMBARDING and len(places) > 1:
            zones = list_of(the(str(place)) for place in places)
            raise self._refusal(
                self.rule, f"the ships are in {zones}: no single fleet", "one fleet after the other"
            )
        meeting = self.sortie.meeting(state, map(state.unit, raiding), order.space)
        others = [i for i in order.units if i not in raiding]
        escorts = {unit.id for unit in self.sortie.escorts(here, meeting)}
        for i in others:
            if i not in escorts:
                raise self._no_escort(here, state.units.get(i), order.space, escorts)

    def _no_escort(
        self, here: Situation, unit: Unit | None, space: str, escorts: Iterable[int]
    ) -> RuleViolation:
        units = [here.state.unit(i) for i in escorts]
        allowed = f"escorts: {_kinds(units)}" if units else "no escorts"
        if unit is None or unit.owner != here.power:
            return self._refusal(self.escort, "a unit is not the power's own", allowed)
        what = f"the {unit.type} in {the(here.state.space_of(unit.id) or 'reserve')}"
        if self.sortie.may_raid(here, unit):
            found = targets(here, unit.type, space)
            why = f"{the(space)} is too far from {what}" if found else f"{what} can strike nothing"
            return self._refusal(self.far, f"{why} there" if not found else why, allowed)
        if assigned(unit):
            return self._refusal(self.escort, f"{what} cannot go with this raid", allowed)
        return self._refusal(self.rule, f"{what} has no assignment marker", "units that have one")

    def _refusal(self, rule: str, why: str, allowed: str) -> RuleViolation:
        return self.system.book.violation(rule, why, tried=self.kind, allowed=allowed)

    # --- what follows ---------------------------------------------------------------------------

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Open the raid, and ask who intercepts; or stand down."""
        assert isinstance(order, Raid)
        if not order.units:
            run.emit(ev.Decided(asked.powers, self.kind, "no", asked.decision))
            return
        (power,) = asked.powers
        here = self._here(run.state, asked)
        may = self.sortie.raiders(here)
        units = order.units
        run.emit(ev.Decided(asked.powers, self.kind, order.space, "", units, (order.space,)))
        raiding = [i for i in units if order.space in may.get(i, ())]
        meeting = self.sortie.meeting(run.state, map(run.state.unit, raiding), order.space)
        others = [i for i in units if i not in raiding]
        battle = self._open(run, power, order.space, raiding, others)
        for enemy in self.system.order_of_play:
            if enemy in here.enemies and interceptors(here, enemy, order.space, meeting):
                text = f"{battle}: {InterceptionQuestion.kind}, {enemy}"
                rule = "DX-SMP-100" if self.sortie is BOMBING else "DX-SMP-117"
                kind = InterceptionQuestion.kind
                run.emit(Asked(text, (enemy,), kind, (order.space,), rule, battle))

    def _open(
        self, run: Run, power: str, space: str, raiding: Sequence[int], others: Sequence[int]
    ) -> str:
        """Open the battle; the markers of all that take part come off."""
        state = run.state
        # No unit raids twice in a turn, so the first raider's id tells the raids on a space apart.
        battle = f"{state.turn}, {power} {space} {self.kind} {raiding[0]}"
        for task, ids in ((b.RAID, raiding), (b.ESCORT, others)):
            use(run, ids, task, space)
        origins: dict[tuple[str, str | None], list[int]] = {}
        for task, ids in ((b.RAID, raiding), (b.ESCORT, others)):
            for i in ids:
                origins.setdefault((task, state.space_of(i)), []).append(i)
        parts = tuple(
            Participant("attacker", power, tuple(ids), origin, task)
            for (task, origin), ids in origins.items()
        )
        run.emit(ev.BattleOpened(battle, space, self.sortie.kind, parts))
        return battle


class BombingQuestion(RaidQuestion):
    """Which bombing raid is flown next."""

    kind = "bombing raid"
    sortie = BOMBING
    rule, far, escort = "DX-SMP-095", "DX-SMP-108", "DX-SMP-098"


class BombardmentQuestion(RaidQuestion):
    """Which shore is bombarded next."""

    kind = "shore bombardment"
    sortie = BOMBARDING
    rule, far, escort = "DX-SMP-113", "DX-SMP-113", "DX-SMP-116"


def use(run: Run, units: Sequence[int], task: str, space: str) -> None:
    """Let units do their one task of the phase: their markers come off."""
    if not units:
        return
    marked = tuple(i for i in units if assigned(run.state.unit(i)))
    if marked:
        run.emit(ev.UnitsConverted(marked, "on a mission", lost=(ASSIGNED,)))
    run.emit(ev.UnitsTasked(tuple(units), task, space))


class InterceptionQuestion(Question[System]):
    """Which fighters intercept a raid: after its escorts are known."""

    kind = "interception"
    order = "Intercept"

    def _may(self, state: State, asked: Asked) -> list[Unit]:
        battle = state.battles[asked.battle]
        here = situation_of(self.system, state, battle.participants[0].power)
        return interceptors(here, asked.powers[0], battle.space, self._meeting(state, asked))

    def _meeting(self, state: State, asked: Asked) -> str:
        """Where the raiders are met."""
        battle = state.battles[asked.battle]
        sortie = BOMBING if battle.kind == BOMBING.kind else BOMBARDING
        raiding = strikes.raiders(self.system, state, battle)
        return sortie.meeting(state, raiding, battle.space)

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether no fighter is left that could."""
        return not self._may(state, asked)

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: any of these fighters."""
        units = self._may(state, asked)
        (territory,) = asked.options
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"intercept the raid on {the(territory)} "
            f"with any of {count_of(len(units), 'fighter')}, or none",
            battle=asked.battle,
            units=tuple(u.id for u in units),
            spaces=tuple(dict.fromkeys((territory, self._meeting(state, asked)))),
            most=len(units),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse units that cannot intercept this raid."""
        assert isinstance(order, Intercept)
        may = {u.id: u for u in self._may(state, asked)}
        for i in order.units:
            if i in may and order.units.count(i) == 1:
                continue
            unit = state.units.get(i)
            what = f"the {unit.type} in {the(state.space_of(i) or 'reserve')}" if unit else "a unit"
            used = unit is not None and bool(state.memory(i).task)
            why = "is named twice" if i in may else "cannot intercept this raid"
            raise self.system.book.violation(
                "DX-SMP-098" if used else "DX-SMP-096",
                f"{what} {'has flown in this phase' if used and i not in may else why}",
                tried="intercept",
                allowed=f"{_kinds(may.values())}, or none",
            )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Send the fighters up."""
        assert isinstance(order, Intercept)
        space = asked.options[0]
        words = count_of(len(order.units), "fighter") if order.units else "no"
        state = run.state
        run.emit(
            ev.Decided(asked.powers, self.kind, words, asked.decision, order.units, (space,),
                       asked.battle)
        )  # fmt: skip
        use(run, order.units, b.INTERCEPT, space)
        origins: dict[str | None, list[int]] = {}
        for i in order.units:
            origins.setdefault(state.space_of(i), []).append(i)
        parts = tuple(
            Participant("defender", asked.powers[0], tuple(ids), origin, b.INTERCEPTOR)
            for origin, ids in origins.items()
        )
        if parts:
            run.emit(ev.BattleJoined(asked.battle, parts))


class TargetQuestion(Question[System]):
    """Which facility each bomber or ship strikes."""

    kind = strikes.AIM
    order = "Aim"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a facility for each of these units."""
        battle = state.battles[asked.battle]
        may = {i: found for i, found in self._may(state, asked).items() if found}
        kinds = dict.fromkeys(f.type for found in may.values() for f in found)
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"choose what is struck in {the(battle.space)}: {either_of(kinds)}",
            battle=battle.id,
            options=tuple(kinds),
            units=tuple(may),
            spaces=(battle.space,),
            least=len(may),
            most=len(may),
        )

    def _may(self, state: State, asked: Asked) -> dict[int, list[Unit]]:
        return strikes.choices(self.system, state, state.battles[asked.battle])

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse raiders without a target, and targets that they may not strike."""
        assert isinstance(order, Aim)
        may = {i: found for i, found in self._may(state, asked).items() if found}
        if set(order.targets) != set(may):
            raise self.system.book.violation(
                asked.rule, "it does not say for each raider what it strikes", tried="aim",
                allowed=f"a facility for each: {_kinds(map(state.unit, may))}",
            )  # fmt: skip
        for i, facility in order.targets.items():
            if facility not in {f.id for f in may[i]}:
                aimed, kind = state.units.get(facility), state.unit(i).type
                what = f"the {aimed.type} in {the(str(aimed.place))}" if aimed else "that"
                rules = {"tactical bomber": "DX-SMP-105", "cruiser": "DX-SMP-121"}
                raise self.system.book.violation(
                    rules.get(kind, asked.rule), f"{one(kind)} cannot strike {what}", tried="aim",
                    allowed=f"strike {either_of(f'the {f.type}' for f in may[i])}",
                )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Aim."""
        assert isinstance(order, Aim)
        battle = run.state.battles[asked.battle]
        kinds = {unit: run.state.unit(facility).type for unit, facility in order.targets.items()}
        run.emit(
            ev.Decided(
                asked.powers, self.kind, list_of(dict.fromkeys(kinds.values())), asked.decision,
                tuple(order.targets), (battle.space,), battle.id,
            )
        )  # fmt: skip
        strikes.aim(run, kinds, battle.space)


def _kinds(units: Iterable[Unit]) -> str:
    """Name units by type: "2 fighters and 1 strategic bomber"."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit.type] = counts.get(unit.type, 0) + 1
    return list_of(count_of(n, kind) for kind, n in counts.items()) or "none"
