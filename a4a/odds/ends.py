"""How a battle can end, as every engine tells it: who wins, holds and retreats, what is lost.

An engine solves a battle (`Model`) and gives its ends (`Ends`): a table of what both sides have
left, for each result. Dice against dice (`answer.Odds`) and fire on a chart are told alike, so
that nobody who reads them has to ask which it was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from a4a.core.errors import BattleError
from a4a.odds.steps import Role

Real: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]

Whom: TypeAlias = Literal["attacker", "defender", "nobody"]
"""One of the sides, or neither."""


class Result(NamedTuple):
    """What comes of a battle, whatever is left of the sides.

    Parameters
    ----------
    winner
        Who wins.
    holds
        Who has what was fought for: the defender, unless the attacker takes it.
    retreats
        Whose units retreat.
    advances
        Who may go where the beaten side stood.
    broken_off
        Whether a retreat or a limit of rounds ended it before it was fought out.
    """

    winner: Whom
    holds: Role = "defender"
    retreats: Whom = "nobody"
    advances: Whom = "nobody"
    broken_off: bool = False


class Remains(Protocol):
    """What can be left of a side: a row for each way, a column for each kind of unit.

    Kinds have numbers of units, or of steps where units are single counters.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The kinds."""
        ...

    @property
    def began(self) -> tuple[int, ...]:
        """How many of each kind there were."""
        ...

    @property
    def living(self) -> Whole:
        """How many of each kind are left."""
        ...

    @property
    def values(self) -> Real:
        """What has been lost of each kind is worth."""
        ...


class Ends(ABC):
    """How a battle can end, and how likely each way is.

    Attributes
    ----------
    attacker, defender
        What can be left of the sides: rows and columns of the tables.
    games
        How many games the odds rest on; 0 if they are exact.
    pruned
        Probability that was left out.
    rounds
        Rounds that are fought on average.
    to_the_end
        Whether it is fought until a side is gone or retreats; if not, both may have units left
        whoever wins.
    """

    attacker: Remains
    defender: Remains
    games: int
    pruned: float
    rounds: float
    to_the_end: ClassVar[bool] = True

    @abstractmethod
    def results(self) -> Iterator[tuple[Result, Real]]:
        """Yield each result with its table: how likely it comes with these survivors."""

    def chance(
        self, *, winner: Whom | None = None, holds: Role | None = None, retreats: Whom | None = None
    ) -> float:
        """Return how likely it ends so: who wins, holds and retreats, as far as is said."""
        return sum(
            float(table.sum())
            for result, table in self.results()
            if winner in (None, result.winner)
            and holds in (None, result.holds)
            and retreats in (None, result.retreats)
        )

    @cached_property
    def chances(self) -> Real:
        """How likely the battle ends with these survivors, whatever the result."""
        return np.asarray(sum(table for _, table in self.results()))

    @cached_property
    def attacker_wins(self) -> float:
        """How likely the attacker wins."""
        return self.chance(winner="attacker")

    @cached_property
    def defender_wins(self) -> float:
        """How likely the defender wins."""
        return self.chance(winner="defender")

    @cached_property
    def nobody_wins(self) -> float:
        """How likely nobody wins."""
        return self.chance(winner="nobody")

    @cached_property
    def attacker_takes(self) -> float:
        """How likely the attacker gets what is fought for."""
        return self.chance(winner="attacker", holds="attacker")

    @cached_property
    def expected_swing(self) -> float:
        """What the defender loses on average, less what the attacker loses."""
        rows, columns = self.chances.sum(axis=1), self.chances.sum(axis=0)
        return float(columns @ cost(self.defender) - rows @ cost(self.attacker))

    @cached_property
    def swings(self) -> tuple[Real, Real]:
        """What the swing can be, the least first, and how likely each is."""
        swing = cost(self.defender)[None, :] - cost(self.attacker)[:, None]
        shown = self.chances > 0
        values, index = np.unique(np.round(swing[shown], 9), return_inverse=True)
        chances = np.bincount(index, weights=self.chances[shown], minlength=len(values))
        return values, chances.astype(float)

    def lost(self, role: Role) -> tuple[Real, Real]:
        """Return the values that a side can lose, the least first, and how likely each is."""
        side, axis = (self.attacker, 1) if role == "attacker" else (self.defender, 0)
        values, index = np.unique(np.round(cost(side), 9), return_inverse=True)
        weights = self.chances.sum(axis=axis)
        chances = np.bincount(index.ravel(), weights=weights, minlength=len(values))
        return values, chances.astype(float)


def cost(side: Remains) -> Real:
    """Return what a side has lost, by way."""
    return np.asarray(side.values.sum(axis=1))


class Model(ABC):
    """A battle as an engine takes it."""

    __slots__ = ()

    @abstractmethod
    def solve(self) -> Ends:
        """Return how it ends: exactly, or as often as it was played if only play can tell.

        Raises
        ------
        BattleError
            If it is too large for that.
        """

    def judge(self, games: int) -> Ends:
        """Return how it ends, exactly; by playing it so many times if it is too large for that."""
        return self.solve()

    def simulate(self, games: int, *, seed: int) -> Ends:
        """Return how it ends, by playing it so many times with seeded dice.

        Raises
        ------
        BattleError
            If its engine plays none.
        """
        raise BattleError("battles on a chart are solved: there is nothing to play")

    @abstractmethod
    def cost(self, role: Role) -> float:
        """Return what a side can lose."""

    @abstractmethod
    def lacks(self) -> Role | None:
        """Return the side that has nobody in the battle; None if both have somebody."""

    @abstractmethod
    def explain(self, kind: str) -> str:
        """Return the battle in words: what fights with what, and how losses are taken.

        Parameters
        ----------
        kind
            What is fought: "land", "sea" ...
        """

    @property
    def beyond(self) -> str:
        """What can follow that is not in these odds, in words; "" if nothing can."""
        return ""

    @abstractmethod
    def called(self, role: Role) -> tuple[tuple[str, frozenset[str]], ...]:
        """Return the kinds of a side as its ends have them: names, and words for what they are.

        The name of their unit type is among the words.
        """
