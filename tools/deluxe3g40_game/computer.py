"""The greedy computer, taught not to come up to the front through countries that are neutral."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from a4a.players import GreedyPlayer
from a4a.players.greedy_player import GreedySitting
from a4a.rules.choices import Destination, MovableStack
from a4a.rules.trial import Trial


class WaryPlayer(GreedyPlayer):
    """Attacks no neutral but where that is an attack that pays."""

    name = "greedy, wary"

    def sit(self, trial: Trial, rng: Random) -> Iterator[None]:
        """Give orders on trial until something else is asked."""
        return _WarySitting(trial, rng, self.chance).play()


class _WarySitting(GreedySitting):
    def _come_up(self, stack: MovableStack, ways: Collection[Destination]) -> bool:
        state = self.trial.state
        sides = {p.name: p.side for p in state.catalog.powers}
        ours = [w for w in ways if sides.get(state.control.get(w.space, "")) == sides[stack.power]]
        return super()._come_up(stack, ours)
