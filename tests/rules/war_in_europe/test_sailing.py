"""Fleets sail by points: zones, straits, boxes, Danish waters (8.3)."""

from __future__ import annotations

import pytest

from a4a.rules.systems.war_in_europe.movement import sailing
from a4a.rules.systems.war_in_europe.orders.moving import EndMovement, LetPass
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE, WITH
from tests.rules.war_in_europe.moves import Play
from tests.rules.war_in_europe.positions import system, unit

HOME, CHANNEL = "Great Britain: Home fleet", "Great Britain: Channel fleet"
ARMOR = "Great Britain: 1st armor"
GERMAN, SUB, ITALIAN = "Germany: surface fleet", "Germany: 1st submarine fleet", "Italy: fleet"
SOVIETS = "Soviet Union: fleet"


def way(play: Play, name: str, to: str) -> tuple[str, ...]:
    """The shortest way of a fleet."""
    found = sailing.destinations(play.mover, [unit(play.state, name)])
    assert found is not None
    return found.path(to)


def test_WE_FLT_001_016_each_hex_costs_one_of_the_printed_movement() -> None:
    """R-220: a fleet moves 45, past land units and aircraft on the coast."""
    play = Play({HOME: "1503"}, side="Allies")
    play.give(play.sail(HOME, *("1503", "1603") * 22))
    assert play.state.memory(play.id(HOME)).moved == 43
    play.give(play.sail(HOME, "1603", "1503", "1603"))
    assert play.refused(play.sail(HOME, "1603", "1503")) == "WE-FLT-016"
    counters = {HOME: "1707", "Germany: 1st infantry": "1708", "Germany: 1st air": "1708"}
    marked = {"Germany: 1st air": (OPS_COMPLETE,)}
    play = Play(counters, side="Allies", control={"1708": "Germany"}, flags=marked)
    play.give(play.sail(HOME, "1707", "1708", "1608"))
    assert play.state.memory(play.id(HOME)).moved == 2


def test_WE_FLT_002_fleets_enter_no_land_and_cross_no_land() -> None:
    play = Play({HOME: "1607", CHANNEL: "1211"}, side="Allies")
    assert play.refused(play.sail(HOME, "1607", "1507")) == "WE-FLT-002"
    border = next(
        (a, b)
        for a in ("1708", "1607", "1609", "1509", "1508")
        for b, edge in system().board.borders_of(a).items()
        if edge.kind in ("land", "river") and system().board.space(b).kind == "coast"
    )
    play = Play({HOME: border[0]}, side="Allies")
    assert play.refused(play.sail(HOME, *border)) == "WE-FLT-002"


def test_WE_FLT_003_no_hex_with_an_enemy_fleet_is_entered() -> None:
    play = Play({HOME: "1603", GERMAN: "1703"}, side="Allies")
    assert play.refused(play.sail(HOME, "1603", "1703")) == "WE-FLT-003"


@pytest.mark.parametrize("strait", ["1315", "2911", "3012", "3414", "3415"])
def test_WE_FLT_004_fleets_sail_through_straits_hexes(strait: str) -> None:
    beside = next(n for n, steps in system().ground.by_ship.items() if strait in steps)
    play = Play({HOME: beside}, side="Allies")
    beyond = next(n for n in system().ground.by_ship[strait] if n != beside)
    play.give(play.sail(HOME, beside, strait, beyond))
    assert play.where(HOME) == beyond


@pytest.mark.parametrize(
    "enemy", ["Great Britain: Gibraltar fort", "Great Britain: 1st RAF", "France: 2nd infantry"]
)
def test_WE_FLT_004_an_enemy_unit_of_any_class_closes_straits(enemy: str) -> None:
    """Other coasts a fleet sails past, whatever stands there (8.3.1); a neutral closes nothing."""
    west, strait, east = "1214", "1315", "1415"
    play = Play({ITALIAN: east, enemy: strait}, at_war=["Italy"])
    assert play.refused(play.sail(ITALIAN, east, strait, west)) == "WE-FLT-004"
    assert strait not in sailing.destinations(play.mover, [unit(play.state, ITALIAN)])
    past = Play({ITALIAN: "2212", enemy: "2211"}, at_war=["Italy"])
    beyond = next(n for n in system().ground.by_ship["2211"] if n != "2212")
    past.give(past.sail(ITALIAN, "2212", "2211", beyond))
    bosporus = Play({HOME: "2911", "Turkey: 1st infantry": "3010"}, side="Allies")
    bosporus.give(bosporus.sail(HOME, "2911", "3010"))


def test_WE_FLT_004_a_port_in_straits_is_still_assaulted() -> None:
    """Those that assault end their move among enemies of any kind (5.2.3)."""
    armor, fort = "Italy: 1st armor", "Great Britain: Gibraltar fort"
    play = Play({ITALIAN: "1415", armor: ITALIAN, fort: "1315"}, at_war=["Italy"])
    assert "1315" in sailing.targets(play.mover, [unit(play.state, ITALIAN)])
    play.give(play.assault(ITALIAN, "1415", "1315"))
    assert play.where(armor) == "1315"


def test_WE_ITA_001_fleets_of_neutral_italy_do_not_sail_with_others_past_zones() -> None:
    """Zones do not hinder them (5.1.4), and hinder those beside them."""
    play = Play({GERMAN: "1503", ITALIAN: "1503", HOME: "1703"})
    both = [unit(play.state, name) for name in (GERMAN, ITALIAN)]
    assert sailing.destinations(play.mover, both) is None
    assert play.refused(play.sail([ITALIAN, GERMAN], "1503", "1602")) == "WE-ITA-001"
    play.give(play.sail(ITALIAN, "1503", "1502"))
    war = Play({GERMAN: "1503", ITALIAN: "1503", HOME: "1903"}, at_war=["Italy"])
    war.give(war.sail([ITALIAN, GERMAN], "1503", "1502"))


def test_WE_FLT_005_it_ends_where_no_enemy_unit_is_and_passes_where_one_is() -> None:
    """Neither with land units nor with aircraft; neutrals' units do not matter."""
    counters = {HOME: "1707", "Germany: 1st infantry": "1708", "Belgium: infantry": "1807"}
    play = Play(counters, side="Allies", control={"1708": "Germany"})
    assert play.refused(play.sail(HOME, "1707", "1708")) == "WE-FLT-005"
    play.give(play.sail(HOME, "1707", "1708", "1807"))
    assert play.where(HOME) == "1807"


def test_WE_FLT_006_013_fleets_stay_at_sea_also_loaded() -> None:
    play = Play({HOME: "1607", ARMOR: "1607"}, side="Allies")
    play.give(play.embark(ARMOR, HOME))
    path = way(play, HOME, "1706")
    play.give(play.sail(HOME, *path))
    play.give(EndMovement())
    assert play.where(HOME) == "1706"
    assert play.where(ARMOR) == play.id(HOME)
    assert play.decision is None


def test_WE_CMP_026_a_marked_fleet_does_not_move() -> None:
    play = Play({HOME: "1503"}, side="Allies", flags={HOME: (OPS_COMPLETE,)})
    assert play.refused(play.sail(HOME, "1503", "1502")) == "WE-CMP-026"


# --- zones --------------------------------------------------------------------------------------


def test_WE_ZOC_017_a_fleet_stops_beside_an_enemy_fleet() -> None:
    play = Play({HOME: "1503", GERMAN: "1703"}, side="Allies", flags={GERMAN: (OPS_COMPLETE,)})
    beside = sorted(play.mover.field.zones.beside_fleets("Axis"))
    stop = next(n for n in system().ground.by_ship["1503"] if n in beside)
    on = next(
        n for n in system().ground.by_ship[stop] if n not in beside and n not in ("1503", "1703")
    )
    assert play.refused(play.sail(HOME, "1503", stop, on)) == "WE-ZOC-017"
    play.give(play.sail(HOME, "1503", stop))
    assert play.refused(play.sail(HOME, stop, on)) == "WE-ZOC-017"


def test_WE_ZOC_018_no_step_leads_from_beside_a_fleet_to_beside_a_fleet() -> None:
    play = Play({HOME: "1602", GERMAN: "1703"}, side="Allies", flags={GERMAN: (OPS_COMPLETE,)})
    beside = play.mover.field.zones.beside_fleets("Axis")
    start = sorted(beside)[0]
    play = Play({HOME: start, GERMAN: "1703"}, side="Allies", flags={GERMAN: (OPS_COMPLETE,)})
    other = next(n for n in system().ground.by_ship[start] if n in beside)
    assert play.refused(play.sail(HOME, start, other)) == "WE-ZOC-018"
    away = next(n for n in system().ground.by_ship[start] if n not in beside and n != "1703")
    play.give(play.sail(HOME, start, away))
    assert play.where(HOME) == away


def test_WE_ZOC_019_zones_farther_off_neither_stop_nor_slow_a_fleet() -> None:
    play = Play({HOME: "1503", GERMAN: "1803"}, side="Allies", flags={GERMAN: (OPS_COMPLETE,)})
    zones = play.mover.field.zones
    far = zones.held("Axis", "sea") - zones.beside_fleets("Axis") - {"1803"}
    path = ("1503", "1603", "1604", "1605")
    assert {"1603", "1604"} & far
    play.give(play.sail(HOME, *path))
    assert play.where(HOME) == "1605"
    assert play.state.memory(play.id(HOME)).moved == 3


def test_WE_ZOC_014_fleets_ignore_zones_of_land_units_and_land_units_those_of_fleets() -> None:
    play = Play({"France: 1st armor": "1709", GERMAN: "1707"}, side="Allies")
    held = play.mover.field.zones.held("Axis", "sea")
    assert "1708" in held
    play.give(play.march("France: 1st armor", "1709", "1708", "1808"))
    play = Play({HOME: "1508", "Germany: 1st infantry": "1609"}, side="Allies")
    assert {"1608"} <= play.mover.zone
    play.give(play.sail(HOME, "1508", "1608", "1607"))
    assert play.where(HOME) == "1607"


# --- Danish waters ------------------------------------------------------------------------------


def test_WE_FLT_007_1904_is_shut_to_the_allies_until_norway_is_theirs() -> None:
    play = Play({HOME: "1804"}, side="Allies")
    assert play.refused(play.sail(HOME, "1804", "1904")) == "WE-FLT-007"
    joined = Play({HOME: "1804"}, side="Allies", statuses={"Norway": (WITH["Allies"],)})
    joined.give(joined.sail(HOME, "1804", "1904"))
    fallen = Play(
        {HOME: "1804"}, side="Allies", statuses={"Norway": (WITH["Allies"],)},
        control={"1903": "Germany"},
    )  # fmt: skip
    assert fallen.refused(fallen.sail(HOME, "1804", "1904")) == "WE-FLT-007"


def test_WE_FLT_009_010_2003_and_2004_are_shut_until_denmark_is_allied_and_each_is_clear() -> None:
    """R-257: an Axis unit in one of the two shuts that one."""
    waters = {"Norway": (WITH["Allies"],), "Denmark": (WITH["Allies"],)}
    norway = {"Norway": (WITH["Allies"],)}
    shut = Play({HOME: "1904"}, side="Allies", statuses=norway)
    assert shut.refused(shut.sail(HOME, "1904", "2003")) == "WE-FLT-009"
    open_ = Play({HOME: "1904"}, side="Allies", statuses=waters)
    open_.give(open_.sail(HOME, "1904", "2003", "2004", "2104"))
    held = Play(
        {HOME: "1904", "Germany: 1st infantry": "2003"}, side="Allies", statuses=waters,
        control={"2003": "Germany"},
    )  # fmt: skip
    assert held.refused(held.sail(HOME, "1904", "2003")) == "WE-FLT-009"
    half = Play(
        {HOME: "2003", "Germany: 1st infantry": "2004"}, side="Allies", statuses=waters,
        control={},
    )  # fmt: skip
    assert half.refused(half.sail(HOME, "2003", "2004")) == "WE-FLT-009"
    half.give(half.sail(HOME, "2003", "1904"))


def test_WE_FLT_007_009_the_axis_sails_danish_waters() -> None:
    play = Play({GERMAN: "2105"})
    play.give(play.sail(GERMAN, "2105", "2104", "2004", "2003", "1904"))
    assert play.where(GERMAN) == "1904"


# --- boxes --------------------------------------------------------------------------------------


def test_WE_BOX_002_003_the_west_edge_and_the_oceans_are_30_points_apart_both_ways() -> None:
    for box in ("Atlantic", "Capetown"):
        play = Play({HOME: "1005"}, side="Allies")
        play.give(play.sail(HOME, "1005", box))
        assert play.state.memory(play.id(HOME)).moved == 30
        play = Play({HOME: box}, side="Allies")
        play.give(play.sail(HOME, box, "1005"))
        assert play.state.memory(play.id(HOME)).moved == 30


def test_WE_BOX_001_a_box_is_entered_with_enough_points_only() -> None:
    play = Play({HOME: "1503"}, side="Allies")
    path = way(play, HOME, "1001")
    assert len(path) - 1 <= 15
    play.give(play.sail(HOME, *path))
    on = ("1001", "1002") * 6 + ("1001",)
    play.give(play.sail(HOME, *on))
    assert play.refused(play.sail(HOME, "1001", "Atlantic")) == "WE-BOX-001"


@pytest.mark.parametrize(("box", "hex_"), [("Red Sea", "3817"), ("Persian Gulf", "4312")])
def test_WE_BOX_004_005_hexes_listed_in_the_eastern_boxes_cost_nothing(box: str, hex_: str) -> None:
    play = Play({HOME: box}, side="Allies")
    play.give(play.sail(HOME, box, hex_))
    assert play.state.memory(play.id(HOME)).moved == 0
    play.give(play.sail(HOME, hex_, box))
    assert play.where(HOME) == box


def test_WE_BOX_006_from_box_to_box_it_is_30_points() -> None:
    play = Play({HOME: "Atlantic", CHANNEL: "Capetown"}, side="Allies")
    play.give(play.sail(HOME, "Atlantic", "Capetown"))
    assert play.state.memory(play.id(HOME)).moved == 30
    assert play.refused(play.sail(HOME, "Capetown", "Red Sea")) == "WE-BOX-001"
    play.give(play.sail(CHANNEL, "Capetown", "Red Sea"))


def test_WE_BOX_007_008_axis_fleets_use_the_atlantic_alone() -> None:
    play = Play({GERMAN: "1005", SUB: "Atlantic"})
    assert play.refused(play.sail(GERMAN, "1005", "Capetown")) == "WE-BOX-007"
    assert play.refused(play.sail(SUB, "Atlantic", "United States")) == "WE-INV-012"
    play.give(play.sail(GERMAN, "1005", "Atlantic"))
    assert play.where(GERMAN) == "Atlantic"


def test_both_sides_share_a_box() -> None:
    play = Play({HOME: "Atlantic", GERMAN: "1005"})
    play.give(play.sail(GERMAN, "1005", "Atlantic"))
    assert play.decision is not None
    assert play.decision.kind == "movement"


def test_fleets_of_neutral_italy_mind_no_zones() -> None:
    """R-258: it is nobody's enemy yet; at war it is bound as others are."""
    british = "Great Britain: Mediterranean fleet"
    play = Play({ITALIAN: "2411", british: "2413"})
    beside = play.mover.field.zones.beside_fleets("Allies")
    ground = system().ground.by_ship
    here, there = next((a, b) for a in sorted(beside) for b in ground[a] if b in beside)
    play = Play({ITALIAN: here, british: "2413"})
    play.give(play.sail(ITALIAN, here, there, here))
    assert play.where(ITALIAN) == here
    play = Play({ITALIAN: here, british: "2413"}, at_war=["Italy"])
    assert play.refused(play.sail(ITALIAN, here, there)) == "WE-ZOC-018"


def test_where_fleets_can_go_is_what_a_naive_search_finds() -> None:
    counters = {HOME: "1503", GERMAN: "1803", "Germany: 1st infantry": "1708"}
    play = Play(
        counters, side="Allies", control={"1708": "Germany"}, flags={GERMAN: (OPS_COMPLETE,)}
    )
    board, beside = system().board, play.mover.field.zones.beside_fleets("Axis")
    best = {"1503": 0}
    changed = True
    while changed:  # Bellman and Ford: over and over until nothing gets nearer
        changed = False
        for border in board.borders:
            for here, there in ((border.a, border.b), (border.b, border.a)):
                if here not in best or (here in beside and here != "1503"):
                    continue
                ends = {board.space(here).kind, board.space(there).kind}
                box = "box" in ends
                wet = border.kind in ("sea", "coast", "strait", "canal") and "land" not in ends
                shut = there in ("1904", "2003", "2004", "1803") or (
                    board.region_of(there) == "Iraq"
                )
                if not (wet or (box and border.kind == "box")) or shut:
                    continue
                cost = best[here] + border.cost
                if cost <= 45 and cost < best.get(there, 46):
                    best[there], changed = cost, True
    del best["1503"]
    del best["1708"]
    found = sailing.destinations(play.mover, [unit(play.state, HOME)])
    assert found is not None
    assert dict(found.costs) == best
    for space in found:
        sailing.check(play.mover, play.sail(HOME, *found.path(space)))


def test_a_fleet_let_pass_goes_on_to_its_end() -> None:
    play = Play({HOME: "1503", GERMAN: "1803"}, side="Allies")
    play.give(play.sail(HOME, "1503", "1603", "1604", "1605"))
    assert play.decision is not None
    assert play.decision.kind == "transit"
    play.give(LetPass("end"))
    assert play.where(HOME) == "1605"
    assert play.state.settled


def test_WE_SOV_009_no_allied_fleet_ends_in_a_port_of_neutral_soviets() -> None:
    """They would stack as soon as the Soviets are in the war."""
    fleet, leningrad = "Great Britain: Home fleet", "2601"
    counters = {fleet: "2501", "Soviet Union: fleet": leningrad}
    play = Play(counters, side="Allies")
    assert "neutral" in play.state.statuses("Soviet Union")
    assert play.refused(play.sail(fleet, "2501", leningrad)) == "WE-SOV-009"


def test_WE_SOV_009_a_fleet_stopped_in_transit_does_not_stay_with_friends_who_keep_apart() -> None:
    counters = {"Soviet Union: fleet": "1315", "Great Britain: Gibraltar fort": "1315"}
    play = Play(counters, side="Allies", at_war=["all"])
    assert play.refused(EndMovement()) == "WE-SOV-009"
    play.give(play.sail("Soviet Union: fleet", "1315", "1214"))
    play.give(EndMovement())


def test_WE_SOV_009_no_soviet_fleet_ends_where_a_neutral_may_yet_be_an_ally() -> None:
    """Sweden's fleet would stack with it as soon as the Axis has invaded Sweden (R-327)."""
    stockholm = "2201"
    play = Play(
        {SOVIETS: "2301", "Sweden: fleet": stockholm}, side="Allies", at_war=["Soviet Union"]
    )
    assert play.refused(play.sail(SOVIETS, "2301", stockholm)) == "WE-SOV-009"
    found = sailing.destinations(play.mover, [unit(play.state, SOVIETS)])
    assert found is not None
    assert stockholm not in found
    alone = Play({SOVIETS: "2301"}, side="Allies", at_war=["Soviet Union"])
    alone.give(alone.sail(SOVIETS, "2301", stockholm))


def test_WE_SOV_009_other_allies_lie_off_neutral_coasts() -> None:
    play = Play({HOME: "2301", "Sweden: fleet": "2201"}, side="Allies")
    play.give(play.sail(HOME, "2301", "2201"))


def test_WE_SOV_009_soviets_lie_with_a_neutral_that_will_not_be_allied() -> None:
    """Rumania is an Axis minor power, whoever invades it."""
    counters = {SOVIETS: "3007", "Rumania: infantry": "2908"}
    play = Play(counters, side="Allies", at_war=["Soviet Union"])
    play.give(play.sail(SOVIETS, "3007", "2908"))


def test_WE_STK_017_soviets_share_a_box_with_their_allies() -> None:
    play = Play({SOVIETS: "1003", HOME: "Atlantic"}, side="Allies", at_war=["Soviet Union"])
    found = sailing.destinations(play.mover, [unit(play.state, SOVIETS)])
    assert found is not None
    assert "Atlantic" in found
    play.give(play.sail(SOVIETS, "1003", "Atlantic"))
    assert play.where(SOVIETS) == "Atlantic"
    play.give(EndMovement())


def test_WE_SOV_009_neutral_italy_keeps_apart_from_soviets() -> None:
    """The Axis may invade it, and then it is Allied (R-315)."""
    play = Play({"Italy: fleet": "3007", "Soviet Union: 1st infantry": "3107"})
    assert play.refused(play.sail("Italy: fleet", "3007", "3107")) == "WE-SOV-009"
