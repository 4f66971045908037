"""The checklist of an exercise being made: what it needs, and what makes it a good one."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from a4a.core.errors import A4AError
from a4a.lessons.drafting import Draft, DraftWindow
from a4a.lessons.proposing import Measured, judged, measured


class Item(NamedTuple):
    """A line of the checklist.

    Parameters
    ----------
    text
        What there should be.
    done
        Whether there is.
    needed
        Whether it cannot be written without.
    why
        What is found instead.
    """

    text: str
    done: bool
    needed: bool = False
    why: str = ""


def missing(made: Draft) -> tuple[Item, ...]:
    """Return the checklist of a draft: what an exercise needs, and what makes it a good one.

    Examples
    --------
    >>> import a4a
    >>> from a4a.lessons.drafting import draft
    >>> made = draft(a4a.game("war_in_europe_1939_1941"), 23)
    >>> [item.text for item in missing(made) if item.needed and not item.done]
    ['It has a title', 'It has a goal or a question']
    """
    items = [
        Item("It has a title", bool(made.title.strip()), True),
        Item("It has a brief: what is to be done", bool(made.brief.strip())),
        Item("It has a goal or a question", bool(made.decided or made.questions), True),
    ]
    for number, window in enumerate(made.decided, start=1):
        of_it = _missing(window, made)
        if len(made.decided) > 1:
            goal = Item("It has a goal", bool(window.goals))
            of_it = [one._replace(text=f"Part {number}: {one.text}") for one in (goal, *of_it)]
        items += of_it
    return tuple(items)


def _missing(window: DraftWindow, made: Draft) -> list[Item]:
    """What is missing in a window."""
    scene = window.scene
    asked, line = scene.asked, scene.line
    ending = "" if asked else scene.rules.ending(scene.record.state_at(scene.node))
    goal = window.goal
    whole = Measured(None, None)
    if goal is not None:
        whole = measured(scene, goal, questions=made.questions)
    passes = whole.line is not None and whole.line.met is True
    fails = whole.idle is not None and whole.idle.met is False
    return [
        Item("Something is decided where it begins", asked is not None, True, ending),
        Item("There is an author's line", bool(line.orders), why=line.fault),
        Item("The author's line passes", passes, why="" if passes else _why(whole)),
        Item("Deciding nothing does not pass", fails or whole.idle is None),
        Item("There is a hint", bool(window.hints)),
        Item("A typical mistake is answered", bool(window.deviations)),
        _unsaid(window, made),
    ]


def _unsaid(window: DraftWindow, made: Draft) -> Item:
    """Whether the author's own line would be told that it is a mistake."""
    found = list[str]()
    for deviation in window.deviations:
        with suppress(A4AError):
            finding = judged(deviation.when, window.scene.line.moment, made.questions)
            if finding is not None and finding.met:
                found.append(deviation.text)
    return Item("No mistake is found in the author's line", not found, why="; ".join(found))


def _why(found: Measured) -> str:
    if found.line is None:
        return found.fault
    open_leaves = [leaf for leaf in found.line.leaves() if leaf.met is not True]
    return "; ".join(f"{leaf.asked}: {leaf.said}" for leaf in open_leaves)
