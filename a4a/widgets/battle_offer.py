"""What the page of a battle lab is offered to pick from, and what is picked at first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from a4a.rules.fight import KEPT, Band, Fight
from a4a.widgets.battle_maker import Maker
from a4a.widgets.battle_picks import ALLOCATIONS, DEFENDERS, DICE, POLICIES
from a4a.widgets.battle_rows import RAID, ROLES, counts, declared_of

Origins: TypeAlias = Mapping[Band, Mapping[str, int]]
"""By what units are (`alike`): how many of them can come from each space."""


def offer(
    maker: Maker, fight: Fight, setup: Mapping[str, Any], origins: Origins
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what can be picked, and what is picked at first.

    Parameters
    ----------
    maker
        The game, and what can be picked.
    fight
        The fight to begin with.
    setup
        Its terms, in the page's words; what is left out is as usual.
    origins
        Where the attacker's units come from; empty if that is not known.
    """
    pool = maker.pool
    numbers, damaged = counts(pool.rows, fight)
    offered = {
        "rows": [_row(maker, i, numbers[i], origins) for i in range(len(pool.rows))],
        "kinds": list(pool.kinds),
        "targets": list(pool.targets),
        "policies": dict(POLICIES),
        "defender_policies": {name: POLICIES[name] for name in DEFENDERS},
        "dice": ["", *DICE] + (["given"] if setup.get("dice") == "given" else []),
        "allocations": list(ALLOCATIONS),
        "technologies": list(maker.rules.battles.technologies()),
        "terms": sorted(maker.rules.battles.terms),
        "terrain": list(maker.rules.battles.terrain),
        "worn": "reduced" if maker.catalog.counters else "hit",
        "counted": "step" if maker.catalog.counters else "unit",
        "armies": {role: [army.power for army in pool.armies[role]] for role in ROLES},
        "currency": maker.catalog.currency.rpartition(" ")[2],
    }
    picked = {
        "kind": fight.kind,
        "counts": numbers,
        "damaged": damaged,
        "technologies": {
            role: [list(army.technologies) for army in pool.armies[role]] for role in ROLES
        },
        "orders": {role: [] for role in ROLES},
        "rounds": None,
        "retreat": "never",
        "limit": 0,
        "defender_retreat": "never",
        "defender_limit": 0,
        "attacker_stays": "",
        "defender_stays": "",
        "prize": 0,
        "keep_land": KEPT,
        "submerge": "",
        "dice": "",
        "allocation": ALLOCATIONS[0],
        "target": pool.targets[0] if pool.targets else "",
        "target_damage": 0,
        "terrain": list(fight.ground),
        **setup,
    }
    return offered, picked


def _row(maker: Maker, index: int, number: int, origins: Origins) -> dict[str, Any]:
    pool = maker.pool
    row = pool.rows[index]
    unit, like = maker.catalog.unit_type(row.unit), row.like
    army = pool.armies[row.role][row.army]
    several = len(pool.armies[row.role]) > 1
    called = maker.called(like)
    declared = declared_of(maker.rules, row.role, like)
    across = like.across and f"across {like.across} terrain"
    said = ", ".join(filter(None, (row.duty, across, declared)))
    name = f"{called} ({said})" if said else called
    reached = origins.get(like, {}) if row.role == "attacker" else {}
    return {
        "role": row.role,
        "name": f"{name}, {army.power}" if several and army.power else name,
        "unit": called,
        "army": like.power or (army.power if several else ""),
        "duty": row.duty,
        "declared": declared,
        "across": across,
        "symbol": unit.symbol,
        "category": unit.category,
        "hits": unit.hits if row.duty != "bombarding" else 1,
        "price": maker.price(index),
        "kinds": [*row.kinds, *([RAID] if row.targets else [])],
        "targets": list(row.targets),
        "most": number if origins and row.role == "attacker" and not like.name else None,
        "limit": 1 if like.name else None,
        "marks": list(like.marks),
        "from": [[place, count] for place, count in reached.items()],
    }
