"""Tricky moves a judge is asked about: loading after declarations, escapes, landing proofs."""

from __future__ import annotations

import pytest

from a4a.rules.areas.orders import DeclareWar, EndPhase, Engage, Move, PlaceBonus
from tests.rules.areas.moves import go, order, refused
from tests.rules.areas.positions import ids, one, position

GERMANY, UK, USSR = "Germany", "United Kingdom", "Soviet Union"
COMBAT = "Combat Move"
SZ102, SZ103, SZ106, SZ110, SZ115, SZ117 = (f"sea zone {n}" for n in (102, 103, 106, 110, 115, 117))


@pytest.mark.rule("AA-DOW-007")
def test_AA_DOW_007_loading_in_the_new_hostile_zone_needs_no_other_zone():
    """The troops go aboard where war has just made the zone hostile, and land from there once the
    cruiser has won; no friendly zone has to be within reach.
    """
    game = position(
        units={
            SZ115: {GERMANY: {"transport": 1, "cruiser": 1}, USSR: {"cruiser": 1}},
            "Finland": {GERMANY: {"infantry": 2}},
        },
        control={"Finland": GERMANY}, phase=COMBAT,
    )  # fmt: skip
    game.do(DeclareWar((USSR,)))
    ship = one(game, SZ115, "transport", GERMANY)
    go(game, "infantry", "Finland", SZ115, count=2, aboard=ship, power=GERMANY)
    go(game, "infantry", SZ115, "Novgorod", count=2, power=GERMANY)
    game.verify(EndPhase())


def _carrier(enemy: str):
    """A German carrier beside an enemy ship, and a British transport four zones away."""
    mine = {"aircraft carrier": 1, "fighter": 1, "destroyer": 1}
    units = {SZ103: {GERMANY: mine, UK: {enemy: 1}}, SZ117: {UK: {"transport": 1}}}
    return position(units=units, phase=COMBAT)


@pytest.mark.rule("AA-AIR-015")
def test_AA_AIR_015_a_carrier_that_attacks_where_it_is_meets_no_aircraft_elsewhere():
    """It has been in combat, and does not move in the Noncombat Move phase."""
    game = _carrier("transport")
    away = order(game, "fighter", SZ103, SZ102, SZ106, SZ117)
    game.verify(away)
    game.do(Engage(SZ103, "attack"))
    refused(game, away, "AA-AIR-015")
    game = _carrier("transport")
    game.do(away)
    refused(game, Engage(SZ103, "attack"), "AA-AIR-015")
    game.verify(EndPhase())


@pytest.mark.rule("AA-AIR-015", "AA-MOV-048")
def test_AA_AIR_015_a_carrier_that_stays_in_a_hostile_zone_meets_no_aircraft_elsewhere():
    """Until the combat moves end it may still leave."""
    game = _carrier("destroyer")
    go(game, "fighter", SZ103, SZ102, SZ106, SZ117)
    refused(game, EndPhase(), "AA-AIR-015")
    go(game, "aircraft carrier, destroyer", SZ103, SZ102, SZ106)
    game.verify(EndPhase())


@pytest.mark.rule("AA-MOV-027")
def test_AA_MOV_027_aircraft_escape_from_a_hostile_zone_too():
    """They are units in it (p. 13), and would have to fight there alone (R-112)."""
    game = position(
        units={SZ103: {GERMANY: {"aircraft carrier": 1, "fighter": 2}, UK: {"cruiser": 1}}},
        phase=COMBAT,
    )
    go(game, "aircraft carrier", SZ103, SZ102)
    go(game, "fighter", SZ103, SZ102, count=2)
    game.verify(EndPhase())
    game = position(
        units={SZ103: {GERMANY: {"aircraft carrier": 1, "fighter": 2}, UK: {"submarine": 1}}},
        phase=COMBAT,
    )
    refused(game, order(game, "fighter", SZ103, SZ102, count=2), "AA-MOV-021")


@pytest.mark.rule("AA-NCM-027", "AA-UNI-087")
def test_AA_NCM_027_a_friends_transport_that_offloaded_in_an_assault_offloads_no_more():
    """What is still aboard stays aboard, as on one's own transport."""
    game = position(
        units={SZ110: {"Italy": {"transport: Germany's infantry, Germany's infantry": 1}}},
        phase=COMBAT,
    )
    first, second = ids(game, SZ110, "infantry")
    game.do(Move((first,), (SZ110, "Normandy/Bordeaux")))
    game.do(EndPhase())
    assert game.state.phase == "Noncombat Move"
    assert game.state.control["Normandy/Bordeaux"] == GERMANY
    refused(game, Move((second,), (SZ110, "Normandy/Bordeaux")), "AA-NCM-027")
    game = position(
        units={SZ110: {"Italy": {"transport: Germany's infantry, Germany's infantry": 1}}},
        control={"Normandy/Bordeaux": GERMANY}, phase="Noncombat Move",
    )  # fmt: skip
    for unit in ids(game, SZ110, "infantry"):
        game.do(Move((unit,), (SZ110, "Normandy/Bordeaux")))


@pytest.mark.rule("AA-NCM-015", "AA-CON-029")
def test_AA_NCM_015_what_a_freed_capital_gets_back_was_friendly_all_turn():
    """Britain held Normandy as the turn began; it is French again since Britain freed Paris, and
    the British fighter lands there. In Paris, taken in this turn, it does not.
    """
    game = position(
        units={"Normandy/Bordeaux": {UK: {"infantry": 1, "fighter": 1}}},
        control={"France": GERMANY, "Normandy/Bordeaux": UK}, power=UK, phase=COMBAT,
    )  # fmt: skip
    for kind in ("infantry", "fighter"):
        go(game, kind, "Normandy/Bordeaux", "France", power=UK)
    game.do(EndPhase())
    game.do(PlaceBonus({}))
    assert game.state.control["Normandy/Bordeaux"] == "France"
    refused(game, EndPhase(), "AA-AIR-020")
    go(game, "fighter", "France", "Normandy/Bordeaux", power=UK)
    game.do(EndPhase())
    assert one(game, "Normandy/Bordeaux", "fighter", UK)
