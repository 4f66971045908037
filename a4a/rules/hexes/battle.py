"""A battle on a chart, and how it can end in the words that all engines share (`a4a.odds.ends`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from a4a.odds.ends import Ends, Model, Real, Result, Whole
from a4a.odds.steps import Role
from a4a.rules.hexes.charts import CombatChart
from a4a.rules.hexes.exchange import Force, Piece, Volley
from a4a.rules.hexes.odds import Chances, End, Stage, fight

Sequel: TypeAlias = Callable[[End], tuple[End, Result]]
"""What follows the last fire: what is left of both sides then, and what has come of it all."""


@dataclass(frozen=True)
class ChartBattle(Model):
    """A battle that is fought on a chart, in stages.

    Parameters
    ----------
    chart
        The combat chart.
    stages
        Its stages, in order.
    attacker, defender
        Who fights.
    names
        What each piece is called, by its key.
    types
        Its unit type.
    sequel
        What follows the last fire.
    beyond
        What can follow that is not in these odds, in words.
    """

    chart: CombatChart
    stages: Sequence[Stage]
    attacker: Force
    defender: Force
    names: Mapping[int, str]
    types: Mapping[int, str]
    sequel: Sequel
    beyond: str = ""

    def solve(self) -> ChartOdds:
        """Return how it ends, exactly."""
        return ChartOdds(self, fight(self.chart, self.stages, self.attacker, self.defender))

    def cost(self, role: Role) -> float:
        """Return what a side can lose."""
        force = self.attacker if role == "attacker" else self.defender
        return sum(piece.faces[0].value for piece in force)

    def lacks(self) -> Role | None:
        """Return the side that has nobody in it; None if both have, or the place has strength."""
        if not self.attacker:
            return "attacker"
        fired = [stage.volleys(self.attacker, self.defender) for stage in self.stages]
        held = any(volleys and volleys[1] and volleys[1].strength for volleys in fired)
        return None if self.defender or held else "defender"

    def explain(self, kind: str) -> str:
        """Return the battle in words: counters, what is fired as it begins, how losses fall."""
        return "\n".join(self._lines(kind))

    def _lines(self, kind: str) -> Iterator[str]:
        yield f"{kind} battle on the combat chart"
        for role, force in (("attacker", self.attacker), ("defender", self.defender)):
            yield f"{role}:"
            yield from (f"  {self.names[piece.key]}: {_worth(piece)}" for piece in force)
        yield "as it begins:"
        for stage in self.stages:
            volleys = stage.volleys(self.attacker, self.defender) or (None, None)
            for role, volley in zip(("attacker", "defender"), volleys, strict=True):
                if volley is not None and (fired := self._fired(volley)):
                    yield f"  {stage.name}: the {role} fires {fired}"
        forts = any(piece.absorbs for piece in self.defender)
        yield "losses fall where they cost the fewest factors" + (", on forts first" * forts)
        if self.beyond:
            yield f"not counted: {self.beyond}"

    def _fired(self, volley: Volley) -> str:
        """A volley in words; "" if there is no strength to fire with."""
        column = self.chart.column(volley.line, volley.strength, shift=volley.shift)
        shifted = f" (shifted by {volley.shift:+d})" if volley.shift else ""
        if column is None:
            return ""
        return f"{volley.strength} on {volley.line}, column {column.name}{shifted}"

    def called(self, role: Role) -> tuple[tuple[str, frozenset[str]], ...]:
        """Return the counters of a side: what each is called, and its type."""
        force = self.attacker if role == "attacker" else self.defender
        return tuple((self.names[p.key], frozenset({self.types[p.key]})) for p in force)


@dataclass(frozen=True)
class Steps:
    """What can be left of a side of counters: their steps.

    Parameters
    ----------
    names
        The counters.
    began
        The steps of each.
    living
        By way and counter: the steps that are left.
    values
        By way and counter: what the lost steps are worth.
    """

    names: tuple[str, ...]
    began: tuple[int, ...]
    living: Whole
    values: Real


class ChartOdds(Ends):
    """How a battle on a chart can end.

    Parameters
    ----------
    battle
        The battle.
    chances
        How likely each end of its fire is.

    Attributes
    ----------
    fire : Mapping
        How likely each end of the fire is, before anybody retreats.
    ends : tuple
        What each of them leads to, and how likely it is.
    """

    games, pruned, rounds = 0, 0.0, 1.0
    to_the_end = False

    def __init__(self, battle: ChartBattle, chances: Chances) -> None:
        self.battle, self.fire = battle, chances
        self.ends = tuple((*battle.sequel(end), chance) for end, chance in chances.items())

    @cached_property
    def attacker(self) -> Steps:  # type: ignore[override]  # worked out when it is asked for
        """What can be left of the attacker: the rows of the tables."""
        return self._steps(self.battle.attacker, [left for left, _ in self._left])

    @cached_property
    def defender(self) -> Steps:  # type: ignore[override]
        """What can be left of the defender: the columns of the tables."""
        return self._steps(self.battle.defender, [left for _, left in self._left])

    @cached_property
    def _left(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The steps that are left of both sides, for each end."""
        sides = self.battle.attacker, self.battle.defender
        return [
            (left_of(sides[0], end.attacker), left_of(sides[1], end.defender))
            for end, _, _ in self.ends
        ]

    def _steps(self, force: Force, left: Sequence[tuple[int, ...]]) -> Steps:
        ways = sorted(set(left))
        worth = [[lost_of(piece, n) for piece, n in zip(force, way, strict=True)] for way in ways]
        shape = len(ways), len(force)
        return Steps(
            tuple(self.battle.names[piece.key] for piece in force),
            tuple(piece.steps for piece in force),
            np.array(ways, dtype=np.int64).reshape(shape),
            np.array(worth, dtype=np.float64).reshape(shape),
        )

    def results(self) -> Iterator[tuple[Result, Real]]:
        """Yield each result with its table: how likely it comes with these survivors."""
        yield from self._tables.items()

    @cached_property
    def _tables(self) -> Mapping[Result, Real]:
        rows, columns = (
            {way: i for i, way in enumerate(sorted({left[side] for left in self._left}))}
            for side in (0, 1)
        )
        tables: dict[Result, Real] = {}
        for (_, result, chance), (a_left, d_left) in zip(self.ends, self._left, strict=True):
            table = tables.setdefault(result, np.zeros((len(rows), len(columns))))
            table[rows[a_left], columns[d_left]] += chance
        return tables


def _worth(piece: Piece) -> str:
    """What a counter adds to a fight, with the side that is up and after a loss."""
    whole, *rest = (str(face.combat) for face in piece.faces)
    words = [whole, *(f"reduced {factors}" for factors in rest)]
    return ", ".join(words if piece.fires else [*words, "does not fire"])


def left_of(force: Force, now: Force) -> tuple[int, ...]:
    """Return the steps that are left of each piece of a force, as it is now."""
    steps = {piece.key: piece.steps for piece in now}
    return tuple(steps.get(piece.key, 0) for piece in force)


def lost_of(piece: Piece, left: int) -> int:
    """Return what the lost steps of a piece are worth, of which so many are left."""
    whole = piece.faces[0].value
    return whole - piece.faces[-left].value if left else whole
