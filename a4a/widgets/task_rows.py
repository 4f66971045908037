"""What the page is told of an attempt: task, hints, verdict, questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from a4a.core.prose import Tree, prose
from a4a.lessons.attempt import Attempt
from a4a.lessons.predicate import Finding, in_words
from a4a.lessons.questions import Choice, Number, Prose, Question, Ranking
from a4a.lessons.verdict import Verdict


def task_row(attempt: Attempt) -> dict[str, Any]:
    """Return the task as it stands: what is to be done, hints given, what is left.

    Examples
    --------
    >>> import a4a
    >>> row = task_row(a4a.attempt("europe-1940-france"))
    >>> row["title"], row["windows"], row["hints_left"]
    ('Paris in one blow', 1, 2)
    """
    plan = attempt.exercise.plan
    row: dict[str, Any] = {
        "title": plan.title,
        "brief": _prose(plan.brief),
        "windows": len(plan.windows),
        "window": attempt.number,
        "name": attempt.name,
        "file": attempt.record.file.name if attempt.record.file else "",
    }
    if not plan.windows:
        return row
    window = attempt.window
    used = attempt.hints_used.get(attempt.number, 0)
    return row | {
        "window_title": window.title,
        "window_brief": _prose(window.brief),
        "hints": [_prose(hint) for hint in window.hints[:used]],
        "hints_left": len(window.hints) - used,
        "tries": attempt.tries_of(attempt.number),
        "tries_left": attempt.tries_left,
        "closed": attempt.closed,
        "ghost": bool(window.ghost),
        "done": sorted({one.window for one in attempt.tries}),
    }


def verdict_row(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict: the result, and a row for each predicate."""
    leaves = verdict.finding.leaves() if verdict.finding else ()
    return {
        "result": verdict.result,
        "lines": [_leaf(leaf) for leaf in leaves],
        "said": verdict.deviation or ("" if leaves else verdict.lines[0]),
    }


def question_row(question: Question, answer: object, found: Finding | None) -> dict[str, Any]:
    """Return a question with what it is answered with, and whether that is right if it is known."""
    row: dict[str, Any] = {
        "id": question.id,
        "kind": str(question.__struct_config__.tag),
        "text": _prose(question.text),
        "answer": answer,
        "met": None,
        "why": "",
    }
    match question:
        case Number():
            row["unit"] = question.unit
        case Choice():
            row["items"] = question.options
        case Ranking():
            row["items"] = question.items
        case Prose():
            row["words"] = question.words
    if answer is not None and found is not None:
        row |= {"met": found.met, "why": found.why}
        if found.met and question.after:
            row["after"] = _prose(question.after)
    return row


def _leaf(leaf: Finding) -> Mapping[str, Any]:
    reached = "" if leaf.reached is None else in_words(leaf.reached, leaf.measure)
    return {"met": leaf.met, "asked": leaf.asked, "reached": reached, "why": leaf.why}


def _prose(text: str) -> Tree:
    return prose(text, lines="joined")
