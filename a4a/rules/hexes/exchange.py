"""An exchange: both sides fire on the chart, losses fall together, and one side wins.

The rules of play and the odds share it. Whoever suffers fewer loss points wins; of equals, whoever
rolled higher. What pieces that absorb losses first have taken does not count, and who does not fire
has rolled nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from a4a.core.dice import Dice
from a4a.core.events import ChartReading, Winner
from a4a.rules.hexes.charts import CombatChart, Line


class Worth(msgspec.Struct, frozen=True):
    """What a side of a counter adds to a fight, and what the counter is worth as it is.

    Parameters
    ----------
    combat
        Its factors.
    asw
        Its factors against submarines.
    value
        What it is worth as it is.
    """

    combat: int
    asw: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter in a fight.

    Parameters
    ----------
    key
        What tells it from the others: the unit's id.
    kind
        What it is to the fight: "land", "air", "surface" ...
    faces
        What it is worth as it is, after one loss, and so on; one more loss eliminates it.
    fires
        Whether it may fire; it can be hit all the same.
    absorbs
        Whether it takes losses before all others, and what it takes does not count (a fort).
    out
        Whether it takes no further part: it stays what it is.
    """

    key: int
    kind: str
    faces: tuple[Worth, ...]
    fires: bool = True
    absorbs: bool = False
    out: bool = False

    @property
    def steps(self) -> int:
        """How many losses eliminate it."""
        return len(self.faces)


Force = tuple[Piece, ...]
"""The pieces of one side."""


@dataclass(frozen=True, slots=True)
class Volley:
    """What a side fires: the chart's line, the factors, and the shift of the column."""

    line: Line
    strength: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Shot:
    """A volley that was rolled for.

    Parameters
    ----------
    dice
        What the dice show; none if there was no strength to fire with.
    reading
        How that was read off the chart, or None.
    """

    dice: tuple[int, ...] = ()
    reading: ChartReading | None = None

    @property
    def roll(self) -> int:
        """The sum of the dice; 0 if none were rolled."""
        return sum(self.dice)

    @property
    def loss(self) -> int:
        """The loss points it causes."""
        return self.reading.loss if self.reading else 0


def fire(chart: CombatChart, volley: Volley | None, dice: Dice) -> Shot:
    """Roll for a volley; a side that has none, or no strength, rolls nothing.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.dice import ScriptedDice
    >>> chart = CombatChart.of(a4a.dataset("war_in_europe"))
    >>> shot = fire(chart, Volley("Land vs. Land", 9), ScriptedDice([2, 4]))
    >>> shot.reading.final, shot.roll, shot.loss
    ('8-11', 6, 1)
    """
    if volley is None or volley.strength <= 0:
        return Shot()
    faces = dice.roll(chart.dice, sides=chart.sides)
    return Shot(faces, read(chart, volley, sum(faces)))


def read(chart: CombatChart, volley: Volley, roll: int) -> ChartReading | None:
    """Read a roll off the chart; None if there is no strength to fire with."""
    by_strength = chart.column(volley.line, volley.strength)
    final = chart.column(volley.line, volley.strength, shift=volley.shift)
    if by_strength is None or final is None:
        return None
    return ChartReading(
        volley.line,
        volley.strength,
        by_strength.name,
        final.name,
        final.losses(roll),
        volley.shift,
    )


# --- losses -------------------------------------------------------------------------------------


def absorbed(points: int, force: Iterable[Piece]) -> int:
    """Return how many of the points fall on pieces that take losses first."""
    return min(points, sum(piece.steps for piece in force if piece.absorbs))


def ways(points: int, force: Sequence[Piece]) -> Iterator[Mapping[int, int]]:
    """Find all ways to take loss points: the steps that each piece loses, by its key.

    Pieces that absorb come first, and no more is taken than there are steps.

    Examples
    --------
    >>> two = Piece(1, "land", (Worth(4), Worth(2))), Piece(2, "land", (Worth(3),))
    >>> [dict(way) for way in ways(2, two)]
    [{1: 1, 2: 1}, {1: 2}]
    """
    first = [piece for piece in force if piece.absorbs]
    others = [piece for piece in force if not piece.absorbs]
    early = absorbed(points, first)
    late = min(points - early, sum(piece.steps for piece in others))
    for a in _spread(early, first):
        for b in _spread(late, others):
            yield {**a, **b}


def _spread(points: int, force: Sequence[Piece]) -> Iterator[dict[int, int]]:
    if not force:
        if not points:
            yield {}
        return
    piece, rest = force[0], force[1:]
    most = min(points, piece.steps)
    least = max(0, points - sum(other.steps for other in rest))
    for taken in range(least, most + 1):
        for way in _spread(points - taken, rest):
            yield {piece.key: taken, **way} if taken else way


def reduced(force: Force, way: Mapping[int, int]) -> Force:
    """Return what is left of a force that takes losses in some way."""
    return tuple(
        Piece(p.key, p.kind, p.faces[lost:], p.fires, p.absorbs, p.out)
        for p in force
        if (lost := way.get(p.key, 0)) < p.steps
    )


def strength(force: Iterable[Piece]) -> int:
    """Return the factors that pieces fire with."""
    return sum(piece.faces[0].combat for piece in force if piece.fires)


# --- who wins -----------------------------------------------------------------------------------


def winner(
    *, attacker_lost: int, defender_lost: int, attacker_rolled: int, defender_rolled: int
) -> Winner:
    """Return who wins an exchange.

    Parameters
    ----------
    attacker_lost, defender_lost
        Loss points each side suffers, without those that were absorbed.
    attacker_rolled, defender_rolled
        What each side rolled; 0 if it did not fire.

    Examples
    --------
    >>> winner(attacker_lost=1, defender_lost=1, attacker_rolled=8, defender_rolled=5)
    'attacker'
    """
    attacker = (-attacker_lost, attacker_rolled)
    defender = (-defender_lost, defender_rolled)
    if attacker == defender:
        return "nobody"
    return "attacker" if attacker > defender else "defender"
