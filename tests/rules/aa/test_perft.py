"""Counting tests: the single-unit moves the rules allow are those a naive enumerator finds.

`perft/*.txt` keep the counts: by position, phase and power. They are written anew, by the naive
enumerator, when REWRITE_GOLDEN is set. Where a count differs, the test shows the spaces that do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.aa.reach import MovePhase, Reach
from a4a.rules.aa.system import System
from tests.rules.aa.brute import Brute, Found
from tests.rules.aa.positions import rules
from tests.rules.aa.scattered import scattered

COUNTS = Path(__file__).parent / "perft"
PHASES: dict[str, MovePhase] = {"Combat Move": "combat", "Noncombat Move": "noncombat"}
PATROL = {"United States": {"sea zone 102"}}
SCATTERED = (0, 2, 9, 14, 19, 21, 25, 29, 44, 58, 86, 147, 149, 275, 311, 402)
PLAIN = {"march", "load", "assault", "ashore", "sail", "land", "attack"}
"""What the enumerator calls a move without a task."""


def of_the_rules(system: System, state: State, power: str, phase: MovePhase) -> Found:
    """All single-unit moves that the rules list."""
    reach = Reach(system)
    found: Found = {}
    for unit in state.units.values():
        space = state.space_of(unit.id)
        if unit.owner == power and space is not None:
            ends = found.setdefault((unit.type, space, unit.place != space), set())
            ends.update(
                (way.path[-1], way.task)
                for way in reach.ways(state, [unit.id], phase=phase, power=power)
            )
    return found


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
    found = Brute(state, power, combat=phase == "combat", waters=waters).moves()
    return {
        stack: {(end, "" if what in PLAIN else what) for end, what in ends}
        for stack, ends in found.items()
    }


def count(found: Found) -> int:
    return sum(map(len, found.values()))


def split(rules_find: Found, enumerator_finds: Found) -> str:
    """The stacks whose moves differ, with the ends that only one of the two has."""
    lines = []
    for stack in sorted(rules_find.keys() | enumerator_finds.keys()):
        ours, theirs = rules_find.get(stack, set()), enumerator_finds.get(stack, set())
        if ours != theirs:
            kind, space, aboard = stack
            lines.append(
                f"{kind} in {space}{' (aboard)' if aboard else ''}: "
                f"only the rules {sorted(ours - theirs)}, "
                f"only the enumerator {sorted(theirs - ours)}"
            )
    return "\n".join(lines)


def check(name: str, system: System, state: State, power: str, phase: str) -> None:
    """Assert that rules, enumerator and the count on file agree."""
    theirs = of_the_enumerator(state, power, PHASES[phase])
    ours = of_the_rules(system, state, power, PHASES[phase])
    assert ours == theirs, split(ours, theirs)
    if os.environ.get("REWRITE_GOLDEN"):
        keep(name, f"{phase}, {power}", count(theirs))
    assert kept(name)[f"{phase}, {power}"] == count(ours)


def check_count(name: str, system: System, state: State, power: str, phase: str) -> None:
    """Assert that the rules agree with the count on file; ask the enumerator if they do not."""
    ours = of_the_rules(system, state, power, PHASES[phase])
    if os.environ.get("REWRITE_GOLDEN"):
        keep(name, f"{phase}, {power}", count(of_the_enumerator(state, power, PHASES[phase])))
    if kept(name)[f"{phase}, {power}"] != count(ours):
        theirs = of_the_enumerator(state, power, PHASES[phase])
        pytest.fail(f"{name}, {phase}, {power}: {count(ours)} moves\n{split(ours, theirs)}")


def kept(name: str) -> dict[str, int]:
    """The counts on file for a position, by phase and power."""
    path = COUNTS / f"{name}.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return {key: int(number) for key, _, number in (line.rpartition(": ") for line in lines)}


def keep(name: str, key: str, number: int) -> None:
    counts = {**kept(name), key: number}
    COUNTS.mkdir(exist_ok=True)
    (COUNTS / f"{name}.txt").write_text("".join(f"{k}: {n}\n" for k, n in counts.items()))


def begun(state: State, power: str, phase: str) -> State:
    return state.apply(ev.TurnBegan((power,)), ev.PhaseBegan(phase))


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    "power", ["Germany", "Soviet Union", "United States", "United Kingdom", "Italy", "France"]
)
def test_counts_at_the_start_of_europe_1940(power, phase):
    made = rules()
    start = made.start().state_at(0).apply(ev.RoundBegan(1))
    check("start", made.game, begun(start, power, phase), power, phase)


@pytest.mark.parametrize("seed", SCATTERED)
def test_counts_in_scattered_positions(seed):
    game = scattered(seed)
    state = game.state
    made = rules()
    check(f"scattered_{seed}", made.game, state, state.active[0], state.phase)


@pytest.fixture(scope="module")
def saves(shared: Path) -> tuple[System, list[tuple[str, State]]]:
    """The wide board, and states as turns of recorded games began."""
    from a4a.importers.opening import open_record

    system = System(load("global1940"), games=("both", "europe"), options={})
    found = []
    for path in sorted((shared / "saves").glob("g40_*s303.tsvg")):
        found += [(path.stem, state) for state in _turns(open_record(path))]
    return system, found


def _turns(record) -> Iterator[State]:
    """States as the turns of rounds 2 and 4 began."""
    seen = set()
    for node in record.line("main"):
        time = record.time(node)
        key = (time.round, time.powers)
        if time.round in (2, 4) and time.powers and key not in seen:
            seen.add(key)
            yield record.state_at(node)


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
                check_count(name, system, begun(state, power, phase), power, phase)
                checked += 1
    assert checked >= 12
