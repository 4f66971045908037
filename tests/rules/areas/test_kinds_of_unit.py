"""What kinds of unit there are, and what that means in combat (p. 17, p. 28-33)."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.orders import Aim, Move, Retreat
from a4a.rules.areas.politics.situation import Situation
from tests.rules import retold
from tests.rules.areas.battles import Attack
from tests.rules.areas.positions import ids, one, played, position
from tests.rules.areas.test_general_combat import (
    BELGIUM,
    FRANCE,
    GERMANY,
    SZ110,
    SZ112,
    UK,
    asked,
    at_sea,
    on_land,
)


@pytest.mark.rule("AA-UNI-001", "AA-UNI-038", "AA-CON-003")
def test_land_units_fight_on_land_and_ships_at_sea() -> None:
    """Cargo does not fight at sea; ships that support a landing take nothing and stay there."""
    battle = at_sea({"transport: tank": 1, "cruiser": 1}, {UK: {"cruiser": 1}}, [1, 6])
    assert {d.unit_type for r in battle.rolls() for d in r.dice} == {"cruiser"}
    game = position(units={SZ110: {GERMANY: {"transport: infantry": 1, "cruiser": 1}},
                           "Normandy/Bordeaux": {FRANCE: {"infantry": 1}}},
                    phase="Combat Move")  # fmt: skip
    landing = Attack(game).land(SZ110, "Normandy/Bordeaux", "infantry").begin([1, 1])
    cruiser = one(game, SZ110, "cruiser")
    landing.play()
    assert landing.results() == ["mutual destruction"]
    assert game.state.control["Normandy/Bordeaux"] == FRANCE
    assert game.state.unit(cruiser).place == SZ110


@pytest.mark.rule("AA-UNI-039", "AA-UNI-040", "AA-UNI-041")
@pytest.mark.parametrize(
    ("unit", "surface", "warship"),
    [
        ("battleship", True, True), ("aircraft carrier", True, True), ("cruiser", True, True),
        ("destroyer", True, True), ("submarine", False, True), ("transport", False, False),
    ],
)  # fmt: skip
def test_warships_and_surface_warships(unit: str, surface: bool, warship: bool) -> None:
    """Only surface warships make a sea zone hostile."""
    game = position(units={SZ110: {UK: {unit: 1}}}, phase="Combat Move")
    assert Situation(played(), game.state, GERMANY).hostile_sea(SZ110) is surface
    able = played().able("surface warship") | played().able("warship")
    assert (unit in able) is warship


@pytest.mark.rule("AA-CMB-006", "AA-CMB-009", "AA-EXA-027")
def test_a_mechanized_infantry_changes_partners() -> None:
    """It blitzes with the tank through an empty territory and attacks at 2 with the artillery."""
    game = position(
        units={"Western Germany": {GERMANY: {"tank": 1, "mechanized infantry": 1}},
               "Northern Italy": {GERMANY: {"artillery": 1}}, BELGIUM: {UK: {}},
               FRANCE: {FRANCE: {"infantry": 2}}},
        control={BELGIUM: UK}, phase="Combat Move",
    )  # fmt: skip
    pair = ids(game, "Western Germany", "tank") + ids(
        game, "Western Germany", "mechanized infantry"
    )
    game.do(Move(pair, ("Western Germany", BELGIUM, FRANCE)))
    assert game.state.control[BELGIUM] == GERMANY
    game.do(Move(ids(game, "Northern Italy", "artillery"), ("Northern Italy", FRANCE)))
    battle = Attack(game).begin([6] * 5)
    assert {d.unit_type: d.target for roll in battle.rolls("attack") for d in roll.dice} == {
        "mechanized infantry": 2, retold.word("artillery"): 2,
        retold.word("tank"): retold.either(3, 4),  # DX-LND-071
    }  # fmt: skip
    assert set(asked(battle).spaces) >= {BELGIUM, "Northern Italy"}


@pytest.mark.rule("AA-CMB-007")
def test_aircraft_from_a_carrier_hit_submarines_with_a_destroyer() -> None:
    """R-067: the chart's "carrier + destroyer" is about the carrier's aircraft."""
    carrier = {"aircraft carrier": 1, "fighter": 1}
    without = at_sea({**carrier, "cruiser": 1}, {UK: {"submarine": 1, "cruiser": 1}}, [6] * 6)
    without.play(until=("retreat",))
    assert {r.against for r in without.rolls("attack")} == {"", "all but submarines"}
    beside = at_sea({**carrier, "destroyer": 1}, {UK: {"submarine": 1, "cruiser": 1}}, [6] * 6)
    assert {r.against for r in beside.rolls("attack")} == {""}


@pytest.mark.rule("AA-SBR-033")
def test_a_bomber_that_raided_fights_nothing_else() -> None:
    """The infantry of the same territory is attacked without it; later it must land."""
    game = position(
        units={BELGIUM: {GERMANY: {"strategic bomber": 1, "tank": 1}},
               FRANCE: {FRANCE: {"infantry": 1}}},
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(BELGIUM, FRANCE, tank=1)
    battle = attack.send(BELGIUM, FRANCE, task="raid", strategic_bomber=1).begin([6, 3, 1, 6])
    bomber = one(game, FRANCE, "strategic bomber")
    battle.do(Aim({bomber: one(game, FRANCE, "air base")}))
    assert [d.unit_type for r in battle.rolls("attack") for d in r.dice] == ["tank"]
    assert game.state.phase == "Noncombat Move"
    assert game.state.memory(bomber).battles == ("7 France raid",)


@pytest.mark.rule("AA-AIR-019", "AA-UNI-055")
def test_carriers_may_retreat_from_under_their_aircraft() -> None:
    """The fighter stays over the zone it fought in, and must find another place."""
    game = position(
        units={SZ112: {GERMANY: {"aircraft carrier": 1, "cruiser": 1, "fighter": 1}},
               SZ110: {UK: {"battleship": 1}}},
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(SZ112, SZ110, aircraft_carrier=1, cruiser=1, fighter=1)
    battle = attack.begin([6, 6, 6])
    battle.do(Retreat(SZ112))
    assert battle.count(SZ112, "aircraft carrier") == 1
    assert battle.count(SZ110, "fighter") == 1


@pytest.mark.rule("AA-AIR-019", "AA-UNI-055", "AA-UNI-053")
def test_a_carrier_may_be_taken_as_a_loss() -> None:
    battle = at_sea({"aircraft carrier": 1, "fighter": 1}, {UK: {"cruiser": 1}}, [6, 1])
    carrier = one(battle.game, SZ110, "aircraft carrier")
    battle.hit(aircraft_carrier=1)
    assert battle.game.state.unit(carrier).damage == 1
    assert asked(battle).kind == "retreat"


@pytest.mark.rule("AA-CMB-066")
def test_a_shared_defence_shares_no_income() -> None:
    """British units in France leave it and its income French."""
    battle = on_land({"tank": 1}, {FRANCE: {"infantry": 1}, UK: {"infantry": 1}}, [6, 1, 6])
    assert battle.game.state.control[FRANCE] == FRANCE
    assert not battle.events(ev.ResourceChanged)


@pytest.mark.rule("AA-NEU-022", "AA-NEU-019", "AA-EXA-009")
def test_an_attacked_neutral_fights_with_its_army() -> None:
    """Yugoslavia joins the Allies as it is attacked, and is taken when its army is gone."""
    game = position(units={"Slovakia/Hungary": {GERMANY: {"tank": 6}}}, phase="Combat Move")
    army = len(ids(game, "Yugoslavia", "infantry"))
    assert army == 5
    battle = (
        Attack(game).send("Slovakia/Hungary", "Yugoslavia", tank=6).begin([1] * 5 + [6] + [6] * 5)
    )
    assert battle.results() == ["attacker takes"]
    assert len(battle.rolls("defense")[0].dice) == 5
    assert game.state.control["Yugoslavia"] == GERMANY
