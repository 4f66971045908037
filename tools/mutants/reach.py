"""Which tests reach which line: measured once, and again only where tests changed.

The tests of each file run in a process of their own, so that what one file's tests find cached was
computed by them. What is measured lies in a folder git ignores, by the name of the test file, with
the modules as they were, so that a line is found again where others have moved it. A kill is sound
whatever was measured; which tests could see a fault that lives is known only as well as that.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.mutants import trees
from tools.mutants.moved import Sources
from tools.mutants.sample import PARTS

TESTS = (
    "tests/odds",
    "tests/importers",
    "tests/rules",
    "tests/analysis",
    "tests/frames",
    "tests/store",
    "tests/examples",
    "tests/editing",
    "tests/players",
    "tests/widgets",
    "a4a/odds",
    "a4a/importers",
    "a4a/rules",
    "a4a/analysis",
    "a4a/players",
)
"""Whose tests and doctests can see a fault. Those of floors that know nothing of the parts are left
out, and those which see them through a browser, a map or a page only."""

LONGEST = 1800
"""Seconds after which the tests of a file are given up."""


def files_with_tests(project: Path, folders: Iterable[str]) -> list[str]:
    """Return the files with tests in some folders: test modules, and modules with doctests."""
    found = []
    for name in trees.files_of(project):
        if not name.endswith(".py") or not any(name.startswith(f"{one}/") for one in folders):
            continue
        is_test = Path(name).name.startswith("test_")
        if is_test or (name.startswith("a4a/") and ">>> " in (project / name).read_text()):
            found.append(name)
    return found


@dataclass
class Reach:
    """What is known of the tests: how long each takes, and the lines each reaches.

    What the tests of a file share is made for the first of them that is run: that takes `opening`
    seconds.
    """

    sources: Sources
    seconds: dict[str, float] = field(default_factory=dict)
    files: dict[str, list[str]] = field(default_factory=dict)
    opening: dict[str, float] = field(default_factory=dict)
    _lines: dict[str, dict[int, dict[str, set[str]]]] = field(default_factory=dict)
    _data: dict[str, tuple[Path, dict[str, str]]] = field(default_factory=dict)

    def of(self, path: str) -> dict[int, dict[str, set[str]]]:
        """Return who reaches the lines of a module: line, test file, tests.

        Of what a file's tests reach when they are collected, its name is there with no test.
        """
        if path not in self._lines:
            self._lines[path] = self._read(path)
        return self._lines[path]

    def add(self, file: str, entry: dict[str, Any], data: Path) -> None:
        """Take in what was measured of the tests of a file; tests that fail see nothing."""
        failed = set(entry["failed"])
        passed = {name: s for name, s in entry["seconds"].items() if name not in failed}
        self.seconds.update(passed)
        self.files[file] = sorted(passed)
        self.opening[file] = entry.get("opening", 0.0)
        self._data[file] = data, entry["modules"]

    def _read(self, path: str) -> dict[int, dict[str, set[str]]]:
        from coverage import CoverageData

        found: dict[int, dict[str, set[str]]] = {}
        for file, (where, modules) in self._data.items():
            if path not in modules:
                continue
            data = CoverageData(basename=str(where))
            data.read()
            places = self.sources.places(path, modules[path])
            for line, tests in data.contexts_by_lineno(path).items():
                known = {test for test in tests if test in self.seconds}
                for now in places.get(line, ()):
                    found.setdefault(now, {}).setdefault(file, set()).update(known)
        return found


def measured(
    project: Path,
    rooms: list[Path],
    cache: Path,
    tell: Callable[[str], None],
    folders: Iterable[str],
) -> Reach:
    """Return what the tests reach, measuring those files again whose tests changed.

    Parameters
    ----------
    project, rooms, cache
        The project; the folders with its copies; where what is measured is kept.
    tell
        Is told which file is being measured, and of tests that cannot be used.
    folders
        Whose tests.
    """
    cache.mkdir(parents=True, exist_ok=True)
    sources = Sources(project, cache / "sources")

    def measure(file: str, room: Path) -> None:
        tell(f"measuring {file}")
        try:
            entry = _measure(file, room, _kept(cache, file, "db"))
        except subprocess.TimeoutExpired:
            tell(f"{file}: left out, not done after {LONGEST} seconds")
            return
        except subprocess.CalledProcessError as error:
            tell(f"{file}: left out, it cannot be measured: {error.stderr[-2000:]}")
            return
        inside = tuple(f"{folder}/" for folder in PARTS.values())
        entry["modules"] = {n: sources.keep(n) for n in entry["loaded"] if n.startswith(inside)}
        entry["digest"] = trees.digest(project, [file])
        _kept(cache, file, "json").write_text(json.dumps(entry), encoding="utf-8")
        if entry["failed"]:
            left_out = len(entry["failed"])
            tell(f"{file}: {left_out} left out, failed or skipped without a fault")

    files = files_with_tests(project, folders)
    stale = []
    for file in files:
        entry = _entry(cache, file)
        if entry is None or entry["digest"] != trees.digest(project, [file]):
            _kept(cache, file, "json").unlink(missing_ok=True)
            stale.append(file)
    trees.in_rooms(rooms, measure, stale)
    reach = Reach(sources)
    for file in files:
        if entry := _entry(cache, file):
            reach.add(file, entry, _kept(cache, file, "db"))
    return reach


def _kept(cache: Path, file: str, suffix: str) -> Path:
    return cache / f"{file.replace('/', '.')}.{suffix}"


def _entry(cache: Path, file: str) -> dict[str, Any] | None:
    path = _kept(cache, file, "json")
    if not path.is_file():
        return None
    entry: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return entry


def _measure(file: str, room: Path, data: Path) -> dict[str, Any]:
    tree = room / "tree"
    data.unlink(missing_ok=True)
    with TemporaryDirectory(prefix="a4a-mutants-") as private:
        variables = trees.environment(tree, room, Path(private))
        run = subprocess.run(
            [sys.executable, "-m", "tools.mutants.probe", "measure", file, str(data.resolve())],
            cwd=tree,
            env={**variables, "PYTHONDONTWRITEBYTECODE": ""},
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=True,
        )
    entry: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return entry
