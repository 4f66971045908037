"""Iraq: the rebellion, Baghdad taken and retaken (12.5)."""

from __future__ import annotations

import pytest

from a4a.core.dice import ScriptedDice
from a4a.core.events import Rolled, UnitsAdded
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import iraq
from a4a.rules.systems.war_in_europe.access import may_enter
from a4a.rules.systems.war_in_europe.conquest import settle
from a4a.rules.systems.war_in_europe.entering import entered
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.standing import CONQUERED, NEUTRAL, Standing
from tests.rules.war_in_europe.positions import state, system, unit

BAGHDAD, BASRA, MOSUL, ARMY = "3911", "4211", "3809", "Iraq: infantry"


def start(round: int = 6, counters: dict[str, str] | None = None) -> State:
    """A state with Iraq's infantry out of play."""
    given = state(counters or {}, round=round)
    army = Unit(99, "infantry", "Iraq", Holding("Iraq", "out of play"), 1, (), "infantry")
    return given.apply(UnitsAdded((army,), "set-up"))


def rolled(given: State, *faces: int) -> tuple[State, list[Rolled]]:
    """The state after the Axis has rolled, and its rolls; every face is used."""
    dice = ScriptedDice(faces)
    run = Run(given, dice)
    iraq.roll(system(), run)
    assert dice.left == 0
    return run.state, [e for e in run.events if isinstance(e, Rolled)]


def taken(given: State, power: str, *path: str) -> State:
    run = Run(given, ScriptedDice([]))
    entered(system(), run, power, path)
    return run.state


def holders(now: State, *spaces: str) -> list[str]:
    return [Standing(system(), now).holder(space) for space in spaces]


@pytest.mark.rule("WE-IRQ-003")
@pytest.mark.parametrize("face", range(1, 7))
def test_WE_IRQ_002_iraq_rebels_on_a_5_or_6_of_one_die(face: int) -> None:
    now, rolls = rolled(start(), face)
    assert (NEUTRAL not in now.statuses("Iraq")) == (face >= 5)
    (roll,) = rolls
    assert [die.face for die in roll.dice] == [face]
    assert (roll.power, roll.sides) == ("Germany", 6)
    assert roll.outcome == ("Iraq rebels" if face >= 5 else "Iraq stays quiet")


def test_WE_IRQ_002_it_is_rolled_for_from_winter_1941_on_each_turn() -> None:
    assert system().dataset.track[6 - 1].label == "Winter 1941"
    assert rolled(start(5))[1] == []
    now, rolls = rolled(start(6), 4)
    assert len(rolls) == 1
    assert len(rolled(now, 1)[1]) == 1
    assert len(rolled(start(22), 1)[1]) == 1


def test_WE_IRQ_004_its_unit_stands_in_baghdad_under_axis_control() -> None:
    now, _ = rolled(start(), 6)
    assert unit(now, ARMY).place == BAGHDAD
    assert Field(system(), now).side_of(unit(now, ARMY)) == "Axis"
    assert holders(now, BAGHDAD, BASRA, MOSUL) == ["Axis"] * 3
    assert now.relation("Great Britain", "Iraq") == "war"


def test_WE_IRQ_005_iraq_begins_under_allied_control() -> None:
    assert holders(start(), BAGHDAD, BASRA) == ["Allies", "Allies"]
    control = start().control
    assert {control[space] for space in system().board.region("Iraq")} == {"Great Britain"}


def test_WE_IRQ_001_rebellion_opens_iraq_to_both_sides() -> None:
    before, after = start(), rolled(start(), 5)[0]
    for power in ("Great Britain", "Germany"):
        shut = may_enter(Standing(system(), before), power, MOSUL, "land")
        assert shut is not None
        assert shut.rule == "WE-IRQ-001"
        assert may_enter(Standing(system(), after), power, MOSUL, "land") is None


def test_no_roll_follows_a_rebellion() -> None:
    now, _ = rolled(start(), 5)
    assert rolled(now)[1] == []


@pytest.mark.rule("WE-IRQ-012")
def test_WE_IRQ_008_baghdad_taken_by_the_allies_conquers_iraq_at_once() -> None:
    now, _ = rolled(start(), 5)
    now = taken(now, "Great Britain", BASRA)
    assert CONQUERED not in now.statuses("Iraq")
    now = taken(now, "Great Britain", BAGHDAD)
    assert CONQUERED in now.statuses("Iraq")
    assert unit(now, ARMY).place == Holding("Iraq", "out of play")
    assert holders(now, BAGHDAD, MOSUL) == ["Allies", "Allies"]


def test_WE_IRQ_008_axis_units_keep_the_hexes_they_stand_in() -> None:
    now, _ = rolled(start(counters={"Germany: 1st armor": MOSUL}), 5)
    now = taken(now, "Great Britain", BAGHDAD)
    assert holders(now, MOSUL, BASRA) == ["Axis", "Allies"]


def test_WE_IRQ_009_once_conquered_it_never_rebels_again() -> None:
    now = taken(rolled(start(), 5)[0], "Great Britain", BAGHDAD)
    assert rolled(now)[1] == []
    freed = taken(now, "Germany", BAGHDAD)
    again = taken(freed, "Great Britain", BAGHDAD)
    assert rolled(again)[1] == []


def test_WE_IRQ_010_after_conquest_iraq_is_allied_and_no_free_minor() -> None:
    now = taken(rolled(start(), 5)[0], "Great Britain", BAGHDAD)
    standing = Standing(system(), now)
    assert standing.controller("Iraq") == "Allies"
    assert standing.is_conquered("Iraq")


def test_WE_IRQ_011_baghdad_taken_by_the_axis_liberates_it() -> None:
    now = taken(rolled(start(), 5)[0], "Great Britain", BAGHDAD)
    now = taken(now, "Germany", BAGHDAD)
    standing = Standing(system(), now)
    assert (standing.is_conquered("Iraq"), standing.controller("Iraq")) == (False, "Axis")
    assert unit(now, ARMY).place == Holding("Iraq", "force pool")
    assert holders(now, BAGHDAD, BASRA) == ["Axis", "Axis"]


def test_WE_IRQ_012_the_end_of_a_turn_changes_nothing_in_iraq() -> None:
    now = rolled(start(), 5)[0]
    run = Run(now.apply(), ScriptedDice([]))
    settle(system(), run, lambda *_: True)
    assert run.events == []
