"""The flow of the game, as far as its rules are in a4a: the set-up."""

from __future__ import annotations

from functools import cached_property

from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.rules.choices import Form
from a4a.rules.order import Order
from a4a.rules.phased import PhasedRuleset, Turn
from a4a.rules.systems.war_in_europe.choices import forms
from a4a.rules.systems.war_in_europe.deploying import SetUp, position
from a4a.rules.systems.war_in_europe.orders import ORDERS, EndDeployment
from a4a.rules.systems.war_in_europe.system import System


class WarInEurope(PhasedRuleset[System]):
    """The ruleset of 2WW: The War in Europe: board, counters and set-up.

    What comes after the set-up - strategic warfare, production, movement, combat - is not in a4a
    yet: when all have deployed, the game stands at the beginning of its first turn.

    Parameters
    ----------
    game
        Its data.
    """

    def __init__(self, game: System) -> None:
        super().__init__(game, lambda: self._set_ups)
        self.system = game.dataset.name
        self.orders = ORDERS

    @cached_property
    def _set_ups(self) -> tuple[SetUp, ...]:
        return tuple(SetUp(self.game, deployers) for deployers in self.game.order)

    def start(self) -> GameRecord:
        """Return the position before anybody has deployed, as a record without steps."""
        dataset = self.game.dataset
        header = Header(system=dataset.name, title=dataset.title)
        return GameRecord(header, dataset.board, dataset.catalog, position(self.game))

    def turns(self, number: int) -> tuple[Turn, ...]:
        """Return the order of play: in round 0, who deploys one after the other."""
        if number:
            return ()
        return tuple(Turn(set_up.force, (set_up.name,)) for set_up in self._set_ups)

    def skips(self, state: State, turn: Turn) -> bool:
        """Whether nobody is left to deploy in a turn of the set-up."""
        return not any(s.applies(state) for s in self._set_ups if s.name in turn.phases)

    def label(self, number: int) -> str:
        """Return the season of a turn."""
        track = self.game.dataset.track
        return track[number - 1].label if track else ""

    def is_over(self, state: State) -> bool:
        """Whether the rules end: the set-up is complete."""
        return super().is_over(state) or state.round > 0

    def choices(self, state: State) -> tuple[Form, ...]:
        """Return the forms in which the decision of a state can be answered."""
        phase = self.phase(state)
        return forms(phase, state) if isinstance(phase, SetUp) else ()

    def ending(self, state: State) -> str:
        """Say why nothing is asked."""
        return super().ending(state) if state.victors else self._unwritten

    def ends_phase(self, order: Order) -> bool:
        """Whether an order ends the phase it is given in."""
        return isinstance(order, EndDeployment)

    @property
    def _unwritten(self) -> str:
        title = self.game.dataset.title
        return f"the set-up is complete; the rules of play of {title} are not in a4a yet"
