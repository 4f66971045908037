"""The style sheets can be parsed, and style only what there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tinycss2

PACKAGE = Path(__file__).parent.parent / "a4a"
SHEETS = sorted(path for path in PACKAGE.rglob("*.css") if path.parent.name != "vendor")
OURS, LIBRARY = "a4a-", ("leaflet-", "jupyter-widgets")
"""How classes begin that we give, and those that Leaflet and Jupyter give."""


def rules(nodes: Iterable[Any]) -> Iterator[Any]:
    """The rules of a sheet, those in at-rules among them. What cannot be parsed is refused."""
    for node in nodes:
        for part in (node, *(getattr(node, "prelude", None) or ())):
            assert part.type != "error", f"line {part.source_line}: {part.message}"
        if node.type == "qualified-rule":
            yield node
        elif node.type == "at-rule" and node.content is not None:
            yield from rules(tinycss2.parse_rule_list(node.content, True, True))


def declarations(rule: Any) -> Iterator[Any]:
    for node in tinycss2.parse_blocks_contents(rule.content, True, True):
        assert node.type == "declaration", f"line {node.source_line}: {node.type}"
        yield node


def classes(selector: list[Any]) -> Iterator[str]:
    for node in selector:
        yield from classes(getattr(node, "content", None) or getattr(node, "arguments", None) or [])
    for one, two in pairwise(selector):
        if one.type == "literal" and one.value == "." and two.type == "ident":
            yield two.value


def parsed(path: Path) -> list[Any]:
    return list(rules(tinycss2.parse_stylesheet(path.read_text(encoding="utf-8"), True, True)))


@cache
def code() -> str:
    """All that gives classes: scripts, and Python."""
    paths = [
        p for p in PACKAGE.rglob("*") if p.suffix in (".js", ".py") and "vendor" not in p.parts
    ]
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(paths))


@cache
def given() -> tuple[set[str], set[str], set[str]]:
    """Classes that are written out, the beginnings of those put together, and words."""
    whole = set(re.findall(rf"{OURS}[\w-]*", code()))
    begun = set(re.findall(rf"({OURS}[\w-]*)\$?{{", code()))
    quoted = re.findall(r"""["'`]([\w -]+)["'`]""", code())
    words = {*quoted, *(word for text in quoted for word in text.split())}
    words |= set(re.findall(r"\b(\w+):", code()))
    return whole, begun, {word.replace(" ", "-") for word in words}


def is_given(name: str) -> bool:
    whole, begun, words = given()
    if name in whole or name.startswith(LIBRARY):
        return True
    return any(name.removeprefix(start) in words for start in begun if name.startswith(start))


@pytest.mark.parametrize("css", ["a { color red; }", "a { color: red; } }", "a { color: red; {"])
def test_a_fault_in_a_sheet_is_found(css: str, tmp_path: Path) -> None:
    (tmp_path / "sheet.css").write_text(f"{css}\nb {{ top: 0; }}\n")
    with pytest.raises(AssertionError, match="line"):
        [[*declarations(rule)] for rule in parsed(tmp_path / "sheet.css")]


def test_a_class_that_nothing_is_given_is_found() -> None:
    assert is_given("a4a-space")
    assert is_given("a4a-finding-engine-option")
    assert not is_given("a4a-forgotten")
    assert not is_given("a4a-finding-forgotten")


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_sheet_can_be_parsed_to_the_end(path: Path) -> None:
    found = parsed(path)
    assert found
    assert all([*declarations(rule)] for rule in found)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_every_class_that_is_styled_is_given_to_something(path: Path) -> None:
    named = {name for rule in parsed(path) for name in classes(rule.prelude)}
    assert named
    assert {name for name in named if not is_given(name)} == set()


def test_every_variable_that_is_set_is_used() -> None:
    every = [node for path in SHEETS for rule in parsed(path) for node in declarations(rule)]
    defined = {node.name for node in every if node.name.startswith("--")}
    assert defined
    text = "".join(path.read_text(encoding="utf-8") for path in SHEETS) + code()
    read = set(re.findall(r"var\((--[\w-]+)", text))
    begun = tuple(set(re.findall(r"var\((--[\w-]+-)\$?{", text)))
    assert {name for name in defined - read if not (begun and name.startswith(begun))} == set()
