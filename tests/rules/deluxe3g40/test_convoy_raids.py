"""Convoy raids: flat losses, and none to decide."""

from __future__ import annotations

from typing import Any

import pytest

from a4a.core import events as ev
from a4a.rules.game import Game
from a4a.rules.systems.deluxe3g40.missions.convoys import losses
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    CHINA,
    COMMONWEALTH,
    GERMANY,
    ITALY,
    JAPAN,
    SYSTEM,
    UK,
    begun,
    happened,
    log,
    rules,
    war,
)

PART = "Convoy Raids"
SCOTIA, LONDON = "New Brunswick/Nova Scotia", "United Kingdom"
SZ106, SZ107, SZ109, SZ117 = (f"sea zone {n}" for n in (106, 107, 109, 117))


def paid(game: Game) -> dict[tuple[str, str], int]:
    """What each treasury lost in each zone."""
    return {(e.treasury, e.detail): -e.amount for e in happened(game, ev.ResourceChanged)}


def raid(units, *pairs: tuple[str, str], **how: Any) -> Game:
    return begun(PART, units=units, relations=war(*pairs), **how)


def test_DX_SMP_075_076_a_warship_beside_enemy_land_costs_its_owner_3() -> None:
    game = raid({SZ109: {GERMANY: {"submarine": 1}}}, (GERMANY, UK))
    assert paid(game) == {("UK Europe", SZ109): 3}
    assert game.state.money("UK Europe", "IPC") == 23 - 3
    assert log(game)[-1] == "UK Europe lost 3 IPC to convoy raids in sea zone 109"


@pytest.mark.rule("AA-CVY-004")
def test_AA_CVY_004_friendly_ships_prevent_nothing() -> None:
    units = {SZ109: {GERMANY: {"destroyer": 1}, UK: {"battleship": 3, "destroyer": 3}}}
    assert paid(raid(units, (GERMANY, UK))) == {("UK Europe", SZ109): 3}


@pytest.mark.rule("AA-GLO-039")
def test_AA_GLO_039_each_economy_pays_for_its_own_convoys() -> None:
    game = raid({"sea zone 39": {JAPAN: {"submarine": 1}}}, (JAPAN, UK))
    assert {treasury for treasury, _ in paid(game)} == {"UK Pacific"}
    assert game.state.money("UK Europe", "IPC") == raid({}, (JAPAN, UK)).state.money(
        "UK Europe", "IPC"
    )


def test_DX_SMP_075_only_of_enemies_and_only_in_convoy_zones() -> None:
    assert paid(raid({SZ109: {GERMANY: {"submarine": 1}}}, (GERMANY, COMMONWEALTH))) == {}
    assert paid(raid({"sea zone 110": {GERMANY: {"submarine": 1}}}, (GERMANY, UK))) == {}


def test_DX_SMP_077_078_EXA_010_more_warships_cost_no_more_and_every_owner_pays() -> None:
    """Two submarines off Nova Scotia, some of whose coast Britain has taken over."""
    game = raid(
        {SZ106: {GERMANY: {"submarine": 2}}}, (GERMANY, UK), (GERMANY, COMMONWEALTH),
        control={"Quebec": UK},
    )  # fmt: skip
    assert paid(game) == {("UK Europe", SZ106): 3, ("Canada", SZ106): 3}


def test_DX_SMP_079_080_open_sea_zones_cost_UK_Europe_6_each() -> None:
    fleet = {SZ107: {GERMANY: {"submarine": 2}}, SZ117: {ITALY: {"cruiser": 1}}}
    game = raid(fleet, (GERMANY, UK), (ITALY, UK))
    assert paid(game) == {("UK Europe", SZ107): 6, ("UK Europe", SZ117): 6}
    assert all(not SYSTEM.graph.coast[zone] for zone in fleet)


@pytest.mark.parametrize("zone", [SZ107, "sea zone 108", SZ117, "sea zone 118"])
def test_DX_SMP_080_each_zone_of_the_open_Atlantic_counts(zone: str) -> None:
    game = raid({zone: {GERMANY: {"submarine": 1}}}, (GERMANY, UK))
    assert paid(game) == {("UK Europe", zone): 6}


@pytest.mark.parametrize("lost", [SCOTIA, LONDON])
def test_DX_SMP_079_not_once_Nova_Scotia_or_London_is_lost(lost: str) -> None:
    fleet = {SZ107: {GERMANY: {"submarine": 1}}}
    assert paid(raid(fleet, (GERMANY, UK), control={lost: GERMANY})) == {}


def test_DX_SMP_081_no_dice_no_marker_and_no_least_value() -> None:
    """The zone touches land that is worth nothing."""
    zone = next(
        zone
        for zone in SYSTEM.graph.is_sea
        if "convoy" in SYSTEM.board.space(zone).features
        and any(SYSTEM.board.space(t).value == 0 for t in SYSTEM.graph.coast[zone])
    )
    land = next(t for t in SYSTEM.graph.coast[zone] if SYSTEM.board.space(t).value == 0)
    others = dict.fromkeys(SYSTEM.graph.coast[zone], GERMANY)
    game = raid(
        {zone: {GERMANY: {"destroyer": 1}}}, (GERMANY, AMERICA), control={**others, land: AMERICA}
    )
    assert paid(game) == {(AMERICA, zone): 3}
    assert not happened(game, ev.Rolled)


@pytest.mark.parametrize(
    ("kind", "raids"),
    [("submarine", True), ("aircraft carrier: fighter", True), ("sea transport", False)],
)
def test_DX_SMP_082_submarines_and_carriers_are_warships_transports_are_not(
    kind: str, raids: bool
) -> None:
    game = raid({SZ109: {GERMANY: {kind: 1}}}, (GERMANY, UK))
    assert paid(game) == ({("UK Europe", SZ109): 3} if raids else {})


def test_DX_SMP_083_who_has_less_pays_all() -> None:
    game = raid({SZ109: {GERMANY: {"submarine": 1}}}, (GERMANY, UK), money={"UK Europe": 2})
    assert paid(game) == {("UK Europe", SZ109): 2}
    assert game.state.money("UK Europe", "IPC") == 0
    game = raid({SZ109: {GERMANY: {"submarine": 1}}}, (GERMANY, UK), money={"UK Europe": 0})
    assert paid(game) == {}


def test_AA_CVY_003_China_is_never_raided() -> None:
    game = raid(
        {"sea zone 20": {JAPAN: {"destroyer": 1}}}, (JAPAN, CHINA), control={"Kiangsi": CHINA}
    )
    assert paid(game) == {}


def test_DX_SMP_001_ORD_012_all_nations_have_the_phase_after_the_French_turn() -> None:
    import a4a
    from a4a.players import FormPlayer

    game = a4a.new_game("deluxe3g40")
    FormPlayer(1, moves=0.2).play(game, rounds=1)
    turns = [e.powers for e in happened(game, ev.TurnBegan)]
    assert turns[5:7] == [("France",), SYSTEM.order_of_play]
    assert game.state.round == 2


def test_DX_SMP_002_003_the_parts_follow_the_list_at_the_head() -> None:
    head = (
        "Special Situations", "Vichy France", "Bombing Raids", "Shore Bombardments", PART,
        "Partisan Raids", "Kamikaze Raids", "Reassign Transports", "Coastal Defenses",
        "National Advantages",
    )  # fmt: skip
    last = rules().turns(1)[-1]
    assert last.force == SYSTEM.order_of_play
    there = [part for part in head if part in last.phases]
    assert [part for part in last.phases if part in head] == there
    assert {"Bombing Raids", "Shore Bombardments", PART, "Coastal Defenses"} <= set(there)


def test_at_peace_nothing_is_lost() -> None:
    game = begun(PART, relations=war(), units={SZ109: {GERMANY: {"submarine": 1}}})
    assert list(losses(SYSTEM, game.state)) == []
