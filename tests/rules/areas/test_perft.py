"""Counting tests: the single-unit moves the rules allow are those a naive enumerator finds.

How they are counted is in `perft.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.movement.reach import MovePhase
from a4a.rules.areas.system import System
from tests import depth
from tests.rules.areas.brute import Brute, Found
from tests.rules.areas.perft import PHASES, Counts, begun, plainly
from tests.rules.areas.positions import rules
from tests.rules.areas.scattered import scattered
from tests.shared_games import shipped

PATROL = {"United States": {"sea zone 102"}}
SCATTERED = (0, 2, 9, 14, 19, 21, 25, 29, 44, 58, 86, 147, 149, 275, 311, 402)


def of_the_enumerator(state: State, power: str, phase: MovePhase) -> Found:
    """All single-unit moves that the naive enumerator finds."""
    waters = None
    if power in PATROL:
        own = {
            zone
            for border in state.board.borders
            if border.kind == "coast"
            for land, zone in ((border.a, border.b), (border.b, border.a))
            if state.control.get(land) == power
        }
        waters = (own, PATROL[power])
    return plainly(Brute(state, power, combat=phase == "combat", waters=waters).moves())


COUNTS = Counts(Path(__file__).parent / "perft", of_the_enumerator)


@pytest.mark.soak
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    "power", ["Germany", "Soviet Union", "United States", "United Kingdom", "Italy", "France"]
)
def test_counts_at_the_start_of_europe_1940(power, phase):
    made = rules()
    start = made.start().state_at(0).apply(ev.RoundBegan(1))
    COUNTS.check("start", made.game, begun(start, power, phase), power, phase)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SCATTERED)
def test_counts_in_scattered_positions(seed):
    game = scattered(seed)
    state = game.state
    made = rules()
    COUNTS.check(f"scattered_{seed}", made.game, state, state.active[0], state.phase)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1000 + depth.number(4, deep=2000)))
def test_the_enumerator_finds_the_same_moves_in_scattered_positions(seed):
    state = scattered(seed).state
    COUNTS.compare(rules().game, state, state.active[0], state.phase)


@pytest.fixture(scope="module")
def saves() -> tuple[System, list[tuple[str, State]]]:
    """The wide board, and states as turns of recorded games began."""
    system = System(load("global1940"), games=("both", "europe"), options={})
    record = shipped("global1940_fast_computer")
    return system, [("g40_fast_s303", state) for state in _turns(record)]


def _turns(record) -> Iterator[State]:
    """States as the turns of rounds 2 and 4 began."""
    seen = set()
    for node in record.line("main"):
        time = record.time(node)
        key = (time.round, time.powers)
        if time.round in (2, 4) and time.powers and key not in seen:
            seen.add(key)
            yield record.state_at(node)


@pytest.mark.soak
def test_counts_in_positions_of_recorded_games(saves):
    """Recorded games of the combined board, by the rules that it shares with Europe 1940."""
    system, found = saves
    powers = ("Germany", "Soviet Union", "United Kingdom", "Italy", "United States")
    checked = 0
    for stem, state in found:
        power = state.active[0]
        if power in powers:
            for phase in PHASES:
                name = f"{stem}_round_{state.round}"
                COUNTS.check(name, system, begun(state, power, phase), power, phase)
                checked += 1
    assert checked >= 12
