import shutil
from pathlib import Path

import pytest

from a4a.boards.folders import root


@pytest.fixture(scope="session")
def reference(shared: Path) -> Path:
    """Public facts of the games, kept beside the project and not part of it."""
    return shared / "reference" / "tables"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of Global 1940 without its map, free to be broken."""
    folder = tmp_path / "broken"
    shutil.copytree(root() / "global1940", folder, ignore=shutil.ignore_patterns("*.geojson"))
    return folder
