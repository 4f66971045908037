"""The symbols of unit types, also of maps that we have never seen."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.catalog import UnitType
from a4a.map.assets import shared
from a4a.map.symbols import _FITTING, _WORDS, symbol_of


def kind(name: str, category: str, symbol: str = "") -> UnitType:
    return UnitType(name=name, category=category, symbol=symbol or name.lower())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "category", "symbol"),
    [
        ("Panzer", "land", "armour"),
        ("Bigarmour", "land", "armour"),
        ("ArmoredCar", "land", "mechanized"),
        ("Mot.Inf", "land", "mechanized"),
        ("Mech.Inf", "land", "mechanized"),
        ("Katyusha", "land", "artillery"),
        ("Elite", "land", "infantry"),
        ("EarlyFighter", "air", "fighter"),
        ("Me262", "air", "fighter"),
        ("B29", "air", "strategic-bomber"),
        ("Lancaster", "air", "strategic-bomber"),
        ("S.Sub", "sea", "submarine"),
        ("T.Boat", "sea", "destroyer"),
        ("Bunker", "facility", "fortification"),
    ],
)
def test_units_of_other_maps_get_the_symbol_their_name_suggests(
    name: str, category: str, symbol: str
) -> None:
    assert symbol_of(kind(name, category)) == symbol


def test_a_name_does_not_overrule_what_moves_how() -> None:
    assert symbol_of(kind("tank carrier", "sea")) == "carrier"
    assert symbol_of(kind("flying tank", "air")) == "air"
    assert symbol_of(kind("?", "sea")) == "sea"
    assert symbol_of(kind("thing", "other")) == "other"


def test_our_own_units_keep_theirs() -> None:
    for name in ("global1940", "europe1940", "deluxe3g40"):
        for unit in a4a.dataset(name).catalog.unit_types:
            assert symbol_of(unit) == unit.symbol


def test_every_unit_type_of_deluxe_is_told_apart_by_its_symbol() -> None:
    drawn = shared("map/symbols.json")
    types = a4a.dataset("deluxe3g40").catalog.unit_types
    shapes = {str(drawn[symbol_of(unit)]) for unit in types}
    assert len(shapes) == len(types) == 39


def test_every_symbol_that_can_be_chosen_is_drawn() -> None:
    drawn = shared("map/symbols.json")
    assert {symbol for symbol, _ in _WORDS} <= set(drawn)
    assert set().union(*_FITTING.values()) <= set(drawn)
