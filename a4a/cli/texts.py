"""Commands that write a game as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from a4a.cli.common import Commands, busy, open_game, takes_game
from a4a.core.errors import A4AError

if TYPE_CHECKING:
    import polars as pl

    from a4a.core.record import GameRecord

_NOTATION = ".txt"
_UNSEEN = str.maketrans({chr(code): "" for code in (*range(9), *range(11, 32), *range(127, 160))})


def add(commands: Commands) -> None:
    """Add ``text``, ``pdf`` and ``notation``."""
    text = commands.add_parser("text", help="write turns of a game as text to post")
    _takes_turns(text)
    text.add_argument(
        "--form",
        choices=("plain", "markdown", "bbcode"),
        default="plain",
        help="what it is written in (default: %(default)s)",
    )
    _takes_out(text)
    text.set_defaults(run=_text)

    pdf = commands.add_parser("pdf", help="write turns of a game as a document to print")
    _takes_turns(pdf)
    pdf.add_argument("--out", type=Path, required=True, metavar="OUT.pdf", help="file to write")
    pdf.add_argument(
        "--paper",
        choices=("a4", "us-letter"),
        default="a4",
        help="what it is printed on (default: %(default)s)",
    )
    pdf.set_defaults(run=_pdf)

    notation = commands.add_parser(
        "notation", help="write a game as a notation, or read one back into an .a4a file"
    )
    takes_game(notation, "a .tsvg or .a4a file to write as a notation, or a .txt file of one")
    _takes_out(notation)
    notation.set_defaults(run=_notation)


def _takes_turns(parser: argparse.ArgumentParser) -> None:
    """Add the game, and what of it is told."""
    takes_game(parser)
    parser.add_argument(
        "--turns",
        action="append",
        type=_turn,
        metavar="ROUND[:POWER]",
        help="a round, or a power's turn in it (repeatable; default: all)",
    )
    parser.add_argument("--line", default="main", help="a variation instead of the main line")
    parser.add_argument(
        "--notes",
        choices=("all", "none"),
        default="all",
        help="comments and glyphs at their places (default: %(default)s)",
    )
    parser.add_argument(
        "--battles",
        choices=("rolls", "results"),
        default="rolls",
        help="each roll of a battle, or what came of it (default: %(default)s)",
    )

    parser.add_argument(
        "--odds", action="store_true", help="tell the odds of battles, which takes a while"
    )


def _odds(options: argparse.Namespace, record: GameRecord) -> pl.DataFrame | None:
    """The odds of the battles of the line that is told, if they are asked for."""
    if not options.odds:
        return None
    from a4a.analysis.luck import luck

    with busy("Working out the odds"):
        return luck(record, line=options.line)


def _takes_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, help="file to write (default: print it)")


def _turn(text: str) -> int | tuple[int, str]:
    """Read which turn is meant."""
    number, found, power = text.partition(":")
    if not number.strip().isdecimal() or len(number) > 6 or (found and not power.strip()):
        raise argparse.ArgumentTypeError(f"{text!r} is not ROUND or ROUND:POWER, as in 3:Germany")
    return (int(number), power.strip()) if found else int(number)


def _text(options: argparse.Namespace) -> int:
    from a4a.texts.posting import text

    record = open_game(options)
    return _written(
        options.out,
        text(
            record,
            turns=options.turns,
            form=options.form,
            line=options.line,
            notes=options.notes,
            battles=options.battles,
            odds=_odds(options, record),
        ),
    )


def _pdf(options: argparse.Namespace) -> int:
    from a4a.printing.document import export_pdf

    record = open_game(options)
    odds = _odds(options, record)
    with busy(f"Writing {options.out.name}"):
        file = export_pdf(
            record,
            options.out,
            turns=options.turns,
            line=options.line,
            notes=options.notes,
            battles=options.battles,
            odds=odds,
            paper=options.paper,
        )
    print(f"{file}: {file.stat().st_size / 1e3:.0f} kB")
    return 0


def _notation(options: argparse.Namespace) -> int:
    from a4a.store.writer import dumps
    from a4a.store.writing import writing
    from a4a.texts.notating.reading import read_notation
    from a4a.texts.notating.writing import notation

    if options.file.suffix.lower() != _NOTATION:
        with busy(f"Writing {options.file.name}"):
            text = notation(open_game(options))
        return _written(options.out, text)
    if options.out is None or options.out.suffix.lower() != ".a4a":
        raise A4AError("a notation is read into an .a4a file: --out OUT.a4a")
    with busy(f"Reading {options.file.name}"):
        try:
            record = read_notation(options.file.read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            raise A4AError(f"{options.file.name} is no text: {error}") from None
    if options.anonymous:
        record = record.without_players()
    record.name_players(dict(options.player or ()))
    with writing(options.out) as file:
        file.write(dumps(record))
    print(f"{options.out}: {len(record)} steps")
    return 0


def _written(out: Path | None, text: str) -> int:
    """Print text, safe for a terminal, or write it to a file."""
    if out is None:
        sys.stdout.write(text.translate(_UNSEEN))
        return 0
    from a4a.store.writing import writing

    with busy(f"Writing {out.name}"), writing(out) as file:
        file.write(text.encode())
    print(f"{out}: {out.stat().st_size / 1e3:.0f} kB")
    return 0
