"""Commands that say what a recorded game is, write it in another form, or make one of two."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from a4a.cli.common import Commands, busy, open_game, printable, takes_game, takes_map
from a4a.core.errors import A4AError

if TYPE_CHECKING:
    from a4a.core.record import GameRecord


def add(commands: Commands) -> None:
    """Add ``info``, ``convert``, ``merge``, ``frames`` and ``page``."""
    info = commands.add_parser("info", help="describe a recorded game")
    takes_game(info)
    info.set_defaults(run=_info)

    convert = commands.add_parser("convert", help="convert a recorded game into an .a4a file")
    takes_game(convert)
    convert.add_argument("out", type=Path, metavar="OUT.a4a", help="file to write")
    convert.set_defaults(run=_convert)

    merge = commands.add_parser(
        "merge", help="merge two copies of a game that two people have gone on with into one file"
    )
    for name in ("mine", "theirs"):
        merge.add_argument(name, type=Path, metavar=name.upper(), help="a .tsvg or .a4a file")
    merge.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="OUT.a4a",
        help="file to write, neither of the two",
    )
    merge.set_defaults(run=_merge)

    frames = commands.add_parser("frames", help="write a game's frames as Parquet files")
    takes_game(frames)
    frames.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write to")
    frames.add_argument(
        "--at",
        choices=("round", "turn", "phase", "node"),
        default="turn",
        help="how finely the game is sampled (default: %(default)s)",
    )
    frames.set_defaults(run=_frames)

    page = commands.add_parser("page", help="write a game as one HTML file to share")
    takes_game(page)
    page.add_argument("--out", type=Path, required=True, metavar="OUT.html", help="file to write")
    page.add_argument(
        "--at", type=int, default=0, metavar="NODE", help="node it opens at (default: the start)"
    )
    page.add_argument("--line", help="line it shows (default: the one through NODE)")
    page.add_argument("--view", help="map, theatre or space it shows first")
    takes_map(page, "the shapes that the file keeps, else what a4a draws itself")
    page.add_argument("--title", help="its title (default: the game's)")
    page.set_defaults(run=_page)


def _info(options: argparse.Namespace) -> int:
    record = open_game(options)
    header, last = record.header, record.time(record.last)
    causes = Counter(step.cause for step in record.steps.values())
    source = " ".join(filter(None, (header.source.program, header.source.version)))
    rows = [
        ("game", header.title or header.system),
        ("system", header.system),
        ("recorded by", source),
        ("board", f"{record.board.name}, {len(record.board.spaces)} spaces"),
        ("rounds", str(last.round)),
        ("steps", f"{len(record)} ({', '.join(f'{n} {c}' for c, n in causes.most_common())})"),
        ("lines", ", ".join(record.lines)),
        ("annotations", str(len(record.annotations))),
        ("players", ", ".join(f"{p}: {name}" for p, name in header.players.items())),
        ("options", ", ".join(f"{k} = {v}" for k, v in header.options.items())),
        ("warnings", ", ".join(f"{w} ({n})" for w, n in header.warnings.items())),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        if value:
            print(f"{name:<{width}}  {printable(value)}")
    return 0


def _convert(options: argparse.Namespace) -> int:
    _check_out(options.out)
    _save(open_game(options), options.out)
    return 0


def _merge(options: argparse.Namespace) -> int:
    from a4a.core.merging import merge
    from a4a.importers.opening import open_record

    out: Path = options.out
    _check_out(out)
    for given in (options.mine, options.theirs):
        if out.exists() and given.exists() and out.samefile(given):
            raise A4AError(f"{out} is one of the files to merge, which stay: give --out a new name")
    with busy("Merging"):
        merged = merge(open_record(options.mine), open_record(options.theirs))
    _save(merged.record, out)
    for name, one in (("MINE", merged.mine), ("THEIRS", merged.theirs)):
        for what, numbers in (("node", one.nodes), ("note", one.notes)):
            for old, new in sorted(numbers.items()):
                print(f"{what} {old} of {name} is {what} {new}")
    for clash in merged.clashes:
        print(printable(str(clash)))
    return 0


def _check_out(out: Path) -> None:
    """Refuse to write a record under the name of another kind of file."""
    if out.suffix.lower() != ".a4a":
        raise A4AError(f"{out}: only .a4a files are written; end its name in .a4a")


def _save(record: GameRecord, out: Path) -> None:
    """Save a record, and say so."""
    from a4a.store import save

    with busy(f"Writing {out.name}"):
        save(record, out)
    print(f"{out}: {len(record)} steps, {out.stat().st_size / 1e3:.0f} kB")


def _frames(options: argparse.Namespace) -> int:
    from rich.progress import track

    from a4a.frames import frames, schemas

    tables = frames(open_game(options), at=options.at)
    for name in track(schemas, description="Frames", transient=True):
        getattr(tables, name)
    tables.write(options.out)
    for name in schemas:
        print(f"{options.out / name}.parquet: {getattr(tables, name).height} rows")
    return 0


def _page(options: argparse.Namespace) -> int:
    from a4a.map.own_maps import own_map_of, page_geometry
    from a4a.pages import export_html

    record = open_game(options)
    with busy(f"Writing {options.out.name}"):
        page = export_html(
            record,
            options.out,
            at=options.at,
            line=options.line,
            title=options.title,
            view=options.view,
            map=options.map,
        )
    print(f"{page}: {len(record)} steps, {page.stat().st_size / 1e6:.1f} MB")
    if options.map is None and page_geometry(record).origin == "layout" and own_map_of(record):
        print("its board is laid out by its borders; --map triplea puts in the shapes of your map")
    return 0
