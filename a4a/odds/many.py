"""Many battles at once: what each comes to on average, plain ones solved in one go.

The answer for each battle is a table of the attacker's *measures* by the defender's (`ALIVE` ...),
each entry the mean of their product. Chances, mean losses and their variance are sums of entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from a4a.odds import duel, party
from a4a.odds.answer import Odds, Survivors
from a4a.odds.battle import Battle, Side
from a4a.odds.compiled import loop
from a4a.odds.duel import flow
from a4a.odds.exact import PRUNED
from a4a.odds.hits import Real, Whole
from a4a.odds.kernels import is_over
from a4a.odds.party import Flak, LossOrder, Party
from a4a.odds.steps import Role

ALIVE: Final = 0
"""Whether units are left where it was fought."""
DEAD: Final = 1
"""Whether none are."""
COST: Final = 2
"""What is lost."""
SQUARE: Final = 3
"""The square of what is lost."""
CAPTORS: Final = 4
"""Whether units are present that can take what is fought over."""

MOST: Final = 4_000_000
"""About how many chances of hits are held at once."""


def measures(side: Survivors) -> Real:
    """Return a side's measures, by outcome."""
    gone, cost = side.gone, side.cost
    return np.stack((~gone, gone, cost, cost**2, side.captors > 0), axis=1).astype(float)


def met(odds: Odds) -> Real:
    """Return the table of a solved battle: the attacker's measures by the defender's.

    Examples
    --------
    >>> from a4a.odds.battle import Battle, Group, Kind, Side
    >>> from a4a.odds.exact import solve
    >>> men = Side((Group(Kind("infantry", 3, cost=3), 1),))
    >>> table = met(solve(Battle(men, men)))
    >>> round(float(table[ALIVE, DEAD]), 6), round(float(table[COST, ALIVE]), 6)
    (0.333333, 1.0)
    """
    table = measures(odds.attacker).T @ odds.chances @ measures(odds.defender)
    table[CAPTORS, DEAD] = odds.attacker_takes  # a side that has retreated takes nothing
    if odds.attacker.away.size:  # who is away wins if no defender is left
        table[ALIVE, DEAD], table[DEAD, DEAD] = odds.attacker_wins, odds.both_destroyed
    return np.asarray(table)


class Attacker(NamedTuple):
    """An attacker, against anybody.

    Parameters
    ----------
    side, order
        Its units, and the order in which they are lost.
    can
        What it can do at first (`fire.HITS` ...).
    parties
        Its party, by the order of loss that antiaircraft fire has left of it.
    starts
        Its parties as the rounds begin, and how likely each is, by the antiaircraft fire met.
    """

    side: Side
    order: LossOrder
    can: int
    parties: dict[LossOrder, int]
    starts: dict[Flak, list[tuple[int, float]]]


class Defender(NamedTuple):
    """A defender, against anybody: its party, what it can do at first, its antiaircraft fire."""

    party: int
    can: int
    flak: Flak


class Many:
    """Solves battles that differ in their sides alone, all at once.

    Parameters
    ----------
    like
        One of them.
    prune
        Probability that may be left out of each.
    """

    def __init__(self, like: Battle, *, prune: float = PRUNED) -> None:
        self._sequence, self._dice, self._prune = like.sequence, like.dice, prune
        self._is_plain = duel.is_plain(like)
        self._number = 0
        self._solved: list[tuple[Real, Real]] = []
        self._clear()

    def add(self, attacker: Side, defender: Side) -> int | None:
        """Add a battle; a side is recognized if it is the same object.

        Returns
        -------
        int or None
            Its number; None if it is not plain, so that it has to be solved by itself.
        """
        if not self._is_plain:
            return None
        ours, theirs = self._attacker(attacker), self._defender(defender)
        if ours is None or theirs is None:
            return None
        flak = _NO_FLAK if is_over(ours.can, theirs.can) else theirs.flak
        starts = ours.starts.get(flak)
        if starts is None:
            starts = ours.starts[flak] = self._starts(ours, flak)
        number, against = self._number, theirs.party
        self._jobs += [(number - self._begun, own, against) for own, _ in starts]
        self._chances += [chance for _, chance in starts]
        self._number += 1
        if self._held > MOST:
            self._solve()
        return number

    def solve(self) -> tuple[Real, Real]:
        """Return each battle's table (`met`), and how many rounds are fought on average."""
        self._solve()
        tables, rounds = zip(*self._solved, strict=True)
        return np.concatenate(tables), np.concatenate(rounds)

    def _clear(self) -> None:
        """Forget all sides, and the battles between them."""
        self._begun, self._held = self._number, 0
        self._attackers: dict[int, Attacker | None] = {}
        self._defenders: dict[int, Defender | None] = {}
        self._sides: list[Side] = []  # known by their ids as long as they are held here
        self._parties: list[Party] = []
        self._jobs: list[tuple[int, int, int]] = []
        self._chances: list[float] = []

    def _attacker(self, side: Side) -> Attacker | None:
        key = id(side)
        if key not in self._attackers:
            self._sides.append(side)
            self._attackers[key] = None
            if self._fits(side, "attacker"):
                order = party.order_of(side)
                whole = self._party(side, "attacker", order)
                can = int(self._parties[whole].line.can[0])
                starts = {_NO_FLAK: [(whole, 1.0)]}
                self._attackers[key] = Attacker(side, order, can, {order: whole}, starts)
        return self._attackers[key]

    def _defender(self, side: Side) -> Defender | None:
        key = id(side)
        if key not in self._defenders:
            self._sides.append(side)
            self._defenders[key] = None
            if self._fits(side, "defender"):
                number = self._party(side, "defender", party.order_of(side))
                can = int(self._parties[number].line.can[0])
                self._defenders[key] = Defender(number, can, party.flak(side, self._sequence))
        return self._defenders[key]

    def _fits(self, side: Side, role: Role) -> bool:
        """Whether a side is plain, has units, and fires no more in the first round than later."""
        return (
            any(g.count and g.kind.hits for g in side.groups)
            and party.fits(side, role, self._sequence)
            and not party.salvos(side, role, self._sequence)
        )

    def _starts(self, ours: Attacker, flak: Flak) -> list[tuple[int, float]]:
        """Return what is left of an attacker after antiaircraft fire, and how likely."""
        starts = []
        for order, chance in party.shot_at(ours.side, ours.order, flak, self._dice):
            if order not in ours.parties:
                ours.parties[order] = self._party(ours.side, "attacker", order)
            starts.append((ours.parties[order], chance))
        return starts

    def _party(self, side: Side, role: Role, order: LossOrder) -> int:
        made = party.party(side, role, order, self._dice)
        self._held += made.line.hits.size
        self._parties.append(made)
        return len(self._parties) - 1

    def _solve(self) -> None:
        """Solve what has been added, and forget the sides."""
        number = self._number - self._begun
        tables, rounds, pruned = np.zeros((number, 5, 5)), np.zeros(number), np.zeros(number)
        if number:
            jobs = np.array(self._jobs, dtype=np.int64)
            lines = _lined_up(self._parties)
            cells = lines.size[jobs[:, 1:]].prod(axis=1)
            duels.of(sum(map(duel.work, cells.tolist())))(
                jobs, np.array(self._chances), lines, self._prune, tables, rounds, pruned
            )
        self._solved.append((tables, rounds))
        self._clear()


class PartyLines(NamedTuple):
    """Parties one after the other.

    Parameters
    ----------
    first, size
        By party: its first state, and how many it has.
    first_end, ends
        By party: its first ending, and how many it has.
    bare
        By party: see `party.Party`.
    hits, beyond, length, can
        By state: see `party.PartyLine`.
    measured
        By ending: measures.
    """

    first: Whole
    size: Whole
    first_end: Whole
    ends: Whole
    bare: Whole
    hits: Real
    beyond: Real
    length: Whole
    can: Whole
    measured: Real


def _lined_up(parties: Sequence[Party]) -> PartyLines:
    lines = [own.line for own in parties]
    size = np.array([len(line.can) for line in lines], dtype=np.int64)
    ends = np.array([len(own.endings.living) for own in parties], dtype=np.int64)
    first, width = size.cumsum() - size, max(line.hits.shape[1] for line in lines)
    hits = np.zeros((int(size.sum()), width))
    beyond = np.zeros_like(hits)
    for at, line in zip(first.tolist(), lines, strict=True):
        rows, columns = line.hits.shape
        hits[at : at + rows, :columns] = line.hits
        beyond[at : at + rows, :columns] = line.beyond
    return PartyLines(
        first, size, ends.cumsum() - ends, ends,
        np.array([own.bare for own in parties], dtype=np.int64), hits, beyond,
        np.concatenate([line.length for line in lines]),
        np.concatenate([line.can for line in lines]),
        np.concatenate([measures(own.endings) for own in parties]),
    )  # fmt: skip


@loop
def duels(
    jobs: Whole,
    chances: Real,
    lines: PartyLines,
    prune: float,
    tables: Real,
    rounds: Real,
    pruned: Real,
) -> None:
    """Solve many battles, each in one or more parts.

    Parameters
    ----------
    jobs, chances
        By part: the battle, the attacker's and the defender's party; and how likely it is.
    lines
        The parties.
    prune
        Probability that may be left out of each battle.
    tables, rounds, pruned
        Where to add, by battle: its table, how many rounds are fought, and what was left out.
    """
    first, size, first_end, ends, bare = (
        lines.first, lines.size, lines.first_end, lines.ends, lines.bare
    )  # fmt: skip
    hits, beyond, length, can = lines.hits, lines.beyond, lines.length, lines.can
    measured = lines.measured
    number = measured.shape[1]
    cells = np.zeros(size.max() ** 2)
    over = np.zeros(size.max() * ends.max())
    for part in range(len(jobs)):
        battle, own, enemy = jobs[part]
        rows, columns, wide = size[own], size[enemy], ends[enemy]
        mass = cells[: rows * columns].reshape(rows, columns)
        finished = over[: rows * wide].reshape(rows, wide)
        mass[:] = 0.0
        finished[:] = 0.0
        mass[0, 0] = chances[part]
        a, d = first[own], first[enemy]
        cut, fought = flow(
            mass, finished,
            hits[a : a + rows], beyond[a : a + rows], length[a : a + rows], can[a : a + rows],
            hits[d : d + columns], beyond[d : d + columns], length[d : d + columns],
            can[d : d + columns], bare[enemy], prune * 1e-6, prune - pruned[battle],
        )  # fmt: skip
        pruned[battle] += cut
        rounds[battle] += fought
        for i in range(rows):
            ours = measured[first_end[own] + i]
            for j in range(wide):
                chance = finished[i, j]
                if chance == 0.0:
                    continue
                theirs = measured[first_end[enemy] + j]
                for x in range(number):
                    for y in range(number):
                        tables[battle, x, y] += chance * ours[x] * theirs[y]


_NO_FLAK: Final[Flak] = ((), ())
