"""Plant faults in a part of the project and list those no test notices.

    python -m tools.mutants odds --number 300 --seed 1

PART is rules, odds or importer; without one, all three, one after the other. What is measured and
found is kept in `.mutants`, so that a run that broke off goes on, and only what changed is done
again. Exits with 1 if more than the bar live without a reason (`reasons.toml`).
"""

from __future__ import annotations

import argparse
import sys
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from tools.mutants import reach, results, trees
from tools.mutants.faults import Fault
from tools.mutants.plan import Planner
from tools.mutants.results import Results
from tools.mutants.sample import PARTS, drawn, planted_in
from tools.mutants.trial import Room

PROJECT = Path(__file__).parents[2]


def main(arguments: list[str] | None = None, project: Path = PROJECT) -> int:
    """Do what is asked in a project; return the exit code."""
    options = _options(arguments)
    home = project / ".mutants"
    home.mkdir(exist_ok=True)
    with (home / "lock").open("w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            print("faults are being planted here already", file=sys.stderr)
            return 2
        return _all_parts(project, home, options)


def _all_parts(project: Path, home: Path, options: argparse.Namespace) -> int:
    """Plant faults in each part that is asked for, in copies nobody else uses meanwhile."""
    rooms = [home / f"room-{number}" for number in range(options.processes)]
    worst = 0.0
    known = results.reasons(project)
    for room in rooms:
        trees.make_tree(project, room)
    measured = reach.measured(
        project,
        rooms,
        home / "reach",
        lambda line: print(line, flush=True),
        options.tests or reach.TESTS,
    )
    planner = Planner(project, measured, options.seconds)
    for part in options.part or PARTS:
        faults = drawn(project, part, options.number, options.seed)
        if options.only:
            faults = [fault for fault in planted_in(project, part) if fault.key in options.only]
        kept = Results(home / f"{part}.jsonl", project)
        if not options.known:
            tried = [fault for fault in faults if options.only or fault.key not in known]
            _try_all(tried, planner, kept, rooms)
        said, share = results.report(faults, kept, known)
        print(f"\n{part}, seed {options.seed}\n{said}", flush=True)
        worst = max(worst, share)
    every = {fault.key for part in PARTS for fault in planted_in(project, part)}
    for key in sorted(set(known) - every):
        print(f"the reason {key} fits no fault any more")
    return int(worst > options.bar / 100)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("part", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--number", type=int, default=300, help="faults in each part")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", action="append", metavar="KEY", help="a fault by its key")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for each fault at most")
    parser.add_argument("--processes", type=int, default=2, help="at a time")
    parser.add_argument("--tests", action="append", metavar="FOLDER", help="whose tests are run")
    parser.add_argument("--known", action="store_true", help="try nothing, tell what is known")
    parser.add_argument("--bar", type=float, default=5, help="per cent that may live")
    options = parser.parse_args(arguments)
    if strange := set(options.part) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(strange))}; there are {', '.join(PARTS)}")
    return options


def _try_all(faults: list[Fault], planner: Planner, kept: Results, folders: list[Path]) -> None:
    """Try the faults nothing is known of, in several copies at once, those that take long last."""
    unknown = [fault for fault in faults if kept.of(fault) is None]
    unknown.sort(key=lambda f: (kept.lived(f), planner.is_read(f)))
    files = {file for fault in unknown for file in planner.plan(fault).slowest}
    rooms = {folder: Room(folder, files) for folder in folders}

    def attempt(fault: Fault, folder: Path) -> None:
        result = rooms[folder].tried(fault, planner, kept)
        kept.add(result)
        where = f"{fault.path}:{fault.start[0]}"
        print(f"{result.outcome:9} {result.seconds:6.1f} s {where} {fault.mutated}", flush=True)

    try:
        trees.in_rooms(folders, attempt, unknown)
    finally:
        for room in rooms.values():
            room.close()


if __name__ == "__main__":
    sys.exit(main())
