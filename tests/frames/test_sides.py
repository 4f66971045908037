"""On which side rows are: a neutral that joins a side in play is on it from then on."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

import a4a
from a4a import charts
from a4a.core import events as ev
from a4a.core.sides import side_in
from a4a.frames import Frames
from a4a.texts.accounts import worth
from tests.shared_games import shipped

RECORD = "war_in_europe_1939_1941"


@pytest.fixture(scope="module")
def war() -> Frames[pl.DataFrame]:
    return a4a.frames(shipped(RECORD), at="round")


def test_what_stands_and_who_holds_is_on_the_side_that_power_fights_on_then(
    war: Frames[pl.DataFrame],
) -> None:
    record = shipped(RECORD)
    joined: set[str] = set()
    for (node,) in war.spaces.select("node").unique().iter_rows():
        state = record.state_at(node)
        for frame in (war.units, war.spaces, war.control, war.cities):
            rows = frame.filter(pl.col("node") == node).select("power", "side").unique()
            for power, side in rows.iter_rows():
                assert (side or "") == side_in(state, power), (node, power)
                joined |= {power} if side and not state.catalog.side_of(power) else set()
    assert {"Greece", "Iraq", "Poland", "Yugoslavia"} <= joined


def test_dice_battles_and_events_are_of_the_side_that_power_fights_on_then(
    war: Frames[pl.DataFrame],
) -> None:
    assert war.rolls["side"].null_count() == 0
    greek = war.rolls.filter(pl.col("power") == "Greece")
    assert greek["side"].unique().to_list() == ["Allies"]
    assert war.battles.filter(pl.col("power") == "Greece")["side"].to_list() == ["Allies"]
    assert war.powers.filter(pl.col("power") == "Greece")["side"].to_list() == [None]


def test_charts_by_side_have_the_armies_of_those_that_joined_it(war: Frames[pl.DataFrame]) -> None:
    record = shipped(RECORD)
    chart = charts.tuv(war, by="side").to_dict()
    (rows,) = chart["datasets"].values()
    autumn = war.units.filter(pl.col("power") == "Greece", pl.col("side") == "Allies")
    node, turn = autumn.select("node", "turn").row(0)
    state = record.state_at(node)
    naive: Counter[str] = Counter()
    for unit in state.units.values():
        side = side_in(state, unit.owner)
        if isinstance(state.space_of(unit.id), str) and side:
            naive[side] += state.catalog.worth(unit)
    assert {row["side"]: row["tuv"] for row in rows if row["turn"] == turn} == naive


def test_what_is_posted_and_compared_counts_them_on_that_side() -> None:
    record = shipped(RECORD)
    war = next(
        node for node, step in sorted(record.steps.items())
        if any(isinstance(e, ev.RelationChanged) and "Greece" in (e.a, e.b) for e in step.events)
    )  # fmt: skip
    before, after = record.state_at(record.step(war).parent), record.state_at(war)
    greek = sum(
        after.catalog.worth(u)
        for u in after.units.values()
        if u.owner == "Greece" and after.space_of(u.id)
    )
    (gained,) = [int(row[3]) for row in worth(before, after).rows if row[0] == "Allies"]
    assert gained == greek > 0
    taken = a4a.changes(record, at=(war, record.last)).hands.filter(pl.col("was") == "Greece")
    assert taken["was_side"].unique().to_list() == ["Allies"]
