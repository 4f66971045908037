"""The search for The War Game's values and owners."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from a4a.boards.check import faults
from a4a.boards.constraints import constraints
from a4a.boards.tables import read
from tools.wargame1942_board.__main__ import main
from tools.wargame1942_board.lands import Land, wished
from tools.wargame1942_board.search import solve
from tools.wargame1942_board.shares import amiss, share

BOARD = "wargame1942"


def _land(
    name: str, weight: int, *, of: str = "A", by: str = "A", value: int | None = None
) -> Land:
    return Land(name, tuple(of.split("|")), tuple(by.split("|")), weight, 0, value)


def _known(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "known.csv"
    head = "name,value,original_controller,start_controller,source"
    path.write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
    return path


def test_the_committed_board_is_what_the_search_finds() -> None:
    tables = read(BOARD)
    totals = {
        row["power"]: {c: row.number(c) for c in ("original", "neutral", "lost", "conquered")}
        for row in tables["totals"]
    }
    found = {
        one.name: (str(one.value), one.original, one.holder) for one in solve(wished(), totals)
    }
    columns = ("value", "original_controller", "start_controller")
    assert found == {
        row["name"]: tuple(row.text(column) for column in columns)
        for row in tables["spaces"]
        if row["kind"] == "land"
    }


@pytest.mark.parametrize("total", range(10))
def test_a_sum_is_shared_out_with_the_least_amiss(total: int) -> None:
    lands = [_land("a", 1), _land("b", 4), _land("c", 2, value=2)] if total > 1 else [_land("a", 3)]
    ways = [w for w in product(range(total + 1), repeat=len(lands)) if sum(w) == total]
    ways = [w for w in ways if all(x.value in (None, v) for x, v in zip(lands, w, strict=True))]

    def price(values: tuple[int, ...]) -> float:
        return sum(amiss(land, value) for land, value in zip(lands, values, strict=True))

    assert price(share(lands, total)) == pytest.approx(min(map(price, ways)))


def test_what_was_lost_to_several_is_split_as_the_conquered_sums_ask() -> None:
    """A lost 7 to X and Y, B lost 3 to either: X conquered 4, Y 6."""
    lands = [
        _land("a1", 5, by="X"), _land("a2", 2, by="Y"),
        _land("b", 3, of="B", by="X|Y"),
        _land("x", 1, of="X", by="X"), _land("y", 1, of="Y", by="Y"),
    ]  # fmt: skip
    row = {"original": 0, "neutral": 0, "lost": 0, "conquered": 0}
    totals = {
        "A": row | {"original": 7, "lost": 7},
        "B": row | {"original": 3, "lost": 3},
        "X": row | {"original": 1, "conquered": 4},
        "Y": row | {"original": 1, "conquered": 6},
    }
    found = {one.name: (one.value, one.holder) for one in solve(lands, totals)}
    assert found == {
        "a1": (4, "X"), "a2": (3, "Y"), "b": (3, "Y"), "x": (1, "X"), "y": (1, "Y"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "row",
    [
        "Algeria,6,,,house",
        "Great Britain,20,,,house",
        "Burma,,,Japan,house",
        "Eire,4,,,house",
        "Greenland,,,Neutral nations,house",
    ],
)
def test_with_what_a_player_knows_all_else_is_found_again(tmp_path: Path, row: str) -> None:
    known = _known(tmp_path, row)
    over = tmp_path / "over"
    assert main(["--known", str(known), "--into", str(over)]) == 0
    tables = read(BOARD, overrides=over)
    assert [str(each) for each in constraints(tables) if not each.holds] == []
    assert faults(tables) == []
    name, value, _, holder, _ = row.split(",")
    land = next(r for r in tables["spaces"] if r["name"] == name)
    assert value in ("", land["value"])
    assert holder in ("", land["start_controller"])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("Germany,29,,,house", "what Germany still has of its own land cannot be worth 28"),
        ("Thailand,6,,,house", "the neutral land of Japan cannot be worth 5"),
        ("Atlantis,1,,,house", "'Atlantis' is no land of this board"),
        ("Burma,two,,,house", "the value of Burma is 'two', not a whole number"),
    ],
)
def test_what_cannot_be_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, said: str
) -> None:
    known = _known(tmp_path, row)
    assert main(["--known", str(known), "--into", str(tmp_path / "over")]) == 1
    assert said in capsys.readouterr().err
