"""Goals: a tree of predicates, as exercises write them."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

import msgspec

from a4a.lessons.attacks import Committed, Holds, Swing, Takes, Threatens
from a4a.lessons.ground import Controls, Income, Legal, Reaches
from a4a.lessons.lab import Supposed
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import Finding, Predicate
from a4a.lessons.tables import FrameValue
from a4a.lessons.written import Answered, Written


class All(Predicate, frozen=True, tag="all"):
    """All of some goals.

    Examples
    --------
    >>> from a4a.lessons.reading import goal_of
    >>> goal = goal_of(
    ...     '''
    ...     goal = "all"
    ...     goals = [
    ...       { goal = "takes", space = "France", chance = 0.85 },
    ...       { goal = "committed", most = 120 },
    ...     ]
    ...     '''
    ... )
    >>> [part.name for part in goal.goals]
    ['takes', 'committed']
    """

    goals: tuple[Goal, ...]

    def judge(self, moment: Moment) -> Finding:
        """Hold where each of them does; fail where one of them does."""
        parts = tuple(goal.judge(moment) for goal in self.goals)
        met = [part.met for part in parts]
        found = False if False in met else None if None in met else True
        return _made_of(self, parts, found, " and ")


class Any(Predicate, frozen=True, tag="any"):
    """At least one of some goals."""

    goals: tuple[Goal, ...]

    def judge(self, moment: Moment) -> Finding:
        """Hold where one of them does; fail where all of them do."""
        parts = tuple(goal.judge(moment) for goal in self.goals)
        met = [part.met for part in parts]
        found = True if True in met else None if None in met else False
        return _made_of(self, parts, found, " or ")


class Not(Predicate, frozen=True, tag="not"):
    """The contrary of a goal.

    Examples
    --------
    >>> import a4a
    >>> goal = Not(of=Takes(space="France", chance=0.65))
    >>> goal.judge(a4a.attempt("europe-1940-france").moment()).asked
    'take France with less than 65.0 %'
    """

    of: Goal

    def judge(self, moment: Moment) -> Finding:
        """Hold where it does not."""
        part = self.of.judge(moment)
        found = None if part.met is None else not part.met
        if not part.parts:
            return msgspec.structs.replace(
                part, goal=self.name, asked=_contrary(part.asked), met=found
            )
        return Finding(
            goal=self.name,
            asked=f"not: {part.asked}",
            met=found,
            why=part.why,
            spaces=part.spaces,
            parts=(part,),
        )


Goal: TypeAlias = (
    All | Any | Not
    | Takes | Holds | Threatens | Committed | Swing
    | Controls | Income | Reaches | Legal
    | FrameValue | Supposed | Answered | Written
)  # fmt: skip
"""All goals there are. A new predicate gets its word here."""


def _contrary(asked: str) -> str:
    """What is asked where the contrary of something is."""
    for limit, beyond in _BEYOND.items():
        said, found = re.subn(limit, beyond, asked, count=1)
        if found:
            return said
    return f"not: {asked}"


_BEYOND: Final = {
    "with at least ": "with less than ",
    r"([\d.]+) at most": r"more than \1",
    r"([\d.]+) at least": r"less than \1",
}


def _made_of(
    goal: Predicate, parts: tuple[Finding, ...], met: bool | None, between: str
) -> Finding:
    return Finding(
        goal=goal.name,
        asked=between.join(part.asked for part in parts),
        met=met,
        spaces=tuple(dict.fromkeys(space for part in parts for space in part.spaces)),
        parts=parts,
    )
