"""The levels of victory, as ``victory.toml`` lists them (13)."""

from __future__ import annotations

import msgspec

from a4a.boards.dataset import Dataset
from a4a.rules.lists import Entry, read_list


class Level(Entry, frozen=True, kw_only=True):
    """A level of victory, by the powers that the Axis controls.

    Parameters
    ----------
    name
        "Axis minor victory".
    side
        Whose victory it is.
    powers
        Powers that the Axis must control.
    least, most
        How many others it must and may control; no limit without `most`.
    all_but
        If any are named: it must control all powers on the map but these, which do not count.
    hexes
        Hexes that it must hold.
    """

    name: str
    side: str
    powers: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    all_but: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class _Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[Level, ...] = ()


def levels_of(dataset: Dataset) -> tuple[Level, ...]:
    """Read ``victory.toml`` of a dataset: the levels, the best of each side first.

    Raises
    ------
    DatasetError
        If it cannot be read.

    Examples
    --------
    >>> import a4a
    >>> [level.name for level in levels_of(a4a.dataset("war_in_europe"))][3:]
    ['Axis total victory', 'Axis major victory', 'Axis minor victory']
    """
    return read_list(dataset, "victory", _Levels).levels
