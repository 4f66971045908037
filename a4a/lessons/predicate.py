"""What a goal is made of: predicates, each of which finds something true, false or still open."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

SLACK: Final = 1e-9
"""A number that is so little below what is wanted is what is wanted."""

if TYPE_CHECKING:
    from a4a.core.record import GameRecord
    from a4a.lessons.moment import Moment

Measure: TypeAlias = Literal["", "chance", "money", "count"]
"""What a number of a finding counts: nothing, a probability, money, or things."""


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a predicate found at the end of a window.

    Parameters
    ----------
    goal
        The predicate's name in an exercise: "takes", "all".
    asked
        What was asked, in words: "take France with at least 85 %".
    met
        Whether it holds; None while that is open (an answer is missing, a teacher has to read).
    why
        The number reached, and the odds or the rule behind it, in words.
    reached, wanted
        The number reached and the number wanted, where it is about numbers.
    measure
        What they count.
    spaces
        The spaces it is about.
    parts
        The findings it is made of.
    """

    goal: str
    asked: str
    met: bool | None
    why: str = ""
    reached: float | None = None
    wanted: float | None = None
    measure: Measure = ""
    spaces: tuple[str, ...] = ()
    parts: tuple[Finding, ...] = ()

    @property
    def said(self) -> str:
        """The number reached in words, or the reason where there is none."""
        return self.why if self.reached is None else in_words(self.reached, self.measure)

    def leaves(self) -> tuple[Finding, ...]:
        """Return the findings that are made of no others."""
        if not self.parts:
            return (self,)
        return tuple(leaf for part in self.parts for leaf in part.leaves())


class Predicate(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="goal",
):
    """The root of all goals. Each is a value that can be written in an exercise.

    A predicate judges a moment: the end of a window, before any dice. So whatever the dice do
    then, it finds the same.
    """

    @abstractmethod
    def judge(self, moment: Moment) -> Finding:
        """Say whether it holds at a moment, with the numbers."""

    def check(self, record: GameRecord) -> None:
        """Refuse what it names that the game does not have; A4AError.

        Fields that name a space, a power or a type of unit are called so in every predicate.
        """
        for field, known in (
            ("space", record.board.space),
            ("power", record.catalog.power),
            ("unit", record.catalog.unit_type),
        ):
            if name := getattr(self, field, ""):
                known(name)

    @property
    def name(self) -> str:
        """What exercises call it."""
        return str(self.__struct_config__.tag)


def in_words(number: float, measure: Measure) -> str:
    """Return a number as people say it.

    Examples
    --------
    >>> in_words(0.8467, "chance"), in_words(82.0, "money"), in_words(15.266, "money")
    ('84.7 %', '82', '15.3')
    """
    if measure == "chance":
        return f"{number * 100:.1f} %"
    return f"{number:.0f}" if abs(number - round(number)) < 1e-9 else f"{number:.1f}"
