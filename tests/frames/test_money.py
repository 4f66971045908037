"""Economy, resources and purchases: what treasuries held, got, paid and can make."""

from __future__ import annotations

import polars as pl
from hypothesis import given

from a4a.core.record import GameRecord
from a4a.frames import Frames, frames
from a4a.frames.money import _COLUMNS
from tests.depth import examples
from tests.frames.random_games import random_games


def assert_economy_follows_the_states(record: GameRecord, f: Frames[pl.DataFrame]) -> None:
    for row in f.economy.iter_rows(named=True):
        state = record.state_at(row["node"])
        assert row["closing"] == state.money(row["treasury"], row["resource"])
        assert row["closing"] == row["opening"] + sum(row[column] for column in _COLUMNS)
        assert row["spending"] == -(row["purchases"] + row["repairs"] + row["technology"])
        owner = record.catalog.treasuries[row["treasury"]]
        assert (row["power"], row["side"] or "") == (owner.name, owner.side)
        assert row["active"] == (owner.name in record.time(row["node"]).powers)
        if row["resource"] == record.catalog.currency:
            main = row["treasury"] == owner.treasuries[0]
            assert row["production"] == sum(
                state.income_value(space.name)
                for space in record.board.spaces
                if state.control.get(space.name) == owner.name
                and (space.economy if space.economy in owner.treasuries else owner.treasuries[0])
                == row["treasury"]
            ), main
        else:
            assert row["production"] is None


def test_the_economy_follows_the_states(record: GameRecord) -> None:
    assert_economy_follows_the_states(record, frames(record))


@examples(24)
@given(record=random_games())
def test_the_economy_of_random_games_follows_the_states(record: GameRecord) -> None:
    assert_economy_follows_the_states(record, frames(record))


@examples(12, deep=1200)
@given(record=random_games())
def test_a_turn_opens_with_what_the_turn_before_closed_with(record: GameRecord) -> None:
    f = frames(record)
    for line in record.lines:
        economy = f.along(line).economy
        for (treasury, resource), rows in economy.group_by(
            "treasury", "resource", maintain_order=True
        ):
            closings = rows["closing"].to_list()
            start = record.state_at(0).money(str(treasury), str(resource))
            assert rows["opening"].to_list() == [start, *closings[:-1]]


def test_every_treasury_has_a_row_a_turn(war: GameRecord) -> None:
    economy = frames(war).along().economy
    turns = economy.group_by("treasury", "resource").agg(pl.col("turn"))
    assert {tuple(row) for row in turns["turn"].to_list()} == {(0, 1, 2, 3)}
    assert len(turns) == 5


def test_income_is_told_by_reason(war: GameRecord) -> None:
    economy = frames(war).along().economy.filter(pl.col("resource") == "IPC")
    first = economy.filter(pl.col("power") == "Germany", pl.col("turn") == 1).row(0, named=True)
    assert (first["opening"], first["income"], first["objectives"]) == (11, 7, 5)
    assert (first["plunder"], first["purchases"], first["closing"]) == (4, -11, 16)
    soviets = economy.filter(pl.col("treasury") == "Soviet Union", pl.col("turn") == 2)
    row = soviets.row(0, named=True)
    assert (row["technology"], row["repairs"], row["spending"], row["active"]) == (-5, -1, 6, True)
    bid = economy.filter(pl.col("other") != 0)
    assert bid.select("turn", "treasury", "other").rows() == [(0, "Germany", 1)]


def test_production_is_paid_to_the_treasury_the_space_names(war: GameRecord) -> None:
    start = frames(war).economy.filter(pl.col("turn") == 0, pl.col("resource") == "IPC")
    assert dict(start.select("treasury", "production").rows()) == {
        "Germany": 5, "Soviet Union": 5, "Soviet East": 3, "Poland": 2,
    }  # fmt: skip


def test_a_variation_counts_what_its_turn_saw_before_it_began(war: GameRecord) -> None:
    f = frames(war)
    row = f.economy.filter(
        pl.col("line") == "variation 15", pl.col("power") == "Germany", pl.col("turn") == 1,
        pl.col("resource") == "IPC",
    ).row(0, named=True)  # fmt: skip
    assert (row["opening"], row["purchases"], row["income"], row["closing"]) == (11, -11, 5, 5)


def test_resources_are_every_change_with_its_reason(war: GameRecord) -> None:
    resources = frames(war).resources
    plunder = resources.filter(pl.col("reason") == "plunder")
    assert plunder.select("power", "amount", "detail").rows() == [
        ("Poland", -4, "Germany"),
        ("Germany", 4, "Poland"),
    ]
    assert resources["restriction"].drop_nulls().to_list() == ["hardware only"]
    added = resources.filter(pl.col("line") == "main").group_by("treasury", "resource").agg(
        pl.col("amount").sum()
    )  # fmt: skip
    for treasury, resource, amount in added.rows():
        ends = [war.state_at(node).money(treasury, resource) for node in (0, war.last)]
        assert ends[1] - ends[0] == amount


def test_purchases_are_the_lines_of_bills(war: GameRecord) -> None:
    assert frames(war).purchases.select(
        "node", "power", "side", "treasury", "unit", "category", "count", "cost"
    ).rows() == [
        (4, "Germany", "Axis", "Germany", "infantry", "land", 2, 6),
        (4, "Germany", "Axis", "Germany", "tank", "land", 1, 5),
    ]
