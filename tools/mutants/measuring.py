"""A process that has read the tests, with probes in all they import; a child measures each file.

    python -m tools.mutants.measuring FILE ...

It reads the name of a test file from each line of its input, as JSON, and answers each with a line
of JSON: which lines each of its tests reaches, how long it takes and whether it passes. Asked of
READ, it tells the lines that were reached as everything was read.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from contextlib import suppress
from tempfile import TemporaryDirectory, TemporaryFile
from traceback import format_exc
from typing import Any, NoReturn, TextIO

import pytest

from tools.mutants.probe import QUIET, Examples, file_of, quietly
from tools.mutants.probes import Probes
from tools.mutants.sample import import_parts

READ = "(read)"
"""What stands in a file's place for the lines reached as tests are read."""

LONGEST = 10
"""Seconds of processor time after which a test is given up: it is never run for a fault."""


class TooLong(BaseException):
    """A test that takes too long; nothing that it runs catches it."""


class Measured(Examples):
    """Collect the tests of some files; then, instead of running them, measure those asked for."""

    def __init__(self, probes: Probes, orders: TextIO, answer: TextIO) -> None:
        self.probes = probes
        self.orders = orders
        self.answer = answer
        self.failed: set[str] = set()
        self.opening = 0.0

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note the file that cannot be read."""
        if report.failed:
            self.failed.add(file_of(report.nodeid))

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, Any, Any]:
        """Add up how long it takes to make what tests share."""
        started = time.process_time()
        try:
            return (yield)
        finally:
            if request.scope != "function":
                self.opening += time.process_time() - started

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that does not pass."""
        if report.failed or report.skipped:
            self.failed.add(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Serve until the input ends."""
        read = self.probes.taken().items()
        by_nobody = {path: {n: list[int]() for n in lines} for path, lines in read}
        gc.collect()
        gc.freeze()
        for line in self.orders:
            file = json.loads(line)
            items = [item for item in session.items if file_of(item.nodeid) == file]
            said = self._told({}, by_nobody) if file == READ else self._in_a_child(items)
            self.answer.write(json.dumps(said) + "\n")
            self.answer.flush()
        return True

    def _in_a_child(self, items: list[pytest.Item]) -> dict[str, Any]:
        with TemporaryDirectory(prefix="a4a-mutants-") as private, TemporaryFile() as said:
            child = os.fork()
            if not child:
                os.environ["PYTEST_DEBUG_TEMPROOT"] = private
                self._answer(items, said)
            _, status = os.waitpid(child, 0)
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            said.seek(0)
            answer = json.loads(said.read() or b"{}")
        return {"status": os.waitstatus_to_exitcode(status), **answer}

    def _answer(self, items: list[pytest.Item], to: Any) -> NoReturn:
        """Measure tests, in a child, and end it, whatever they have left running."""
        try:
            os.setsid()
            try:
                found = self._measured(items)
            except Exception:
                found = {"error": format_exc()}
            to.write(json.dumps(found).encode())
            to.flush()
        finally:
            os._exit(0)

    def _measured(self, items: list[pytest.Item]) -> dict[str, Any]:
        signal.signal(signal.SIGPROF, _give_up)
        seconds: dict[str, float] = {}
        reached = []
        for item, following in zip(items, [*items[1:], None], strict=True):
            started = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            except TooLong:
                self.failed.add(item.nodeid)
            signal.setitimer(signal.ITIMER_PROF, 0)
            seconds[item.nodeid] = time.process_time() - started
            reached.append(self.probes.taken())
        return self._told(seconds, _by_line(reached))

    def _told(
        self, seconds: dict[str, float], modules: dict[str, dict[int, list[int]]]
    ) -> dict[str, Any]:
        return {
            "status": 0,
            "seconds": seconds,
            "opening": self.opening,
            "failed": sorted(self.failed),
            "modules": modules,
        }


def _give_up(_number: int, _frame: object) -> None:
    raise TooLong


def _by_line(tests: Iterable[dict[str, list[int]]]) -> dict[str, dict[int, list[int]]]:
    """Return which tests, by their places, reach the lines of each module."""
    found: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, modules in enumerate(tests):
        for path, lines in modules.items():
            for line in lines:
                found[path][line].append(place)
    return found


def main(files: list[str]) -> int:
    """Serve."""
    orders = os.fdopen(os.dup(0))  # pytest lets nothing read the input
    probes = Probes()
    probes.install()
    import_parts()  # before pytest does, for doctests, in its own way
    words = [word for word in QUIET if word != "-x"]
    pytest.main([*words, *files], plugins=[Measured(probes, orders, quietly())])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
