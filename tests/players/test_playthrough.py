"""Three rounds of Global 1940, to be read in `playthroughs/`: what every order caused, in words.

The orders in the file are given again, so only a change of the rules, of the dice or of the words
changes what is said. When REWRITE_GOLDEN is set a new game is played and written.
"""

from __future__ import annotations

import os
from pathlib import Path

import a4a
from a4a.core.dice import SeededDice
from a4a.players import RandomPlayer
from tests.players.playthrough import orders_in, played_again, text_of

GOLDEN = Path(__file__).parent / "playthroughs" / "global1940_three_rounds.txt"
GLOBAL = "global1940"
SEED = 1940
ROUNDS = 3
MOST_STACKS = 8


def played() -> str:
    """A game in which every power moves a few stacks in a phase."""
    game = a4a.new_game(GLOBAL, dice=SeededDice(SEED))
    player = RandomPlayer(SEED, most=MOST_STACKS)
    while game.state.round <= ROUNDS and game.decision is not None:
        player.play_turn(game)
    return text_of(game.record)


def test_three_rounds_of_global_1940_are_as_they_are_written_down() -> None:
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(played(), encoding="utf-8")
    text = GOLDEN.read_text(encoding="utf-8")
    game = played_again(text, GLOBAL, seed=SEED)
    assert text_of(game.record).splitlines() == text.splitlines()
    assert game.state.round == ROUNDS + 1


def test_the_written_game_has_every_power_and_much_of_what_can_happen() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    turns = [line for line in text.splitlines() if line.startswith("== Round")]
    assert len(turns) == ROUNDS * 9 + 1
    kinds = {order.kind for order in orders_in(text)}
    moves = {"Buy", "DeclareWar", "Move", "Place", "EndPhase"}
    assert moves | {"Scramble", "Fight", "Casualties", "Submerge", "Retreat"} <= kinds
