"""One fault: plant it in a copy, run the tests planned for it, say what became of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.mutants import trees
from tools.mutants.faults import Fault
from tools.mutants.plan import Plan, Planner
from tools.mutants.probe import READING
from tools.mutants.results import KILLED, SURVIVED, TIMED_OUT, Result, Results

ALLOWANCE = 5.0
"""Seconds of processor time a test may take on top of four times what the slowest of its file takes
without a fault: any may be the first, for which the file's fixtures are made."""

COMPILING = 60.0
"""As many more where numba has to compile the loops again."""

PATIENCE = 10
"""Seconds by the clock for each second of processor time, on a machine that is busy."""


def tried(fault: Fault, planner: Planner, results: Results, room: Path) -> Result:
    """Try a fault in the copy of a room.

    Parameters
    ----------
    fault
        The fault.
    planner
        Who says which tests are run.
    results
        Where its result is to be kept; not written to here.
    room
        The folder with the copy, used by nobody else meanwhile.
    """
    plan = planner.plan(fault)
    started = time.monotonic()
    with TemporaryDirectory(prefix="a4a-mutants-") as private:
        variables = trees.environment(room / "tree", room)
        if fresh := planner.needs_compiling(fault):
            variables["NUMBA_CACHE_DIR"] = private
        with trees.planted(fault, room / "tree"):
            outcome, by, ran = _run(plan, room, variables, ALLOWANCE + COMPILING * fresh)
    code, tests = results.digests(fault, outcome, by)
    seconds = round(time.monotonic() - started, 1)
    return Result(fault.key, outcome, by, ran, plan.left_out, seconds, code, tests)


def _run(
    plan: Plan, room: Path, variables: dict[str, str], allowance: float
) -> tuple[str, str, int]:
    """Return the outcome, the test that failed and how many tests were run."""
    if not plan.batches:
        return SURVIVED, "", 0
    order = room / "plan.json"
    limits = {file: allowance + 4 * slowest for file, slowest in plan.slowest.items()}
    order.write_text(json.dumps({"batches": plan.batches, "limits": limits}), "utf-8")
    total = 4 * plan.seconds + 2 * max(limits.values()) + READING * len(plan.batches)
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.mutants.probe", "try", str(order.resolve())],
        cwd=room / "tree",
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=PATIENCE * total)
    except subprocess.TimeoutExpired:
        return TIMED_OUT, "", 0
    finally:
        _end(process)
    if process.returncode == -signal.SIGXCPU:
        return TIMED_OUT, "", 0
    if process.returncode:
        return KILLED, "", 0  # the interpreter itself broke off
    answer = json.loads(said.splitlines()[-1])
    return KILLED if answer["killed_by"] else SURVIVED, answer["killed_by"], answer["ran"]


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and whatever it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()
