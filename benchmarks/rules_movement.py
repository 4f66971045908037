"""How fast moves are verified, and destinations found: `python benchmarks/rules_movement.py`.

Every stack of every power at the start of Europe 1940, in both movement phases. Bars: `verify` of
one move < 200 us, all legal destinations of a stack < 1 ms. Each time is the best of several, so
that it is the program's and not its neighbours'.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean, median

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.movement.reach import MovePhase, Reach
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.systems import ruleset

VERIFY_BAR_US = 200.0
DESTINATIONS_BAR_US = 1000.0
PHASES: dict[MovePhase, str] = {"combat": "Combat Move", "noncombat": "Noncombat Move"}


def best(action: Callable[[], object], repeats: int) -> float:
    """Shortest time of an action in microseconds."""
    shortest = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter()
        action()
        shortest = min(shortest, time.perf_counter() - begin)
    return shortest * 1e6


def stacks(rules: AreasRuleset, state: State, power: str) -> list[int]:
    """One unit of every stack of a power."""
    types = rules.game.types
    found: dict[tuple[str, object], int] = {}
    for unit in state.units.values():
        if unit.owner == power and types[unit.type].category != "facility":
            found.setdefault((unit.type, unit.place), unit.id)
    return list(found.values())


def _anew(rules: AreasRuleset, state: State, unit: int, phase: MovePhase) -> object:
    return Reach(rules.game).destinations(state, [unit], phase=phase)


def measure(repeats: int) -> Table:
    rules = ruleset("europe1940")
    assert isinstance(rules, AreasRuleset)
    start = rules.start().state_at(0).apply(ev.RoundBegan(1))
    table = Table(title="Movement, Europe 1940 at the start (us, best of several)")
    for column in ("power", "phase", "stacks", "moves", "verify mean", "verify worst",
                   "destinations median", "mean", "worst", "cold"):  # fmt: skip
        table.add_column(column, justify="left" if column in ("power", "phase") else "right")
    worst_verify = worst_destinations = 0.0
    for power in rules.game.order_of_play:
        for phase, name in PHASES.items():
            state = start.apply(ev.TurnBegan((power,)), ev.PhaseBegan(name))
            reach = Reach(rules.game)
            units = stacks(rules, state, power)
            cold = best(partial(_anew, rules, state, units[0], phase), 1)
            times = [
                best(partial(reach.destinations, state, [unit], phase=phase), repeats)
                for unit in units
            ]
            orders = [
                way.order([unit])
                for unit in units
                for way in reach.ways(state, [unit], phase=phase)
            ]
            verified = [best(partial(rules.verify, state, o), repeats) for o in orders] or [0.0]
            worst_verify = max(worst_verify, max(verified))
            worst_destinations = max(worst_destinations, max(times))
            table.add_row(
                power, phase, str(len(units)), str(len(orders)),
                *(f"{t:.0f}" for t in (mean(verified), max(verified), median(times), mean(times),
                                       max(times), cold)),
            )  # fmt: skip
    table.caption = (
        f"verify of one move: worst {worst_verify:.0f} us (bar {VERIFY_BAR_US:.0f}); "
        f"destinations of a stack: worst {worst_destinations:.0f} us "
        f"(bar {DESTINATIONS_BAR_US:.0f})"
    )
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="times each action is repeated")
    Console(width=140).print(measure(parser.parse_args().repeats))
