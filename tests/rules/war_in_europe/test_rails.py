"""Land and air units move by rail, any distance over friendly land (8.1.2)."""

from __future__ import annotations

import pytest

from a4a.rules.systems.war_in_europe.movement import rails
from a4a.rules.systems.war_in_europe.orders.moving import Displace, EndMovement
from tests.rules.war_in_europe.moves import Play
from tests.rules.war_in_europe.positions import system, unit

INFANTRY, AIR, FRENCH = "Germany: 1st infantry", "Germany: 1st air", "France: 2nd infantry"


def test_WE_RAI_001_004_land_and_air_units_go_any_distance_by_rail() -> None:
    start = "2307"
    play = Play({INFANTRY: start, AIR: start})
    way = ("2307", "2206", "2106", "2006", "1906")
    assert len(way) > 4  # an infantry's allowance is 3
    play.give(play.rail([INFANTRY, AIR], *way))
    assert (play.where(INFANTRY), play.where(AIR)) == ("1906", "1906")


def test_WE_RAI_001_fleets_and_forts_do_not_go_by_rail() -> None:
    play = Play({"Germany: surface fleet": "2005", "Germany: fort 1": "1908"})
    assert play.refused(play.rail("Germany: surface fleet", "2005", "2006")) == "WE-RAI-001"
    assert play.refused(play.rail("Germany: fort 1", "1908", "1907")) == "WE-CMP-010"


def test_WE_RAI_002_a_rail_move_neither_begins_in_an_enemy_zone_nor_enters_one() -> None:
    play = Play({INFANTRY: "2008", AIR: "2007", FRENCH: "1909"})
    assert {"1908", "2008"} <= play.mover.zone
    assert play.refused(play.rail(INFANTRY, "2008", "2108")) == "WE-RAI-002"
    assert play.refused(play.rail(AIR, "2007", "1908", "1907")) == "WE-RAI-002"
    play.give(play.rail(AIR, "2007", "1907"))


def test_WE_RAI_002_a_rail_move_is_the_whole_move_of_a_unit() -> None:
    """R-254: neither after a march nor before one."""
    play = Play({INFANTRY: "2106", AIR: "2106"})
    play.give(play.march(INFANTRY, "2106", "2107"))
    assert play.refused(play.rail(INFANTRY, "2107", "2007")) == "WE-RAI-002"
    play.give(play.rail(AIR, "2106", "2107"))
    assert play.refused(play.fly(AIR, "2107", "2007")) == "WE-RAI-002"
    assert play.refused(play.rail(AIR, "2107", "2007")) == "WE-RAI-002"


def test_WE_RAI_003_ARM_006_there_is_no_rail_in_armored_action() -> None:
    play = Play({"Germany: 1st armor": "2106"}, armored=True)
    assert play.refused(play.rail("Germany: 1st armor", "2106", "2107")) == "WE-ARM-006"


def test_WE_RAI_005_rails_run_over_land_coast_and_straits() -> None:
    held = {"2004": "Germany", "2104": "Germany"}
    play = Play({AIR: "2004"}, at_war=["all"], control=held)
    assert play.refused(play.rail(AIR, "2004", "2104")) == "WE-RAI-005"  # the Sound
    strait = "1315"
    near = [n for n, steps in system().ground.on_foot.items() if strait in steps]
    near = [n for n in near if "no rail" not in system().board.space(n).features]
    held = dict.fromkeys((strait, near[0]), "Germany")
    play = Play({INFANTRY: near[0]}, at_war=["all"], control=held)
    play.give(play.rail(INFANTRY, near[0], strait))
    assert play.where(INFANTRY) == strait


def test_WE_RAI_006_no_rail_move_enters_a_neutral_country() -> None:
    """Nor an Axis minor's that is still neutral."""
    play = Play({INFANTRY: "2205", AIR: "2308"})
    assert play.refused(play.rail(INFANTRY, "2205", "2305")) == "WE-RAI-006"
    assert play.refused(play.rail(AIR, "2308", "2408")) == "WE-RAI-006"
    play = Play({AIR: "2308"}, at_war=["Hungary"])
    play.give(play.rail(AIR, "2308", "2408"))


def test_WE_ITA_001_neutral_italys_units_do_not_leave_it_by_rail() -> None:
    play = Play({"Italy: 3rd infantry": "2209"})
    reach = rails.destinations(play.mover, [unit(play.state, "Italy: 3rd infantry")])
    assert reach is not None
    assert "2010" in reach  # its own railways it uses: the Axis moves it in any way it wishes
    assert all(play.state.control[space] == "Italy" for space in reach)
    assert play.refused(play.rail("Italy: 3rd infantry", "2209", "2208")) == "WE-ITA-001"


def test_WE_ITA_001_neutral_italys_units_go_by_rail_within_it() -> None:
    play = Play({"Italy: 3rd infantry": "2209"})
    play.give(play.rail("Italy: 3rd infantry", "2209", "2110", "2210", "2211"))
    assert play.where("Italy: 3rd infantry") == "2211"
    assert "neutral" in play.state.statuses("Italy")


def test_WE_ZOC_008_land_units_that_come_by_rail_displace_fleets_and_aircraft() -> None:
    """The train waits where the owner of what is displaced chooses, and goes on then."""
    home, raf = "Great Britain: Home fleet", "Great Britain: 1st RAF"
    play = Play({INFANTRY: "2006", home: "1905"}, control={"1905": "Germany"})
    play.give(play.rail(INFANTRY, "2006", "2005", "1905"))
    assert play.decision is not None
    assert (play.decision.kind, play.decision.units) == ("displacement", play.ids(home))
    way = ("2307", "2206", "2106", "2006", "1906")
    play = Play({INFANTRY: way[0], raf: "2106"})
    play.give(play.rail(INFANTRY, *way))
    asked = play.decision
    assert asked is not None
    assert (asked.kind, asked.units, play.where(INFANTRY)) == (
        "displacement",
        play.ids(raf),
        "2206",
    )
    play.give(Displace(next(s for s in asked.spaces if s not in way)))
    while (asked := play.decision) is not None and asked.kind == "displacement":
        play.give(Displace(asked.spaces[0]))
    assert play.refused(play.march(INFANTRY, "2206", "2106")) == "WE-RAI-002"
    play.give(play.rail(INFANTRY, *way[1:]))
    while (asked := play.decision) is not None and asked.kind == "displacement":
        play.give(Displace(asked.spaces[0]))


def test_WE_SOV_009_a_rail_move_that_was_interrupted_goes_on_from_friends_who_keep_apart() -> None:
    """R-327: it halted beside an enemy air unit, which has left since, in the Soviets' hex."""
    soviets, way = "Soviet Union: 3rd air", ("1709", "1809", "1810", "1811")
    play = Play({FRENCH: way[0], soviets: "1808", AIR: way[2]}, side="Allies", at_war=["all"])
    play.give(play.rail(soviets, "1808", way[1]))  # which cannot leave again
    play.give(play.rail(FRENCH, *way))
    while (asked := play.decision) is not None and asked.kind == "displacement":
        play.give(Displace(next(s for s in asked.spaces if s not in way)))
    assert play.where(FRENCH) == play.where(soviets)
    assert play.refused(EndMovement()) == "WE-SOV-009"
    play.give(play.rail(FRENCH, *way[1:]))
    while (asked := play.decision) is not None and asked.kind == "displacement":
        play.give(Displace(asked.spaces[0]))
    assert play.where(FRENCH) != play.where(soviets)
    play.give(EndMovement())


def test_WE_STK_010_aircraft_go_by_rail_to_no_hex_with_enemies() -> None:
    home = "Great Britain: Home fleet"
    play = Play({AIR: "2006", home: "2005"})
    assert play.refused(play.rail(AIR, "2006", "2005")) == "WE-STK-010"
    assert "2005" not in rails.destinations(play.mover, [unit(play.state, AIR)])
    play.give(play.rail(AIR, "2006", "2005", "2105"))


def test_WE_ITA_010_a_neutral_minor_whose_units_leave_it_by_rail_is_in_the_war() -> None:
    play = Play({"Hungary: infantry": "2408"})
    play.give(play.rail("Hungary: infantry", "2408", "2308"))
    assert "neutral" not in play.state.statuses("Hungary")


@pytest.mark.parametrize(
    "region",
    ["Spanish Morocco", "French North Africa", "Tunisia", "Libya", "Saudi Arabia", "Persia"],
)
def test_WE_RAI_007_008_some_lands_have_no_railways(region: str) -> None:
    for hex_ in system().board.region(region):
        near = [n for n in system().ground.on_foot if hex_ in system().ground.on_foot[n]]
        if not near:
            continue
        held = dict.fromkeys((hex_, near[0]), "Germany")
        play = Play({INFANTRY: near[0]}, at_war=["all"], control=held)
        assert play.refused(play.rail(INFANTRY, near[0], hex_)) == "WE-RAI-007", hex_


def test_WE_RAI_008_spanish_morocco_is_two_hexes() -> None:
    assert set(system().board.region("Spanish Morocco")) == {"1316", "1415"}


def test_WE_RAI_010_rails_run_over_land_that_the_side_holds() -> None:
    """Enemy land without any zone in it is shut; once taken, it is open."""
    play = Play({INFANTRY: "1907"}, at_war=["Belgium"])
    assert play.refused(play.rail(INFANTRY, "1907", "1807")) == "WE-RAI-010"
    play = Play({INFANTRY: "1907"}, at_war=["Belgium"], control={"1807": "Germany"})
    play.give(play.rail(INFANTRY, "1907", "1807"))


def test_all_hexes_by_rail_are_those_that_a_naive_search_finds() -> None:
    play = Play({INFANTRY: "2106", FRENCH: "1909"}, control={"1808": "Germany", "1709": "Germany"})
    board, mover = system().board, play.mover
    found, todo = {"2106"}, ["2106"]
    while todo:
        here = todo.pop()
        for there, border in board.borders_of(here).items():
            ok = (
                border.kind in ("land", "coast", "river", "strait", "harsh")
                and board.space(there).kind in ("land", "coast")
                and board.space(here).kind in ("land", "coast")
                and there not in mover.zone
                and play.state.control.get(there) == "Germany"
            )
            if ok and there not in found:
                found.add(there)
                todo.append(there)
    reach = rails.destinations(mover, [unit(play.state, INFANTRY)])
    assert reach is not None
    assert set(reach) == found - {"2106"}
    assert all(mover.state.control[s] == "Germany" for s in reach)
    for space in reach:
        rails.check(mover, play.rail(INFANTRY, *reach.path(space)))
