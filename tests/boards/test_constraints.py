"""What a rulebook prints of a board as a whole, held or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a import boards
from a4a.boards.check import faults
from a4a.boards.constraints import constraints
from a4a.boards.tables import read
from a4a.cli import main


def _laid(tmp_path: Path, table: str, *lines: str) -> list[str]:
    (tmp_path / f"{table}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [fault.what for fault in faults(read("wargame1942", overrides=tmp_path))]


def test_every_printed_sum_and_distance_holds() -> None:
    """WG-VIC-010 to -018 and WG-VIC-020: the rows of the nations, each of which adds up.

    WG-VIC-010, WG-VIC-011, WG-VIC-012, WG-VIC-013, WG-VIC-014, WG-VIC-015, WG-VIC-016, WG-VIC-017.
    """
    tables = read("wargame1942")
    for row in tables["totals"]:
        parts = row.number("original") + row.number("neutral") + row.number("conquered")
        assert parts - row.number("lost") == row.number("total")
    told = list(constraints(tables))
    assert [str(each) for each in told if not each.holds] == []
    assert len([each for each in told if " is worth " in each.what]) == 8 * 5


@pytest.mark.parametrize(
    ("table", "lines", "said"),
    [
        ("spaces", ("name,value,source", "Belgium,6,house"), [
            "the original land of France is worth 70 (Victory Conditions)",
            "the land that Germany has conquered is worth 47",
            "the land that France has lost is worth 47",
            "all land that Germany controls is worth 127",
        ]),
        ("spaces", ("name,start_controller,source", "Eire,Neutral nations,house"), [
            "the neutral land that U.K. holds is worth 5",
            "all land that U.K. controls is worth 119",
            "Eire is printed with start_controller U.K. (Neutral Nations)",
        ]),
        ("spaces", ("name,value,source", "Leningrad,7,house"), [
            "Leningrad is printed with value 8 (Factories)",
        ]),
        ("borders", (
            "space_a,space_b,kind,source,remove", "NA-4,NA-8,,,1"
        ), ["from NA-8 to NA-4 it is exactly 1 by sea, but on the board it is 2"]),
        ("borders", (
            "space_a,space_b,kind,source", "Hokkaido,Japan,land,house"
        ), ["from Japan to Hokkaido it is at least 2 by land, but on the board it is 1"]),
        ("setup", (
            "space,power,unit,count,source", "Morocco,Germany,minor factory,1,house"
        ), ["minor factory on Morocco, which is worth 3, but it needs 4"]),
        ("setup", (
            "space,power,unit,count,source", "Burma,U.K.,major factory,1,house"
        ), ["major factory on Burma, which is worth 2, but it needs 4"]),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_a_fault(
    tmp_path: Path, table: str, lines: tuple[str, ...], said: list[str]
) -> None:
    found = _laid(tmp_path, table, *lines)
    for words in said:
        start = words.split(" (")[0] if words.startswith(("the", "all")) else words
        assert any(start in what for what in found), (start, found)


def test_check_says_of_each_whether_it_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "wargame1942", "--printed"]) == 0
    told = capsys.readouterr().out
    assert "held: all land that Germany controls is worth 127 (Victory Conditions)" in told
    (tmp_path / "spaces.csv").write_text("name,value,source\nBelgium,6,house\n", encoding="utf-8")
    assert main(["check", "wargame1942", "--printed", "--overrides", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "NOT HELD: all land that Germany controls is worth 127" in told


def test_germany_can_lend_43_and_nobody_has_won_at_the_start() -> None:
    """A third of 127, rounded up; the Axis at 225 or more and below the Allies (WG-VIC-021)."""
    dataset = boards.load("wargame1942")
    worth = {t.power: t.production for t in dataset.treasuries if t.production}
    axis = worth["Germany"] + worth["Italy"] + worth["Japan"]
    assert -(-worth["Germany"] // 3) == 43
    assert (axis, sum(worth.values()) - axis) == (236, 388)
