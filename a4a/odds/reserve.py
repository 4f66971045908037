"""The units that an attacker can choose from, and the forces that it can make of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias

import numpy as np

from a4a.core.errors import BattleError
from a4a.odds import enumeration
from a4a.odds.battle import Battle, Group
from a4a.odds.fire import fires
from a4a.odds.hits import Flags, Real, Whole
from a4a.odds.losses import default_order
from a4a.odds.steps import Volley

Wanted: TypeAlias = Literal["wins", "takes"]
"""What is to happen: that the attacker wins, or that it takes what is fought over."""

CENT: Final = 1e-9
"""Costs that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Forces, and how likely each of them wins.

    Attributes
    ----------
    ids
        The forces (`Reserve.counts`).
    worth
        How likely each wins.
    visited
        How many forces were judged, including those not returned.
    """

    ids: Whole
    worth: Real
    visited: int


class Reserve:
    """Units to choose from.

    A force is a number of mixed radix: the kind that is lost first is the least digit.

    Parameters
    ----------
    battle
        The battle, with all units that could attack.
    wanted
        What is to happen.
    ashore
        Names of kinds that come ashore: no more ships fire than units of these kinds are there;
        empty if all ships do.

    Attributes
    ----------
    groups
        The attacker's units.
    order
        Its groups that can be lost, the first lost first.
    caps, costs
        By place in that order: how many there are, what each costs.
    radix
        By place in that order: what one unit adds to the number of a force.
    """

    def __init__(self, battle: Battle, *, wanted: Wanted, ashore: Collection[str] = ()) -> None:
        self.battle, self.wanted, self.ashore = battle, wanted, frozenset(ashore)
        self.groups = battle.attacker.groups
        index = {g.kind.name: i for i, g in enumerate(self.groups)}
        names = dict.fromkeys(battle.attacker.order or default_order(self.groups))
        found = [index[name] for name in names if name in index]
        self.order = [i for i in found if self.groups[i].count and self.groups[i].kind.hits]
        self.caps = np.array([self.groups[i].count for i in self.order], dtype=np.int64)
        self.costs = np.array([self.groups[i].kind.cost for i in self.order], dtype=float)
        radix = [1]
        for cap in self.caps.tolist():
            radix.append(radix[-1] * (cap + 1))
        if radix[-1] >= 1 << 62:
            raise BattleError(f"{radix[-1]:.0e} forces to choose from: leave out some of the units")
        self.radix = np.array(radix[:-1], dtype=np.int64)
        self.everything = radix[-1] - 1

    @cached_property
    def able(self) -> Flags:
        """By group: whether a unit of it left is enough for what is wanted, once nobody defends."""
        wins = self.wanted == "wins"
        return np.array(
            [bool(g.kind.hits) and (wins or "captures" in g.kind.tags) for g in self.groups]
        )

    @property
    def cost(self) -> float:
        """What all of it costs."""
        return float(self.caps @ self.costs)

    def digits(self, ids: Whole) -> Whole:
        """Return how many units forces have, by force and place in the order of loss."""
        return np.asarray(ids[:, None] // self.radix % (self.caps + 1))

    def counts(self, ids: Whole) -> Whole:
        """Return how many units forces have, by force and group."""
        found = np.zeros((len(ids), len(self.groups)), dtype=np.int64)
        found[:, self.order] = self.digits(ids)
        return found

    def costs_of(self, ids: Whole) -> Real:
        """Return what forces cost."""
        found = np.zeros(len(ids))
        for cap, cost, step in zip(self.caps, self.costs, self.radix, strict=True):
            found += ids // step % (cap + 1) * cost
        return found

    def number(self, budget: float, *, most: int) -> tuple[int, int]:
        """Count the forces up to a cost, and the units of the largest; stop beyond a number."""
        count = enumeration.tally.of(min(most, 1000))
        return count(self.caps, self.costs, budget + CENT, most)

    def forces(self, budget: float, *, most: int) -> Whole:
        """Return the forces up to a cost, ascending; the first is empty.

        Raises
        ------
        BattleError
            If there are more than `most`.
        """
        ids = np.zeros(1, dtype=np.int64)
        spent = np.zeros(1)
        for cap, cost, step in zip(self.caps, self.costs, self.radix, strict=True):
            number = np.arange(cap + 1)
            total = spent[None, :] + (number * cost)[:, None]
            ids = (ids[None, :] + (number * step)[:, None])[total <= budget + CENT]
            spent = total[total <= budget + CENT]
            if len(ids) > most:
                raise self.too_many(budget)
        return ids

    def too_many(self, budget: float) -> BattleError:
        """Return the error for too many forces."""
        return BattleError(
            f"too many forces to choose from cost {budget:g} or less: leave out some of the units"
        )

    # --- ships that fire from the sea -----------------------------------------------------------

    @cached_property
    def ships(self) -> list[int]:
        """The groups of ships that only fire, one for each, the best first."""
        dice = self.battle.dice
        found = []
        for i, group in enumerate(self.groups):
            if not group.kind.hits:
                shots = [s for v in salvos(self.battle) if (s := fires(group, v))]
                mean = sum(dice.chance(s.die[0], best_of=s.die[1]) * s.shots for s in shots)
                found += [(-mean, i)] * group.count
        return [i for _, i in sorted(found)]

    def firing(self, counts: Sequence[int] | Whole) -> int:
        """How many ships fire for a force, by group."""
        if not self.ashore:
            return len(self.ships)
        landed = [n for g, n in zip(self.groups, counts, strict=True) if g.kind.name in self.ashore]
        return min(int(sum(landed)), len(self.ships))

    def part(self, force: int) -> tuple[Group, ...]:
        """Return a force: whole units before damaged ones, and the ships that fire."""
        counts = self.counts(np.array([force]))[0]
        ships = self.ships[: self.firing(counts)]
        found = []
        for i, (group, count) in enumerate(zip(self.groups, counts.tolist(), strict=True)):
            number = count if group.kind.hits else ships.count(i)
            damaged = max(0, number - (group.count - group.damaged))
            found.append(replace(group, count=number, damaged=damaged))
        return tuple(found)


def salvos(battle: Battle) -> Iterator[Volley]:
    """Yield the attacker's volleys that are fired only in the first round."""
    for step in battle.sequence.rounds:
        for volley in step.volleys:
            if volley.side == "attacker" and volley.when == "first round":
                yield volley
