"""How fast 2WW: The War in Europe is: `python benchmarks/war_in_europe.py [--games 2]`.

Milliseconds of processor time, the median over the positions of a random game: all destinations of
a counter, zones of control and supply of the whole board, verifying a march; and the seconds of a
random game to its end.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.players import FormPlayer
from a4a.rules import Game
from a4a.rules.choices import Moves
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.flow import WarInEurope
from a4a.rules.systems.war_in_europe.orders.moving import March
from a4a.rules.systems.war_in_europe.supply import Supply, lines_in
from a4a.rules.systems.war_in_europe.system import System

EVERY = 25
"""Of the positions with a Movement phase so many are taken: one of these."""


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of processor time; as with timeit, no garbage is collected meanwhile."""
    gc.disable()
    try:
        begun = process_time()
        work()
        return (process_time() - begun) * 1e3
    finally:
        gc.enable()


def positions(game: Game) -> Iterator[State]:
    """Positions of a game in which a side moves."""
    nodes = [n for n, s in game.record.states() if s.phase.endswith("Movement") and s.settled]
    for node in nodes[::EVERY]:
        yield game.record.state_at(node)


def destinations(rules: WarInEurope, state: State) -> Iterator[float]:
    """How long it takes to find where each counter can go."""
    moves = next((f for f in rules.choices(state) if isinstance(f, Moves)), None)
    if moves is None:
        return
    free = [stack for stack in moves.stacks if stack.refused is None]
    for stack in free[:1]:  # which finds the zones of the position, that have a row of their own
        moves.destinations(stack.units)
    for stack in free:
        yield timed(lambda s=stack: moves.destinations(s.units))  # type: ignore[misc]


def zones_and_supply(system: System, state: State) -> float:
    """How long the zones of the whole board and the supply of all units take, from nothing."""

    fresh = state.apply()  # nothing is remembered of it
    lines_in.cache_clear()

    def work() -> None:
        field = field_of(system, fresh)
        for side in ("Axis", "Allies"):
            field.zones.held(side, "land")
        supply = Supply(system, fresh)
        for unit in state.units.values():
            if isinstance(unit.place, str):
                supply.is_supplied(unit)

    return timed(work)


def verifying(rules: WarInEurope, state: State) -> Iterator[float]:
    """How long it takes to verify a march of each land unit to each hex beside it."""

    def verify(order: March) -> None:
        with suppress(RuleViolation):
            rules.verify(state, order)

    for unit in state.units.values():
        if isinstance(unit.place, str) and unit.owner in state.active:
            for there in rules.game.ground.on_foot.get(unit.place, ()):
                order = March((unit.id,), (unit.place, there))
                yield timed(lambda o=order: verify(o))  # type: ignore[misc]


def main() -> None:
    """Play, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=2)
    options = parser.parse_args()
    seconds: list[float] = []
    found: list[float] = []
    whole: list[float] = []
    verified: list[float] = []
    for seed in range(options.games):
        game = a4a.new_game("war_in_europe", dice=SeededDice(seed))
        begun = process_time()
        FormPlayer(seed).play(game)
        seconds.append(process_time() - begun)
        rules = game.ruleset
        assert isinstance(rules, WarInEurope)
        for state in positions(game):
            found += destinations(rules, state)
            whole.append(zones_and_supply(rules.game, state))
            verified += verifying(rules, state)
    table = Table("what", "median", "slowest", "bar")
    rows = [
        ("all destinations of a counter", found, "2 ms"),
        ("zones and supply of the whole board", whole, "5 ms"),
        ("verify a march", verified, "0.3 ms"),
    ]
    for name, times, bar in rows:
        table.add_row(name, f"{median(times):.2f} ms", f"{max(times):.2f} ms", bar)
    table.add_row(
        "a random game to its end", f"{median(seconds):.1f} s", f"{max(seconds):.1f} s", "20 s"
    )
    Console().print(table)


if __name__ == "__main__":
    main()
