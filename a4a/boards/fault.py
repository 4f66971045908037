"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a dataset.

    Parameters
    ----------
    where
        File and line, as ``global1940/spaces.csv:12``.
    what
        What is wrong, and what would be right.
    fatal
        Whether no board can be made of the dataset while it is so.
    """

    where: str
    what: str
    fatal: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"
