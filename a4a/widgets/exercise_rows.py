"""What the page is told of an exercise being made: where it begins, its goals, the checklist."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from a4a.core.english import count_of, list_of
from a4a.lessons.asking import slug
from a4a.lessons.drafting import Draft, measured, missing, number_of
from a4a.lessons.goals import Goal, Not
from a4a.lessons.predicate import Finding, in_words
from a4a.lessons.scene import Scene


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


def draft_row(made: Draft) -> dict[str, Any]:
    """Return a draft as the page shows it.

    Examples
    --------
    >>> import a4a
    >>> from a4a.lessons.drafting import draft
    >>> row = draft_row(draft(a4a.game("war_in_europe_1939_1941"), 23))
    >>> row["line"], row["checks"][0]["done"]
    ('1 order: Attack', False)
    """
    return {
        "node": made.scene.node,
        "where": _where(made.scene),
        "line": _line(made.scene),
        "title": made.title,
        "brief": made.brief,
        "join": made.join,
        "goals": [_goal(made, goal) for goal in made.goals],
        "hints": list(made.hints),
        "deviations": [f"{_when(made, one.when)}: {one.text}" for one in made.deviations],
        "questions": [f"{one.text} ({one.__struct_config__.tag})" for one in made.questions],
        "checks": [item._asdict() for item in missing(made)],
        "offer": slug(made.title) if made.title.strip() else "",
    }


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
    kinds = tuple(dict.fromkeys(given.order for given in orders))
    return f"{count_of(len(orders), 'order')}: {list_of(kinds)}"


def _goal(made: Draft, goal: Goal) -> dict[str, Any]:
    found, field = measured(made, goal), number_of(goal)
    wanted = getattr(goal, field) if field else None
    line = found.line
    reached = line.reached if line is not None else None
    known = [number for number in (wanted, reached) if number is not None]
    return {
        "asked": _asked(made, goal),
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


def _asked(made: Draft, goal: Goal) -> str:
    """What a goal asks for, in words."""
    found = measured(made, goal)
    told = found.line or found.idle
    if told is not None:
        return told.asked
    field = number_of(goal)
    space, power = getattr(goal, "space", ""), getattr(goal, "power", "")
    number = in_words(getattr(goal, field), "chance" if field == "chance" else "") if field else ""
    return " ".join(part for part in (goal.name, power, space, number) if part)


def _when(made: Draft, goal: Goal) -> str:
    if isinstance(goal, Not):
        return f"not to {_asked(made, goal.of)}"
    return f"to {_asked(made, goal)}"
