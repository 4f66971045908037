"""The verdict on a window: what was reached, what was wanted, and what is said to it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from a4a.core.errors import A4AError
from a4a.lessons.moment import Moment
from a4a.lessons.plan import Deviation, Window
from a4a.lessons.predicate import Finding, in_words
from a4a.lessons.written import Answered

Result: TypeAlias = Literal["passed", "not yet", "failed"]
"""Whether a goal is reached; "not yet" while the window is open, or a teacher has to read."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is judged of a window: the decision, not the dice.

    Parameters
    ----------
    result
        Whether it is passed.
    finding
        What its goal found, with the numbers; None where the goal is not at hand.
    deviation
        What is said of a typical mistake that was made, or "".
    """

    result: Result
    finding: Finding | None = None
    deviation: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """It in words, a line for each predicate.

        Each begins with "+" where the predicate holds, "-" where it does not, "?" where it is open.
        """
        if self.finding is None:
            return ("your teacher has the goals",)
        signs = {True: "+", False: "-", None: "?"}
        told = [
            f"{signs[leaf.met]} {leaf.asked}: {_numbers(leaf)}{leaf.why}"
            for leaf in self.finding.leaves()
        ]
        return (*told, self.deviation) if self.deviation else tuple(told)

    def __str__(self) -> str:
        return "\n".join((self.result, *self.lines))


def judged(window: Window | None, moment: Moment) -> Verdict:
    """Judge a window at a moment, or all questions where there is no window.

    Whether something is passed or failed is said once the window has ended.
    """
    goal = Answered() if window is None else window.goal
    if goal is None:
        return Verdict(result="not yet")
    finding = goal.judge(moment)
    result: Result = "not yet"
    if moment.closed and finding.met is not None:
        result = "passed" if finding.met else "failed"
    said = "" if window is None or result == "passed" else _said(window.deviations, moment)
    return Verdict(result=result, finding=finding, deviation=said)


def _said(deviations: tuple[Deviation, ...], moment: Moment) -> str:
    """What is said of the first typical mistake that was made."""
    for deviation in deviations:
        try:
            finding = deviation.when.judge(moment)
        except A4AError:
            continue
        if finding.met:
            return filled(deviation.text, finding)
    return ""


def filled(text: str, finding: Finding) -> str:
    """Put what was found into the places of a text that are named for it.

    Examples
    --------
    >>> taken = Finding(
    ...     goal="takes", asked="", met=False, reached=0.31, measure="chance", spaces=("France",)
    ... )
    >>> filled("{space}: {reached}, not {size}", taken)
    'France: 31.0 %, not {size}'
    """
    leaf = finding.leaves()[0]
    parts = {
        "{reached}": leaf.said,
        "{wanted}": "" if leaf.wanted is None else in_words(leaf.wanted, leaf.measure),
        "{space}": leaf.spaces[0] if leaf.spaces else "",
    }
    for place, said in parts.items():
        text = text.replace(place, said)
    return text


def _numbers(leaf: Finding) -> str:
    return f"{in_words(leaf.reached, leaf.measure)}; " if leaf.reached is not None else ""
