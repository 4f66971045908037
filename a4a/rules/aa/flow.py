"""The flow of the game: rounds, turns and phases, one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import AnyEvent, Value
from a4a.core.names import plain
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.odds.battle import Battle
from a4a.rules.aa import bonus, timing
from a4a.rules.aa.orders import ORDERS, EndPhase, PlaceBonus
from a4a.rules.aa.phase import Phase
from a4a.rules.aa.system import System
from a4a.rules.aa.victory import check_victory
from a4a.rules.choices import Form
from a4a.rules.decision import Decision
from a4a.rules.fight import Engagement, Fight
from a4a.rules.judgement import Judge
from a4a.rules.order import Order
from a4a.rules.ruleset import Ruleset
from a4a.rules.run import Run

if TYPE_CHECKING:
    from a4a.odds.raid import Raid
    from a4a.rules.aa.choices import Chooser


class AxisAndAllies(Ruleset):
    """The ruleset of a game of the family: its system, and its phases in order.

    Parameters
    ----------
    system
        Data and options.
    phases
        Makes the phases of a turn in order, when a game is first played.
    """

    def __init__(self, system: System, phases: Callable[[], tuple[Phase, ...]]) -> None:
        self.game = system
        self.system = system.dataset.name
        self.orders = ORDERS
        self._make_phases = phases
        self._asked: tuple[State, Decision | None] | None = None

    @cached_property
    def _phases(self) -> tuple[Phase, ...]:
        return self._make_phases()

    @cached_property
    def _number(self) -> Mapping[str, int]:
        return {phase.name: i for i, phase in enumerate(self._phases)}

    def start(self) -> GameRecord:
        """Return the start position, as a record without steps."""
        dataset = self.game.dataset
        header = Header(system=dataset.name, title=dataset.title, options=self.game.options)
        return GameRecord(header, dataset.board, dataset.catalog, dataset.position)

    def begin(self, run: Run) -> None:
        """Begin the first round; or go on to the next decision from wherever the state is."""
        if not run.state.active:  # before the first round, or where a round begins
            self._begin_turn(run)
        self._advance(run)

    def take_up(self, run: Run, told: Sequence[AnyEvent]) -> None:
        """Prepare a turn that another program began, so that the phases can play on from it."""
        if run.state.active and run.state.settled:
            for phase in self._phases:
                phase.take_up(run, told)

    def decision(self, state: State) -> Decision | None:
        """Return what is asked in a state, or None when the game is over.

        The last answer is kept: the same state is asked about several times an order.
        """
        if self._asked is not None and self._asked[0] is state:
            return self._asked[1]
        found = self._decision(state)
        self._asked = state, found
        return found

    def _decision(self, state: State) -> Decision | None:
        if state.victors:
            return None
        if bonus.pending(state) is not None:
            return bonus.decision(self.game, state)
        phase = self._phase(state)
        return None if phase is None else phase.decision(state)

    def choices(self, state: State) -> tuple[Form, ...]:
        """Return the forms that answer a state's decision; none if the game is over."""
        asked = self.decision(state)
        return () if asked is None else self._chooser.forms(state, asked)

    @cached_property
    def _chooser(self) -> Chooser:
        from a4a.rules.aa.choices import Chooser

        return Chooser(self.game, self.verify)

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        phase = self._phase(state)
        if isinstance(order, EndPhase) and order.phase and plain(order.phase) != plain(state.phase):
            raise RuleViolation(
                f"that phase is not on; the game is in {state.phase}",
                tried=f"end {order.phase}",
                allowed=f"end {state.phase}",
            )
        if isinstance(order, PlaceBonus):
            bonus.verify(self.game, state, order)
        elif phase is not None:
            phase.verify(state, order)

    def verify_unasked(self, state: State, order: Order, asked: Decision) -> None:
        """Refuse an order that is not asked for, where a rule says when it is given."""
        timing.verify_unasked(self.game, state, order, asked)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order, up to the next decision."""
        phase = self._phase(run.state)
        if isinstance(order, PlaceBonus):
            bonus.execute(self.game, run, order)
        elif phase is not None:
            phase.execute(run, order)
            if isinstance(order, EndPhase):
                self._next(run, phase)
        self._advance(run)

    def judge(self, options: Mapping[str, Value], program: str) -> Judge:
        """Return a judge for a line of a recorded game."""
        from a4a.rules.aa.audit.judge import AxisAndAlliesJudge

        return AxisAndAlliesJudge(self.game, options, program)

    def fight(self, fight: Fight) -> Battle:
        """Return what a fight means for the odds: kinds of units, combined arms, steps, dice."""
        from a4a.rules.aa import odds

        return odds.battle(self.game, fight)

    def raid(self, fight: Fight, target: str, damage: int) -> Raid:
        """Return what a bombing raid means for the odds."""
        from a4a.rules.aa import raid_odds

        return raid_odds.raid(self.game, fight, target, damage)

    def fight_technologies(self) -> tuple[str, ...]:
        """Return the technologies that change fights or raids, by name."""
        from a4a.rules.aa import odds

        return odds.technologies(self.game)

    def engagement(self, state: State, space: str, attacker: str) -> Engagement:
        """Return who could fight for a space if a power attacked it."""
        from a4a.rules.aa.engagement import engagement

        return engagement(self.game, state, space, attacker)

    def _phase(self, state: State) -> Phase | None:
        number = self._number.get(state.phase)
        return None if number is None else self._phases[number]

    def _advance(self, run: Run) -> None:
        """Go on by itself until somebody has to decide, or the game is over."""
        while not run.state.victors:
            phase = self._phase(run.state)
            if phase is None:
                self._enter(run, 0)
            elif self.decision(run.state) is not None:
                return
            else:
                self._next(run, phase)

    def _next(self, run: Run, phase: Phase) -> None:
        phase.leave(run)
        if run.state.victors:
            return
        self._enter(run, self._number[phase.name] + 1)

    def _enter(self, run: Run, number: int) -> None:
        """Enter the next phase that the active power has, of this turn or of the next."""
        while number < len(self._phases):
            phase = self._phases[number]
            if phase.applies(run.state):
                run.emit(ev.PhaseBegan(phase.name))
                phase.enter(run)
                return
            number += 1
        self._begin_turn(run)

    def _begin_turn(self, run: Run) -> None:
        """Begin the next power's turn, and with the first power's turn a round."""
        order = self.game.order_of_play
        active = run.state.active
        place = (order.index(active[0]) + 1) % len(order) if active else 0
        if place == 0 and (active or run.state.round == 0):
            run.emit(ev.RoundBegan(run.state.round + 1))
        run.emit(ev.TurnBegan((order[place],)))
        check_victory(self.game, run)
