"""Run in a copy: run chosen tests in order until one fails.

    python -m tools.mutants.probe PLAN    the batches of tests in PLAN, until one fails

It prints one line of JSON last.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, TextIO

import pytest

QUIET = ["-q", "-x", "--tb=no", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
QUIET += ["-p", "no:nbmake", "-p", "no:xdist"]
READING = 60.0  # seconds of processor time to read the files of a batch
MEMORY = 12 * 2**30  # bytes of addresses; libraries map far more than they use


class Examples:
    """Let property tests try the same examples each time, and not search for the least one."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Set the profile, after the conftest has set its own."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        usual = settings(settings.default, phases=phases, derandomize=True, database=None)
        settings.register_profile("mutants", usual, deadline=None)
        settings.load_profile("mutants")


class Limited(Examples):
    """Note the first test that fails, and let none run for ever.

    A test may take so many seconds of processor time as `limits` says of its file: one that takes
    more ends the process, wherever it is.
    """

    def __init__(self, limits: dict[str, float]) -> None:
        self.limits = limits
        self.killer = ""
        self.parent = os.getppid()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Limit one test; go when whoever asked is gone."""
        if os.getppid() != self.parent:
            os._exit(1)
        limit(self.limits[file_of(item.nodeid)])
        try:
            return (yield)
        finally:
            limit(READING)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first test that fails."""
        if report.failed and not self.killer:
            self.killer = report.nodeid


class Chosen(Limited):
    """Run some tests only, in the order given; where one is gone, all tests of its file."""

    def __init__(self, names: list[str], limits: dict[str, float]) -> None:
        super().__init__(limits)
        self.places = {name: place for place, name in enumerate(names)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose and sort."""
        gone = {file_of(name) for name in set(self.places) - {item.nodeid for item in items}}
        kept = [i for i in items if i.nodeid in self.places or file_of(i.nodeid) in gone]
        items[:] = sorted(kept, key=lambda item: self.places.get(item.nodeid, len(self.places)))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note the file that cannot be read."""
        if report.failed and not self.killer:
            self.killer = f"{report.nodeid} (cannot be read)"


def file_of(test: str) -> str:
    """Return the file of a test: `tests/odds/test_raid.py` of what begins so."""
    return test.partition("::")[0]


def limit(seconds: float) -> None:
    """Let the process end if it takes so many more seconds of processor time."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    allowed = spent.ru_utime + spent.ru_stime + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (int(allowed) + 1, resource.RLIM_INFINITY))


def attempt(batches: Iterable[list[str]], limits: dict[str, float]) -> dict[str, Any]:
    """Run batches of tests until one fails; one that takes far too long ends the process."""
    started = time.monotonic()
    ran = 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for tests in batches:
        chosen = Chosen(tests, limits)
        limit(READING)
        files = list(dict.fromkeys(map(file_of, tests)))
        status = int(pytest.main([*QUIET, *files], plugins=[chosen]))
        ran += len(tests)
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            by = chosen.killer or f"pytest stopped with {status}"
            return {"killed_by": by, "ran": ran, "seconds": time.monotonic() - started}
    return {"killed_by": "", "ran": ran, "seconds": time.monotonic() - started}


def quietly() -> TextIO:
    """Return where answers go; whatever else is printed goes nowhere."""
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return answer


def main(path: str) -> int:
    """Do what is planned."""
    answer = quietly()
    plan = json.loads(Path(path).read_text(encoding="utf-8"))
    answer.write(json.dumps(attempt(plan["batches"], plan["limits"])) + "\n")
    answer.flush()
    os._exit(0)  # what a fault left running must not hold the process


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
