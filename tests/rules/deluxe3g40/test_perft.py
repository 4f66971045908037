"""Counting tests of 3G40 Deluxe: the moves the rules allow are those a naive enumerator finds.

How they are counted is in `tests/rules/areas/perft.py`; `make soak` asks the enumerator again, and
in further positions.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.core.state import State
from a4a.rules.areas.movement.reach import MovePhase
from tests import depth
from tests.rules.areas.brute import Found
from tests.rules.areas.perft import Counts, plainly
from tests.rules.deluxe3g40.brute import DeluxeBrute
from tests.rules.deluxe3g40.positions import SYSTEM
from tests.rules.deluxe3g40.scattered import POWERS, scattered

SEEDS = range(10)


def of_the_enumerator(state: State, power: str, phase: MovePhase) -> Found:
    """All single-unit moves that the naive enumerator finds."""
    return plainly(DeluxeBrute(state, power, combat=phase == "combat").moves())


COUNTS = Counts(Path(__file__).parent / "perft", of_the_enumerator)


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_in_scattered_positions(seed: int) -> None:
    """Ten of six powers in two phases, with air transports, stations, damaged tanks and bases."""
    game = scattered(seed)
    COUNTS.check("scattered", SYSTEM, game.state, POWERS[seed % 6], game.state.phase)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(len(SEEDS), len(SEEDS) + depth.number(0, deep=120)))
def test_the_enumerator_finds_the_same_moves_in_more_scattered_positions(seed: int) -> None:
    game = scattered(seed)
    COUNTS.compare(SYSTEM, game.state, POWERS[seed % 6], game.state.phase)
