"""The style sheets can be parsed, and style only what there is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tinycss2

PACKAGE = Path(__file__).parent.parent / "a4a"
SHEETS = sorted(path for path in PACKAGE.rglob("*.css") if path.parent.name != "vendor")
OURS, LIBRARY = "a4a-", ("leaflet-", "jupyter-widgets", "vega-embed")
"""How classes begin that we give, and those that Leaflet, Jupyter and Vega give."""
GIVING = re.compile(r"\bclass(?:Name|List\.(?:add|toggle|replace))?\s*[:=(]\s*([^,;\n]*)")
"""Where a script gives an element its classes."""

COMMON = {
    "a4a-bar": "a row of buttons",
    "a4a-battles": "what is drawn as the results of battles are on the map",
    "a4a-damage": "how often a unit has been hit",
    "a4a-deck": "the line under units aboard",
    "a4a-fault": "what could not be done, and why",
    "a4a-meaning": "what a layer shows, in words and samples",
    "a4a-muted": "what is said in passing",
    "a4a-note-row": "a row of a list of notes",
    "a4a-number": "a figure in a table",
    "a4a-pair": "back and on, with what they go along between them",
    "a4a-projector": "what is shown large",
    "a4a-refusal": "what the rules or the kernel refused",
    "a4a-row": "fields and buttons in a row",
    "a4a-said": "what a note says",
    "a4a-spoken": "what only screen readers tell",
    "a4a-task": "what is asked of a student, above the decision",
    "a4a-words": "text that somebody wrote",
}
"""Classes that mean the same in several views; all others belong to the scripts of one view."""


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


def views_that_give() -> dict[str, set[str]]:
    """The classes that scripts write out whole, with the views whose scripts do.

    The scripts of a view begin with the same word: ``decide.js``, ``decide_moves.js``.
    """
    found = defaultdict(set)
    for path in PACKAGE.rglob("*.js"):
        for said in GIVING.findall(path.read_text(encoding="utf-8")):
            for name in re.findall(rf"(?<![.\w-]){OURS}[\w-]*(?![\w-]*\${{)", said):
                found[name].add(path.stem.split("_")[0])
    return found


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


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_what_is_inside_does_not_depend_on_a_style_around_it(path: Path) -> None:
    """Or all that a board contains would be styled anew whenever a pane of it moves."""
    found = [text for rule in parsed(path) for text in around_styles(rule.prelude)]
    assert found == []


def test_a_style_that_is_asked_for_around_something_is_found() -> None:
    asked = "svg[style*=red] text, svg[style*=red], g:not([style]) > a[style], a [style]"
    prelude = tinycss2.parse_component_value_list(asked)
    assert len(list(around_styles(prelude))) == 2


def around_styles(prelude: list[Any]) -> Iterator[str]:
    """The selectors of a list that ask for the style attribute of what is around the last part."""
    selector: list[Any] = []
    for node in [*prelude, tinycss2.ast.LiteralToken(0, 0, ",")]:
        if node != ",":
            selector.append(node)
            continue
        text = tinycss2.serialize(selector).strip()
        between = [
            i
            for i, one in enumerate(selector)
            if one in (">", "+", "~") or one.type == "whitespace"
        ]
        around = selector[: max((i for i in between if i < len(selector) - 1), default=0)]
        if "[style" in tinycss2.serialize(around):
            yield text
        selector = []


def test_every_variable_that_is_set_is_used() -> None:
    every = [node for path in SHEETS for rule in parsed(path) for node in declarations(rule)]
    defined = {node.name for node in every if node.name.startswith("--")}
    assert defined
    text = "".join(path.read_text(encoding="utf-8") for path in SHEETS) + code()
    read = set(re.findall(r"var\((--[\w-]+)", text))
    begun = tuple(set(re.findall(r"var\((--[\w-]+-)\$?{", text)))
    assert {name for name in defined - read if not (begun and name.startswith(begun))} == set()


def test_a_class_means_one_thing() -> None:
    """The sheets of all views are on one page, and style whatever has the class."""
    shared = {name for name, views in views_that_give().items() if len(views) > 1}
    assert shared == set(COMMON)
