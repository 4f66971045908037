"""The worked examples of land combat, played roll by roll (9)."""

from __future__ import annotations

import pytest

from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE
from tests.rules.war_in_europe.fighting import Play, throw

PARATROOP, ARMOR = "United States: paratroop", "United States: 1st armor"
INFANTRY, AIR = "Germany: 4th infantry", "Germany: 5th air"
TUNISIA = {"2115": "Italy", "2214": "Italy", "2215": "Italy"}


def example_one() -> Play:
    """The paratroop has dropped on the German infantry; the air unit is near."""
    counters = {PARATROOP: "2215", ARMOR: "2216", INFANTRY: "2215", AIR: "2314"}
    play = Play("Allies", counters, throw(6, 9), control=TUNISIA | ALGERIA)
    return play.dropped(PARATROOP)


ALGERIA = {"1615": "Great Britain", "2216": "Great Britain", "2116": "Great Britain"}


@pytest.mark.rule("WE-EXA-025", "WE-EXA-026", "WE-EXA-027", "WE-EXA-028")
def test_land_combat_one() -> None:
    play = example_one().attack("2215", PARATROOP, ARMOR)
    assert play.asked.units == play.ids(AIR)
    play.support()
    assert play.readings() == [
        ("Land vs. Land", 9, "8-11", 1),
        ("Land vs. Land", 4, "4-7", 0),
    ]
    assert [sum(die.face for die in roll.dice) for roll in play.rolls] == [6, 9]
    assert play.lost(INFANTRY) == 1
    assert play.kind == "retreat"
    assert "2214" in play.asked.spaces
    play.retreat({INFANTRY: "2214"})
    assert play.kind == "advance"
    play.advance({ARMOR: "2215"})
    assert (play.place(INFANTRY), play.place(ARMOR), play.place(PARATROOP)) == (
        "2214",
        "2215",
        "2215",
    )
    assert play.winners == ["attacker"]
    assert not play.is_marked(AIR)


THIRD, FIFTH = "United States: 3rd armor", "United States: 5th armor"
FLEET = "United States: 8th fleet"
SIXTH, FORT = "Germany: 6th infantry", "Germany: fort 1"


def example_two() -> Play:
    counters = {
        THIRD: "2216",
        FIFTH: "2116",
        FLEET: "2416",
        SIXTH: "2215",
        FORT: "2215",
        AIR: "2314",
        "Italy: 2nd infantry": "2115",
        "Italy: fleet": "2115",  # keeps the way to Tunis open for supply, and cannot act
    }
    flags = {"Italy: fleet": (OPS_COMPLETE,)}
    dice = throw(8, 3, 5, 8)
    return Play("Allies", counters, dice, control=TUNISIA | ALGERIA, flags=flags)


@pytest.mark.rule(
    "WE-EXA-029", "WE-EXA-030", "WE-EXA-031", "WE-EXA-032", "WE-EXA-033", "WE-EXA-034",
    "WE-EXA-035", "WE-EXA-036", "WE-EXA-037", "WE-EXA-038", "WE-EXA-040",
)  # fmt: skip
def test_land_combat_two() -> None:
    play = example_two().attack("2215", THIRD, FIFTH, FLEET).support(AIR)
    assert play.readings() == [
        ("Sea vs. Air", 3, "1-3", 0),
        ("Air vs. Sea", 4, "1-4", 1),
        ("Land vs. Land", 14, "12-15", 2),
        ("Land vs. Land", 12, "12-15", 1),
    ]
    assert play.lost(FLEET) == 1
    assert play.is_marked(FLEET)
    assert play.place(FLEET) == "2415"  # Malta, the nearest Allied port
    assert play.kind == "losses"
    play.take({THIRD: 1})
    assert play.lost(FORT) == 9
    assert play.lost(SIXTH) == 0
    assert play.kind == "retreat"
    assert set(play.asked.units) == set(play.ids(THIRD, FIFTH))
    play.retreat({THIRD: "2117", FIFTH: "2016"})
    play.advance()
    assert play.winners == ["defender"]
    assert play.is_marked(AIR)
