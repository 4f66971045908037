"""Who fights on which side, and who is hostile to whom, as arrays: at every row of a calendar.

A neutral that joins a side in play is on it from then on (`a4a.core.sides`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from a4a.core import events as ev
from a4a.core.fronts import at_war
from a4a.core.sides import side_under
from a4a.core.state import State
from a4a.frames.calendar import Ints, Stretch
from a4a.frames.names import NOBODY, Names
from a4a.frames.walk import Handler, Moment

Bools: TypeAlias = npt.NDArray[np.bool_]


class HostilityTracker:
    """Writes down who fights on which side, and who is hostile to whom, and since which row."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._rows: list[int] = []
        self._pairs: list[Bools] = []
        self._sides: list[Ints] = []
        self.handlers: Mapping[type[ev.Event], Handler] = {ev.RelationChanged: self._related}

    def begin(self, stretch: Stretch, state: State) -> None:
        """Note who is hostile to whom as a line begins."""
        self._catalog, self._relations = state.catalog, dict(state.relations)
        self._note(stretch.first)

    def _related(self, event: ev.RelationChanged, moment: Moment) -> None:
        self._relations[_pair(event.a, event.b)] = event.new
        self._note(moment.row)

    def _relation(self, a: str, b: str) -> str:
        return self._relations.get(_pair(a, b), "")

    def _note(self, row: int) -> None:
        names, catalog = self._names, self._catalog
        pairs: Bools = np.zeros((len(names.power), len(names.power)), dtype=np.bool_)
        sides: Ints = np.full(len(names.power), NOBODY)
        found = {p.name: side_under(catalog, self._relation, p.name) for p in catalog.powers}
        powers = {name: names.power(name) for name, side in found.items() if side}
        for a, code in powers.items():
            sides[code] = names.side(found[a])
            for b, other in powers.items():
                at_odds = found[a] != found[b] and at_war(self._relation(a, b))
                pairs[code, other] = at_odds
        self._rows.append(row)
        self._pairs.append(pairs)
        self._sides.append(sides)

    def at(self, rows: Ints) -> Hostility:
        """Return how things stood at each row."""
        # Rows ascend from line to line, and every line begins with an entry of its own.
        which = np.searchsorted(np.array(self._rows, dtype=np.int64), rows, side="right") - 1
        size = len(self._names.power)  # it may have grown since
        pairs: Bools = np.zeros((len(self._pairs), size, size), dtype=np.bool_)
        sides: Ints = np.full((len(self._sides), size + 1), NOBODY)  # the last is nobody's, -1
        for i, (known, fought_on) in enumerate(zip(self._pairs, self._sides, strict=True)):
            pairs[i, : len(known), : len(known)] = known
            sides[i, : len(known)] = fought_on
        return Hostility(pairs, sides, which)


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)


class Hostility(NamedTuple):
    """Who fights whom at some rows.

    Parameters
    ----------
    pairs, sides
        Tables of hostile pairs of powers, and of the sides of powers.
    which
        Which of the tables holds at each row.
    """

    pairs: Bools
    sides: Ints
    which: Ints

    def part(self, begin: int, stop: int) -> Hostility:
        """Return that of some of the rows."""
        return self._replace(which=self.which[begin:stop])

    def are_hostile(self, row: Any, a: Ints, b: Ints) -> Bools:
        """Whether powers are hostile to each other at rows."""
        found: Bools = self.pairs[self.which[row], a, b]
        return found

    def side(self, row: Any, power: Ints) -> Ints:
        """The sides of powers at rows."""
        found: Ints = self.sides[self.which[row], power]
        return found
