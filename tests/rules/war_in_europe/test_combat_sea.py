"""Air strikes and sea combat: who may attack what, support, retreat to port, advance (9.2, 9.3)."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.systems.war_in_europe.combat.ports import havens
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Advance,
    Attack,
    PressOn,
    RetreatToPort,
    Support,
)
from a4a.rules.systems.war_in_europe.orders.moving import AttackInTransit, LetPass
from tests.rules.war_in_europe.fighting import AT_WAR, Play, throw
from tests.rules.war_in_europe.positions import system

BOMBERS, LUFTWAFFE = "Germany: 1st air", "Germany: 2nd air"
RAF, NAVAL = "Great Britain: 1st RAF", "Great Britain: Naval air"
HOME, CHANNEL, MED = (
    "Great Britain: Home fleet",
    "Great Britain: Channel fleet",
    "Great Britain: Mediterranean fleet",
)
ITALIANS, RAIDERS = "Italy: fleet", "Germany: surface fleet"
SUB, SECOND_SUB = "Germany: 1st submarine fleet", "Germany: 2nd submarine fleet"
COAST = {"1708": "Germany"}
AT_SEA, NEAR = "2213", "2212"
MARKED = ("ops complete",)


def refused(play: Play, order: object, rule: str) -> None:
    with pytest.raises(RuleViolation) as error:
        play.check(order)
    assert error.value.rule == rule, str(error.value)


# --- air strikes ----------------------------------------------------------------------------------


def strike(*dice: int, **options: object) -> Play:
    """German air units in France, the RAF at London."""
    counters = {BOMBERS: "1708", LUFTWAFFE: "1807", RAF: "1607"}
    return Play("Axis", counters, throw(*dice), control=COAST | {"1807": "Germany"}, **options)


@pytest.mark.rule("WE-ACB-001", "WE-ACB-003", "WE-CMP-012", "WE-CMB-028")
def test_air_units_strike_together_at_the_air_units_of_a_hex() -> None:
    game = strike(6, 12).attack("1607", BOMBERS, LUFTWAFFE)
    assert game.readings() == [("Air vs. Air", 8, "7-8", 1), ("Air vs. Air", 4, "3-4", 0)]
    assert game.lost(RAF) == 1
    assert game.winners == ["attacker"]


def test_WE_ACB_001_ZOC_025_a_strike_needs_air_units_or_fleets_in_its_zone() -> None:
    game = strike()
    refused(game, Attack("1605", game.ids(BOMBERS)), "WE-ACB-001")
    far = Play("Axis", {BOMBERS: "2106", RAF: "1607"})
    refused(far, Attack("1607", far.ids(BOMBERS)), "WE-ZOC-025")


def test_WE_ACB_004_nobody_moves_in_air_combat() -> None:
    game = strike(6, 12).attack("1607", BOMBERS, LUFTWAFFE)
    assert [game.place(name) for name in (BOMBERS, LUFTWAFFE, RAF)] == ["1708", "1807", "1607"]
    assert not [event for event in game.events if isinstance(event, ev.UnitsMoved)]


def test_WE_ACB_008_009_all_air_units_that_fought_are_marked() -> None:
    game = strike(6, 12).attack("1607", BOMBERS)
    assert game.is_marked(BOMBERS)
    assert game.is_marked(RAF)
    assert not game.is_marked(LUFTWAFFE)
    refused(game, Attack("1607", game.ids(BOMBERS)), "WE-CMP-025")


def test_WE_CMP_024_025_a_marked_air_unit_is_struck_and_does_not_fire() -> None:
    game = strike(6, flags={RAF: MARKED}).attack("1607", BOMBERS)
    assert game.readings() == [("Air vs. Air", 4, "3-4", 1)]
    assert game.lost(RAF) == 1


def test_WE_ACB_002_assigned_air_units_must_be_fought_as_well() -> None:
    counters = {BOMBERS: "1708", HOME: "1607", RAF: "1506"}
    game = Play("Axis", counters, throw(12, 6), control=COAST)
    game.attack("1607", BOMBERS)
    assert game.asked.units == game.ids(RAF)
    game.support(RAF)
    assert game.readings() == [("Air vs. Air", 4, "3-4", 0), ("Air vs. Air", 4, "3-4", 1)]
    assert game.winners == ["defender"]  # and the fleet was not fired at
    assert game.lost(HOME) == 0


def test_WE_ACB_006_007_the_winner_in_the_air_may_go_on_to_the_fleets_which_fire_back() -> None:
    counters = {BOMBERS: "1708", LUFTWAFFE: "1807", HOME: "1607", RAF: "1607"}
    control = COAST | {"1807": "Germany"}
    game = Play("Axis", counters, throw(6, 12, 5, 4), control=control)
    game.attack("1607", BOMBERS, LUFTWAFFE)
    assert game.kind == "press on"
    game.give(PressOn("yes"))
    assert game.readings()[2:] == [("Air vs. Sea", 8, "5-8", 1), ("Sea vs. Air", 3, "1-3", 1)]
    assert game.lost(HOME) == 1
    game.take({BOMBERS: 1})
    assert game.winners == ["attacker"]
    assert (game.place(HOME), game.is_marked(HOME)) == ("1607", True)  # in port already

    off = Play("Axis", counters, throw(6, 12), control=control)
    off.attack("1607", BOMBERS, LUFTWAFFE).give(PressOn("no"))
    assert off.winners == ["attacker"]
    assert off.lost(HOME) == 0


def test_WE_SCB_003_fleets_in_their_port_are_attacked_by_air_units_alone() -> None:
    counters = {BOMBERS: "1708", RAIDERS: "1707", HOME: "1607"}
    game = Play("Axis", counters, throw(12, 12), control=COAST)
    refused(game, Attack("1607", game.ids(RAIDERS)), "WE-SCB-003")
    refused(game, Attack("1607", game.ids(RAIDERS, BOMBERS)), "WE-SCB-003")
    game.attack("1607", BOMBERS)
    assert game.readings()[0] == ("Air vs. Sea", 4, "1-4", 0)


def test_WE_CMB_023_027_submarines_struck_from_the_air_do_not_fire() -> None:
    game = Play("Allies", {RAF: "1607", SUB: "1508"}, throw(4)).attack("1508", RAF)
    assert game.readings() == [("ASW", 1, "1", 1)]
    assert game.lost(SUB) == 1
    assert game.winners == ["attacker"]


# --- sea combat -----------------------------------------------------------------------------------


def sea(*dice: int, more: dict[str, str] | None = None, **options: object) -> Play:
    """Two British fleets near an Italian one, at sea between Sardinia and Sicily."""
    counters = {HOME: NEAR, MED: NEAR, ITALIANS: AT_SEA} | (more or {})
    return Play("Allies", counters, throw(*dice), **options)


@pytest.mark.rule("WE-SCB-001", "WE-SCB-002", "WE-CMB-021", "WE-CMB-006")
def test_fleets_attack_fleets_in_their_zone_together() -> None:
    game = sea(12, 12).attack(AT_SEA, HOME, MED)
    assert game.readings() == [("Sea vs. Sea", 6, "4-6", 0), ("Sea vs. Sea", 3, "1-3", 0)]
    assert game.place(HOME) == NEAR
    far = sea(more={CHANNEL: "1412"})
    refused(far, Attack(AT_SEA, far.ids(CHANNEL)), "WE-SCB-001")


def test_WE_CMP_026_marked_fleets_do_not_attack_or_fire() -> None:
    game = sea(12, flags={HOME: MARKED, ITALIANS: MARKED})
    refused(game, Attack(AT_SEA, game.ids(HOME)), "WE-CMP-026")
    game.attack(AT_SEA, MED)
    assert [(roll.role, roll.chart.strength) for roll in game.rolls] == [("attacker", 3)]
    assert game.place(ITALIANS) == "2314"  # who does not fire has rolled nothing, and loses a tie


def test_WE_CMB_006_007_fleets_attack_air_units_in_coastal_hexes() -> None:
    game = Play("Allies", {MED: "2213", "Italy: 1st air": "2214"}, throw(4, 12))
    game.attack("2214", MED)
    assert game.readings() == [("Sea vs. Air", 3, "1-3", 1), ("Air vs. Sea", 3, "1-4", 0)]
    empty = Play("Allies", {MED: "2213"})
    refused(empty, Attack("2214", empty.ids(MED)), "WE-CMB-006")


def test_WE_SCB_004_005_013_air_units_ashore_or_aboard_support_fleets() -> None:
    game = sea(12, 12, more={NAVAL: NEAR, RAF: "2415"}).aboard(NAVAL, HOME)
    game.attack(AT_SEA, HOME, MED, NAVAL, RAF)
    assert game.readings()[0] == ("Sea vs. Sea", 12, "10-12", 0)
    assert game.is_marked(NAVAL)
    assert game.is_marked(RAF)


def test_WE_SCB_015_air_units_that_supported_fleets_are_marked() -> None:
    game = sea(12, 12, more={"Italy: 1st air": "2214"}).attack(AT_SEA, HOME, MED)
    game.support("Italy: 1st air")
    assert game.readings()[1] == ("Sea vs. Sea", 6, "4-6", 0)
    assert game.is_marked("Italy: 1st air")


def test_WE_SCB_006_opposed_support_fights_first_and_the_winner_adds_its_strength() -> None:
    more = {"Italy: 1st air": "2214", RAF: "2415"}
    game = sea(12, 6, 12, 12, more=more).attack(AT_SEA, MED, RAF).support("Italy: 1st air")
    assert game.readings() == [
        ("Air vs. Air", 4, "3-4", 0),
        ("Air vs. Air", 3, "3-4", 1),
        ("Sea vs. Sea", 3, "1-3", 0),
        ("Sea vs. Sea", 6, "4-6", 0),
    ]


def test_WE_SCB_007_support_counts_up_to_the_strength_of_the_fleets() -> None:
    game = sea(12, 12, more={RAF: "2415"}, reduced=[MED]).attack(AT_SEA, MED, RAF)
    assert game.readings()[0] == ("Sea vs. Sea", 2, "1-3", 0)


def test_WE_CMP_016_017_cargo_does_nothing_unless_it_is_naval_air() -> None:
    game = sea(more={RAF: NEAR}).aboard(RAF, HOME)
    refused(game, Attack(AT_SEA, game.ids(HOME, RAF)), "WE-CMP-016")


def test_WE_SCB_008_the_beaten_fleet_retreats_to_the_nearest_port_and_is_marked() -> None:
    game = Play("Allies", {HOME: "2014", MED: "2014", ITALIANS: AT_SEA}, throw(5, 12))
    game.attack(AT_SEA, HOME, MED)
    assert game.lost(ITALIANS) == 1
    assert game.kind == "port"
    assert set(game.asked.options) == {"2113", "2314"}
    refused(game, RetreatToPort("2411"), "WE-SCB-008")
    game.give(RetreatToPort("2314"))
    assert game.place(ITALIANS) == "2314"
    assert game.is_marked(ITALIANS)


@pytest.mark.rule("WE-SCB-010", "WE-ZOC-021")
def test_WE_SCB_010_the_winner_may_advance_into_the_empty_hex_beside_it() -> None:
    game = sea(5, 12, more={CHANNEL: "2012"}).attack(AT_SEA, HOME, MED, CHANNEL)
    assert game.kind == "advance"
    assert set(game.asked.units) == set(game.ids(HOME, MED))  # the third is not beside it
    refused(game, Advance({game.unit(CHANNEL).id: AT_SEA}), "WE-SCB-010")
    game.advance({HOME: AT_SEA})
    assert (game.place(HOME), game.place(MED)) == (AT_SEA, NEAR)
    assert game.winners == ["attacker"]


def test_WE_SCB_010_no_advance_where_an_enemy_is_left() -> None:
    # the air unit in the hex has lost nothing, and does not retreat
    counters = {HOME: AT_SEA, MED: AT_SEA, ITALIANS: "2214", "Italy: 1st air": "2214"}
    game = Play("Allies", counters, throw(5, 12))
    game.attack("2214", HOME, MED).take({ITALIANS: 1})
    assert game.place(ITALIANS) == "2317"
    assert game.kind == "attack"
    assert game.winners == ["attacker"]


def test_WE_SCB_016_CMP_014_a_fleet_that_won_stays_unmarked_and_attacks_once_a_phase() -> None:
    game = sea(5, 12, more={SUB: "2112"}).attack(AT_SEA, HOME, MED)
    game.advance()
    assert not game.is_marked(HOME)
    refused(game, Attack("2112", game.ids(HOME)), "WE-CMP-014")
    game.tell(ev.TurnBegan(game.state.active), ev.PhaseBegan("Allied Armored Combat"))
    game.check(Attack("2112", game.ids(HOME)))


def test_WE_SCB_011_a_fleet_that_won_at_sea_still_supports_a_land_combat() -> None:
    more = {"United States: 1st armor": "2216", "Germany: 1st infantry": "2215"}
    game = sea(5, 12, 12, 12, more=more).attack(AT_SEA, HOME, MED)
    game.advance()
    game.attack("2215", "United States: 1st armor", HOME)
    assert game.readings()[2][0] == "Land vs. Land"
    refused(game, Attack("2215", game.ids(HOME)), "WE-CMB-004")


def test_WE_CMB_019_a_fleet_without_a_port_is_lost_with_its_cargo() -> None:
    board, control = system().board, {}
    for space in board:
        if "port" in space.features:
            control[space.name] = "Great Britain"
    game = sea(5, 12, more={"Italy: 2nd infantry": AT_SEA}, control=control)
    game.aboard("Italy: 2nd infantry", ITALIANS).attack(AT_SEA, HOME, MED)
    assert game.place(ITALIANS) == "force pool"
    assert game.place("Italy: 2nd infantry") == "force pool"


def test_WE_ZOC_020_no_retreat_beside_an_enemy_fleet_without_a_friendly_one() -> None:
    # 2314 and 2312 are beside a British fleet: the nearest port is Sardinia's, or further
    game = sea(5, 12, more={CHANNEL: "2313"}).attack(AT_SEA, HOME, MED)
    assert game.place(ITALIANS) != "2314"
    assert game.place(ITALIANS) not in (AT_SEA, "2312")


def test_WE_ZOC_020_a_friendly_fleet_keeps_a_hex_beside_an_enemy_fleet_open() -> None:
    counters = {HOME: AT_SEA, MED: AT_SEA, ITALIANS: "2214", RAIDERS: "2314"}
    game = Play("Allies", counters, throw(5, 12)).attack("2214", HOME, MED)
    assert game.place(ITALIANS) == "2314"


def test_WE_CMP_017_naval_air_aboard_defends_its_fleet() -> None:
    counters = {ITALIANS: NEAR, HOME: AT_SEA, NAVAL: AT_SEA}
    game = Play("Axis", counters, throw(12, 12)).aboard(NAVAL, HOME)
    game.attack(AT_SEA, ITALIANS)
    assert game.readings()[1] == ("Sea vs. Sea", 5, "4-6", 0)


def test_WE_CMB_022_024_submarines_alone_are_hunted() -> None:
    game = Play("Allies", {HOME: NEAR, SUB: AT_SEA}, throw(12, 12)).attack(AT_SEA, HOME)
    assert game.readings() == [("ASW", 2, "2", 0), ("Sea vs. Sea", 2, "1-3", 0)]
    mixed = Play("Allies", {HOME: NEAR, SUB: AT_SEA, RAIDERS: AT_SEA}, throw(12, 12))
    mixed.attack(AT_SEA, HOME)
    assert mixed.readings() == [("Sea vs. Sea", 3, "1-3", 0), ("Sea vs. Sea", 5, "4-6", 0)]


def test_WE_ACB_005_fleets_and_air_units_together_make_a_sea_combat() -> None:
    game = sea(12, 12, more={RAF: "2415"}).attack(AT_SEA, MED, RAF)
    opened = [event.kind for event in game.events if isinstance(event, ev.BattleOpened)]
    assert opened == ["sea"]


def test_only_air_units_are_sent_to_help_fleets() -> None:
    game = sea(more={"Italy: 1st air": "2214", SUB: "2212"}, flags={}).attack(AT_SEA, MED)
    assert game.asked.units == game.ids("Italy: 1st air")
    refused(game, Support(game.ids(SUB)), "WE-ACB-002")
    with pytest.raises(RuleViolation, match="it is not of the defender"):
        game.check(Support(game.ids(MED)))


def test_WE_SCB_012_a_fleet_beaten_in_a_box_goes_by_a_west_edge_hex_of_its_choice() -> None:
    control = {"1903": "Germany", "1509": "Germany"}
    game = Play("Axis", {RAIDERS: "Atlantic", HOME: "Atlantic"}, control=control)
    ports = {"1903", "1509", "2005", "2105", "2304"}
    wanted: set[str] = set()
    for edge in system().ground.by_ship["Atlantic"]:
        reached, seen = {edge}, {edge}
        while system().board.space(edge).kind != "box" and not reached & ports:
            steps = system().ground.by_ship
            reached = {n for s in reached for n in steps[s]} - seen - {"Atlantic", "Capetown"}
            seen |= reached
        wanted |= reached & ports
    assert {way[-1] for way in havens(system(), game.state, game.unit(RAIDERS))} == wanted
    assert {"1903", "1509"} <= wanted
    allied = {way[-1] for way in havens(system(), game.state, game.unit(HOME))}
    assert {"United States", "1503"} <= allied


# --- fleets on the way to port --------------------------------------------------------------------


def chased(*dice: int) -> Play:
    """The beaten Italian fleet comes past a British submarine's hunters: RAF of Malta."""
    more = {RAF: "2415"}
    return sea(5, 12, *dice, more=more).attack(AT_SEA, HOME, MED)


@pytest.mark.rule("WE-SCB-009", "WE-TRA-009", "WE-TRA-002")
def test_a_retreating_fleet_is_attacked_in_transit() -> None:
    game = chased(3, 12)
    assert game.kind == "transit"
    assert game.asked.units == game.ids(RAF)  # the fleets are in a battle
    game.give(AttackInTransit(game.ids(RAF)))
    assert game.readings()[2:] == [("Air vs. Sea", 4, "1-4", 1)]  # the fleet is marked
    assert game.place(ITALIANS) == "force pool"
    assert game.is_marked(RAF)
    assert game.kind == "advance"


def test_a_retreating_fleet_that_is_let_pass_goes_on() -> None:
    game = chased().give(LetPass("end"))
    assert game.place(ITALIANS) == "2314"
    assert not game.state.halted
    assert game.kind == "advance"


def test_WE_SOV_009_a_beaten_fleet_retreats_to_no_port_of_friends_who_keep_apart() -> None:
    leningrad, fleet = "2601", "Great Britain: Home fleet"
    counters = {fleet: "2501", "Soviet Union: 1st infantry": leningrad}
    game = Play("Allies", counters, at_war=[*AT_WAR, "Finland"])
    ends = {way[-1] for way in havens(system(), game.state, game.unit(fleet))}
    assert leningrad not in ends
    alone = Play("Allies", {fleet: "2501"}, at_war=[*AT_WAR, "Finland"])
    assert {way[-1] for way in havens(system(), alone.state, alone.unit(fleet))} == {leningrad}


def test_WE_SCB_008_a_beaten_fleet_retreats_to_no_port_in_which_enemies_are() -> None:
    leningrad, fleet, there = "2601", "Soviet Union: fleet", "Germany: 1st infantry"
    game = Play("Allies", {fleet: "2501", there: leningrad}, control={leningrad: "Soviet Union"})
    ends = {way[-1] for way in havens(system(), game.state, game.unit(fleet))}
    assert leningrad not in ends
    alone = Play("Allies", {fleet: "2501"}, control={leningrad: "Soviet Union"})
    assert {way[-1] for way in havens(system(), alone.state, alone.unit(fleet))} == {leningrad}
