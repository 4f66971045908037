"""Refusals on file: the words of each stand in a sorted file beside its tests, for people to read.

A refusal in other words fails its test. A line that no test comes to any more fails the run, if
all tests of the rules were run. Where REWRITE_GOLDEN is set, the files are written anew instead.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from a4a.core.errors import RuleViolation

HERE = Path(__file__).parent
REWRITE = "REWRITE_GOLDEN"
PROPERTY = "refusals on file"
"""Under which name the lines that a test has come to are reported: pairs of file and line."""

_CHOICES = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise")
"""Options that leave tests out."""

_NO_CASES = "got empty parameter set"
"""Why a test is skipped that goes deeper in a soak only."""

seen: dict[tuple[str, str], None] = {}
"""The lines that the test which is running has come to, by file and line."""


def on_file(refusal: RuleViolation, golden: Path) -> RuleViolation:
    """A refusal whose words are on file; written there where REWRITE_GOLDEN is set."""
    line = str(refusal)
    seen[golden.relative_to(HERE).as_posix(), line] = None
    if os.environ.get(REWRITE):
        known = set(golden.read_text().splitlines()) if golden.exists() else set()
        _write(golden, known | {line})
    else:
        assert line in _lines(golden), f"not on file: {line}"
    return refusal


@cache
def _lines(golden: Path) -> frozenset[str]:
    return frozenset(golden.read_text().splitlines())


def _write(golden: Path, lines: set[str]) -> None:
    golden.write_text("".join(f"{line}\n" for line in sorted(lines)))


# --- lines that nothing comes to ------------------------------------------------------------------


def stale(config: pytest.Config, stats: Mapping[str, list[Any]]) -> dict[str, set[str]]:
    """The lines that no test has come to, by file; none where tests of the rules were left out.

    Parameters
    ----------
    config
        What was to be run.
    stats
        The reports of all tests, on whichever worker.
    """
    if not _all_were_run(config, stats, HERE):
        return {}
    reports = [report for each in stats.values() for report in each]
    told = [dict(getattr(report, "user_properties", ())).get(PROPERTY, ()) for report in reports]
    occurred = {(file, line) for pairs in told for file, line in pairs}
    found: dict[str, set[str]] = {}
    for golden in sorted(HERE.glob("*/*refusals.txt")):
        name = golden.relative_to(HERE).as_posix()
        left = {x for x in golden.read_text().splitlines() if (name, x) not in occurred}
        if left:
            found[name] = left
    return found


def drop(lines: Mapping[str, set[str]]) -> None:
    """Take lines from the files."""
    for name, gone in lines.items():
        _write(HERE / name, set((HERE / name).read_text().splitlines()) - gone)


def _all_were_run(config: pytest.Config, stats: Mapping[str, list[Any]], folder: Path) -> bool:
    """Whether all tests of a folder were run, and passed."""
    if any(config.getoption(name, None) for name in _CHOICES):
        return False
    asked = [(config.invocation_params.dir / arg).resolve() for arg in config.args]
    if not any(folder.is_relative_to(path) for path in asked):
        return False
    within = f"{folder.relative_to(config.rootpath).as_posix()}/"
    skipped = [report for report in stats.get("skipped", ()) if _NO_CASES not in report.longrepr[2]]
    missed = [*stats.get("failed", ()), *stats.get("error", ()), *skipped]
    return not any(report.nodeid.startswith(within) for report in missed)
