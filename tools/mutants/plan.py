"""Which tests are run for a fault, and in which order.

First the tests that reach its line, the quickest first, and one case of each test before the
others. What takes effect on import is seen by the tests that reach a line naming it. Then come the
rest of their files, for what a fixture or a cache has computed for them all.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tools.mutants.faults import Fault
from tools.mutants.probe import file_of
from tools.mutants.reach import Reach
from tools.mutants.sample import PARTS

BATCHES = (3.0,)
"""Seconds of tests in the first batches; the last one takes the rest."""


@dataclass(frozen=True)
class Plan:
    """Which tests are run for a fault.

    Attributes
    ----------
    batches
        The tests, batch by batch.
    seconds
        How long all take without a fault.
    slowest
        How long the slowest test of each of their files takes.
    left_out
        How many more reach it but are too slow.
    """

    batches: list[list[str]]
    seconds: float
    slowest: dict[str, float]
    left_out: int


class Planner:
    """Plans the tests of faults.

    Parameters
    ----------
    project
        The project.
    reach
        What its tests reach.
    most
        Seconds of tests, as measured, that are run for a fault at most.
    """

    def __init__(self, project: Path, reach: Reach, most: float) -> None:
        self.project = project
        self.reach = reach
        self.most = most

    def plan(self, fault: Fault) -> Plan:
        """Return which tests are run for a fault."""
        first = self._who_reaches((fault.path, line) for line in _lines(fault))
        then: set[str] = set()
        if fault.at_import:
            named = re.match(r"(\w+)\s*[:=]", fault.original)
            if named:
                then = self._who_reaches(self._naming(named[1]))
        if not first | then and self.is_read(fault):
            then = self._all_of(fault.path)
        files = {file_of(name) for name in first | then}
        files |= {f for line in _lines(fault) for f in self.reach.of(fault.path).get(line, {})}
        rest = {name for file in files for name in self.reach.files[file]} - first - then
        return self._batches([n for lot in (first, then - first, rest) for n in self._ordered(lot)])

    def is_read(self, fault: Fault) -> bool:
        """Whether a fault takes effect as modules or tests are read, before any test is run."""
        places = (self.reach.of(fault.path).get(line, {}) for line in _lines(fault))
        return fault.at_import or any(not tests for at in places for tests in at.values())

    def _batches(self, names: list[str]) -> Plan:
        batches: list[list[str]] = []
        bounds = [*BATCHES, self.most]
        spent, left_out = 0.0, 0
        tests: list[str] = []
        seconds = 0.0
        opened: set[str] = set()
        for name in names:
            file = file_of(name)
            cost = self.reach.seconds[name] + self.reach.opening[file] * (file not in opened)
            if spent + cost > self.most and (batches or tests):
                left_out += 1
                continue
            if tests and seconds + cost > bounds[min(len(batches), len(bounds) - 1)]:
                batches.append(self._by_file(tests))
                tests, seconds = [], 0.0
            tests.append(name)
            opened.add(file)
            seconds += cost
            spent += cost
        if tests:
            batches.append(self._by_file(tests))
        slowest = {
            file: max(self.reach.seconds[name] for name in self.reach.files[file])
            for file in {file_of(name) for batch in batches for name in batch}
        }
        return Plan(batches, spent, slowest, left_out)

    def _by_file(self, names: list[str]) -> list[str]:
        """Keep the tests of a file together, for the sake of its fixtures; quick files first."""
        costs: dict[str, float] = defaultdict(float)
        for name in names:
            costs[file_of(name)] += self.reach.seconds[name]
        return sorted(names, key=lambda name: (costs[file_of(name)], file_of(name)))

    def _ordered(self, names: set[str]) -> list[str]:
        """The quickest first, but further cases of a test as if they took longer."""
        cases: Counter[str] = Counter()
        ranked = []
        for name in sorted(names, key=lambda name: (self.reach.seconds[name], name)):
            test = name.partition("[")[0]
            cases[test] += 1
            cost = self.reach.seconds[name] + self.reach.opening[file_of(name)] + 0.01
            ranked.append((cost * cases[test], name))
        return [name for _, name in sorted(ranked)]

    def _who_reaches(self, places: Iterable[tuple[str, int]]) -> set[str]:
        return {
            test
            for path, line in places
            for tests in self.reach.of(path).get(line, {}).values()
            for test in tests
        }

    def _all_of(self, path: str) -> set[str]:
        return self._who_reaches((path, line) for line in self.reach.of(path))

    def _naming(self, name: str) -> list[tuple[str, int]]:
        """The lines of all parts that use a name."""
        word = re.compile(rf"\b{re.escape(name)}\b")
        return [
            (path, number)
            for path, lines in self._sources.items()
            for number, line in enumerate(lines, start=1)
            if word.search(line)
        ]

    @cached_property
    def _sources(self) -> dict[str, list[str]]:
        return {
            path.relative_to(self.project).as_posix(): path.read_text("utf-8").splitlines()
            for folder in PARTS.values()
            for path in sorted((self.project / folder).rglob("*.py"))
        }


def _lines(fault: Fault) -> range:
    return range(fault.start[0], fault.end[0] + 1)
