"""Commands of libraries: adding and playing games, listing and opening them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from a4a.cli.common import Commands, printable

if TYPE_CHECKING:
    from a4a.libraries.added import Added

_PLAYERS = "a player for all, or one for each side in their order (default: greedy)"


def add(commands: Commands) -> None:
    """Add ``library`` and ``play``."""
    library = commands.add_parser("library", help="a folder of many games, asked as tables")
    of_library = library.add_subparsers(title="commands", metavar="COMMAND", required=True)

    adding = of_library.add_parser("add", help="add saves, records, and folders of them")
    _takes_library(adding)
    adding.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file or folder")
    _takes_workers(adding)
    adding.set_defaults(run=_add)

    again = of_library.add_parser("refresh", help="read games again that an older a4a read")
    _takes_library(again)
    again.add_argument(
        "among", nargs="*", type=Path, metavar="FILE", help="files and folders where saves are now"
    )
    _takes_workers(again)
    again.set_defaults(run=_refresh)

    listing = of_library.add_parser("list", help="list its games")
    _takes_library(listing)
    listing.add_argument("--bad", action="store_true", help="list the files that cannot be read")
    listing.set_defaults(run=_list)

    opening = of_library.add_parser("open", help="write one of its games to an .a4a file")
    _takes_library(opening)
    opening.add_argument("game", metavar="ID", help="its id, or the first six characters or more")
    opening.add_argument("--out", type=Path, metavar="OUT.a4a", help="file (default: ID.a4a)")
    opening.set_defaults(run=_open)

    play = commands.add_parser("play", help="let programs play games into a library")
    start = play.add_mutually_exclusive_group(required=True)
    start.add_argument("--system", help="a system, or the folder of a mod")
    start.add_argument("--game", type=Path, metavar="FILE", help="a save or record to go on with")
    play.add_argument("--node", type=int, help="where to go on in FILE (default: its end)")
    play.add_argument(
        "--rules", type=Path, metavar="DIR", help="folder of the mod FILE is played by"
    )
    play.add_argument(
        "--option", action="append", type=_option, metavar="NAME[=off]", dest="options",
        help='option of a new game, as "low luck" (repeatable)',
    )  # fmt: skip
    play.add_argument("--games", type=int, required=True, metavar="N", help="how many games")
    play.add_argument(
        "--into", type=Path, required=True, metavar="LIB", help="the library's folder"
    )
    play.add_argument("--players", nargs="+", default=["greedy"], metavar="NAME", help=_PLAYERS)
    play.add_argument("--seed", type=int, default=0, help="of all games (default: %(default)s)")
    play.add_argument("--rounds", type=int, metavar="R", help="rounds that are played at most")
    play.add_argument("--keep", choices=("orders", "record", "seed"), help="how games are kept")
    _takes_workers(play)
    play.set_defaults(run=_play)


def _takes_library(command: argparse.ArgumentParser) -> None:
    command.add_argument("library", type=Path, metavar="LIB", help="the library's folder")


def _takes_workers(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--workers", type=int, metavar="N", help="processes (default: one for each core)"
    )


def _add(options: argparse.Namespace) -> int:
    from a4a.libraries.library import library

    lib = library(options.library)
    added = lib.add(options.files, workers=options.workers)
    return _told(added)


def _refresh(options: argparse.Namespace) -> int:
    from a4a.libraries.library import library

    found = library(options.library).refresh(options.among, workers=options.workers)
    for game, file, why in found.left.iter_rows():
        print(printable(f"{game or '-'}  {file}: {why}"))
    left = f", {found.left.height} cannot be" if found.left.height else ""
    print(f"{found.refreshed} read again{left}")
    return 1 if left else 0


def _list(options: argparse.Namespace) -> int:
    import polars as pl

    from a4a.libraries.library import library

    lib = library(options.library)
    if options.bad:
        bad = lib.files.filter(pl.col("state") == "bad").select("file", "error").collect()
        for file, error in bad.iter_rows():
            print(printable(f"{file}: {error}"))
        return 0
    columns = ("game", "system", "rounds", "winner", "leads", "file", "title")
    for game, system, rounds, winner, leads, file, title in (
        lib.games.select(columns).sort("system", "game").collect().iter_rows()
    ):
        won = f"{winner} won" if winner else f"{leads} lead" if leads else "even"
        print(printable(f"{game}  {system}  round {rounds}, {won}  {file or title}"))
    return 0


def _open(options: argparse.Namespace) -> int:
    from a4a.libraries.library import library
    from a4a.store import save

    lib = library(options.library)
    game = lib.find(options.game)
    out = options.out or Path(f"{game}.a4a")
    save(lib.open(game), out)
    print(printable(f"{out} written"))
    return 0


def _play(options: argparse.Namespace) -> int:
    from a4a.importers.opening import open_record
    from a4a.libraries.playing import ROUNDS, play

    players = options.players[0] if len(options.players) == 1 else options.players
    start = open_record(options.game) if options.game else options.system
    added = play(
        start, games=options.games, into=options.into, players=players,
        seed=options.seed, rounds=options.rounds or ROUNDS, keep=options.keep,
        workers=options.workers, node=options.node, rules=options.rules,
        options=dict(options.options) if options.options else None,
    )  # fmt: skip
    return _told(added)


def _option(text: str) -> tuple[str, bool]:
    """Read whether an option is on."""
    name, found, value = text.partition("=")
    if found and value not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME, NAME=on or NAME=off")
    return name.strip(), value != "off"


def _told(added: Added) -> int:
    """Print what came of what was added; return whether all of it was good."""
    print(f"{added} (a4a library list LIB --bad)" if added.bad else added)
    return 1 if added.bad else 0
