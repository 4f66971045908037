"""Characters that turn the direction of text are shown as what they are, wherever text is seen."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.cli import main
from a4a.core import events as ev
from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.map.timeline_builder import build_timeline

if TYPE_CHECKING:
    from pathlib import Path

TURNED = "\u202egnp\u2066"
SHOWN = "⟨U+202E⟩gnp⟨U+2066⟩"


@pytest.fixture
def record() -> GameRecord:
    board = Board(
        name="turned",
        spaces=(Space(name=f"Malta {TURNED}", kind="land"), Space(name="Sea", kind="sea")),
        borders=(Border(f"Malta {TURNED}", "Sea", "coast"),),
    )
    catalog = Catalog(
        system="small", dice_sides=6, currency="IPC",
        powers=(Power(name=f"Italy {TURNED}", side="Axis"),),
        unit_types=(UnitType(name="tank", category="land"),),
    )  # fmt: skip
    record = GameRecord(
        Header(system="small", title=f"Game {TURNED}", players={"Italy": f"Ann {TURNED}"}),
        board, catalog, Position(),
    )  # fmt: skip
    record.append([ev.Noted(f"Said {TURNED}")])
    record.annotate(a4a.Comment(node=1, text=f"Note {TURNED}"))
    return record


def _turning(text: str) -> bool:
    return any(c in text for c in TURNED if not c.isalpha())


def test_in_the_browser(record: GameRecord) -> None:
    sent = gzip.decompress(build_timeline(record, record.line()).pack()).decode()
    assert not _turning(sent)
    for words in ("Malta", "Italy", "Said", "Game"):
        assert f"{words} {SHOWN}" in sent


def test_on_a_page_and_in_pictures(record: GameRecord, tmp_path: Path) -> None:
    page = a4a.export_html(record, tmp_path / "game.html").read_text("utf-8")
    assert f"Game {SHOWN}" in page
    assert not _turning(page.partition("</title>")[0])
    picture = a4a.picture(record, 1).svg
    assert not _turning(picture)


def test_on_the_command_line(
    record: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.a4a"
    a4a.save(record, file)
    assert main(["info", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"Game {SHOWN}" in said
    assert f"Ann {SHOWN}" in said
    assert not _turning(said)
    assert main(["picture", str(file), "--out", str(tmp_path / "p.svg"), "--node", "9"]) == 1
    assert not _turning(capsys.readouterr().err)


def test_what_is_kept_is_as_it_was_written(record: GameRecord, tmp_path: Path) -> None:
    a4a.save(record, tmp_path / "game.a4a")
    assert a4a.open(tmp_path / "game.a4a") == record
