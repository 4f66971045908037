"""The board that makes all printed sums with the least amiss: an exact search.

Where only one nation can hold what another lost, its sum is printed. Where several can, or it is
open whose a land is, all ways are tried; each is a few sums to be shared out (`shares`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from a4a.core.errors import A4AError
from tools.wargame1942_board.lands import Land
from tools.wargame1942_board.shares import Costs, amiss, share, steps

UNLIKELY = 2.0
"""What it costs to take the second likeliest owner instead of the likeliest."""

Group = tuple[str, str]
"""Whose land it is from the start, and who holds it."""
Totals = Mapping[str, Mapping[str, int]]
"""The printed sums by nation and column."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a land is worth on the board that was found, and whose it is."""

    name: str
    value: int
    original: str
    holder: str


def solve(lands: Sequence[Land], totals: Totals) -> tuple[Found, ...]:
    """The values and owners of all lands, in order.

    Raises
    ------
    A4AError
        If no board makes all printed sums; it names a sum that cannot be made.
    """
    tables: dict[tuple[Group, tuple[str, ...]], Costs] = {}
    best, chosen = math.inf, None
    for owners in product(*(tuple(product(land.originals, land.holders)) for land in lands)):
        groups = _grouped(lands, owners)
        unlikely = sum(_unlikely(land, own) for land, own in zip(lands, owners, strict=True))
        if unlikely >= best:
            continue
        for sums in _sums(groups, totals):
            cost = unlikely
            for group, total in sums.items():
                cost += _cost(tables, group, groups.get(group, []), total, totals)
            if cost < best:
                best, chosen = cost, (owners, groups, sums)
    if chosen is None:
        raise A4AError(f"no board makes all printed sums: {_why(lands, totals)}")
    owners, groups, sums = chosen
    values: dict[str, int] = {}
    for group, own in groups.items():
        total = sums.get(group, sum(map(_wish, own)))
        values |= {x.name: v for x, v in zip(own, share(own, total), strict=True)}
    return tuple(
        Found(land.name, values[land.name], *own) for land, own in zip(lands, owners, strict=True)
    )


def _wish(land: Land) -> int:
    return land.weight if land.value is None else land.value


def _unlikely(land: Land, owners: Group) -> float:
    original, holder = owners
    return UNLIKELY * (land.originals.index(original) + land.holders.index(holder))


def _grouped(lands: Sequence[Land], owners: Sequence[Group]) -> dict[Group, list[Land]]:
    groups: dict[Group, list[Land]] = defaultdict(list)
    for land, own in zip(lands, owners, strict=True):
        groups[own].append(land)
    return groups


def _sums(groups: Mapping[Group, list[Land]], totals: Totals) -> Iterator[dict[Group, int]]:
    """What each group must be worth: all ways in which the printed sums leave it open."""
    fixed = {(own, own): row["original"] - row["lost"] for own, row in totals.items()}
    fixed |= {("", holder): row["neutral"] for holder, row in totals.items()}
    takers = {
        loser: [
            holder for own, holder in groups if own == loser and holder in totals and holder != own
        ]
        for loser in totals
    }
    shares = [_splits(loser, takers[loser], row["lost"]) for loser, row in totals.items()]
    for choice in product(*shares):
        lost = {group: total for part in choice for group, total in part.items()}
        taken = dict.fromkeys(totals, 0)
        for (_, holder), total in lost.items():
            taken[holder] += total
        if all(taken[holder] == row["conquered"] for holder, row in totals.items()):
            yield fixed | lost


def _splits(loser: str, takers: list[str], total: int) -> list[dict[Group, int]]:
    """All ways to share out what a nation lost among those who hold any of it."""
    if not takers:
        return [{}] if total == 0 else []
    first, *rest = takers
    if not rest:
        return [{(loser, first): total}]
    return [
        {(loser, first): part, **other}
        for part in range(total + 1)
        for other in _splits(loser, rest, total - part)
    ]


def _cost(
    tables: dict[tuple[Group, tuple[str, ...]], Costs],
    group: Group,
    lands: list[Land],
    total: int,
    totals: Totals,
) -> float:
    key = group, tuple(land.name for land in lands)
    if key not in tables:
        most = max(row["original"] + row["neutral"] for row in totals.values())
        tables[key] = steps(lands, most)[-1]
    return float(tables[key][total])


def _why(lands: Sequence[Land], totals: Totals) -> str:
    """A printed sum that cannot be made, where each land is whose it most likely is."""
    groups = _grouped(lands, [(land.originals[0], land.holders[0]) for land in lands])
    for own, row in totals.items():
        for group, total, what in (
            ((own, own), row["original"] - row["lost"], "what {} still has of its own land"),
            (("", own), row["neutral"], "the neutral land of {}"),
        ):
            if math.isinf(steps(groups.get(group, []), total)[-1][total]):
                return f"{what.format(own)} cannot be worth {total} with what is known"
    return "what was conquered and lost cannot be with what is known"


def total_amiss(lands: Sequence[Land], found: Sequence[Found]) -> float:
    """How far a board is from what is wished."""
    return sum(amiss(land, one.value) for land, one in zip(lands, found, strict=True))
