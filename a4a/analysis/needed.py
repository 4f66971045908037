"""What is needed: the cheapest part of an attacker's units that is likely enough to win."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from math import prod

from a4a.analysis.battle import Battle
from a4a.analysis.parts import part
from a4a.core.errors import BattleError
from a4a.odds import battle as odds
from a4a.odds.cheapest import SLACK, cheapest_force
from a4a.odds.reserve import Wanted
from a4a.odds.steps import Role
from a4a.rules.fight import Army, Band


def need(battle: Battle, chance: float, *, wanted: Wanted, side: Role) -> Battle:
    """Return the battle of the cheapest force that is likely enough; see `Battle.need`."""
    if battle.terms.attacker_stays or battle.terms.defender_stays:
        raise BattleError(
            "who stays when others retreat is said of one force, not of all its parts: leave out"
            " attacker_stays and defender_stays"
        )
    if side == "defender":
        return _defended(battle, chance, wanted)
    if wanted == "takes" and battle.fight.kind == "sea":
        raise BattleError("a sea zone is not taken: wanted='wins'")
    if not isinstance(battle.engine, odds.Battle):
        return _tried(battle, chance, wanted)
    bands = battle.fight.attacker.bands
    kinds = battle.rules.battles.members(battle.fight)
    # Which units retreat depends on the others: paratroopers on units that came overland.
    retreats = battle.terms.retreat is not None
    found = cheapest_force(
        battle.model,
        chance,
        wanted=wanted,
        ashore=[k for k, at in kinds.items() if any(bands[i].duty == "landing" for i in at)],
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


# --- the other side -----------------------------------------------------------------------------


def _defended(battle: Battle, chance: float, wanted: Wanted) -> Battle:
    """Try all parts of the defender's units, the cheapest first."""
    if not 0 < chance <= 1:
        raise BattleError(f"a probability is above 0 and at most 1, not {chance}")
    armies = battle.fight.defenders
    free = [
        (i, replace(band, count=count, damaged=band.damaged if hurt else 0), hurt)
        for i, army in enumerate(armies)
        for band in army.bands
        for hurt, count in ((False, band.count - band.damaged), (True, band.damaged))
        if count > 0
    ]
    number = prod(band.count + 1 for _, band, _ in free)
    if number > _MOST_PARTS:
        raise BattleError(
            f"there are {number} parts to choose from; {_MOST_PARTS} can be: leave out some units"
        )
    parts = []
    for counts in product(*(range(band.count + 1) for _, band, _ in free)):
        if any(counts):
            held = _holding(battle, armies, free, counts)
            parts.append((held.defender_cost, sum(counts), held))
    best, found = 0.0, None
    for price, units, held in sorted(parts, key=lambda one: one[:2]):
        if found is not None and price > found[0][0]:
            break
        odds = held.odds()
        likely = odds.defender_wins if wanted == "wins" else 1 - odds.attacker_takes
        best = max(best, likely)
        rank = price, -round(likely, 12), units
        if likely >= chance - SLACK and (found is None or rank < found[0]):
            found = rank, held
    if found is None:
        does = "wins" if wanted == "wins" else "holds"
        raise BattleError(
            f"no part of the units {does} in {chance * 100:.10g}% of battles; the best of them"
            f" in {best:.4%}"
        )
    return found[1]


def _holding(
    battle: Battle,
    armies: tuple[Army, ...],
    free: list[tuple[int, Band, bool]],
    counts: tuple[int, ...],
) -> Battle:
    """The battle that so many of each of the defender's bands fight."""
    bands: list[list[Band]] = [[] for _ in armies]
    for (i, band, hurt), number in zip(free, counts, strict=True):
        if number:
            bands[i].append(replace(band, count=number, damaged=number if hurt else 0))
    left = tuple(
        replace(army, bands=tuple(own)) for army, own in zip(armies, bands, strict=True) if own
    )
    fight = replace(battle.fight, defenders=left)
    terms = replace(battle.terms, defender_loses=())
    if battle.terms.defender_loses:
        there = {band.unit for own in bands for band in own}
        names = (n for n in battle.model.defender.order if n.split(" (")[0] in there)
        terms = replace(terms, defender_loses=tuple(names))
    return Battle(battle.rules, battle.catalog, fight, terms)
