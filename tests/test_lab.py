"""`a4a lab`: the notebooks are laid out, JupyterLab starts, a notebook runs through its kernel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from a4a import cli, lab

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


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


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("root")


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[lab.LabServer]:
    with lab.LabServer(root) as running:
        yield running


def test_server_answers_on_loopback_to_who_holds_the_token(server: lab.LabServer) -> None:
    assert server.url.startswith("http://127.0.0.1:")
    assert "started" in server.request("GET", "/api/status")
    server.token, token = "wrong", server.token
    try:
        with pytest.raises(lab.LabError, match="403 Forbidden"):
            server.request("GET", "/api/sessions")
    finally:
        server.token = token


def test_server_ends_with_its_kernels_and_leaves_nothing(root: Path) -> None:
    with lab.LabServer(root) as running:
        running.request("POST", "/api/kernels", {"name": "python3"})
        own, process = running._own, running._process
        assert own.is_dir()
    assert process.poll() == 0
    assert not own.exists()


def test_server_that_cannot_start_says_why(root: Path) -> None:
    with (
        pytest.raises(lab.LabError, match=r"(?s)ended before it was up.*no_such_option"),
        lab.LabServer(root, options=["--ServerApp.no_such_option", "--bad.flag"]),
    ):
        pass


def test_notebook_runs_through_the_server_and_stays_as_it_was(
    server: lab.LabServer, root: Path
) -> None:
    write_notebook(
        root / "good one.ipynb", ["x = 1", "   ", "import pathlib; here = pathlib.Path()", "x"]
    )
    before = (root / "good one.ipynb").read_bytes()
    run = lab.run_notebook(server, "good one.ipynb")
    assert (run.cells, run.failure) == (3, None)
    assert (root / "good one.ipynb").read_bytes() == before
    assert server.request("GET", "/api/sessions") == []


def test_notebook_stops_at_the_cell_that_fails(server: lab.LabServer, root: Path) -> None:
    write_notebook(root / "bad.ipynb", ["x = 0", "1 / x", "never = 1"])
    run = lab.run_notebook(server, "bad.ipynb")
    assert run.cells == 2
    assert run.failure is not None
    assert "ZeroDivisionError" in run.failure


def test_kernel_that_dies_is_a_failure(server: lab.LabServer, root: Path) -> None:
    write_notebook(root / "dies.ipynb", ["import os; os._exit(1)"])
    assert lab.run_notebook(server, "dies.ipynb").failure == "the kernel died"


def test_cell_that_takes_too_long_is_an_error(server: lab.LabServer, root: Path) -> None:
    write_notebook(root / "slow.ipynb", ["1", "import time; time.sleep(60)"])
    with pytest.raises(lab.LabError, match=r"slow.ipynb, code cell 2: the kernel fell silent"):
        lab.run_notebook(server, "slow.ipynb", patience=3)


def test_missing_notebook_is_an_error(server: lab.LabServer) -> None:
    with pytest.raises(lab.LabError, match="404"):
        lab.run_notebook(server, "nowhere.ipynb")


def test_notebooks_are_copied_once(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    copied = lab.copy_notebooks(folder)
    assert folder / lab.QUICKSTART in copied
    (folder / lab.QUICKSTART).write_text("changed by its reader", encoding="utf-8")
    assert lab.copy_notebooks(folder) == []
    assert (folder / lab.QUICKSTART).read_text(encoding="utf-8") == "changed by its reader"


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
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_notebook(tmp_path / lab.QUICKSTART, ["2 + 2"])
    assert cli.main(["lab", "--headless", str(tmp_path)]) == 0
    assert "the 1 cells of 00_quickstart.ipynb ran in" in capsys.readouterr().out
    write_notebook(tmp_path / lab.QUICKSTART, ["1 / 0"])
    assert cli.main(["lab", "--headless", str(tmp_path)]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
