"""Which units can be in which battles of the family, for the odds."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache, partial

from a4a.core.errors import BattleError
from a4a.odds.steps import Role
from a4a.rules.areas import technology
from a4a.rules.areas.combat import works as w
from a4a.rules.areas.combat.assaults import can_bombard
from a4a.rules.areas.combat.listing import deadly
from a4a.rules.areas.system import System
from a4a.rules.fight import Army, Band, Fight, FightKind


def verify(system: System, fight: Fight) -> None:
    """Refuse units that cannot be in a battle of this kind.

    Raises
    ------
    BattleError
        If some cannot, or they are too many.
    """
    if fight.kind == "air":
        raise BattleError("nothing is fought for in the air alone: kind is 'land' or 'sea'")
    if fight.ground:
        raise BattleError("terrain makes no difference to battles of this game")
    _verify_army(system, fight.kind, "attacker", fight.attacker)
    for army in fight.defenders:
        _verify_army(system, fight.kind, "defender", army)
    ashore = sum(b.count for b in fight.attacker.bands if b.duty == "landing")
    outside = [b for b in fight.attacker.bands if b.duty == "bombarding"]
    ships = sum(b.count for b in outside if system.types[b.unit].category == "sea")
    guns = sum(b.count for b in outside) - ships
    if fight.kind == "amphibious" and not ashore:
        raise BattleError("an amphibious battle needs land units that come ashore")
    if ships > ashore and not system.options.get("any number bombards"):
        raise BattleError(
            f"{ships} ships bombard for {ashore} units that come ashore: no more ships than units"
            f" may ({system.book.cite('bombard.number')})"
        )
    overland = sum(
        b.count
        for b in fight.attacker.bands
        if not b.duty and system.types[b.unit].category == "land"
    )
    if guns > overland:
        raise BattleError(
            f"{guns} units give support shots for {overland} that cross the border: no more of"
            " them may than units cross it"
        )


@lru_cache(maxsize=1024)
def _verify_army(system: System, kind: FightKind, role: Role, army: Army) -> None:
    technology.verify(system, army.technologies)
    for band in army.bands:
        why = barred(system, kind, role, band, army.technologies)
        if why:
            raise BattleError(f"{band.unit} ({role}): {why}")


def barred(
    system: System,
    kind: FightKind,
    role: Role,
    band: Band,
    technologies: Collection[str] = (),
) -> str:
    """Say why units cannot be in a battle; "" if they can.

    Parameters
    ----------
    system
        The game.
    kind
        What is fought.
    role
        On which side.
    band
        The units.
    technologies
        Those of their power.
    """
    unit = system.types[band.unit]
    attacks, at_sea = role == "attacker", kind == "sea"
    able, cite = partial(_is_able, system, unit.name), system.book.cite
    if unit.name in w.points_of(system).keys() | w.aids(system):
        return _not_here(system, kind, role, band)
    if band.duty == "dropping" and (at_sea or not able({"paratrooper", "carries by air"})):
        return f"it cannot drop from the air ({cite('paratroopers.base')})"
    if band.across and not deadly(system, unit.name, band.across):
        return f"it makes no difference to it that it comes across {band.across} terrain"
    if able({"general"}):
        if at_sea:
            return "it leads land units: it is in no battle at sea"
        ashore = attacks and band.duty == "landing" and kind == "amphibious"
        return f"it leads land units: it is not {band.duty}" if band.duty and not ashore else ""
    if unit.category not in ("land", "sea", "air"):
        return f"a {unit.category} takes no part in combat ({cite('facility.combat')})"
    if band.damaged and unit.hits < 2:
        return "it takes one hit: none can be damaged"
    if band.duty and not attacks:
        return f"a defender's units are not {band.duty}"
    if band.duty == "bombarding" and able({"support shot"}):
        return "its support shots are at land units" if at_sea else ""
    if band.duty == "bombarding":
        rule = cite("bombard.ships")
        if kind != "amphibious":
            return f"ships bombard in support of a landing only: kind='amphibious' ({rule})"
        fires = can_bombard(system, unit.name, band.damaged, technologies)
        return "" if fires else f"it cannot bombard ({rule})"
    if unit.category == "sea" and not at_sea:
        hint = ": name it in bombard=" if unit.bombard and attacks else ""
        return f"ships do not fight on land{hint}"
    if unit.category == "land" and at_sea:
        return f"land units at sea are cargo and do not fight ({cite('cargo.combat')})"
    if band.duty == "landing" and (unit.category != "land" or kind != "amphibious"):
        return "only land units come ashore, in an amphibious battle"
    if attacks and able({"noncombat move only"}):
        return "it does not attack (it moves in noncombat moves only)"
    if at_sea and not attacks and unit.category == "air" and not able(_OVER_SEA):
        return "it can neither land on carriers nor scramble, so it defends no sea zone"
    return ""


def _not_here(system: System, kind: FightKind, role: Role, band: Band) -> str:
    """Say why works cannot be in a battle; "" if they can."""
    if role == "attacker" or kind == "sea":
        return "it takes part in defense of its own territory only"
    points = w.points_of(system).get(band.unit, 0) * band.count
    return "" if band.damaged <= points else f"it takes {points} hits: {band.damaged} is too many"


_OVER_SEA = frozenset({"lands on carrier", "scramble"})


def _is_able(system: System, unit: str, abilities: Collection[str]) -> bool:
    return any(unit in system.able(ability) for ability in abilities)
