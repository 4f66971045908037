"""Combat charts: a line for who fires at whom, a column for the strength, losses by the roll.

``charts/combat.csv`` of a dataset has the chart. That of 2WW: The War in Europe is ours, as the
sheet it was printed on is not available; it agrees with every number and worked example of the
rulebook (docs/rulings.md, R-216). A player who has the sheet lays a folder of overrides over it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise, product
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

import msgspec

from a4a.boards.columns import SOURCES, CellType
from a4a.boards.dataset import Dataset
from a4a.boards.sheets import read_sheet
from a4a.boards.tables import Row
from a4a.core.errors import A4AError, DatasetError
from a4a.rules.hexes.numbers import Numbers

Line: TypeAlias = Literal[
    "Land vs. Land",
    "Air vs. Air",
    "Air vs. Sea",
    "Sea vs. Air",
    "Sea vs. Sea",
    "ASW",
    "Bombing",
    "Convoy Attack",
]
"""The lines of the combat chart (4.2.C.3, 6.1.4, 6.2.3)."""

LINES: tuple[Line, ...] = get_args(Line)

_MOST_DICE = 4
_LOSSES = ("one", "two", "three", "four")
_COMBAT = {
    "line": CellType("choice", LINES, required=True),
    "least": CellType("number", required=True),
    "most": CellType("number"),
    **dict.fromkeys(_LOSSES, CellType("number")),
    "source": CellType("choice", SOURCES, required=True),
}


class ChartColumn(msgspec.Struct, frozen=True):
    """One column of a line of the combat chart.

    Parameters
    ----------
    least, most
        The strengths it is for, both included; ``most`` is None where it has no end.
    highest
        The highest roll that causes one loss, two losses, and so on.

    Examples
    --------
    >>> ChartColumn(8, 11, (7, 4)).losses(6)
    1
    """

    least: int
    most: int | None
    highest: tuple[int, ...]

    @property
    def name(self) -> str:
        """As the chart heads it: "8-11", "5", "24+"."""
        if self.most is None:
            return f"{self.least}+"
        return str(self.least) if self.most == self.least else f"{self.least}-{self.most}"

    def losses(self, roll: int) -> int:
        """Return how many loss points a roll causes: low rolls hurt."""
        return sum(roll <= highest for highest in self.highest)


class CombatChart:
    """The combat chart: a line for who fires at whom, a column for the strength.

    Parameters
    ----------
    lines
        The columns of every line, from strength 1 on.
    dice, sides
        The dice that are rolled on it, and their faces.

    Raises
    ------
    DatasetError
        If a line lacks a strength or has it twice, if it has a roll that the dice cannot show,
        or if there are no dice or more than four.

    Examples
    --------
    >>> import a4a
    >>> chart = CombatChart.of(a4a.dataset("war_in_europe"))
    >>> chart.column("Land vs. Land", 9).name, chart.losses("Land vs. Land", 9, roll=6)
    ('8-11', 1)
    >>> chart.losses("Land vs. Land", 9, roll=6, shift=-2)
    0
    """

    def __init__(
        self, lines: Mapping[Line, tuple[ChartColumn, ...]], *, dice: int, sides: int
    ) -> None:
        self.dice, self.sides = dice, sides
        if not 1 <= dice <= _MOST_DICE:
            raise DatasetError(f"{dice} dice: the combat chart is rolled on with 1 to {_MOST_DICE}")
        for line in LINES:
            if line not in lines:
                raise DatasetError(f"the combat chart has no line {line!r}")
            self._check(line, lines[line])
        self.lines: Mapping[Line, tuple[ChartColumn, ...]] = MappingProxyType(dict(lines))

    @classmethod
    def of(cls, dataset: Dataset) -> CombatChart:
        """Read the chart of a dataset with its overrides; DatasetError if it cannot be read."""
        lines: dict[Line, list[ChartColumn]] = {}
        for row in read_sheet(dataset.folders, "charts/combat", _COMBAT, key=("line", "least")):
            line: Line = row["line"]  # type: ignore[assignment]  # one of the lines: checked
            lines.setdefault(line, []).append(_column(row))
        return cls(
            {line: tuple(sorted(own, key=lambda c: c.least)) for line, own in lines.items()},
            dice=Numbers.of(dataset)["combat dice"],
            sides=dataset.catalog.dice_sides,
        )

    def column(self, line: Line, strength: int, *, shift: int = 0) -> ChartColumn | None:
        """Return the column of a strength.

        Parameters
        ----------
        line
            Who fires at whom.
        strength
            The sum of the factors that fire.
        shift
            By how many columns to the right (bombers of range 6), or if negative to the left
            (terrain). The chart ends at its end columns.

        Returns
        -------
        ChartColumn or None
            None if there is no strength to fire with.
        """
        columns = self._line(line)
        if strength < 0:
            raise A4AError(f"a strength of {strength} factors: there are none below 0")
        if strength == 0:
            return None
        at = bisect_right(columns, strength, key=_least) - 1
        return columns[min(max(at + shift, 0), len(columns) - 1)]

    def losses(self, line: Line, strength: int, roll: int, *, shift: int = 0) -> int:
        """Return the loss points of a roll; on "Bombing" any is a hit (6.1.4).

        Parameters
        ----------
        line, strength, shift
            As for `column`.
        roll
            The sum of the dice.

        Raises
        ------
        A4AError
            If there is no such line, or the dice cannot show that.
        """
        if not self.dice <= roll <= self.dice * self.sides:
            raise A4AError(
                f"a roll of {roll}: {self.dice} dice show {self.dice} to {self.dice * self.sides}"
            )
        column = self.column(line, strength, shift=shift)
        return column.losses(roll) if column else 0

    def chances(self, line: Line, strength: int, *, shift: int = 0) -> tuple[float, ...]:
        """Return how likely 0, 1, 2 ... loss points are.

        Examples
        --------
        >>> import a4a
        >>> chart = CombatChart.of(a4a.dataset("war_in_europe"))
        >>> [round(36 * p) for p in chart.chances("Bombing", 6)]
        [10, 26]
        """
        column = self.column(line, strength, shift=shift)
        if column is None:
            return (1.0,)
        found = [0.0] * (len(column.highest) + 1)
        for roll, chance in self.rolls.items():
            found[column.losses(roll)] += chance
        return tuple(found)

    def expected(self, line: Line, strength: int, *, shift: int = 0) -> float:
        """Return the loss points to be expected."""
        return sum(n * p for n, p in enumerate(self.chances(line, strength, shift=shift)))

    @cached_property
    def rolls(self) -> Mapping[int, float]:
        """How likely each sum of the dice is."""
        chances: dict[int, float] = {}
        faces = range(1, self.sides + 1)
        for dice in product(faces, repeat=self.dice):
            chances[sum(dice)] = chances.get(sum(dice), 0.0) + self.sides**-self.dice
        return MappingProxyType(chances)

    def _line(self, line: Line) -> tuple[ChartColumn, ...]:
        columns = self.lines.get(line)
        if columns is None:
            raise A4AError(f"no line {line!r} on the combat chart: there are {', '.join(LINES)}")
        return columns

    def _check(self, line: Line, columns: tuple[ChartColumn, ...]) -> None:
        wanted = 1
        for column in columns:
            if column.least != wanted:
                raise DatasetError(
                    f"{line}: a column from strength {column.least}, where the one from "
                    f"{wanted} is due: columns follow each other without gap or overlap"
                )
            if column.most is None:
                wanted = 0
            elif column.most < column.least:
                raise DatasetError(f"{line}: the column from {column.least} ends below its start")
            else:
                wanted = column.most + 1
            if any(a <= b for a, b in pairwise(column.highest)):
                raise DatasetError(f"{line} {column.name}: more losses need a lower roll")
            if any(not 1 <= roll <= self.dice * self.sides for roll in column.highest):
                raise DatasetError(f"{line} {column.name}: {self.dice} dice show no such roll")
        if wanted:
            raise DatasetError(f"{line}: its last column has no end: leave its 'most' empty")


def _least(column: ChartColumn) -> int:
    return column.least


def _column(row: Row) -> ChartColumn:
    cells = [row.text(name) for name in _LOSSES]
    highest = [int(cell) for cell in cells if cell]
    if any(cells[len(highest) :]):
        raise DatasetError(f"{row.file}:{row.line}: a number of losses is left out before the last")
    return ChartColumn(
        row.number("least"), row.number("most") if row.text("most") else None, tuple(highest)
    )
