"""Transit attacks as they are fought (8.3.5): who answers, air first, what comes of it."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.systems.war_in_europe.orders.fighting import Support
from a4a.rules.systems.war_in_europe.orders.moving import AttackInTransit, Sail
from tests.rules.war_in_europe.fighting import Play, throw

MED, RAF, BOMBER = (
    "Great Britain: Mediterranean fleet",
    "Great Britain: 1st RAF",
    "Great Britain: Bomber Command",
)
ARMOR = "Great Britain: 1st armor"
ITALIANS, AIR, SECOND = "Italy: fleet", "Italy: 1st air", "Germany: 1st air"
ROUTE = ("2415", "2315", "2214", "2213")


def transit(*dice: int, more: dict[str, str] | None = None, by: str = AIR) -> Play:
    """The fleet of Malta sails past Sicily, where an Italian air unit is, and is attacked."""
    counters = {MED: "2415", AIR: "2314"} | (more or {})
    game = Play("Allies", counters, throw(*dice), moving=True)
    game.give(Sail(game.ids(MED), ROUTE))
    assert game.kind == "transit"
    assert game.place(MED) == "2315"
    return game.give(AttackInTransit(game.ids(by)))


@pytest.mark.rule("WE-TRA-001", "WE-TRA-006", "WE-CMB-026")
def test_air_units_fire_alone_if_there_are_no_fleets_with_them() -> None:
    game = transit(12, 12)
    assert game.readings() == [("Air vs. Sea", 3, "1-4", 0), ("Sea vs. Air", 3, "1-3", 0)]
    assert game.winners == ["nobody"]


@pytest.mark.rule("WE-TRA-007", "WE-TRA-008")
def test_a_fleet_that_was_not_beaten_sails_on_and_is_not_attacked_by_the_same_again() -> None:
    again = transit(11, 12)
    assert again.winners == ["defender"]
    again.give(Sail(again.ids(MED), ("2315", "2214", "2213")))
    assert again.place(MED) == "2213"


def test_WE_TRA_007_a_beaten_fleet_retreats_marked_and_sails_no_further() -> None:
    game = transit(4, 12)
    assert game.lost(MED) == 1
    assert game.place(MED) == "2415"
    assert game.is_marked(MED)
    with pytest.raises(RuleViolation) as error:
        game.check(Sail(game.ids(MED), ROUTE))
    assert error.value.rule == "WE-CMP-026"


@pytest.mark.rule("WE-TRA-004", "WE-TRA-011")
def test_air_units_of_range_3_help_the_fleets_and_those_of_range_6_do_not() -> None:
    game = transit(12, 12, 12, 12, more={RAF: "2415", BOMBER: "2415"})
    assert game.kind == "support"
    assert game.asked.units == game.ids(RAF)
    with pytest.raises(RuleViolation) as error:
        game.check(Support(game.ids(BOMBER)))
    assert error.value.rule == "WE-TRA-011"


def test_WE_TRA_005_006_air_fights_air_first_and_the_winner_adds_its_strength() -> None:
    lost = transit(6, 12, 12, 12, more={RAF: "2415", ITALIANS: "2312"}).support(RAF)
    assert lost.readings()[:2] == [("Air vs. Air", 3, "3-4", 1), ("Air vs. Air", 4, "3-4", 0)]
    assert lost.readings()[2:] == [("Air vs. Sea", 3, "1-4", 0), ("Sea vs. Air", 3, "1-3", 0)]
    won = transit(12, 6, more={RAF: "2415"}).support(RAF)
    assert len(won.rolls) == 2  # nothing is left to fight the fleet with
    assert won.winners == ["defender"]


def test_WE_TRA_010_air_units_of_a_transit_attack_are_marked() -> None:
    game = transit(6, 12, 12, 12, more={RAF: "2415"}).support(RAF)
    assert game.is_marked(AIR)
    assert game.is_marked(RAF)


def test_WE_TRA_003_marked_fleets_and_air_units_attack_nobody_in_transit() -> None:
    flags = {AIR: ("ops complete",), ITALIANS: ("ops complete",)}
    counters = {MED: "2415", AIR: "2314", ITALIANS: "2312"}
    game = Play("Allies", counters, moving=True, flags=flags)
    game.give(Sail(game.ids(MED), ("2415", "2315", "2214")))
    assert game.place(MED) == "2214"


def test_WE_TRA_002_fleets_and_air_units_attack_together() -> None:
    counters = {MED: "2415", AIR: "2314", ITALIANS: "2312"}
    game = Play("Allies", counters, throw(12, 12), moving=True)
    game.give(Sail(game.ids(MED), ROUTE))
    assert set(game.asked.units) == set(game.ids(AIR, ITALIANS))
    game.give(AttackInTransit(game.ids(AIR, ITALIANS)))
    assert game.readings() == [("Sea vs. Sea", 6, "4-6", 0), ("Sea vs. Sea", 3, "1-3", 0)]


def test_a_transit_attack_takes_no_hex_though_nobody_is_left_of_it() -> None:
    """Both lose their last step, and the attacker has won: the armor ashore was not part of it."""
    counters = {MED: "2315", AIR: "2314", ARMOR: "2214"}
    game = Play("Allies", counters, throw(4, 3), moving=True, reduced=(MED, AIR))
    game.give(Sail(game.ids(MED), ("2315", "2214"))).give(AttackInTransit(game.ids(AIR)))
    assert (game.lost(MED), game.lost(AIR)) == (9, 9)
    (closed,) = [event for event in game.events if isinstance(event, ev.BattleClosed)]
    assert (closed.result, closed.winner) == ("attacker wins", "attacker")
