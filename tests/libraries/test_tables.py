"""What the tables of a library hold, held against the frames of the games themselves."""

from __future__ import annotations

import polars as pl
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.libraries.contract import SCHEMAS, TABLES
from a4a.libraries.library import Library
from tests.shared_games import shipped as shared_game

GAMES = ("global1940_fast_computer", "war_in_europe_1939_1941", "wargame1942_midway")


def rows(lib: Library, table: str, record: GameRecord) -> pl.DataFrame:
    """The rows of a shipped game in a table."""
    games = lib.games.filter(pl.col("title") == record.header.title).select("game")
    frame: pl.LazyFrame = getattr(lib, table)
    return frame.join(games, on="game", how="semi").collect()


@pytest.mark.parametrize("table", TABLES)
def test_tables_have_their_schemas_and_nulls_only_where_they_say(
    shipped: Library, table: str
) -> None:
    frame = getattr(shipped, table).collect()
    schema = SCHEMAS[table]
    assert frame.schema == schema.polars({})
    assert frame.height
    for column in schema.columns:
        if column.nulls == "never":
            assert not frame[column.name].null_count(), column.name


def test_every_shipped_game_is_there_once(shipped: Library) -> None:
    assert len(shipped) == len(a4a.games())
    assert shipped.games.select("game").collect()["game"].is_unique().all()


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_has_a_row_for_each_power_that_acts_in_it(shipped: Library, name: str) -> None:
    record = shared_game(name)
    turns = rows(shipped, "turns", record)
    nodes = a4a.frames(record).along().nodes
    played = nodes.filter(pl.col("cause") != "engine")["turn"].max()
    acting = (
        nodes.filter(pl.col("turn").is_between(1, played))
        .explode("active", empty_as_null=False)
        .select("turn", pl.col("active").cast(pl.String).alias("power"))
        .unique()
    )
    assert set(turns.select("turn", "power").rows()) == set(acting.rows())


def test_money_is_that_of_the_economy_frame(shipped: Library) -> None:
    record = shared_game("global1940_fast_computer")
    turns = rows(shipped, "turns", record)
    sums = turns.select(
        "opening", "income", "objectives", "plunder", "convoy", "other", "purchases", "repairs",
        "technology", "closing",
    )  # fmt: skip
    *changes, closing = sums.get_columns()
    assert (pl.DataFrame(changes).sum_horizontal() == closing).all()
    economy = a4a.frames(record).economy.filter(
        pl.col("active") & (pl.col("resource") == "IPC") & (pl.col("turn") > 0)
    )
    for column in ("income", "spending", "production"):
        assert turns[column].sum() == economy[column].sum(), column


def test_forces_ground_and_cities_are_those_of_the_position(shipped: Library) -> None:
    record = shared_game("global1940_fast_computer")
    row = rows(shipped, "turns", record).filter(pl.col("turn") == 10).row(0, named=True)
    state = record.state_at(row["node"])
    power, catalog = row["power"], record.catalog
    side = catalog.side_of(power)
    land = [space.name for space in record.board.spaces if space.kind == "land"]
    assert row["spaces"] == sum(state.control.get(space) == power for space in land)
    frames = a4a.frames(record)
    cities = frames.cities.filter(pl.col("turn") == 10)
    assert row["cities_side"] == cities.filter(pl.col("side") == side).height
    units = frames.units.filter((pl.col("turn") == 10) & pl.col("space").is_not_null())
    for category in ("land", "sea", "air"):
        own = units.filter(pl.col("category") == category)
        assert row[f"tuv_{category}"] == own.filter(pl.col("power") == power)["tuv"].sum()
        assert row[f"side_{category}"] == own.filter(pl.col("side") == side)["tuv"].sum()
        enemies = own.filter(pl.col("side").is_not_null() & (pl.col("side") != side))
        assert row[f"enemies_{category}"] == enemies["tuv"].sum()


def test_land_taken_and_lost_is_counted_between_the_power_s_own_turns(shipped: Library) -> None:
    record = shared_game("global1940_fast_computer")
    turns = rows(shipped, "turns", record)
    spaces = a4a.frames(record).spaces.filter(pl.col("kind") == "land")
    held: dict[tuple[int, str], set[str]] = {}
    for turn, space, power in spaces.select("turn", "space", "power").iter_rows():
        if power is not None:
            held.setdefault((turn, power), set()).add(space)
    last: dict[str, int] = {}
    for turn, power, taken, lost in turns.select("turn", "power", "taken", "lost").iter_rows():
        now = held.get((turn, power), set())
        assert taken == len(now - held.get((turn - 1, power), set())), (turn, power)
        assert lost == len(held.get((last.get(power, 0), power), set()) - now), (turn, power)
        last[power] = turn
    assert turns["taken"].sum() > 50
    assert turns["lost"].sum() > 50


def test_battles_carry_the_luck_that_a4a_finds(shipped: Library) -> None:
    record = shared_game("global1940_fast_computer")
    battles = rows(shipped, "battles", record).sort("battle")
    luck = a4a.luck(record).sort("battle")
    assert battles["battle"].to_list() == luck["battle"].to_list()
    for column in ("p_attacker", "expected", "sd", "luck", "percentile"):
        assert battles[column].to_list() == luck[column].to_list(), column
    turns = rows(shipped, "turns", record)
    assert turns["luck"].sum() == pytest.approx(battles["luck"].sum())
    assert turns["battles"].sum() == battles.height
    assert turns["judged"].sum() == battles["expected"].is_not_null().sum()


def test_a_battle_names_its_forces_in_words(shipped: Library) -> None:
    battles = rows(shipped, "battles", shared_game("wargame1942_midway"))
    told = battles.filter(pl.col("attacker").is_not_null())
    assert told.height
    assert told["attacker"].str.contains(r"^\d+ ").all()


def test_what_was_bought_is_told_in_words_and_counted(shipped: Library) -> None:
    record = shared_game("global1940_fast_computer")
    turns = rows(shipped, "turns", record)
    bought = turns.select(pl.sum_horizontal(r"^bought_(land|sea|air|other)$")).to_series()
    words = turns["bought"].str.extract_all(r"\d+").list.eval(pl.element().cast(pl.Int32))
    assert words.list.sum().fill_null(0).to_list() == bought.to_list()
    assert turns.filter(pl.col("turn") == 1)["bought"].item().count(",") >= 1


def test_figures_hold_what_only_some_systems_have(shipped: Library) -> None:
    tokens = shipped.figures.filter(pl.col("figure") == "kamikaze tokens").collect()
    assert set(tokens["power"]) == {"Japan"}
    assert set(tokens["system"]) <= {"global1940", "deluxe3g40"}


def test_a_game_that_was_won_says_by_whom(lib: Library) -> None:
    game = a4a.new_game("europe1940")
    game.record.append([ev.VictoryWon(("Germany", "Italy"))])
    lib.add(game.record)
    row = lib.games.collect().row(0, named=True)
    assert (row["winner"], row["how"]) == ("Axis", "victory")
