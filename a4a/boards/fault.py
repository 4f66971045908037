"""What a check finds."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from a4a.core.errors import DatasetError

_SHOWN = 20


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
        Whether no board can be made from the dataset until it is mended.
    """

    where: str
    what: str
    fatal: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def unusable(what: str, faults: Sequence[object]) -> DatasetError:
    """Make the error that says what cannot be used, and lists why.

    Parameters
    ----------
    what
        "dataset 'sealion1940'".
    faults
        What is wrong with it; if there are very many, only the first are listed.

    Examples
    --------
    >>> print(unusable("charts/combat.csv", ["charts/combat.csv:3: least is empty"]))
    charts/combat.csv cannot be used (1 fault):
      charts/combat.csv:3: least is empty
    """
    count = f"{len(faults)} fault{'' if len(faults) == 1 else 's'}"
    lines = [f"{what} cannot be used ({count}):", *(f"  {fault}" for fault in faults[:_SHOWN])]
    if len(faults) > _SHOWN:
        lines.append(f"  ... and {len(faults) - _SHOWN} more")
    return DatasetError("\n".join(lines))


def near(name: str, known: Iterable[str]) -> str:
    """Offer the known name nearest to an unknown one, as the end of a message.

    Examples
    --------
    >>> near("Itly", ["Germany", "Italy"])
    "; did you mean 'Italy'?"
    """
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {found[0]!r}?" if found else ""
