"""A library of the games that come with a4a, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.boards.folders import root
from a4a.libraries.library import Library


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library of the games that come with a4a; it is only read."""
    lib = a4a.library(tmp_path_factory.mktemp("shipped") / "lib")
    lib.add(root() / "games", workers=1)
    return lib


@pytest.fixture
def lib(tmp_path: Path) -> Library:
    """An empty library."""
    return a4a.library(tmp_path / "lib")
