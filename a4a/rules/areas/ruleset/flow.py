"""The flow of the game: forces take their turns one after another, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from a4a.core.errors import RuleViolation
from a4a.core.events import Value
from a4a.core.names import plain
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.rules.account import Account
from a4a.rules.areas.audit.standing import StatusKeeper
from a4a.rules.areas.control.victory import check_victory
from a4a.rules.areas.economy import bonus
from a4a.rules.areas.orders import ORDERS, EndPhase, PlaceBonus
from a4a.rules.areas.ruleset import timing
from a4a.rules.areas.system import System
from a4a.rules.areas.turns import turns
from a4a.rules.choices import Answers, Form, Moves, Tally
from a4a.rules.decision import Decision
from a4a.rules.judgement import Judge, Judgement
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.phased import PhasedRuleset, Turn
from a4a.rules.run import Run
from a4a.rules.weighed import Weighed

if TYPE_CHECKING:
    from a4a.rules.areas.forms.choices import Chooser, FormOf
    from a4a.rules.areas.odds.battles import AreasBattles


class AreasRuleset(PhasedRuleset[System]):
    """The ruleset of a game of the family.

    Parameters
    ----------
    game
        Data and options.
    phases
        Makes the phases of a turn in order, when a game is first played.
    """

    def __init__(self, game: System, phases: Callable[[], tuple[Phase[System], ...]]) -> None:
        super().__init__(game, phases)
        self.system = game.dataset.name
        self.orders = ORDERS

    def start(self) -> GameRecord:
        """Return the start position, as a record without steps."""
        dataset = self.game.dataset
        header = Header(system=dataset.name, title=dataset.title, options=self.game.options)
        return GameRecord(header, dataset.board, dataset.catalog, dataset.position)

    def turns(self, number: int) -> tuple[Turn, ...]:
        """Return the order of play: it is the same in each round."""
        return self._turns if number else ()

    @cached_property
    def _turns(self) -> tuple[Turn, ...]:
        return turns(self.game, tuple(phase.name for phase in self.phases))

    def turn_began(self, run: Run) -> None:
        """See whether somebody has held for long enough what wins the game."""
        check_victory(self.game, run)

    def take_up(self, run: Run, account: Account) -> None:
        """Prepare a turn that another program began; note what the rules remember of its game.

        The program did not write that down: it is deduced from its record.
        """
        keeper = StatusKeeper(self.game)
        for step in filter(keeper.heed, account.steps()):
            keeper.learn(keeper.complete(account.before(step)), step)
        run.emit_all(keeper.missing(run.state))
        super().take_up(run, account)

    def asked(self, state: State) -> Decision | None:
        """Return what is asked: where a bonus is to be placed, or what the phase asks."""
        if bonus.pending(state) is not None:
            return bonus.decision(self.game, state)
        return super().asked(state)

    def choices(self, state: State) -> tuple[Form, ...]:
        """Return the forms that answer a state's decision; none if the game is over."""
        asked = self.decision(state)
        return () if asked is None else self._chooser.forms(state, asked)

    def buttons(self, state: State) -> tuple[Answers, ...]:
        """Return the forms that a button answers, without what is counted or moved."""
        asked = self.decision(state)
        return () if asked is None else self._chooser.buttons(state, asked)

    def moves_and_tallies(self, state: State) -> tuple[Moves | Tally, ...]:
        """Return the other forms, without asking which buttons may be pressed."""
        asked = self.decision(state)
        return () if asked is None else self._chooser.moves_and_tallies(state, asked)

    @cached_property
    def _chooser(self) -> Chooser:
        from a4a.rules.areas.forms.choices import Chooser

        return Chooser(self.game, self.verify, self.own_forms)

    @property
    def own_forms(self) -> Mapping[str, FormOf]:
        """The forms of orders that a system has and the engine does not, by the kind of order."""
        return {}

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        if isinstance(order, EndPhase) and order.phase and plain(order.phase) != plain(state.phase):
            raise RuleViolation(
                f"that phase is not on; the game is in {state.phase}",
                tried=f"end {order.phase}",
                allowed=f"end {state.phase}",
            )
        if isinstance(order, PlaceBonus):
            bonus.verify(self.game, state, order)
        else:
            super().verify(state, order)

    def verify_unasked(self, state: State, order: Order, asked: Decision) -> None:
        """Refuse an order that is not asked for, where a rule says when it is given."""
        timing.verify_unasked(self.game, self.phases, state, order, asked)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order, up to the next decision."""
        if isinstance(order, PlaceBonus):
            bonus.execute(self.game, run, order)
            self.advance(run)
        else:
            super().execute(run, order)

    def ends_phase(self, order: Order) -> bool:
        """Whether an order ends the phase it is given in."""
        return isinstance(order, EndPhase)

    def judge(self, options: Mapping[str, Value], program: str) -> Judge:
        """Return a judge for a line of a recorded game."""
        from a4a.rules.areas.audit.judge import AreasJudge

        return AreasJudge(self.game, options, program)

    def examine(self, state: State) -> Iterator[Judgement]:
        """Yield what in a position the rules do not let stand so."""
        from a4a.rules.areas.audit.examining import examine

        return examine(self.game, state)

    def weighed(self, state: State) -> Iterator[Weighed]:
        """Yield how the worth of land stands to each condition of victory that weighs it."""
        from a4a.rules.areas.control.weighing import weighed

        return weighed(self.game, state)

    def technologies(self, power: str) -> tuple[str, ...]:
        """Return the technologies that a power can have."""
        from a4a.rules.areas.technology import research, researches

        names = tuple(one.name for one in research(self.game).technologies)
        return names if researches(self.game, power) else ()

    def statuses(self, power: str) -> tuple[str, ...]:
        """Return the statuses that a power can have."""
        from a4a.rules.areas.ruleset.statuses import statuses_of

        return statuses_of(self.game, power)

    @cached_property
    def battles(self) -> AreasBattles:
        """What can be told of battles in advance."""
        from a4a.rules.areas.odds.battles import AreasBattles

        return AreasBattles(self.game)

    @property
    def raids(self) -> AreasBattles:
        """What can be told of bombing raids in advance."""
        return self.battles
