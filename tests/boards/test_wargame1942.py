"""The start of The War Game: what the set-up says beyond counts."""

from __future__ import annotations

import csv
from pathlib import Path

from a4a import boards
from a4a.boards.deltas import write_mod


def _battleships(dataset: boards.Dataset) -> list[int]:
    at_hawaii = (u for u in dataset.position.units if u.place == "Hawaii Sea Zone")
    return sorted(unit.damage for unit in at_hawaii if unit.type == "battleship")


def test_the_battleships_at_hawaii_are_one_whole_and_one_damaged() -> None:
    assert _battleships(boards.load("wargame1942")) == [0, 1]


def test_a_position_with_a_damaged_battleship_is_written_as_a_mod_and_read_again(
    tmp_path: Path,
) -> None:
    base = boards.load("wargame1942")
    folder = write_mod("wargame1942", base.position, tmp_path / "mine")
    assert _battleships(boards.load(folder)) == [0, 1]


def test_what_cannot_be_damaged_so_is_refused(tmp_path: Path) -> None:
    (tmp_path / "setup.csv").write_text(
        "space,power,unit,count,damaged,source\n"
        "Leningrad,U.S.S.R.,infantry,8,1,house\n"
        "Hawaii Sea Zone,U.S.A.,battleship,2,3,house\n",
        encoding="utf-8",
    )
    faults = [fault.what for fault in boards.check("wargame1942", overrides=tmp_path)]
    assert faults == ["infantry cannot be damaged: one hit destroys it", "damaged 3 of 2"]


def test_each_nation_has_one_general() -> None:
    dataset = boards.load("wargame1942")
    owners = [unit.owner for unit in dataset.position.units if unit.type == "general"]
    assert sorted(owners) == sorted(p.name for p in dataset.catalog.powers if p.playable)


def test_every_statement_of_the_book_is_on_file(shared: Path) -> None:
    index = shared / "rules" / "index" / "wargame1942.csv"
    with index.open(encoding="utf-8", newline="") as stream:
        told = {row["id"]: row["statement"] for row in csv.DictReader(stream)}
    rules = boards.load("wargame1942").folders[-1] / "rules.csv"
    with rules.open(encoding="utf-8", newline="") as stream:
        own = {row["id"]: row["statement"] for row in csv.DictReader(stream)}
    assert own == told
