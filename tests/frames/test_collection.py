"""Frames as a whole: several games, single lines, laziness, doors, errors."""

from __future__ import annotations

import msgspec
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import a4a
from a4a.core.errors import A4AError, RecordError
from a4a.core.events import UnitsRemoved
from a4a.core.record import GameRecord
from a4a.core.steps import Step
from a4a.frames import Frames, frames, schemas
from tests.examples.log import EXAMPLES, story_of
from tests.frames import small_war


def test_the_package_can_be_called(war: GameRecord) -> None:
    called = a4a.frames(war)
    assert isinstance(called, Frames)
    assert called.units.equals(frames(war).units)


def test_frames_are_made_once(war: GameRecord) -> None:
    f = frames(war)
    assert f.units is f.units
    assert f["units"] is f.units


def test_making_frames_walks_nothing_before_one_is_asked_for() -> None:
    record = small_war.record()
    f = frames(record)
    record.append([small_war.Noted("later")])
    assert "later" in f.events["words"].to_list()


def test_lazy_frames_are_the_same_frames(war: GameRecord) -> None:
    eager, lazy = frames(war), frames(war, lazy=True)
    for name, schema in schemas.items():
        promise = lazy[name]
        assert isinstance(promise, pl.LazyFrame)
        assert promise.collect_schema() == schema.polars(eager.enums)
        assert_frame_equal(promise.collect(), eager[name])


def test_several_games_share_their_enums() -> None:
    records = {name: story_of(name).record for name in EXAMPLES} | {"war": small_war.record()}
    together = frames(records)
    assert together.games == tuple(records)
    for name, record in records.items():
        alone = frames({name: record})
        for frame in schemas:
            part = together[frame].filter(pl.col("game") == name)
            # Rows are in the order of the shared Enums, which need not be this board's own.
            assert_frame_equal(_plain(part), _plain(alone[frame]), check_row_order=False)


def _plain(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame with names instead of Enums."""
    return frame.with_columns(
        pl.col(name).cast(pl.List(pl.String) if isinstance(dtype, pl.List) else pl.String)
        for name, dtype in frame.schema.items()
        if isinstance(dtype, pl.Enum)
        or (isinstance(dtype, pl.List) and isinstance(dtype.inner, pl.Enum))
    )


def test_enums_of_several_games_begin_with_the_first_games_own_order() -> None:
    first, second = story_of("europe1940").record, story_of("wargame1942").record
    categories = frames([first, second]).enums["power"].categories.to_list()
    own = [p.name for p in first.catalog.powers]
    assert categories[: len(own)] == own
    assert len(set(categories)) == len(categories)


def test_games_of_the_same_title_are_told_apart_by_file_or_players(war: GameRecord) -> None:
    def named(file: str, player: str = "") -> GameRecord:
        record = small_war.record()
        source = msgspec.structs.replace(record.header.source, file=file)
        players = {"Reds": player} if player else {}
        record.header = msgspec.structs.replace(record.header, source=source, players=players)
        return record

    games = [named("a.tsvg"), named("b.tsvg", "Ada"), named("b.tsvg", "Ben"), named("b.tsvg")]
    assert frames(games).games == (
        "A small war (a.tsvg)",
        "A small war (b.tsvg) (Ada)",
        "A small war (b.tsvg) (Ben)",
        "A small war (b.tsvg)",
    )


def test_games_of_the_same_title_are_numbered(war: GameRecord) -> None:
    assert frames([war, war, war]).games == ("A small war", "A small war (2)", "A small war (3)")


def test_a_line_is_followed_from_the_start_to_its_end(war: GameRecord) -> None:
    f = frames(war, at="node").along("variation 15")
    assert f.nodes["node"].to_list() == [0, 1, 2, 3, 4, 5, 15, 16, 17]
    assert set(f.moves["node"]) == {5, 15}
    assert f.battles.is_empty()
    assert len(f.powers) == 3
    assert set(frames(war).along().events["line"]) == {"main"}


def test_a_line_of_lazy_frames_is_lazy(war: GameRecord) -> None:
    lazy = frames(war, lazy=True).along("variation 15").moves
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(frames(war).along("variation 15").moves)


def test_a_line_or_game_that_is_not_there_is_refused_with_what_there_is(war: GameRecord) -> None:
    with pytest.raises(A4AError, match="no line 'b': it has main, variation 15"):
        frames(war).along("b")
    with pytest.raises(A4AError, match="no game 'x': there are 'A small war'"):
        frames(war).along(game="x")
    with pytest.raises(A4AError, match=r"which game\? there are 'A small war', 'A small war \(2"):
        frames([war, war]).along()


def test_what_cannot_become_frames_is_refused(war: GameRecord) -> None:
    with pytest.raises(A4AError, match="at least one record"):
        frames([])
    with pytest.raises(A4AError, match="not of str"):
        frames(["game.a4a"])
    with pytest.raises(A4AError, match="not of int"):
        frames({"a": 3})
    with pytest.raises(A4AError, match="not of NoneType"):
        frames(None)  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="not of int"):
        frames(3)  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="no line 3: it has main"):
        frames(war).along(3)  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="no frame 'unitz': there are spaces, units"):
        frames(war)["unitz"]


def test_a_record_that_cannot_have_happened_is_refused_with_the_place() -> None:
    war = small_war.record()
    steps = [*war.steps.values(), Step(id=99, parent=14, events=(UnitsRemoved((777,), "x"),))]
    record = GameRecord(war.header, war.board, war.catalog, war.start, steps=steps)
    with pytest.raises(RecordError, match=r"A small war: step 99, event 0: .*777"):
        _ = frames(record).units
