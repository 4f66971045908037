"""The notebooks that come with a4a run from top to bottom, each in a kernel of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from a4a import lab

NOTEBOOKS = {
    path.stem: path
    for folder in (lab.notebooks(), lab.notebooks() / "lessons")
    for path in sorted(folder.glob("*.ipynb"))
}


QUICKLY = """
from a4a.charts.quick import import_jsonschema_quickly
import_jsonschema_quickly()
"""
"""Spares each kernel the second and a half that a notebook's own import of Altair takes else."""


@pytest.fixture(scope="module", autouse=True)
def _quickly() -> Iterator[None]:
    first = Path(os.environ["IPYTHONDIR"]) / "profile_default" / "startup" / "first.py"
    first.parent.mkdir(parents=True, exist_ok=True)
    first.write_text(QUICKLY, encoding="utf-8")
    yield
    first.unlink()


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str) -> None:
    assert lab.run_notebook(NOTEBOOKS[name]).cells
