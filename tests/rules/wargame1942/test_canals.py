"""Canals, the strait and the edges of the board of The War Game."""

from __future__ import annotations

import pytest

from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, MISS
from tests.rules.wargame1942.ordered import Ordering, Table

SUEZ = ("Red Sea", "Cyprus Sea Zone")
PANAMA = ("Caribbean Sea", "Central America Sea Zone")
STRAIT = ("Aegean Sea", "Black Sea")


def afloat(power: str, zone: str, force: tuple[str, ...], **control: str) -> tuple[Ordering, int]:
    """A destroyer before a canal."""
    table = Table(*force, control=control)
    (ship,) = table.put(zone, power, "destroyer")
    return table.noncombat(), ship


def gate(name: str) -> tuple[str, str]:
    """The zones on both sides of a canal or strait."""
    game = Table(*BRITISH).noncombat()
    (found,) = [x for x in game.system.board.borders if x.name == name]
    return found.a, found.b


@pytest.mark.parametrize("name", ["Panama Canal", "Suez Canal", "Bosporus and Dardanelles"])
def test_WG_MAP_009_016_a_passage_takes_one_space(name: str) -> None:
    a, b = gate(name)
    game, ship = afloat("U.K.", a, BRITISH)
    game.send(ship, a, b)
    assert game.state.memory(ship).moved == 1


def test_WG_MAP_010_whoever_holds_Panama_decides() -> None:
    a, b = gate("Panama Canal")
    game, ship = afloat("Japan", a, ("Japan",))
    assert game.no(ship, a, b) == "WG-MAP-010"
    game, ship = afloat("Japan", a, ("Japan",), Panama="Germany")
    assert game.no(ship, a, b) == "allowed"


def test_WG_MAP_011_012_Suez_opens_to_the_side_with_both_banks_and_to_nobody_between() -> None:
    a, b = gate("Suez Canal")
    for egypt, jordan, power, rule in (
        ("U.K.", "U.K.", "U.K.", "allowed"), ("U.K.", "U.K.", "Italy", "WG-MAP-011"),
        ("Italy", "U.K.", "Italy", "WG-MAP-012"), ("Italy", "U.K.", "U.K.", "WG-MAP-012"),
        ("Italy", "Germany", "Italy", "allowed"),
    ):  # fmt: skip
        force = BRITISH if power == "U.K." else GERMANS
        game, ship = afloat(power, a, force, Egypt=egypt, Jordan=jordan)
        assert game.no(ship, a, b) == rule


def test_WG_MAP_013_aircraft_cross_a_canal_that_is_shut() -> None:
    table = Table(*GERMANS)
    a, b = gate("Suez Canal")
    (plane,) = table.put(a, "Germany", "fighter")
    table.put(b, "U.K.", "destroyer")
    table.put(b, "Germany", "aircraft carrier")
    assert table.orders().no(plane, a, b) == "allowed"


def test_WG_MAP_017_018_the_strait_is_open_while_Turkey_is_neutral() -> None:
    a, b = gate("Bosporus and Dardanelles")
    for owner, power, rule in (
        ("Neutral nations", "Italy", "allowed"), ("Neutral nations", "U.K.", "allowed"),
        ("Germany", "Italy", "allowed"), ("Germany", "U.K.", "WG-MAP-018"),
        ("U.S.S.R.", "Italy", "WG-MAP-018"), ("U.S.S.R.", "U.K.", "allowed"),
    ):  # fmt: skip
        force = BRITISH if power == "U.K." else GERMANS
        game, ship = afloat(power, a, force, Turkey=owner)
        assert game.no(ship, a, b) == rule


def test_WG_MAP_014_015_Bulgaria_to_Syria_is_two_spaces_through_one_Turkey() -> None:
    table = Table(*GERMANS, control={"Turkey": "Germany", "Syria": "Germany"})
    (tank,) = table.put("Bulgaria", "Germany", "armor")
    (plane,) = table.put("Bulgaria", "Germany", "fighter")
    game = table.noncombat().send(tank, "Bulgaria", "Turkey", "Syria")
    game.send(plane, "Bulgaria", "Turkey", "Syria")
    assert [game.state.memory(i).moved for i in (tank, plane)] == [2, 2]


def test_WG_MAP_019_Panama_is_one_land() -> None:
    table = Table(*AMERICANS)
    (tank,) = table.put("Central America", "U.S.A.", "armor")
    game = table.noncombat().send(tank, "Central America", "Panama", "Colombia")
    assert game.where(tank) == ["Colombia"]


def test_WG_MAP_020_a_canal_taken_in_combat_opens_after_it_to_ships_that_did_not_fight() -> None:
    a, b = gate("Suez Canal")
    table = Table(*GERMANS, control={"Jordan": "Germany"})
    (man,) = table.put("Libya", "Italy", "infantry")
    (ship,) = table.put(b, "Italy", "destroyer")
    game = table.orders(*[MISS] * 9)
    assert game.no(ship, b, a) == "WG-MAP-012"
    game.send(man, "Libya", "Egypt")
    assert game.no(ship, b, a) == "WG-MAP-012"
    game.fought()
    assert game.no(ship, b, a) == "allowed"


def test_WG_MAP_020_a_blitz_does_not_open_it_before_combat_is_over() -> None:
    a, b = gate("Suez Canal")
    table = Table(*GERMANS)
    (tank,) = table.put("Libya", "Germany", "armor")
    (ship,) = table.put(b, "Italy", "destroyer")
    game = table.orders().send(tank, "Libya", "Egypt", "Jordan")
    assert game.state.control["Egypt"] == "Germany"
    assert game.no(ship, b, a) == "WG-MAP-011"


# --- the edges of the board, and its links ------------------------------------------------------


def test_WG_MAP_001_002_spaces_at_both_edges_are_one_and_cost_nothing_to_cross() -> None:
    board = Table(*AMERICANS).noncombat().system.board
    names = [space.name for space in board.spaces]
    for space in (
        "NP-9", "SP-1", "SP-3", "SP-6", "Mexico", "Southwest U.S.A.", "Northwest U.S.A.",
        "Northwest Territory",
    ):  # fmt: skip
        assert names.count(space) == 1
    table = Table(*AMERICANS)
    (tank,) = table.put("Alaska", "U.S.A.", "armor")
    game = table.noncombat().send(tank, "Alaska", "Northwest Territory", "Manitoba")
    assert game.where(tank) == ["Manitoba"]


def test_WG_MAP_003_Manitoba_and_Alberta_border_each_other_across_the_edge() -> None:
    table = Table(*BRITISH)
    (man,) = table.put("Manitoba", "U.K.", "infantry")
    game = table.noncombat().send(man, "Manitoba", "Alberta")
    assert game.where(man) == ["Alberta"]


def test_WG_MAP_004_005_no_way_goes_over_the_pole() -> None:
    table = Table("U.S.S.R.")
    (plane,) = table.put("Siberia", "U.S.S.R.", "bomber")
    assert table.noncombat().no(plane, "Siberia", "Northwest Territory") == "WG-FTR-002"


@pytest.mark.parametrize(
    ("here", "there", "force"), [("Italy", "Sicily", GERMANS), ("Jordan", "Egypt", BRITISH)]
)
def test_WG_MAP_006_007_land_links(here: str, there: str, force: tuple[str, ...]) -> None:
    table = Table(*force)
    power = "Italy" if force == GERMANS else "U.K."
    (man,) = table.put(here, power, "infantry")
    assert table.noncombat().no(man, here, there) == "allowed"


def test_WG_MAP_008_the_Adriatic_lies_on_both_coasts_of_Italy() -> None:
    table = Table(*GERMANS)
    (ship,) = table.put("Adriatic Sea", "Italy", "transport")
    men = table.put("Italy", "Italy", "infantry") + table.put("Sicily", "Italy", "infantry")
    game = table.noncombat()
    game.send(men[0], "Italy", "Adriatic Sea", aboard=ship)
    game.send(men[1], "Sicily", "Adriatic Sea", aboard=ship)
    assert game.where(*men) == ["Adriatic Sea"] * 2


def test_WG_MAP_021_the_Aleutians_and_Alaska_are_two_lands() -> None:
    table = Table(*AMERICANS)
    (man,) = table.put("Alaska", "U.S.A.", "infantry")
    assert table.noncombat().no(man, "Alaska", "Aleutian Islands") == "WG-CMO-008"


def test_WG_MAP_022_023_the_Sea_of_Japan_is_not_NP_1_and_the_isles_have_no_link() -> None:
    table = Table("Japan")
    (ship,) = table.put("NP-1", "Japan", "destroyer")
    (man,) = table.put("Japan", "Japan", "infantry")
    game = table.noncombat()
    game.send(ship, "NP-1", "Sea of Japan")
    assert game.state.memory(ship).moved == 1
    assert game.no(man, "Japan", "Hokkaido") == "WG-CMO-008"
    assert game.no(man, "Japan", "Sakhalin") == "WG-CMO-008"


def test_WG_MAP_024_Gibraltar_and_Morocco_hinder_no_ship() -> None:
    game, ship = afloat("Italy", "Algeria Sea Zone", GERMANS, Gibraltar="U.K.", Morocco="U.S.A.")
    assert game.no(ship, "Algeria Sea Zone", "Gibraltar Sea Zone", "NA-9") == "allowed"


def test_WG_MAP_025_the_border_on_both_sides_of_Borneo_is_one() -> None:
    board = Table("Japan").noncombat().system.board
    zones = ("South China Sea", "Celebes Sea Zone")
    assert sum({x.a, x.b} == set(zones) for x in board.borders) == 1
    game, ship = afloat("Japan", zones[0], ("Japan",))
    assert game.no(ship, *zones) == "allowed"
