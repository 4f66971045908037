"""Reading what decides battles besides units: supports, technologies, effects of land."""

from __future__ import annotations

from typing import Any, Final

from a4a.importers.triplea.javavalues import JavaObject, JavaValue
from a4a.importers.triplea.lookup import SaveLookup
from a4a.importers.triplea.save import SavedSupport, whole

_OWN_FIELDS: Final = frozenset({"attachedTo", "bonusType", "data", "gameData", "name"})

# The field of a player's technologies that says whether it has an advance, by the advance's class.
_PROPERTIES: Final = {
    "AaRadarAdvance": "aaRadar",
    "AARadarAdvance": "aaRadar",
    "DestroyerBombardTechAdvance": "destroyerBombard",
    "HeavyBomberAdvance": "heavyBomber",
    "ImprovedArtillerySupportAdvance": "improvedArtillerySupport",
    "ImprovedShipyardsAdvance": "shipyards",
    "IncreasedFactoryProductionAdvance": "increasedFactoryProduction",
    "IndustrialTechnologyAdvance": "industrialTechnology",
    "JetPowerAdvance": "jetPower",
    "LongRangeAircraftAdvance": "longRangeAir",
    "MechanizedInfantryAdvance": "mechanizedInfantry",
    "ParatroopersAdvance": "paratroopers",
    "RocketsAdvance": "rocket",
    "SuperSubsAdvance": "superSub",
    "WarBondsAdvance": "warBonds",
}


def supports(lookup: SaveLookup, unit_type: JavaValue) -> tuple[SavedSupport, ...]:
    """Read the supports that are attached to a unit type."""
    found = []
    for _, attachment in lookup.entries(lookup.get(unit_type, "attachments")):
        if isinstance(attachment, JavaObject) and attachment.kind.simple == "UnitSupportAttachment":
            values = lookup.attributes(attachment, skip=_OWN_FIELDS)
            sort = lookup.get(attachment, "bonusType")  # 2.x says how many of the sort count, too
            if isinstance(sort, JavaObject):
                values["bonusCount"] = lookup.plain(lookup.get(sort, "count"))
                sort = lookup.text(sort, "name")
            name = sort if isinstance(sort, str) else ""
            found.append(SavedSupport(lookup.name(unit_type), name, values))
    return tuple(found)


def advances(lookup: SaveLookup, game: JavaValue) -> dict[str, dict[str, Any]]:
    """Read what technologies do, by the field that says whether a player has one."""
    found: dict[str, dict[str, Any]] = {}
    if (frontier := lookup.get(game, "technologyFrontier")) is None:
        return found
    for advance in lookup.elements(lookup.get(frontier, "techs")):
        if not isinstance(advance, JavaObject):
            continue
        name = _PROPERTIES.get(advance.kind.simple) or lookup.name(advance)
        for _, attachment in lookup.entries(lookup.get(advance, "attachments")):
            if isinstance(attachment, JavaObject):
                found[name] = lookup.attributes(attachment, skip=_OWN_FIELDS)
    return found


def effects(lookup: SaveLookup, game: JavaValue) -> dict[str, dict[str, tuple[int, int]]]:
    """Read what unit types hit on more or less, in attack and defense, by the effect of land."""
    listed = lookup.get(game, "territoryEffectList")
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for name, effect in lookup.entries(listed) if listed is not None else ():
        for _, attachment in lookup.entries(lookup.get(effect, "attachments")):
            if not isinstance(attachment, JavaObject):
                continue
            values = lookup.attributes(attachment, skip=_OWN_FIELDS)
            attack, defense = (
                {str(unit): whole(plus) for unit, plus in values.get(field) or ()}
                for field in ("combatOffenseEffect", "combatDefenseEffect")
            )
            found[str(name)] = {
                unit: (attack.get(unit, 0), defense.get(unit, 0))
                for unit in dict.fromkeys((*attack, *defense))
            }
    return found
