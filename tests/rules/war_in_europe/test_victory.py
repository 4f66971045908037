"""Who wins, and by how much (13)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from a4a.core.dice import ScriptedDice
from a4a.core.events import MarkerChanged, Noted, VictoryWon
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.standing import CONQUERED, NEUTRAL, WITH
from a4a.rules.systems.war_in_europe.victory import (
    axis_powers,
    is_drawn,
    judge,
    level,
    powers_on_map,
)
from tests.rules.war_in_europe.positions import state, system

AXIS = ("Germany", "Italy", "Finland", "Hungary", "Rumania", "Bulgaria")
CAIRO, TRIPOLI, MALTA, BAGHDAD, GIBRALTAR = "3416", "2317", "2415", "3911", "1315"
IGNORED = {"Sweden", "Switzerland", "Spain", "Turkey", "Persia"}


def held(axis: Iterable[str], *, control: dict[str, str] | None = None, round: int = 23) -> State:
    """A state in which the Axis controls just these powers."""
    axis, catalog = set(axis), system().catalog
    statuses: dict[str, tuple[str, ...]] = {}
    for power in catalog.power_order:
        side = catalog.side_of(power)
        if power in axis:
            statuses[power] = {"Axis": (), "Allies": (CONQUERED,), "": (WITH["Axis"],)}[side]
        elif side == "Axis":
            statuses[power] = (CONQUERED,)
        else:
            statuses[power] = (NEUTRAL,) if not side else ()
    return state({}, statuses=statuses, control=control, round=round)


def name(now: State) -> str:
    found = level(system(), now)
    return found.name if found else ""


def test_powers_that_count_have_their_capital_on_the_map_in_a_hex_of_their_own() -> None:
    counted = set(powers_on_map(system()))
    assert set(system().catalog.power_order) - counted == {"United States", "Iraq"}


def test_WE_WIN_001_victory_is_judged_once_after_spring_1945() -> None:
    assert system().dataset.track[-1].label == "Spring 1945"
    for number, events in ((22, 0), (23, 1)):
        run = Run(held(AXIS, round=number), ScriptedDice([]))
        judge(system(), run)
        assert len(run.events) == events
    assert run.events == [VictoryWon(("Italy", "Germany"), "Axis major victory")]
    assert run.state.victors == ("Italy", "Germany")


def test_WE_WIN_004_allied_total_victory_leaves_the_axis_no_power() -> None:
    assert name(held([])) == "Allied total victory"
    run = Run(held([]), ScriptedDice([]))
    judge(system(), run)
    assert run.state.victors == ("France", "Soviet Union", "Great Britain", "United States")


def test_WE_WIN_005_allied_major_victory_leaves_it_germany_alone() -> None:
    assert name(held(["Germany"])) == "Allied major victory"


@pytest.mark.parametrize("other", ["Hungary", "Denmark", "France"])
def test_WE_WIN_006_allied_minor_victory_leaves_it_germany_and_one_other(other: str) -> None:
    assert name(held(["Germany", other])) == "Allied minor victory"


def test_WE_WIN_009_with_germany_and_two_others_the_axis_has_a_minor_victory() -> None:
    assert name(held(["Germany", "Italy", "Norway"])) == "Axis minor victory"
    assert name(held(["Germany", "Hungary", "Rumania", "Italy", "Norway"])) == "Axis minor victory"


@pytest.mark.parametrize("missing", ["Hungary", "Rumania"])
def test_WE_WIN_008_major_victory_needs_hungary_rumania_and_three_others(missing: str) -> None:
    six = ["Germany", "Hungary", "Rumania", "Italy", "Norway", "France"]
    assert name(held(six)) == "Axis major victory"
    assert name(held([*(p for p in six if p != missing), "Denmark"])) == "Axis minor victory"


def test_WE_WIN_007_total_victory_needs_all_but_five_powers_and_egypt() -> None:
    every = set(powers_on_map(system())) - IGNORED
    egypt = {CAIRO: "Germany"}
    assert name(held(every, control=egypt)) == "Axis total victory"
    assert name(held(every | {"Spain"}, control=egypt)) == "Axis total victory"
    assert name(held(every)) == "Axis major victory"
    for missing in ("Portugal", "Eire", "Soviet Union"):
        assert name(held(every - {missing}, control=egypt)) == "Axis major victory"


@pytest.mark.rule("WE-WIN-003", "WE-WIN-012")
def test_WE_WIN_002_overseas_land_counts_only_where_it_is_named() -> None:
    abroad = {CAIRO: "Germany", MALTA: "Italy", GIBRALTAR: "Germany", BAGHDAD: "Germany",
              "1615": "Germany", "3513": "Germany"}  # fmt: skip
    now = held(["Germany", "Iraq"], control=abroad)
    assert axis_powers(system(), now) == {"Germany"}
    assert name(now) == "Allied major victory"
    assert name(held(["Germany", "Italy"], control={TRIPOLI: "Great Britain"})) == (
        "Allied minor victory"
    )


def test_WE_WIN_010_with_germany_lost_and_another_power_left_nobody_wins() -> None:
    run = Run(held(["Italy", "Hungary", "Rumania", "Norway"]), ScriptedDice([]))
    judge(system(), run)
    assert [type(event) for event in run.events] == [Noted, MarkerChanged]
    assert run.state.victors == ()
    assert is_drawn(run.state)


def test_WE_WIN_011_the_highest_level_counts() -> None:
    every = set(powers_on_map(system())) - IGNORED
    now = held(every, control={CAIRO: "Italy"})
    assert name(now) == "Axis total victory"
    minor = next(one for one in system().victory if one.name == "Axis minor victory")
    assert axis_powers(system(), now) >= {*minor.powers}
    assert len(axis_powers(system(), now)) > minor.least


def test_axis_minor_powers_are_the_axis_own_while_they_are_neutral() -> None:
    now = state({}, round=23)
    assert {"Hungary", "Rumania", "Finland", "Bulgaria"} < axis_powers(system(), now)
    assert "Norway" not in axis_powers(system(), now)
