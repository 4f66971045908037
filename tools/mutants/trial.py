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
from tools.mutants.results import KILLED, SURVIVED, TIMED_OUT, Result, Results

ALLOWANCE = 20.0
"""Seconds of processor time a batch may take on top of five times what it takes without a fault."""

COMPILING = 60.0
"""As many more where numba has to compile the loops again."""

PATIENCE = 20
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
    order.write_text(json.dumps({"batches": plan.batches, "allowance": allowance}), "utf-8")
    total = sum(5 * batch["seconds"] + allowance for batch in plan.batches)
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
