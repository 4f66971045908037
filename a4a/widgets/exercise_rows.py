"""What the page is told of an exercise being made: where it begins, its goals, the checklist."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from a4a.core.english import count_of, list_of
from a4a.frames.contract import schemas
from a4a.lessons.asking import slug
from a4a.lessons.checklist import missing
from a4a.lessons.computing import columns_of, numbers_of
from a4a.lessons.drafting import Draft, DraftWindow
from a4a.lessons.goals import Goal, Not
from a4a.lessons.predicate import Finding, in_words
from a4a.lessons.proposing import measured, number_of
from a4a.lessons.questions import Choice, Number, Place, Prose, Question, Ranking
from a4a.lessons.scene import Scene
from a4a.lessons.tables import FrameValue
from a4a.rules.order import in_plain_words
from a4a.widgets.exercise_kept import kept


class Kind(NamedTuple):
    """A kind of goal, and what has to be told of it.

    Parameters
    ----------
    goal, label
        What exercises call it, and what teachers read.
    fields
        The fields to be filled in: "space", "power".
    measure
        What its number counts: "chance", "number", or "".
    """

    goal: str
    label: str
    fields: tuple[str, ...] = ()
    measure: str = ""


KINDS: Final = (
    Kind("takes", "Take a space", ("space",), "chance"),
    Kind("holds", "Hold a space against a counter-attack", ("space",), "chance"),
    Kind("threatens", "Be able to attack a space", ("space",), "chance"),
    Kind("committed", "Send no more than", ("any space",), "number"),
    Kind("swing", "Gain in battles at least", ("any space",), "number"),
    Kind("controls", "A power controls a space", ("power", "space")),
    Kind("income", "A power's spaces yield at least", ("power",), "number"),
    Kind("reaches", "Units of a power are in a space", ("power", "space"), "number"),
    Kind("legal", "Leave nothing the rules object to"),
)
"""The goals that are made by clicks; the others are written in the TOML."""


def draft_row(made: Draft, at: int = 0) -> dict[str, Any]:
    """Return a draft as the page shows it.

    Parameters
    ----------
    made
        The draft.
    at
        The number of the window that is shown, from 0.

    Examples
    --------
    >>> import a4a
    >>> from a4a.lessons.drafting import draft
    >>> row = draft_row(draft(a4a.game("war_in_europe_1939_1941"), 23))
    >>> row["line"], row["checks"][0]["done"]
    ('1 order: Attack', False)
    """
    window = made.windows[at]
    return {
        "node": window.scene.node,
        "at": at,
        "parts": [_part(one) for one in made.windows],
        "where": _where(window.scene),
        "line": _line(window.scene),
        "title": made.title,
        "brief": made.brief,
        "part_title": window.title,
        "part_brief": window.brief,
        "join": window.join,
        "goals": [_goal(made, window.scene, goal) for goal in window.goals],
        "limits": _limits(window),
        "hints": list(window.hints),
        "deviations": [
            f"{_when(made, window.scene, one.when)}: {one.text}" for one in window.deviations
        ],
        "questions": [f"{one.text} ({_question(one)})" for one in made.questions],
        "kept": list(kept(made, window)),
        "checks": [item._asdict() for item in missing(made)],
        "offer": slug(made.title) if made.title.strip() else "",
    }


def frame_rows() -> list[dict[str, Any]]:
    """Return the frames that numbers are computed from: by what rows are chosen, what is counted.

    Examples
    --------
    >>> [row["numbers"] for row in frame_rows() if row["frame"] == "control"][0][-1]
    'since_turn'
    """
    return [
        {
            "frame": name,
            "text": schema.text,
            "columns": list(columns_of(name)),
            "numbers": list(numbers_of(name)),
        }
        for name, schema in schemas.items()
    ]


def _limits(window: DraftWindow) -> dict[str, Any]:
    """How many orders and tries there are, 0 for any number, and which kinds of orders."""
    now = window.scene.window()
    kinds = [
        {
            "kind": kind,
            "label": in_plain_words(kind),
            "on": not now.orders or kind in now.orders,
        }
        for kind in window.kinds
    ]
    return {"orders": now.budget.orders, "tries": now.budget.tries, "kinds": kinds}


def _part(window: DraftWindow) -> str:
    time = window.scene.record.time(window.scene.node)
    phase = window.scene.record.state_at(window.scene.node).phase
    return window.title or f"round {time.round}{phase and f', {phase}'}"


def _question(asked: Question) -> str:
    """The kind of a question, and what is right."""
    kind = str(asked.__struct_config__.tag)
    match asked:
        case Number(of=FrameValue() as of):
            right = of.words
        case Number(value=value, unit=unit):
            right = "computed" if value is None else f"{value:g} {unit}".strip()
        case Prose(words=words):
            right = count_of(words, "word")
        case Ranking(answer=answer):
            right = ", ".join(answer)
        case Choice(answer=answer) | Place(answer=answer):
            right = " or ".join(answer)
    return f"{kind}: {right}" if right else kind


def _where(scene: Scene) -> str:
    time = scene.record.time(scene.node)
    asked = scene.asked
    who = list_of(asked.powers) if asked else "nobody"
    phase = scene.record.state_at(scene.node).phase
    return ", ".join(part for part in (f"round {time.round}", phase, f"{who} decides") if part)


def _line(scene: Scene) -> str:
    orders = scene.line.orders
    if not orders:
        how = 'play on with "What if …", then press "Line to this step"'
        return f"none: {scene.line.fault}; {how}"
    kinds = dict.fromkeys(in_plain_words(given.order) for given in orders)
    return f"{count_of(len(orders), 'order')}: {list_of(kinds)}"


def _goal(made: Draft, scene: Scene, goal: Goal) -> dict[str, Any]:
    found, field = measured(scene, goal, questions=made.questions), number_of(goal)
    wanted = getattr(goal, field) if field else None
    line = found.line
    reached = line.reached if line is not None else None
    known = [number for number in (wanted, reached) if number is not None]
    return {
        "asked": _asked(made, scene, goal),
        "wanted": wanted,
        "chance": field == "chance",
        "top": 1 if field == "chance" else max(20, math.ceil(max([0, *known]) / 10) * 20),
        "met": None if line is None else line.met,
        "line": "" if line is None else _said(line),
        "idle": "" if found.idle is None else _said(found.idle),
        "fault": found.fault,
    }


def _said(found: Finding) -> str:
    return found.said if found.reached is not None else ("yes" if found.met else "no")


def _asked(made: Draft, scene: Scene, goal: Goal) -> str:
    """What a goal asks for, in words."""
    found = measured(scene, goal, questions=made.questions)
    told = found.line or found.idle
    if told is not None:
        return told.asked
    field = number_of(goal)
    space, power = getattr(goal, "space", ""), getattr(goal, "power", "")
    number = in_words(getattr(goal, field), "chance" if field == "chance" else "") if field else ""
    return " ".join(part for part in (goal.name, power, space, number) if part)


def _when(made: Draft, scene: Scene, goal: Goal) -> str:
    if isinstance(goal, Not):
        return f"not to {_asked(made, scene, goal.of)}"
    return f"to {_asked(made, scene, goal)}"
