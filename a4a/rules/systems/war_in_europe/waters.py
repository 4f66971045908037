"""Where movement is barred besides by terrain: waters and boxes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from a4a.boards.dataset import Dataset
from a4a.rules.lists import Entry, read_list


class Waters(Entry, frozen=True, kw_only=True):
    """Hexes that fleets of a side may not enter until it controls a country (8.3.2).

    Parameters
    ----------
    spaces
        The hexes.
    side
        Whose fleets.
    until
        The country whose capitals the side must hold.
    clear
        Whether there must be no enemy unit in the hex either.
    open_to_assaults
        Whether fleets that make an amphibious assault may enter at any time.
    """

    spaces: tuple[str, ...]
    side: str
    until: str
    clear: bool = False
    open_to_assaults: bool = False


class Boxes(Entry, frozen=True, kw_only=True):
    """Boxes that fleets of a side may not enter (8.3.3)."""

    spaces: tuple[str, ...]
    side: str


class _Lists(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    waters: tuple[Waters, ...] = ()
    boxes: tuple[Boxes, ...] = ()


class Barriers:
    """What ``movement.toml`` of a dataset says. Immutable.

    Attributes
    ----------
    waters
        The waters that open in play, by hex.
    boxes
        Boxes that are shut, by side and box.

    Examples
    --------
    >>> import a4a
    >>> Barriers.of(a4a.dataset("war_in_europe")).waters["2003"].until
    'Denmark'
    """

    def __init__(self, lists: _Lists) -> None:
        self.waters: Mapping[str, Waters] = MappingProxyType(
            {space: entry for entry in lists.waters for space in entry.spaces}
        )
        self.boxes: Mapping[tuple[str, str], Boxes] = MappingProxyType(
            {(entry.side, space): entry for entry in lists.boxes for space in entry.spaces}
        )

    @classmethod
    def of(cls, dataset: Dataset) -> Barriers:
        """Read them; DatasetError if they cannot be read."""
        return cls(read_list(dataset, "movement", _Lists))
