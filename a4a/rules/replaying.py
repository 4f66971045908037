"""Playing a recorded game again: its orders must cause what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from a4a.core.dice import ScriptedDice
from a4a.core.errors import A4AError, RecordError, RuleViolation
from a4a.core.events import AnyEvent, Die, Rolled
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.rules.judgement import Judge, Judgement
from a4a.rules.order import read
from a4a.rules.ruleset import Ruleset
from a4a.rules.run import Run


def replay(ruleset: Ruleset, record: GameRecord, *, line: str = "main") -> None:
    """Give a record's orders again, with the rolls it recorded: they must cause the same events.

    Parameters
    ----------
    ruleset
        The rules it was played by.
    record
        What to test.
    line
        The line: "main", or the name of a variation.

    Raises
    ------
    RecordError
        If an order is refused, or causes other events than were recorded; the message names the
        step.
    """
    judge = ReplayJudge(ruleset)
    for node in record.line(line):
        if (step := record.steps.get(node)) is not None:
            before, after = record.state_at(step.parent), record.state_at(node)
            _refuse_any(judge.judge(before, step, after))
    _refuse_any(judge.close())


def _refuse_any(found: Iterator[Judgement]) -> None:
    for judgement in found:
        raise RecordError(f"step {judgement.node}: {judgement.what}: {judgement.says}")


class ReplayJudge(Judge):
    """Judges a game by its own orders: each is given again, with the dice it rolled.

    A refused order is a finding, and so are events that the order does not cause. What an order
    caused may be in several steps: turns that began by themselves are steps of their own. So is
    what happens by itself before the first order.

    Parameters
    ----------
    ruleset
        The rules it was played by.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self._ruleset = ruleset
        self._given: tuple[State, Step] | None = None
        self._opening: tuple[State, Step] | None = None
        self._caused: list[AnyEvent] = []

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the order before this step's: all it caused is known now."""
        if step.order is None and step.cause == "engine":
            if self._given is not None:
                self._caused += step.events
            elif step.parent == 0:
                self._opening = before, step
            return
        yield from self._settled()
        if step.order is not None:
            if self._opening is not None:  # it is a game that was played, not written down
                yield from _begun(self._ruleset, *self._opening)
                self._opening = None
            self._given, self._caused = (before, step), list(step.events)

    def close(self) -> Iterator[Judgement]:
        """Yield what is wrong with the last order."""
        yield from self._settled()

    def _settled(self) -> Iterator[Judgement]:
        """Yield what is wrong with the order before, once all that it caused is known."""
        if self._given is None:
            return
        before, step = self._given
        self._given = None
        self.judged["order"] += 1
        try:
            events = _again(self._ruleset, before, step, self._caused)
        except RuleViolation as refusal:
            yield _finding(step, "its order is refused", str(refusal), rule=refusal.rule)
        except A4AError as error:
            yield _finding(step, "its order cannot be carried out", str(error))
        else:
            if (difference := _difference(events, self._caused)) is not None:
                yield _finding(step, "its order causes other events than were recorded", difference)


def _begun(ruleset: Ruleset, start: State, step: Step) -> Iterator[Judgement]:
    """Yield what is wrong with what a game begins with, before the first order."""
    run = Run(start, ScriptedDice([d.face for d in _dice(step.events)]))
    ruleset.begin(run)
    if run.events and (difference := _difference(run.events, step.events)) is not None:
        yield _finding(step, "it begins otherwise than was recorded", difference)


def _dice(events: Sequence[AnyEvent]) -> Iterator[Die]:
    """The dice that were rolled."""
    for event in events:
        if isinstance(event, Rolled):
            yield from event.dice


def _finding(step: Step, what: str, says: str, *, rule: str = "") -> Judgement:
    power = step.actors[0] if step.actors else ""
    return Judgement(
        topic="order", severity="illegal", rule=rule, what=what, says=says, power=power,
        node=step.id,
    )  # fmt: skip


def _again(
    ruleset: Ruleset, state: State, step: Step, recorded: Sequence[AnyEvent]
) -> list[AnyEvent]:
    """Give the order of a step again; return what it causes."""
    assert step.order is not None
    order = read(step.order, dict(ruleset.orders))
    asked = ruleset.decision(state)
    if asked is None or order.kind not in asked.orders:
        raise RuleViolation(f"nobody was asked for it, {order.kind}")
    ruleset.verify(state, order)
    dice = ScriptedDice([d.face for d in _dice(recorded)])
    run = Run(state, dice)
    ruleset.execute(run, order)
    if dice.left:
        raise A4AError(f"{dice.left} of the dice that were recorded are not rolled")
    return run.events


def _difference(events: Sequence[AnyEvent], recorded: Sequence[AnyEvent]) -> str | None:
    """Say where the events of an order part from those recorded; None if they do not."""
    if list(events) == list(recorded):
        return None
    pairs = zip(events, recorded, strict=False)
    first = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(events), len(recorded)))
    caused = [msgspec.to_builtins(event) for event in events[first : first + 1]]
    return f"from event {first} on, it causes {caused}"
