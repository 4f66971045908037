"""What a game of the family is made of, besides what every game is."""

from __future__ import annotations

from functools import cached_property

from a4a.rules import system
from a4a.rules.areas.graph import Graph


class System(system.System):
    """A game of the family under one set of options. Immutable."""

    @cached_property
    def graph(self) -> Graph:
        """The board as units move on it."""
        return Graph(self.board)
