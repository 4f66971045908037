"""How a raid can end, as every engine tells it: what is left of both sides, and the damage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from a4a.odds.throws import Real

if TYPE_CHECKING:
    import polars as pl

Force = tuple[int, ...]
"""What is left of each part of a side."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a side: the units of a kind, or the steps of a counter.

    Parameters
    ----------
    name
        What they are called.
    costs
        What is lost with none of them, with one, and so on to all.

    Examples
    --------
    >>> Part("fighter", (0, 10, 20)).began
    2
    """

    name: str
    costs: Sequence[float]

    @property
    def began(self) -> int:
        """How many there were."""
        return len(self.costs) - 1

    def cost(self, left: int) -> float:
        """Return what is lost if so many are left."""
        return self.costs[self.began - left]


@dataclass(frozen=True)
class RaidOdds:
    """The outcome of a raid.

    Attributes
    ----------
    attacker, defender
        The parts of the sides.
    room
        The most damage there can be.
    ends
        How likely it ends with so many left of each of the attacker's and the defender's parts, and
        so much damage.
    """

    attacker: tuple[Part, ...]
    defender: tuple[Part, ...]
    room: int
    ends: dict[tuple[Force, Force, int], float] = field(repr=False)

    @cached_property
    def damage(self) -> pl.DataFrame:
        """How much damage is done. Columns: ``damage``, ``probability``."""
        import polars as pl

        return pl.DataFrame(
            {"damage": range(self.room + 1), "probability": self._by_damage().tolist()}
        )

    @cached_property
    def expected_damage(self) -> float:
        """The damage done on average."""
        return float(self._by_damage() @ np.arange(self.room + 1))

    @cached_property
    def losses(self) -> pl.DataFrame:
        """How many units are lost.

        Columns: ``side``, ``kind``, ``began``, ``lost``, ``probability``.
        """
        import polars as pl

        found: dict[tuple[str, str, int, int], float] = {}
        for (attackers, defenders, _), chance in self.ends.items():
            for name, parts, left in (
                ("attacker", self.attacker, attackers),
                ("defender", self.defender, defenders),
            ):
                for part, count in zip(parts, left, strict=True):
                    key = name, part.name, part.began, part.began - count
                    found[key] = found.get(key, 0.0) + chance
        rows = [(*key, chance) for key, chance in sorted(found.items())]
        names = ["side", "kind", "began", "lost", "probability"]
        return pl.DataFrame(rows, schema=names, orient="row")

    @cached_property
    def swing(self) -> pl.DataFrame:
        """The distribution of the swing: what the defender loses, damage included, less the other.

        Columns: ``swing``, ``probability``; the least first.
        """
        import polars as pl

        found: dict[float, float] = {}
        for (attackers, defenders, damage), chance in self.ends.items():
            swing = damage + cost(self.defender, defenders) - cost(self.attacker, attackers)
            swing = round(swing, 9)
            found[swing] = found.get(swing, 0.0) + chance
        rows = sorted(found.items())
        names = {"swing": pl.Float64, "probability": pl.Float64}
        return pl.DataFrame(rows, schema=names, orient="row")

    @cached_property
    def expected_swing(self) -> float:
        """What the defender loses on average, damage included, less what the attacker loses."""
        return float((self.swing["swing"] * self.swing["probability"]).sum())

    @cached_property
    def forces(self) -> dict[tuple[Force, Force], float]:
        """How likely so many are left of both sides, whatever the damage."""
        found: dict[tuple[Force, Force], float] = {}
        for (attackers, defenders, _), chance in self.ends.items():
            found[attackers, defenders] = found.get((attackers, defenders), 0.0) + chance
        return found

    def _by_damage(self) -> Real:
        table = np.zeros(self.room + 1)
        for (_, _, damage), chance in self.ends.items():
            table[damage] += chance
        return table


def cost(parts: Sequence[Part], left: Force) -> float:
    """Return what a side has lost of which so much is left."""
    return sum(part.cost(number) for part, number in zip(parts, left, strict=True))


class RaidModel(ABC):
    """A raid as an engine takes it."""

    __slots__ = ()

    @abstractmethod
    def solve(self) -> RaidOdds:
        """Return how it ends, exactly.

        Raises
        ------
        BattleError
            If it is too large for that.
        """

    @property
    def beyond(self) -> str:
        """What can follow that is not in these odds, in words; "" if nothing can."""
        return ""
