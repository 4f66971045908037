"""The ``a4a`` command: one function a subcommand, each returning the exit code."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from a4a._version import __version__
from a4a.core.errors import A4AError

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 1 after saying on stderr what went wrong."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except A4AError as error:
        print(f"a4a: {error}", file=sys.stderr)
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="a4a", description="WWII board games in JupyterLab.")
    parser.add_argument("--version", action="version", version=f"a4a {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    lab = commands.add_parser("lab", help="open JupyterLab on the notebooks that come with a4a")
    lab.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("a4a-notebooks"),
        help="where the notebooks are put, unless they are there (default: %(default)s)",
    )
    lab.add_argument("--headless", action="store_true", help="run the quickstart once, and exit")
    lab.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    lab.set_defaults(run=_lab)
    return parser


def _lab(options: argparse.Namespace) -> int:
    from a4a import lab

    for notebook in lab.copy_notebooks(options.folder):
        print(f"a4a: new: {notebook}")
    if not options.headless:
        lab.open_lab(options.folder, options=["--no-browser"] if options.no_browser else [])
        return 0
    with lab.LabServer(options.folder) as server:
        run = lab.run_notebook(server, lab.QUICKSTART)
    if run.failure is not None:
        print(f"a4a: code cell {run.cells} of {lab.QUICKSTART} failed:", file=sys.stderr)
        print(run.failure, file=sys.stderr)
        return 1
    print(f"a4a: the {run.cells} cells of {lab.QUICKSTART} ran in {run.seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
