"""How fast the cheapest force is found, and the best order of loss: `python benchmarks/needed.py`.

Seconds of processor time in a warm process, so that a busy machine counts little; best of three.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.analysis.battle import Battle
from a4a.core.errors import BattleError
from a4a.odds.cheapest import cheapest_force

GAME = "global1940"
LAND = {"infantry": 10, "mechanized infantry": 10, "artillery": 10, "tank": 10, "fighter": 10,
        "tactical bomber": 10, "strategic bomber": 10}  # fmt: skip
FEW = {"infantry": 9, "artillery": 3, "mechanized infantry": 4, "tank": 5, "fighter": 3,
       "tactical bomber": 3, "strategic bomber": 2}  # fmt: skip
FLEET = {"submarine": 4, "destroyer": 3, "cruiser": 2, "aircraft carrier": 1, "battleship": 1,
         "fighter": 4, "tactical bomber": 2, "strategic bomber": 2}  # fmt: skip
GREAT = {"submarine": 5, "destroyer": 5, "cruiser": 3, "aircraft carrier": 2, "battleship": 2,
         "fighter": 6, "tactical bomber": 4}  # fmt: skip
WINGS = {"submarine": 5, "destroyer": 3, "fighter": 6, "tactical bomber": 4,
         "strategic bomber": 4, "cruiser": 2}  # fmt: skip
FRANCE = {"infantry": 7, "artillery": 2, "tank": 2, "fighter": 1, "AAA": 1}
BOARDS: dict[str, dict[str, Any]] = {
    "7 types, 29 units v 13": {"attacker": FEW, "defender": FRANCE},
    "7 types of 10 v 8": {"attacker": LAND, "defender": {"infantry": 7, "fighter": 1}},
    "7 types of 10 v 15, 1 AAA": {
        "attacker": LAND,
        "defender": {"infantry": 8, "artillery": 2, "tank": 2, "fighter": 2, "AAA": 1},
    },
    "7 types of 10 v 16, 3 AAA": {
        "attacker": LAND, "defender": {"infantry": 8, "artillery": 2, "fighter": 3, "AAA": 3},
    },
    "the same, one land unit kept": {
        "attacker": LAND, "defender": {"infantry": 8, "artillery": 2, "fighter": 3, "AAA": 3},
        "keep_land": 1,
    },
    "landing, 4 ships bombard, v 15": {
        "kind": "amphibious", "attacker": LAND, "landing": {"infantry": 6, "tank": 4},
        "bombard": {"cruiser": 2, "battleship": 2},
        "defender": {"infantry": 8, "artillery": 2, "fighter": 3, "AAA": 2},
    },
    "8 types at sea, 19 units v 10": {
        "kind": "sea", "attacker": FLEET,
        "defender": {"submarine": 2, "destroyer": 2, "cruiser": 1, "aircraft carrier": 1,
                     "fighter": 2, "transport": 2},
    },
    "6 types at sea, 24 units v 10": {
        "kind": "sea", "attacker": WINGS,
        "defender": {"submarine": 3, "destroyer": 2, "battleship": 2, "transport": 3},
    },
    "7 types at sea, 27 units v 12": {
        "kind": "sea", "attacker": GREAT,
        "defender": {"submarine": 3, "destroyer": 3, "cruiser": 1, "aircraft carrier": 1,
                     "battleship": 1, "fighter": 3},
    },
    "The War Game, 15 units at sea v 10": {
        "game": "wargame1942", "kind": "sea",
        "attacker": {"submarine": 2, "destroyer": 3, "aircraft carrier": 1, "battleship": 2,
                     "fighter": 5, "bomber": 2},
        "defender": {"submarine": 2, "destroyer": 3, "aircraft carrier": 1, "battleship": 1,
                     "fighter": 3},
    },
    "The War Game, 26 units at sea v 14": {
        "game": "wargame1942", "kind": "sea",
        "attacker": {"submarine": 6, "destroyer": 8, "battleship": 3, "fighter": 6, "bomber": 3},
        "defender": {"submarine": 2, "destroyer": 4, "transport": 4, "battleship": 2, "fighter": 2},
    },
}  # fmt: skip
CHANCES = (0.5, 0.9, 0.99)


def seconds(work: Callable[[], object]) -> float:
    """Take the best of three times."""
    times = []
    for _ in range(3):
        start = time.thread_time()
        work()
        times.append(time.thread_time() - start)
    return min(times)


def need(battle: Battle, chance: float) -> Battle | BattleError:
    """Ask for what is needed; an error counts as an answer."""
    try:
        return battle.need(chance, wanted="wins" if battle.fight.kind == "sea" else "takes")
    except BattleError as error:
        return error


def main() -> None:
    table = Table("board", *(f"{chance:.0%}" for chance in CHANCES), "forces judged for 90%")
    for name, board in BOARDS.items():
        battle = a4a.battle(**{"game": GAME, **board})
        figures = [f"{seconds(lambda b=battle, p=chance: need(b, p)):.2f} s" for chance in CHANCES]
        wanted = "wins" if battle.fight.kind == "sea" else "takes"
        found = cheapest_force(battle.model, 0.9, wanted=wanted)
        table.add_row(name, *figures, f"{found.judged:,}")
    Console(width=110).print(table)
    table = Table("best order of loss", "kinds", "tried", "win", "swing")
    for name in ("7 types, 29 units v 13", "8 types at sea, 19 units v 10"):
        battle = a4a.battle(GAME, **BOARDS[name])
        for role in ("attacker", "defender"):
            found = battle.best_order(role)
            win = seconds(lambda b=battle, r=role: b.best_order(r))
            swing = seconds(lambda b=battle, r=role: b.best_order(r, goal="swing"))
            tried = f"{found.tried:,}{'' if found.is_best else ' (climbed)'}"
            table.add_row(
                f"{name}, {role}", str(len(found.order)), tried, f"{win:.2f} s", f"{swing:.2f} s"
            )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
