"""Land units of 3G40 Deluxe: how far they go, what blitzes, what is towed, what goes by rail."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.orders import Move
from a4a.rules.game import Game
from tests.rules.areas import positions
from tests.rules.deluxe3g40.moves import (
    COMBAT,
    GOLDEN,
    NONCOMBAT,
    do,
    ends,
    finish,
    go,
    march,
    offered,
    refused,
)
from tests.rules.deluxe3g40.positions import SYSTEM, ids, of_kind, one, position, war

GERMANY, RUSSIA, FRANCE = "Germany", "Soviet Union", "France"
BELGIUM, RUHR, POLAND, BAVARIA = (
    "Holland/Belgium", "Western Germany", "Poland", "Greater Southern Germany",
)  # fmt: skip
MOVES = {
    "regular infantry": 1, "mechanized infantry": 2, "elite infantry": 1, "cavalry": 2, "AAA": 1,
    "light artillery": 1, "heavy artillery": 1, "light tank": 2, "heavy tank": 2, "Tiger tank": 2,
    "rocket artillery": 2,
}  # fmt: skip
"""How many spaces a unit moves, as the book prints it."""
EAST = ("Poland", "Eastern Poland", "Western Ukraine")


def land(phase: str = NONCOMBAT, **how) -> Game:  # type: ignore[no-untyped-def]
    """Germany at war with the Soviet Union, whose land is empty."""
    how.setdefault("relations", war((GERMANY, RUSSIA)))
    return position(power=GERMANY, phase=phase, **how)


@pytest.mark.rule("DX-LND-002", "DX-LND-010", "DX-LND-020", "DX-LND-034", "DX-LND-041")
@pytest.mark.rule("DX-LND-052", "DX-LND-059", "DX-LND-069", "DX-LND-077", "DX-SPC-023")
@pytest.mark.rule("DX-SPC-032")
@pytest.mark.parametrize("kind", MOVES)
def test_land_units_move_as_far_as_the_book_says(kind: str) -> None:
    """From Germany the far end of Poland is one space away, Bessarabia three."""
    game = land(units={GERMANY: {GERMANY: {kind: 1}}}, keep_set_up=False)
    near = ends(game, ids(game, GERMANY, kind))
    assert POLAND in near
    assert ("Romania" in near) is (MOVES[kind] > 1)
    assert "Bulgaria" not in near


@pytest.mark.rule("DX-LND-041")
def test_DX_LND_041_antiaircraft_artillery_moves_in_combat_moves_too() -> None:
    """R-456: it attacks, so it moves to attack."""
    game = land(COMBAT, units={POLAND: {GERMANY: {"AAA": 1}}})
    go(game, "AAA", POLAND, "Eastern Poland")


# --- blitzing -----------------------------------------------------------------------------------


@pytest.mark.rule("DX-LND-039", "DX-LND-075", "DX-LND-082", "DX-SPC-030")
@pytest.mark.parametrize("kind", ["cavalry", "light tank", "heavy tank", "Tiger tank"])
def test_DX_LND_039_075_082_cavalry_and_tanks_blitz(kind: str) -> None:
    """They take Eastern Poland on the way."""
    game = land(COMBAT, units={POLAND: {GERMANY: {kind: 1}}})
    go(game, kind, *EAST)
    assert game.state.control["Eastern Poland"] == GERMANY


@pytest.mark.rule("DX-LND-085", "DX-SPC-029")
@pytest.mark.parametrize(
    ("kind", "rule"), [("heavy tank", "DX-LND-085"), ("Tiger tank", "DX-SPC-029")]
)
def test_DX_LND_085_SPC_029_a_damaged_tank_blitzes_through_nothing(kind: str, rule: str) -> None:
    """It still moves two spaces through friendly land, and leads no mechanized infantry."""
    hurt = {(POLAND, kind): 1}
    units = {POLAND: {GERMANY: {kind: 1, "mechanized infantry": 1}}}
    game = land(COMBAT, units=units, damage=hurt)
    refused(game, march(game, kind, *EAST), rule)
    refused(game, march(game, f"mechanized infantry, {kind}", *EAST), rule)
    assert not game.can(march(game, "mechanized infantry", *EAST))
    game = land(NONCOMBAT, units=units, damage=hurt)
    go(game, kind, POLAND, GERMANY, RUHR)


@pytest.mark.rule("DX-LND-018")
def test_DX_LND_018_mechanized_infantry_blitzes_with_a_tank_of_its_own() -> None:
    """R-457: as in Global 1940, one with one."""
    game = land(COMBAT, units={POLAND: {GERMANY: {"mechanized infantry": 2, "light tank": 1}}})
    refused(game, march(game, "mechanized infantry", *EAST), "AA-UNI-015")
    refused(game, march(game, "mechanized infantry, light tank", *EAST, count=2), "AA-MOV-056")
    go(game, "mechanized infantry, light tank", *EAST)


# --- towing -------------------------------------------------------------------------------------


@pytest.mark.rule("DX-LND-017", "DX-LND-046", "DX-LND-057", "DX-LND-064")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("AAA", "DX-LND-046"), ("light artillery", "DX-LND-057"), ("heavy artillery", "DX-LND-064")],
)
def test_DX_LND_017_046_057_064_each_mechanized_infantry_tows_one_gun(kind: str, rule: str) -> None:
    """Two spaces with it; two guns need two; infantry is not towed, and nothing in combat moves."""
    units = {GERMANY: {GERMANY: {"mechanized infantry": 1, kind: 2, "regular infantry": 1}}}
    way = (GERMANY, "Slovakia/Hungary", "Romania")
    game = land(units=units)
    refused(game, march(game, kind, *way), rule)
    refused(game, march(game, f"mechanized infantry, {kind}", *way, count=2), rule)
    refused(game, march(game, "mechanized infantry, regular infantry", *way), "AA-MOV-039")
    pair = (*ids(game, GERMANY, "mechanized infantry"), one(game, GERMANY, kind))
    assert "Romania" in ends(game, pair)
    assert "Bulgaria" not in ends(game, pair)
    assert "Romania" in {d.space for d in offered(game, pair)}
    go(game, f"mechanized infantry, {kind}", *way)
    assert len(ids(game, "Romania", kind)) == 1
    combat = land(COMBAT, units={POLAND: units[GERMANY]}, control={"Eastern Poland": GERMANY})
    refused(combat, march(combat, f"mechanized infantry, {kind}", *EAST), rule)


# --- rail ---------------------------------------------------------------------------------------

HUNGARY = "Slovakia/Hungary"
LINE = (GERMANY, HUNGARY, "Romania", "Bulgaria")


def rail(phase: str = NONCOMBAT, **how) -> Game:  # type: ignore[no-untyped-def]
    """The station of Germany, with land units of all kinds; in Hungary there is none."""
    troops = how.pop("troops", {"regular infantry": 3, "heavy tank": 1, "AAA": 1})
    units = {GERMANY: {GERMANY: troops}}
    how.setdefault("control", {"Bulgaria": GERMANY})
    return land(phase, units=units | how.pop("others", {}), **how)


@pytest.mark.rule("DX-FAC-031", "DX-FAC-034", "DX-FAC-035")
def test_DX_FAC_031_034_035_three_land_units_a_turn_go_by_rail_together() -> None:
    """Any land units, in one order or several, from the station to one territory, without one."""
    game = rail()
    assert len(ids(game, GERMANY, "rail station")) == 1
    refused(game, march(game, "regular infantry, AAA", *LINE, count=3, task="rail"), "DX-FAC-031")
    (moved,) = of_kind(go(game, "regular infantry, AAA", *LINE, task="rail"), ev.UnitsMoved)
    assert moved.mode == "rail"
    refused(game, march(game, "regular infantry", *LINE[:3], task="rail"), "DX-FAC-035")
    refused(game, march(game, "regular infantry, heavy tank", *LINE, task="rail"), "DX-FAC-031")
    go(game, "heavy tank", *LINE, task="rail")
    assert {u.type for u in game.state.at("Bulgaria")} >= {"regular infantry", "AAA", "heavy tank"}
    refused(game, march(game, "regular infantry", *LINE, task="rail"), "DX-FAC-031")
    elsewhere = rail(others={HUNGARY: {GERMANY: {"regular infantry": 1}}})
    refused(elsewhere, march(elsewhere, "regular infantry", *LINE[1:], task="rail"), "DX-FAC-030")


@pytest.mark.rule("DX-FAC-032", "DX-FAC-036")
def test_DX_FAC_032_036_by_rail_it_is_three_spaces_through_friendly_land() -> None:
    """Greece is four spaces away; what is hostile or at peace is not passed."""
    game = rail(control={"Bulgaria": GERMANY, "Greece": GERMANY})
    refused(game, march(game, "AAA", *LINE, "Greece", task="rail"), "DX-FAC-032")
    hostile = (GERMANY, POLAND, "Eastern Poland")
    refused(game, march(game, "AAA", *hostile, task="rail"), "DX-FAC-036")
    found = ends(game, ids(game, GERMANY, "AAA"), "rail")
    assert {"Bulgaria", "Northern Italy"} <= found
    assert not {"Greece", "Eastern Poland", GERMANY} & found


@pytest.mark.rule("DX-FAC-033", "DX-FAC-038")
def test_DX_FAC_033_038_rail_is_all_that_a_unit_does_in_noncombat_moves() -> None:
    """Not in combat moves, not after a move of one's own, and none after it (R-459)."""
    game = rail(COMBAT)
    refused(game, march(game, "AAA", GERMANY, POLAND, task="rail"), "DX-FAC-033")
    game = rail()
    go(game, "AAA", GERMANY, POLAND, task="rail")
    refused(game, march(game, "AAA", POLAND, "Romania"), "AA-NCM-001")


@pytest.mark.rule("DX-FAC-030")
def test_DX_FAC_030_a_station_with_any_damage_does_not_work() -> None:
    refused(
        game := rail(damage={(GERMANY, "rail station"): 1}),
        march(game, "AAA", GERMANY, POLAND, task="rail"),
        "DX-FAC-030",
    )


@pytest.mark.rule("DX-FAC-037")
def test_DX_FAC_037_nobody_claims_a_standing_army_by_rail() -> None:
    """Bulgaria is pro-Axis; infantry walks in from Romania all the same."""
    game = rail(control={}, others={"Romania": {GERMANY: {"regular infantry": 1}}})
    refused(game, march(game, "AAA", *LINE, task="rail"), "DX-FAC-037")
    go(game, "regular infantry", "Romania", "Bulgaria")


@pytest.mark.rule("DX-FAC-026")
def test_DX_FAC_026_a_station_never_moves() -> None:
    game = rail()
    refused(game, march(game, "rail station", GERMANY, POLAND), "DX-FAC-026")


# --- armies of neutrals -------------------------------------------------------------------------


@pytest.mark.rule("DX-NEU-002")
@pytest.mark.parametrize("kind", MOVES)
def test_DX_NEU_002_any_land_unit_claims_a_standing_army(kind: str) -> None:
    """Guns too, which in Global 1940 need others beside them if they are AAA."""
    game = land(units={"Romania": {GERMANY: {kind: 1}}})
    go(game, kind, "Romania", "Bulgaria")
    finish(game)
    assert game.state.control["Bulgaria"] == GERMANY
    assert len([u for u in game.state.at("Bulgaria") if u.owner == GERMANY]) > 1


@pytest.mark.rule("DX-NEU-004")
def test_DX_NEU_004_only_the_side_it_favours_claims_it_and_in_noncombat_moves() -> None:
    game = land(COMBAT, units={"Romania": {GERMANY: {"regular infantry": 1}}})
    refused(game, march(game, "regular infantry", "Romania", "Bulgaria"), "AA-NEU-008")
    game = land(units={POLAND: {GERMANY: {"regular infantry": 1}}})
    assert not game.can(march(game, "regular infantry", "Romania", "Yugoslavia"))


# --- repairs ------------------------------------------------------------------------------------


def damaged(state: State) -> dict[str, int]:
    """How many damaged units there are, by space."""
    found: dict[str, int] = {}
    for unit in state.units.values():
        if unit.damage and isinstance(unit.place, str):
            found[unit.place] = found.get(unit.place, 0) + 1
    return found


@pytest.mark.rule("DX-LND-030")
def test_DX_LND_030_each_elite_infantry_repairs_one_tank_beside_it_as_step_7_ends() -> None:
    """R-462: of three damaged tanks two; none where no elite infantry of its power stands."""
    units = {
        POLAND: {GERMANY: {"heavy tank": 2, "Tiger tank": 1, "elite infantry": 1}},
        GERMANY: {GERMANY: {"elite infantry": 1}},
        "Romania": {
            GERMANY: {"heavy tank": 1, "regular infantry": 1},
            "Italy": {"elite infantry": 1},
        },
    }
    hurt = {(POLAND, "heavy tank"): 1, (POLAND, "Tiger tank"): 1, ("Romania", "heavy tank"): 1}
    game = land(units=units, damage=hurt)
    assert damaged(game.state) == {POLAND: 3, "Romania": 1}
    go(game, "elite infantry", GERMANY, POLAND)
    assert damaged(game.state) == {POLAND: 3, "Romania": 1}
    finish(game)
    assert damaged(game.state) == {POLAND: 1, "Romania": 1}


def test_the_panel_offers_rail_where_a_station_works() -> None:
    game = rail()
    found = offered(game, ids(game, GERMANY, "AAA"))
    assert ("Bulgaria", "by rail") in {(d.space, d.label) for d in found}
    (way,) = (d for d in found if (d.space, d.label) == ("Bulgaria", "by rail"))
    for given in way.orders:
        do(game, given)
    assert len(ids(game, "Bulgaria", "AAA")) == 1
    assert "tows" in SYSTEM.types["mechanized infantry"].abilities
    assert isinstance(way.orders[0], Move)


def test_nothing_goes_by_rail_in_a_game_without_stations() -> None:
    """Europe 1940 has no list of what carries land units."""
    game = positions.position(units={POLAND: {GERMANY: {"infantry": 1}}}, phase=NONCOMBAT)
    given = Move(ids(game, POLAND, "infantry"), (POLAND, GERMANY), task="rail")
    assert "nothing goes by rail" in str(positions.refused(game, given, GOLDEN))
