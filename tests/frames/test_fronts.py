"""The frame of fronts says what the states say: where they are, and what stands near them."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import a4a
from a4a.core import events as ev
from a4a.core.board import Board, Border, Space, Theatre
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.fronts import Front, fronts
from a4a.core.position import Position, Relation
from a4a.core.record import GameRecord
from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.core.units import Holding, Unit
from a4a.frames import Frames, frames
from tests.depth import examples
from tests.shared_games import opened

# --- a naive account of a state's fronts, unit by unit ------------------------------------------


def _near(state: State, unit: Unit, space: str, side: str) -> bool:
    """Whether a unit counts for a side's forces near its end of a front."""
    catalog, board = state.catalog, state.board
    category, here = catalog.unit_type(unit.type).category, state.space_of(unit.id)
    if side_in(state, unit.owner) != side or category == "facility" or here is None:
        return False
    if board.space(space).kind == "sea":
        return here == space
    if category not in ("land", "air") or board.space(here).kind == "sea":
        return False
    if side_in(state, state.control.get(here)) != side:
        return False
    border = board.border(here, space)
    return here == space or (border is not None and border.kind not in ("sea", "box"))


def _strongest(state: State, front: Front, sea: str, land: str, side: str) -> str:
    """Whose ships tell a contested coast: those hostile to it that are worth most."""
    worth: dict[str, int] = defaultdict(int)
    holder = state.control[land]
    for unit in state.at(sea):
        if state.catalog.unit_type(unit.type).category in ("sea", "air"):
            at_war = state.relation(holder, unit.owner) in ("war", "")
            if side_in(state, unit.owner) == side and at_war:
                worth[unit.owner] += state.catalog.worth(unit)
    order = list(state.catalog.power_order)
    return min(worth, key=lambda power: (-worth[power], order.index(power)))


def naive(state: State) -> list[dict[str, object]]:
    """The rows of the frame of fronts for one state."""
    board, found = state.board, fronts(state)
    lengths = [b.length_km for b in board.borders if b.length_km]
    usual = sum(lengths) / len(lengths) if lengths else 1.0
    near: dict[int, list[tuple[int, str]]] = defaultdict(list)
    rows: list[dict[str, object]] = []
    kms: list[float] = []
    for i, f in enumerate(found):
        border = board.border(f.a, f.b)
        assert border is not None
        kms.append(border.length_km or usual)
        row: dict[str, object] = {
            "theatre": board.theatre_between(f.a, f.b) or None,
            "kind": f.kind,
            "length_km": border.length_km or None,
        }
        for end, space, other, side in (("a", f.a, f.b, f.side_a), ("b", f.b, f.a, f.side_b)):
            sea = board.space(space).kind == "sea"
            power = _strongest(state, f, space, other, side) if sea else state.control[space]
            there = [u for u in state.units.values() if _near(state, u, space, side)]
            row |= {f"space_{end}": space, f"side_{end}": side, f"power_{end}": power}
            row[f"units_{end}"] = len(there)
            row[f"tuv_{end}"] = sum(state.catalog.worth(u) for u in there)
            row[f"share_{end}"] = 0.0
            for unit in there:
                near[unit.id].append((i, end))
        rows.append(row)
    for unit_id, ends in near.items():
        unit = state.units[unit_id]
        price = state.catalog.worth(unit)
        total = sum(kms[i] for i, _ in ends)
        for i, end in ends:
            share = rows[i][f"share_{end}"]
            assert isinstance(share, float)
            rows[i][f"share_{end}"] = share + price * kms[i] / total
    return rows


def assert_the_frame_is_naive(record: GameRecord, f: Frames[pl.DataFrame]) -> None:
    for node in f.spaces["node"].unique(maintain_order=True):
        rows = f.fronts.filter(pl.col("node") == node).to_dicts()
        expected = naive(record.state_at(node))
        assert len(rows) == len(expected)
        for row, wanted in zip(rows, expected, strict=True):
            told = {name: row[name] for name in wanted}
            for share in ("share_a", "share_b"):
                assert told.pop(share) == pytest.approx(wanted.pop(share), abs=1e-9)
            assert told == wanted


# --- random games ---------------------------------------------------------------------------------

POWERS = ("Reich", "Union", "Italy", "Britain", "Rebels", "Sweden")
SIDES = ("Axis", "Allies", "Axis", "Allies", "Rebels", "")
CATALOG = Catalog(
    system="random",
    dice_sides=6,
    currency="IPC",
    powers=tuple(Power(name=n, side=s) for n, s in zip(POWERS, SIDES, strict=True)),
    unit_types=(
        UnitType(name="infantry", category="land", cost=3, costs={"Union": 2}),
        UnitType(name="fighter", category="air", cost=10),
        UnitType(name="ship", category="sea", cost=8),
        UnitType(name="raft", category="sea", cost=0),
        UnitType(name="factory", category="facility", cost=12),
        UnitType(name="train", category="other", cost=5),
    ),
)
TYPES = [kind.name for kind in CATALOG.unit_types]
WORDS = ["war", "war", "neutral", "allied", ""]


def random_wars() -> st.SearchStrategy[GameRecord]:
    """Games of three sides and a neutral on boards of lands, coasts, seas and a box."""
    return st.builds(_war, st.integers(0, 2**32), st.integers(0, 25))


def _war(seed: int, steps: int) -> GameRecord:
    draw = random.Random(seed)
    board = _board(draw)
    names = list(board.index)
    units: list[Unit] = []
    for i in range(1, draw.randint(2, 25)):
        place: str | int = draw.choice(names)
        if units and draw.random() < 0.2:
            place = draw.choice(units[:5]).id
        units.append(Unit(i, draw.choice(TYPES), draw.choice(POWERS), place))
    lands = [space.name for space in board.spaces if space.kind != "sea"]
    start = Position(
        units=tuple(units),
        control={name: draw.choice(POWERS) for name in lands if draw.random() < 0.9},
        relations=tuple(
            Relation(a, b, draw.choice(WORDS[:-1]))
            for i, a in enumerate(POWERS)
            for b in POWERS[:i]
            if draw.random() < 0.6
        ),
    )
    record = GameRecord(Header(system="random", title=f"war {seed}"), board, CATALOG, start)
    for number in range(steps):
        parent = record.last if draw.random() < 0.85 else draw.choice([0, *record.steps])
        state = record.state_at(parent)
        events: list[ev.AnyEvent] = []
        for k in range(draw.randint(1, 3)):
            event = _event(draw, state, 1000 + 10 * number + k, lands)
            events.append(event)
            state = state.apply(event)
        record.append(events, parent=parent)
    return record


def _board(draw: random.Random) -> Board:
    kinds = ["land"] * 5 + ["coast"] * 2 + ["sea"] * 3 + ["box"]
    draw.shuffle(kinds)
    spaces = tuple(
        Space(name=f"{kind} {i}", kind=kind)  # type: ignore[arg-type]
        for i, kind in enumerate(kinds)
    )
    measured = draw.choice([0.0, 0.7, 1.0])
    borders = []
    for i, one in enumerate(spaces):
        for other in spaces[:i]:
            if draw.random() < 0.45:
                seas = (one.kind == "sea") + (other.kind == "sea")
                on_land = ["land", "river", "harsh", "strait"]
                kind = draw.choice([[*on_land, "box", "sea"], ["coast"], ["sea", "strait"]][seas])
                length = float(draw.randint(10, 500)) if draw.random() < measured else 0.0
                ends = draw.sample([one.name, other.name], 2)
                borders.append(Border(*ends, kind, length_km=length))  # type: ignore[arg-type]
    theatres = tuple(
        Theatre(name, tuple(s.name for s in draw.sample(spaces, 5))) for name in ("east", "west")
    )
    return Board(name="random", spaces=spaces, borders=tuple(borders), theatres=theatres)


def _event(draw: random.Random, state: State, fresh: int, lands: list[str]) -> ev.AnyEvent:
    power, space = draw.choice(POWERS), draw.choice(list(state.board.index))
    loose = [u.id for u in state.units.values() if not isinstance(u.place, int)]
    kind = draw.randint(0, 7)
    if kind == 0:
        return ev.TurnBegan((power,))
    if kind == 1:
        land = draw.choice(lands)
        new = draw.choice([*POWERS, None])
        return ev.ControlChanged(land, state.control.get(land), new, "conquest")
    if kind == 2:
        a, b = draw.sample(POWERS, 2)
        return ev.RelationChanged(a, b, state.relation(a, b), draw.choice(WORDS))
    if kind == 3 or not loose:
        carrier = Unit(fresh, draw.choice(TYPES), power, draw.choice([space, Holding(power, "x")]))
        cargo = Unit(fresh + 5000, draw.choice(TYPES), power, fresh)
        return ev.UnitsAdded((carrier, cargo), "reinforcement")
    unit = draw.choice(loose)
    if kind == 4:
        return ev.UnitsConverted((unit,), "captured", owner=power)
    if kind == 5 and not state.at(unit):
        return ev.UnitsRemoved((unit,), "casualty")
    return ev.UnitsPlaced((unit,), space, "placed")


@examples(12, deep=1200)
@given(record=random_wars())
def test_the_frame_of_random_games_is_the_naive_account(record: GameRecord) -> None:
    assert_the_frame_is_naive(record, frames(record, at="node"))


@examples(6, deep=500)
@given(first=random_wars(), second=random_wars())
def test_games_on_different_boards_do_not_mix(first: GameRecord, second: GameRecord) -> None:
    both = frames({"first": first, "second": second}, at="turn").fronts
    for name, record in (("first", first), ("second", second)):
        own = both.filter(pl.col("game") == name).drop("game")
        assert [*own.cast({"space_a": pl.String, "space_b": pl.String}).iter_rows()] == [
            *frames(record, at="turn")
            .fronts.drop("game")
            .cast({"space_a": pl.String, "space_b": pl.String})
            .iter_rows()
        ]


# --- real games -----------------------------------------------------------------------------------


def test_a_real_game_is_the_naive_account(shared: Path) -> None:
    save = shared / "saves" / "g40_fast_s303.tsvg"
    if not save.exists():
        pytest.skip("no saves beside the project")
    record = opened(save)
    everywhere = frames(record, at="turn").fronts
    nodes = everywhere["node"].unique(maintain_order=True).to_list()
    for node in nodes[:: len(nodes) // 8]:
        rows = everywhere.filter(pl.col("node") == node).to_dicts()
        expected = naive(record.state_at(node))
        assert len(rows) == len(expected) > 20
        for row, wanted in zip(rows, expected, strict=True):
            for name, value in wanted.items():
                exact = isinstance(value, str) or value is None
                assert row[name] == (value if exact else pytest.approx(value))


def test_the_eastern_front_opens_with_the_declaration_of_war() -> None:
    record = a4a.start("global1940")
    before = frames(record).fronts
    assert "Eastern Front" not in set(before["theatre"])
    record.append(
        [
            ev.RoundBegan(1),
            ev.TurnBegan(("Germany",)),
            ev.RelationChanged("Germany", "Soviet Union", "neutral", "war"),
        ]
    )
    east = frames(record).fronts.filter(pl.col("turn") == 1, pl.col("theatre") == "Eastern Front")
    ends = east.select("space_a", "space_b", "side_a", "power_b").rows()
    assert ("Poland", "Eastern Poland", "Axis", "Soviet Union") in ends
    assert ("Romania", "Bessarabia", "Axis", "Soviet Union") in ends
    assert east.filter(pl.col("kind") == "land").null_count().select("length_km").item() == 0


def test_shares_add_up_to_the_value_of_the_units_near_a_front() -> None:
    start = a4a.start("global1940")
    state = start.state_at(0)
    rows = frames(start).fronts
    near = [
        unit
        for unit in state.units.values()
        if any(
            _near(state, unit, row[f"space_{end}"], row[f"side_{end}"])
            for row in rows.iter_rows(named=True)
            for end in "ab"
        )
    ]
    value = sum(state.catalog.worth(unit) for unit in near)
    assert rows["share_a"].sum() + rows["share_b"].sum() == pytest.approx(value)
    assert rows["tuv_a"].sum() > rows["share_a"].sum()  # which counts units more than once


def test_boards_without_theatres_or_lengths_have_fronts_too(war: GameRecord) -> None:
    rows = frames(war, at="node").fronts.filter(pl.col("kind") == "land")
    assert set(rows.select("space_a", "space_b").rows()) == {("Warsaw", "Minsk")}
    assert rows["theatre"].null_count() == rows["length_km"].null_count() == len(rows) > 0


def test_spaces_say_their_theatre_and_area(war: GameRecord) -> None:
    spaces = frames(a4a.start("global1940")).spaces
    smolensk = spaces.filter(pl.col("space") == "Smolensk")
    assert smolensk["theatre"].item() == "Eastern Front"
    area = a4a.dataset("global1940").geometry.spaces["Smolensk"].properties.area_km2
    assert smolensk["area_km2"].item() == area
    small = frames(war).spaces
    assert small["theatre"].null_count() == small["area_km2"].null_count() == len(small)


def test_a_neutral_that_was_invaded_has_a_front_on_the_side_it_joined() -> None:
    record = a4a.game("war_in_europe_1939_1941")
    f = a4a.frames(record, at="round")
    assert_the_frame_is_naive(record, f)
    greek = f.fronts.filter(pl.col("power_a").eq("Greece") | pl.col("power_b").eq("Greece"))
    assert set(greek["round"]) == {5, 6, 7}  # Autumn 1940 to Spring 1941, when it is conquered
    assert set(greek["side_a"]) | set(greek["side_b"]) == {"Axis", "Allies"}
