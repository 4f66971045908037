"""The Movement phase: markers come off, units move in any order, stacks are cut at its end."""

from __future__ import annotations

import pytest

from a4a.core.dice import ScriptedDice
from a4a.core.units import Holding
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.orders.moving import Displace, Eliminate, EndMovement
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE
from tests.rules.war_in_europe.moves import Play
from tests.rules.war_in_europe.positions import system, unit

ARMOR, AIR, FLEET = "Germany: 1st armor", "Germany: 1st air", "Germany: surface fleet"
THREE = ["Germany: 1st infantry", "Germany: 4th infantry", "Germany: 1st armor"]


def test_WE_SEQ_009_013_CMP_025_markers_come_off_the_side_whose_player_turn_begins() -> None:
    raf = "Great Britain: 1st RAF"
    counters = {AIR: "2106", FLEET: "2005", "Italy: fleet": "2411", raf: "1607"}
    marked = dict.fromkeys(counters, (OPS_COMPLETE,))
    for side, theirs in (("Axis", {AIR, FLEET, "Italy: fleet"}), ("Allies", {raf})):
        play = Play(counters, side=side, flags=marked)
        run = Run(play.state, ScriptedDice([]))
        play.phase.enter(run)
        bare = {name for name in counters if not unit(run.state, name).flags}
        assert bare == theirs


def test_WE_SEQ_010_moves_of_all_kinds_are_mixed_in_any_order() -> None:
    play = Play({ARMOR: "2106", AIR: "2106", FLEET: "2005", "Germany: 1st infantry": "2206"})
    play.give(play.fly(AIR, "2106", "2107"))
    play.give(play.march(ARMOR, "2106", "2206"))
    play.give(play.sail(FLEET, "2005", "1905"))
    play.give(play.rail("Germany: 1st infantry", "2206", "2106", "2006"))
    play.give(play.march(ARMOR, "2206", "2207"))
    play.give(play.fly(AIR, "2107", "2108"))
    assert (play.where(ARMOR), play.where(AIR), play.where(FLEET)) == ("2207", "2108", "1905")


def test_WE_STK_007_009_the_owner_gives_up_what_is_too_many_when_the_phase_ends() -> None:
    play = Play(dict.fromkeys(THREE, "2106"))
    play.give(EndMovement())
    asked = play.decision
    assert asked is not None
    assert (asked.kind, asked.rule, asked.least, asked.most) == (
        "too many units",
        "WE-STK-009",
        1,
        1,
    )
    assert asked.units == play.ids(THREE)
    assert play.refused(Eliminate(play.ids(THREE[:2]))) == "WE-STK-009"
    assert play.refused(Eliminate(())) == "WE-STK-009"
    play.give(Eliminate(play.ids(THREE[0])))
    assert isinstance(play.where(THREE[0]), Holding)
    assert [play.where(name) for name in THREE[1:]] == ["2106", "2106"]
    assert play.decision is None
    play.leave()
    assert not play.state.markers


def test_WE_STK_007_stacks_of_both_sides_are_checked() -> None:
    """The other side's, too: its player is asked, hex after hex."""
    french = ["France: 2nd infantry", "France: 3rd infantry", "France: 1st armor"]
    play = Play({**dict.fromkeys(THREE, "2106"), **dict.fromkeys(french, "1709")})
    play.give(EndMovement())
    asked = play.decision
    assert asked is not None
    first = asked.units
    play.give(Eliminate(first[:1]))
    asked = play.decision
    assert asked is not None
    assert {first, asked.units} == {play.ids(THREE), play.ids(french)}
    assert asked.powers[0] == ("France" if asked.units == play.ids(french) else "Italy")
    play.give(Eliminate(asked.units[:1]))
    assert play.decision is None


def test_WE_STK_007_ITA_001_the_axis_keeps_the_stacks_of_neutral_italy_within_limits() -> None:
    """The Axis moves them in any way it wishes (12.1.1), so they are counted as its own are."""
    italian = ["Italy: 1st armor", "Italy: 2nd infantry", "Italy: 3rd infantry"]
    play = Play(dict.fromkeys(italian, "2211"))
    play.give(EndMovement())
    asked = play.decision
    assert asked is not None
    assert (asked.kind, asked.units) == ("too many units", play.ids(italian))
    play.give(Eliminate(asked.units[:1]))
    assert play.decision is None


def test_WE_STK_008_any_number_of_units_may_share_a_hex_meanwhile() -> None:
    play = Play({**dict.fromkeys(THREE, "2106"), AIR: "2106", "Germany: 2nd air": "2106"})
    play.give(play.march(THREE, "2106", "2206"))
    play.give(play.march(THREE[2], "2206", "2207"))
    play.give(play.fly(AIR, "2106", "2107"))
    play.give(EndMovement())
    assert play.decision is None


def test_WE_STK_017_boxes_have_no_limit() -> None:
    fleets = [f"Great Britain: {n} fleet" for n in ("Home", "Channel", "Gibraltar")]
    play = Play(dict.fromkeys(fleets, "Atlantic"), side="Allies")
    play.give(EndMovement())
    assert play.decision is None
    play = Play(dict.fromkeys(fleets, "1503"), side="Allies")
    play.give(EndMovement())
    assert play.decision is not None


@pytest.mark.parametrize("armored", [False, True])
def test_WE_ZOC_027_aircraft_that_find_themselves_in_an_enemy_zone_leave_for_any_reason(
    armored: bool,
) -> None:
    """The Soviet Union has come into the war by the calendar, beside a German base (12.4.1)."""
    play = Play(
        {AIR: "2404", "Soviet Union: 1st infantry": "2505"}, at_war=["all"], armored=armored
    )
    run = Run(play.state, ScriptedDice([]))
    play.phase.enter(run)
    play.state = run.state
    asked = play.decision
    assert asked is not None
    assert (asked.kind, asked.units) == ("displacement", play.ids(AIR))
    play.give(Displace(asked.spaces[0]))
    assert play.where(AIR) == asked.spaces[0]


def test_the_stack_of_a_neutral_that_joined_is_its_sides() -> None:
    """R-239: a Polish army at war counts with the British beside it."""
    counters = {
        "Poland: 1st infantry": "2405", "Poland: 2nd infantry": "2405",
        "Great Britain: 1st armor": "2405",
    }  # fmt: skip
    joined = {"Poland": ("with the Allies",)}
    play = Play(counters, side="Allies", statuses=joined)
    play.give(EndMovement())
    assert play.decision is not None
    assert play.decision.kind == "too many units"


def test_WE_FLT_005_the_phase_does_not_end_while_a_fleet_can_leave_a_hex_with_enemies() -> None:
    home = "Great Britain: Home fleet"
    counters = {home: "1708", "Germany: 1st infantry": "1708"}
    play = Play(counters, side="Allies", control={"1708": "Germany"})
    assert play.refused(EndMovement()) == "WE-FLT-005"
    play.give(play.sail(home, "1708", "1607"))
    play.give(EndMovement())
    assert play.decision is None
    assert system().board.space("1607").place == "London"
