"""Whose land may be entered, who may be attacked, who keeps apart (5.3.1, 12)."""

from __future__ import annotations

import pytest

from a4a.rules.hexes.zones import Medium
from a4a.rules.systems.war_in_europe.access import (
    may_attack,
    may_enter,
    may_join,
    may_move,
    may_stack,
    shut,
)
from a4a.rules.systems.war_in_europe.standing import CONQUERED, NEUTRAL, WITH, Standing
from tests.rules.war_in_europe.positions import state, system

OSLO, LIEGE, TRIPOLI, BAGHDAD, BASRA, BERN = "1903", "1807", "2317", "3911", "4211", "2009"
BUDAPEST, RIGA, TOULON, ALGIERS, PARIS, VIBORG = "2408", "2402", "1911", "1615", "1709", "2501"
ITALIAN, GERMAN = "2010", "2109"
VICHY = {"France": (CONQUERED, NEUTRAL, "Vichy")}


def standing(**how) -> Standing:
    return Standing(system(), state({}, **how))


def rule(now: Standing, power: str, space: str, medium: Medium = "land") -> str:
    """The rule that bars a power from a hex, or ""."""
    bar = may_enter(now, power, space, medium)
    assert (space in shut(now, power, medium)) == (bar is not None)
    return bar.rule if bar else ""


@pytest.mark.parametrize("power", ["Germany", "Great Britain", "France"])
def test_WE_INV_001_neutral_land_may_be_invaded(power: str) -> None:
    assert [rule(standing(), power, s, "land") for s in (OSLO, LIEGE)] == ["", ""]
    assert rule(standing(), power, OSLO, "air") == ""


@pytest.mark.parametrize("power", ["Great Britain", "France", "United States"])
def test_WE_INV_004_once_the_us_is_at_war_the_west_invades_no_neutral(power: str) -> None:
    now = standing(at_war=["United States"])
    assert rule(now, power, OSLO, "air") == rule(now, power, OSLO) == "WE-INV-004"
    assert rule(now, "Germany", OSLO) == ""


def test_WE_INV_004_minors_that_joined_the_west_are_held_to_it() -> None:
    joined = {"Belgium": (WITH["Allies"],)}
    now = standing(at_war=["United States"], statuses=joined)
    assert rule(now, "Belgium", OSLO) == "WE-INV-004"
    assert rule(standing(statuses=joined), "Belgium", OSLO) == ""


def test_WE_INV_019_the_warring_soviet_union_invades_neutrals_freely() -> None:
    now = standing(at_war=["United States", "Soviet Union"])
    assert rule(now, "Soviet Union", OSLO) == ""


def test_WE_INV_002_fleets_enter_coasts_of_neutrals() -> None:
    now = standing(at_war=["United States"])
    assert rule(now, "Great Britain", OSLO, "sea") == ""


def test_WE_INV_012_the_axis_may_not_enter_the_united_states() -> None:
    now = standing(at_war=["all"])
    assert rule(now, "Germany", "United States", "sea") == "WE-INV-012"
    assert rule(now, "Germany", "United States") == "WE-INV-012"
    assert rule(now, "Great Britain", "United States", "sea") == ""
    assert rule(now, "Germany", "Atlantic", "sea") == ""


@pytest.mark.parametrize("medium", ["land", "air"])
def test_WE_CMP_023_nobody_enters_switzerland(medium: Medium) -> None:
    assert rule(standing(), "Germany", BERN, medium) == "WE-CMP-023"
    assert rule(standing(at_war=["all"]), "France", BERN, medium) == "WE-CMP-023"


@pytest.mark.parametrize("medium", ["land", "air", "sea"])
@pytest.mark.parametrize("power", ["Great Britain", "Germany"])
def test_WE_IRQ_001_no_unit_enters_iraq_before_it_rebels(power: str, medium: Medium) -> None:
    assert rule(standing(), power, BASRA, medium) == "WE-IRQ-001"
    risen = standing(statuses={"Iraq": (WITH["Axis"],)}, control={BASRA: "Iraq"})
    assert rule(risen, power, BASRA, medium) == ""


@pytest.mark.rule("WE-ITA-011")
def test_WE_ITA_010_axis_minors_are_safe_each_until_an_axis_unit_crosses_its_border() -> None:
    now = standing(at_war=["Soviet Union"])
    assert rule(now, "Soviet Union", VIBORG) == "WE-ITA-010"
    assert rule(now, "Great Britain", BUDAPEST) == "WE-ITA-010"
    assert rule(now, "Germany", BUDAPEST) == ""
    hungary = standing(at_war=["Soviet Union", "Hungary"])
    assert rule(hungary, "Soviet Union", BUDAPEST) == ""
    assert rule(hungary, "Soviet Union", VIBORG) == "WE-ITA-010"


def test_WE_SOV_002_the_west_may_not_invade_the_soviet_union() -> None:
    assert rule(standing(), "Great Britain", RIGA) == "WE-SOV-002"
    assert rule(standing(at_war=["United States"]), "United States", RIGA) == "WE-SOV-002"
    assert rule(standing(), "Germany", RIGA) == ""
    assert rule(standing(at_war=["Soviet Union"]), "Great Britain", RIGA) == ""


@pytest.mark.rule("WE-INV-006")
@pytest.mark.parametrize("space", [TOULON, ALGIERS])
def test_WE_VCH_008_the_allies_enter_vichy_france_once_the_us_is_at_war(space: str) -> None:
    now = standing(statuses=VICHY, control={PARIS: "Germany"})
    assert rule(now, "Great Britain", space) == "WE-VCH-008"
    assert rule(now, "Germany", space) == ""
    assert rule(now, "Great Britain", PARIS) == ""
    later = standing(at_war=["United States"], statuses=VICHY)
    assert rule(later, "Great Britain", space) == rule(later, "United States", space) == ""


@pytest.mark.rule("WE-ITA-008")
def test_WE_ITA_001_neutral_italys_units_keep_to_its_land() -> None:
    now = standing()
    assert rule(now, "Italy", TRIPOLI) == rule(now, "Italy", ITALIAN) == ""
    for abroad in (GERMAN, PARIS, OSLO, BUDAPEST):
        assert rule(now, "Italy", abroad, "land") == rule(now, "Italy", abroad, "air")
        assert rule(now, "Italy", abroad) == "WE-ITA-001"
    assert rule(now, "Italy", "2004", "sea") == ""
    assert rule(standing(at_war=["Italy"]), "Italy", PARIS) == ""


def test_WE_ITA_002_neutral_italy_may_be_invaded_and_its_units_attacked() -> None:
    now = standing()
    assert rule(now, "Great Britain", TRIPOLI) == rule(now, "France", ITALIAN) == ""
    for medium in ("land", "sea", "air"):
        assert may_attack(now, "Great Britain", "Italy", medium) is None


def test_WE_CMP_021_units_of_neutrals_do_not_move() -> None:
    now = standing(statuses=VICHY)
    found = {p: may_move(now, p) for p in ("Norway", "Soviet Union", "France")}
    assert {p: bar.rule for p, bar in found.items() if bar} == {
        "Norway": "WE-CMP-021",
        "Soviet Union": "WE-SOV-003",
        "France": "WE-VCH-007",
    }
    assert may_move(standing(statuses={"Norway": (WITH["Axis"],)}), "Norway") is None


@pytest.mark.rule("WE-ITA-009", "WE-CMP-022")
def test_WE_ITA_001_the_axis_moves_neutral_italy_and_its_minors() -> None:
    now = standing()
    assert [may_move(now, p) for p in ("Italy", "Finland", "Hungary")] == [None, None, None]


def test_WE_SOV_003_neutral_soviet_units_neither_move_nor_attack() -> None:
    now = standing()
    for bar in (may_move(now, "Soviet Union"), may_attack(now, "Soviet Union", "Germany", "land")):
        assert bar is not None
        assert bar.rule == "WE-SOV-003"
    at_war = standing(at_war=["Soviet Union"])
    assert may_move(at_war, "Soviet Union") is None
    assert may_attack(at_war, "Soviet Union", "Germany", "land") is None


def test_neutrals_are_attacked_on_land_where_they_may_be_invaded() -> None:
    now = standing()
    assert may_attack(now, "Germany", "Belgium", "land") is None
    late = may_attack(standing(at_war=["United States"]), "Great Britain", "Belgium", "land")
    assert late is not None
    assert late.rule == "WE-INV-004"
    for medium in ("sea", "air"):
        bar = may_attack(now, "Germany", "Sweden", medium)
        assert bar is not None
        assert bar.rule == "WE-ZOC-032"


def test_WE_ITA_001_neutral_italy_attacks_nobody() -> None:
    bar = may_attack(standing(), "Italy", "Greece", "land")
    assert bar is not None
    assert bar.rule == "WE-ITA-001"
    assert may_attack(standing(at_war=["Italy"]), "Italy", "Greece", "land") is None
    assert may_attack(standing(), "Hungary", "Yugoslavia", "land") is None


@pytest.mark.rule("WE-SOV-010")
def test_WE_SOV_009_soviet_units_keep_apart_from_other_allies() -> None:
    now = standing(at_war=["all"])
    for others in (("Soviet Union", "Great Britain"), ("United States", "Soviet Union")):
        stacked, joined = may_stack(now, *others), may_join(now, *others)
        assert stacked is not None
        assert joined is not None
        assert (stacked.rule, joined.rule) == ("WE-SOV-009", "WE-SOV-010")
    for friends in (("Soviet Union", "Soviet Union"), ("United States", "Great Britain")):
        assert may_stack(now, *friends) is may_join(now, *friends) is None
    assert may_join(now, "Soviet Union", "Germany") is None


def test_a_bar_makes_the_refusal_of_an_order() -> None:
    bar = may_enter(standing(), "Germany", BERN, "land")
    assert bar is not None
    refusal = bar.violation(system(), "move 1st armor to 2009")
    assert str(refusal).startswith("move 1st armor to 2009: Switzerland cannot be entered")
    assert refusal.allowed == "go around it"


def test_WE_CMP_001_the_allies_do_not_invade_the_neutral_united_states() -> None:
    """R-326: else it would join the Axis."""
    now = standing()
    bar = may_enter(now, "Great Britain", "United States", "land")
    assert bar is not None
    assert bar.rule == "WE-CMP-001"
    assert may_enter(now, "Great Britain", "United States", "sea") is None
    at_war = standing(at_war=["United States"])
    assert may_enter(at_war, "Great Britain", "United States", "land") is None
