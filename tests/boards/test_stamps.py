"""What is kept of a dataset's files is never stale, however soon and however little they change."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest

import a4a
from a4a import boards
from a4a.boards.stamps import GRAIN, mark, stamp
from a4a.core.errors import A4AError
from a4a.rules.systems import lookup

UNITS = "name,attack,source\ntank,{},house\n"


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    (tmp_path / "dataset.toml").write_text('parent = "global1940"\n')
    (tmp_path / "units.csv").write_text(UNITS.format(3))
    return tmp_path


def wins(mod: Path) -> float:
    return a4a.battle(mod, attacker={"tank": 1}, defender={"tank": 1}).odds().attacker_wins


def test_a_mod_that_is_edited_at_once_is_asked_anew(mod: Path) -> None:
    before = wins(mod)
    for value in (4, 5, 2):
        (mod / "units.csv").write_text(UNITS.format(value))
        os.utime(mod / "units.csv", ns=(0, 0))
        assert wins(mod) != before
    (mod / "units.csv").write_text(UNITS.format(3))
    assert wins(mod) == before


def test_lists_that_rules_read_count_too(mod: Path) -> None:
    """Technologies are no table of the board: a file of them that is added or goes is seen."""
    asked = {"attacker": {"tank": 1}, "defender": {"tank": 1}}
    a4a.battle(mod, **asked, attacker_technologies=["Super Submarines"])
    entry = '[[technologies]]\nname = "Super Submarines"\nremove = true\n'
    (mod / "technologies.toml").write_text(entry)
    with pytest.raises(A4AError, match="Super Submarines"):
        a4a.battle(mod, **asked, attacker_technologies=["Super Submarines"])
    (mod / "technologies.toml").unlink()
    a4a.battle(mod, **asked, attacker_technologies=["Super Submarines"])


def test_what_is_asked_of_unchanged_files_is_made_once(mod: Path) -> None:
    assert lookup("global1940") is lookup("global1940")
    assert lookup(mod) is lookup(mod)
    assert boards.load(mod) is boards.load(mod)


def test_files_that_were_just_written_are_told_apart_by_what_is_in_them(mod: Path) -> None:
    """Two changes within the grain of a clock may have the same times."""
    file = mod / "units.csv"
    (recent,) = mark(file)
    assert recent[-1]
    changed = recent[2]
    with patch("a4a.boards.stamps.time_ns", return_value=changed + GRAIN):
        assert mark(file) == ((*recent[:-1], b""),)
    assert stamp([mod / "nowhere"]) == mark(mod / "nowhere") == ()
