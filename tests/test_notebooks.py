"""The notebooks that come with a4a run from top to bottom, in a kernel that forgets each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell

from a4a import lab
from tests.jupyter import FEW_STILLS, FORGET

NOTEBOOKS = {
    path.stem: path
    for folder in (lab.notebooks(), lab.notebooks() / "lessons")
    for path in sorted(folder.glob("*.ipynb"))
}


QUICKLY = """
from a4a.charts.quick import import_jsonschema_quickly
import_jsonschema_quickly()
"""
"""Spares the kernel the second and a half that a notebook's own import of Altair takes else."""

NO_HISTORY = "--HistoryManager.hist_file=:memory:"

FEWER = {
    "03_battle_odds": {
        "for size in (1, 2, 4, 8, 16)": "for size in (1, 2, 4)",
        "for _ in range(3)": "for _ in range(1)",
        "for seed in range(12)": "for seed in range(2)",
        "(100, 400, 1_600, 6_400, 25_600)": "(100, 400)",
        "for m in range(1, 31)": "for m in range(1, 16)",
    },
    "04_fronts": {
        'by="round")': 'by="round", width=200)',
        "width=1100": "width=500",
        "at=turning)": "at=turning, charts=())",
    },
    "10_library": {
        'lib.add(root() / "games", ': 'lib.add([*(root() / "games").glob("warg*.a4a")], ',
        "games=30": "games=2",
        "rounds=3, seed=1940": "rounds=1, seed=1940, workers=1",
    },
}
"""What a notebook does often is done less often here: each cell shows all it can of a few."""


class Client(NotebookClient):
    def set_widgets_metadata(self) -> None:
        """Leave out what a file would keep of the views: none is written."""


@pytest.fixture(scope="module")
def kernel() -> Iterator[AsyncKernelManager]:
    """A kernel for all notebooks, as most of what a short one takes is imports."""
    first = Path(os.environ["IPYTHONDIR"]) / "profile_default" / "startup" / "first.py"
    first.parent.mkdir(parents=True, exist_ok=True)
    first.write_text(QUICKLY + FEW_STILLS, encoding="utf-8")
    manager = AsyncKernelManager(kernel_name="python3")
    run_sync(manager.start_kernel)(extra_arguments=["--log-level=ERROR", NO_HISTORY])
    yield manager
    run_sync(manager.shutdown_kernel)(now=True)
    first.unlink()


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str, kernel: AsyncKernelManager) -> None:
    notebook = nbformat.read(NOTEBOOKS[name], as_version=4)
    for many, few in FEWER.get(name, {}).items():
        assert any(many in cell.source for cell in notebook.cells)
        for cell in notebook.cells:
            cell.source = cell.source.replace(many, few)
    begin = f"{FORGET}\nimport os\nos.chdir({str(NOTEBOOKS[name].parent)!r})\ndel os"
    notebook.cells.insert(0, new_code_cell(begin))
    client = Client(notebook, km=kernel, timeout=600)
    try:
        client.execute()
    finally:
        client.kc.stop_channels()
    assert client.code_cells_executed > 1
