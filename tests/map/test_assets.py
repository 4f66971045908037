"""The browser code, as far as it can be read without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import a4a
from a4a.map.assets import shared

FILES = sorted(Path(a4a.__file__).parent.glob("*/static/*.js"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_makes_html_or_code_of_text(path: Path) -> None:
    """Words from a record reach the page as text and attributes only."""
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function"
    assert not re.findall(forbidden, path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_asks_for_anything_on_the_network(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"\bfetch\(|XMLHttpRequest|import\(|WebSocket|sendBeacon", text)
    addresses = set(re.findall(r"https?://[^\"'\s)]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_symbols_and_marks_are_paths_in_their_boxes() -> None:
    for path in [p for s in shared("map/symbols.json").values() for p in s.values()]:
        assert re.fullmatch(r"[MLHVAZ0-9 .-]+", path)
        assert max(map(float, re.findall(r"\d*\.?\d+", path))) <= 14


def test_every_unit_of_our_boards_has_a_symbol() -> None:
    drawn = set(shared("map/symbols.json"))
    kinds = {kind for name in ("global1940", "europe1940") for kind in units_of(name)}
    assert kinds <= drawn


def units_of(name: str) -> set[str]:
    return {kind.symbol for kind in a4a.dataset(name).catalog.unit_types}
