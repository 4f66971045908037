"""Letting a program decide in a game being played, order by order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, get_args

from a4a.core.english import either_of
from a4a.core.errors import A4AError, RuleViolation
from a4a.core.state import State
from a4a.rules.decision import Decision
from a4a.rules.order import Order

if TYPE_CHECKING:
    from a4a.rules.game import Game

Until: TypeAlias = Literal["order", "phase", "turn", "game"]
"""How long a program decides."""
UNTIL: Final[tuple[Until, ...]] = get_args(Until)


class AtALoss(A4AError):
    """A player finds no answer: what has been ordered before leaves none that it can see."""


class Decider(Protocol):
    """Whoever answers decisions; see `a4a.players.Player`."""

    @property
    def author(self) -> str:
        """What steps say of it."""

    def consider(self, game: Game) -> Iterator[None]:
        """Work the next answer out, a little at a time."""

    def answer(self, game: Game, decision: Decision) -> Order:
        """Return the answer to what is asked."""


def letting(
    game: Game, player: Decider, *, until: Until, powers: Iterable[str] | None = None
) -> Iterator[None]:
    """Let a player decide, as `Game.let` does, and pause after each piece of work.

    Parameters
    ----------
    game, player, until, powers
        As for `Game.let`.

    Yields
    ------
    None
        A while after the last time, before or after an order.

    Raises
    ------
    A4AError
        As for `Game.let`; also if somebody else has moved the game on during a pause.
    """
    if until not in UNTIL:
        raise A4AError(f"a player decides until {either_of(UNTIL)}, not {until!r}")
    if not (hasattr(player, "answer") and hasattr(player, "author")):
        raise A4AError(f'a player decides, as a4a.player("random"), not a {type(player).__name__}')
    catalog = game.record.catalog
    own = None if powers is None else {catalog.power(power).name for power in powers}
    end = stretch_of(game.state, until)
    while (asked := game.decision) is not None and stretch_of(game.state, until) == end:
        if own is not None and not own.issuperset(asked.powers):
            return
        node = game.node
        try:
            for _ in player.consider(game):
                yield
                if game.node != node:
                    raise A4AError("the game has moved on meanwhile; the player stops")
            order = player.answer(game, asked)
        except AtALoss:
            if not begin_anew(game):
                raise
            continue
        game.do(order, author=player.author)
        if until == "order":
            return
        yield


def begin_anew(game: Game) -> bool:
    """Take back what programs have ordered in this phase, up to the last dice or person.

    Returns
    -------
    bool
        Whether there was anything.
    """
    phase = stretch_of(game.state, "phase")
    taken = False
    while True:
        try:
            step = game.last_order()
        except RuleViolation:
            return taken
        if not step.author or stretch_of(game.record.state_at(step.parent), "phase") != phase:
            return taken
        game.take_back()
        taken = True


def stretch_of(state: State, until: Until) -> tuple[object, ...]:
    """Return what changes when the stretch ends that a player was told to decide in."""
    return {"turn": (state.turn,), "phase": (state.turn, state.phase)}.get(until, ())
