"""How a battle ends, as frames in the names of a game."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from a4a.analysis.outcome_contract import SCHEMAS
from a4a.core.english import count_of
from a4a.core.errors import BattleError
from a4a.odds.answer import moments
from a4a.odds.battle import Battle
from a4a.odds.ends import Ends, Model, Real, Remains, Result, Whole, cost
from a4a.odds.tallied import interval

if TYPE_CHECKING:
    import polars as pl

    from a4a.odds.steps import Role


class Outcome:
    """How a battle ends.

    The chances `attacker_wins`, `defender_wins` and `nobody_wins` add up to 1, less what was
    `pruned`.

    Parameters
    ----------
    odds
        The odds, exact or simulated.
    battle
        The battle; None if it began in one of many ways.

    Attributes
    ----------
    odds : Ends
    """

    def __init__(self, odds: Ends, battle: Model | None = None) -> None:
        self.odds = odds
        self._battle = battle

    # --- chances --------------------------------------------------------------------------------

    @property
    def attacker_wins(self) -> float:
        """How likely the attacker wins: in a battle to the end, as only it has units left."""
        return self.odds.attacker_wins

    @property
    def attacker_takes(self) -> float:
        """How likely the attacker wins with a unit there that can take the place."""
        return self.odds.attacker_takes

    @property
    def defender_wins(self) -> float:
        """How likely the defender wins: in a battle to the end, as only it has units left."""
        return self.odds.defender_wins

    @property
    def nobody_wins(self) -> float:
        """How likely nobody wins."""
        return self.odds.nobody_wins

    @cached_property
    def both_destroyed(self) -> float:
        """How likely nobody wins a battle to the end, as nobody has units left."""
        return self._nobody(some=False)

    @cached_property
    def both_survive(self) -> float:
        """How likely nobody wins a battle to the end: both have units left, as after a retreat."""
        return self._nobody(some=True)

    def _nobody(self, *, some: bool) -> float:
        """How likely nobody wins, and both have some units left, or none."""
        if not self.odds.to_the_end:
            return 0.0
        rows, columns = (
            side.living.any(axis=1) == some for side in (self.odds.attacker, self.odds.defender)
        )
        drawn = (table for result, table in self.odds.results() if result.winner == "nobody")
        return float(sum(rows @ table @ columns for table in drawn))

    def retreats(self, role: Role) -> float:
        """Return how likely units of a side retreat."""
        return self.odds.chance(retreats=role)

    @property
    def games(self) -> int:
        """How many played battles the answer rests on; 0 for an exact one."""
        return self.odds.games

    def interval(self, chance: float, *, level: float = 0.95) -> tuple[float, float]:
        """Return between which chances the true one lies, of one that was found here.

        Parameters
        ----------
        chance
            One of the chances of this answer: ``outcome.attacker_wins``.
        level
            How sure that shall be. An exact answer is sure: both ends are the chance itself.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle("global1940", attacker={"tank": 1}, defender={"infantry": 1})
        >>> played = b.simulate(400)
        >>> low, high = played.interval(played.attacker_wins)
        >>> low < b.odds().attacker_wins < high, round(high - low, 2)
        (True, 0.1)
        """
        return interval(chance, self.games, level)

    @property
    def pruned(self) -> float:
        """How much probability was left out."""
        return self.odds.pruned

    @property
    def rounds(self) -> float:
        """How many rounds, or stages, are fought on average."""
        return self.odds.rounds

    @property
    def attacker_units(self) -> tuple[str, ...]:
        """The attacker's kinds of units."""
        return self.odds.attacker.names

    @property
    def defender_units(self) -> tuple[str, ...]:
        """The defender's kinds of units."""
        return self.odds.defender.names

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
    def results(self) -> pl.DataFrame:
        """Who wins, holds, retreats and may advance; schema ``SCHEMAS["results"]``."""
        import polars as pl

        lost = cost(self.odds.attacker)[:, None], cost(self.odds.defender)[None, :]
        found: dict[Result, np.ndarray] = {}
        for result, table in self.odds.results():
            sums = np.array([table.sum(), *((table * side).sum() for side in lost)])
            found[result] = found.get(result, 0.0) + sums
        rows = [
            (*result, chance, attacker / chance, defender / chance)
            for result, (chance, attacker, defender) in found.items()
            if chance > 0
        ]
        frame = pl.DataFrame(rows, schema=SCHEMAS["results"].polars({}), orient="row")
        return frame.sort("probability", descending=True, maintain_order=True)

    @cached_property
    def survivors(self) -> pl.DataFrame:
        """The joint distribution of what is left; schema ``SCHEMAS["survivors"]``."""
        import polars as pl

        attacker, defender = _Ways(self.odds.attacker), _Ways(self.odds.defender)
        frames = [
            pl.DataFrame(
                {
                    "probability": chances,
                    "result": self._said(result, attacker.left[rows], defender.left[columns]),
                    "broken_off": np.full(len(chances), result.broken_off),
                    "attacker": attacker.words[rows],
                    "defender": defender.words[columns],
                    "attacker_left": attacker.left[rows].tolist(),
                    "defender_left": defender.left[columns].tolist(),
                    "attacker_lost": attacker.cost[rows],
                    "defender_lost": defender.cost[columns],
                    "swing": defender.cost[columns] - attacker.cost[rows],
                },
                schema=SCHEMAS["survivors"].polars({}),
                strict=False,
            )
            for result, table in self.odds.results()
            for rows, columns, chances in [_cells(table, attacker, defender)]
        ]
        keys = ["result", "broken_off", "attacker_left", "defender_left"]
        frame = pl.concat(frames)
        alike = frame.group_by(keys, maintain_order=True).agg(
            pl.col("probability").sum(), pl.exclude("probability", *keys).first()
        )
        return alike.select(frame.columns).sort("probability", descending=True, maintain_order=True)

    def _said(self, result: Result, attacker: Whole, defender: Whole) -> list[str]:
        """Say a result in words, for each way of both sides."""
        if result.winner != "nobody":
            takes = result.winner == result.holds == "attacker"
            return ["attacker takes" if takes else f"{result.winner} wins"] * len(attacker)
        some = attacker.any(axis=1), defender.any(axis=1)
        ends = self.odds.to_the_end
        both = [ends & some[0] & some[1], ends & ~some[0] & ~some[1]]
        names = np.select(both, ["both survive", "both destroyed"], "nobody wins")
        return [str(name) for name in names]

    @cached_property
    def marginals(self) -> pl.DataFrame:
        """How many of each kind of unit are left; schema ``SCHEMAS["marginals"]``."""
        import polars as pl

        rows: list[tuple[str, str, int, float, float]] = []
        for role, side, chances in self._sides:
            for i, name in enumerate(side.names):
                by_number = np.bincount(side.living[:, i], chances, minlength=side.began[i] + 1)
                at_least = by_number[::-1].cumsum()[::-1]
                rows += [
                    (role, name, left, float(by_number[left]), float(at_least[left]))
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
            lost = np.array(side.began, dtype=np.int64) - side.living
            for i, name in enumerate(side.names):
                worth = moments(side.values[:, i], chances)
                rows.append((role, name, side.began[i], *moments(lost[:, i], chances), *worth))
            units = moments(lost.sum(axis=1), chances)
            rows.append((role, None, sum(side.began), *units, *moments(cost(side), chances)))
        return pl.DataFrame(rows, schema=SCHEMAS["losses"].polars({}), orient="row")

    @cached_property
    def ipc_swing(self) -> pl.DataFrame:
        """The distribution of the swing; schema ``SCHEMAS["ipc_swing"]``."""
        import polars as pl

        values, chances = self.odds.swings
        frame = pl.DataFrame({"swing": values, "probability": chances})
        return frame.with_columns(pl.col("probability").cum_sum(reverse=True).alias("at_least"))

    @cached_property
    def by_round(self) -> pl.DataFrame:
        """How the battle goes, computed exactly; schema ``SCHEMAS["by_round"]``.

        Raises
        ------
        BattleError
            If it began in one of many ways, after another wave; or is not fought in rounds.
        """
        if self._battle is None:
            raise BattleError("a wave begins in one of many ways: it has no rounds in common")
        if not isinstance(self._battle, Battle):
            raise BattleError("it is fought in stages, each once: it has no rounds")
        from a4a.odds.course import course

        return course(self._battle).rounds.cast(SCHEMAS["by_round"].polars({}))

    @cached_property
    def _sides(self) -> tuple[tuple[str, Remains, Real], ...]:
        odds = self.odds
        return (
            ("attacker", odds.attacker, odds.chances.sum(axis=1)),
            ("defender", odds.defender, odds.chances.sum(axis=0)),
        )

    def _repr_mimebundle_(self, *args: object, **kwargs: object) -> dict[str, str]:
        from a4a.analysis.pictured import html

        return {"text/plain": repr(self), "text/html": html(self)}

    def __repr__(self) -> str:
        parts = [f"attacker wins {self.attacker_wins:.1%}"]
        if self.games:
            low, high = self.interval(self.attacker_wins)
            parts[0] += f" ({low:.1%} to {high:.1%})"
        if 0 < self.attacker_takes < self.attacker_wins - 5e-4:
            parts.append(f"takes {self.attacker_takes:.1%}")
        parts.append(f"defender wins {self.defender_wins:.1%}")
        if self.both_destroyed >= 5e-4:
            parts.append(f"both destroyed {self.both_destroyed:.1%}")
        if self.both_survive >= 5e-4:
            parts.append(f"both survive {self.both_survive:.1%}")
        if (drawn := self.nobody_wins - self.both_destroyed - self.both_survive) >= 5e-4:
            parts.append(f"nobody wins {drawn:.1%}")
        parts.append(f"swing {self.swing:+.1f} (sd {self.swing_sd:.1f})")
        parts += [f"{self.games} games"] if self.games else []
        return f"<Outcome: {', '.join(parts)}>"


class _Ways:
    """What can be left of a side: each way once, and where each row of the tables is among them."""

    def __init__(self, side: Remains) -> None:
        self.left, first, index = np.unique(
            side.living, axis=0, return_index=True, return_inverse=True
        )
        self.of = index.ravel()
        self.cost = cost(side)[first]
        words = [
            ", ".join(count_of(n, name) for n, name in zip(way, side.names, strict=True) if n)
            for way in self.left.tolist()
        ]
        self.words = np.array([text or "none" for text in words], dtype=object)


def _cells(table: Real, attacker: _Ways, defender: _Ways) -> tuple[Whole, Whole, Real]:
    """The ways of both sides in which a result comes, and how likely each pair is."""
    rows, columns = np.nonzero(table)
    cells = attacker.of[rows] * len(defender.left) + defender.of[columns]
    found, index = np.unique(cells, return_inverse=True)
    chances = np.bincount(index.ravel(), weights=table[rows, columns], minlength=len(found))
    return found // len(defender.left), found % len(defender.left), chances.astype(float)
