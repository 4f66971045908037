"""Judging income: production, convoys, national objectives, war bonds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import Any

import msgspec

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.steps import NodeId, Step
from a4a.core.words import list_of
from a4a.rules import money
from a4a.rules.areas import technology
from a4a.rules.areas.audit.shots import dice
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.topic import OWN_PROGRAM, TopicJudge
from a4a.rules.areas.economy import convoy, economies
from a4a.rules.areas.economy.objectives import Objective, achieved, objectives, paid_to
from a4a.rules.areas.phases.collect_income import WAR_BONDS, CollectIncome
from a4a.rules.judgement import Judgement

_BY_ORDER = ("income", "convoy", "objective")
_ORDERS_TRIED = 720
"""Orders of zones that are tried where a record does not tell the zone of each die."""


class _Collected(msgspec.Struct):
    """What a treasury collected in a turn.

    Parameters
    ----------
    node, event
        The step and the number of the event it began with.
    state
        The state before that event.
    income, bonds, lost
        Income from production, from war bonds, and what convoys lost.
    rolls
        Dice rolled against its convoys, each with its zone as far as it is told, or "".
    bond
        The die of the war bonds.
    bonuses
        Objectives by name with what they paid, and where: node and event.
    """

    node: NodeId
    event: int
    state: State
    income: int = 0
    bonds: int = 0
    lost: int = 0
    rolls: list[tuple[str, int]] = msgspec.field(default_factory=list)
    bond: int | None = None
    bonuses: list[tuple[str, int, NodeId, int]] = msgspec.field(default_factory=list)


class Income(TopicJudge):
    """Judges what each treasury collects, once a turn, as the turn ends."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._phase = CollectIncome(self.system)
        self._collected: dict[str, _Collected] = {}
        self._rolls: list[tuple[str, int]] = []
        self._current = ""
        self._bond: int | None = None
        self._reached: tuple[NodeId, int, State] | None = None

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the income of a turn that a step ends."""
        for number, state, event in stages(
            before, step, ev.TurnBegan, ev.RoundBegan, ev.PhaseBegan, ev.Rolled, ev.ResourceChanged
        ):
            if isinstance(event, (ev.TurnBegan, ev.RoundBegan)):
                yield from self._judge_turn(state)
            elif isinstance(event, ev.PhaseBegan):
                self._current = ""
                if event.phase == self._phase.name:
                    self._reached = (step.id, number, state)
            elif isinstance(event, ev.Rolled):
                self._roll(event)
            elif isinstance(event, ev.ResourceChanged):
                yield from self._receive(state, step, event, number)

    def close(self) -> Iterator[Judgement]:
        """Judge what was collected in a turn that does not end in the record.

        Other programs collect step by step, so more may be to come.
        """
        yield from self._judge_treasuries(self._collected, ended=self.program == OWN_PROGRAM)

    # --- what is recorded -----------------------------------------------------------------------

    def _roll(self, event: ev.Rolled) -> None:
        """Some programs roll before they collect, others after: dice go to the nearest income."""
        if event.purpose == "convoy":
            zone = event.outcome.rpartition(" in ")[2]
            rolls = self._collected[self._current].rolls if self._current else self._rolls
            rolls += [(zone, die.face) for die in event.dice]
        elif event.outcome.startswith(WAR_BONDS) and event.dice:
            self._bond = event.dice[0].face

    def _receive(
        self, state: State, step: Step, event: ev.ResourceChanged, number: int
    ) -> Iterator[Judgement]:
        if event.resource != self.system.catalog.currency or event.reason not in _BY_ORDER:
            return
        owner = self.system.catalog.treasuries.get(event.treasury)
        power = owner.name if owner is not None else ""
        if state.phase != self._phase.name or power not in state.active:
            self.judged["income"] += 1
            whose = self.phase_said(state)
            yield Judgement(
                topic="income", severity="illegal", rule=self.cite("income.amount"),
                what=f"{self.called(event.treasury)} collects {event.amount} ({event.reason})",
                says=f"income is collected in the {self._phase.name} phase of "
                     f"{self.called(power)}, "
                     f"not in {whose}",
                power=power, difference=event.amount, event=number,
            )  # fmt: skip
            return
        collected = self._collected.get(event.treasury)
        if collected is None:
            collected = _Collected(step.id, number, state)
            self._collected[event.treasury] = collected
        if event.reason == "income" and event.detail == WAR_BONDS:
            collected.bonds += event.amount
            collected.bond, self._bond = self._bond, None
        elif event.reason == "income":
            collected.income += event.amount
            collected.rolls += self._rolls
            self._rolls = []
            self._current = event.treasury
        elif event.reason == "convoy":
            collected.lost -= event.amount
        else:
            collected.bonuses.append((event.detail, event.amount, step.id, number))

    # --- what is right --------------------------------------------------------------------------

    def _judge_turn(self, state: State) -> Iterator[Judgement]:
        """Judge all treasuries of the powers whose turn is over."""
        if self._reached is not None:
            node, number, _ = self._reached
            for power in state.active:
                for treasury in money.treasuries(self.system, power):
                    if treasury not in self._collected:
                        self._collected[treasury] = _Collected(node, number, state)
        collected, self._collected = self._collected, {}
        for one in islice(collected.values(), int(self._bond is not None)):
            one.bond = self._bond  # the die was rolled, and nobody has been paid for it
        self._rolls, self._current, self._bond, self._reached = [], "", None, None
        yield from self._judge_treasuries(collected, ended=True)

    def _judge_treasuries(
        self, collected: Mapping[str, _Collected], *, ended: bool
    ) -> Iterator[Judgement]:
        """Judge what treasuries have got; unless the turn has ended, they may get more."""
        for treasury, one in self._with_own_rolls(collected).items():
            yield from self._judge_treasury(treasury, one, ended=ended)

    def _judge_treasury(
        self, treasury: str, one: _Collected, *, ended: bool
    ) -> Iterator[Judgement]:
        self.judged["income"] += 1
        power = self.system.catalog.treasuries[treasury].name
        if economies.capital_lost(self.system, one.state, power, treasury):
            got = one.income + one.bonds - one.lost + sum(b[1] for b in one.bonuses)
            if got:
                yield self._finding(
                    treasury, one, "income.capital", f"collects {got}",
                    "its capital is in enemy hands: it collects nothing", got,
                )  # fmt: skip
            return
        due = economies.production(self.system, one.state, power, treasury)
        if one.income != due:
            yield self._finding(
                treasury, one, "income.amount", f"collects {one.income}",
                f"its territories are worth {due}", one.income - due,
            )  # fmt: skip
        yield from self._judge_convoys(treasury, one)
        yield from self._judge_bonuses(treasury, one, ended=ended)
        yield from self._judge_bonds(treasury, one)

    def _finding(
        self, treasury: str, one: _Collected, rule: str, what: str, says: str,
        difference: int | None, *, at: tuple[NodeId, int] | None = None, space: str = "",
    ) -> Judgement:  # fmt: skip
        node, event = at or (one.node, one.event)
        return Judgement(
            topic="income", severity="illegal", rule=self.cite(rule),
            what=f"{self.called(treasury)} {what}",
            says=says,
            power=self.system.catalog.treasuries[treasury].name, difference=difference,
            spaces=(space,) if space else (), node=node, event=event,
        )  # fmt: skip

    # --- convoys --------------------------------------------------------------------------------

    def _with_own_rolls(self, collected: Mapping[str, _Collected]) -> dict[str, _Collected]:
        """Return what treasuries have got, each with the dice that were rolled in its convoys.

        A power may collect for several economies in one go, all dice before or in between: dice
        of a zone that are not due for one treasury, but for another, are the other's.
        """
        due = {treasury: self._due(treasury, one)[1] for treasury, one in collected.items()}
        rolls = {treasury: list(one.rolls) for treasury, one in collected.items()}
        for treasury in collected:
            kept: Counter[str] = Counter()
            pending, rolls[treasury] = rolls[treasury], []
            for zone, face in pending:
                spare = kept[zone] >= due[treasury].get(zone, 0)
                heir = next(
                    (
                        other
                        for other, zones in due.items()
                        if spare
                        and other != treasury
                        and sum(z == zone for z, _ in rolls[other]) < zones.get(zone, 0)
                    ),
                    treasury,
                )
                kept[zone] += heir == treasury
                rolls[heir].append((zone, face))
        return {t: msgspec.structs.replace(one, rolls=rolls[t]) for t, one in collected.items()}

    def _due(
        self, treasury: str, one: _Collected
    ) -> tuple[dict[str, convoy.Convoy], dict[str, int]]:
        """The convoys of a treasury that are disrupted, and how many dice are due in each zone."""
        power = self.system.catalog.treasuries[treasury].name
        disrupted = convoy.convoys(self.system, one.state, power, treasury)
        return disrupted, {
            zone: sum(convoy.dice_of(self.system, one.state, unit) for unit in found.enemies)
            for zone, found in disrupted.items()
        }

    def _judge_convoys(self, treasury: str, one: _Collected) -> Iterator[Judgement]:
        disrupted, numbers = self._due(treasury, one)
        zones = [zone for zone, number in numbers.items() if number]
        due, faces = sum(numbers.values()), [face for _, face in one.rolls]
        told = f"{list_of(zones)}" if zones else "no zone"
        if len(faces) != due:
            yield self._finding(
                treasury, one, "convoy.raider" if not due else "convoy.dice",
                f"is rolled against with {dice(len(faces))} for convoys",
                f"by the rules {dice(due)}, in {told}", None, space=zones[0] if zones else "",
            )  # fmt: skip
            return
        possible = set(self._losses(one.state, disrupted, numbers, zones, faces))
        if one.lost not in possible:
            right = " or ".join(map(str, sorted(possible)))
            nearest = min(possible, key=lambda lost: abs(lost - one.lost))
            yield self._finding(
                treasury, one, "convoy.loss", f"loses {one.lost} to convoy disruption in {told}",
                f"the dice and the worth of its territories there cost {right}",
                nearest - one.lost, space=zones[0] if zones else "",
            )  # fmt: skip

    def _losses(
        self,
        state: State,
        disrupted: dict[str, convoy.Convoy],
        numbers: dict[str, int],
        zones: Sequence[str],
        faces: Sequence[int],
    ) -> Iterator[int]:
        """Yield what can be lost, with the dice taken for the zones in each order that is tried."""
        for order in islice(permutations(zones), _ORDERS_TRIED):
            left = iter(faces)
            damage = {zone: convoy.counted(islice(left, numbers[zone])) for zone in order}
            yield sum(
                convoy.losses(state, disrupted, {**dict.fromkeys(disrupted, 0), **damage}).values()
            )

    # --- bonus income ---------------------------------------------------------------------------

    def _judge_bonuses(self, treasury: str, one: _Collected, *, ended: bool) -> Iterator[Judgement]:
        power = self.system.catalog.treasuries[treasury].name
        due = [
            (objective, amount)
            for objective, amount in achieved(self.system, one.state, power)
            if paid_to(self.system, objective) == treasury
        ]
        missing = list(due)
        undeserved: list[tuple[str, int, NodeId, int]] = []
        for bonus in one.bonuses:
            found = next((pair for pair in missing if _named(pair[0], bonus[0])), None)
            if found is None:
                undeserved.append(bonus)
                continue
            missing.remove(found)
            objective, amount = found
            if bonus[1] != amount:
                yield self._finding(
                    treasury, one, objective.rule,
                    f"collects {bonus[1]} for {objective.name}",
                    f"it pays {amount} now", bonus[1] - amount, at=bonus[2:],
                )  # fmt: skip
        for name, amount, *at in undeserved:
            known = next((o for o in objectives(self.system) if _named(o, name)), None)
            says = "its conditions do not hold" if known else "there is no such objective"
            yield self._finding(
                treasury, one, known.rule if known else "income.bonus",
                f"collects {amount} for {known.name if known else name}", says, amount,
                at=(at[0], at[1]),
            )  # fmt: skip
        for objective, amount in missing if ended else ():
            yield self._finding(
                treasury, one, objective.rule, f"collects nothing for {objective.name}",
                f"its conditions hold: it pays {amount}", -amount,
            )  # fmt: skip

    def _judge_bonds(self, treasury: str, one: _Collected) -> Iterator[Judgement]:
        power = self.system.catalog.treasuries[treasury].name
        due = one.bond or 0
        if one.bonds and not technology.has(one.state, power, WAR_BONDS):
            yield self._finding(
                treasury, one, "income.bonds", f"collects {one.bonds} for {WAR_BONDS}",
                f"it has not developed {WAR_BONDS}", one.bonds,
            )  # fmt: skip
        elif one.bonds != due:
            yield self._finding(
                treasury, one, "income.bonds", f"collects {one.bonds} for {WAR_BONDS}",
                f"its die shows {due}", one.bonds - due,
            )  # fmt: skip


def _named(objective: Objective, name: str) -> bool:
    """Whether an objective goes by a name, its own or another program's."""
    return name in (objective.name, *objective.aliases)
