"""What is needed: the cheapest part of an attacker's units that is likely enough to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from math import prod
from typing import get_args

from a4a.analysis.battle import Battle
from a4a.core.errors import BattleError
from a4a.odds import battle as odds
from a4a.odds.cheapest import SLACK, cheapest_force
from a4a.odds.reserve import Wanted
from a4a.rules.fight import Band, Duty


def need(battle: Battle, chance: float, *, wanted: Wanted) -> Battle:
    """Return the battle of the cheapest force that is likely enough; see `Battle.need`."""
    if wanted == "takes" and battle.fight.kind == "sea":
        raise BattleError("a sea zone is not taken: wanted='wins'")
    if not isinstance(battle.engine, odds.Battle):
        return _tried(battle, chance, wanted)
    landing = [band for band in battle.fight.attacker.bands if band.duty == "landing"]
    kinds = [g.kind.name for g in battle.model.attacker.groups]
    # Which units retreat depends on the others: paratroopers on units that came overland.
    retreats = battle.terms.retreat is not None
    found = cheapest_force(
        battle.model,
        chance,
        wanted=wanted,
        ashore=[kind for kind in kinds if any(_is_of(kind, band) for band in landing)],
        fought=(lambda groups: part(battle, _counts(groups)).model) if retreats else None,
    )
    return part(battle, _counts(found.groups))


_MOST_PARTS = 4096
"""Parts of an attacker's units that are tried, at most."""


def _tried(battle: Battle, chance: float, wanted: Wanted) -> Battle:
    """Try all parts of the attacker's counters, the cheapest first; who is in the place stays."""
    if not 0 < chance <= 1:
        raise BattleError(f"a probability is above 0 and at most 1, not {chance}")
    bands = [
        replace(band, count=1, damaged=int(i < band.damaged))
        for band in battle.fight.attacker.bands
        for i in range(band.count)
    ]
    stay = [band for band in bands if band.duty]
    free = Counter(band for band in bands if not band.duty)
    number = prod(count + 1 for count in free.values())
    if number > _MOST_PARTS:
        raise BattleError(
            f"there are {number} parts to choose from; {_MOST_PARTS} can be: send fewer"
        )
    parts = []
    for counts in product(*(range(count + 1) for count in free.values())):
        sent = [replace(band, count=n) for band, n in zip(free, counts, strict=True) if n]
        try:
            made = _with(battle, [*stay, *map(_same, sent)])
        except BattleError:  # support alone is no attack
            continue
        parts.append((made.attacker_cost, made))
    best = 0.0
    found: tuple[tuple[float, float, int], Battle] | None = None
    for price, made in sorted(parts, key=lambda one: one[0]):
        if found is not None and price > found[0][0]:
            break
        outcome = made.odds()
        likely = outcome.attacker_takes if wanted == "takes" else outcome.attacker_wins
        best = max(best, likely)
        rank = price, -likely, sum(band.count for band in made.fight.attacker.bands)
        if likely >= chance - SLACK and (found is None or rank < found[0]):
            found = rank, made
    if found is None:
        does = "wins" if wanted == "wins" else "takes it"
        raise BattleError(
            f"no part of the units {does} in {chance * 100:.10g}% of battles; the best of them"
            f" in {best:.4%}"
        )
    return found[1]


def _same(band: Band) -> Band:
    """A band whose units are all damaged, or none."""
    return replace(band, damaged=band.count * band.damaged)


def _with(battle: Battle, bands: list[Band]) -> Battle:
    army = replace(battle.fight.attacker, bands=tuple(bands))
    fight = replace(battle.fight, attacker=army)
    return Battle(battle.rules, battle.catalog, fight, battle.terms)


def _counts(groups: tuple[odds.Group, ...]) -> dict[str, int]:
    return {g.kind.name: g.count for g in groups}


def _is_of(kind: str, band: Band) -> bool:
    """Whether a kind of units is that of a band: "infantry (landing)", or one of several such."""
    name = f"{band.unit} ({band.duty})" if band.duty else band.unit
    if kind == name:
        return True
    others = () if band.duty else get_args(Duty)
    return kind.startswith(f"{name} (") and not any(
        kind.startswith(f"{name} ({duty})") for duty in others if duty
    )


def part(battle: Battle, counts: Mapping[str, int]) -> Battle:
    """Return a battle with these numbers of each kind of the attacker's units, whole ones first."""
    left = dict(counts)
    bands = []
    for band in sorted(battle.fight.attacker.bands, key=lambda band: band.damaged):
        number = 0
        for name in left:
            if _is_of(name, band):
                taken = min(band.count - number, left[name])
                left[name] -= taken
                number += taken
        if number:
            damaged = max(0, number - (band.count - band.damaged))
            bands.append(replace(band, count=number, damaged=damaged))
    kind = battle.fight.kind
    if kind == "amphibious" and not any(band.duty == "landing" for band in bands):
        kind = "land"
    order = battle.catalog.type_order
    bands.sort(key=lambda band: order[band.unit])
    army = replace(battle.fight.attacker, bands=tuple(bands))
    terms = battle.terms
    if terms.attacker_loses:
        names = tuple(n for n in battle.model.attacker.order if counts.get(n))
        terms = replace(terms, attacker_loses=names)
    fight = replace(battle.fight, kind=kind, attacker=army)
    return Battle(battle.rules, battle.catalog, fight, terms)
