"""The flow of the game, as far as its rules are in a4a: the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.core.events import Value
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.rules.choices import Form
from a4a.rules.decision import Decision
from a4a.rules.fight import Engagement, Fight
from a4a.rules.judgement import Judge
from a4a.rules.order import Order
from a4a.rules.ruleset import Ruleset
from a4a.rules.run import Run
from a4a.rules.war_in_europe.choices import forms
from a4a.rules.war_in_europe.deploying import SetUp
from a4a.rules.war_in_europe.orders import ORDERS, Deploy, EndDeployment
from a4a.rules.war_in_europe.system import System

if TYPE_CHECKING:
    from a4a.odds.battle import Battle
    from a4a.odds.raid import Raid


class WarInEurope(Ruleset):
    """The ruleset of 2WW: The War in Europe: board, counters and set-up.

    What comes after the set-up - strategic warfare, production, movement, combat - is not in a4a
    yet: when all have deployed, the game stands at the beginning of its first turn.

    Parameters
    ----------
    system
        Its data.
    """

    def __init__(self, system: System) -> None:
        self.game = system
        self.system = system.dataset.name
        self.orders = ORDERS
        self._set_up = SetUp(system)

    def start(self) -> GameRecord:
        """Return the position before anybody has deployed, as a record without steps."""
        dataset = self.game.dataset
        header = Header(system=dataset.name, title=dataset.title)
        return GameRecord(header, dataset.board, dataset.catalog, self._set_up.position)

    def begin(self, run: Run) -> None:
        """Ask the first power to deploy, or go on from wherever the state is."""
        if run.state.round == 0 and not run.state.phase and not self._set_up.enter(run, None):
            self._finish(run)

    def decision(self, state: State) -> Decision | None:
        """Return what is asked in a state, or None when all have deployed."""
        return self._set_up.decision(state)

    def choices(self, state: State) -> tuple[Form, ...]:
        """Return the forms in which the decision of a state can be answered."""
        return forms(self._set_up, state)

    def ending(self, state: State) -> str:
        """Say why nothing is asked."""
        return super().ending(state) if state.victors else self._unwritten("the set-up is complete")

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        if isinstance(order, Deploy | EndDeployment):
            self._set_up.verify(state, order)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order, up to the next decision."""
        if isinstance(order, Deploy | EndDeployment) and not self._set_up.execute(run, order):
            self._finish(run)

    def _finish(self, run: Run) -> None:
        """Begin the first turn, whose rules are still to come."""
        track = self.game.dataset.track
        run.emit(
            ev.RoundBegan(1, track[0].label if track else ""),
            ev.Noted(self._unwritten("The set-up is complete"), "rules"),
        )

    # --- what is not there yet ------------------------------------------------------------------

    def judge(self, options: Mapping[str, Value], program: str) -> Judge:
        """Refuse to judge a game: there are no rules of play to judge it by."""
        self._refuse("whether a game keeps the rules")

    def fight(self, fight: Fight) -> Battle:
        """Refuse to weigh a fight: there are no rules of combat."""
        self._refuse("the odds of a battle")

    def raid(self, fight: Fight, target: str, damage: int) -> Raid:
        """Refuse to weigh a raid: there are no rules of bombing."""
        self._refuse("the odds of a raid")

    def engagement(self, state: State, space: str, attacker: str) -> Engagement:
        """Refuse to say who could fight for a hex: there are no rules of movement."""
        self._refuse("who can attack what")

    def _unwritten(self, what: str) -> str:
        return f"{what}; the rules of play of {self.game.dataset.title} are not in a4a yet"

    def _refuse(self, what: str) -> NoReturn:
        raise A4AError(self._unwritten(f"{what} cannot be told"))
