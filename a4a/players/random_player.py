"""A player that does anything legal: for tests, benchmarks, and as the weakest opponent."""

from __future__ import annotations

import random

from a4a.players.family import orders_asked
from a4a.players.random_answers import RandomAnswers
from a4a.players.random_economy import RandomEconomy
from a4a.players.random_moves import RandomMoves
from a4a.rules.areas import orders as o
from a4a.rules.decision import Decision
from a4a.rules.game import Game


class RandomPlayer:
    """Plays games of the Axis & Allies family at random, by the rules.

    It tries to move every unit that may move and spends at least 80 % of its money.

    Parameters
    ----------
    seed
        The same seed plays the same game, given the same dice.
    most
        How many stacks of units it tries to move in a phase; None for all.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.dice import SeededDice
    >>> game = a4a.new_game("europe1940", dice=SeededDice(1))
    >>> RandomPlayer(1).play_turn(game)
    >>> game.state.active
    ('Soviet Union',)
    """

    def __init__(self, seed: int, *, most: int | None = None) -> None:
        rng = random.Random(seed)
        self._economy = RandomEconomy(rng)
        self._moves = RandomMoves(rng, most)
        self._answers = RandomAnswers(rng)

    def play_turn(self, game: Game) -> None:
        """Play until another power's turn begins, answering for everybody."""
        turn = game.state.turn
        while (asked := game.decision) is not None and game.state.turn == turn:
            self.act(game, asked)

    def act(self, game: Game, asked: Decision) -> None:
        """Answer one decision; moves, purchases and placements of a phase all at once."""
        if asked.kind == "purchase":
            self._economy.buy(game)
        elif asked.kind in ("combat move", "noncombat move"):
            self._moves.move(game, asked)
        elif asked.kind == "mobilize":
            self._economy.place(game)
        elif asked.kind == "landing":
            self._moves.land(game, asked)
        elif asked.orders[0] == "DeclareWar":
            self._moves.declare(game)
            if "EndPhase" in orders_asked(game) and game.decision == asked:
                game.do(o.EndPhase())
        else:
            game.do(self._answers.answer(game, asked))
