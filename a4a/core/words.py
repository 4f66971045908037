"""Events in words: one plain English sentence each, the same for every system.

The words are plain text: code that shows them on a page must escape them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import groupby
from typing import TypeGuard

from a4a.core import events as ev
from a4a.core.battle_words import outcome_of as outcome_of
from a4a.core.english import capitalized
from a4a.core.english import count_of as count_of
from a4a.core.english import list_of as list_of
from a4a.core.errors import RecordError
from a4a.core.fold import Fold
from a4a.core.sentences import SENTENCES
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Holding


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


def told(step: Step, lines: Iterable[str]) -> tuple[str, ...]:
    """Return a step's lines, one for each event, as a log tells them, with nothing said twice.

    A purchase implies that it was paid for and that its units can be placed; a retreat, that its
    units left the battle. Spaces that change in the same way share a line.
    """
    bought = [event for event in step.events if isinstance(event, ev.Bought)]
    buyers = {event.power for event in bought}
    treasuries = {event.treasury for event in bought}
    retreated = {
        unit
        for event in step.events
        if isinstance(event, ev.UnitsMoved) and event.mode == "retreat"
        for unit in event.units
    }
    said = [
        (event, words)
        for event, words in zip(step.events, lines, strict=True)
        if not _told_by_purchase(event, buyers, treasuries)
        and not (_of_units(event) and retreated.issuperset(event.units))
    ]
    return tuple(_together(said))


def _of_units(event: ev.AnyEvent) -> TypeGuard[ev.BattleLeft | ev.Decided]:
    """Whether an event says that units leave a battle, as their retreat says, too."""
    if isinstance(event, ev.Decided):
        return event.kind == "retreat" and bool(event.units)
    return isinstance(event, ev.BattleLeft)


def _together(said: Iterable[tuple[ev.AnyEvent, str]]) -> Iterator[str]:
    """Join consecutive lines that say the same of several spaces into one."""
    for tail, alike in groupby(said, key=_said_of_space):
        lines = [words for _, words in alike]
        if tail and len(lines) > 1:
            spaces = [line.removesuffix(tail) for line in lines]
            first, *others = [s.replace("Sea zone", "sea zone", 1) for s in spaces]
            yield f"{capitalized(list_of((first, *others)))}{tail.replace(' is ', ' are ', 1)}"
        else:
            yield from lines


def _said_of_space(told: tuple[ev.AnyEvent, str]) -> str:
    """What a line says of a space after its name (" is now pro-Axis"), or ""."""
    event, words = told
    name, found, rest = words.partition(" is ")
    return f"{found}{rest}" if isinstance(event, ev.ValueChanged) and " of " not in name else ""


def _told_by_purchase(event: ev.AnyEvent, buyers: Set[str], treasuries: Set[str]) -> bool:
    match event:
        case ev.ResourceChanged(treasury=treasury, reason="purchase"):
            return treasury in treasuries
        case ev.UnitsAdded(units=units, reason="purchase"):
            return all(isinstance(u.place, Holding) and u.owner in buyers for u in units)
    return False
