"""Judging games of 3G40 Deluxe, those too that were played elsewhere and written down.

Orders are given again. What is written down without an order is judged where it equals one; all
else is taken as written, and the judge says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, Literal

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.steps import TABLE, Step
from a4a.core.words import describe_step
from a4a.rules.areas.audit.declarations import Declarations
from a4a.rules.areas.audit.judge import AreasJudge
from a4a.rules.areas.audit.moves import MoveJudge
from a4a.rules.areas.audit.telling import refused
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.areas.audit.turns import Turns
from a4a.rules.areas.orders import Buy, Place
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.judgement import Judgement
from a4a.rules.obeying import verify
from a4a.rules.replaying import ReplayJudge
from a4a.rules.run import Run

if TYPE_CHECKING:
    from a4a.rules.areas.ruleset.flow import AreasRuleset

WRITTEN: Final[tuple[type[TopicJudge], ...]] = (Turns, Declarations, MoveJudge)
"""What the engine judges of entries without orders as the book has it."""

UNJUDGED: Final = (
    "taken as written, and not judged: only moves, purchases, placements and declarations of war "
    "are, without orders"
)
"""What is said of an entry that nobody judges."""


class DeluxeJudge(AreasJudge):
    """Judges steps with orders by giving these again, and entries of a scoresheet.

    Parameters
    ----------
    ruleset
        The rules.
    options
        All options of the record.
    program
        The program that recorded it.

    Examples
    --------
    >>> import a4a
    >>> sheet = a4a.scoresheet("deluxe3g40")
    >>> entry = sheet.turn("Germany", "Combat Move", round=1)
    >>> move = sheet.moved("Germany", "regular infantry", start="Norway", end="United Kingdom")
    >>> move.advice[0].rule
    'AA-SET-026'
    >>> sheet.income("Germany", 3).advice[0].severity
    'unknown'
    """

    def __init__(
        self, ruleset: AreasRuleset, options: Mapping[str, ev.Value], program: str
    ) -> None:
        written = program == TABLE
        super().__init__(ruleset.game, options, program, topics=WRITTEN if written else ())
        self._ruleset = ruleset
        self._orders = ReplayJudge(ruleset)
        self._orders.judged = self.judged
        self._entries = written

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with a step."""
        yield from self._orders.judge(before, step, after)
        yield from super().judge(before, step, after)
        if self._entries and step.order is None and step.cause == "order":
            yield from self._entry(before, step)

    def close(self) -> Iterator[Judgement]:
        """Yield what is left to say at the end of the line."""
        yield from self._orders.close()
        yield from super().close()

    def _entry(self, state: State, step: Step) -> Iterator[Judgement]:
        """Judge what was written down as the order it equals; what equals none is as it says."""
        for number, event in enumerate(step.events):
            match event:
                case ev.Bought(treasury=treasury, lines=lines):
                    units = {line.unit_type: line.count for line in lines}
                    yield from self._bought(state, Buy(treasury, units, power=event.power), step)
                    return
                case ev.UnitsPlaced(units=ids, place=str(place), reason="mobilized"):
                    now = state.apply(*step.events[:number])
                    self.judged["placement"] += 1
                    order = Place(ids, place, power=now.unit(ids[0]).owner)
                    yield from self._refused(now, order, "placement")
                    return
                case ev.UnitsMoved() | ev.RelationChanged() | ev.Noted():
                    if not any(isinstance(other, ev.BattleOpened) for other in step.events):
                        return
        yield Judgement(
            topic="order", severity="unknown", rule="", what="; ".join(describe_step(step, state)),
            says=UNJUDGED, power=next(iter(step.actors), ""),
        )  # fmt: skip

    def _bought(self, state: State, order: Buy, step: Step) -> Iterator[Judgement]:
        """Judge a purchase and what was paid for it."""
        self.judged["purchase"] += 1
        wrong = list(self._refused(state, order, "purchase"))
        yield from wrong
        phase = self._taking(state, order)
        if wrong or phase is None:
            return
        run = Run(state, ScriptedDice(()))
        phase.carry_out(run, order.power, order)
        due, paid = _paid(run.events, order.treasury), _paid(step.events, order.treasury)
        if due != paid:
            yield Judgement(
                topic="purchase", severity="illegal",
                rule=self._ruleset.game.book.cite("purchase.paid"),
                what="; ".join(describe_step(step, state)),
                says=f"{due} {state.catalog.currency} are due in this phase, not {paid}",
                power=order.power, difference=due - paid,
            )  # fmt: skip

    def _refused(
        self, state: State, order: Buy | Place, topic: Literal["purchase", "placement"]
    ) -> Iterator[Judgement]:
        phase = self._taking(state, order)
        try:
            if phase is None:
                verify(self._ruleset, state, order)
            else:
                phase.check(state, order.power, order)
        except RuleViolation as violation:
            yield refused(violation, topic, power=order.power)

    def _taking(self, state: State, order: Buy | Place) -> LockstepPhase | None:
        """The phase that takes an order of a power now, though it has no more to decide in it."""
        phase = self._ruleset.phase(state)
        if not isinstance(phase, LockstepPhase) or order.kind not in phase.takes:
            return None
        return phase if order.power in state.active and phase.has(state, order.power) else None


def _paid(events: Iterable[ev.AnyEvent], treasury: str) -> int:
    """What a treasury has given for a purchase."""
    return -sum(
        event.amount
        for event in events
        if isinstance(event, ev.ResourceChanged) and event.treasury == treasury
    )
