"""Charts of what is built and bombed: build queues, damaged facilities, objectives."""

from __future__ import annotations

from collections.abc import Iterable

import altair as alt
import polars as pl
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.frames import Frames, frames

GERMANY, JAPAN = "Germany", "Japan"


def played() -> Frames[pl.DataFrame]:
    """Two turns: Japan begins a cruiser, Germany's air base is bombed and repaired in part."""
    record = a4a.start("deluxe3g40")
    state = record.state_at(0)
    base = next(
        u.id for u in state.units.values() if u.owner == GERMANY and u.type == "air base"
    )  # fmt: skip
    queue = state.catalog.queue(JAPAN)
    cruisers = tuple(
        Unit(state.last_unit + i, "cruiser", JAPAN, queue, flags=("paid 5",)) for i in (1, 2)
    )
    steps: tuple[Iterable[ev.AnyEvent], ...] = (
        (
            ev.RoundBegan(1),
            ev.TurnBegan((GERMANY, JAPAN)),
            ev.PhaseBegan("Purchase Units"),
            ev.UnitsAdded(cruisers, "instalment"),
            ev.UnitsConverted((base,), "bombs", damage=6),
            ev.ResourceChanged(GERMANY, "IPC", 5, "objective", "the Balkans"),
            ev.ResourceChanged(GERMANY, "IPC", 3, "objective", "Swedish iron"),
        ),
        (
            ev.TurnBegan(("Soviet Union", "United States")),
            ev.PhaseBegan("Purchase Units"),
            ev.UnitsConverted((base,), "repair", damage=2),
        ),
    )
    node = 0
    for step in steps:
        node = record.append(tuple(step), parent=node)
    return frames(record, at="turn")


@pytest.fixture(scope="module")
def game() -> Frames[pl.DataFrame]:
    return played()


def shown(chart: alt.Chart, power: str, column: str) -> list[int]:
    """What a chart shows of a power, time by time."""
    data = chart.data
    assert isinstance(data, pl.DataFrame)
    return data.filter(pl.col("power") == power)[column].to_list()


def test_the_queue_is_what_has_been_paid_of_units_that_wait(game: Frames[pl.DataFrame]) -> None:
    chart = a4a.charts.queue(game)
    assert shown(chart, JAPAN, "points")[-1] == 10
    assert shown(chart, GERMANY, "points")[-1] == 12
    assert shown(chart, "Italy", "points") == []


def test_the_damage_of_facilities_is_told_of_those_that_have_had_some(
    game: Frames[pl.DataFrame],
) -> None:
    chart = a4a.charts.damage(game)
    assert shown(chart, GERMANY, "points")[-2:] == [6, 2]
    assert shown(chart, JAPAN, "points") == []
    ships = a4a.charts.damage(game, where=pl.col("category") == "sea")
    assert shown(ships, GERMANY, "points") == []


def test_objectives_are_told_by_round_and_power(game: Frames[pl.DataFrame]) -> None:
    chart = a4a.charts.objectives(game)
    assert shown(chart, GERMANY, "amount") == [8]
    (names,) = chart.data["objectives"].to_list()
    assert names == "the Balkans, Swedish iron"
