"""Why a move may not be made: a rule, the reason in words, what would be allowed."""

from __future__ import annotations

from typing import NamedTuple

from a4a.core.errors import Advice, RuleViolation
from a4a.rules.book import RuleBook


class Refusal(NamedTuple):
    """A reason against a move.

    Parameters
    ----------
    rule
        What the rule is cited by: the engine's key, or the id that a list of the dataset names;
        "" where the order does not even make sense.
    why
        The reason in words.
    allowed
        What would be allowed, or what finds it out; "" for the moves that the units may make.
    first
        What would let the move be made if done first, where nothing more exact is found.
    """

    rule: str
    why: str
    allowed: Advice = ""
    first: str = ""


def refuse(
    book: RuleBook, refusal: Refusal, *, tried: str, units: tuple[int, ...] = ()
) -> RuleViolation:
    """Make the error of a refusal, with the units that stand in the way; the caller raises it."""
    rule, why, allowed, _ = refusal
    if not rule:
        return RuleViolation(why, tried=tried, allowed=allowed, units=units)
    return book.violation(rule, why, tried=tried, allowed=allowed, units=units)
