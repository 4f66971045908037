"""The ``a4a`` command: a module for each group of commands, which returns the exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from a4a._version import __version__
from a4a.cli import audits, books, games, lessons, libraries, notebooks, pictures, texts
from a4a.cli.common import printable
from a4a.core.errors import A4AError

_GROUPS = (games, texts, pictures, audits, libraries, books, lessons, notebooks)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 1 after saying on stderr what went wrong."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except A4AError as error:
        said = "\n".join(printable(line) for line in str(error).splitlines())
        print(f"a4a: {said}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of the output has gone: `a4a check X | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"a4a: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="a4a", description="WWII board games in JupyterLab.")
    parser.add_argument("--version", action="version", version=f"a4a {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for group in _GROUPS:
        group.add(commands)
    return parser
