"""The quickstart names all that there is: every notebook, every door, every command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.cli import _parser

if TYPE_CHECKING:
    from pathlib import Path

# What a newcomer does not call: values and errors that other calls give, parts of the explorer.
_GIVEN = {
    "Arrow", "Glyph", "Highlight", "Cursor", "Stepper", "Annotator", "BoardMap", "Picture",
    "GameRecord", "State", "Study", "A4AError", "BattleError", "DatasetError", "RecordError",
    "RuleViolation", "describe", "describe_step", "load", "__version__",
}  # fmt: skip


@pytest.fixture(scope="module")
def text(project: Path) -> str:
    notebook = json.loads((project / "notebooks" / "00_quickstart.ipynb").read_text("utf-8"))
    return "\n".join("".join(cell["source"]) for cell in notebook["cells"])


def test_every_notebook_is_named(text: str, project: Path) -> None:
    others = sorted(path.name for path in (project / "notebooks").glob("*.ipynb"))
    assert [name for name in others if name not in text] == ["00_quickstart.ipynb"]


def test_every_door_of_the_package_is_named(text: str) -> None:
    doors = [name for name in a4a.__all__ if name not in _GIVEN and name not in a4a._MODULES]
    assert [name for name in doors if f"a4a.{name}(" not in text] == []


def test_every_command_is_named(text: str) -> None:
    commands = _parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    assert commands is not None
    assert [name for name in commands if f"a4a {name}" not in text] == []
