"""Which of our symbols a unit type is drawn with, even a type that a4a does not know."""

from __future__ import annotations

import re

from a4a.core.catalog import UnitType
from a4a.map.assets import shared

# Words in the names that maps give their units, the more telling ones first.
_WORDS = (
    ("submarine", r"\bsubs?\b|submarine|u boat"),
    ("carrier", r"carrier"),
    ("battleship", r"battle ?(ship|cruiser)|dreadnought"),
    ("cruiser", r"cruiser"),
    ("destroyer", r"destroyer|frigate|corvette|torpedo|\bt boat\b"),
    ("transport", r"transport|merchant|landing ship"),
    ("antiaircraft", r"\baa\b|aaa|aagun|anti ?air|flak"),
    ("artillery", r"artillery|katyusha|howitzer|\bgun\b|rocket"),
    ("airborne", r"para|airborne"),
    ("marine", r"marine"),
    ("mechanized", r"mech|\bmot\b|motor|half ?track|armou?red ?car|truck"),
    ("armour", r"armou?r|panzer|tank|tiger|sherman"),
    ("cavalry", r"cavalry"),
    ("headquarters", r"headquarter|general|commander|leader"),
    ("infantry", r"infantry|\binf\b|elite|guard|militia|conscript|ranger|commando"),
    ("tactical-bomber", r"tactical|dive ?bomb"),
    ("strategic-bomber", r"bomber|\bb ?\d\d\b|lancaster|fortress"),
    ("fighter", r"fighter|\bme ?\d+\b|spitfire|zero|jet"),
    ("major-industrial-complex", r"major.*(industr|factory)"),
    ("minor-industrial-complex", r"industr|factory|production"),
    ("air-base", r"air ?(base|field)"),
    ("naval-base", r"naval ?base|harbou?r|\bport\b"),
    ("fortification", r"bunker|fort|entrench|blockhouse"),
)
_FITTING = {
    "land": {"infantry", "mechanized", "armour", "artillery", "antiaircraft", "airborne"}
    | {"marine", "cavalry", "headquarters"},
    "air": {"fighter", "tactical-bomber", "strategic-bomber"},
    "sea": {"submarine", "carrier", "battleship", "cruiser", "destroyer", "transport"},
    "facility": {"major-industrial-complex", "minor-industrial-complex", "air-base"}
    | {"naval-base", "fortification"},
}


def symbol_of(kind: UnitType) -> str:
    """Return the symbol that a unit type is drawn with.

    It is the type's own symbol if we have drawn that; else one that its name suggests and that
    fits its category; else that of the category.

    Examples
    --------
    >>> symbol_of(UnitType(name="Panzer", category="land", symbol="panzer"))
    'armour'
    >>> symbol_of(UnitType(name="elephant", category="land", symbol="elephant"))
    'land'
    """
    drawn = shared("map/symbols.json")
    if kind.symbol in drawn:
        return kind.symbol
    name = re.sub(r"[\W_]+", " ", f"{kind.symbol} {kind.name}".lower())
    fitting = _FITTING.get(kind.category, set())
    for symbol, words in _WORDS:
        if symbol in fitting and re.search(words, name):
            return symbol
    return kind.category if kind.category in drawn else "other"
