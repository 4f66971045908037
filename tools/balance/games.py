"""Games that one fixed player plays against itself, and how they went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

import a4a
from a4a.core.catalog import Catalog
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.players import CampaignPlayer


class Played(NamedTuple):
    """A game that was played.

    Parameters
    ----------
    seed
        The seed of its dice and its player.
    winner
        The side that won; "" if the rounds that were asked for ended first.
    round
        The round in which it ended.
    land
        What land each power held as each round began.
    trouble
        Why it could not be played on, or "".
    """

    seed: int
    winner: str
    round: int
    land: Mapping[int, Mapping[str, int]]
    trouble: str = ""


def play(system: str, seed: int, *, last: int, chance: float) -> Played:
    """Play a game to its end, or to the end of a round."""
    game = a4a.new_game(system, dice=SeededDice(seed))
    player, land = CampaignPlayer(seed, chance=chance), dict[int, Mapping[str, int]]()
    trouble = ""
    try:
        while game.decision is not None and game.state.round <= last:
            land.setdefault(game.state.round, held(game.state))
            player.act(game)
    except A4AError as error:
        trouble = str(error)
    side_of = game.state.catalog.side_of
    winner = side_of(game.state.victors[0]) if game.state.victors else ""
    return Played(seed, winner, min(game.state.round, last), land, trouble)


def held(state: State) -> Mapping[str, int]:
    """Return what the land of each power that plays is worth."""
    worth = Counter[str]()
    for space, power in state.control.items():
        worth[power] += state.board.space(space).value
    return {power.name: worth[power.name] for power in state.catalog.powers if power.playable}


def line(game: Played, catalog: Catalog) -> str:
    """Return how a game went: who won when, what land the first side held as each round began."""
    first = catalog.sides[0]
    held = (
        sum(worth for power, worth in land.items() if catalog.side_of(power) == first)
        for land in game.land.values()
    )
    end = game.trouble or f"{game.winner or 'nobody'} in round {game.round}"
    return f"seed {game.seed}: {end}; land of the {first}: {', '.join(map(str, held))}"


def told(games: Sequence[Played], sides: Sequence[str], last: int) -> list[str]:
    r"""Return how the games went, line by line.

    Parameters
    ----------
    games
        The games.
    sides
        The sides.
    last
        The last round that was to be played.

    Examples
    --------
    >>> games = [Played(1, "Axis", 8, {}), Played(2, "Allies", 11, {}), Played(3, "Axis", 9, {})]
    >>> print(*told(games, ("Axis", "Allies"), 13), sep="\n")
    3 games; the median one ends in round 9
    Axis 2 (67 %), Allies 1 (33 %)
    0 (0 %) reach round 13
    """
    whole = [game for game in games if not game.trouble]
    lines = [f"{len(whole)} games; the median one ends in round {median(g.round for g in whole):g}"]
    if len(whole) < len(games):
        lines[0] += f"; {len(games) - len(whole)} could not be played to the end"
    wins = Counter(game.winner for game in whole)
    lines.append(", ".join(f"{side} {_share(wins[side], whole)}" for side in sides))
    lines.append(f"{_share(sum(g.round >= last for g in whole), whole)} reach round {last}")
    rounds = sorted({number for game in whole for number in game.land})
    for number in rounds:
        lands = [g.land[number] for g in whole if number in g.land]
        lines.append(f"round {number}: {_average(lands)}")
    return lines


def _share(number: int, games: Sequence[Played]) -> str:
    return f"{number} ({number / len(games):.0%})".replace("%", " %")


def _average(lands: Sequence[Mapping[str, int]]) -> str:
    """What each power held on average, and in how many games."""
    powers: Iterable[str] = lands[0]
    means = (f"{power} {sum(land[power] for land in lands) / len(lands):.0f}" for power in powers)
    return f"{', '.join(means)} ({len(lands)} games)"
