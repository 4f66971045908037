"""`a4a lab`: the notebooks are laid out, JupyterLab opens, a notebook runs without it."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a import cli, lab
from a4a.widgets.study_explorer import StudyExplorer
from tests.map import pixel_maps

if TYPE_CHECKING:
    from collections.abc import Sequence


def write_notebook(path: Path, cells: Sequence[str]) -> None:
    code = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source,
        }
        for number, source in enumerate(cells)
    ]
    note = {"cell_type": "markdown", "id": "note", "metadata": {}, "source": "# A note"}
    document = {"cells": [note, *code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(document), encoding="utf-8")


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    return tmp_path / "a notebook.ipynb"


def test_notebook_runs_in_its_own_folder_and_stays_as_it_was(notebook: Path) -> None:
    write_notebook(notebook, ["import pathlib", "   ", "pathlib.Path('a notebook.ipynb').stat()"])
    before = notebook.read_bytes()
    assert lab.run_notebook(notebook).cells == 2
    assert notebook.read_bytes() == before
    assert list(notebook.parent.iterdir()) == [notebook]


def test_notebook_runs_in_this_python(notebook: Path) -> None:
    write_notebook(notebook, [f"import sys; assert sys.prefix == {sys.prefix!r}"])
    assert lab.run_notebook(notebook).cells == 1


def test_notebook_stops_at_the_cell_that_fails(notebook: Path) -> None:
    ran = notebook.with_name("ran")
    write_notebook(notebook, ["x = 0", "1 / x", f"open({str(ran)!r}, 'w')"])
    with pytest.raises(lab.LabError, match=r"(?s)a notebook.ipynb, code cell 2: .*1 / x.*ZeroDiv"):
        lab.run_notebook(notebook)
    assert not ran.exists()


def test_kernel_that_dies_is_an_error(notebook: Path) -> None:
    write_notebook(notebook, ["1", "import os; os._exit(1)"])
    with pytest.raises(lab.LabError, match=r"a notebook.ipynb, code cell 2: Kernel died"):
        lab.run_notebook(notebook)


def test_cell_that_takes_too_long_is_an_error(notebook: Path) -> None:
    write_notebook(notebook, ["1", "import time; time.sleep(60)"])
    with pytest.raises(lab.LabError, match=r"(?s)code cell 2: .*timed out.*after 1 seconds"):
        lab.run_notebook(notebook, patience=1)


def test_missing_notebook_is_an_error(notebook: Path) -> None:
    with pytest.raises(lab.LabError, match=r"cannot read .*a notebook.ipynb: No such file"):
        lab.run_notebook(notebook)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"nbformat": 4, "nbformat_minor": 5}', "\0"]
)
def test_file_that_is_no_notebook_is_an_error(notebook: Path, text: str) -> None:
    notebook.write_text(text, encoding="utf-8")
    with pytest.raises(lab.LabError, match=r"a notebook.ipynb is not a notebook"):
        lab.run_notebook(notebook)


def test_notebooks_are_copied_once(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    copied = lab.copy_notebooks(folder)
    assert folder / lab.QUICKSTART in copied
    (folder / lab.QUICKSTART).write_text("changed by its reader", encoding="utf-8")
    assert lab.copy_notebooks(folder) == []
    assert (folder / lab.QUICKSTART).read_text(encoding="utf-8") == "changed by its reader"


def test_the_links_of_the_notebooks_that_are_copied_lead_somewhere(tmp_path: Path) -> None:
    lab.copy_notebooks(tmp_path)
    links = re.findall(r"\]\(([^):]+\.ipynb)\)", (tmp_path / lab.QUICKSTART).read_text("utf-8"))
    assert len(links) > 10
    assert [link for link in links if not (tmp_path / link).is_file()] == []


def test_the_tables_that_lessons_read_are_copied_beside_them(tmp_path: Path) -> None:
    lab.copy_notebooks(tmp_path)
    lessons = tmp_path / "lessons"
    read = {
        name
        for lesson in lessons.glob("*.ipynb")
        for name in re.findall(r"read_csv\(\\\"([^\\]+)", lesson.read_text("utf-8"))
    }
    assert read == {file.name for file in lessons.glob("*.csv")} != set()


def test_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(lab.LabError, match="cannot put the notebooks in"):
        lab.copy_notebooks(tmp_path / "file")


def test_open_lab_starts_offline_on_the_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jupyterlab.labapp import LabApp

    given: list[Any] = []
    monkeypatch.setattr(LabApp, "launch_instance", given.append)
    lab.open_lab(tmp_path, "a b.ipynb", options=["--no-browser"])
    (arguments,) = given
    assert "--LabApp.default_url=/lab/tree/a%20b.ipynb" in arguments
    assert set(lab.OFFLINE) <= set(arguments)
    assert arguments[-1] == "--no-browser"


def test_headless_command_tells_by_its_exit_code(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_notebook(tmp_path / lab.QUICKSTART, ["2 + 2"])
    assert cli.main(["lab", "--headless", str(tmp_path)]) == 0
    out, err = capfd.readouterr()
    assert "the 1 cells of 00_quickstart.ipynb ran in" in out
    assert err == ""  # nothing of the kernel's own
    write_notebook(tmp_path / lab.QUICKSTART, ["1 / 0"])
    assert cli.main(["lab", "--headless", str(tmp_path)]) == 1
    said = capfd.readouterr().err
    assert said.startswith("a4a: 00_quickstart.ipynb, code cell 1: ")
    assert "ZeroDivisionError" in said
    assert "\x1b" not in said
    assert "\N{REPLACEMENT CHARACTER}" not in said


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "my game.a4a"
    a4a.save(a4a.start("europe1940"), file)
    return file


def test_a_notebook_on_a_game_lies_beside_it_and_opens_it(game: Path) -> None:
    notebook = lab.write_notebook(game)
    assert notebook == game.with_name("my game.ipynb")
    assert "a4a.open('my game.a4a')" in notebook.read_text("utf-8")
    assert lab.run_notebook(notebook).cells == 2


def test_a_notebook_on_a_game_that_is_there_is_kept(game: Path) -> None:
    lab.write_notebook(game).write_text("changed by its reader", encoding="utf-8")
    assert lab.write_notebook(game).read_text("utf-8") == "changed by its reader"


def test_a_notebook_on_a_study_opens_its_chapters(tmp_path: Path) -> None:
    file = tmp_path / "lesson.a4s"
    study = a4a.study(file)
    study.add(a4a.start("europe1940"), title="The start")
    a4a.save(study)
    notebook = lab.write_notebook(file)
    said = notebook.read_text("utf-8")
    assert "study = a4a.study('lesson.a4s')" in said
    assert "a4a.explore(study)" in said
    assert lab.run_notebook(notebook).cells == 2
    app = a4a.explore(file)
    assert isinstance(app, StudyExplorer)
    assert app.study.chapters == study.chapters


def test_no_study_is_begun_where_there_is_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["explore", str(tmp_path / "none.a4s")]) == 1
    assert "none.a4s: no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_lab_opens_a_notebook_on_a_game(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(lab, "open_lab", lambda *given, **_: opened.append(given))
    assert cli.main(["lab", str(game)]) == 0
    assert opened == [(game.parent, "my game.ipynb")]


def test_a_file_that_is_no_game_opens_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "note.txt").write_text("no game", encoding="utf-8")
    for command in ("lab", "explore"):
        assert cli.main([command, str(tmp_path / "note.txt")]) == 1
        said = capsys.readouterr().err
        assert said.startswith("a4a: note.txt: neither a TripleA save (.tsvg) nor an .a4a file")
    assert not (tmp_path / "note.ipynb").exists()


def test_explore_without_voila_says_what_to_install(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda _: None)
    assert cli.main(["explore", str(game)]) == 1
    said = capsys.readouterr().err
    assert "pip install 'a4a-toolkit[voila]'" in said
    assert said.count("\n") == 1


def test_explore_shows_the_game_alone_behind_a_token(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = pytest.importorskip("voila.app")
    given: list[Any] = []

    def launch(arguments: list[str]) -> None:
        given.extend(arguments)
        cells = json.loads(Path(arguments[0]).read_text("utf-8"))["cells"]
        given.append("".join("".join(cell["source"]) for cell in cells))

    monkeypatch.setattr(app.Voila, "launch_instance", launch)
    assert cli.main(["explore", "--no-browser", str(game)]) == 0
    assert {"--Voila.ip=127.0.0.1", "--Voila.auto_token=True", "--no-browser"} <= set(given)
    assert str(game.resolve()) in given[-1]
    assert not Path(given[0]).exists()  # a folder of its own, which is gone


def test_explore_draws_the_board_by_the_map_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = pytest.importorskip("voila.app")
    pixel_maps.folder(tmp_path / "tiny_world")
    a4a.save(pixel_maps.record(), tmp_path / "tiny.a4a")
    sources: list[str] = []

    def read(notebook: Path) -> None:
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        sources.extend("".join(cell["source"]) for cell in cells)

    monkeypatch.setattr(app.Voila, "launch_instance", lambda given: read(Path(given[0])))
    monkeypatch.chdir(tmp_path)
    assert cli.main(["explore", "tiny.a4a", "--map", "tiny_world"]) == 0
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")  # where the notebook is run
    scope: dict[str, Any] = {}
    exec(sources[0], scope)  # what the notebook's cells say
    shown = eval(sources[1], scope)
    assert shown.board.painter.shapes == "Drawn by the TripleA map tiny_world."
