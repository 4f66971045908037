"""One fault: plant it in a copy, run the tests planned for it, say what became of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.mutants import trees
from tools.mutants.faults import Fault
from tools.mutants.plan import Plan, Planner
from tools.mutants.probe import READING
from tools.mutants.results import KILLED, SURVIVED, TIMED_OUT, Result, Results
from tools.mutants.served import Served, end
from tools.mutants.warm import BROKEN

ALLOWANCE = 5.0
"""Seconds of processor time a test may take on top of four times what the slowest of its file takes
without a fault: any may be the first, for which the file's fixtures are made."""

PATIENCE = 10
"""Seconds by the clock for each second of processor time, on a machine that is busy."""


class Room:
    """A copy of the project in which one fault at a time is tried.

    Parameters
    ----------
    folder
        Where the copy is.
    files
        The files with the tests of all faults that are to be tried.
    """

    def __init__(self, folder: Path, files: Iterable[str]) -> None:
        self.folder = folder
        self.tree = folder / "tree"
        self._warm = Served("tools.mutants.warm", sorted(files), folder)

    def tried(self, fault: Fault, planner: Planner, results: Results) -> Result:
        """Try a fault; its result is not kept yet.

        Parameters
        ----------
        fault
            The fault.
        planner
            Who says which tests are run.
        results
            Where its result is to be kept.
        """
        plan = planner.plan(fault)
        started = time.monotonic()
        found = (SURVIVED, "", 0) if not plan.batches else None
        if not found and not planner.is_read(fault):
            found = self._warmly(fault, plan)
        outcome, by, ran = found or self._afresh(fault, plan)
        code, tests = results.digests(fault, outcome, by)
        seconds = round(time.monotonic() - started, 1)
        return Result(fault.key, outcome, by, ran, plan.left_out, seconds, code, tests)

    def close(self) -> None:
        """End what is running here."""
        self._warm.close()

    def _warmly(self, fault: Fault, plan: Plan) -> tuple[str, str, int] | None:
        """Try a fault in a process that has read the tests; None if it cannot be planted there."""
        limits = _limits(plan)
        order = {
            "path": fault.path,
            "source": fault.planted((self.tree / fault.path).read_text(encoding="utf-8")),
            "names": [name for batch in plan.batches for name in batch],
            "limits": limits,
            "patience": int(_patience(plan, limits)),
        }
        answer = self._asked(order)
        return _outcome(answer["status"], answer) if answer.get("planted", True) else None

    def _asked(self, order: dict[str, Any]) -> dict[str, Any]:
        answer = self._warm.asked(order)
        if answer["status"] == BROKEN:
            raise RuntimeError(f"a fault cannot be tried: {order['path']}")
        return answer

    def _afresh(self, fault: Fault, plan: Plan) -> tuple[str, str, int]:
        """Try a fault in a process that reads everything again."""
        with TemporaryDirectory(prefix="a4a-mutants-") as private:
            limits = _limits(plan)
            order = Path(private) / "plan.json"
            order.write_text(json.dumps({"batches": plan.batches, "limits": limits}), "utf-8")
            with trees.planted(fault, self.tree):
                process = subprocess.Popen(
                    [sys.executable, "-m", "tools.mutants.probe", str(order)],
                    cwd=self.tree,
                    env=trees.environment(self.tree, Path(private)),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    start_new_session=True,
                )
                try:
                    said, _ = process.communicate(timeout=_patience(plan, limits))
                except subprocess.TimeoutExpired:
                    return TIMED_OUT, "", 0
                finally:
                    end(process)
        lines = said.splitlines()
        return _outcome(process.returncode, json.loads(lines[-1]) if lines else {})


def _limits(plan: Plan) -> dict[str, float]:
    """Return how many seconds a test of each file may take."""
    return {file: ALLOWANCE + 4 * slowest for file, slowest in plan.slowest.items()}


def _patience(plan: Plan, limits: dict[str, float]) -> float:
    """Return how many seconds a fault may take by the clock."""
    return PATIENCE * (4 * plan.seconds + 2 * max(limits.values()) + READING * len(plan.batches))


def _outcome(status: int, answer: dict[str, Any]) -> tuple[str, str, int]:
    """Return the outcome, the test that failed and how many tests were run."""
    if -status in (signal.SIGXCPU, signal.SIGALRM):
        return TIMED_OUT, "", 0
    if status:
        return KILLED, "", 0  # the interpreter itself broke off
    return KILLED if answer["killed_by"] else SURVIVED, answer["killed_by"], answer["ran"]
