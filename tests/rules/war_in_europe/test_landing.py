"""Fleets carry units, put them ashore, and land them in assaults on ports (8.1.3, 8.1.4, 8.3.4)."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.movement import flying, marching, sailing, transports
from a4a.rules.systems.war_in_europe.movement.displacing import must_leave
from a4a.rules.systems.war_in_europe.orders.moving import Displace, EndMovement
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE, WITH
from a4a.rules.systems.war_in_europe.tasks import ASHORE, ASSAULT, LANDING
from tests.rules.war_in_europe.moves import Play
from tests.rules.war_in_europe.positions import system, unit

HOME, CHANNEL = "Great Britain: Home fleet", "Great Britain: Channel fleet"
ARMOR, AIR = "Great Britain: 1st armor", "Great Britain: 1st RAF"
FRENCH, GERMAN, SUB = "France: fleet", "Germany: surface fleet", "Germany: 1st submarine fleet"
INFANTRY = "Germany: 1st infantry"
LONDON, CALAIS, CHERBOURG, BREST = "1607", "1708", "1608", "1509"


def allied(counters: dict[str, str], **how) -> Play:
    return Play(counters, side="Allies", **how)


# --- aboard -------------------------------------------------------------------------------------


def test_WE_FLT_011_a_surface_fleet_carries_one_unit_whatever_the_condition_of_either() -> None:
    counters = {HOME: LONDON, ARMOR: LONDON, AIR: LONDON}
    play = allied(counters, reduced=[HOME, ARMOR])
    play.give(play.embark(ARMOR, HOME))
    assert play.where(ARMOR) == play.id(HOME)
    assert play.refused(play.embark(AIR, HOME)) == "WE-FLT-011"
    play = allied(counters)
    play.give(play.embark(AIR, HOME))


def test_WE_FLT_012_fleet_and_unit_begin_the_phase_in_one_port_or_box() -> None:
    play = allied({HOME: "1503", ARMOR: LONDON, CHANNEL: "1707", AIR: "1707"})
    assert play.refused(play.embark(ARMOR, HOME)) == "WE-FLT-012"
    assert play.refused(play.embark(AIR, CHANNEL)) == "WE-FLT-012"  # no port
    play = allied({HOME: "1508", ARMOR: LONDON})
    play.give(play.sail(HOME, "1508", LONDON))
    assert play.refused(play.embark(ARMOR, HOME)) == "WE-FLT-012"
    play = allied({HOME: LONDON, ARMOR: "1507"})
    play.give(play.march(ARMOR, "1507", LONDON))
    assert play.refused(play.embark(ARMOR, HOME)) == "WE-FLT-012"
    play = allied({HOME: "Capetown", ARMOR: "Capetown"})
    play.give(play.embark(ARMOR, HOME))


def test_WE_FLT_014_submarine_fleets_carry_nothing() -> None:
    play = Play({SUB: "2005", INFANTRY: "2005"})
    assert play.refused(play.embark(INFANTRY, SUB)) == "WE-FLT-014"


def test_WE_ZOC_027_aircraft_that_a_boarding_unit_leaves_in_an_enemy_zone_are_displaced() -> None:
    play = allied({HOME: CALAIS, ARMOR: CALAIS, AIR: CALAIS, INFANTRY: "1808"})
    play.give(play.embark(ARMOR, HOME))
    asked = play.decision
    assert asked is not None
    assert (asked.kind, asked.units) == ("displacement", play.ids(AIR))


def test_WE_CMP_015_fleets_carry_units_of_any_power_of_their_side() -> None:
    play = allied({HOME: LONDON, "France: 2nd infantry": LONDON})
    play.give(play.embark("France: 2nd infantry", HOME))
    play = allied({HOME: LONDON, "Soviet Union: 1st infantry": LONDON}, at_war=["all"])
    assert play.refused(play.embark("Soviet Union: 1st infantry", HOME)) == "WE-SOV-009"


def test_WE_CMP_016_what_is_aboard_does_nothing_but_go_ashore() -> None:
    play = allied({HOME: LONDON, ARMOR: HOME, CHANNEL: LONDON, AIR: CHANNEL})
    assert play.refused(play.march(ARMOR, LONDON, "1507")) == "WE-CMP-016"
    assert play.refused(play.rail(ARMOR, LONDON, "1507")) == "WE-CMP-016"
    assert play.refused(play.fly(AIR, LONDON, "1507")) == "WE-CMP-016"
    assert play.refused(play.embark(ARMOR, CHANNEL)) == "WE-CMP-016"


def test_forts_are_not_carried_nor_fleets_nor_on_marked_fleets() -> None:
    counters = {HOME: "2415", "Great Britain: Malta fort": "2415", CHANNEL: "2415"}
    play = allied(counters, flags={CHANNEL: (OPS_COMPLETE,)})
    assert play.refused(play.embark("Great Britain: Malta fort", HOME)) == "WE-CMP-010"
    assert play.refused(play.embark(CHANNEL, HOME)) == "WE-CMP-015"
    play = allied({HOME: LONDON, ARMOR: LONDON}, flags={HOME: (OPS_COMPLETE,)})
    assert play.refused(play.embark(ARMOR, HOME)) == "WE-CMP-026"


def test_WE_FLT_015_from_the_united_states_units_board_and_put_to_sea_at_once() -> None:
    fleet, armor = "United States: 8th fleet", "United States: 1st armor"
    play = allied({fleet: "United States", armor: "United States"}, at_war=["all"])
    play.give(play.embark(armor, fleet))
    play.give(play.sail(fleet, "United States", "Atlantic", "1005"))
    assert play.where(fleet) == "1005"
    assert play.state.space_of(play.id(armor)) == "1005"


# --- ashore -------------------------------------------------------------------------------------


def test_WE_AMP_001_002_a_unit_goes_ashore_on_any_coast_and_its_fleet_sails_on() -> None:
    """At Brest, a port, and in Kent, which is none; for nothing."""
    play = allied({HOME: LONDON, ARMOR: LONDON})
    play.give(play.embark(ARMOR, HOME))
    play.give(play.sail(HOME, LONDON, "1707"))
    play.give(play.disembark(ARMOR))
    assert play.where(ARMOR) == "1707"
    assert play.state.memory(play.id(HOME)).moved == 1
    play.give(play.sail(HOME, "1707", CALAIS, CHERBOURG))
    assert play.where(HOME) == CHERBOURG


def test_WE_AMP_001_nobody_goes_ashore_at_sea_or_in_an_ocean() -> None:
    play = allied({HOME: "1706", ARMOR: HOME, CHANNEL: "Capetown", AIR: CHANNEL})
    assert play.refused(play.disembark(ARMOR)) == "WE-AMP-001"
    assert play.refused(play.disembark(AIR)) == "WE-AMP-001"


def test_WE_AMP_003_RAI_009_landed_in_a_friendly_port_it_moves_on_or_goes_by_rail() -> None:
    play = allied({HOME: LONDON, ARMOR: HOME})
    play.give(play.sail(HOME, LONDON, CALAIS))
    play.give(play.disembark(ARMOR))
    here = [unit(play.state, ARMOR)]
    assert marching.left(play.mover, here[0]) == 6
    play.give(play.march(ARMOR, CALAIS, "1808"))
    play = allied({HOME: LONDON, ARMOR: HOME})
    play.give(play.sail(HOME, LONDON, CALAIS))
    play.give(play.disembark(ARMOR))
    play.give(play.rail(ARMOR, CALAIS, "1709", "1710", "1711"))


def test_WE_AMP_003_points_spent_before_boarding_are_gone() -> None:
    play = allied({HOME: LONDON, ARMOR: LONDON})
    play.give(play.march(ARMOR, LONDON, "1507", LONDON))
    spent = int(play.state.memory(play.id(ARMOR)).moved)
    assert spent > 1
    play.give(play.embark(ARMOR, HOME))
    play.give(play.sail(HOME, LONDON, CALAIS))
    play.give(play.disembark(ARMOR))
    assert marching.left(play.mover, unit(play.state, ARMOR)) == 6 - spent


def test_WE_AMP_004_aircraft_landed_in_a_friendly_port_fly_two_ranges() -> None:
    play = allied({HOME: LONDON, AIR: HOME}, at_war=["all"])
    play.give(play.sail(HOME, LONDON, CALAIS))
    play.give(play.disembark(AIR))
    assert flying.left(play.mover, unit(play.state, AIR)) == 6
    way = (CALAIS, "1709", "1710", "1711", "1611", "1610", "1609", "1608")
    assert play.refused(play.fly(AIR, *way)) == "WE-AMP-004"
    play.give(play.fly(AIR, *way[:-1]))


def test_WE_AMP_005_landed_where_there_is_no_port_it_moves_no_further() -> None:
    play = allied({HOME: "1706", ARMOR: HOME, CHANNEL: "1706", AIR: CHANNEL})
    play.give(play.sail([HOME, CHANNEL], "1706", "1707"))
    for name in (ARMOR, AIR):
        play.give(play.disembark(name))
        assert play.state.memory(play.id(name)).task == ASHORE
    assert play.refused(play.march(ARMOR, "1707", LONDON)) == "WE-AMP-005"
    assert play.refused(play.rail(ARMOR, "1707", LONDON)) == "WE-AMP-005"
    assert play.refused(play.fly(AIR, "1707", LONDON)) == "WE-AMP-005"


def test_WE_ZOC_009_aircraft_alone_leave_the_zone_of_who_goes_ashore() -> None:
    plane = "Germany: 1st air"
    play = allied({HOME: CALAIS, ARMOR: HOME, plane: "1808"}, control={"1808": "Germany"})
    play.give(play.disembark(ARMOR))
    asked = play.decision
    assert asked is not None
    assert (asked.kind, asked.units) == ("displacement", play.ids(plane))


def test_landed_in_an_enemy_zone_it_has_stopped() -> None:
    play = allied({HOME: LONDON, ARMOR: HOME, INFANTRY: "1808"})
    play.give(play.sail(HOME, LONDON, CALAIS))
    play.give(play.disembark(ARMOR))
    assert CALAIS in play.mover.zone
    assert play.refused(play.march(ARMOR, CALAIS, CHERBOURG)) == "WE-ZOC-003"


def test_WE_AMP_006_landing_on_a_neutral_invades_it_at_port_or_beach() -> None:
    for hex_ in ("1903", "1802"):  # Oslo, and the west coast
        play = Play({GERMAN: "2003", INFANTRY: GERMAN})
        found = sailing.destinations(play.mover, [unit(play.state, GERMAN)])
        assert found is not None
        play.give(play.sail(GERMAN, *found.path(hex_)))
        play.give(play.disembark(INFANTRY))
        assert "neutral" not in play.state.statuses("Norway")
        assert WITH["Allies"] in play.state.statuses("Norway")
        assert play.state.control[hex_] == "Germany"
        assert play.refused(play.march(INFANTRY, hex_, "1902")) == "WE-AMP-005"


def test_WE_AMP_006_aircraft_put_ashore_on_a_neutral_invade_it_as_well() -> None:
    beach = "2002"
    play = allied({FRENCH: beach, AIR: FRENCH})
    play.give(play.disembark(AIR))
    assert play.state.statuses("Norway") == (WITH["Axis"],)
    assert play.state.control[beach] == "Norway"  # aircraft take no hex


def test_a_neutrals_hex_with_its_land_units_is_not_landed_in() -> None:
    play = Play({GERMAN: "1707", INFANTRY: GERMAN, "Belgium: infantry": "1807"})
    play.give(play.sail(GERMAN, "1707", "1807"))
    assert play.refused(play.disembark(INFANTRY)) == "WE-STK-010"


def test_WE_AMP_007_010_enemy_land_is_reached_by_assault_alone_and_never_over_a_beach() -> None:
    held = {CALAIS: "Germany", "1711": "Germany", "1811": "Germany"}
    play = allied({HOME: LONDON, ARMOR: HOME}, control=held)
    play.give(play.sail(HOME, LONDON, CALAIS))
    assert play.refused(play.disembark(ARMOR)) == "WE-AMP-007"
    assert "port" not in system().board.space("1811").features
    for name in (ARMOR, AIR):
        play = allied({HOME: "1812", name: HOME}, control=held)
        play.give(play.sail(HOME, "1812", "1811"))
        assert play.refused(play.disembark(name)) == "WE-AMP-010"


# --- assaults -----------------------------------------------------------------------------------


def test_WE_AMP_009_only_a_port_that_the_enemy_controls_is_assaulted() -> None:
    play = allied({HOME: LONDON, ARMOR: HOME})
    assert play.refused(play.assault(HOME, LONDON, CALAIS)) == "WE-AMP-009"  # French
    play = allied({HOME: LONDON, ARMOR: HOME}, control={CALAIS: "Germany"})
    play.give(play.assault(HOME, LONDON, CALAIS))
    memory = play.state.memory(play.id(ARMOR))
    assert (play.where(ARMOR), memory.task, memory.target) == (CALAIS, ASSAULT, CALAIS)
    assert play.state.memory(play.id(HOME)).task == LANDING
    assert play.state.control[CALAIS] == "Germany"


def test_WE_AMP_009_010_no_beach_is_assaulted() -> None:
    play = Play({GERMAN: "1706", INFANTRY: GERMAN})
    assert "port" not in system().board.space("1707").features
    assert play.refused(play.assault(GERMAN, "1706", "1707")) == "WE-AMP-009"


def test_WE_AMP_008_011_an_assault_is_five_hexes_of_the_fleets_whole_move() -> None:
    """R-259."""
    play = allied({HOME: "1503", ARMOR: HOME}, control={CALAIS: "Germany"})
    way = ("1503", "1504", "1604", "1605", "1705", "1706", "1707", CALAIS)
    assert play.refused(play.assault(HOME, *way)) == "WE-AMP-008"
    play.give(play.sail(HOME, *way[:3]))
    assert play.refused(play.assault(HOME, *way[2:])) == "WE-AMP-008"
    near = allied({HOME: way[2], ARMOR: HOME}, control={CALAIS: "Germany"})
    near.give(near.assault(HOME, *way[2:]))
    assert near.where(ARMOR) == CALAIS


def test_an_assault_needs_land_units() -> None:
    play = allied({HOME: LONDON, AIR: HOME}, control={CALAIS: "Germany"})
    assert play.refused(play.assault(HOME, LONDON, CALAIS)) == "WE-AMP-007"


def test_WE_AMP_012_013_016_STK_011_enemy_fleets_and_aircraft_are_displaced_first() -> None:
    """Whether land units hold the port or not, and although fleets enter no enemy's hex else."""
    for garrison in ({}, {INFANTRY: CALAIS}):
        counters = {
            HOME: LONDON,
            ARMOR: HOME,
            GERMAN: CALAIS,
            "Germany: 1st air": CALAIS,
            **garrison,
        }
        play = allied(
            counters, control={CALAIS: "Germany"},
            flags={"Germany: 1st air": (OPS_COMPLETE,), GERMAN: (OPS_COMPLETE,)},
        )  # fmt: skip
        assert play.refused(play.sail(HOME, LONDON, CALAIS)) == "WE-FLT-003"
        play.give(play.assault(HOME, LONDON, CALAIS))
        while play.decision is not None and play.decision.kind == "displacement":
            play.give(Displace(play.decision.spaces[0]))
        assert play.where(GERMAN) != CALAIS
        assert play.where("Germany: 1st air") != CALAIS
        assert (play.where(HOME), play.where(ARMOR)) == (CALAIS, CALAIS)
        assert play.decision is not None
        assert play.decision.kind == "movement"
        play.give(EndMovement())
        assert play.decision is None


def test_WE_ZOC_008_a_fleet_that_sailed_on_from_its_assault_is_displaced_as_others_are() -> None:
    """From the port that it assaults enemies do not drive it out."""
    play = allied({HOME: LONDON, ARMOR: HOME, INFANTRY: "1709"}, control={CALAIS: "Germany"})
    play.give(play.assault(HOME, LONDON, CALAIS))
    for space, leaves in ((CALAIS, []), (CHERBOURG, [HOME])):
        if space != CALAIS:
            play.give(play.sail(HOME, *_way(play, HOME, space)))
        now = play.state.apply(ev.UnitsPlaced(play.ids(INFANTRY), space, "retreat"))
        found = must_leave(field_of(system(), now), "Axis")
        assert [unit.id for unit in found] == list(play.ids(leaves))


def test_WE_FLT_008_an_assault_may_pass_1904_at_any_time() -> None:
    norway = {"Norway": (WITH["Allies"],)}
    play = allied({HOME: "1804", ARMOR: HOME}, statuses=norway, control={"1903": "Germany"})
    assert play.refused(play.sail(HOME, "1804", "1904")) == "WE-FLT-007"
    play.give(play.assault(HOME, "1804", "1904", "1903"))
    assert play.where(ARMOR) == "1903"


def test_the_ports_in_reach_are_those_that_an_order_would_assault() -> None:
    held = dict.fromkeys((CALAIS, CHERBOURG, BREST, "1807", "1610"), "Germany")
    play = allied({HOME: LONDON, ARMOR: HOME}, control=held, at_war=["Belgium"])
    found = sailing.targets(play.mover, [unit(play.state, HOME)])
    assert found is not None
    assert {CALAIS, CHERBOURG, "1807"} <= set(found) <= {*held, "2005"}
    for space in found:
        sailing.check(play.mover, play.assault(HOME, *found.path(space)))
    empty = allied({HOME: LONDON}, control=held)
    assert sailing.targets(empty.mover, [unit(empty.state, HOME)]) is None


def test_the_way_of_an_assault_leads_through_no_box_that_is_too_far() -> None:
    """From 1010 to Lisbon it is four hexes by sea and three by the Atlantic box, for 62 points."""
    lisbon = "1114"
    play = allied({HOME: "1010", ARMOR: HOME}, control={lisbon: "Germany"})
    found = sailing.targets(play.mover, [unit(play.state, HOME)])
    assert found is not None
    assert found.path(lisbon) == ("1010", "1011", "1012", "1013", lisbon)


def test_WE_ITA_001_no_assault_is_offered_to_units_of_neutral_italy() -> None:
    """Aboard any fleet of the Axis: their landing would be refused (R-314)."""
    army = "Italy: 2nd infantry"
    for at_war, ports in (((), set()), (("Italy",), {CALAIS})):
        play = Play({GERMAN: "1707", army: GERMAN}, at_war=at_war)
        found = sailing.targets(play.mover, [unit(play.state, GERMAN)])
        assert found is not None
        assert set(found) & {CALAIS} == ports


def test_WE_AMP_008_BOX_002_from_a_box_an_assault_is_five_hexes_whatever_they_cost() -> None:
    """The box is 30 points from the edge and one hex: to Casablanca there are three."""
    casablanca = "1216"
    play = allied(
        {HOME: "Atlantic", ARMOR: HOME}, control={casablanca: "Germany", BREST: "Germany"}
    )
    found = sailing.targets(play.mover, [unit(play.state, HOME)])
    assert found is not None
    assert dict(found.costs) == {casablanca: 32}
    path = found.path(casablanca)
    play.give(play.sail(HOME, *path[:2]))
    play.give(play.assault(HOME, *path[1:]))
    assert play.where(ARMOR) == casablanca


def test_WE_AMP_008_a_fleet_from_america_has_no_assault_left_in_the_atlantic() -> None:
    fleet, army = "United States: 8th fleet", "United States: 1st armor"
    play = allied({fleet: "United States", army: fleet}, at_war=("United States",),
                  control={BREST: "Germany"})  # fmt: skip
    play.give(play.sail(fleet, "United States", "Atlantic"))
    found = sailing.targets(play.mover, [unit(play.state, fleet)])
    assert found is not None
    assert not set(found)


def test_fleets_that_may_take_a_unit_aboard_are_told() -> None:
    play = allied({HOME: LONDON, CHANNEL: LONDON, ARMOR: LONDON, AIR: CHANNEL})
    fleets = transports.embarkable(play.mover, unit(play.state, ARMOR))
    assert [fleet.name for fleet in fleets] == ["Home fleet"]


def test_WE_ITA_003_the_fleet_of_neutral_italy_carries_its_units_between_its_ports() -> None:
    fleet, army = "Italy: fleet", "Italy: 3rd infantry"
    play = Play({fleet: "2411", army: "2411"})
    assert [f.name for f in transports.embarkable(play.mover, unit(play.state, army))] == ["fleet"]
    play.give(play.embark(army, fleet))
    play.give(play.sail(fleet, "2411", "2511"))
    play.give(play.disembark(army))
    assert (play.where(army), play.state.statuses("Italy")) == ("2511", ("neutral",))


def test_WE_ITA_003_the_fleet_of_neutral_italy_carries_nobody_else() -> None:
    """No zone hinders it, and nobody attacks it in transit: a war is not carried in it (R-258)."""
    fleet, army = "Italy: fleet", "Germany: 1st armor"
    play = Play({fleet: "2005", army: "2005"})
    assert transports.embarkable(play.mover, unit(play.state, army)) == ()
    assert play.refused(play.embark(army, fleet)) == "WE-ITA-003"
    war = Play({fleet: "2005", army: "2005"}, at_war=["Italy"])
    war.give(war.embark(army, fleet))


def _way(play: Play, fleet: str, to: str) -> tuple[str, ...]:
    found = sailing.destinations(play.mover, [unit(play.state, fleet)])
    assert found is not None
    return found.path(to)
