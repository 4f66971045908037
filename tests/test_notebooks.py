"""The notebooks that come with a4a run from top to bottom, each in a kernel of its own."""

from __future__ import annotations

import pytest

from a4a import lab

NOTEBOOKS = {
    path.stem: path
    for folder in (lab.notebooks(), lab.notebooks() / "lessons")
    for path in sorted(folder.glob("*.ipynb"))
}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str) -> None:
    assert lab.run_notebook(NOTEBOOKS[name]).cells
