"""Which game options are taken from a save: rules, by TripleA's names, and nothing else.

A save's properties also hold the map author's notes, addresses and whatever a lobby adds. Only
what is listed here, and every player's bid, ever leaves the reader.
"""

from __future__ import annotations

from typing import Final

RULES: Final = frozenset(
    {
        "AA Territory Restricted",
        "Air Attack Sub Restricted",
        "Allies Honorable Victory VCs",
        "Allies Projection of Power VCs",
        "Allies Total Victory VCs",
        "Always on AA",
        "Axis Honorable Victory VCs",
        "Axis Projection of Power VCs",
        "Axis Total Victory VCs",
        "Battles May Be Preceeded By Air Battles",
        "Blitz Through Factories And AA Restricted",
        "Capture Units On Entering Territory",
        "Choose AA Casualties",
        "Convoy Blockades Roll Dice For Cost",
        "Damage From Bombing Done To Units Instead Of Territories",
        "Defending Subs Sneak Attack",
        "Give Units By Territory",
        "Heavy Bomber Dice Rolls",
        "Honorable Surrender",
        "Ignore Sub In Movement",
        "Ignore Transport In Movement",
        "Kamikaze Airplanes",
        "LHTR Carrier production rules",
        "LHTR Heavy Bombers",
        "Limit SBR Damage Per Turn",
        "Limit SBR Damage To Factory Production",
        "Low Luck",
        "Low Luck for AntiAircraft",
        "Low Luck for Bombing and Territory Damage",
        "Low Luck for Technology",
        "Multiple AA Per Territory",
        "National Objectives",
        "Naval Bombard Casualties Return Fire",
        "Neutral Flyover Allowed",
        "Neutrals Are Blitzable",
        "Neutrals Are Impassable",
        "Occupied Territories",
        "Partial Amphibious Retreat",
        "Projection of Power",
        "Raids May Be Preceeded By Air Battles",
        "Remove All Tech Tokens At End Of Turn",
        "Roll AA Individually",
        "Scramble From Island Only",
        "Scramble Rules In Effect",
        "Scramble To Any Amphibious Assault",
        "Scramble To Sea Only",
        "Scrambled Units Return To Base",
        "Selectable Tech Roll",
        "Shore Bombard Per Ground Unit Restricted",
        "Sub Control Sea Zone Restricted",
        "Sub Retreat Before Battle",
        "Submarines Prevent Unescorted Amphibious Assaults",
        "Submersible Subs",
        "Super Sub Defence Bonus",
        "Surviving Air Move To Land",
        "Tech Development",
        "Territory Turn Limit",
        "Total Victory",
        "Transport Casualties Restricted",
        "Transport Control Sea Zone",
        "Transport Restricted Unload",
        "Triggered Victory",
        "Two HitPoint Units Require Repair Facilities",
        "Two hit battleship",
        "Unescorted Transport Dies",
        "Unit Placement Restrictions",
        "Unlimited Constructions",
        "Units May Give Bonus Movement",
        "Units Repair Hits End Turn",
        "Units Repair Hits Start Turn",
        "Use Bombing Max Dice Sides And Bonus",
        "Use Kamikaze Suicide Attacks",
        "Use Politics",
        "Use Shipyards",
        "Use Triggers",
        "WW2V2",
        "WW2V3",
        "WW2V3 Tech Model",
        "neutralCharge",
    }
)


LIMITS: Final = frozenset({"Land Battle Rounds", "Sea Battle Rounds"})
"""Those that no record holds as its options: what they mean is said otherwise, if they are set."""


def is_taken(name: str, players: frozenset[str]) -> bool:
    """Tell whether an option of this name is taken from a save.

    Examples
    --------
    >>> is_taken("Low Luck", frozenset()), is_taken("notes", frozenset())
    (True, False)
    >>> is_taken("Germans bid", frozenset({"Germans"}))
    True
    """
    if name in RULES:
        return True
    for ending in (" bid", " Income Percentage", " Flat Income"):
        if name.endswith(ending):
            return name.removesuffix(ending) in players
    return False
