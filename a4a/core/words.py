"""Events in words: one plain English sentence each, the same for every system.

The words are plain text: code that shows them on a page must escape them.
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.battle_words import outcome_of as outcome_of
from a4a.core.english import capitalized as capitalized
from a4a.core.english import count_of as count_of
from a4a.core.english import list_of as list_of
from a4a.core.errors import RecordError
from a4a.core.fold import Fold
from a4a.core.phrases import powers as powers
from a4a.core.sentences import SENTENCES
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.telling import told as told


def describe(event: ev.AnyEvent, before: State) -> str:
    """Say what an event means.

    Parameters
    ----------
    event
        The event.
    before
        The state it happened in: it tells which units the ids are.

    Returns
    -------
    str
        A sentence without a full stop. Plain text, never HTML.
    """
    words = SENTENCES.get(type(event))
    if words is None:
        raise RecordError(f"a {type(event).__name__} is not an event")
    text = words(event, before)
    return text if isinstance(event, ev.Noted) else capitalized(text)


def describe_step(step: Step, before: State) -> tuple[str, ...]:
    """Say what each event of a step means, in order.

    Raises
    ------
    RecordError
        If an event cannot have happened there.
    """
    lines: list[str] = []
    fold = Fold(before)
    for event in step.events:
        lines.append(describe(event, fold.working))
        fold.apply(event)
    return tuple(lines)
