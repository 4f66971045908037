"""The commands that open a browser: JupyterLab on notebooks, or the explorer alone."""

from __future__ import annotations

import argparse
from pathlib import Path

from a4a.cli.common import LOOKED_FOR, Commands, takes_map


def add(commands: Commands) -> None:
    """Add ``lab`` and ``explore``."""
    lab = commands.add_parser("lab", help="open JupyterLab on the notebooks, or on a game or study")
    lab.add_argument(
        "place",
        nargs="?",
        type=Path,
        metavar="FOLDER or FILE",
        default=Path("a4a-notebooks"),
        help="folder for the notebooks that come with a4a, where those already there are kept; or "
        "a .tsvg, .a4a or .a4s file, beside which a notebook on it is written "
        "(default: %(default)s)",
    )
    lab.add_argument("--headless", action="store_true", help="run the notebook once and exit")
    _takes_no_browser(lab)
    lab.set_defaults(run=_lab)
    explore = commands.add_parser("explore", help="open the explorer alone in a browser tab")
    explore.add_argument("file", type=Path, metavar="FILE", help="a .tsvg, .a4a or .a4s file")
    takes_map(explore, LOOKED_FOR)
    _takes_no_browser(explore)
    explore.set_defaults(run=_explore)


def _takes_no_browser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address, open no browser"
    )


def _lab(options: argparse.Namespace) -> int:
    from a4a import lab

    if options.place.is_file():
        folder, notebook = options.place.parent, lab.write_notebook(options.place).name
    else:
        folder, notebook = options.place, lab.QUICKSTART
        for copied in lab.copy_notebooks(folder):
            print(f"a4a: new: {copied}")
    if not options.headless:
        lab.open_lab(folder, notebook, options=_browser(options))
        return 0
    run = lab.run_notebook(folder / notebook)
    print(f"a4a: the {run.cells} cells of {notebook} ran in {run.seconds:.1f} s")
    return 0


def _explore(options: argparse.Namespace) -> int:
    from a4a import lab

    lab.open_explorer(options.file, map=options.map, options=_browser(options))
    return 0


def _browser(options: argparse.Namespace) -> list[str]:
    return ["--no-browser"] if options.no_browser else []
