"""The stages of a step: its events one by one, each with the state it happened in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from a4a.core.events import Event
from a4a.core.fold import Fold
from a4a.core.state import State
from a4a.core.steps import Step

_Kind = TypeVar("_Kind", bound=Event)


def stages(before: State, step: Step, *kinds: type[_Kind]) -> Iterator[tuple[int, State, _Kind]]:
    """Yield the events of some kinds in a step: number, state before the event, event.

    The events of a step may go through several phases; only the states asked for are made.
    """
    fold: Fold | None = None
    folded = 0
    for number, event in enumerate(step.events):
        if not isinstance(event, kinds):
            continue
        if number == 0:
            yield 0, before, event
            continue
        fold = fold or Fold(before)
        fold.apply_all(step.events[folded:number])
        folded = number
        yield number, fold.state(), event
