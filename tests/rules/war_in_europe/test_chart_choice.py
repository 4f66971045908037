"""Ruling R-216: of the charts that could be, ours is the one it says, but for the printed facts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from a4a.rules.hexes.charts import LINES, ChartColumn, CombatChart, Line
from tests.rules.war_in_europe.test_charts import FACTS

RUNGS = (
    (4,), (5, 2), (6, 3), (7, 4), (8, 5, 3), (9, 6, 4), (10, 7, 5, 3), (11, 8, 6, 4),
)  # fmt: skip
BETWEEN = ((7, 3), (8, 4, 2))
WAYS = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}


def expected(highest: tuple[int, ...]) -> float:
    return sum(WAYS[roll] for h in highest for roll in WAYS if roll <= h) / 36


def middles(columns: tuple[ChartColumn, ...]) -> list[float]:
    """The middles of columns, the open one taken to be as wide as the one before it."""
    wide = [(c.most or 0) - c.least + 1 for c in columns[:-1]]
    return [c.least + (w - 1) / 2 for c, w in zip(columns, [*wide, wide[-1]], strict=True)]


def agrees(line: Line, column: ChartColumn, rung: tuple[int, ...]) -> bool:
    return all(
        ChartColumn(0, 0, rung).losses(roll) == losses
        for fact, strength, _, roll, losses in FACTS
        if fact == line and column.least <= strength <= (column.most or strength)
    )


def fitting(line: Line, columns: tuple[ChartColumn, ...], rungs: tuple[tuple[int, ...], ...]):
    """The charts that are nearest to so much a factor, for all so-muches, the nearest one first."""
    found: dict[tuple[tuple[int, ...], ...], float] = {}
    for thousandths in range(30, 250, 2):
        each, chart, misfit = thousandths / 1000, [], 0.0
        for column, middle in zip(columns, middles(columns), strict=True):
            possible = [rung for rung in rungs if agrees(line, column, rung)]
            rung = min(possible, key=lambda r: abs(expected(r) - each * middle))
            misfit += (expected(rung) - each * middle) ** 2 / (each * middle)
            chart.append(rung)
        if all(expected(a) < expected(b) for a, b in pairwise(chart)):
            found[tuple(chart)] = min(misfit, found.get(tuple(chart), misfit))
    return sorted(found, key=lambda chart: found[chart])


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Land vs. Land", 0), ("Air vs. Air", 0), ("Air vs. Sea", 0), ("Sea vs. Air", 1),
        ("Sea vs. Sea", 0), ("ASW", 0), ("Convoy Attack", 0),
    ],
)  # fmt: skip
def test_the_chart_is_the_nearest_to_losses_in_proportion(
    chart: CombatChart, line: Line, place: int
) -> None:
    columns = chart.lines[line]
    rungs = tuple(sorted((*RUNGS, *(BETWEEN if line == "ASW" else ())), key=expected))
    assert fitting(line, columns, rungs)[place] == tuple(c.highest for c in columns)


def test_ships_are_weaker_against_aircraft_than_aircraft_against_ships(chart: CombatChart) -> None:
    by_air, by_sea = (
        sum(chart.expected(line, strength) for strength in range(1, 17)) for line in LINES[2:4]
    )
    assert by_sea < by_air


def test_bombing_is_as_if_every_factor_tried_on_its_own(chart: CombatChart) -> None:
    columns = chart.lines["Bombing"]
    misses = 1 - chart.expected("Bombing", 5)
    for column, middle in zip(columns, middles(columns), strict=True):
        alone = 1 - misses ** (middle / 6.5)
        assert abs(chart.expected("Bombing", column.least) - alone) < 0.05
