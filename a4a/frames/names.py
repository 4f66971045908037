"""Names as codes: the Enums that the frames of several records share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from a4a.core.record import GameRecord

Codes: TypeAlias = Sequence[int] | npt.NDArray[Any]
NOBODY = -1
"""The code of no name at all: null in a frame."""


class Coder:
    """A growing list of names with a code each: their place in the list.

    Examples
    --------
    >>> coder = Coder(["Germany", "Japan"])
    >>> coder("Japan"), coder(None), coder("Italy")
    (1, -1, 2)
    >>> coder.series([2, -1]).to_list()
    ['Italy', None]
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._codes = {name: i for i, name in enumerate(dict.fromkeys(names))}

    def __call__(self, name: str | None) -> int:
        """Return the name's code, a new one for a new name, -1 for "" and None."""
        if not name:
            return NOBODY
        code = self._codes.get(name)
        if code is None:
            code = self._codes[name] = len(self._codes)
        return code

    def __len__(self) -> int:
        return len(self._codes)

    @property
    def names(self) -> tuple[str, ...]:
        """The names in order of their codes."""
        return tuple(self._codes)

    @property
    def enum(self) -> pl.Enum:
        """The Enum of the names so far."""
        return pl.Enum(self.names)

    def series(self, codes: Codes, *, dtype: pl.DataType | None = None) -> pl.Series:
        """Return the names of these codes, as Enum unless another dtype is given; -1 is null."""
        # Null stands last, where index -1 finds it.
        names = pl.Series([*self.names, None], dtype=dtype or self.enum)
        return names.gather(np.asarray(codes, dtype=np.int64))


class Names:
    """The powers, sides, unit types and spaces of several records.

    Each list begins with those of the first record in their order (of play, of the catalog, of
    the board) and goes on with what later records add in theirs. Powers that are only printed on
    a board or named in an event come last, in the order in which they are met.
    """

    def __init__(self, records: Iterable[GameRecord]) -> None:
        kept = list(records)
        self.power = Coder(p.name for r in kept for p in r.catalog.powers)
        for emblem in (s.original for r in kept for s in r.board.spaces):
            self.power(emblem)
        self.side = Coder(side for r in kept for side in r.catalog.sides)
        self.unit = Coder(t.name for r in kept for t in r.catalog.unit_types)
        self.space = Coder(s.name for r in kept for s in r.board.spaces)

    @property
    def enums(self) -> dict[str, pl.Enum]:
        """The Enums by the names that `a4a.frames.schema.Column` knows them by."""
        return {
            "power": self.power.enum,
            "side": self.side.enum,
            "unit": self.unit.enum,
            "space": self.space.enum,
        }
