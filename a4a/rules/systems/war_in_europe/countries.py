"""What only some countries do, as ``countries.toml`` lists it, and whose land is whose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

import msgspec

from a4a.boards.dataset import Dataset
from a4a.core.board import Board
from a4a.rules.lists import Entry, read_list

TERRITORIAL_CAPITAL: Final = "territorial capital"
"""The feature of hexes with which a territory changes hands (12.2.3)."""


class WarDate(Entry, frozen=True, kw_only=True):
    """The turn at whose start a power goes to war at the latest.

    Parameters
    ----------
    power, turn
        Which power, and when.
    delayed
        How many turns later for each neutral that the West has invaded.
    """

    power: str
    turn: int
    delayed: int = 0


class Apart(Entry, frozen=True, kw_only=True):
    """A power that neither stacks nor fights together with others of its side (12.4.3)."""

    power: str


class Barred(Entry, frozen=True, kw_only=True):
    """A space that a side may not enter."""

    space: str
    side: str


class Rebellion(Entry, frozen=True, kw_only=True):
    """A region that is shut to all units until a power rises in it (12.5).

    Parameters
    ----------
    power, region
        Who rises, and where.
    turn
        From which turn on it is rolled for.
    """

    power: str
    region: str
    turn: int


class Rump(Entry, frozen=True, kw_only=True):
    """What is left of a power, as a neutral, when its capital falls (12.2).

    Parameters
    ----------
    power
        Which power.
    name
        What it is called then: the status that its power gets.
    feature
        The feature of the home hexes that it keeps; it also keeps the territories.
    seat
        The hex with which all its land is captured.
    keys
        Hexes where the other side's coming ends its neutrality.
    heir
        Who keeps the hexes that the power held elsewhere.
    garrisons
        The counters that stay in play, and the hex of each.
    """

    power: str
    name: str
    feature: str
    seat: str
    keys: tuple[str, ...]
    heir: str
    garrisons: dict[str, str]


class _Lists(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dates: tuple[WarDate, ...] = ()
    apart: tuple[Apart, ...] = ()
    barred: tuple[Barred, ...] = ()
    rebellions: tuple[Rebellion, ...] = ()
    rumps: tuple[Rump, ...] = ()


class Countries:
    """The lists, and the land of each power on a board. Immutable.

    Attributes
    ----------
    dates, apart, barred, rebellions, rumps
        The lists, by power or space.

    Examples
    --------
    >>> import a4a
    >>> countries = Countries.of(a4a.dataset("war_in_europe"))
    >>> countries.land_of("2317"), countries.land_of("3911"), countries.dates["Italy"].turn
    ('Italy', 'Iraq', 4)
    """

    def __init__(self, lists: _Lists, board: Board) -> None:
        self.board = board
        self.dates = MappingProxyType({entry.power: entry for entry in lists.dates})
        self.apart = MappingProxyType({entry.power: entry for entry in lists.apart})
        self.barred = MappingProxyType({entry.space: entry for entry in lists.barred})
        self.rebellions = MappingProxyType({entry.power: entry for entry in lists.rebellions})
        self.rumps = MappingProxyType({entry.power: entry for entry in lists.rumps})
        self._regions = {entry.region: entry.power for entry in lists.rebellions}

    @classmethod
    def of(cls, dataset: Dataset) -> Countries:
        """Read the lists of a dataset; DatasetError if they cannot be read."""
        return cls(read_list(dataset, "countries", _Lists), dataset.board)

    def land_of(self, space: str) -> str | None:
        """Return the power whose land a space is, home or territory; None at sea."""
        return self.land.get(space)

    @cached_property
    def closed(self) -> frozenset[str]:
        """The hexes that no land or air unit may ever enter (3.4.2)."""
        return frozenset(space.name for space in self.board if space.impassable)

    @cached_property
    def land(self) -> Mapping[str, str]:
        """The power whose land each space is, home or territory."""
        board, found = self.board, {}
        for space in board:
            power = self._regions.get(board.region_of(space.name), space.original)
            if power is not None:
                found[space.name] = power
        return MappingProxyType(found)

    @cached_property
    def lands(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes of each power's land, in board order."""
        found: dict[str, list[str]] = {}
        for space, power in self.land.items():
            if self.board.space(space).kind != "box":
                found.setdefault(power, []).append(space)
        return MappingProxyType({power: tuple(spaces) for power, spaces in found.items()})

    @cached_property
    def capitals(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes of each power's capitals; powers without one on the map are absent."""
        found: dict[str, list[str]] = {}
        for space in self.board:
            for power in space.capital_of if space.kind != "box" else ():
                found.setdefault(power, []).append(space.name)
        return MappingProxyType({power: tuple(spaces) for power, spaces in found.items()})

    def territories(self, power: str) -> Iterator[str]:
        """The regions of a power's land in which none of its capitals stands."""
        home = {self.board.region_of(space) for space in self.capitals.get(power, ())}
        regions = dict.fromkeys(map(self.board.region_of, self.lands.get(power, ())))
        return (region for region in regions if region not in home)

    @cached_property
    def homes(self) -> Mapping[str, frozenset[str]]:
        """The hexes of each power's home country: its land without its territories."""
        region_of = self.board.region_of
        found = {}
        for power, spaces in self.lands.items():
            away = set(self.territories(power))
            found[power] = frozenset(s for s in spaces if region_of(s) not in away)
        return MappingProxyType(found)

    @cached_property
    def region_capitals(self) -> Mapping[str, str]:
        """The region that changes hands with each territorial capital, by that hex (12.2.3)."""
        marked = (space.name for space in self.board if TERRITORIAL_CAPITAL in space.features)
        return MappingProxyType({space: self.board.region_of(space) for space in marked})
