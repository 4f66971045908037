"""Rulesets whose games go turn by turn and phase by phase; the order of play is data.

A turn belongs to a *force*, the powers that act together in it: one power, a pair, a side, or all.
What units remember ends as a turn begins. So each part of a round in which they may act anew is a
turn of its own, though a force may have several of them; what lasts longer is a marker.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic

import msgspec

from a4a.core import events as ev
from a4a.core.english import list_of
from a4a.core.errors import A4AError
from a4a.core.names import plain
from a4a.core.state import State
from a4a.rules.account import Account
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase, SystemT
from a4a.rules.ruleset import Ruleset
from a4a.rules.run import Run


class Turn(msgspec.Struct, frozen=True):
    """A turn in the order of play.

    Parameters
    ----------
    force
        The powers whose turn it is.
    phases
        The names of its phases, in order.
    """

    force: tuple[str, ...]
    phases: tuple[str, ...]


class PhasedRuleset(Ruleset, Generic[SystemT]):
    """A ruleset whose games go turn by turn and phase by phase.

    Parameters
    ----------
    game
        What the game is made of.
    phases
        Makes all its phases, when a game is first played.
    """

    def __init__(self, game: SystemT, phases: Callable[[], tuple[Phase[SystemT], ...]]) -> None:
        self.game = game
        self._make_phases = phases
        self._asked: tuple[State, Decision | None] | None = None

    # --- what a family says ---------------------------------------------------------------------

    @abstractmethod
    def turns(self, number: int) -> tuple[Turn, ...]:
        """Return the order of play of a round; round 0 comes before the first: the set-up."""

    @property
    def first_round(self) -> int:
        """The number of the first round, where counting begins."""
        return self.game.dataset.first_turn

    def label(self, number: int) -> str:
        """Return what a round is called besides its number: its season; "" if nothing."""
        return ""

    def turn_of(self, force: Iterable[str], phase: str, *, round: int) -> tuple[Turn, str]:
        """Return the turn of a round in which powers act, and its phase of a name.

        Parameters
        ----------
        force
            Powers that act in it, among others perhaps.
        phase
            The phase, or "" for none of them yet; its case and punctuation do not matter.
        round
            The round.

        Raises
        ------
        A4AError
            If there is none; the message says what there is.
        """
        own = set(force)
        turns = [turn for turn in self.turns(round) if own <= set(turn.force)]
        if not turns:
            there = "; ".join(dict.fromkeys(list_of(turn.force) for turn in self.turns(round)))
            raise A4AError(f"{list_of(own)} has no turn in round {round}; turns: {there or 'none'}")
        if not phase:
            return min(turns, key=lambda turn: len(turn.force)), ""
        for turn in turns:
            for name in turn.phases:
                if plain(name) == plain(phase):
                    return turn, name
        names = list_of(dict.fromkeys(name for turn in turns for name in turn.phases))
        raise A4AError(f"no phase {phase!r} in that turn; it has {names}")

    def number_of(self, force: Iterable[str], phase: str, *, round: int) -> int:
        """Return how many turns have begun, the set-up's aside, when powers are in a phase."""
        rounds = range(self.first_round, round)
        before = sum(len(self.turns(earlier)) for earlier in rounds)
        turn, _ = self.turn_of(force, phase, round=round)
        return before + self.turns(round).index(turn) + 1

    def skips(self, state: State, turn: Turn) -> bool:
        """Whether a turn is passed over, as nothing is to be done in it."""
        return False

    def turn_began(self, run: Run) -> None:
        """Do what happens by itself as a turn begins, before its first phase."""

    def ends_phase(self, order: Order) -> bool:
        """Whether an order ends the phase it is given in."""
        return False

    def is_over(self, state: State) -> bool:
        """Whether the game is over: won, unless a family also has games that nobody wins."""
        return bool(state.victors)

    # --- the flow -------------------------------------------------------------------------------

    @cached_property
    def phases(self) -> tuple[Phase[SystemT], ...]:
        """All phases of the game."""
        return self._make_phases()

    @cached_property
    def _named(self) -> Mapping[str, Phase[SystemT]]:
        return {phase.name: phase for phase in self.phases}

    def phase(self, state: State) -> Phase[SystemT] | None:
        """Return the phase that is on, or None between phases."""
        return self._named.get(state.phase)

    def begin(self, run: Run) -> None:
        """Begin the first round; or go on to the next decision from wherever the state is."""
        if not (run.state.active or self.is_over(run.state)):  # a round begins, or the game
            self._begin_turn(run)
        self.advance(run)

    def take_up(self, run: Run, account: Account) -> None:
        """Prepare a turn that another program began, so that the phases can play on from it."""
        if run.state.active and run.state.settled:
            for phase in self.phases:
                phase.take_up(run, account)

    def decision(self, state: State) -> Decision | None:
        """Return what is asked in a state, or None when the game is over.

        The last answer is kept: the same state is asked about several times an order.
        """
        if self._asked is not None and self._asked[0] is state:
            return self._asked[1]
        found = None if self.is_over(state) else self.asked(state)
        self._asked = state, found
        return found

    def asked(self, state: State) -> Decision | None:
        """Return what the phase asks; a family may have something that is asked before it."""
        phase = self.phase(state)
        return None if phase is None else phase.decision(state)

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        if (phase := self.phase(state)) is not None:
            phase.verify(state, order)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order, up to the next decision."""
        if (phase := self.phase(run.state)) is not None:
            phase.execute(run, order)
            if self.ends_phase(order) and not phase.goes_on(run.state):
                self._next(run, phase)
        self.advance(run)

    def advance(self, run: Run) -> None:
        """Go on by itself until somebody has to decide, or the game is over."""
        while not self.is_over(state := run.state):
            phase = self.phase(state)
            if phase is None:
                self._enter(run, "")
            elif self.decision(state) is not None:
                return
            else:
                self._next(run, phase)

    def _next(self, run: Run, phase: Phase[SystemT]) -> None:
        phase.leave(run)
        if not self.is_over(run.state):
            self._enter(run, phase.name)

    def _enter(self, run: Run, after: str) -> None:
        """Enter the next phase of the turn that its force has, or else begin the next turn."""
        names = self._order(run.state)[self._place(run.state)].phases
        if not self._enter_one(run, names[names.index(after) + 1 if after else 0 :]):
            self._begin_turn(run)

    def _enter_one(self, run: Run, names: Sequence[str]) -> bool:
        """Enter the first of some phases that the force has; whether it has any."""
        for name in names:
            phase = self._named[name]
            if phase.applies(run.state):
                run.emit(ev.PhaseBegan(phase.name))
                phase.enter(run)
                return True
        return False

    def _order(self, state: State) -> tuple[Turn, ...]:
        return self.turns(state.round)

    def _place(self, state: State) -> int:
        """Where the current turn stands in the order of play.

        A position that was made by hand may give it to some powers of a force.
        """
        order = self._order(state)
        own = [i for i, turn in enumerate(order) if turn.force == state.active]
        if not own:
            return order.index(self.turn_of(state.active, state.phase, round=state.round)[0])
        here = (i for i in own if state.phase in order[i].phases)
        return next(here, own[0])

    def _begin_turn(self, run: Run) -> None:
        """Begin the next turn with its first phase, and with the first turn of the order a round.

        The phase begins at once: a force may have several turns, which only phases tell apart.
        """
        place = self._place(run.state) + 1 if run.state.active else 0
        while not self.is_over(run.state):
            left = self._order(run.state)[place:]
            turn = next((t for t in left if not self.skips(run.state, t)), None)
            if turn is None:
                number, place = max(run.state.round + 1, self.first_round), 0
                run.emit(ev.RoundBegan(number, self.label(number)))
                continue
            run.emit(ev.TurnBegan(turn.force))
            self.turn_began(run)
            if self.is_over(run.state) or self._enter_one(run, turn.phases):
                return
            place = self._order(run.state).index(turn) + 1
