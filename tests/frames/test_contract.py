"""Frames keep to the contract: dtypes, nulls, keys, order."""

from __future__ import annotations

import polars as pl
import pytest

from a4a.core.record import GameRecord
from a4a.frames import Frames, frames, schemas
from a4a.frames.columns import KEY_NAMES
from a4a.frames.contract import KEYS

TIMED = [name for name in schemas if name not in ("powers", "unit_types", "borders")]


@pytest.mark.parametrize("at", ["round", "turn", "phase", "node"])
def test_every_frame_has_the_dtypes_of_its_schema(record: GameRecord, at: str) -> None:
    f = frames(record, at=at)
    for name, schema in schemas.items():
        assert f[name].schema == schema.polars(f.enums), name


def test_columns_that_are_never_null_are_never_null(told: Frames[pl.DataFrame]) -> None:
    for name, schema in schemas.items():
        for column in schema.columns:
            if column.nulls == "never":
                assert told[name][column.name].null_count() == 0, f"{name}.{column.name}"


def test_every_null_rule_but_never_is_met_by_some_record() -> None:
    """A column said to be null sometimes is null somewhere in the tests' records."""
    from tests.examples.log import EXAMPLES, story_of
    from tests.frames import small_war

    records = [small_war.record(), *(story_of(example).record for example in EXAMPLES)]
    f = frames(records, at="node")
    never_seen = {
        f"{name}.{column.name}"
        for name, schema in schemas.items()
        for column in schema.columns
        if column not in KEYS and column.nulls != "never" and f[name][column.name].null_count() == 0
    }
    # These need a treasury without an owner, a battle without attackers, an open battle,
    # a bill that no treasury paid.
    assert never_seen <= {
        "economy.power", "resources.power", "battles.power", "combat_rounds.power",
        "battles.winner", "battles.result", "battles.closed", "units.side", "control.side",
        "cities.power", "cities.side", "cities.original", "purchases.side", "purchases.treasury",
        "moves.side", "battles.side", "politics.side", "technology.side", "powers.side",
        "resources.side",
    }  # fmt: skip


@pytest.mark.parametrize("name", TIMED)
def test_frames_begin_with_the_keys_and_follow_the_lines(
    told: Frames[pl.DataFrame], name: str
) -> None:
    frame = told[name]
    assert tuple(frame.columns[:6]) == KEY_NAMES
    order = {key: i for i, key in enumerate(told.nodes.select("line", "node").rows())}
    places = [order[key] for key in frame.select("line", "node").rows()]
    assert places == sorted(places)


@pytest.mark.parametrize("name", TIMED)
def test_keys_say_when_a_node_is(record: GameRecord, told: Frames[pl.DataFrame], name: str) -> None:
    for game, line, node, round_, turn, phase in told[name].select(KEY_NAMES).rows():
        time = record.time(node)
        assert (line, round_, turn, phase or "") == (time.line, time.round, time.turn, time.phase)
        assert game == (record.header.title or record.header.system)


def test_every_column_is_documented() -> None:
    for name, schema in schemas.items():
        documented = str(getattr(Frames, name).__doc__)
        for column in schema.columns:
            assert column.text, f"{name}.{column.name}"
            assert column.nulls, f"{name}.{column.name}"
            assert column.name in documented
            assert column.nulls == "never" or f" Null {column.nulls}." in documented


def test_numbers_that_count_something_say_what() -> None:
    for name, schema in schemas.items():
        for column in schema.columns:
            if column.dtype == "Float64":
                assert column.unit, f"{name}.{column.name}"


def test_asking_a_schema_for_a_column_it_lacks_says_what_there_is() -> None:
    with pytest.raises(KeyError, match=r"'units' has no column 'power_of'.*'power'"):
        schemas["units"]["power_of"]


def test_enums_are_in_order_of_play_of_the_catalog_and_of_the_board(record: GameRecord) -> None:
    enums = frames(record).enums
    printed = [s.original for s in record.board.spaces if s.original]
    wanted = {
        "power": list(dict.fromkeys([*(p.name for p in record.catalog.powers), *printed])),
        "side": list(record.catalog.sides),
        "unit": [t.name for t in record.catalog.unit_types],
        "space": [s.name for s in record.board.spaces],
    }
    assert {name: enum.categories.to_list() for name, enum in enums.items()} == wanted


def test_samples_are_in_board_order_then_of_play_then_of_the_catalog(record: GameRecord) -> None:
    units = frames(record, at="node").units.filter(pl.col("space").is_not_null())
    for _, sample in units.group_by("line", "node"):
        wanted = sample.sort("space", "power", "unit", maintain_order=True)
        assert sample.equals(wanted)
