"""Refusals on file that nothing comes to are told, where that can be known."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.rules import golden

ROOT = golden.HERE.parent.parent


def run(*args: str, **options: object) -> Any:
    """What a run is asked for."""
    return SimpleNamespace(
        args=list(args),
        rootpath=ROOT,
        invocation_params=SimpleNamespace(dir=ROOT),
        getoption=lambda name, default: options.get(name, default),
    )


def reports(*left_out: str) -> dict[str, list[Any]]:
    """Reports of tests that came to all lines on file but these."""
    lines = [
        (file.relative_to(golden.HERE).as_posix(), line)
        for file in golden.HERE.glob("*/*refusals.txt")
        for line in file.read_text().splitlines()
        if line not in left_out
    ]
    half = len(lines) // 2
    told = [[(golden.PROPERTY, part)] for part in (lines[:half], lines[half:])]
    nodeid = "tests/rules/areas/test_raids.py::test_a"
    return {"": [SimpleNamespace(nodeid=nodeid, user_properties=t) for t in told]}


def a_line() -> tuple[str, str]:
    file = next(golden.HERE.glob("*/*refusals.txt"))
    return file.relative_to(golden.HERE).as_posix(), file.read_text().splitlines()[3]


@pytest.mark.parametrize("args", [("tests", "a4a"), ("tests/rules",), (".",)])
def test_a_line_that_no_test_comes_to_is_told(args: tuple[str, ...]) -> None:
    name, line = a_line()
    assert golden.stale(run(*args), reports()) == {}
    assert golden.stale(run(*args), reports(line)) == {name: {line}}


@pytest.mark.parametrize(
    ("asked", "more"),
    [
        (run("tests/rules/areas"), {}),
        (run("tests/rules/areas/test_raids.py::test_a"), {}),
        (run("tests", keyword="raid"), {}),
        (run("tests", markexpr="soak"), {}),
        (run("tests"), {"failed": [SimpleNamespace(nodeid="tests/rules/test_kernel.py::test_b")]}),
        (run("tests"), {"skipped": [SimpleNamespace(nodeid="tests/rules/test_what_if.py::test_c",
                                                    longrepr=("", 1, "no folder 'shared'"))]}),
    ],
)  # fmt: skip
def test_none_is_told_where_tests_were_left_out(asked: Any, more: dict[str, list[Any]]) -> None:
    _, line = a_line()
    assert golden.stale(asked, {**reports(line), **more}) == {}


def test_a_line_is_dropped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(golden, "HERE", tmp_path)
    (tmp_path / "refusals.txt").write_text("a\nb\nc\n")
    golden.drop({"refusals.txt": {"b"}})
    assert (tmp_path / "refusals.txt").read_text() == "a\nc\n"
