"""What commands share: the options that name a game, reading it, what is printed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from a4a.core.controls import visible

if TYPE_CHECKING:
    from a4a.core.record import GameRecord

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a module adds its commands."""


def takes_game(parser: argparse.ArgumentParser, what: str = "a .tsvg or .a4a file") -> None:
    """Add the argument for a recorded game to a command, as `open_game` reads it."""
    parser.add_argument("file", type=Path, metavar="FILE", help=what)
    parser.add_argument("--anonymous", action="store_true", help="leave out the players' names")
    parser.add_argument(
        "--player",
        action="append",
        type=_player,
        metavar="POWER=NAME",
        help="name of a power's player (repeatable)",
    )


def takes_map(parser: argparse.ArgumentParser, otherwise: str) -> None:
    """Add the option for the map that the board is drawn by."""
    parser.add_argument(
        "--map",
        metavar="MAP",
        help="the folder or zip of a TripleA map to draw the board by; triplea: the game's own "
        f"map where TripleA keeps it; a4a: what a4a draws itself (default: {otherwise})",
    )


def _player(text: str) -> tuple[str, str]:
    """Read who plays a power."""
    power, found, name = text.partition("=")
    if not found or not power.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not POWER=NAME, as in Germany=Ada")
    return power.strip(), name


LOOKED_FOR = "what a4a has, else the game's own map where TripleA keeps it, else a layout"


def open_game(options: argparse.Namespace) -> GameRecord:
    """Read the game that a command was given."""
    from a4a.importers.opening import open_record

    with busy(f"Reading {options.file.name}"):
        players = dict(options.player) if options.player else None
        return open_record(options.file, anonymous=options.anonymous, players=players)


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Show on stderr that something is going on, while it is."""
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def printable(text: str) -> str:
    """Make text from a file safe for a terminal: no control characters.

    Those that change the direction of text are shown as their codes.
    """
    shown = visible(text)
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)
