"""How fast games are played: `python benchmarks/random_play.py [--system global1940]`.

A random player that tries to move every unit it may and spends at least 80 % of its money plays
against itself on one core, everything recorded; beside it the one that answers by forms, which
plays every system, and the greedy one, which asks for odds; ``--player`` names one of them. It
prints power-turns a second and the orders of each kind a turn. A power-turn is all phases of one
power, with the battles and everybody's answers: a turn of a pair counts two, one of all powers one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Protocol

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.core.dice import SeededDice
from a4a.players import FormPlayer, GreedyPlayer, RandomPlayer
from a4a.rules import Game


class Player(Protocol):
    """What plays."""

    def play_turn(self, game: Game) -> None:
        """Play until another turn begins."""


PLAYERS: dict[str, Callable[[int], Player]] = {
    "random player": RandomPlayer,
    "player by forms": lambda seed: FormPlayer(seed, moves=1.0),
    "greedy player": GreedyPlayer,
}

_BARS = {"europe1940": 60, "global1940": 50, "deluxe3g40": 40, "wargame1942": 40}
"""Power-turns a second that are wanted on one core."""


def main() -> None:
    """Play, and say how fast it was."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--system", default="europe1940", help="or the folder of a mod")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=6, help="how many are played")
    parser.add_argument("--player", choices=[*PLAYERS], help="all of them if none is named")
    options = parser.parse_args()
    for name, kind in PLAYERS.items():
        if options.player in (None, name):
            measure(name, kind, options)


def measure(name: str, kind: Callable[[int], Player], options: argparse.Namespace) -> None:
    """Let one kind of player play."""
    turns, seconds = 0, 0.0
    orders: Counter[str] = Counter()
    rates = []
    for seed in range(options.games):
        game = a4a.new_game(options.system, dice=SeededDice(seed))
        player = kind(seed)
        last = game.state.round + options.rounds - 1  # rounds are called as the calendar does
        player.play_turn(game)  # what is made once a game is not the player's speed
        begun = process_time()
        played = 0
        while game.state.round <= last and game.decision is not None:
            played += power_turns(game)
            player.play_turn(game)
        took = process_time() - begun
        turns, seconds = turns + played, seconds + took
        rates.append(played / took)
        orders.update(s.order.kind for s in game.record.steps.values() if s.order)
    bar = f" (bar: {_BARS[options.system]})" if options.system in _BARS else ""
    print(f"{name}: {turns} power-turns in {seconds:.1f} s: {turns / seconds:.0f} a second{bar}")
    print(f"slowest and fastest game: {min(rates):.0f} and {max(rates):.0f} a second")
    print(", ".join(f"{kind} {n / turns:.1f}" for kind, n in orders.most_common()), "a turn")


def power_turns(game: Game) -> int:
    """Return what the turn that is on counts."""
    force = game.state.active
    everybody = [power for power in game.state.catalog.powers if power.playable]
    return len(force) if len(force) < len(everybody) else 1


if __name__ == "__main__":
    main()
