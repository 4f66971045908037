"""Air units change bases, and paratroops are dropped (8.1.1, 8.2)."""

from __future__ import annotations

from a4a.rules.systems.war_in_europe.forms.moving import CounterMoves
from a4a.rules.systems.war_in_europe.movement import flying
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE, WITH
from a4a.rules.systems.war_in_europe.tasks import AIRDROP, DROPPED
from tests.rules.war_in_europe.moves import Play
from tests.rules.war_in_europe.positions import system, unit

AIR, BOMBER = "Great Britain: 1st RAF", "Great Britain: Bomber Command"
GERMAN, INFANTRY = "Germany: 1st air", "Germany: 4th infantry"
PARA, FRENCH = "Germany: 1st paratroop", "France: 2nd infantry"
HOME, NAVAL = "Great Britain: Home fleet", "Great Britain: Naval air"


def far(play: Play, name: str) -> int:
    """How far an air unit comes."""
    found = flying.destinations(play.mover, [unit(play.state, name)])
    assert found is not None
    return max(found.costs.values())


def test_WE_AIR_001_002_an_air_unit_flies_three_ranges_and_a_hex_costs_one() -> None:
    play = Play({AIR: "1506", BOMBER: "1506"}, side="Allies", at_war=["all"])
    for name, most in ((AIR, 9), (BOMBER, 18)):
        found = flying.destinations(play.mover, [unit(play.state, name)])
        assert found is not None
        land = {s.name for s in system().board if s.kind in ("land", "coast") and not s.impassable}
        ring = system().ground.within("1506", most)
        assert set(found) <= ring & land
        assert far(play, name) == most
        end = next(s for s, cost in found.costs.items() if cost == most)
        assert len(found.path(end)) == most + 1
    short = flying.destinations(play.mover, [unit(play.state, AIR)])
    long = flying.destinations(play.mover, [unit(play.state, BOMBER)])
    assert short is not None
    assert long is not None
    end = next(s for s, cost in long.costs.items() if cost == 10)
    assert play.refused(play.fly(AIR, *long.path(end))) == "WE-AIR-001"
    play.give(play.fly(BOMBER, *long.path(end)))
    assert play.state.memory(play.id(BOMBER)).moved == 10


def test_WE_AIR_001_a_flight_in_parts_has_one_allowance() -> None:
    play = Play({GERMAN: "2106"})
    there, back = ("2106", "2107", "2108", "2207", "2107"), ("2107", "2106", "2107", "2106")
    play.give(play.fly(GERMAN, *there))
    play.give(play.fly(GERMAN, *back))
    assert play.refused(play.fly(GERMAN, "2106", "2107", "2007", "2006")) == "WE-AIR-001"
    play.give(play.fly(GERMAN, "2106", "2107", "2007"))


def test_WE_AIR_003_no_hex_with_enemy_land_units_is_flown_over() -> None:
    play = Play({GERMAN: "2008", FRENCH: "1909", INFANTRY: "1808"})
    assert play.refused(play.fly(GERMAN, "2008", "1909", "1809")) == "WE-AIR-003"


def test_WE_ZOC_026_an_enemy_zone_is_flown_into_only_where_a_friendly_land_unit_is() -> None:
    play = Play({GERMAN: "2007", FRENCH: "1909", INFANTRY: "1908"})
    assert {"1908", "2008"} <= play.mover.zone
    assert play.refused(play.fly(GERMAN, "2007", "2008")) == "WE-ZOC-026"
    play.give(play.fly(GERMAN, "2007", "1908"))
    assert play.where(GERMAN) == "1908"


def test_WE_AIR_004_marked_air_units_move_as_others_do() -> None:
    play = Play({GERMAN: "2106"}, flags={GERMAN: (OPS_COMPLETE,)})
    play.give(play.fly(GERMAN, "2106", "2107"))
    assert unit(play.state, GERMAN).flags == (OPS_COMPLETE,)


def test_an_air_unit_ends_on_land_and_in_no_hex_with_enemies() -> None:
    """R-255: bases are on land; enemy aircraft keep it off as well, and are flown over."""
    counters = {AIR: "1707", "Germany: 2nd air": "1708", INFANTRY: "1709"}
    play = Play(counters, side="Allies", control={"1708": "Germany", "1709": "Germany"})
    assert "1706" in system().board.seas
    assert play.refused(play.fly(AIR, "1707", "1706")) == "WE-ZOC-009"
    counters = {AIR: "1707", "Germany: 2nd air": "1807"}
    play = Play(counters, side="Allies", at_war=["all"])
    assert play.refused(play.fly(AIR, "1707", "1807")) == "WE-STK-010"
    play.give(play.fly(AIR, "1707", "1807", "1808"))


def test_WE_INV_001_ZOC_033_flying_into_neutral_land_invades_it() -> None:
    play = Play({GERMAN: "2205", "Poland: 1st infantry": "2507"})
    assert play.refused(play.fly(GERMAN, "2205", "2305", "2405")) == "WE-ZOC-033"
    play.give(play.fly(GERMAN, "2205", "2305"))
    assert "neutral" not in play.state.statuses("Poland")
    assert play.state.control["2305"] == "Poland"


# --- airdrops -----------------------------------------------------------------------------------


def test_WE_CMP_017_naval_air_takes_off_from_its_fleet_and_flies_its_three_ranges() -> None:
    """It acts aboard as any air unit does (3.3.3); put ashore it has two ranges."""
    play = Play({HOME: "1607", NAVAL: HOME}, side="Allies")
    play.give(play.sail(HOME, "1607", "1707"))
    assert play.refused(play.fly(NAVAL, "1707", "1706")) == "WE-ZOC-009"  # no base
    (stack,) = (s for s in CounterMoves(play.phase, play.state).stacks if play.id(NAVAL) in s.units)
    assert (stack.space, stack.left, stack.refused) == ("1707", 9, None)
    play.give(play.fly(NAVAL, "1707", "1607", "1507"))
    assert play.where(NAVAL) == "1507"
    assert flying.left(play.mover, unit(play.state, NAVAL)) == 7
    assert play.refused(play.embark(NAVAL, HOME)) == "WE-FLT-012"
    others = Play({HOME: "1707", AIR: HOME}, side="Allies")
    assert others.refused(others.fly(AIR, "1707", "1607")) == "WE-CMP-016"


def test_WE_DRP_001_a_paratroop_marches_or_is_dropped() -> None:
    play = Play({PARA: "1908"})
    play.give(play.march(PARA, "1908", "1808"))
    assert play.refused(play.drop(PARA, "1809")) == "WE-DRP-001"
    play = Play({PARA: "1908"})
    play.give(play.drop(PARA, "1809"))
    assert play.refused(play.march(PARA, "1809", "1808")) == "WE-DRP-001"
    assert play.refused(play.drop(PARA, "1808")) == "WE-DRP-001"
    play = Play({INFANTRY: "1908"})
    assert play.refused(play.drop(INFANTRY, "1809")) == "WE-DRP-001"


def test_WE_DRP_002_003_it_drops_three_hexes_over_anything() -> None:
    """Over the Maginot Line, its zone, mountains and rivers; and not four."""
    play = Play({PARA: "2008", "France: Maginot": "1909", FRENCH: "1909"})
    assert "1710" in system().ground.within("2008", 3) - system().ground.within("2008", 2)
    assert play.refused(play.drop(PARA, "1610")) == "WE-DRP-002"
    play.give(play.drop(PARA, "1710"))
    assert play.where(PARA) == "1710"
    assert play.state.control["1710"] == "Germany"
    assert play.state.memory(play.id(PARA)).task == DROPPED


def test_WE_DRP_003_it_may_begin_and_end_in_enemy_zones() -> None:
    play = Play({PARA: "1908", FRENCH: "1909", "France: 3rd infantry": "1709"})
    assert {"1908", "1808"} <= play.mover.zone
    play.give(play.drop(PARA, "1808"))


def test_WE_DRP_004_it_drops_into_no_sea() -> None:
    play = Play({PARA: "2005"})
    sea = next(n for n in system().ground.within("2005", 3) if n in system().board.seas)
    assert play.refused(play.drop(PARA, sea)) == "WE-DRP-004"


def test_WE_DRP_005_STK_010_dropped_on_an_enemy_it_shares_the_hex_and_must_fight() -> None:
    play = Play({PARA: "1908", FRENCH: "1809"})
    play.give(play.drop(PARA, "1809"))
    memory = play.state.memory(play.id(PARA))
    assert (memory.task, memory.target) == (AIRDROP, "1809")
    assert play.state.control["1809"] == "France"
    assert play.refused(play.march(PARA, "1809", "1810")) == "WE-DRP-005"


def test_WE_STK_011_aircraft_leave_the_hex_on_which_paratroops_drop() -> None:
    """Also aircraft that have a land unit with them."""
    play = Play({PARA: "1908", FRENCH: "1809", "France: 1st air": "1809"})
    play.give(play.drop(PARA, "1809"))
    assert play.decision is not None
    assert play.decision.kind == "displacement"
    assert "1809" not in play.decision.spaces


def test_WE_DRP_006_nothing_is_asked_of_where_it_starts() -> None:
    """From an enemy zone, in open country, with no aircraft."""
    play = Play({PARA: "1808", FRENCH: "1709"})
    assert "1808" in play.mover.zone
    play.give(play.drop(PARA, "1809"))


def test_an_airdrop_crosses_no_neutral_land() -> None:
    """R-255: Corsica is three hexes off across Switzerland, and four around it."""
    play = Play({PARA: "2008"})
    assert "2011" in system().ground.within("2008", 3)
    assert play.refused(play.drop(PARA, "2011")) == "WE-DRP-002"


def test_WE_DRP_005_who_is_dropped_on_a_neutrals_army_invades_and_fights_it() -> None:
    """As they come down, the neutral's units are the enemy's (5.3.1)."""
    play = Play({PARA: "1907", "Belgium: infantry": "1807"})
    play.give(play.drop(PARA, "1807"))
    assert play.where(PARA) == "1807"
    assert play.state.statuses("Belgium") == (WITH["Allies"],)
    assert play.state.memory(play.id(PARA)).task == AIRDROP
    assert play.state.control["1807"] == "Belgium"  # until the fight is won


def test_who_is_dropped_into_an_empty_hex_of_a_neutral_takes_it() -> None:
    play = Play({PARA: "1907"})
    play.give(play.drop(PARA, "1807"))
    assert play.state.control["1807"] == "Germany"
    assert play.state.memory(play.id(PARA)).task == DROPPED


def test_drop_zones_are_the_hexes_into_which_an_order_would_drop() -> None:
    play = Play({PARA: "2007", FRENCH: "1909"})
    zones = set(flying.drop_zones(play.mover, unit(play.state, PARA)))
    for space in system().ground.within("2007", 3) - {"2007"}:
        if space in zones:
            flying.check_drop(play.mover, play.drop(PARA, space))
        else:
            assert play.refused(play.drop(PARA, space))
    assert zones
