"""Hexes change hands the instant land units enter them (3.4.7)."""

from __future__ import annotations

from a4a.core.dice import ScriptedDice
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.entering import entered
from tests.rules.war_in_europe.positions import state, system


def test_WE_CMP_hexes_that_units_pass_through_are_held_by_their_side() -> None:
    run = Run(state({}), ScriptedDice([]))
    entered(system(), run, "Germany", ["1808", "1709"])
    assert run.state.control["1709"] == run.state.control["1808"] == "Germany"


def test_hexes_of_the_own_side_stay_with_their_power() -> None:
    run = Run(state({}, at_war=["Finland"]), ScriptedDice([]))
    entered(system(), run, "Germany", ["2401"])
    entered(system(), run, "Great Britain", ["1709"])
    assert run.events == []


def test_the_sea_is_nobodys() -> None:
    run = Run(state({}), ScriptedDice([]))
    (sea, *_) = sorted(system().board.seas)
    entered(system(), run, "Germany", [sea])
    assert run.events == []
