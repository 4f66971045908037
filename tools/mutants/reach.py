"""Which tests reach which line: measured once, and again only where tests changed.

The tests of each file run in a child of a process that has read all tests, so that what one file's
tests find cached was computed by them. What is measured lies in a folder git ignores, by the name
of the test file, with the modules as they were, so that a line is found again where others have
moved it. A kill is sound whatever was measured; which tests could see a fault that lives is known
only as well as that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.mutants import trees
from tools.mutants.measuring import READ
from tools.mutants.moved import Sources
from tools.mutants.served import Served

TESTS = (
    "tests/odds",
    "tests/importers",
    "tests/rules",
    "tests/analysis",
    "tests/boards",
    "tests/charts",
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


Lines = dict[str, list[int]]
"""Which tests of a file, by their places among them, reach each line."""


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
    _data: dict[str, list[tuple[str, list[str], str, Lines]]] = field(default_factory=dict)

    def of(self, path: str) -> dict[int, dict[str, set[str]]]:
        """Return who reaches the lines of a module: line, test file, tests.

        Of what is reached as tests are read, `READ` is there, with no test.
        """
        if path not in self._lines:
            self._lines[path] = self._read(path)
        return self._lines[path]

    def add(self, file: str, entry: dict[str, Any]) -> None:
        """Take in what was measured of the tests of a file; tests that fail see nothing."""
        failed = set(entry["failed"])
        passed = {name: s for name, s in entry["seconds"].items() if name not in failed}
        self.seconds.update(passed)
        self.files[file] = sorted(passed)
        self.opening[file] = entry["opening"]
        names = list(entry["seconds"])
        for path, (version, lines) in entry["modules"].items():
            self._data.setdefault(path, []).append((file, names, version, lines))

    def _read(self, path: str) -> dict[int, dict[str, set[str]]]:
        found: dict[int, dict[str, set[str]]] = {}
        for file, names, version, lines in self._data.get(path, ()):
            places = self.sources.places(path, version)
            for line, tests in lines.items():
                known = {names[test] for test in tests}.intersection(self.seconds)
                for now in places.get(int(line), ()):
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

    files = [
        name  # one that was written since the copies were made is in none of them
        for name in files_with_tests(project, folders)
        if all((room / "tree" / name).is_file() for room in rooms)
    ]
    stale = []
    for file in files:
        entry = _entry(cache, file)
        if entry is None or entry["digest"] != trees.digest(project, [file]):
            _kept(cache, file).unlink(missing_ok=True)
            stale.append(file)
    servers = {room: Served("tools.mutants.measuring", stale, room) for room in rooms}

    def measure(file: str, room: Path) -> None:
        tell(f"measuring {file}")
        entry = servers[room].asked(file)
        if "modules" not in entry:
            why = entry.get("error", f"the process ended with {entry['status']}")
            tell(f"{file}: left out, it cannot be measured: {why}")
            return
        if entry["failed"]:
            left_out = len(entry["failed"])
            tell(f"{file}: {left_out} left out, failed or skipped without a fault")
        entry["modules"] = {
            path: (sources.keep(path), lines) for path, lines in entry["modules"].items()
        }
        entry["digest"] = trees.digest(project, [file])
        _kept(cache, file).write_text(json.dumps(entry), encoding="utf-8")

    try:
        if stale:
            measure(READ, rooms[0])
            trees.in_rooms(rooms, measure, stale)
    finally:
        for server in servers.values():
            server.close()
    reach = Reach(sources)
    for file in [*files, READ]:
        if entry := _entry(cache, file):
            reach.add(file, entry)
    return reach


def _kept(cache: Path, file: str) -> Path:
    return cache / f"{file.replace('/', '.')}.json"


def _entry(cache: Path, file: str) -> dict[str, Any] | None:
    path = _kept(cache, file)
    if not path.is_file():
        return None
    entry: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return entry
