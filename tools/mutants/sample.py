"""Which faults are planted: the parts of the project, and a sample of a part's faults by a seed."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from importlib import import_module
from itertools import islice
from pathlib import Path

from tools.mutants.faults import Fault, faults_of

PARTS = {
    "rules": "a4a/rules",
    "odds": "a4a/odds",
    "importer": "a4a/importers",
}
"""The parts faults are planted in, with their folders."""


def import_parts() -> None:
    """Import all modules of the parts, in a copy of the project."""
    for folder in PARTS.values():
        for path in sorted(Path(folder).rglob("*.py")):
            import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))


def planted_in(project: Path, part: str) -> list[Fault]:
    """Return every fault that can be planted in a part."""
    found: list[Fault] = []
    for path in sorted((project / PARTS[part]).rglob("*.py")):
        name = path.relative_to(project).as_posix()
        found += faults_of(name, path.read_text(encoding="utf-8"))
    return found


def drawn(project: Path, part: str, number: int, seed: int) -> list[Fault]:
    """Draw a number of faults of a part, each line of code as likely as any other to get one.

    A fault is drawn by its name: where code changes, the draw of the rest stays as it was. A line
    gets a second fault only when every line has one.
    """
    lines: dict[tuple[str, str, str], list[Fault]] = defaultdict(list)
    for fault in planted_in(project, part):
        lines[fault.path, fault.function, fault.original].append(fault)
    ranked: list[tuple[int, str, Fault]] = []
    for alike in lines.values():
        ordered = sorted(alike, key=lambda fault: _lot(seed, fault.key))
        first = _lot(seed, *sorted(fault.key for fault in alike))
        ranked += [(turn, first, fault) for turn, fault in enumerate(ordered)]
    ranked.sort(key=lambda entry: entry[:2])
    sound = (fault for _, _, fault in ranked if fault.compiles((project / fault.path).read_text()))
    return list(islice(sound, number))


def _lot(seed: int, *keys: str) -> str:
    return hashlib.sha256(":".join((str(seed), *keys)).encode()).hexdigest()
