"""Dice: how likely a shot hits, for dice of any number of faces, fair, biased or with low luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from a4a.core.errors import BattleError
from a4a.odds.given import one_of, real, shown, whole

RAREST: Final = 1e-3
"""How likely a face that can come up is, at least: so battles come to an end in time."""

Luck: TypeAlias = Literal["standard", "low luck"]
"""How the dice of a volley are thrown.

- standard: one die (or several, of which the best counts) for each shot.
- low luck: the values of single dice that an owner throws with the same weapon at the same targets
  are added up; each full set of faces is a hit, and one die is thrown for the rest. Shots that take
  the best of several dice are thrown as they are.
"""


Dies: TypeAlias = tuple[int, int] | tuple[int, int, int]
"""A shot: its value, how many dice are thrown for it, and how many of their highest faces cannot
come up, if any."""


@dataclass(frozen=True, slots=True)
class BattleDice:
    """The dice of a battle.

    A shot hits on its value or less.

    Parameters
    ----------
    faces
        Faces of a die: 6, 8, 12 ...
    weights
        How likely each face is, from 1 up, in any unit; empty for fair dice. None is rarer than
        `RAREST`, except faces that never come up.
    luck
        How volleys are thrown.
    natural
        How many of the highest faces hit whatever the value of a shot.

    Raises
    ------
    BattleError
        If there are no faces, or not as many weights as faces, or weights that are not valid.

    Examples
    --------
    >>> BattleDice().chance(2)
    0.3333333333333333
    >>> BattleDice().chance(4, best_of=2)
    0.8888888888888888
    >>> BattleDice(weights=(2, 1, 1, 1, 1, 0)).chance(1)
    0.3333333333333333
    >>> BattleDice(8, natural=1).chance(3)
    0.5
    """

    faces: int = 6
    weights: tuple[float, ...] = ()
    luck: Luck = "standard"
    natural: int = 0

    def __post_init__(self) -> None:
        whole(self.faces, "faces", least=1, most=1000)
        whole(self.natural, "natural", least=0, most=self.faces)
        if not isinstance(self.weights, tuple):
            raise BattleError(f"weights of faces are a tuple, not {shown(self.weights)}")
        if self.weights and len(self.weights) != self.faces:
            raise BattleError(f"{len(self.weights)} weights for dice of {self.faces} faces")
        weights = [real(weight, "a weight") for weight in self.weights]
        total = sum(weights)
        if weights and not (min(weights) >= 0 and 0 < total < float("inf")):
            raise BattleError("weights of faces are numbers of 0 or more, and not all 0")
        if any(0 < weight < total * RAREST for weight in weights):
            raise BattleError(f"weights of faces are 0, or at least {RAREST:g} of all together")
        if not one_of(self.luck, "standard", "low luck"):
            raise BattleError(f"dice are 'standard' or 'low luck', not {shown(self.luck)}")
        if self.luck == "low luck" and self.weights:
            raise BattleError("low luck adds up the values of fair dice: give no weights")

    def hitting(self, value: int) -> int:
        """Return how many faces hit for a shot of a value; none for one without."""
        return min(value + self.natural, self.faces) if value > 0 else 0

    def of(self, die: Dies) -> float:
        """Return the chance that a shot hits.

        Examples
        --------
        >>> BattleDice(12).of((6, 1)), BattleDice(12).of((6, 1, 3))
        (0.5, 0.6666666666666666)
        """
        value, best_of, *without = die
        chance = self.chance(value, best_of=best_of)
        return chance * self.faces / (self.faces - without[0]) if without else chance

    def chance(self, value: int, *, best_of: int = 1) -> float:
        """Return the chance that a shot hits.

        Parameters
        ----------
        value
            It hits on this or less.
        best_of
            Dice thrown for it, of which the best counts.
        """
        number = self.hitting(value)
        if self.weights:
            high = number - min(max(value, 0), self.faces)
            hit = sum(self.weights[: number - high]) + sum(self.weights[self.faces - high :])
            hit = float(hit / sum(self.weights))
        else:
            hit = number / self.faces
        return float(hit if best_of == 1 else 1.0 - (1.0 - hit) ** best_of)


Dice = BattleDice
"""The old name of `BattleDice`."""

FAIR: Final = BattleDice()
"""Fair dice of six faces."""
