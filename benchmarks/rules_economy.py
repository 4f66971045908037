"""How fast purchases, placements and income are: `python benchmarks/rules_economy.py`.

Germany's first turn of Europe 1940. Bar: `verify` of one order < 200 us. Each time is the best of
several, so that it is the program's and not its neighbours'.
"""

from __future__ import annotations

import argparse
import sys
import timeit
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

from a4a.core.dice import SeededDice
from a4a.rules.areas.economy.market import sites
from a4a.rules.areas.orders import Buy, EndPhase, Place
from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.game import Game
from a4a.rules.run import Run
from a4a.rules.systems import ruleset


def measure(repeats: int) -> Table:
    rules = ruleset("europe1940")
    assert isinstance(rules, AreasRuleset)
    game = Game(rules, dice=SeededDice(1940))
    table = Table("what", "us")

    def row(what: str, action: Callable[[], object]) -> None:
        number = 100
        best = min(timeit.repeat(action, number=number, repeat=repeats)) / number
        table.add_row(what, f"{best * 1e6:.0f}")

    buy = Buy("Germany", {"infantry": 3, "tank": 2})
    row("verify of a purchase", partial(rules.verify, game.state, buy))
    game.do(Buy("Germany", {"infantry": 4, "submarine": 3}))
    while game.decision is not None and game.decision.kind != "mobilize":
        game.do(EndPhase())
    assert game.decision is not None
    state = game.state
    place = Place(game.decision.units[:2], "Germany")
    row("verify of a placement", partial(rules.verify, state, place))
    row("where a unit type may be placed", partial(sites, rules.game, state, "infantry"))
    row("where a base may be built", partial(sites, rules.game, state, "air base"))
    row("what is asked in Mobilize", partial(MobilizeNewUnits(rules.game).decision, state))
    income = CollectIncome(rules.game)
    row("income with objectives", lambda: income.leave(Run(state, SeededDice(1))))
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=10, help="default: %(default)s")
    Console().print(measure(parser.parse_args().repeats))
