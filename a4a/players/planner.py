"""Players that think a sitting ahead: all they order until something else is asked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError
from a4a.core.identity import digest
from a4a.core.steps import ROOT, NodeId, Step
from a4a.players.player import Player
from a4a.rules.letting import AtALoss, begin_anew
from a4a.rules.order import written
from a4a.rules.trial import Trial, has_rolled, question_of

if TYPE_CHECKING:
    from a4a.rules.decision import Decision
    from a4a.rules.game import Game
    from a4a.rules.order import Order

_MOST_SITTINGS = 100_000
_MOST_PLANS = 4
"""Plans that are remembered: of the sitting that goes on, and of those just before."""


class _Memo:
    """The last plans by their moments, which could be made anew at any time; a copy has none."""

    def __init__(self) -> None:
        self._plans: dict[str, tuple[Order, ...]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _Memo, ()

    def get(self, moment: str) -> tuple[Order, ...] | None:
        """Return the orders planned for a moment, if they are remembered."""
        return self._plans.get(moment)

    def keep(self, moment: str, orders: tuple[Order, ...]) -> None:
        """Remember a plan, and forget one that was kept long ago."""
        self._plans[moment] = orders
        if len(self._plans) > _MOST_PLANS:
            del self._plans[next(iter(self._plans))]


@dataclass(frozen=True)
class Planner(Player):
    """A player that thinks a sitting ahead.

    A phase may have no end that the rules allow where moves were made without a thought for it.
    So a planner tries its orders first, and takes back what leads nowhere, on a `Trial`. Order by
    order it then gives those it has found: which of them have been given, the authors of the last
    steps tell.
    """

    _memo: _Memo = field(default_factory=_Memo, init=False, repr=False, compare=False)

    @abstractmethod
    def sit(self, trial: Trial, rng: Random) -> Iterator[None]:
        """Give orders on trial until it is over, and pause now and then.

        Parameters
        ----------
        trial
            Where they are given.
        rng
            Where all chance comes from: the same at the same node of the same game.

        Raises
        ------
        A4AError
            If no orders are found.
        """

    # --- order by order -------------------------------------------------------------------------

    def consider(self, game: Game) -> Iterator[None]:
        """Plan a sitting, unless the one that was planned goes on."""
        yield from self._next(game)

    def answer(self, game: Game, decision: Decision) -> Order:
        """Return the next order of the sitting."""
        if game.decision != decision:
            asked = game.decision.text if game.decision else game.ending
            raise A4AError(f"the game does not ask that: {asked}")
        return _value_of(self._next(game))

    def _next(self, game: Game) -> Generator[None, None, Order]:
        """Find the next order, and return it at the end."""
        own = self._steps_of_sitting(game)
        while True:
            begun = own[0].parent if own else game.node
            plan = yield from self._planned(game, begun)
            given = [step.order for step in own[: len(plan)]]
            if given != [written(order) for order in plan[: len(given)]]:
                own = []  # others have ordered or taken back: it is planned anew from here
            elif len(given) < len(plan):
                return plan[len(given)]
            else:
                own = own[len(plan) :]

    def _steps_of_sitting(self, game: Game) -> list[Step]:
        """The last steps, as far back as the player gave all orders and the same was asked."""
        record, rules, author = game.record, game.ruleset, self.author
        here, now = game.node, question_of(rules, game.state)
        own: list[Step] = []
        while (step := record.steps.get(here)) is not None:
            if step.author != author or step.order is None or has_rolled(step.events):
                break
            if question_of(rules, record.state_at(step.parent)) != now:
                break
            own.insert(0, step)
            here = step.parent
        return own

    def _planned(self, game: Game, node: NodeId) -> Generator[None, None, tuple[Order, ...]]:
        """Plan the sitting that begins at a node, and return its orders at the end."""
        moment = moment_of(game, node)
        plan = self._memo.get(moment)
        if plan is None:
            state = game.state if node == game.node else game.record.state_at(node)
            trial = Trial(game.ruleset, state, SeededDice(self.seed))
            yield from self._sit(trial, moment)
            plan = trial.orders
            self._memo.keep(moment, plan)
        return plan

    def _sit(self, trial: Trial, moment: str) -> Iterator[None]:
        yield from self.sit(trial, Random(f"{self.seed} {moment}"))
        if not trial.tried:
            asked = trial.decision.text if trial.decision else trial.ending
            raise AtALoss(f"{self.author} finds no answer to {asked!r}; take orders back")

    # --- all at once ----------------------------------------------------------------------------

    def act(self, game: Game) -> None:
        """Play a sitting, as `Game.let` does order by order, but quicker."""
        trial = Trial(game.ruleset, game.state, game.dice)
        try:
            for _ in self._sit(trial, moment_of(game, game.node)):
                pass
        except AtALoss:
            if not begin_anew(game):
                raise
            return
        game.adopt(trial, author=self.author)

    def play_turn(self, game: Game) -> None:
        """Play until another turn begins, answering for everybody."""
        turn = game.state.turn
        while game.decision is not None and game.state.turn == turn:
            self.act(game)

    def play(self, game: Game, *, rounds: int | None = None) -> None:
        """Play to the end, or to the end of a round, answering for everybody.

        Raises
        ------
        A4AError
            If a decision cannot be answered, or the game does not end.
        """
        for _ in range(_MOST_SITTINGS):
            if game.decision is None or (rounds is not None and game.state.round > rounds):
                return
            self.act(game)
        raise A4AError(f"no end after {_MOST_SITTINGS} sittings, in {game.state.phase}")


def moment_of(game: Game, node: NodeId) -> str:
    """Return what tells a node of a game from others wherever it is kept, whatever its number.

    What was tried there and taken back counts too, so that a player that was at a loss does not
    try the same again.

    Examples
    --------
    >>> import a4a
    >>> one, other = (a4a.new_game("europe1940") for _ in range(2))
    >>> moment_of(one, one.node) == moment_of(other, other.node)
    True
    """
    record, depth = game.record, game.record.depth(node)
    step = record.steps.get(node)
    if node == game.node and game.opening:  # as if it were written already
        step, depth = Step(id=ROOT, parent=ROOT, events=game.opening, cause="engine"), depth + 1
    said = None if step is None else msgspec.structs.replace(step, id=ROOT, parent=ROOT, author="")
    return digest(depth, said, record.used - len(record))


def _value_of(work: Generator[None, None, Order]) -> Order:
    """Do all of some work, and return what comes of it."""
    while True:
        try:
            next(work)
        except StopIteration as found:
            order: Order = found.value
            return order
