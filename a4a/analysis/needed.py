"""What is needed: the cheapest part of an attacker's units that is likely enough to win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from a4a.analysis.battle import Battle
from a4a.core.errors import BattleError
from a4a.odds import battle as odds
from a4a.odds.cheapest import cheapest_force
from a4a.odds.reserve import Wanted
from a4a.rules.fight import Band, Duty


def need(battle: Battle, chance: float, *, wanted: Wanted) -> Battle:
    """Return the battle of the cheapest force that is likely enough; see `Battle.need`."""
    if wanted == "takes" and battle.fight.kind == "sea":
        raise BattleError("a sea zone is not taken: wanted='wins'")
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
