"""Two positions compared, against the states themselves and games made for the purpose."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import polars as pl
import pytest
from msgspec import structs

import a4a
from a4a.analysis.changes import SCHEMAS, Changes, changes
from a4a.core import events as ev
from a4a.core.board import Theatre
from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.core.units import Holding, Unit
from tests.core.small import DEFENDER, FELLOW, INFANTRY, TANK
from tests.core.small import record as small_record
from tests.map.skirmish import skirmish
from tests.shared_games import opened

if TYPE_CHECKING:
    from pathlib import Path

    from a4a.core.state import State


def numbers(state: State) -> Counter[tuple[str, str, str]]:
    """Units on the board by space, power and type, counted one by one."""
    return Counter(
        (space, unit.owner, unit.type)
        for unit in state.units.values()
        if (space := state.space_of(unit.id)) is not None
    )


def check(found: Changes, before: State, after: State) -> None:
    """Every frame says what the two states say, and fits its schema."""
    for name, schema in SCHEMAS.items():
        assert getattr(found, name).columns == list(schema), name
    hands = {space: (was, now) for space, was, now in
             found.hands.select("space", "was", "now").iter_rows()}  # fmt: skip
    assert hands == {
        space: (before.control.get(space), after.control.get(space))
        for space in after.board.index
        if before.control.get(space) != after.control.get(space)
    }
    was, now = numbers(before), numbers(after)
    number = pl.col("was") != pl.col("now")
    assert (found.units.filter(~number)["tuv"] != 0).all()  # steps
    rows = found.units.filter(number).select("space", "power", "unit", "was", "now").iter_rows()
    assert {(s, p, u): (w, n) for s, p, u, w, n in rows} == {
        key: (was[key], now[key]) for key in was.keys() | now.keys() if was[key] != now[key]
    }
    assert (found.units["change"] == found.units["now"] - found.units["was"]).all()
    # What came less what went is what there is more of, power by power.
    assert found.powers["tuv"].to_list() == (
        found.powers["built"] - found.powers["lost"]
    ).to_list()  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_frames_say_what_the_states_say(seed: int) -> None:
    record = skirmish(rounds=2, seed=seed)
    line = record.line()
    for first, second in ((0, line[-1]), (line[40], line[130]), (line[7], line[7])):
        found = changes(record, at=(first, second))
        assert found.follows
        check(found, record.state_at(first), record.state_at(second))


def test_a_played_game_adds_up(shared: Path) -> None:
    record = opened(shared / "saves" / "g40_hard_s101.tsvg")
    first, second = record.node_at(round=2), record.node_at(round=5)
    found = changes(record, at=(first, second))
    check(found, record.state_at(first), record.state_at(second))
    assert found.moved["count"].to_numpy().sum() > 50


def test_units_that_came_and_went_between_are_told() -> None:
    """A unit that is in neither position was still built, and lost."""
    record = small_record()
    late = record.state_at(0).last_unit + 1
    start = record.last
    record.append([ev.UnitsAdded((Unit(late, "infantry", "Italy", "Sicily"),), "placement")])
    node = record.append([ev.UnitsRemoved((late,), "casualty")])
    found = changes(record, at=(start, node))
    assert found.units.is_empty()
    assert found.built.select("unit", "count", "tuv").rows() == [("infantry", 1, 4)]
    assert found.lost.select("unit", "count", "tuv").rows() == [("infantry", 1, 4)]


def test_what_is_purchased_is_built_when_it_is_placed() -> None:
    record = small_record()
    late = record.state_at(0).last_unit + 1
    bought = record.append(
        [ev.UnitsAdded((Unit(late, "tank", "Italy", Holding("Italy", "purchased")),), "purchase")]
    )
    placed = record.append([ev.UnitsPlaced((late,), "Sicily", "placement")])
    assert changes(record, at=(0, bought)).built.is_empty()
    assert changes(record, at=(0, placed)).built["unit"].to_list() == ["tank"]


def test_a_captured_unit_is_lost_by_one_and_won_by_the_other() -> None:
    record = small_record()
    node = record.append([ev.UnitsConverted((DEFENDER,), "captured", owner="Italy")])
    found = changes(record, at=(0, node))
    assert found.lost.select("power", "count").rows() == [("United Kingdom", 1)]
    assert found.built.select("power", "count").rows() == [("Italy", 1)]
    assert found.moved.is_empty()


def test_moves_are_added_up_from_where_to_where() -> None:
    record = small_record()
    record.append([ev.UnitsMoved((INFANTRY,), ("Sicily", "sea zone 95"), "noncombat", 1)])
    record.append(
        [ev.UnitsMoved((INFANTRY,), ("sea zone 95", "Southern Italy"), "noncombat", 1)]
    )  # fmt: skip
    node = record.append(
        [ev.UnitsMoved((FELLOW, TANK), ("Sicily", "Southern Italy"), "noncombat", 1)]
    )  # fmt: skip
    moved = changes(record, at=(0, node)).moved
    assert moved.select("unit", "count", "origin", "destination").rows() == [
        ("infantry", 2, "Sicily", "Southern Italy"),
        ("tank", 1, "Sicily", "Southern Italy"),
    ]


def branched() -> tuple[GameRecord, int, int]:
    """A game whose two lines differ in who took Malta."""
    record = small_record()
    fork = record.last
    main = record.append([ev.ControlChanged("Malta", "United Kingdom", "Italy", "conquest")])
    other = record.append([ev.UnitsRemoved((TANK,), "casualty")], parent=fork)
    return record, main, other


def test_two_lines_of_a_game_are_compared_by_what_stands_there() -> None:
    record, main, other = branched()
    found = changes(record, at=(main, other))
    assert not found.follows
    assert found.hands.select("space", "was", "now").rows() == [
        ("Malta", "Italy", "United Kingdom")
    ]
    assert found.lost.select("unit", "count").rows() == [("tank", 1)]
    assert found.moved.is_empty()


def test_two_games_are_compared_at_their_ends_if_nothing_is_said() -> None:
    first, second = skirmish(rounds=1, seed=1), skirmish(rounds=1, seed=2)
    found = changes(first, second)
    assert (found.first.node, found.second.node) == (first.line()[-1], second.line()[-1])
    check(found, first.state_at(found.first.node), second.state_at(found.second.node))


def test_money_is_told_by_treasury() -> None:
    record = small_record()
    was = record.state_at(record.last).money("Italy", "IPC")
    node = record.append([ev.ResourceChanged("Italy", "IPC", 7, "income")])
    found = changes(record, at=(record.step(node).parent, node)).money
    assert found.rows() == [("Italy", "IPC", was, was + 7, 7)]


def test_games_on_other_boards_cannot_be_compared() -> None:
    with pytest.raises(RecordError, match="not on the same board: 146 spaces are on one only"):
        changes(a4a.start("global1940"), a4a.start("europe1940"))


def test_a_node_that_is_not_there_is_refused() -> None:
    with pytest.raises(A4AError, match="no node 99"):
        changes(a4a.start("europe1940"), at=(0, 99))


def test_it_is_said_which_of_two_games_a_position_is_in() -> None:
    record = small_record()
    other = GameRecord(
        structs.replace(record.header, title="The other"), record.board, record.catalog,
        record.start,
    )  # fmt: skip
    assert changes(record, at=(0, 0)).ends == ("the start (node 0)", "the start (node 0)")
    title = record.header.title or record.header.system
    assert changes(record, other).ends == (
        f"{title}: the start (node 0)", "The other: the start (node 0)",
    )  # fmt: skip
    assert changes(record, small_record()).ends == (
        f"{title} (1): the start (node 0)", f"{title} (2): the start (node 0)",
    )  # fmt: skip


@pytest.mark.parametrize("at", [(0,), "0", 3, (0, 1, 2)])
def test_two_nodes_are_asked_for(at: object) -> None:
    with pytest.raises(A4AError, match="give the two nodes"):
        changes(small_record(), at=at)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [None, "game.a4a", 7])
def test_only_records_are_compared(given: object) -> None:
    with pytest.raises(A4AError, match="are records"):
        changes(given)  # type: ignore[arg-type]


def test_where_theatres_overlap_the_boards_first_counts() -> None:
    record = small_record()
    space = next(name for name in record.start.control)
    theatres = tuple(Theatre(name=name, spaces=(space,)) for name in ("first", "second"))
    record = GameRecord(
        record.header, structs.replace(record.board, theatres=theatres), record.catalog,
        record.start,
    )  # fmt: skip
    node = record.append([ev.ControlChanged(space, record.start.control[space], None, "edit")])
    assert changes(record, at=(0, node)).hands["theatre"].to_list() == ["first"]


def test_powers_and_spaces_are_enums_in_their_order() -> None:
    record = skirmish(rounds=1)
    found = changes(record).units
    assert isinstance(found.schema["power"], pl.Enum)
    order = [record.board.index[space] for space in found["space"]]
    assert order == sorted(order)


# --- counters and their steps ---------------------------------------------------------------------


def worth(state: State, power: str) -> int:
    own = (u for u in state.units.values() if u.owner == power and state.space_of(u.id) is not None)
    return sum(state.catalog.worth(unit) for unit in own)


def test_a_counter_that_is_flipped_has_lost_what_restoring_it_takes() -> None:
    record = a4a.start("war_in_europe")
    state = record.state_at(0)
    armor = next(u for u in state.units.values() if (u.owner, u.name) == ("Germany", "1st armor"))
    price = record.catalog.price(armor.type, "Germany")
    step = record.catalog.upgrade_price(armor.type, "Germany")
    assert 0 < step < price
    record.append([ev.UnitsConverted((armor.id,), "hit", damage=1)])
    record.append([ev.UnitsRemoved((armor.id,), "eliminated")])
    flipped, gone = changes(record, at=(0, 1)), changes(record, at=(0, 2))
    row = flipped.lost.select("power", "unit", "count", "tuv").rows()
    assert row == [("Germany", armor.type, 0, step)]
    assert flipped.units.select("was", "now", "change", "tuv").row(0)[2:] == (0, -step)
    assert flipped.built.is_empty()
    assert gone.lost.select("count", "tuv").rows() == [(1, price)]
    assert changes(record, at=(1, 2)).lost.select("count", "tuv").rows() == [(1, price - step)]
    back = changes(record, at=(1, 0)).built  # nothing leads there: numbers are compared
    assert back.select("count", "tuv").rows() == [(0, step)]


@pytest.mark.parametrize("follows", [True, False])
def test_what_counters_were_built_and_lost_is_what_more_or_less_they_are_worth(
    *, follows: bool
) -> None:
    record = a4a.game("war_in_europe_1939_1941")
    first, last = record.node_at(round=1), record.last
    found = changes(record, at=(first, last) if follows else (last, first))
    assert found.follows is follows
    before, after = found.first.state, found.second.state
    check(found, before, after)
    for power, built, lost, tuv in found.powers.select("power", "built", "lost", "tuv").iter_rows():
        assert tuv == built - lost == worth(after, power) - worth(before, power), power
    per_space = found.units.group_by("power").agg(pl.col("tuv").sum())
    assert {p: t for p, t in per_space.iter_rows() if t} == {
        p: t for p, t in found.powers.select("power", "tuv").iter_rows() if t
    }
