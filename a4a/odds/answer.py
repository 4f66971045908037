"""The answer: how a battle ends, how likely each way is, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle, Kind
from a4a.odds.ends import Ends, Result, Whom
from a4a.odds.lines import LEAVING, WITHDRAWN
from a4a.odds.side_states import SideStates

if TYPE_CHECKING:
    import polars as pl

    from a4a.odds.course import Course

Real: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class Survivors:
    """What can be left of a side.

    Attributes
    ----------
    kinds
        Its kinds of units.
    began
        How many of each there were.
    living, damaged
        By outcome and kind: how many are left, and how many of them are damaged.
    present
        By outcome and kind: how many of those left are in the battle to its end; others have
        retreated or submerged.
    away
        By outcome: if none is in the battle to its end, who has left for that (`SideStates.away`);
        of size 0 if nobody can.
    """

    kinds: tuple[Kind, ...]
    began: tuple[int, ...]
    living: Whole
    damaged: Whole
    present: Whole
    away: Whole = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    @classmethod
    def of(cls, side: SideStates) -> Survivors:
        """Take a side's states as outcomes; what is no unit is left out."""
        shown = [i for i, g in enumerate(side.groups) if g.kind.is_unit and g.count]
        tables = side.living, side.damaged, side.present
        if len(shown) < len(side.groups):
            tables = side.living[:, shown], side.damaged[:, shown], side.present[:, shown]
        return cls(
            tuple(side.groups[i].kind for i in shown),
            tuple(side.groups[i].count for i in shown),
            *tables,
            side.away,
        )

    @cached_property
    def lost_all(self) -> Flags:
        """By outcome: whether no unit is left."""
        return np.asarray(self.units == 0)

    @cached_property
    def gone(self) -> Flags:
        """By outcome: whether nobody is left where it was fought: lost, or away for good."""
        return self.lost_all | (self.away > 0) if self.away.size else self.lost_all

    @cached_property
    def fled(self) -> Flags:
        """By outcome: whether all who are left have retreated under fire."""
        if not self.away.size:
            return np.zeros_like(self.lost_all)
        return ((self.away & (LEAVING | WITHDRAWN)) > 0) & ~self.lost_all

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its kinds."""
        return tuple(kind.name for kind in self.kinds)

    @cached_property
    def values(self) -> Real:
        """By outcome and kind: what is lost is worth."""
        return np.asarray(self.lost * np.array([kind.cost for kind in self.kinds], dtype=float))

    @cached_property
    def lost(self) -> Whole:
        """By outcome and kind: how many are lost."""
        return np.asarray(np.array(self.began, dtype=np.int64) - self.living)

    @cached_property
    def units(self) -> Whole:
        """By outcome: how many units are left."""
        return np.asarray(self.living.sum(axis=1))

    @cached_property
    def cost(self) -> Real:
        """By outcome: what is lost."""
        return np.asarray(self.lost @ np.array([kind.cost for kind in self.kinds], dtype=float))

    @cached_property
    def captors(self) -> Whole:
        """By outcome: how many units are present that can take what is fought over.

        Units that have retreated cannot, even if others fight on.
        """
        able = [i for i, kind in enumerate(self.kinds) if "captures" in kind.tags]
        return np.asarray(self.present[:, able].sum(axis=1))


@dataclass(frozen=True)
class Odds(Ends):
    """How a battle of dice against dice ends.

    `attacker_wins`, `defender_wins`, `both_destroyed` and `both_survive` add up to 1 (less what was
    `pruned`).

    Attributes
    ----------
    attacker, defender
        What can be left of the sides: rows and columns of the tables.
    finished, broken_off
        How likely the battle ends with these survivors: fought out; or broken off, by a retreat or
        after the last round allowed.
    pruned
        Probability that was left out.
    rounds
        Rounds that are fought on average.
    games
        How many games the odds rest on; 0 if they are exact.
    battle
        The battle, if it was one.
    """

    attacker: Survivors
    defender: Survivors
    finished: Real = field(repr=False)
    broken_off: Real = field(repr=False)
    pruned: float
    rounds: float
    games: int = 0
    battle: Battle | None = field(default=None, repr=False)

    @cached_property
    def chances(self) -> Real:
        """How likely the battle ends with these survivors, fought out or broken off."""
        return np.asarray(self.finished + self.broken_off)

    def results(self) -> Iterator[tuple[Result, Real]]:
        """Yield each result with its table: how likely it comes with these survivors."""
        ours, theirs = self.attacker, self.defender
        captors = ours.captors > 0
        withdraws = self.battle is not None and self.battle.retreat is not None
        lost, fled = theirs.gone & ~theirs.fled, theirs.fled
        for broken_off, table in ((False, self.finished), (True, self.broken_off)):
            takes = np.zeros_like(captors) if broken_off else captors
            wins = ~(takes | ours.lost_all)
            retreats: Whom = "attacker" if broken_off and withdraws else "nobody"
            for result, rows, columns in (
                (Result("attacker", "attacker"), takes, lost),
                (Result("attacker", "attacker", "defender"), takes, fled),
                (Result("attacker", broken_off=broken_off), wins & ~ours.fled, lost),
                (Result("attacker", "defender", "attacker"), wins & ours.fled, lost),
                (Result("attacker", "defender", "defender", broken_off=broken_off), wins, fled),
                (Result("defender", broken_off=broken_off), ours.gone & ~ours.fled, ~theirs.gone),
                (Result("defender", "defender", "attacker"), ours.fled, ~theirs.gone),
                (Result("nobody", broken_off=broken_off), ours.lost_all, lost),
                (Result("nobody", "defender", "defender"), ours.lost_all, fled),
                (
                    Result("nobody", "defender", retreats, broken_off=broken_off),
                    ~ours.gone, ~theirs.gone,
                ),
            ):  # fmt: skip
                if rows.any() and columns.any():
                    yield result, np.where(rows[:, None] & columns[None, :], table, 0.0)

    def _chance(self, table: Real, attacker: Flags, defender: Flags) -> float:
        return float(attacker.astype(float) @ table @ defender.astype(float))

    @cached_property
    def attacker_wins(self) -> float:
        """How likely the attacker has units left, and no defender is where it was fought."""
        return self._chance(self.chances, ~self.attacker.lost_all, self.defender.gone)

    @cached_property
    def defender_wins(self) -> float:
        """How likely defenders are where it was fought, and no attacker is."""
        return self._chance(self.chances, self.attacker.gone, ~self.defender.gone)

    @cached_property
    def both_destroyed(self) -> float:
        """How likely no attacker is left, and no defender is where it was fought."""
        return self._chance(self.chances, self.attacker.lost_all, self.defender.gone)

    @cached_property
    def both_survive(self) -> float:
        """How likely both sides have units left: after a retreat, or where neither can hit."""
        return self._chance(self.chances, ~self.attacker.gone, ~self.defender.gone)

    @cached_property
    def attacker_takes(self) -> float:
        """How likely the attacker wins with a unit there that can take what is fought over."""
        return self._chance(self.finished, self.attacker.captors > 0, self.defender.gone)

    @cached_property
    def expected_swing(self) -> float:
        """What the defender loses on average, less what the attacker loses."""
        rows, columns = self.chances.sum(axis=1), self.chances.sum(axis=0)
        return float(columns @ self.defender.cost - rows @ self.attacker.cost)

    @cached_property
    def survivors(self) -> pl.DataFrame:
        """The joint distribution: one row for each way the battle can end.

        Columns: ``attacker KIND`` and ``defender KIND`` (units left), ``broken_off``, and
        ``probability``; the likeliest first.
        """
        import polars as pl

        parts = []
        for broken_off, table in ((False, self.finished), (True, self.broken_off)):
            rows, columns = np.nonzero(table)
            data: dict[str, object] = {}
            for name, side, index in (
                ("attacker", self.attacker, rows),
                ("defender", self.defender, columns),
            ):
                for i, kind in enumerate(side.kinds):
                    data[f"{name} {kind.name}"] = side.living[index, i]
            data["broken_off"] = np.full(len(rows), broken_off)
            data["probability"] = table[rows, columns]
            parts.append(pl.DataFrame(data))
        frame = pl.concat(parts)
        keys = frame.columns[:-1]
        return (
            frame.group_by(keys, maintain_order=True)
            .agg(pl.col("probability").sum())
            .sort("probability", descending=True, maintain_order=True)
        )

    @cached_property
    def losses(self) -> pl.DataFrame:
        """How many units of each kind are lost: one row for each side, kind and number lost.

        Columns: ``side``, ``kind``, ``began``, ``lost``, ``probability``.
        """
        import polars as pl

        data: dict[str, list[object]] = {
            name: [] for name in ("side", "kind", "began", "lost", "probability")
        }
        for name, side, chances in self._sides():
            for i, kind in enumerate(side.kinds):
                numbers = np.bincount(side.lost[:, i], weights=chances, minlength=side.began[i] + 1)
                for lost, chance in enumerate(numbers.tolist()):
                    row = (name, kind.name, side.began[i], lost, chance)
                    for column, value in zip(data.values(), row, strict=True):
                        column.append(value)
        return pl.DataFrame(data)

    @cached_property
    def summary(self) -> pl.DataFrame:
        """What is lost on average: one row for each side and kind, and one for each side's cost.

        Columns: ``side``, ``kind`` ("" for the cost of all), ``began``, ``mean``, ``sd``.
        """
        import polars as pl

        rows = []
        for name, side, chances in self._sides():
            columns = [
                (kind.name, float(side.began[i]), side.lost[:, i].astype(float))
                for i, kind in enumerate(side.kinds)
            ]
            worth = float(sum(k.cost * n for k, n in zip(side.kinds, side.began, strict=True)))
            columns.append(("", worth, side.cost))
            for kind_name, began, lost in columns:
                rows.append((name, kind_name, began, *moments(lost, chances)))
        names = ["side", "kind", "began", "mean", "sd"]
        return pl.DataFrame(rows, schema=names, orient="row")

    @cached_property
    def swing(self) -> pl.DataFrame:
        """The distribution of the swing: what the defender loses less what the attacker loses.

        Columns: ``swing``, ``probability``; the least first.
        """
        import polars as pl

        values, chances = self.swings
        return pl.DataFrame({"swing": values, "probability": chances})

    @cached_property
    def by_round(self) -> Course:
        """How the battle goes, round by round: exact.

        Raises
        ------
        BattleError
            If these are the odds of several battles.
        """
        from a4a.odds.course import course

        if self.battle is None:
            raise BattleError("several battles have no common rounds")
        return course(self.battle)

    def _sides(self) -> tuple[tuple[str, Survivors, Real], tuple[str, Survivors, Real]]:
        return (
            ("attacker", self.attacker, self.chances.sum(axis=1)),
            ("defender", self.defender, self.chances.sum(axis=0)),
        )


def moments(values: Real | Whole, chances: Real) -> tuple[float, float]:
    """Return the mean and the standard deviation of values.

    Examples
    --------
    >>> moments(np.array([0.0, 2.0]), np.array([0.5, 0.5]))
    (1.0, 1.0)
    """
    total = float(chances.sum()) or 1.0
    mean = float(values @ chances) / total
    return mean, float(np.sqrt(max(0.0, float((values - mean) ** 2 @ chances) / total)))
