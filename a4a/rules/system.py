"""What a game is made of: its data, read once and then only looked up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

from a4a.boards.dataset import Dataset
from a4a.core.catalog import UnitType
from a4a.core.events import Value
from a4a.core.words import list_of
from a4a.rules.book import RuleBook


class System:
    """A game under one set of options. Immutable; families add what their rules look up.

    Parameters
    ----------
    dataset
        Board, catalog, set-up.
    games
        Which games of the rulebook it plays by: ("both", "europe").
    options
        Options by name.

    Attributes
    ----------
    dataset, board, catalog, options
        As given.
    book
        The rules by id.
    types
        Unit types by name.
    """

    def __init__(
        self,
        dataset: Dataset,
        *,
        games: tuple[str, ...],
        options: Mapping[str, Value] = MappingProxyType({}),
    ) -> None:
        self.dataset = dataset
        self.board = dataset.board
        self.catalog = dataset.catalog
        self.options = dict(options)
        self._games = games
        self.types: Mapping[str, UnitType] = {t.name: t for t in dataset.catalog.unit_types}
        self._able: dict[str, frozenset[str]] = {}

    def is_of(self, dataset: Dataset, games: tuple[str, ...], options: Mapping[str, Value]) -> bool:
        """Whether it is the system of a dataset, of some games of the rulebook, under options."""
        same = self.dataset is dataset and self._games == games
        return same and self.options == dict(options)

    @cached_property
    def book(self) -> RuleBook:
        """The rules by id, in our words."""
        return RuleBook.of(self.dataset, games=self._games)

    @cached_property
    def order_of_play(self) -> tuple[str, ...]:
        """The powers that take turns, in order."""
        return tuple(p.name for p in self.catalog.powers if p.playable)

    def players_of(self, side: str) -> tuple[str, ...]:
        """Return the powers of a side that take turns: their player decides for it."""
        return tuple(p for p in self.order_of_play if self.catalog.side_of(p) == side)

    def able(self, ability: str) -> frozenset[str]:
        """Names of the unit types with an ability ("surface warship", "blitz" ...)."""
        found = self._able.get(ability)
        if found is None:
            found = frozenset(t.name for t in self.types.values() if ability in t.abilities)
            self._able[ability] = found
        return found

    def of_category(self, category: str) -> frozenset[str]:
        """Names of the unit types of a category ("land", "sea", "air", "facility")."""
        return self._categories.get(category, frozenset())

    @cached_property
    def _categories(self) -> Mapping[str, frozenset[str]]:
        kinds = {t.category for t in self.types.values()}
        return {
            kind: frozenset(t.name for t in self.types.values() if t.category == kind)
            for kind in kinds
        }

    def called(self, power: str) -> str:
        """What a power is called within a sentence: "the United States"."""
        return self.catalog.called(power)

    def said(self, powers: Iterable[str]) -> str:
        """Powers within a sentence: "Germany, Italy and the Soviet Union"."""
        return list_of(map(self.catalog.called, powers))
