"""What a game of the family is made of, besides what every game is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar

from a4a.boards.dataset import Dataset
from a4a.core.events import Value
from a4a.core.sharing import Shared
from a4a.rules import system
from a4a.rules.areas.citations import KEYS
from a4a.rules.areas.graph import Graph
from a4a.rules.book import RuleBook
from a4a.rules.lists import read_list

_Kind = TypeVar("_Kind")


class System(system.System):
    """A game of the family under one set of options. Immutable."""

    @cached_property
    def book(self) -> RuleBook:
        """The rules by id, and by the keys that the engine cites."""
        return RuleBook.of(self.dataset, games=self._games, keys=KEYS)

    def listed(self, name: str, kind: type[_Kind]) -> _Kind:
        """Return a list of the game by its name; an absent one is empty."""
        return read_list(self.dataset, name, kind)

    @cached_property
    def graph(self) -> Graph:
        """The board as units move on it."""
        return Graph(self.board)


_SYSTEMS = Shared[System](8)
"""Those of the last datasets that were played, each with its options."""


def system_of(dataset: Dataset, *, games: tuple[str, ...], options: Mapping[str, Value]) -> System:
    """Return the system of a dataset under options, which all games of it share."""
    return _SYSTEMS.one(
        lambda known: known.is_of(dataset, games, options),
        make=lambda: System(dataset, games=games, options=options),
    )
