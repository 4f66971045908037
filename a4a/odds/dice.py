"""Dice: how likely a shot hits, for dice of any number of faces, fair, biased or with low luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from a4a.core.errors import BattleError

Luck: TypeAlias = Literal["standard", "low luck"]
"""How the dice of a volley are thrown.

- standard: one die (or several, of which the best counts) for each shot.
- low luck: the values of single dice that an owner throws with the same weapon at the same targets
  are added up; each full set of faces is a hit, and one die is thrown for the rest. Shots that take
  the best of several dice are thrown as they are.
"""


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a battle.

    A shot hits on its value or less.

    Parameters
    ----------
    faces
        Faces of a die: 6, 8, 12 ...
    weights
        How likely each face is, from 1 up, in any unit; empty for fair dice.
    luck
        How volleys are thrown.

    Raises
    ------
    BattleError
        If there are no faces, or not as many weights as faces, or weights below zero.

    Examples
    --------
    >>> Dice().chance(2)
    0.3333333333333333
    >>> Dice().chance(4, best_of=2)
    0.8888888888888888
    >>> Dice(weights=(2, 1, 1, 1, 1, 0)).chance(1)
    0.3333333333333333
    """

    faces: int = 6
    weights: tuple[float, ...] = ()
    luck: Luck = "standard"

    def __post_init__(self) -> None:
        if not 1 <= self.faces <= 1000:
            raise BattleError(f"a die has 1 to 1000 faces, not {self.faces}")
        if self.weights and len(self.weights) != self.faces:
            raise BattleError(f"{len(self.weights)} weights for dice of {self.faces} faces")
        if self.weights and not (min(self.weights) >= 0 and 0 < sum(self.weights) < float("inf")):
            raise BattleError("weights of faces are numbers of 0 or more, and not all 0")
        if self.luck not in ("standard", "low luck"):
            raise BattleError(f"dice are 'standard' or 'low luck', not {self.luck!r}")
        if self.luck == "low luck" and self.weights:
            raise BattleError("low luck adds up the values of fair dice: give no weights")

    def chance(self, value: int, *, best_of: int = 1) -> float:
        """Return the chance that a shot hits.

        Parameters
        ----------
        value
            It hits on this or less.
        best_of
            Dice thrown for it, of which the best counts.
        """
        value = min(max(value, 0), self.faces)
        if self.weights:
            hit = float(sum(self.weights[:value]) / sum(self.weights))
        else:
            hit = value / self.faces
        return float(hit if best_of == 1 else 1.0 - (1.0 - hit) ** best_of)


FAIR: Final = Dice()
"""Fair dice of six faces."""
