"""Counting tests of Global 1940: the moves the rules allow are those a naive enumerator finds.

At the start, in positions of the shipped games and of other wars the rules are held against the
counts on file, which the enumerator made; `make soak` asks it again, and in random games too. How
they are counted is in `tests/rules/areas/perft.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RecordError
from a4a.core.state import State
from a4a.players import RandomPlayer
from a4a.rules.areas.movement.reach import MovePhase
from tests import depth
from tests.rules.areas.brute import Found
from tests.rules.areas.perft import PHASES, Counts, begun, plainly
from tests.rules.global1940.brute import GlobalBrute
from tests.rules.global1940.positions import SYSTEM, rules

POWERS = ("Germany", "Soviet Union", "Japan", "United States", "China", "United Kingdom", "Italy",
          "ANZAC", "France")  # fmt: skip
SHIPPED = {"fast": "global1940_fast_computer", "strong": "global1940_strong_computer"}
ROUNDS = (2, 4, 6)
WARS = {
    "soviet_war_in_the_east": [("Soviet Union", "Japan")],
    "soviet_war_in_the_west": [("Soviet Union", "Germany"), ("Soviet Union", "Italy")],
    "german_war_in_the_east": [("Soviet Union", "Germany")],
    "american_war_in_the_pacific": [
        ("United States", "Japan"), ("United Kingdom", "Japan"), ("ANZAC", "Japan"),
        ("Dutch", "Japan"),
    ],
    "american_war_in_europe": [("United States", "Germany"), ("France", "Japan")],
}  # fmt: skip
CONCERNED = {"german_war_in_the_east": ("Italy", "Soviet Union")}
"""Powers that a war makes a difference to, where not to all."""


def of_the_enumerator(state: State, power: str, phase: MovePhase) -> Found:
    """All single-unit moves that the naive enumerator finds."""
    return plainly(GlobalBrute(state, power, combat=phase == "combat").moves())


COUNTS = Counts(Path(__file__).parent / "perft", of_the_enumerator)


@pytest.mark.soak
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("power", POWERS)
def test_counts_at_the_start(power: str, phase: str) -> None:
    start = rules().start().state_at(0).apply(ev.RoundBegan(1))
    COUNTS.check("start", SYSTEM, begun(start, power, phase), power, phase)


@pytest.mark.soak
@pytest.mark.parametrize("number", ROUNDS)
@pytest.mark.parametrize("name", SHIPPED)
def test_counts_in_positions_of_recorded_games(name: str, number: int) -> None:
    record = a4a.game(SHIPPED[name])
    for power in POWERS:
        try:
            state = record.state_at(record.node_at(round=number, power=power))
        except RecordError:
            continue  # a power that has no turn there
        for phase in PHASES:
            position = f"{name}_round_{number}"
            COUNTS.check(position, SYSTEM, begun(state, power, phase), power, phase)


@pytest.mark.soak
@pytest.mark.parametrize("name", WARS)
def test_counts_at_the_start_of_other_wars(name: str) -> None:
    """Wars that no recorded game has: of the Soviet Union on one map only, say."""
    start = rules().start().state_at(0)
    wars = [
        ev.RelationChanged(a, b, start.relation(a, b), "war")
        for a, b in WARS[name]
        if start.relation(a, b) != "war"
    ]
    state = start.apply(ev.RoundBegan(1), *wars)
    for power in CONCERNED.get(name, POWERS):
        for phase in PHASES:
            COUNTS.check(name, SYSTEM, begun(state, power, phase), power, phase)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(0, deep=60)))
def test_the_enumerator_finds_the_same_moves_in_random_games(seed: int) -> None:
    """Positions that no player would come to; the enumerator takes seconds for each."""
    game = a4a.new_game("global1940", dice=SeededDice(seed))
    player = RandomPlayer(seed)
    for _ in range(9 + 2 * seed % 36):
        player.play_turn(game)
    power, phase = POWERS[seed % len(POWERS)], list(PHASES)[seed % 2]
    COUNTS.compare(SYSTEM, begun(game.state, power, phase), power, phase)
