"""How fast battles are fought: `python benchmarks/rules_combat.py`.

Three attacks of Germany from the set-up of Europe 1940, fought to the end with the cheapest
casualties, by the kernel with everything recorded. Times are the best of several, so that they
are the program's and not its neighbours'.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.events import AnyEvent
from a4a.core.state import State
from a4a.rules.areas import orders as o
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems import ruleset

GERMANY = "Germany"
ATTACKS = {
    "France, by land and air": (
        ("Holland/Belgium", "France"), ("Western Germany", "France"),
        ("Greater Southern Germany", "Western Germany", "France"),
    ),
    "sea zone 111": (
        ("sea zone 103", "sea zone 104", "sea zone 110", "sea zone 111"),
        ("sea zone 124", "sea zone 123", "sea zone 119", "sea zone 111"),
        ("sea zone 113", "sea zone 112", "sea zone 111"),
        ("Germany", "sea zone 113", "sea zone 112", "sea zone 111"),
        ("Norway", "sea zone 112", "sea zone 111"),
    ),
    "Yugoslavia": (
        ("Slovakia/Hungary", "Yugoslavia"), ("Romania", "Yugoslavia"),
        ("Greater Southern Germany", "Yugoslavia"),
    ),
}  # fmt: skip
"""Ways the attackers go: all that can of what stands in the first space of each."""


def attackers(rules: AreasRuleset, state: State, path: tuple[str, ...]) -> tuple[int, ...]:
    """Own units in the first space of a path that can fight in its last one."""
    at_sea = rules.game.graph.is_sea[path[-1]]
    kinds = ("sea", "air") if at_sea else ("land", "air")
    return tuple(
        u.id
        for u in state.at(path[0])
        if u.owner == GERMANY and rules.game.types[u.type].category in kinds and u.type != "AAA"
    )


def begin(rules: AreasRuleset, paths: tuple[tuple[str, ...], ...], seed: int) -> Game:
    """A game in which the attack has been ordered and Conduct Combat has begun."""
    record = rules.start()
    state = record.state_at(0)
    moves: list[AnyEvent] = [ev.RoundBegan(1), ev.TurnBegan((GERMANY,))]
    moves += [
        ev.UnitsMoved(units, path, "combat", cost=len(path) - 1)
        for path in paths
        if (units := attackers(rules, state, path))
    ]
    moves.append(ev.PhaseBegan(ConductCombat.name))
    record.append(moves, cause="engine")
    run = Run(record.state_at(record.last), SeededDice(seed))
    ConductCombat(rules.game).enter(run)
    record.append(run.events, cause="engine")
    return Game(rules, record=record, dice=run.dice)


def answer(game: Game, rules: AreasRuleset, asked: Decision) -> Order:
    """No to everything, and the cheapest casualties."""
    plain: dict[str, Order] = {
        "scramble": o.Scramble(), "submerge": o.Submerge(), "retreat": o.Retreat(),
        "interception": o.Intercept(),
    }  # fmt: skip
    if asked.kind == "casualties":
        question = next(iter(game.state.decisions.values()))
        return casualties.suggest(rules.game, game.state, question)
    return plain[asked.kind]


def fight(rules: AreasRuleset, paths: tuple[tuple[str, ...], ...], seed: int) -> Game:
    """Fight an attack out."""
    game = begin(rules, paths, seed)
    while (asked := game.decision) is not None and game.state.phase == ConductCombat.name:
        game.do(answer(game, rules, asked))
    return game


def measure(repeats: int) -> Table:
    rules = ruleset("europe1940")
    assert isinstance(rules, AreasRuleset)
    table = Table(title="Battles, Europe 1940 (best of several)")
    for column in ("attack", "units", "rounds", "orders", "events", "ms", "us an event"):
        table.add_column(column, justify="left" if column == "attack" else "right")
    for name, paths in ATTACKS.items():
        shortest, game = float("inf"), begin(rules, paths, 0)
        for _ in range(repeats):
            start = time.perf_counter()
            game = fight(rules, paths, 1940)
            shortest = min(shortest, time.perf_counter() - start)
        steps = [game.record.step(n) for n in game.record.way_to(game.node)[1:]]
        events = [e for step in steps for e in step.events]
        units = sum(len(p.units) for e in events if isinstance(e, ev.BattleOpened)
                    for p in e.participants)  # fmt: skip
        rounds = sum(isinstance(e, ev.CombatRoundBegan) for e in events)
        table.add_row(
            name, str(units), str(rounds), str(len(steps) - 2), str(len(events)),
            f"{shortest * 1e3:.1f}", f"{shortest * 1e6 / len(events):.0f}",
        )  # fmt: skip
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    Console().print(measure(parser.parse_args().repeats))
