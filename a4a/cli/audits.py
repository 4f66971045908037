"""The command that judges a recorded game by the rules."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from a4a.cli.common import Commands, open_game, printable, takes_game

if TYPE_CHECKING:
    import polars as pl

    from a4a.core.record import GameRecord


def add(commands: Commands) -> None:
    """Add ``audit``."""
    audit = commands.add_parser(
        "audit",
        help="list where a recorded game departs from the rules; exit with 1 if it broke one",
    )
    takes_game(audit)
    audit.add_argument("--line", default="main", help="line of the game (default: %(default)s)")
    audit.add_argument(
        "--rules", type=Path, metavar="FOLDER", help="folder of the mod it was played by"
    )
    audit.add_argument(
        "--severity",
        action="append",
        choices=("illegal", "dubious", "engine option", "unknown"),
        help="print only findings of this severity (repeatable)",
    )
    audit.add_argument(
        "--format",
        choices=("table", "csv", "json"),
        default="table",
        help="format of the findings (default: %(default)s)",
    )
    audit.set_defaults(run=_audit)


def _audit(options: argparse.Namespace) -> int:
    from a4a.analysis.audit import report

    record = open_game(options)
    found = report(record, line=options.line, rules=options.rules)
    findings = found.findings
    if options.severity:
        findings = findings.filter(findings["severity"].is_in(options.severity))
    if options.format == "csv":
        sys.stdout.write(findings.write_csv())
    elif options.format == "json":
        print(findings.write_json())
    else:
        _print_findings(record, findings)
        for row in found.judged.iter_rows(named=True):
            told = f"{row['findings'] or 'no'} finding{'' if row['findings'] == 1 else 's'}"
            print(
                f"{row['topic']:<12} {row['judged']:>6} judged, {row['agree']:8.2%} agree, "
                f"{row['lawful']:8.2%} free of illegal, {told}"
            )
        number = found.judged["judged"].sum()
        print(
            f"{'all':<12} {number:>6} judged, {found.agree:8.2%} agree, "
            f"{found.lawful:8.2%} free of illegal"
        )
    return 1 if (found.findings["severity"] == "illegal").any() else 0


def _print_findings(record: GameRecord, findings: pl.DataFrame) -> None:
    """Print findings turn by turn."""
    turn = ""
    for row in findings.iter_rows(named=True):
        time = record.time(row["node"])
        now = f"Round {time.round}, {' and '.join(time.powers) or 'before the first turn'}"
        if now != turn:
            print(printable(now))
            turn = now
        cited = ", ".join(filter(None, (row["rule"], row["cites"])))
        money = row["difference"]
        print(
            printable(
                f"  #{row['node']} {row['phase']}: {row['topic']}, {row['severity']} ({cited})"
            )
        )
        more = f" ({money:+} {record.catalog.currency})" if money else ""
        print(printable(f"    {row['what']}: {row['says']}{more}"))
    print(f"{findings.height or 'no'} finding{'' if findings.height == 1 else 's'}")
