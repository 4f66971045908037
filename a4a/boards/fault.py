"""What a check finds."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
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


def near(name: str, known: Iterable[str]) -> str:
    """Offer the known name that is nearest to one that is not, as the end of a message.

    Examples
    --------
    >>> near("Itly", ["Germany", "Italy"])
    "; did you mean 'Italy'?"
    """
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {found[0]!r}?" if found else ""
