"""What a player is: a program that answers decisions, and of which the record says which it was."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from a4a.core.events import Value
    from a4a.rules.decision import Decision
    from a4a.rules.game import Game
    from a4a.rules.order import Order


@dataclass(frozen=True)
class Player(ABC):
    """A program that answers a game's decisions.

    A player is a value: it can be compared, pickled and written down. It remembers nothing, so the
    same game at the same node gets the same answer, whenever and wherever it is asked. Its own
    parameters are further fields, after the seed and by name only.

    Parameters
    ----------
    seed
        Players that differ in this alone play alike, but not the same.

    Attributes
    ----------
    name
        What it is called by (`a4a.player`).
    version
        Raised whenever it answers anything otherwise than before.
    """

    seed: int = 0
    _: KW_ONLY
    name: ClassVar[str]
    version: ClassVar[int]

    @property
    def parameters(self) -> Mapping[str, Value]:
        """Its parameters besides the seed."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.init and f.name != "seed"}

    @cached_property
    def author(self) -> str:
        """What the steps it decides say of it; parameters only where they are not the usual.

        Examples
        --------
        >>> import a4a
        >>> a4a.player("random", seed=3).author, a4a.player("random", moves=0.5).author
        ('random 2 (seed 3)', 'random 2 (seed 0, moves 0.5)')
        """
        usual = {f.name: f.default for f in fields(self)}
        told = [f"{n} {v}" for n, v in self.parameters.items() if v != usual[n]]
        return f"{self.name} {self.version} ({', '.join([f'seed {self.seed}', *told])})"

    def consider(self, game: Game) -> Iterator[None]:
        """Work the next answer out, a little at a time, so that others can work meanwhile.

        `answer` gives the same without; this makes it quick.
        """
        return iter(())

    @abstractmethod
    def answer(self, game: Game, decision: Decision) -> Order:
        """Return an order that answers what a game asks.

        Parameters
        ----------
        game
            The game, which is left as it is.
        decision
            What it asks.

        Raises
        ------
        A4AError
            If that is not what the game asks, or the player finds no answer.
        """
