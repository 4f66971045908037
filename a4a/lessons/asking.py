"""Questions as a teacher types them: a text, and an answer in a few lines."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import msgspec

from a4a.core.errors import A4AError
from a4a.lessons.questions import Question
from a4a.lessons.tables import FrameValue


def slug(text: str, *, taken: Collection[str] = (), otherwise: str = "exercise") -> str:
    """Return a name for files and marks that a text suggests, and that is not taken.

    Examples
    --------
    >>> slug("Paris in one blow!"), slug("?"), slug("Paris", taken={"paris"})
    ('paris-in-one-blow', 'exercise', 'paris-2')
    """
    found = re.sub("[^a-z0-9]+", "-", text.casefold()).strip("-")[:40].strip("-") or otherwise
    number, name = 1, found
    while name in taken:
        number += 1
        name = f"{found}-{number}"
    return name


def question_of(
    kind: str,
    text: str,
    answer: str,
    *,
    tolerance: float = 0.0,
    unit: str = "",
    of: FrameValue | None = None,
    when: str = "start",
    taken: Collection[str] = (),
) -> Question:
    r"""Return the question that is typed: its kind, its text, and what is right, a line for each.

    Parameters
    ----------
    kind
        "number", "choice", "space", "ranking" or "prose".
    text
        The question.
    answer
        The number; the options, those that are right with a "*" before them; the spaces that are
        right; the things in the right order; how many words are to be written.
    tolerance, unit
        Of a number: how far an answer may be off, and what it counts.
    of, when
        Of a number: what computes it instead of an answer, and whether as the exercise begins
        ("start") or as the window ends ("end").
    taken
        The ids of other questions.

    Raises
    ------
    A4AError
        If something is missing.

    Examples
    --------
    >>> found = question_of("choice", "Which is lost first?", "* infantry\ntank")
    >>> found.id, found.options, found.answer
    ('which-is-lost-first', ('infantry', 'tank'), ('infantry',))
    """
    lines = tuple(dict.fromkeys(line.strip() for line in answer.splitlines() if line.strip()))
    if not text.strip():
        raise A4AError("a question needs a text")
    if not lines and of is None:
        raise A4AError(f"say what is right: {_WANTED.get(kind, 'an answer')}")
    table: dict[str, Any] = {
        "kind": kind,
        "id": slug(text, taken=taken, otherwise="question"),
        "text": text.strip(),
    }
    match kind:
        case "number":
            table |= {"tolerance": tolerance, "unit": unit.strip()}
            table |= {"value": _number(lines[0])} if of is None else {"of": of, "when": when}
        case "choice":
            right = tuple(line[1:].strip() for line in lines if line.startswith("*"))
            table |= {"options": tuple(one.lstrip("* ") for one in lines), "answer": right}
            if not right:
                raise A4AError(f"say what is right: {_WANTED[kind]}")
        case "ranking":  # as it is offered it must not be in order
            table |= {"items": _out_of_order(lines), "answer": lines}
        case "prose":
            table |= {"words": int(_number(lines[0]))}
        case _:
            table |= {"answer": lines}
    try:
        found: Question = msgspec.convert(table, Question)
    except msgspec.ValidationError as error:
        raise A4AError(f"the question is not understood: {error}") from None
    return found


_WANTED = {
    "number": "a number",
    "choice": 'an option a line, with a "*" before each that is right',
    "space": "the name of a space a line",
    "ranking": "a thing a line, in the right order",
    "prose": "how many words at least",
}


def _number(text: str) -> float:
    try:
        return float(text.rstrip("% ").replace(",", "."))
    except ValueError:
        raise A4AError(f"a number is wanted, not {text[:80]!r}") from None


def _out_of_order(items: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(sorted(items))
    return found if found != items else tuple(reversed(items))
