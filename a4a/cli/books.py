"""Commands about what games are made of: their datasets and their rulebooks."""

from __future__ import annotations

import argparse
from pathlib import Path

from a4a.cli.common import Commands, busy
from a4a.core.errors import A4AError


def add(commands: Commands) -> None:
    """Add ``check`` and ``rules``."""
    check = commands.add_parser("check", help="report every fault of a dataset")
    check.add_argument("dataset", help="its name (global1940) or its folder")
    check.add_argument(
        "--overrides", metavar="FOLDER", help="folder of your own tables, laid over the dataset's"
    )
    check.add_argument(
        "--printed",
        action="store_true",
        help="say of every sum and distance the book prints whether it holds",
    )
    check.set_defaults(run=_check)

    rules = commands.add_parser("rules", help="list the rules of a game by id, in our words")
    rules.add_argument(
        "prefix",
        nargs="?",
        default="",
        metavar="PREFIX",
        help="only ids that begin with this: AA-MOV",
    )
    rules.add_argument(
        "--system",
        default="europe1940",
        help="game system or a mod's folder (default: %(default)s)",
    )
    rules.add_argument(
        "--coverage",
        action="store_true",
        help="count the rules that tests in the source tree name, and list the others",
    )
    rules.set_defaults(run=_rules)


def _check(options: argparse.Namespace) -> int:
    from a4a.boards import check, load
    from a4a.boards.constraints import constraints
    from a4a.boards.tables import read
    from a4a.rules.systems import faults as faults_of_rules

    notes: list[str] = []
    with busy(f"Checking {options.dataset}"):
        found = check(options.dataset, overrides=options.overrides)
        faults = [str(fault) for fault in found]
        if not any(fault.fatal for fault in found):
            faults += faults_of_rules(options.dataset, overrides=options.overrides)
            dataset = load(options.dataset, overrides=options.overrides)
            notes = [str(contradiction) for contradiction in dataset.contradictions]
    if options.printed:
        for each in constraints(read(options.dataset, overrides=options.overrides)):
            print(each)
    for note in notes:
        print(f"note: {note}")
    for fault in faults:
        print(fault)
    print(f"{options.dataset}: {len(faults) or 'no'} fault{'' if len(faults) == 1 else 's'}")
    return 1 if faults else 0


def _rules(options: argparse.Namespace) -> int:
    from a4a.rules.systems import book, comes_with_a4a

    prefix = options.prefix.upper()
    if options.coverage:
        from a4a.analysis.rulebook import coverage

        found = coverage(options.system, Path.cwd())
        print(found)
        for section, (tested, total) in found.sections.items():
            print(f"  section {section}: {tested} of {total}")
        for missing in found.missing:
            if missing.startswith(prefix):
                print(f"  {missing}")
        for unknown in found.unknown:
            print(f"  {unknown} is named by a test, and is no rule of {options.system}")
        return 0
    mod = Path(options.system)
    named = mod if mod.is_dir() and not comes_with_a4a(options.system) else options.system
    rules = [rule for rule in book(named) if rule.id.startswith(prefix)]
    if not rules:
        raise A4AError(f"no rule of {options.system} begins with {options.prefix!r}")
    for rule in rules:
        print(f"{rule.id}  {rule.statement}  [{rule.section}]")
    return 0
