"""The README says what is so: its commands exist, its links lead somewhere, its code runs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from a4a.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterable

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def found(pattern: str) -> list[str]:
    return sorted(set(re.findall(pattern, README, re.MULTILINE)))


def blocks(language: str) -> Iterable[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("command", found(r"^    a4a (\w+)"))
def test_command_exists(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"a4a {command}" in capsys.readouterr().out


@pytest.mark.parametrize("target", found(r"^    make (\w+)"))
def test_make_target_exists(target: str, project: Path) -> None:
    makefile = (project / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


@pytest.mark.parametrize("path", found(r"\]\(([^):]+)\)") + found(r"^\| `([a-z]+/)`"))
def test_link_leads_somewhere(path: str, project: Path) -> None:
    assert (project / path).exists()


FEWER = {
    'by="round")': 'by="round", width=200)',
    'region="Europe").save': 'region="Europe", width=400).save',
    'region="Eastern Front")  # a small map': 'region="Eastern Front", width=500)  # a small map',
    '"game.html", at=node)': '"game.html", at=node, charts=())',
    "games=2": "games=1",
    "rounds=2": "rounds=1",
}
"""What takes long in the tour is smaller here."""


def test_tour_runs(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copyfile(shared / "saves" / "triplea2" / "g40_25_easy.tsvg", tmp_path / "game.tsvg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    tour = "\n".join(blocks("python"))  # each goes on where the one before ended
    for much, less in FEWER.items():
        assert much in tour
        tour = tour.replace(much, less)
    exec(compile(tour, "README.md", "exec"), names)
