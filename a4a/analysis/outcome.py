"""How a battle ends, as frames in the names of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from a4a.core.english import count_of
from a4a.core.errors import BattleError
from a4a.frames.schema import Column, FrameSchema
from a4a.odds.answer import Odds, Survivors, moments
from a4a.odds.battle import Battle
from a4a.odds.side_states import Whole

if TYPE_CHECKING:
    import polars as pl

_SIDE = Column("side", "String", '"attacker" or "defender"')
_UNIT = Column("unit", "String", 'The unit type, and what it is there for: "infantry (landing)"')
_CHANCE = Column("probability", "Float64", "How likely that is")

SCHEMAS: Mapping[str, FrameSchema] = {
    schema.name: schema
    for schema in (
        FrameSchema(
            "survivors",
            "The joint distribution: one row for each way in which the battle can end, "
            "likeliest first.",
            (
                _CHANCE,
                Column("result", "String", '"attacker takes", "attacker wins", "defender wins", '
                       '"both destroyed" or "both survive"'),
                Column("broken_off", "Boolean", "Whether a retreat or a limit of rounds ended it"),
                Column("attacker", "String", "What the attacker has left, in words"),
                Column("defender", "String", "What the defender has left, in words"),
                Column("attacker_left", "list[Int32]", "The same in numbers, in the order of "
                       "`attacker_units`", "units"),
                Column("defender_left", "list[Int32]", "The same in numbers, in the order of "
                       "`defender_units`", "units"),
                Column("attacker_lost", "Float64", "What the attacker has lost", "money"),
                Column("defender_lost", "Float64", "What the defender has lost", "money"),
                Column("swing", "Float64", "defender_lost - attacker_lost", "money"),
            ),
        ),
        FrameSchema(
            "marginals",
            "The distribution of each kind of unit: one row for each side, unit and number left.",
            (
                _SIDE,
                _UNIT,
                Column("left", "Int32", "How many are left", "units"),
                _CHANCE,
                Column("at_least", "Float64", "How likely so many or more are left"),
            ),
        ),
        FrameSchema(
            "losses",
            "What is lost on average: one row for each side and unit, then a row for all of "
            "the side. After waves, the defender's are those of all waves so far.",
            (
                _SIDE,
                Column(_UNIT.name, "String", _UNIT.text, nulls="for all units of the side"),
                Column("began", "Int32", "How many there were", "units"),
                Column("lost", "Float64", "How many are lost on average", "units"),
                Column("lost_sd", "Float64", "The standard deviation of that", "units"),
                Column("ipc", "Float64", "What they are worth, on average", "money"),
                Column("ipc_sd", "Float64", "The standard deviation of that", "money"),
            ),
        ),
        FrameSchema(
            "by_round",
            "How the battle goes: one row for each combat round, 0 for before the first, until "
            "it is over.",
            (
                Column("round", "Int32", "Which round has been fought"),
                Column("going_on", "Float64", "How likely the battle goes on after it"),
                Column("attacker_wins", "Float64", "How likely the attacker has won by then"),
                Column("defender_wins", "Float64", "How likely the defender has won by then"),
                Column("both_destroyed", "Float64", "How likely nobody was left by then"),
                Column("both_survive", "Float64", "How likely it ended with units on both sides"),
                Column("attacker_units", "Float64", "What the attacker has left, on average",
                       "units"),
                Column("defender_units", "Float64", "What the defender has left, on average",
                       "units"),
                Column("swing", "Float64", "What the defender has lost on average, less what the "
                       "attacker has", "money"),
            ),
        ),
        FrameSchema(
            "ipc_swing",
            "The distribution of the swing, what the defender loses less what the attacker loses.",
            (
                Column("swing", "Float64", "The swing, the least first", "money"),
                _CHANCE,
                Column("at_least", "Float64", "How likely it is that or more"),
            ),
        ),
    )
}  # fmt: skip
"""The schemas of the frames of `Outcome`, by name."""


class Outcome:
    """How a battle ends.

    The chances `attacker_wins`, `defender_wins`, `both_destroyed` and `both_survive` add up to 1,
    less what was `pruned`.

    Parameters
    ----------
    odds
        The odds, exact or simulated.
    battle
        The battle; None if it began in one of many ways.

    Attributes
    ----------
    odds : Odds
    """

    def __init__(self, odds: Odds, battle: Battle | None = None) -> None:
        self.odds = odds
        self._battle = battle

    # --- chances --------------------------------------------------------------------------------

    @property
    def attacker_wins(self) -> float:
        """How likely the attacker has units left and the defender has none."""
        return self.odds.attacker_wins

    @property
    def attacker_takes(self) -> float:
        """How likely the attacker wins with a unit there that can take the territory."""
        return self.odds.attacker_takes

    @property
    def defender_wins(self) -> float:
        """How likely the defender has units left and the attacker has none."""
        return self.odds.defender_wins

    @property
    def both_destroyed(self) -> float:
        """How likely nobody has units left."""
        return self.odds.both_destroyed

    @property
    def both_survive(self) -> float:
        """How likely both have units left: after a retreat, or where neither can hit the other."""
        return self.odds.both_survive

    @property
    def games(self) -> int:
        """How many played battles the answer rests on; 0 for an exact one."""
        return self.odds.games

    @property
    def pruned(self) -> float:
        """How much probability was left out."""
        return self.odds.pruned

    @property
    def rounds(self) -> float:
        """How many rounds are fought on average."""
        return self.odds.rounds

    @property
    def attacker_units(self) -> tuple[str, ...]:
        """The attacker's kinds of units."""
        return tuple(kind.name for kind in self.odds.attacker.kinds)

    @property
    def defender_units(self) -> tuple[str, ...]:
        """The defender's kinds of units."""
        return tuple(kind.name for kind in self.odds.defender.kinds)

    @property
    def swing(self) -> float:
        """What the defender loses on average, less what the attacker loses.

        After waves, the defender's losses are those of all of them, the attacker's of the last.
        """
        return self.odds.expected_swing

    @cached_property
    def swing_sd(self) -> float:
        """The standard deviation of the swing."""
        return moments(*self.odds.swings)[1]

    # --- frames ---------------------------------------------------------------------------------

    @cached_property
    def survivors(self) -> pl.DataFrame:
        """The joint distribution of what is left; schema ``SCHEMAS["survivors"]``."""
        import polars as pl

        odds = self.odds
        a_side, d_side = odds.attacker, odds.defender
        parts = []
        # Ways also differ by who is left that can take the territory: nobody who has retreated.
        takes = (a_side.captors > 0).astype(np.int64)[:, None]
        a_all, a_of = np.unique(np.hstack([a_side.living, takes]), axis=0, return_inverse=True)
        a_ways, may_take = a_all[:, :-1], a_all[:, -1] > 0
        d_ways, d_of = np.unique(d_side.living, axis=0, return_inverse=True)
        for table in (odds.finished, odds.broken_off):
            rows, columns = np.nonzero(table)
            cells = a_of.ravel()[rows] * len(d_ways) + d_of.ravel()[columns]
            found, index = np.unique(cells, return_inverse=True)
            chances = np.bincount(index.ravel(), weights=table[rows, columns], minlength=len(found))
            parts.append((found // len(d_ways), found % len(d_ways), chances))
        rows = np.concatenate([part[0] for part in parts])
        columns = np.concatenate([part[1] for part in parts])
        chances = np.concatenate([part[2] for part in parts])
        broken_off = np.repeat([False, True], [len(part[0]) for part in parts])
        a_lost, d_lost = _worth(a_side, a_ways)[rows], _worth(d_side, d_ways)[columns]
        frame = pl.DataFrame(
            {
                "probability": chances,
                "result": _results(a_ways, d_ways, may_take, rows, columns, broken_off),
                "broken_off": broken_off,
                "attacker": _words(a_side, a_ways)[rows],
                "defender": _words(d_side, d_ways)[columns],
                "attacker_left": a_ways[rows].tolist(),
                "defender_left": d_ways[columns].tolist(),
                "attacker_lost": a_lost,
                "defender_lost": d_lost,
                "swing": d_lost - a_lost,
            },
            schema=SCHEMAS["survivors"].polars({}),
            strict=False,
        )
        return frame.sort("probability", descending=True, maintain_order=True)

    @cached_property
    def marginals(self) -> pl.DataFrame:
        """How many of each kind of unit are left; schema ``SCHEMAS["marginals"]``."""
        import polars as pl

        rows: list[tuple[str, str, int, float, float]] = []
        for role, side, chances in self._sides:
            for i, kind in enumerate(side.kinds):
                by_number = np.bincount(side.living[:, i], chances, minlength=side.began[i] + 1)
                at_least = by_number[::-1].cumsum()[::-1]
                rows += [
                    (role, kind.name, left, float(by_number[left]), float(at_least[left]))
                    for left in range(len(by_number))
                ]
        return pl.DataFrame(rows, schema=SCHEMAS["marginals"].polars({}), orient="row")

    @cached_property
    def losses(self) -> pl.DataFrame:
        """What is lost on average; schema ``SCHEMAS["losses"]``.

        After waves, the defender's losses are those of all of them, the attacker's of the last.
        """
        import polars as pl

        rows: list[tuple[str, str | None, int, float, float, float, float]] = []
        for role, side, chances in self._sides:
            for i, kind in enumerate(side.kinds):
                mean, sd = moments(side.lost[:, i], chances)
                row = role, kind.name, side.began[i], mean, sd, mean * kind.cost, sd * kind.cost
                rows.append(row)
            units = moments(side.lost.sum(axis=1), chances)
            rows.append((role, None, sum(side.began), *units, *moments(side.cost, chances)))
        return pl.DataFrame(rows, schema=SCHEMAS["losses"].polars({}), orient="row")

    @cached_property
    def ipc_swing(self) -> pl.DataFrame:
        """The distribution of the swing; schema ``SCHEMAS["ipc_swing"]``."""
        import polars as pl

        return self.odds.swing.with_columns(
            pl.col("probability").cum_sum(reverse=True).alias("at_least")
        )

    @cached_property
    def by_round(self) -> pl.DataFrame:
        """How the battle goes, computed exactly; schema ``SCHEMAS["by_round"]``.

        Raises
        ------
        BattleError
            If it began in one of many ways: after another wave.
        """
        if self._battle is None:
            raise BattleError("a wave begins in one of many ways: it has no rounds in common")
        from a4a.odds.course import course

        return course(self._battle).rounds.cast(SCHEMAS["by_round"].polars({}))

    @cached_property
    def _sides(self) -> tuple[tuple[str, Survivors, np.ndarray], ...]:
        odds = self.odds
        return (
            ("attacker", odds.attacker, odds.chances.sum(axis=1)),
            ("defender", odds.defender, odds.chances.sum(axis=0)),
        )

    def __repr__(self) -> str:
        parts = [f"attacker wins {self.attacker_wins:.1%}"]
        if 0 < self.attacker_takes < self.attacker_wins - 5e-4:
            parts.append(f"takes {self.attacker_takes:.1%}")
        parts.append(f"defender wins {self.defender_wins:.1%}")
        if self.both_destroyed >= 5e-4:
            parts.append(f"both destroyed {self.both_destroyed:.1%}")
        if self.both_survive >= 5e-4:
            parts.append(f"both survive {self.both_survive:.1%}")
        parts.append(f"swing {self.swing:+.1f} (sd {self.swing_sd:.1f})")
        parts += [f"{self.games} games"] if self.games else []
        return f"<Outcome: {', '.join(parts)}>"


def _worth(side: Survivors, ways: Whole) -> np.ndarray:
    """What is lost where these numbers of each kind are left."""
    lost = np.array(side.began, dtype=np.int64) - ways
    return np.asarray(lost @ np.array([kind.cost for kind in side.kinds], dtype=float))


def _words(side: Survivors, ways: Whole) -> np.ndarray:
    names = [kind.name for kind in side.kinds]
    words = [
        ", ".join(count_of(n, name) for n, name in zip(way, names, strict=True) if n) or "none"
        for way in ways.tolist()
    ]
    return np.array(words, dtype=object)


def _results(
    a_ways: Whole,
    d_ways: Whole,
    may_take: np.ndarray,
    rows: Whole,
    columns: Whole,
    broken: np.ndarray,
) -> list[str]:
    attacker, defender = a_ways.sum(axis=1)[rows], d_ways.sum(axis=1)[columns]
    takes = may_take[rows] & ~broken
    names = np.select(
        [
            (defender == 0) & takes,
            (defender == 0) & (attacker > 0),
            (defender > 0) & (attacker == 0),
            (defender == 0) & (attacker == 0),
        ],
        ["attacker takes", "attacker wins", "defender wins", "both destroyed"],
        "both survive",
    )
    return [str(name) for name in names]
