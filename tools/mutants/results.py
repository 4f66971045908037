"""What became of the faults tried, kept line by line, and the reasons why some change nothing."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from tools.mutants import trees
from tools.mutants.faults import Fault
from tools.mutants.probe import file_of

KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"

REASONS = "tools/mutants/reasons.toml"


@dataclass(frozen=True)
class Result:
    """What became of a fault.

    Attributes
    ----------
    fault
        Its key.
    outcome
        "killed" (a test failed), "timed out" (a test did not end, which counts as killed) or
        "survived".
    by
        The test that failed.
    ran, left_out
        How many tests were run, and how many more reach it but are too slow.
    seconds
        How long that took.
    code, tests
        Digests of the module and of the killing test's file; of everything where none killed it.
    """

    fault: str
    outcome: str
    by: str
    ran: int
    left_out: int
    seconds: float
    code: str
    tests: str


class Results:
    """The results kept in a file; one that was cut off goes on where it stopped."""

    def __init__(self, path: Path, project: Path) -> None:
        self.path = path
        self.project = project
        everything = [
            n for n in trees.files_of(project) if n.startswith(("a4a/", "tests/", "datasets/"))
        ]
        self._everything = trees.digest(project, everything)
        self._found: dict[str, Result] = {}
        if path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.endswith("}"):  # the last may be cut off
                    result = Result(**json.loads(line))
                    self._found[result.fault] = result

    def of(self, fault: Fault) -> Result | None:
        """Return what is known of a fault, if it still holds.

        A kill holds while the module and the test are as they were, a test that did not end while
        the module is, a survival while nothing has changed in code, tests and data.
        """
        result = self._found.get(fault.key)
        if result is None or (result.code, result.tests) != self.digests(
            fault, result.outcome, result.by
        ):
            return None
        return result

    def lived(self, fault: Fault) -> bool:
        """Whether a fault survived when it was last tried, however long ago."""
        result = self._found.get(fault.key)
        return result is not None and result.outcome == SURVIVED

    def add(self, result: Result) -> None:
        """Keep a result."""
        self._found[result.fault] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")

    def digests(self, fault: Fault, outcome: str, by: str) -> tuple[str, str]:
        """Return what a result rests on: digests of the code and of the tests."""
        code = trees.digest(self.project, [fault.path])
        if outcome == SURVIVED:
            return code, self._everything
        return code, trees.digest(self.project, [file_of(by)] if by else [])


def reasons(project: Path) -> dict[str, str]:
    """Return why some faults change nothing a test could see, by key."""
    table = tomllib.loads((project / REASONS).read_text(encoding="utf-8"))
    return {key: entry["why"] for key, entry in table.items()}


def report(faults: Iterable[Fault], results: Results, known: dict[str, str]) -> tuple[str, float]:
    """Return the figures with the list of survivors, and the share of faults that live unexplained.

    A fault with a reason is no fault: it counts neither as planted nor as alive.
    """
    counts: Counter[str] = Counter()
    lines = []
    for fault in faults:
        result = results.of(fault)
        if fault.key in known and (result is None or result.outcome == SURVIVED):
            counts["explained"] += 1
            continue
        if result is None:
            counts["untried"] += 1
            continue
        counts[result.outcome] += 1
        if result.outcome != SURVIVED:
            continue
        seen = f"{result.ran} tests" if result.ran else "no test reaches it"
        slow = f", {result.left_out} slower ones not run" if result.left_out else ""
        lines += [
            f"{fault.path}:{fault.start[0]}: {fault.function} [{fault.key}] ({seen}{slow})",
            f"  - {fault.original}",
            f"  + {fault.mutated}",
        ]
    planted = counts[KILLED] + counts[TIMED_OUT] + counts[SURVIVED]
    share = counts[SURVIVED] / planted if planted else 0.0
    untried = f", {counts['untried']} not tried" if counts["untried"] else ""
    lines.append(
        f"{sum(counts.values())} planted: {counts[KILLED]} killed, {counts[TIMED_OUT]} timed out, "
        f"{counts['explained']} with a reason, {counts[SURVIVED]} survived ({share:.1%}){untried}"
    )
    return "\n".join(lines), share
