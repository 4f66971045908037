"""Judging conquest: who comes to control a territory, and all that follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.english import possessive, the
from a4a.core.fold import Fold
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas import force
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.topic import OWN_PROGRAM, TopicJudge
from a4a.rules.areas.bases.facilities import facilities_in
from a4a.rules.areas.combat.battle import INTERCEPT
from a4a.rules.areas.control import activation, conquest, protection
from a4a.rules.areas.politics import neutrals, wards
from a4a.rules.areas.politics.pacts import pact_of
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement
from a4a.rules.run import Run

_COMBAT = "Conduct Combat"
_NONCOMBAT = "Noncombat Move"
_ARMY = "neutral.army"


class Conquests(TopicJudge):
    """Judges changes of control: each is made again by the rules, and compared."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._owed: dict[str, str] = {}  # to whom neutrals under a pact come, one after another

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the conquests of a step."""
        changes = [
            (number, event)
            for number, event in enumerate(step.events)
            if isinstance(event, ev.ControlChanged)
        ]
        plunder = _plunder(step.events)
        if changes or plunder:
            yield from self._judge_changes(before, step, after, changes, plunder)
        for number, state, event in stages(before, step, ev.PhaseBegan, ev.TurnBegan):
            yield from self._judge_owed(state, number)
            if (
                isinstance(event, ev.PhaseBegan)
                and state.phase == _COMBAT
                and event.phase != _COMBAT
            ):
                yield from self._judge_missed(state, number)

    def _judge_changes(
        self,
        before: State,
        step: Step,
        after: State,
        changes: list[tuple[int, ev.ControlChanged]],
        plunder: Counter[str],
    ) -> Iterator[Judgement]:
        # A fallen or freed capital first: some programs write its consequences before it.
        capitals = {s.name for s in self.system.board.spaces if s.capital_of}
        changes = sorted(changes, key=lambda change: change[1].space not in capitals)
        follows: dict[str, str | None] = {}
        seized: Counter[str] = Counter()
        for number, event in changes:
            if event.new is not None and self._owed.get(event.space) == event.new:
                del self._owed[event.space]
                yield from self._judge_army(after, event, number)
                continue
            if follows.get(event.space, "") == event.new:
                del follows[event.space]
                continue
            self.judged["conquest"] += 1
            state = self._state_at(before, step, number)
            run = Run(state, ScriptedDice(()))
            fault = self._replay(run, event, step, after, number)
            if fault is not None:
                yield fault
            seized.update(_plunder(run.events))
            follows |= {
                e.space: e.new
                for e in run.events
                if isinstance(e, ev.ControlChanged) and e.space != event.space
            }
            if fault is None:
                yield from self._judge_facilities(run.state, after, event, number)
                yield from self._judge_army(after, event, number)
        number = changes[0][0] if changes else 0
        for space, power in follows.items():
            if after.control.get(space) == power or not changes:
                continue
            pact = pact_of(self.system, space)
            if pact is not None and power == pact.protector:
                self._owed[space] = power
            else:
                yield self._finding(
                    "capital.liberation",
                    f"{the(space)} stays {possessive(self.called(after.control.get(space)))}",
                    f"it goes back to {self.called(power)} as its capital is free", power or "",
                    space, number,
                )  # fmt: skip
        yield from self._judge_plunder(before, step, plunder, seized)

    def _judge_owed(self, state: State, number: int) -> Iterator[Judgement]:
        """By the end of the phase in which a pact takes effect, all its territories have come."""
        for space, power in self._owed.items():
            pact = pact_of(self.system, space)
            if pact is not None and state.control.get(space) != power:
                yield self._finding(
                    "pact.trigger",
                    f"{the(space)} stays {possessive(self.called(state.control.get(space)))}",
                    f"it comes to {self.called(power)} with the others, as {pact.name} takes "
                    f"effect", power,
                    space, number,
                )  # fmt: skip
        self._owed = {}

    def _state_at(self, before: State, step: Step, number: int) -> State:
        """Return the state a change of control happened in.

        Other programs write the consequences of a conquest before it: they are left out.
        """
        fold = Fold(before)
        for event in step.events[:number]:
            if self.program != OWN_PROGRAM and _consequence(event):
                continue
            fold.apply(event)
        return fold.state()

    def _replay(
        self, run: Run, event: ev.ControlChanged, step: Step, after: State, number: int
    ) -> Judgement | None:
        """Take a territory by the rules; say where the record differs."""
        state, territory = run.state, event.space
        power = force.present(state, territory)
        side = self.system.catalog.side_of(event.new)
        if not side:
            return self._become_neutral(state, event, number)
        told = f"{self.called(event.new)} gets {the(territory)} from {self.called(event.old)}"
        pact = pact_of(self.system, territory)
        if pact is not None and event.new == pact.protector != power:
            if any(
                isinstance(e, ev.StatusChanged) and protection.provoked(pact) in e.lost
                for e in step.events[:number]
            ):  # it is settled just now: all its territories at once
                provoked = (protection.provoked(pact),)
                run.emit(ev.StatusChanged(pact.protector, gained=provoked))
            protection.settle(self.system, run)
            if run.state.control.get(territory) == event.new:
                return None
            return self._finding(
                "pact.trigger", told, f"nothing has set {pact.name} off", power, territory, number
            )
        neutral = neutrals.is_neutral(self.system, state, territory)
        if not self._entered(state, step, after, territory, power):
            return self._not_entered(told, state, after, territory, number)
        if left := self._defenders(after, territory, power):
            return self._finding(
                "conquest.capture", told, f"{_words(left)} still hold it", power, territory, number
            )
        if state.phase == _NONCOMBAT and neutral:
            activation.activate(self.system, run, territory, power)
        elif wards.may_take_over(self.system, state, territory, power):
            conquest.take_over(self.system, run, territory, power)
        else:
            stance = Situation(self.system, state, power).stance(territory)
            if stance in ("own", "friendly"):
                return self._finding(
                    "conquest.capture", told, f"it is {stance}: nobody takes it", power, territory,
                    number,
                )  # fmt: skip
            if stance == "not at war":
                return self._finding(
                    "peace.attack", told,
                    f"{self.called(power)} is not at war with {self.called(event.old)}", power,
                    territory, number,
                )  # fmt: skip
            conquest.take(self.system, run, territory, power)
        heir = run.state.control.get(territory)
        if heir != event.new:
            liberated = heir != power
            return self._finding(
                "conquest.liberation" if liberated else "conquest.liberation.capital", told,
                f"it is liberated: it goes back to {self.called(heir)}" if liberated
                else f"{self.called(heir)} captures it", power, territory, number,
            )  # fmt: skip
        return None

    def _not_entered(
        self, told: str, state: State, after: State, territory: str, number: int
    ) -> Judgement:
        """No unit there can take the territory; some programs let any land unit do so."""
        power = force.present(state, territory)
        neutral = neutrals.is_neutral(self.system, state, territory)
        rule = (
            "neutral.friendly.air" if neutral and state.phase == _NONCOMBAT else "conquest.capture"
        )
        land = self.system.of_category("land")
        there = any(u.owner == power and u.type in land for u in after.at(territory))
        says = f"no land unit of {self.called(power)} that takes territories is there"
        found = self._finding(rule, told, says, power, territory, number)
        return self.explained(found) if there else found

    def _become_neutral(
        self, state: State, event: ev.ControlChanged, number: int
    ) -> Judgement | None:
        """Only neutral territories change hands between neutrals."""
        if neutrals.is_neutral(self.system, state, event.space):
            return None
        return self._finding(
            "conquest.capture", f"{the(event.space)} becomes {possessive(self.called(event.new))}",
            f"{self.called(event.old)} holds it until an enemy takes it", event.old or "",
            event.space, number,
        )  # fmt: skip

    def _entered(self, state: State, step: Step, after: State, territory: str, power: str) -> bool:
        """Whether land units of a power are in a territory, or went through it in this step."""
        captors = self.system.able("captures")
        for there in (state, after):
            if any(u.owner == power and u.type in captors for u in there.within(territory)):
                return True
        return any(
            isinstance(event, ev.UnitsMoved)
            and territory in event.path
            and any(
                (unit := state.units.get(i)) is not None
                and unit.owner == power
                and unit.type in captors
                for i in event.units
            )
            for event in step.events
        )

    def _defenders(self, after: State, territory: str, power: str) -> list[Unit]:
        facilities = self.system.of_category("facility")
        enemies = Situation(self.system, after, power).enemies
        return [
            u
            for u in after.at(territory)
            if u.owner in enemies
            and u.type not in facilities
            and not self._fought_elsewhere(after, u)
        ]

    def _fought_elsewhere(self, after: State, unit: Unit) -> bool:
        """Whether a fighter rose to another battle: it does not hold the land it comes back to."""
        memory = after.memory(unit.id)
        return memory.scrambled_from is not None or memory.task == INTERCEPT

    # --- what follows ---------------------------------------------------------------------------

    def _judge_facilities(
        self, ruled: State, after: State, event: ev.ControlChanged, number: int
    ) -> Iterator[Judgement]:
        """Facilities go with the territory, and major complexes that are captured fall."""
        territory = event.space
        due = _described(facilities_in(self.system, ruled, territory))
        got = _described(facilities_in(self.system, after, territory))
        if due == got or after.control.get(territory) != event.new:
            return
        owners = {owner for _, owner, _ in got} == {owner for _, owner, _ in due}
        same = Counter(kind for kind, _, _ in got) == Counter(kind for kind, _, _ in due)
        rule = (
            "conquest.facility" if not owners else "conquest.damage" if same else "conquest.complex"
        )
        yield self._finding(
            rule,
            f"in {the(territory)}, taken by {self.called(event.new)}, there are "
            f"{_facilities(self.system, got)}",
            f"by the rules {_facilities(self.system, due)}", event.new or "", territory, number,
        )  # fmt: skip

    def _judge_army(
        self, after: State, event: ev.ControlChanged, number: int
    ) -> Iterator[Judgement]:
        """The standing army of a neutral that comes over goes to its new controller."""
        left = neutrals.army(self.system, after, event.space)
        if left and self.system.catalog.side_of(event.new):
            verb = "stays" if len(left) == 1 else "stay"
            what = f"{_words(list(left))} in {the(event.space)} {verb} neutral"
            says = (
                f"the standing army is {possessive(self.called(event.new))} as the territory "
                f"comes over"
            )
            yield self.explained(
                self._finding(_ARMY, what, says, event.new or "", event.space, number)
            )

    def _judge_plunder(
        self, before: State, step: Step, plunder: Counter[str], seized: Counter[str]
    ) -> Iterator[Judgement]:
        """The captor of a capital gets all that its power had, and nothing else."""
        for treasury in sorted({*plunder, *seized}):
            if plunder[treasury] == seized[treasury]:
                continue
            number = next(
                (i for i, e in enumerate(step.events) if isinstance(e, ev.ResourceChanged)
                 and e.reason == "plunder" and e.treasury == treasury), 0,
            )  # fmt: skip
            owner = self.system.catalog.treasuries.get(treasury)
            verb = "seizes" if plunder[treasury] >= 0 else "loses"
            yield Judgement(
                topic="conquest", severity="illegal", rule=self.cite("capital.treasury"),
                what=f"{self.called(treasury)} {verb} {abs(plunder[treasury])}",
                says=f"by the rules it is {abs(seized[treasury])}: the whole treasury of the "
                     "power whose capital falls, and nothing else",
                power=owner.name if owner else "",
                difference=plunder[treasury] - seized[treasury], event=number,
            )  # fmt: skip

    def _judge_missed(self, state: State, number: int) -> Iterator[Judgement]:
        """As combat ends, no hostile territory is left to land units that nobody opposes."""
        for power in state.active:
            yield from self._judge_missed_by(power, state, number)

    def _judge_missed_by(self, power: str, state: State, number: int) -> Iterator[Judgement]:
        situation = Situation(self.system, state, power)
        captors = self.system.able("captures")
        held = {
            u.place
            for u in state.units.values()
            if u.owner == power and u.type in captors and isinstance(u.place, str)
        }
        for territory in sorted(t for t in held if t in self.system.board.index):
            if self.system.graph.is_sea[territory] or situation.stance(territory) != "hostile":
                continue
            if self._defenders(state, territory, power):
                continue
            self.judged["conquest"] += 1
            owner = state.control.get(territory)
            yield self._finding(
                "conquest.capture", f"{the(territory)} stays {possessive(self.called(owner))}",
                f"{self.called(power)} has land units there and nobody opposes them: it takes it",
                power,
                territory, number,
            )  # fmt: skip

    def _finding(
        self, rule: str, what: str, says: str, power: str, space: str, number: int
    ) -> Judgement:
        return Judgement(
            topic="conquest", severity="illegal", rule=self.cite(rule),
            what=what, says=says, power=power,
            spaces=(space,), event=number,
        )  # fmt: skip


def _consequence(event: ev.AnyEvent) -> bool:
    return (
        isinstance(event, ev.ControlChanged)
        or (isinstance(event, ev.ResourceChanged) and event.reason == "plunder")
        or (isinstance(event, ev.UnitsConverted) and event.reason in ("captured", "conquest"))
    )


def _plunder(events: Iterable[ev.AnyEvent]) -> Counter[str]:
    """Return what each treasury won or lost as plunder."""
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ev.ResourceChanged) and event.reason == "plunder":
            found[event.treasury] += event.amount
    return found


def _described(facilities: tuple[Unit, ...]) -> Counter[tuple[str, str, int]]:
    return Counter((unit.type, unit.owner, unit.damage) for unit in facilities)


def _facilities(system: System, described: Counter[tuple[str, str, int]]) -> str:
    return list_of(
        f"{possessive(system.called(owner))} {kind}" + (f" with {damage} damage" if damage else "")
        for kind, owner, damage in described
    ) or "no facilities"  # fmt: skip


def _words(units: list[Unit]) -> str:
    counts = Counter(unit.type for unit in units)
    return list_of(count_of(n, kind) for kind, n in counts.items())
