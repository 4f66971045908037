"""Countries at the end of a turn, by the supply lines there are, and what their cities serve."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.economy.income import served
from a4a.rules.systems.war_in_europe.entering import entered
from a4a.rules.systems.war_in_europe.flow import WarInEurope
from a4a.rules.systems.war_in_europe.standing import CONQUERED, WITH, Standing
from a4a.rules.systems.war_in_europe.upkeep import EndOfTurn
from tests.rules.war_in_europe.positions import state, system

BERLIN, PARIS, CALAIS, LYON, ROME, MILAN = "2106", "1709", "1708", "1810", "2211", "2010"
WARSAW, POLISH, OSLO = "2405", "2305", "1903"


def ended(given: State, power: str = "", *path: str) -> State:
    """The state after land units of a power have entered hexes and the turn has ended."""
    run, phase = Run(given, ScriptedDice([])), EndOfTurn(system())
    entered(system(), run, power, path)
    phase.enter(run)
    assert phase.decision(run.state) is None
    phase.leave(run)
    return run.state


def test_WE_INV_008_warsaw_traces_to_berlin_unless_polish_zones_cut_it_off() -> None:
    poland = {"Poland": (WITH["Allies"],)}
    now = ended(state({}, statuses=poland), "Germany", POLISH, WARSAW)
    assert CONQUERED in now.statuses("Poland")
    armies = {"Poland: 1st infantry": "2306", "Soviet Union: 1st infantry": "2404"}
    given = state(armies, at_war=["Soviet Union"], statuses=poland)
    assert CONQUERED not in ended(given, "Germany", POLISH, WARSAW).statuses("Poland")


def test_WE_INV_011_SOV_004_a_conquered_city_serves_a_power_of_the_conqueror() -> None:
    now = ended(state({}), "Germany", "1807")
    assert CONQUERED in now.statuses("Belgium")
    assert served(system(), now, "1807") == "Germany"


def italy_lost() -> State:
    """Italy conquered by the Allies, who hold a port beside Rome."""
    given = state({}, at_war=["Italy", "United States"])
    return ended(given, "United States", "2312", ROME, MILAN)


def test_WE_INV_015_a_liberated_major_powers_cities_build_its_units_again() -> None:
    lost = italy_lost()
    assert CONQUERED in lost.statuses("Italy")
    assert served(system(), lost, MILAN) not in ("Italy", None)
    free = ended(lost, "Germany", "2109", "2110", MILAN, "2111", ROME)
    assert CONQUERED not in free.statuses("Italy")
    assert [served(system(), free, city) for city in (MILAN, ROME)] == ["Italy", "Italy"]


def test_WE_INV_016_017_cities_of_liberated_france_serve_britain() -> None:
    given = state({}, at_war=["United States", "Italy"])
    assert served(system(), given, PARIS) == "France"
    fallen = ended(given, "Germany", "1808", PARIS)
    assert served(system(), fallen, PARIS) == "Germany"
    free = ended(fallen, "United States", CALAIS, PARIS)
    assert not Standing(system(), free).is_conquered("France")
    assert [served(system(), free, city) for city in (PARIS, LYON)] == ["Great Britain"] * 2


@pytest.mark.parametrize(("number", "winners"), [(22, ()), (23, ("Italy", "Germany"))])
def test_WE_WIN_001_the_last_turn_ends_with_the_verdict(
    number: int, winners: tuple[str, ...]
) -> None:
    assert ended(state({}, round=number)).victors == winners


@pytest.mark.parametrize("won", [True, False])
def test_WE_SEQ_017_no_round_begins_after_the_last(won: bool) -> None:
    lost = {"Germany": (CONQUERED,), "Italy": ()}  # the Axis has Italy without Germany: nobody wins
    now = state(
        {}, round=23, active=(*system().players_of("Axis"), *system().players_of("Allies")),
        phase="Supply", statuses={} if won else lost,
        control={} if won else {BERLIN: "Great Britain"},
    )  # fmt: skip
    rules, run = WarInEurope(system()), Run(now, ScriptedDice([]))
    rules.advance(run)
    assert (run.state.round, bool(run.state.victors)) == (23, won)
    assert rules.decision(run.state) is None
    assert not any(isinstance(event, ev.RoundBegan) for event in run.events)
