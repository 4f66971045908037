"""Commands that draw the board of a recorded game."""

from __future__ import annotations

import argparse
from pathlib import Path

from a4a.cli.common import LOOKED_FOR, Commands, busy, open_game, takes_game, takes_map


def add(commands: Commands) -> None:
    """Add ``picture`` and ``animate``."""
    picture = commands.add_parser("picture", help="draw the board of a game as PNG or SVG")
    takes_game(picture)
    picture.add_argument(
        "--out", type=Path, required=True, metavar="OUT.png", help="file to write, or OUT.svg"
    )
    picture.add_argument(
        "--node", type=int, help="node to draw (default: the end of the main line)"
    )
    _takes_view(picture, width=1600)
    picture.set_defaults(run=_picture)

    animate = commands.add_parser("animate", help="animate the fronts as GIF or WebP")
    takes_game(animate)
    animate.add_argument(
        "--out", type=Path, required=True, metavar="OUT.gif", help="file to write, or OUT.webp"
    )
    animate.add_argument(
        "--by",
        choices=("turn", "round"),
        default="turn",
        help="one frame for each (default: %(default)s)",
    )
    animate.add_argument(
        "--seconds",
        type=float,
        default=0.5,
        help="how long a frame is shown (default: %(default)s)",
    )
    _takes_view(animate, width=900)
    animate.set_defaults(run=_animate)


def _picture(options: argparse.Namespace) -> int:
    from a4a.map.pictures import picture

    record = open_game(options)
    with busy(f"Drawing {options.out.name}"):
        shown = picture(
            record,
            options.node,
            region=options.region,
            width=options.width,
            theme=options.theme,
            map=options.map,
        )
        shown.save(options.out, scale=1)
    print(f"{options.out}: {shown.width} x {shown.height}, {_kilobytes(options.out)}")
    return 0


def _animate(options: argparse.Namespace) -> int:
    from a4a.map.pictures import animate

    animate(
        open_game(options),
        options.out,
        region=options.region,
        by=options.by,
        seconds=options.seconds,
        width=options.width,
        theme=options.theme,
        map=options.map,
    )
    print(f"{options.out}: {_kilobytes(options.out)}")
    return 0


def _takes_view(parser: argparse.ArgumentParser, *, width: int) -> None:
    takes_map(parser, LOOKED_FOR)
    parser.add_argument(
        "--region", help="a theatre, map or space of the board (default: the whole)"
    )
    parser.add_argument("--width", type=int, default=width, help="in pixels (default: %(default)s)")
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="colours (default: %(default)s)"
    )


def _kilobytes(path: Path) -> str:
    return f"{path.stat().st_size / 1e3:.0f} kB"
