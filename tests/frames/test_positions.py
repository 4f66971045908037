"""The frames of positions say what the record's states say, at every node and in every game."""

from __future__ import annotations

from collections import Counter

import polars as pl
from hypothesis import given

from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.units import Stack, Unit
from a4a.frames import Frames, frames
from tests.depth import examples
from tests.frames.random_games import random_games


def stacks(state: State) -> Counter[tuple[object, ...]]:
    """Units by space, holding, power, type, condition, counter and what is on the side that is up.

    Counted from the state itself.
    """

    def condition(unit: Unit) -> str:
        aboard = isinstance(unit.place, int)
        return Stack("", "", "", unit.damage, unit.flags, aboard, ()).condition

    def holding(unit: Unit) -> str | None:
        place = unit.place
        while isinstance(place, int):
            place = state.unit(place).place
        return None if isinstance(place, str) else place.name

    def counter(unit: Unit) -> tuple[object, ...]:
        face = state.catalog.face(unit)
        if face is None:
            return unit.name or None, None, None, None, None
        return unit.name, face.combat, face.asw, face.move, unit.damage > 0

    return Counter(
        (state.space_of(u.id), holding(u), u.owner, u.type, condition(u), *counter(u))
        for u in state.units.values()
    )


def assert_frames_follow_the_states(record: GameRecord, f: Frames[pl.DataFrame]) -> None:
    sampled = f.spaces.select("node").unique(maintain_order=True)["node"]
    for node in sampled:
        state = record.state_at(node)
        units = f.units.filter(pl.col("node") == node)
        found = units.select(
            "space", "holding", "power", "unit", "condition",
            "counter", "combat", "asw", "move", "reduced", "count",
        ).rows()  # fmt: skip
        assert Counter({row[:-1]: row[-1] for row in found}) == stacks(state)
        assert len(found) == len(stacks(state))
        spaces = f.spaces.filter(pl.col("node") == node)
        assert spaces["space"].to_list() == [s.name for s in record.board.spaces]
        for row in spaces.iter_rows(named=True):
            name = row["space"]
            standing = state.within(name)
            assert row["power"] == state.control.get(name)
            assert (row["side"] or "") == record.catalog.side_of(row["power"])
            assert row["value"] == state.income_value(name)
            assert row["units"] == len(standing)
            assert row["tuv"] == sum(record.catalog.price(u.type, u.owner) for u in standing)
            fighting = {
                record.catalog.side_of(u.owner)
                for u in standing
                if record.catalog.unit_type(u.type).category != "facility"
            }
            assert row["contested"] == (len(fighting - {""}) > 1)
        control = f.control.filter(pl.col("node") == node)
        assert dict(control.select("space", "power").rows()) == dict(state.control)


def test_frames_at_every_node_follow_the_states(record: GameRecord) -> None:
    f = frames(record, at="node")
    assert set(f.spaces["node"]) == {0, *record.steps}
    assert_frames_follow_the_states(record, f)


@examples(10, deep=800)
@given(record=random_games())
def test_frames_of_random_games_follow_the_states(record: GameRecord) -> None:
    assert_frames_follow_the_states(record, frames(record, at="node"))


def test_tuv_is_count_times_the_price_that_the_power_pays(war: GameRecord) -> None:
    start = frames(war).units.filter(pl.col("turn") == 0)
    tank = start.filter(pl.col("unit") == "tank").select("power", "count", "tuv")
    assert tank.rows() == [("Germany", 1, 6), ("Soviet Union", 1, 5)]


def test_units_in_a_holding_are_off_the_board(war: GameRecord) -> None:
    bought = frames(war, at="phase").units.filter(pl.col("holding").is_not_null())
    rows = bought.filter(pl.col("line") == "main").select(
        "node", "space", "holding", "unit", "count"
    )
    assert rows.unique("node", maintain_order=True)["node"].to_list() == [4, 6]
    assert rows.filter(pl.col("node") == 6).select("space", "holding", "unit", "count").rows() == [
        (None, "purchased", "infantry", 2),
        (None, "purchased", "tank", 1),
    ]


def test_conditions_are_told_in_words(war: GameRecord) -> None:
    units = frames(war, at="node").units
    seen = set(units.select("unit", "condition").filter(pl.col("condition") != "intact").rows())
    assert seen == {("tank", "dug in"), ("battleship", "damaged 1"), ("infantry", "aboard")}


def test_control_says_since_when_and_from_whom(war: GameRecord) -> None:
    last = frames(war).control.filter(pl.col("node") == 14)
    since = ("space", "power", "previous", "since_round", "since_turn", "original", "value")
    assert last.select(since).rows()[:2] == [
        ("Berlin", "Germany", None, 0, 0, "Germany", 4),
        ("Warsaw", "Germany", "Poland", 1, 1, "Poland", 2),
    ]


def test_a_variation_knows_since_when_its_line_has_held_a_space(war: GameRecord) -> None:
    f = frames(_with_late_what_if(), at="node")
    warsaw = f.control.filter(pl.col("space") == "Warsaw", pl.col("line") != "main")
    late = warsaw.filter(pl.col("node") > 17).select("power", "previous", "since_turn")
    assert set(late.rows()) == {("Germany", "Poland", 1)}


def _with_late_what_if() -> GameRecord:
    from a4a.core.events import Noted
    from tests.frames import small_war

    record = small_war.record()
    record.append([Noted("what if")], parent=8)
    return record


def test_cities_are_those_of_the_board_and_who_holds_them(war: GameRecord) -> None:
    cities = frames(war).cities.filter(pl.col("line") == "main")
    warsaw = cities.filter(pl.col("city") == "Warsaw").select("turn", "power", "side", "capital")
    assert warsaw.rows() == [
        (0, "Poland", None, True),
        (1, "Germany", "Axis", True),
        (2, "Germany", "Axis", True),
        (3, "Germany", "Axis", True),
    ]
    assert set(cities["city"]) == {"Berlin", "Warsaw", "Moscow"}
