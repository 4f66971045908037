"""Guesses beside what was played, all judged before any dice; and how they went so far."""

from __future__ import annotations

from typing import Final

import msgspec

from a4a.lessons.worth import Worth

_AS_MUCH: Final = 0.05
"""What makes no difference: less than is told."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What was guessed beside what was played, both judged before any dice.

    Parameters
    ----------
    yours, played
        What each attack is worth, the best first.
    """

    yours: tuple[Worth, ...]
    played: tuple[Worth, ...]

    @property
    def difference(self) -> float:
        """How much more (or less, below zero) the guess is worth than what was played."""
        return sum(one.value for one in self.yours) - sum(one.value for one in self.played)

    @property
    def alike(self) -> tuple[str, ...]:
        """The spaces that both attack."""
        theirs = {one.space for one in self.played}
        return tuple(one.space for one in self.yours if one.space in theirs)

    @property
    def lines(self) -> tuple[str, ...]:
        """It in words, line by line."""
        told = ["You:", *(f"  {one}" for one in self.yours or ["no attack"])]
        told += ["Played:", *(f"  {one}" for one in self.played or ["no attack"])]
        return (*told, f"Yours is worth {worth_beside(self.difference)}.")

    def __str__(self) -> str:
        return "\n".join(self.lines)


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """How guesses went so far.

    Parameters
    ----------
    compared
        Each guess beside what was played, as it was first made.

    Examples
    --------
    >>> str(Score())
    'nothing guessed yet'
    """

    compared: tuple[Comparison, ...] = ()

    @property
    def difference(self) -> float:
        """How much more (or less, below zero) the guesses are worth than what was played."""
        return sum(one.difference for one in self.compared)

    @property
    def as_good(self) -> int:
        """How many guesses are worth as much as what was played, or more."""
        return sum(one.difference > -_AS_MUCH for one in self.compared)

    @property
    def alike(self) -> int:
        """How many of the attacks that were played were guessed."""
        return sum(len(one.alike) for one in self.compared)

    @property
    def attacks(self) -> int:
        """How many attacks were played."""
        return sum(len(one.played) for one in self.compared)

    def __str__(self) -> str:
        if not self.compared:
            return "nothing guessed yet"
        made = len(self.compared)
        return (
            f"{self.as_good} of {made} {'guess' if made == 1 else 'guesses'} as good as what was "
            f"played, or better; {self.alike} of {self.attacks} attacks guessed; "
            f"{worth_beside(self.difference)} in all"
        )


def worth_beside(difference: float) -> str:
    """Say how much more something is worth than what it stands beside."""
    if abs(difference) < _AS_MUCH:
        return "as much"
    return f"{abs(difference):.1f} {'more' if difference > 0 else 'less'}"
