"""Frames of games of named counters on a board of hexes."""

from __future__ import annotations

import polars as pl
import pytest

from a4a import boards
from a4a.core.events import (
    BattleClosed,
    BattleOpened,
    BillLine,
    Bought,
    ChartReading,
    CombatRoundBegan,
    ControlChanged,
    Die,
    Participant,
    ResourceChanged,
    Rolled,
    TurnBegan,
    UnitsConverted,
    UnitsPlaced,
)
from a4a.core.units import Holding
from a4a.frames import Frames, frames, schemas
from tests.boards import hexes

SIDES = ("combat", "asw", "move", "reduced")


@pytest.fixture
def record(tmp_path):
    return boards.start(hexes.write(tmp_path / "hexes"))


def shown(f: Frames, node: int) -> dict[tuple[str, str], dict]:
    rows = f.units.filter(pl.col("node") == node).to_dicts()
    return {(row["power"], row["counter"]): row for row in rows}


def test_every_frame_of_a_board_of_hexes_has_its_schema(record):
    f = frames(record, at="node")
    for name, schema in schemas.items():
        assert f[name].schema == schema.polars(f.enums), name


def test_counters_are_rows_of_their_own_that_show_the_side_that_is_up(record):
    units = shown(frames(record), 0)
    assert len(units) == len(record.catalog.counters)
    assert all(row["count"] == 1 for row in units.values())
    armor = units["France", "1 armor"]
    assert [armor[name] for name in SIDES] == [2, 0, 5, True]
    fort = units["France", "Maginot fort"]
    assert [fort[name] for name in SIDES] == [4, 0, 0, False]
    fleet = units["France", "fleet"]
    assert [fleet[name] for name in SIDES] == [1, 0, 45, True]


def test_counters_off_the_board_tell_their_holding(record):
    units = shown(frames(record), 0)
    assert units["France", "4 infantry"]["holding"] == "force pool"
    assert units["Germany", "2 armor"]["holding"] == "turn track 2"


def test_a_counter_that_is_flipped_shows_its_back_from_then_on(record):
    ids = {u.name: u.id for u in record.state_at(0).units.values() if u.owner == "Germany"}
    record.append([TurnBegan(("Germany",))])
    pool = Holding("Germany", "force pool")
    flipped = record.append([
        UnitsConverted((ids["2 infantry"],), "combat", damage=1),
        UnitsPlaced((ids["1 air"],), pool, "eliminated"),
    ])  # fmt: skip
    f = frames(record, at="node")
    before, after = shown(f, 0), shown(f, flipped)
    assert [before["Germany", "2 infantry"][n] for n in SIDES] == [4, 0, 3, False]
    assert [after["Germany", "2 infantry"][n] for n in SIDES] == [2, 0, 3, True]
    assert after["Germany", "1 air"]["holding"] == "force pool"
    assert after["Germany", "1 infantry"] == before["Germany", "1 infantry"] | {
        "node": flipped, "turn": 1,
    }  # fmt: skip


def test_spaces_tell_place_country_terrain_and_features(record):
    rows = {row["space"]: row for row in frames(record).spaces.to_dicts()}
    told = [rows["2006"][name] for name in ("place", "region", "terrain", "features", "kind")]
    assert told == ["Hamburg", "Germany", "clear", ["port", "production"], "coast"]
    assert [rows["1806"][n] for n in ("place", "region", "terrain", "features")] == [None] * 3 + [
        []
    ]


def test_sides_of_hexes_tell_what_they_cost(record):
    borders = frames(record).borders
    assert borders.filter(pl.col("kind") == "box")["cost"].to_list() == [30]
    assert borders.filter(pl.col("kind") != "box")["cost"].unique().to_list() == [1]


def test_fronts_run_between_hexes_that_land_units_can_cross(record):
    record.append([ControlChanged("1907", "Belgium", "Germany", "conquest")])
    rows = frames(record, at="node").fronts.filter(pl.col("node") == 1)
    pairs = {frozenset(pair) for pair in rows.select("space_a", "space_b").rows()}
    assert frozenset(("1907", "1807")) in pairs
    assert frozenset(("1907", "1906")) not in pairs
    assert set(rows["kind"]) == {"land"}


def test_a_game_whose_units_are_alike_has_no_counters():
    units = frames(boards.start("europe1940")).units
    assert units.select("counter", *SIDES).null_count().row(0) == (len(units),) * 5


def test_a_counter_is_worth_its_price_less_what_its_lost_steps_cost(record):
    units = shown(frames(record), 0)
    assert units["France", "1 armor"]["tuv"] == 4 - 2
    assert units["France", "4 infantry"]["tuv"] == 2
    assert units["Belgium", "infantry"]["tuv"] == 1  # its back is blank: there is no step to buy


def test_a_lost_step_counts_in_battles_rounds_and_swing(record):
    ids = {u.name: u.id for u in record.state_at(0).units.values() if u.owner == "Germany"}
    second, fleet = ids["2 infantry"], ids["surface fleet"]  # the fleet is reduced already
    reading = ChartReading("Land vs. Land", 4, "4-7", "4-7", 1)
    record.append([
        TurnBegan(("France",)),
        BattleOpened("b", "2008", "land", (Participant("defender", "Germany", (second, fleet)),)),
        CombatRoundBegan("b", 1),
        Rolled("chart", "France", (Die(1), Die(2)), 6, 1, 0.25, battle="b", role="attacker",
               chart=reading),
        UnitsConverted((second,), "loss", damage=1, battle="b"),
        UnitsPlaced((fleet,), Holding("Germany", "force pool"), "casualty", "b"),
        UnitsConverted((ids["1 infantry"],), "supply", damage=1),
        BattleClosed("b", "attacker wins", "attacker"),
    ])  # fmt: skip
    f = frames(record)
    lost = [f"defender_{name}" for name in ("losses", "damage", "loss")]
    assert f.battles.select(*lost, "swing").rows() == [(1, 1, 1 + 3, 4)]
    assert f.combat_rounds.select(*lost).rows() == [(1, 1, 4)]
    assert f.battles["defender_tuv"].to_list() == [2 + 3]
    roll = f.rolls.select("dice", "hits", "expected", "luck", "loss").rows()
    assert roll == [(2, 1, 0.25, 0.75, 1)]


def test_what_restores_a_step_is_no_purchase_of_a_unit(record):
    record.append([
        TurnBegan(("France",)),
        ResourceChanged("France", "point", 5, "income"),
        ResourceChanged("France", "point", -2, "upgrade", "1 armor"),
    ])  # fmt: skip
    f = frames(record)
    row = f.economy.filter(pl.col("treasury") == "France").row(-1, named=True)
    assert (row["repairs"], row["spending"], row["purchases"], row["closing"]) == (-2, 2, 0, 3)


def test_a_purchase_may_be_paid_by_no_treasury(record):
    record.append([TurnBegan(("Poland",)), Bought("Poland", "", (BillLine("infantry", 1, 1),))])
    assert frames(record).purchases.select("power", "treasury").rows() == [("Poland", None)]
