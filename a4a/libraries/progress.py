"""A bar that says how far a long task is, in a terminal or a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, TypeAlias

Show: TypeAlias = Literal["auto", "no"]
"""Where progress is shown: in a terminal or notebook, or nowhere."""
Step: TypeAlias = Callable[[int], None]
"""Called with the number of tasks that have been done since."""

_LONG = 2
"""Fewer tasks than this need no bar."""


@contextmanager
def progress(total: int, what: str, show: Show) -> Iterator[Step]:
    """Show a bar with the time left while tasks are done.

    Parameters
    ----------
    total
        How many tasks there are.
    what
        What is being done.
    show
        Where the bar is shown.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    hidden = show == "no" or total < _LONG or not (console.is_terminal or console.is_jupyter)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
