"""Combat of units that dropped or landed: assaults, undefended ports, shared hexes (8.1.4)."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Attack,
    EndCombat,
    Retreat,
    RetreatToPort,
    Support,
)
from tests.rules.war_in_europe.fighting import Play, throw

PARATROOP, ARMOR, SECOND = "Germany: 1st paratroop", "Germany: 1st armor", "Germany: 2nd armor"
FRENCH, OTHER, PANZER = "France: 2nd infantry", "France: 3rd infantry", "France: 1st armor"
AMERICANS, MORE = "United States: 1st armor", "United States: 3rd armor"
FLEET, TENTH = "United States: 8th fleet", "United States: 10th fleet"
ITALIANS, GERMANS, GUNS = "Italy: 2nd infantry", "Germany: 1st infantry", "Germany: 1st artillery"
HERE, THERE = "1908", "1808"
NAPLES, BESIDE = "2312", "2411"


def refused(play: Play, order: object, rule: str) -> None:
    with pytest.raises(RuleViolation) as error:
        play.check(order)
    assert error.value.rule == rule, str(error.value)


# --- airdrops -------------------------------------------------------------------------------------


def drop(*dice: int, **options: object) -> Play:
    counters = {PARATROOP: THERE, ARMOR: HERE, FRENCH: THERE}
    return Play("Axis", counters, throw(*dice), **options).dropped(PARATROOP)


@pytest.mark.rule("WE-DRP-005", "WE-CMB-001")
def test_a_paratroop_on_an_enemy_must_take_part_in_the_attack_on_it() -> None:
    game = drop(12, 12)
    refused(game, EndCombat(), "WE-CMB-001")
    refused(game, Attack(THERE, game.ids(ARMOR)), "WE-DRP-005")
    game.attack(THERE, PARATROOP, ARMOR)
    assert game.asked.spaces == ()
    game.check(EndCombat())


def test_a_paratroop_attacks_no_other_hex_than_the_one_it_dropped_on() -> None:
    counters = {PARATROOP: THERE, ARMOR: HERE, FRENCH: THERE, OTHER: "1909"}
    game = Play("Axis", counters).dropped(PARATROOP)
    refused(game, Attack("1909", game.ids(ARMOR, PARATROOP)), "WE-DRP-005")


def test_WE_LCB_010_a_unit_in_the_hex_crosses_no_river() -> None:
    counters = {PARATROOP: "1709", ARMOR: THERE, FRENCH: "1709"}
    game = Play("Axis", counters, throw(12, 12), control={THERE: "Germany"}).dropped(PARATROOP)
    game.attack("1709", PARATROOP, ARMOR)
    assert game.rolls[0].chart.shift == -1  # the city alone


@pytest.mark.rule("WE-STK-011", "WE-STK-012", "WE-STK-014")
def test_a_beaten_paratroop_retreats_by_the_rules_or_is_eliminated() -> None:
    game = drop(12, 4).attack(THERE, PARATROOP, ARMOR).take({ARMOR: 1})
    assert game.kind == "retreat"
    assert set(game.asked.units) == set(game.ids(PARATROOP, ARMOR))
    refused(game, Retreat({game.unit(PARATROOP).id: "1709"}), "WE-ZOC-007")
    game.retreat({PARATROOP: HERE, ARMOR: "2007"})
    assert game.place(PARATROOP) == HERE

    alone = Play("Axis", {PARATROOP: THERE, FRENCH: THERE}, throw(12, 12)).dropped(PARATROOP)
    alone.attack(THERE, PARATROOP)  # every hex around is in the zone of the French
    assert alone.place(PARATROOP) == "force pool"


@pytest.mark.rule("WE-LCB-019", "WE-STK-012")
def test_without_a_winner_those_in_the_hex_leave_it_and_others_stay() -> None:
    game = drop(12, 12).attack(THERE, PARATROOP, ARMOR)
    assert game.place(PARATROOP) == HERE  # where the armor is: the one way out of the zone
    assert (game.place(ARMOR), game.place(FRENCH)) == (HERE, THERE)
    assert game.winners == ["nobody"]


def test_WE_ZOC_007_the_paratroop_on_top_of_it_bars_no_retreat() -> None:
    # the paratroop holds nothing yet: only the armor's zone bars the beaten
    game = drop(6, 12).attack(THERE, PARATROOP, ARMOR)
    assert set(game.asked.spaces) == {"1708", "1709", "1809"}


# --- assaults on defended ports -------------------------------------------------------------------


def assault(*dice: int, more: dict[str, str] | None = None, **options: object) -> Play:
    """American armor has landed in Naples, its fleet is there; Italians hold the port."""
    counters = {AMERICANS: NAPLES, FLEET: NAPLES, ITALIANS: NAPLES} | (more or {})
    play = Play("Allies", counters, throw(*dice), **options)
    return play.landed(NAPLES, AMERICANS, fleets=[FLEET])


@pytest.mark.rule("WE-AMP-012", "WE-AMP-017", "WE-CMB-001")
def test_an_assault_is_a_land_combat_which_must_be_fought() -> None:
    game = assault(4, 12)
    asked = "declare an attack, or end the phase"
    assert game.asked.text == f"{asked}; {NAPLES} must be attacked"
    assert Play("Allies", {ITALIANS: NAPLES}).asked.text == asked
    refused(game, EndCombat(), "WE-CMB-001")
    game.attack(NAPLES, AMERICANS)
    opened = [event.kind for event in game.events if isinstance(event, ev.BattleOpened)]
    assert opened == ["amphibious"]
    assert game.rolls[0].chart.shift == -2  # the mountains
    game.retreat({ITALIANS: "2311"})
    assert game.state.control[NAPLES] == "United States"
    assert game.place(FLEET) == NAPLES
    assert game.winners == ["attacker"]


def test_WE_SUP_011_an_assault_has_its_line_over_the_sea() -> None:
    """By R-304, though the port is the enemy's still; an enemy fleet near it cuts the line."""
    game = assault(4, 12).attack(NAPLES, AMERICANS)
    assert game.rolls[0].chart.strength == 7
    game = assault(4, 12, more={"Italy: fleet": "2411"}).attack(NAPLES, AMERICANS).give(Support())
    assert game.rolls[0].chart.strength == 3


@pytest.mark.rule("WE-AMP-017", "WE-STK-013", "WE-STK-015", "WE-STK-010")
def test_beaten_assaulting_units_go_back_aboard_and_the_fleet_to_port() -> None:
    game = assault(12, 4, more={GERMANS: NAPLES}).attack(NAPLES, AMERICANS)
    assert game.lost(AMERICANS) == 1
    assert game.unit(AMERICANS).place == game.unit(FLEET).id
    assert set(game.asked.options) == {"1911", "2115", "2415"}  # Toulon, Tunis and Malta
    game.give(RetreatToPort("2415"))
    assert game.place(FLEET) == "2415"
    assert game.is_marked(FLEET)
    assert game.state.control[NAPLES] == "Italy"


def test_WE_STK_014_assaulting_units_without_a_fleet_are_eliminated() -> None:
    counters = {AMERICANS: NAPLES, ITALIANS: NAPLES, GERMANS: NAPLES}
    game = Play("Allies", counters, throw(12, 4)).landed(NAPLES, AMERICANS)
    game.attack(NAPLES, AMERICANS)
    assert game.place(AMERICANS) == "force pool"


def test_WE_STK_014_the_strongest_go_aboard_first() -> None:
    more = {MORE: NAPLES, GERMANS: NAPLES}
    game = assault(12, 12, more=more, reduced=[AMERICANS]).landed(NAPLES, MORE)
    game.attack(NAPLES, AMERICANS, MORE)
    assert game.unit(MORE).place == game.unit(FLEET).id
    assert game.place(AMERICANS) == "force pool"


def test_WE_STK_016_a_fleet_without_a_port_goes_to_a_hex_without_enemies() -> None:
    ports = [s.name for s in assault().state.board if "port" in s.features]
    control = dict.fromkeys((p for p in ports if p != "United States"), "Italy")
    game = assault(12, 4, more={GERMANS: NAPLES}, control=control).attack(NAPLES, AMERICANS)
    assert game.kind == "port"
    assert game.unit(FLEET).id in game.asked.units
    assert "2313" in game.asked.options
    assert NAPLES not in game.asked.options


# --- undefended ports -----------------------------------------------------------------------------


def undefended(*dice: int, more: dict[str, str] | None = None, **options: object) -> Play:
    """American armor has landed in Naples, where no land unit is."""
    counters = {AMERICANS: NAPLES, FLEET: NAPLES} | (more or {})
    play = Play("Allies", counters, throw(*dice), **options)
    return play.landed(NAPLES, AMERICANS, fleets=[FLEET])


@pytest.mark.rule("WE-AMP-014", "WE-AMP-016", "WE-AMP-018", "WE-AMP-019")
def test_an_undefended_port_has_half_the_strength_around_it() -> None:
    more = {
        GUNS: BESIDE,
        ITALIANS: BESIDE,
        GERMANS: BESIDE,
        "Germany: 4th infantry": "2311",
        "Germany: 1st air": "2311",
        "Germany: 2nd air": "2411",
        "Italy: fleet": "2413",
    }
    flags = {"Germany: 2nd air": ("ops complete",)}
    game = Play("Allies", more | {AMERICANS: NAPLES}, throw(12, 12), flags=flags)
    game.landed(NAPLES, AMERICANS).attack(NAPLES, AMERICANS)
    # artillery 4, the two strongest others 4 + 4, the ready air unit 4, the fleet 3: 19, halved 9
    assert game.readings()[1] == ("Land vs. Land", 9, "8-11", 0)
    assert game.is_marked("Germany: 1st air")
    assert not game.is_marked("Italy: fleet")


def test_WE_SOV_010_soviets_and_others_do_not_hold_an_undefended_port_together() -> None:
    """The stronger party counts: the Soviets beside Riga without the British, and else these."""
    riga = "2402"
    more = {"Soviet Union: 1st infantry": "2502", "Great Britain: 1st armor": "2503",
            "Great Britain: 1st RAF": "2503"}  # fmt: skip
    soviet = {"Soviet Union: 2T armor": "2503", "Soviet Union: 1st air": "2502"}
    for others, strength in ((soviet, (5 + 3 + 3) // 2), ({}, (5 + 4) // 2)):
        board = more | others | {"Germany: 1st armor": riga, "Germany: surface fleet": riga}
        game = Play("Axis", board, throw(12, 12), at_war=["all"], control={"2402": "Soviet Union"})
        game.landed(riga, "Germany: 1st armor", fleets=["Germany: surface fleet"])
        game.attack(riga, "Germany: 1st armor")
        assert game.readings()[1][1] == strength


def test_WE_AMP_015_without_a_land_unit_near_its_strength_is_one() -> None:
    more = {"Germany: 1st air": "2211", "Italy: fleet": "2413"}
    game = undefended(12, 12, more=more).attack(NAPLES, AMERICANS)
    assert game.readings()[1] == ("Land vs. Land", 1, "1-3", 0)
    assert not game.is_marked("Germany: 1st air")


def test_WE_AMP_014_a_fort_beside_an_undefended_port_lends_it_no_strength() -> None:
    """It is none of the "other land units" (5.2.1), but a land unit whose zone holds the port."""
    fort, air = "Germany: fort 1", "Germany: 1st air"
    game = undefended(12, 12, more={fort: BESIDE, air: "2211"}).attack(NAPLES, AMERICANS)
    assert game.readings()[1][1] == 4 // 2
    alone = undefended(12, 12, more={fort: BESIDE}).attack(NAPLES, AMERICANS)
    assert alone.readings()[1][1] == 1


def test_what_surrounds_an_undefended_port_takes_no_losses() -> None:
    game = undefended(2, 12, more={ITALIANS: BESIDE}).attack(NAPLES, AMERICANS)
    assert game.lost(ITALIANS) == 0
    assert game.place(ITALIANS) == BESIDE
    assert game.state.control[NAPLES] == "United States"
    assert game.winners == ["attacker"]


def test_a_beaten_assault_on_an_undefended_port_goes_back_aboard() -> None:
    game = undefended(12, 4).attack(NAPLES, AMERICANS)
    assert game.lost(AMERICANS) == 1
    assert game.unit(AMERICANS).place == game.unit(FLEET).id
    assert game.state.control[NAPLES] == "Italy"
    game.give(RetreatToPort("2415"))
    assert game.place(FLEET) == "2415"
    assert game.winners == ["defender"]


def test_WE_STK_016_also_from_an_undefended_port_a_fleet_without_a_port_goes_anywhere() -> None:
    ports = [s.name for s in assault().state.board if "port" in s.features]
    control = dict.fromkeys((p for p in ports if p != "United States"), "Italy")
    game = undefended(12, 4, control=control).attack(NAPLES, AMERICANS)
    assert game.kind == "port"
    assert "2313" in game.asked.options


def test_WE_FLT_008_a_beaten_assault_leaves_by_the_danish_waters_it_came_through() -> None:
    """Oslo is behind 1904, which opens to assaults; the way back is part of them."""
    oslo, british, home = "1903", "Great Britain: 1st armor", "Great Britain: Home fleet"
    counters = {british: oslo, home: oslo, GERMANS: oslo, "Germany: 4th infantry": oslo}
    norway = {"Norway": ("with the Allies",)}
    game = Play("Allies", counters, throw(12, 4), statuses=norway, control={oslo: "Germany"})
    game.landed(oslo, british, fleets=[home]).attack(oslo, british)
    assert game.place(home) == "1503"  # Scapa Flow


@pytest.mark.rule("WE-ZOC-015", "WE-ZOC-016")
def test_fleets_support_land_units_on_the_coast() -> None:
    counters = {"Great Britain: 1st armor": "1709", "Great Britain: Home fleet": "1607",
                GERMANS: "1708"}  # fmt: skip
    control = {"1708": "Germany"}
    inland = Play("Allies", counters, control=control)
    both = inland.ids("Great Britain: 1st armor", "Great Britain: Home fleet")
    refused(inland, Attack("1708", both), "WE-ZOC-015")
    coast = Play(
        "Allies", counters | {"Great Britain: 2nd armor": "1608"}, throw(12, 12), control=control
    )
    coast.attack(
        "1708",
        "Great Britain: 1st armor",
        "Great Britain: 2nd armor",
        "Great Britain: Home fleet",
    )
    assert coast.readings()[0][1] == 13


def test_WE_CMP_016_no_unit_aboard_a_fleet_attacks_nor_is_it_supported() -> None:
    counters = {"Great Britain: Home fleet": "1607", GERMANS: "1708",
                "Great Britain: 1st armor": "Great Britain: Home fleet"}  # fmt: skip
    game = Play("Allies", counters, control={"1708": "Germany"})
    both = game.ids("Great Britain: Home fleet", "Great Britain: 1st armor")
    refused(game, Attack("1708", both), "WE-CMP-016")


def test_WE_LCB_018_a_fleet_that_supported_and_was_not_beaten_is_not_marked() -> None:
    counters = {"Great Britain: 2nd armor": "1608", "Great Britain: Home fleet": "1607",
                GERMANS: "1708"}  # fmt: skip
    game = Play("Allies", counters, throw(12, 12), control={"1708": "Germany"})
    game.attack("1708", "Great Britain: 2nd armor", "Great Britain: Home fleet")
    assert not game.is_marked("Great Britain: Home fleet")
    refused(game, Attack("1708", game.ids("Great Britain: Home fleet")), "WE-CMB-004")
