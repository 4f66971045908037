"""Reading what decides battles besides units: supports, technologies, effects of land."""

from __future__ import annotations

from typing import Any, Final

from a4a.importers.triplea.javavalues import JavaObject, JavaValue
from a4a.importers.triplea.lookup import SaveLookup
from a4a.importers.triplea.save import SavedSupport

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


def affected(lookup: SaveLookup, game: JavaValue) -> frozenset[str]:
    """Read which unit types fight otherwise in some territories."""
    listed = lookup.get(game, "territoryEffectList")
    found: set[str] = set()
    for _, effect in lookup.entries(listed) if listed is not None else ():
        for _, attachment in lookup.entries(lookup.get(effect, "attachments")):
            if isinstance(attachment, JavaObject):
                values = lookup.attributes(attachment, skip=_OWN_FIELDS)
                for name in ("combatDefenseEffect", "combatOffenseEffect"):
                    found.update(str(unit) for unit, plus in values.get(name) or () if plus)
    return frozenset(found)
