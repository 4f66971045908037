"""The decisions that only this book has, laid out in forms, by the kind of order that answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from a4a.core.state import State
from a4a.rules.areas.system import System
from a4a.rules.choices import Answer, Answers, Form
from a4a.rules.decision import Decision
from a4a.rules.systems.deluxe3g40.orders import ChooseSide
from a4a.rules.systems.deluxe3g40.turn.assigning import assignments


def _sides(system: System, state: State, asked: Decision) -> Form:
    """A button for each side."""
    answers = tuple(Answer(f"The {side} first", ChooseSide(side)) for side in asked.options)
    return Answers(asked.text, answers)


FORMS: Mapping[str, Callable[[System, State, Decision], Form]] = {
    "Assign": assignments,
    "ChooseSide": _sides,
}
