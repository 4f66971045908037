"""The command that opens JupyterLab on the notebooks, or runs the first of them."""

from __future__ import annotations

import argparse
from pathlib import Path

from a4a.cli.common import Commands


def add(commands: Commands) -> None:
    """Add ``lab``."""
    lab = commands.add_parser("lab", help="open JupyterLab on the notebooks that come with a4a")
    lab.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("a4a-notebooks"),
        help="folder for the notebooks; those already there are kept (default: %(default)s)",
    )
    lab.add_argument("--headless", action="store_true", help="run the quickstart once and exit")
    lab.add_argument("--no-browser", action="store_true", help="print the address, open no browser")
    lab.set_defaults(run=_lab)


def _lab(options: argparse.Namespace) -> int:
    from a4a import lab

    for notebook in lab.copy_notebooks(options.folder):
        print(f"a4a: new: {notebook}")
    if not options.headless:
        lab.open_lab(options.folder, options=["--no-browser"] if options.no_browser else [])
        return 0
    run = lab.run_notebook(options.folder / lab.QUICKSTART)
    print(f"a4a: the {run.cells} cells of {lab.QUICKSTART} ran in {run.seconds:.1f} s")
    return 0
