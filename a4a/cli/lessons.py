"""Commands for teachers: hand an exercise out, mark what comes back."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from a4a.cli.common import Commands, busy, printable
from a4a.core.errors import A4AError


def add(commands: Commands) -> None:
    """Add ``handout`` and ``mark``."""
    handout = commands.add_parser(
        "handout", help="write what a student gets of an exercise, without its answers"
    )
    handout.add_argument(
        "exercise", metavar="EXERCISE", help="its folder, its TOML file, or one that a4a brings"
    )
    handout.add_argument("--out", type=Path, required=True, metavar="OUT.a4a", help="file to write")
    handout.add_argument(
        "--no-feedback",
        dest="feedback",
        action="store_false",
        help="keep the goals back, so that only marking tells whether they are reached",
    )
    handout.set_defaults(run=_handout)

    mark = commands.add_parser("mark", help="mark what students have handed in")
    mark.add_argument("folder", type=Path, metavar="FOLDER", help="folder of their .a4a files")
    mark.add_argument(
        "--exercise",
        metavar="EXERCISE",
        help="the exercise they are of (default: the exercise.toml in FOLDER)",
    )
    mark.add_argument("--out", type=Path, required=True, metavar="MARKS.csv", help="file to write")
    mark.add_argument(
        "--debrief",
        type=Path,
        metavar="OUT.a4a",
        help="write all tries as variations of one record",
    )
    mark.set_defaults(run=_mark)


def _handout(options: argparse.Namespace) -> int:
    from a4a.lessons.handout import handout
    from a4a.lessons.reading import exercise
    from a4a.store import save

    _check(options.out, ".a4a")
    found = exercise(options.exercise)
    save(handout(found, feedback=options.feedback), options.out)
    print(f"{options.out}: {printable(found.title)}")
    return 0


def _mark(options: argparse.Namespace) -> int:
    from a4a.lessons.debriefing import debrief
    from a4a.lessons.marking import mark
    from a4a.lessons.marksheet import write_marks
    from a4a.lessons.reading import exercise
    from a4a.store import save

    _check(options.out, ".csv")
    if options.debrief:
        _check(options.debrief, ".a4a")
        if _inside(options.debrief, options.folder):
            raise A4AError(f"{options.debrief} would be marked next time: write it elsewhere")
    with busy("Marking"):
        found = exercise(options.exercise or options.folder)
        marks = mark(options.folder, found)
        write_marks(marks, found, options.out)
        if options.debrief:
            save(debrief(marks, found).record, options.debrief)
    for one in marks:
        if one.refused:
            print(printable(f"{one.file}: refused: {one.refused}"))
        elif one.same:
            print(printable(f"{one.file}: the same as {', '.join(one.same)}"))
    counted = Counter(one.result for one in marks)
    said = ", ".join(f"{number} {result}" for result, number in sorted(counted.items()))
    print(f"{options.out}: {said}")
    return 0


def _check(out: Path, suffix: str) -> None:
    if out.suffix.lower() != suffix:
        raise A4AError(f"{out}: end its name in {suffix}")


def _inside(file: Path, folder: Path) -> bool:
    return file.resolve().is_relative_to(folder.resolve())
