"""How neutrals come into the war: invasion, the calendar, their own units (5.3.1, 12.1, 12.4)."""

from __future__ import annotations

import pytest

from a4a.core.dice import ScriptedDice
from a4a.core.events import RelationChanged
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import may_move
from a4a.rules.systems.war_in_europe.entering import attacked, entered, flown
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.neutrality import dates_pass, delay
from a4a.rules.systems.war_in_europe.standing import Standing
from tests.rules.war_in_europe.positions import state, system, unit

OSLO, NORWAY, LIEGE, STOCKHOLM = "1903", "1902", "1807", "2201"
BUDAPEST, RIGA, SPLIT, TRIPOLI, MILAN = "2408", "2402", "2410", "2317", "2010"


def after(given: State, power: str, *path: str) -> State:
    """The state after land units of a power have entered hexes."""
    run = Run(given, ScriptedDice([]))
    entered(system(), run, power, path)
    return run.state


def side(now: State, power: str) -> str:
    """The side a power fights on; "" while it is neutral."""
    standing = Standing(system(), now)
    return "" if standing.is_neutral(power) else standing.side_of(power)


@pytest.mark.rule("WE-INV-003")
@pytest.mark.parametrize(("invader", "joins"), [("Germany", "Allies"), ("Great Britain", "Axis")])
def test_WE_INV_001_a_land_unit_that_enters_invades_and_the_opponent_has_the_rest(
    invader: str, joins: str
) -> None:
    now = after(state({}), invader, NORWAY)
    standing = Standing(system(), now)
    assert side(now, "Norway") == joins
    assert standing.holder(OSLO) == joins
    assert now.control[NORWAY] == invader
    assert side(now, "Sweden") == ""


def test_WE_INV_001_an_air_unit_that_enters_invades_and_takes_nothing() -> None:
    run = Run(state({}), ScriptedDice([]))
    flown(system(), run, "Germany", [NORWAY])
    assert side(run.state, "Norway") == "Allies"
    assert run.state.control[NORWAY] == "Norway"
    flown(system(), run, "Germany", ["1709"])
    assert run.state.control["1709"] == "France"


def test_WE_INV_018_units_of_an_invaded_neutral_fight_for_the_invaders_opponent() -> None:
    given = state({"Sweden: infantry": STOCKHOLM, "Sweden: fleet": STOCKHOLM})
    assert may_move(Standing(system(), given), "Sweden") is not None
    now = after(given, "Germany", "2104")
    field = Field(system(), now)
    assert [field.side_of(unit(now, f"Sweden: {u}")) for u in ("infantry", "fleet")] == [
        "Allies"
    ] * 2
    assert may_move(field.standing, "Sweden") is None


def test_WE_ZOC_033_zones_are_in_force_from_the_instant_of_invasion() -> None:
    given = state({"Sweden: infantry": "2102", "Germany: 1st armor": "2103"})
    assert not Field(system(), given).zones.of(unit(given, "Sweden: infantry").id)
    now = after(given, "Germany", "2103")
    assert "2103" in Field(system(), now).zones.of(unit(now, "Sweden: infantry").id)


def test_an_attack_on_a_neutrals_army_across_its_border_is_an_invasion() -> None:
    run = Run(state({"Belgium: infantry": LIEGE}), ScriptedDice([]))
    attacked(system(), run, ["Germany"], ["Belgium"])
    assert side(run.state, "Belgium") == "Allies"
    assert run.state.control[LIEGE] == "Belgium"


def test_relations_follow_an_invasion() -> None:
    run = Run(state({}), ScriptedDice([]))
    entered(system(), run, "Germany", [NORWAY])
    assert run.state.relation("Norway", "Germany") == "war"
    assert run.state.relation("Norway", "Great Britain") == "allied"
    assert run.state.relation("Norway", "Italy") == "neutral"
    assert {"Norway"} <= {e.a for e in run.events if isinstance(e, RelationChanged)} | {
        e.b for e in run.events if isinstance(e, RelationChanged)
    }


# --- the entry of the United States --------------------------------------------------------------


def enters(now: State) -> int:
    """The turn in which the United States goes to war if nothing else happens."""
    for number in range(1, 24):
        if side(turn(now, number), "United States"):
            return number
    raise AssertionError("never")


def turn(now: State, number: int) -> State:
    """The state at the start of a turn."""
    from a4a.core.events import RoundBegan

    run = Run(now.apply(RoundBegan(number)), ScriptedDice([]))
    dates_pass(system(), run)
    return run.state


@pytest.mark.rule("WE-INV-007")
def test_WE_INV_005_each_neutral_the_west_invades_delays_the_us_by_a_turn() -> None:
    now = state({})
    assert enters(now) == 10
    now = after(now, "Great Britain", NORWAY, OSLO)
    assert enters(now) == 11
    now = after(now, "France", LIEGE)
    now = after(now, "Great Britain", NORWAY)
    assert (enters(now), delay(now)) == (12, 2)


@pytest.mark.rule("WE-INV-019")
def test_WE_INV_005_others_invasions_and_later_ones_delay_nothing() -> None:
    now = after(state({}, at_war=["Soviet Union"]), "Germany", NORWAY, LIEGE)
    now = after(now, "Soviet Union", "3508")
    assert side(now, "Turkey") == "Axis"
    assert (enters(now), delay(now)) == (10, 0)


def test_WE_INV_006_invading_italy_follows_section_12_and_delays_nothing() -> None:
    now = after(state({}), "Great Britain", TRIPOLI)
    assert side(now, "Italy") == "Axis"
    assert (enters(now), delay(now)) == (10, 0)


# --- Italy, the Axis minor powers, the Soviet Union ----------------------------------------------


def test_WE_ITA_002_italys_neutrality_ends_at_the_start_of_summer_1940() -> None:
    assert side(turn(state({}), 3), "Italy") == ""
    assert side(turn(state({}), 4), "Italy") == "Axis"


@pytest.mark.rule("WE-ITA-004")
@pytest.mark.parametrize("where", [MILAN, TRIPOLI, "2511", "3013", "2113"])
def test_WE_ITA_002_italys_neutrality_ends_when_any_of_its_land_is_invaded(where: str) -> None:
    now = after(state({}), "France", where)
    assert side(now, "Italy") == "Axis"
    assert now.control[where] == "France"


def test_WE_ITA_002_italys_neutrality_ends_when_its_units_are_attacked() -> None:
    run = Run(state({"Italy: fleet": "2412"}), ScriptedDice([]))
    attacked(system(), run, ["Great Britain"], ["Italy"])
    assert side(run.state, "Italy") == "Axis"


def test_WE_ITA_003_italian_units_go_about_italian_land_in_peace() -> None:
    now = after(state({"Italy: 1st armor": "2113"}), "Italy", "2113", MILAN, TRIPOLI, "2511")
    assert side(now, "Italy") == ""


def test_WE_ITA_006_italy_invaded_by_the_axis_joins_the_allies() -> None:
    now = after(state({}), "Germany", "2110")
    assert side(now, "Italy") == "Allies"
    assert Standing(system(), now).holder(MILAN) == "Allies"


@pytest.mark.rule("WE-ITA-010", "WE-ITA-011")
def test_WE_ITA_009_an_axis_unit_that_enters_brings_that_minor_alone_into_the_war() -> None:
    now = after(state({}), "Germany", BUDAPEST)
    assert side(now, "Hungary") == "Axis"
    assert now.control[BUDAPEST] == "Hungary"
    assert [side(now, p) for p in ("Finland", "Rumania", "Bulgaria")] == ["", "", ""]


def test_WE_ITA_010_a_minor_power_that_leaves_its_land_or_attacks_is_at_war() -> None:
    now = after(state({"Hungary: infantry": "2508"}), "Hungary", "2408", "2508")
    assert side(now, "Hungary") == ""
    now = after(now, "Hungary", "2309")
    assert (side(now, "Hungary"), side(now, "Yugoslavia")) == ("Axis", "Allies")
    run = Run(state({}, at_war=["Soviet Union"]), ScriptedDice([]))
    attacked(system(), run, ["Finland"], ["Soviet Union"])
    assert side(run.state, "Finland") == "Axis"


@pytest.mark.rule("WE-SOV-011")
def test_WE_SOV_001_soviet_neutrality_ends_in_winter_1942_or_when_the_axis_invades() -> None:
    assert system().dataset.track[10 - 1].label == "Winter 1942"
    assert side(turn(state({}), 9), "Soviet Union") == ""
    assert side(turn(state({}), 10), "Soviet Union") == "Allies"
    now = after(state({}), "Germany", RIGA)
    assert side(now, "Soviet Union") == "Allies"
    assert now.relation("Soviet Union", "Germany") == "war"


def test_WE_SOV_004_from_then_on_soviet_units_move() -> None:
    now = turn(state({}), 10)
    assert may_move(Standing(system(), now), "Soviet Union") is None
    assert Standing(system(), now).holder("2903") == "Allies"


def test_nobody_goes_to_war_twice() -> None:
    run = Run(turn(state({}), 12), ScriptedDice([]))
    dates_pass(system(), run)
    assert run.events == []
