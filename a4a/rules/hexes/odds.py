"""The odds of fights on a chart, exactly: one exchange, and stages in a row (support comes first).

A fight is a sequence of stages. Each says what both sides fire, given what is left of them, and who
takes no further part afterwards. An exchange is the product of two rolls, so all that can come of a
fight is counted out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Protocol, TypeAlias

from a4a.core.events import Role, Winner
from a4a.rules.hexes.charts import CombatChart
from a4a.rules.hexes.exchange import (
    Force,
    Piece,
    Volley,
    absorbed,
    read,
    reduced,
    winner,
)


@dataclass(frozen=True, slots=True)
class End:
    """How a fight can stand: what is left of both sides, and who won the last exchange.

    Parameters
    ----------
    attacker, defender
        What is left of them.
    winner
        Who won: nobody, before anybody has fired.
    stage
        The name of the stage that was fought last, or "".
    """

    attacker: Force
    defender: Force
    winner: Winner = "nobody"
    stage: str = ""


Chances: TypeAlias = Mapping[End, float]
"""How likely each end is; they add up to 1."""


class Stage(Protocol):
    """A part of a fight: who fires what, who can be hit, and who is out of it afterwards."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def volleys(
        self, attacker: Force, defender: Force
    ) -> tuple[Volley | None, Volley | None] | None:
        """Return what the sides fire; None if the stage is not fought."""
        ...

    def targets(self, attacker: Force, defender: Force, role: Role) -> Force:
        """Return the pieces of a side on which losses fall."""
        ...

    def after(self, attacker: Force, defender: Force, won: Winner) -> tuple[Force, Force]:
        """Return the sides after it; who takes no further part is out."""
        ...


Owner: TypeAlias = Callable[[int, Force], Mapping[int, int]]
"""How the owner of a force takes loss points: the steps that each piece loses, by its key."""


@lru_cache(maxsize=65536)
def keeping_most(points: int, force: Force) -> Mapping[int, int]:
    """Take losses so that the most factors, then the most pieces, are left.

    Examples
    --------
    >>> from a4a.rules.hexes.exchange import Piece, Worth
    >>> strong, weak = (Piece(i, "land", (Worth(f), Worth(f // 2))) for i, f in ((1, 6), (2, 3)))
    >>> dict(keeping_most(2, (strong, weak)))
    {2: 2}
    """
    early = absorbed(points, force)
    first, others = [p for p in force if p.absorbs], [p for p in force if not p.absorbs]
    late = min(points - early, sum(piece.steps for piece in others))
    return {**_cheapest(early, first), **_cheapest(late, others)}


def _cheapest(points: int, force: Sequence[Piece]) -> Mapping[int, int]:
    """The way to take exactly so many points that leaves most: the best for each number in turn."""
    best: dict[int, tuple[int, int, dict[int, int]]] = {0: (0, 0, {})}
    for piece in force:
        ways: dict[int, tuple[int, int, dict[int, int]]] = {}
        for before, (factors, pieces, way) in best.items():
            for taken in range(min(piece.steps, points - before) + 1):
                stays = taken < piece.steps
                left = piece.faces[taken].combat if stays and piece.fires else 0
                now = factors + left, pieces + stays, {**way, piece.key: taken} if taken else way
                if before + taken not in ways or now[:2] > ways[before + taken][:2]:
                    ways[before + taken] = now
        best = ways
    return best[points][2]


def exchange(
    chart: CombatChart, attacker: Volley | None, defender: Volley | None
) -> Mapping[tuple[int, int, int, int], float]:
    """Return how likely the rolls and loss points of both sides are in one exchange.

    Returns
    -------
    Mapping
        A chance for each: the attacker's roll, the loss points it causes, the defender's roll, the
        loss points that causes. Rolls that mean the same are told apart, as ties go by the roll.

    Examples
    --------
    >>> import a4a
    >>> chart = CombatChart.of(a4a.dataset("war_in_europe"))
    >>> found = exchange(chart, Volley("Land vs. Land", 9), Volley("Land vs. Land", 4))
    >>> round(36 * 36 * found[6, 1, 9, 0])
    20
    """
    return {
        (a_roll, a_loss, d_roll, d_loss): p * q
        for (a_roll, a_loss, p), (d_roll, d_loss, q) in product(
            _shots(chart, attacker), _shots(chart, defender)
        )
    }


def _shots(chart: CombatChart, volley: Volley | None) -> list[tuple[int, int, float]]:
    """The rolls of a side with the loss points they cause, and how likely each is."""
    if volley is None or volley.strength <= 0:
        return [(0, 0, 1.0)]
    shots = []
    for roll, chance in chart.rolls.items():
        reading = read(chart, volley, roll)
        shots.append((roll, reading.loss if reading else 0, chance))
    return shots


@lru_cache(maxsize=4096)
def _told_apart(
    chart: CombatChart, attacker: Volley | None, defender: Volley | None
) -> Mapping[tuple[int, int, int], float]:
    """How likely the loss points of both sides are, with who has rolled higher: 1, -1 or 0."""
    found: dict[tuple[int, int, int], float] = {}
    for (a_roll, a_loss, d_roll, d_loss), chance in exchange(chart, attacker, defender).items():
        key = a_loss, d_loss, (a_roll > d_roll) - (a_roll < d_roll)
        found[key] = found.get(key, 0.0) + chance
    return found


def fight(
    chart: CombatChart,
    stages: Sequence[Stage],
    attacker: Force,
    defender: Force,
    *,
    owner: Owner = keeping_most,
) -> Chances:
    """Return how a fight can end.

    Parameters
    ----------
    chart
        The combat chart.
    stages
        Its stages in order.
    attacker, defender
        Who fights.
    owner
        How both sides take losses.
    """
    now: dict[End, float] = {End(attacker, defender): 1.0}
    for stage in stages:
        after: dict[End, float] = {}
        for end, chance in now.items():
            for then, likely in _staged(chart, stage, end, owner).items():
                after[then] = after.get(then, 0.0) + chance * likely
        now = after
    return now


def _staged(chart: CombatChart, stage: Stage, now: End, owner: Owner) -> Chances:
    """What can come of one stage."""
    fired = stage.volleys(now.attacker, now.defender)
    if fired is None:
        return {now: 1.0}
    hit: dict[Role, Force] = {
        "attacker": stage.targets(now.attacker, now.defender, "attacker"),
        "defender": stage.targets(now.attacker, now.defender, "defender"),
    }
    ends: dict[End, float] = {}
    left: dict[tuple[Role, int], Force] = {}

    def lose(role: Role, force: Force, points: int) -> Force:
        if (role, points) not in left:
            left[role, points] = reduced(force, owner(points, hit[role]))
        return left[role, points]

    for (a_loss, d_loss, higher), chance in _told_apart(chart, *fired).items():
        won = winner(
            attacker_lost=d_loss - absorbed(d_loss, hit["attacker"]),
            defender_lost=a_loss - absorbed(a_loss, hit["defender"]),
            attacker_rolled=higher,
            defender_rolled=0,
        )
        sides = stage.after(
            lose("attacker", now.attacker, d_loss), lose("defender", now.defender, a_loss), won
        )
        end = End(*sides, won, stage.name)
        ends[end] = ends.get(end, 0.0) + chance
    return ends
