"""How a system's set-up plays: `python -m tools.balance wargame1942 --games 200 --processes 2`.

One fixed player plays both sides, each game with dice of its own seed. It prints how long games
last, which side wins, and what land each side holds as the game turns begin, so that one sees who
is strong. A game that cannot be played on is told as such, and counts for nobody.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import a4a
from tools.balance.games import line, play, told


def main() -> None:
    """Play, and say how the games went."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("system", help="a system, or the folder of a mod")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--rounds", type=int, default=13, help="the last round that is played")
    parser.add_argument("--chance", type=float, default=0.65, help="at which the player attacks")
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1)
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.games)
    plays = partial(play, options.system, last=options.rounds, chance=options.chance)
    catalog = a4a.start(options.system).catalog
    with ProcessPoolExecutor(options.processes) as pool:
        games = []
        for game in pool.map(plays, seeds):
            print(line(game, catalog), flush=True)
            games.append(game)
    print(*told(games, catalog.sides, options.rounds), sep="\n")


if __name__ == "__main__":
    main()
