"""The cheapest force that is likely enough to win.

All forces up to a cost are judged exactly, then all up to a higher cost, until one of them wins
often enough. So the answer does not assume that more units are better, which is not so. (At sea one
more destroyer can be worse: it lets aircraft hit submarines, which then take hits that would have
cost the enemy better ships.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Final, Protocol, TypeAlias

import numpy as np

from a4a.core.errors import BattleError
from a4a.odds import muster, pool
from a4a.odds.battle import Battle, Group
from a4a.odds.exact import solve
from a4a.odds.muster import Muster
from a4a.odds.pool import Pool
from a4a.odds.reserve import CENT, Judged, Reserve, Wanted

MOST_SOLVED: Final = 3000
"""Forces that are solved one by one, at most."""

Fought: TypeAlias = Callable[[tuple[Group, ...]], Battle]
"""Makes the battle of a force."""


@dataclass(frozen=True, slots=True)
class Cheapest:
    """The cheapest force that is likely enough to win.

    Attributes
    ----------
    groups
        The force, ships that fire from the sea included.
    cost
        What it costs. Ships that only fire cost nothing.
    chance
        How likely it wins.
    judged
        How many forces were judged.
    """

    groups: tuple[Group, ...]
    cost: float
    chance: float
    judged: int


class ForceJudge(Protocol):
    """Judges all forces up to a cost."""

    first: int

    def judge(self, budget: float, least: float) -> Judged:
        """Return the forces up to a cost that win with at least this probability."""


def cheapest_force(
    battle: Battle,
    chance: float,
    *,
    wanted: Wanted = "wins",
    ashore: Collection[str] = (),
    fought: Fought | None = None,
) -> Cheapest:
    """Find the cheapest part of the attacker's units that wins at least so often.

    No cheaper force does. Of forces that cost the same, it is the one that wins most often; of
    these, the one with the fewest units. Whole units are taken before damaged ones. Units that are
    no targets (ships that bombard) cost nothing, and all that may fire do.

    Parameters
    ----------
    battle
        The battle, with all units that could attack.
    chance
        The probability wanted.
    wanted
        What is to happen: that the attacker wins, or that it takes what is fought over.
    ashore
        Names of kinds that come ashore: no more ships fire than units of these kinds are there, the
        best first. Empty if all ships fire.
    fought
        Makes the battle of a force, where that is not just the same with fewer units; forces are
        then judged one by one, which is slow.

    Raises
    ------
    BattleError
        If the probability is not valid, no part of the units wins so often, or there are too many
        forces to choose from.

    Examples
    --------
    >>> from a4a.odds.battle import Kind, Side
    >>> infantry, tank = Kind("infantry", 1, cost=3), Kind("tank", 3, cost=6)
    >>> rifles = Kind("infantry", 2, cost=3)
    >>> attacker = Side((Group(infantry, 6), Group(tank, 3)))
    >>> battle = Battle(attacker, Side((Group(rifles, 2),)))
    >>> found = cheapest_force(battle, 0.8)
    >>> {g.kind.name: g.count for g in found.groups}, found.cost, round(found.chance, 3)
    ({'infantry': 2, 'tank': 1}, 12.0, 0.811)
    """
    if not 0 < chance <= 1:
        raise BattleError(f"a probability is above 0 and at most 1, not {chance}")
    reserve = Reserve(battle, wanted=wanted, ashore=ashore)
    if not reserve.order:
        raise BattleError("there are no units to choose from")
    single = _OneByOne(reserve, fought, chance - SLACK)
    if fought is None and muster.fits(battle):
        if muster.grows(battle):  # nothing wins more often than all units that nobody shot down
            unharmed = replace(battle, sequence=replace(battle.sequence, before=()))
            if _OneByOne(Reserve(unharmed, wanted=wanted), None, chance).whole < chance - SLACK:
                raise _out_of_reach(single.whole, chance, wanted)
        return _sought(reserve, Muster(reserve), chance, single)
    judge: ForceJudge = Pool(reserve) if fought is None and pool.fits(battle) else single
    return _sought(reserve, judge, chance, single)


SLACK: Final = 1e-12
"""How far a probability may fall short of the one wanted: no more than its possible error."""


def _out_of_reach(best: float, chance: float, wanted: Wanted) -> BattleError:
    does = "win" if wanted == "wins" else "take it"
    return BattleError(
        f"not even all units {does} in {chance * 100:.10g}% of battles, but in {best:.4%}"
    )


def _sought(reserve: Reserve, judge: ForceJudge, chance: float, single: _OneByOne) -> Cheapest:
    """Judge all forces up to higher and higher costs, until one is enough."""
    budget, failed, visited = _affordable(reserve, judge.first), 0.0, 0
    may_retry = True
    while True:
        try:
            found = judge.judge(budget, 0.0)
        except BattleError as error:
            # Too many: perhaps all units are not enough, perhaps the guess was too high.
            if single.whole < chance - SLACK:
                raise _out_of_reach(single.whole, chance, reserve.wanted) from None
            if may_retry and failed:
                may_retry, budget = False, (failed + budget) / 2
                continue
            known = f" (none that costs {failed:g} or less is enough)" if failed else ""
            raise BattleError(f"{error}{known}") from None
        visited += found.visited
        if (found.worth >= chance - SLACK).any():
            return _best(reserve, found, chance, visited)
        if budget >= reserve.cost - CENT:
            best = float(found.worth.max(initial=0.0))
            if single.whole >= best - SLACK:
                raise _out_of_reach(single.whole, chance, reserve.wanted)
            does = "wins" if reserve.wanted == "wins" else "takes it"
            raise BattleError(
                f"no part of the units {does} in {chance * 100:.10g}% of battles; the best of them"
                f" in {best:.4%}"
            )
        failed = budget
        budget = _next(reserve, found, budget, chance)


def _best(reserve: Reserve, found: Judged, chance: float, visited: int) -> Cheapest:
    enough = found.worth >= chance - SLACK
    ids, worth = found.ids[enough], found.worth[enough]
    costs = reserve.costs_of(ids)
    least = costs <= costs.min() + CENT
    ids, worth = ids[least], worth[least]
    units = reserve.digits(ids).sum(axis=1)
    at = np.lexsort((ids, units, -np.round(worth, 12)))[0]
    return Cheapest(
        reserve.part(int(ids[at])), float(costs.min()), min(1.0, float(worth[at])), visited
    )


def _affordable(reserve: Reserve, number: int) -> float:
    """Return the highest cost up to which there are at most so many forces."""
    low, high = 0.0, reserve.cost
    if reserve.number(high, most=number)[0] <= number:
        return high
    least = float(reserve.costs.min())
    while high - low > max(least / 4, high / 1000):
        middle = (low + high) / 2
        if reserve.number(middle, most=number)[0] <= number:
            low = middle
        else:
            high = middle
    return max(low, least)


def _next(reserve: Reserve, found: Judged, budget: float, chance: float) -> float:
    """Guess the cost needed from the best forces at two costs, in standard deviations."""
    costs = reserve.costs_of(found.ids)
    scale = NormalDist()

    def best(cost: float) -> float:
        worth = float(found.worth[costs <= cost].max(initial=0.0))
        return scale.inv_cdf(min(max(worth, 1e-9), 1 - 1e-9))

    near, far = best(budget), best(budget * 0.8)
    slope = (near - far) / (budget * 0.2) if budget else 0.0
    wanted = scale.inv_cdf(min(chance, 1 - 1e-6))
    guess = budget + (wanted - near) / slope * 1.05 if slope > 0 else budget * 1.5
    step = float(reserve.costs.min())
    return min(max(guess, budget * 1.02, budget + step), budget * 1.5 + step, reserve.cost)


class _OneByOne:
    """Judges forces one by one.

    Parameters
    ----------
    reserve
        The units to choose from.
    fought
        Makes the battle of a force; None if it is the same with fewer units.
    enough
        How likely a force must win for dearer ones not to matter.
    """

    first = 100

    def __init__(self, reserve: Reserve, fought: Fought | None, enough: float) -> None:
        self.reserve, self.fought, self.enough = reserve, fought, enough
        self.known: dict[int, float] = {}

    @property
    def whole(self) -> float:
        """How likely all units win."""
        return self.worth(self.reserve.everything)

    def judge(self, budget: float, least: float) -> Judged:
        """Judge all forces up to a cost, or up to that of the cheapest that is enough."""
        ids = self.reserve.forces(budget, most=MOST_SOLVED)[1:]
        costs = self.reserve.costs_of(ids)
        judged: list[float] = []
        by_cost = np.argsort(costs, kind="stable")
        ids, most = ids[by_cost], np.inf
        for force, cost in zip(ids.tolist(), costs[by_cost].tolist(), strict=True):
            if cost > most:
                break
            judged.append(self.worth(force))
            if judged[-1] >= self.enough:
                most = min(most, cost + CENT)
        ids, worth = ids[: len(judged)], np.array(judged)
        told = worth >= least
        return Judged(ids[told], worth[told], len(worth))

    def worth(self, force: int) -> float:
        """Return how likely a force wins."""
        if force not in self.known:
            battle = self.reserve.battle
            groups = self.reserve.part(force)
            if self.fought is None:
                made = replace(battle, attacker=replace(battle.attacker, groups=groups))
            else:
                made = self.fought(groups)
            odds = solve(made)
            takes = self.reserve.wanted == "takes"
            self.known[force] = odds.attacker_takes if takes else odds.attacker_wins
        return self.known[force]
