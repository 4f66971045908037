"""Land units move by points over the terrain chart, and zones of control stop them (5.1.1, 8.1)."""

from __future__ import annotations

import pytest

from a4a.core.events import ControlChanged, UnitsTasked
from a4a.rules.systems.war_in_europe.movement import marching
from a4a.rules.systems.war_in_europe.orders.moving import Displace, EndMovement
from a4a.rules.systems.war_in_europe.tasks import RAILED
from tests.rules.war_in_europe.moves import Play
from tests.rules.war_in_europe.positions import system, unit

ARMOR, INFANTRY = "Germany: 1st armor", "Germany: 1st infantry"


def test_WE_LND_001_a_side_moves_what_it_likes_or_nothing() -> None:
    play = Play({ARMOR: "2106", INFANTRY: "2106"})
    play.give(play.march(ARMOR, "2106", "2206"))
    assert (play.where(ARMOR), play.where(INFANTRY)) == ("2206", "2106")
    play.give(EndMovement())
    assert play.decision is None


def test_WE_LND_002_hexes_cost_what_the_terrain_chart_says() -> None:
    """Over the Rhine from rough ground into clear: 1, and 1 for the river."""
    play = Play({INFANTRY: "1908"})
    play.give(play.march(INFANTRY, "1908", "2008"))
    assert play.state.memory(play.id(INFANTRY)).moved == 2
    assert play.refused(play.march(INFANTRY, "2008", "2007")) == "WE-LND-002"  # rough: 2
    play.give(play.march(INFANTRY, "2008", "2108"))
    assert play.state.memory(play.id(INFANTRY)).moved == 3
    assert play.refused(play.march(INFANTRY, "2108", "2107")) == "WE-LND-002"


def test_WE_LND_002_the_printed_allowance_counts() -> None:
    """Clear ground all the way: six hexes for armor, three for infantry."""
    way = ("2106", "2107", "2108", "2207", "2307")
    play = Play({ARMOR: "2106", INFANTRY: "2106"})
    assert play.refused(play.march([ARMOR, INFANTRY], *way)) == "WE-LND-002"
    play.give(play.march(ARMOR, *way))
    assert play.state.memory(play.id(ARMOR)).moved == 1 + 1 + 1 + 1 + 2


def test_a_unit_that_has_not_moved_may_always_step_once() -> None:
    """R-252: mountains behind a river cost 4, and infantry moves 3."""
    play = Play({INFANTRY: "2108"})
    assert system().ground.on_foot["2108"]["2208"] == 4
    play.give(play.march(INFANTRY, "2108", "2208"))
    assert marching.left(play.mover, unit(play.state, INFANTRY)) == 0
    reason = "WE-LND-002", "it has no movement points left"
    assert marching.spent(play.mover, unit(play.state, INFANTRY), toll=None) == reason
    play = Play({INFANTRY: "2107"})
    play.give(play.march(INFANTRY, "2107", "2108"))
    assert play.refused(play.march(INFANTRY, "2108", "2208")) == "WE-LND-002"


def test_the_first_step_of_a_stack_costs_no_more_than_its_slowest_has() -> None:
    """R-252: mountains behind a river cost 4; armor moves 6, and infantry beside it 3."""
    play = Play({ARMOR: "2108", INFANTRY: "2108"})
    stack = [ARMOR, INFANTRY]
    found = marching.destinations(play.mover, [unit(play.state, n) for n in stack], toll=None)
    assert found is not None
    assert "2208" in found
    play.give(play.march(stack, "2108", "2208"))
    assert [marching.left(play.mover, unit(play.state, name)) for name in stack] == [3, 0]


def test_WE_SUP_017_who_has_moved_more_than_half_and_is_cut_off_has_nothing_left() -> None:
    play = Play({ARMOR: "2106"})
    play.give(play.march(ARMOR, "2106", "2107", "2108", "2207", "2307"))
    play.state = play.state.apply(ControlChanged("2106", "Germany", "France", "entered"))
    assert marching.left(play.mover, unit(play.state, ARMOR)) == 0
    assert play.refused(play.march(ARMOR, "2307", "2207")) == "WE-LND-002"


def test_WE_LND_003_zones_count_all_the_way_and_stacking_only_at_the_end() -> None:
    counters = {f"Germany: {n} infantry": "2106" for n in ("1st", "4th", "6th")}
    play = Play(counters)
    play.give(play.march(list(counters), "2106", "2206"))
    assert [play.where(name) for name in counters] == ["2206"] * 3


def test_WE_LND_004_005_land_units_enter_no_sea_and_cross_none() -> None:
    play = Play({ARMOR: "2004", INFANTRY: "2005"}, at_war=["all"])
    assert play.refused(play.march(ARMOR, "2004", "2104")) == "WE-LND-005"  # the Sound
    assert play.refused(play.march(INFANTRY, "2005", "1905", "1904")) == "WE-LND-004"


@pytest.mark.parametrize("strait", ["1315", "2911", "3012", "3414", "3415"])
def test_WE_LND_006_004_straits_hexes_are_entered_on_foot(strait: str) -> None:
    assert "strait" in system().board.space(strait).features
    beside = next(n for n, steps in system().ground.on_foot.items() if strait in steps)
    play = Play({ARMOR: beside}, at_war=["all"])
    play.give(play.march(ARMOR, beside, strait))
    assert play.where(ARMOR) == strait


def test_WE_CMP_010_a_fort_never_moves() -> None:
    play = Play({"Germany: fort 1": "1908"})
    assert play.refused(play.march("Germany: fort 1", "1908", "1907")) == "WE-CMP-010"
    assert (
        marching.destinations(play.mover, [unit(play.state, "Germany: fort 1")], toll=None) is None
    )


def test_WE_CMP_021_units_of_neutrals_do_not_move() -> None:
    play = Play({"Soviet Union: 1st infantry": "2502"}, side="Allies")
    near = next(iter(system().ground.on_foot["2502"]))
    assert play.refused(play.march("Soviet Union: 1st infantry", "2502", near)) == "WE-SOV-003"


def test_units_of_the_other_side_or_of_several_hexes_do_not_move() -> None:
    play = Play({ARMOR: "2106", INFANTRY: "2107", "France: 1st armor": "1709"})
    assert play.refused(play.march("France: 1st armor", "1709", "1808")) == ""
    assert play.refused(play.march([ARMOR, INFANTRY], "2106", "2206")) == ""
    assert play.refused(play.march(ARMOR, "2106", "2108")) == ""  # not adjacent


# --- zones --------------------------------------------------------------------------------------

FRENCH = "France: 2nd infantry"


def test_WE_ZOC_003_a_unit_stops_where_an_enemy_zone_begins() -> None:
    """1808 is beside 1709: it may enter and no further, in this order or the next."""
    play = Play({ARMOR: "1907", FRENCH: "1709"}, at_war=["Belgium"], control={"1807": "Germany"})
    assert play.refused(play.march(ARMOR, "1907", "1807", "1808", "1809")) == "WE-ZOC-003"
    play.give(play.march(ARMOR, "1907", "1807", "1808"))
    assert play.refused(play.march(ARMOR, "1808", "1908")) == "WE-ZOC-003"


def test_WE_ZOC_004_no_step_leads_from_zone_to_zone() -> None:
    """From 1808, where it stands since the turn began, it leaves the zone first."""
    play = Play({ARMOR: "1808", FRENCH: "1709"})
    assert {"1808", "1809"} <= play.mover.zone
    assert play.refused(play.march(ARMOR, "1808", "1809")) == "WE-ZOC-004"
    play.give(play.march(ARMOR, "1808", "1909", "1809"))
    assert play.where(ARMOR) == "1809"


def test_nobody_walks_or_flies_in_on_the_army_of_neutral_italy() -> None:
    """It would be Allied as they come (R-315)."""
    italian, armor, air = "Italy: 1st armor", "Germany: 1st armor", "Germany: 1st air"
    play = Play({armor: "2109", air: "2109", italian: "2110", "Italy: 2nd infantry": "2111"})
    assert play.refused(play.march(armor, "2109", "2110")) == "WE-STK-010"
    assert play.refused(play.fly(air, "2109", "2110")) == "WE-AIR-003"
    found = marching.destinations(play.mover, [unit(play.state, armor)], toll=None)
    assert found is not None
    assert "2110" not in found
    play.give(play.march(italian, "2110", "2111"))


def test_WE_ZOC_033_zones_awake_with_the_first_step_over_a_neutral_border() -> None:
    """Poland's zone is there as soon as the border is crossed: the unit stays beside it."""
    play = Play({ARMOR: "2205", "Poland: 1st infantry": "2405"})
    assert play.refused(play.march(ARMOR, "2205", "2305", "2306")) == "WE-ZOC-033"
    play.give(play.march(ARMOR, "2205", "2305"))
    assert play.refused(play.march(ARMOR, "2305", "2304")) == "WE-ZOC-003"
    assert play.state.control["2305"] == "Germany"


def test_a_move_into_neutral_land_goes_on_where_no_zone_holds_it() -> None:
    play = Play({ARMOR: "2205", "Poland: 1st infantry": "2507"})
    play.give(play.march(ARMOR, "2205", "2305"))
    play.give(play.march(ARMOR, "2305", "2405"))
    assert play.where(ARMOR) == "2405"


def test_WE_STK_010_no_hex_with_enemy_land_units_is_entered() -> None:
    play = Play({ARMOR: "1808", FRENCH: "1709", "Belgium: infantry": "1807"})
    assert play.refused(play.march(ARMOR, "1808", "1709")) == "WE-STK-010"
    assert play.refused(play.march(ARMOR, "1808", "1807")) == "WE-STK-010"


def test_WE_CMP_028_029_hexes_that_are_passed_through_are_taken() -> None:
    play = Play({ARMOR: "1908"})
    events = play.give(play.march(ARMOR, "1908", "1808", "1809"))
    changed = [e.space for e in events if type(e).__name__ == "ControlChanged"]
    assert changed == ["1808", "1809"]
    assert play.state.control["1808"] == "Germany"


# --- displacement -------------------------------------------------------------------------------


def test_WE_ZOC_008_an_enemy_fleet_leaves_the_hex_that_land_units_enter() -> None:
    """From Leningrad there is one hex to sail to; where an enemy is in it, the next ones count."""
    fleet, gulf = "Soviet Union: fleet", "2501"
    assert list(system().ground.by_ship["2601"]) == [gulf]
    beside = next(n for n, steps in system().ground.on_foot.items() if "2601" in steps)
    play = Play({ARMOR: beside, fleet: "2601"}, at_war=["all"])
    events = play.give(play.march(ARMOR, beside, "2601"))
    assert play.where(fleet) == gulf
    (moved,) = [e for e in events if type(e).__name__ == "UnitsMoved" and e.mode == "displacement"]
    assert moved.path == ("2601", gulf)
    play = Play({ARMOR: beside, fleet: "2601", "Germany: surface fleet": gulf}, at_war=["all"])
    play.give(play.march(ARMOR, beside, "2601"))
    asked = play.decision
    assert asked is not None
    assert set(asked.spaces) == set(system().ground.by_ship[gulf]) - {"2601"}


def test_WE_ZOC_010_the_owner_of_a_displaced_unit_chooses_between_equally_near_hexes() -> None:
    play = Play({ARMOR: "1808", "France: fleet": "1708"})
    play.give(play.march(ARMOR, "1808", "1708"))
    asked = play.decision
    assert asked is not None
    assert asked.kind == "displacement"
    assert asked.powers[0] == "France"
    assert set(asked.spaces) == {"1607", "1608", "1707", "1807"}
    assert play.refused(Displace("1706")) == "WE-ZOC-008"
    play.give(Displace("1607"))
    assert play.where("France: fleet") == "1607"
    assert play.decision is not None
    assert play.decision.kind == "movement"


def test_WE_ZOC_009_027_aircraft_alone_leave_a_zone_for_the_nearest_hex_on_land() -> None:
    """A tank in 1808 puts the aircraft in Paris into its zone: they go where none reaches."""
    air = "France: 1st air"
    play = Play({ARMOR: "1908", air: "1709"})
    play.give(play.march(ARMOR, "1908", "1808"))
    asked = play.decision
    assert asked is not None
    assert asked.kind == "displacement"
    zone = play.mover.field.zones.held("Axis", "land")
    assert set(asked.spaces) == {
        n for n in system().ground.beside["1709"] if n not in zone | {"1808"}
    }
    assert play.refused(Displace("1809")) == "WE-ZOC-009"
    play.give(Displace("1710"))
    assert play.where(air) == "1710"


def test_WE_ZOC_028_aircraft_with_a_land_unit_stay_in_an_enemy_zone() -> None:
    play = Play({ARMOR: "1908", "France: 1st air": "1709", FRENCH: "1709"})
    play.give(play.march(ARMOR, "1908", "1808"))
    assert play.where("France: 1st air") == "1709"


def test_WE_ZOC_027_aircraft_leave_when_the_land_unit_with_them_marches_off() -> None:
    """The mover's own aircraft are caught as well."""
    own = "Germany: 1st air"
    play = Play({ARMOR: "1808", own: "1808", FRENCH: "1709"})
    play.give(play.march(ARMOR, "1808", "1908"))
    asked = play.decision
    assert asked is not None
    assert asked.powers == ("Italy", "Germany")
    play.give(Displace("1908"))
    assert play.where(own) == "1908"


def test_a_march_ends_where_somebody_is_asked_on_the_way() -> None:
    play = Play({ARMOR: "1908", "France: 1st air": "1709"})
    play.give(play.march(ARMOR, "1908", "1808", "1809"))
    assert play.where(ARMOR) == "1808"
    play.give(Displace("1710"))
    play.give(play.march(ARMOR, "1808", "1809"))
    assert play.where(ARMOR) == "1809"


def test_WE_SOV_009_a_soviet_unit_ends_in_no_hex_of_other_allies() -> None:
    counters = {"Soviet Union: 1T armor": "3907", "Great Britain: 1st armor": "3908"}
    near = next(
        (a, b)
        for a, steps in system().ground.on_foot.items()
        for b in steps
        if system().board.space(a).original == "Persia" == system().board.space(b).original
    )
    counters = dict(zip(counters, near, strict=True))
    play = Play(counters, side="Allies", at_war=["all"])
    assert play.refused(play.march("Soviet Union: 1T armor", *near)) == "WE-SOV-009"


def test_WE_SOV_009_a_displaced_unit_goes_to_no_hex_of_friends_who_keep_apart() -> None:
    """From Leningrad there is one hex to sail to; a British fleet in it is no company."""
    fleet, gulf = "Soviet Union: fleet", "2501"
    beside = next(n for n, steps in system().ground.on_foot.items() if "2601" in steps)
    counters = {ARMOR: beside, fleet: "2601", "Great Britain: Home fleet": gulf}
    play = Play(counters, at_war=["all"])
    play.give(play.march(ARMOR, beside, "2601"))
    assert play.decision is not None
    assert play.decision.kind == "displacement"
    assert gulf not in play.decision.spaces


def test_WE_SOV_009_a_march_that_was_interrupted_goes_on_from_friends_who_keep_apart() -> None:
    """R-327: it halted in the hex to which Soviet aircraft have come by rail, who stay."""
    counters = {"France: 2nd infantry": "1809", "Soviet Union: 3rd air": "1809"}
    play = Play(counters, side="Allies", at_war=["all"])
    soviets = unit(play.state, "Soviet Union: 3rd air").id
    play.state = play.state.apply(UnitsTasked((soviets,), RAILED))
    assert play.refused(EndMovement()) == "WE-SOV-009"
    play.give(play.march("France: 2nd infantry", "1809", "1810"))
    play.give(EndMovement())


def test_a_displaced_fleet_goes_around_waters_that_are_shut_to_it() -> None:
    """R-261: as Oslo falls, 1904 and 2003 are shut to the Allies, and one way is left."""
    fleet = "Great Britain: Home fleet"
    assert set(system().ground.by_ship["1903"]) == {"1904", "2002", "2003"}
    counters = {ARMOR: "1902", fleet: "1903"}
    play = Play(counters, statuses={"Norway": ("with the Allies",)}, control={"1902": "Germany"})
    play.give(play.march(ARMOR, "1902", "1903"))
    assert play.where(fleet) == "2002"


def test_where_land_units_come_is_what_a_naive_search_finds() -> None:
    """Border by border over and over, with zones, neutral land and enemies as the rules say."""
    counters = {ARMOR: "1907", FRENCH: "1709", "France: 3rd infantry": "1909"}
    play = Play(counters, at_war=["Belgium"])
    board, zone, ground = system().board, play.mover.zone, system().terrain
    neutral = {s for s, p in play.state.control.items() if "neutral" in play.state.statuses(p)}
    best, changed = {"1907": 0}, True
    while changed:
        changed = False
        for border in board.borders:
            for here, there in ((border.a, border.b), (border.b, border.a)):
                if here not in best or there in ("1709", "1909") or here == there:
                    continue
                if here != "1907" and (here in zone or here in neutral):
                    continue
                if (here in zone and there in zone) or board.space(there).impassable:
                    continue
                if border.kind in ("sea", "box") or board.space(there).kind in ("sea", "box"):
                    continue
                cost = best[here] + ground.cost(board.space(there), border)
                if cost <= 6 and cost < best.get(there, 7):
                    best[there], changed = cost, True
    del best["1907"]
    found = marching.destinations(play.mover, [unit(play.state, ARMOR)], toll=None)
    assert found is not None
    assert dict(found.costs) == best
    assert len(best) > 20
    for space in found:
        marching.check(play.mover, play.march(ARMOR, *found.path(space)), toll=None)
