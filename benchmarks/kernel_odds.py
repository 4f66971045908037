"""Whether battles come out as their odds say: `python benchmarks/kernel_odds.py [--games 20000]`.

The kernel plays each battle many times, its players losing units along the orders of the odds. All
chances, and the means and squares of what is left of each kind, must lie within 4 standard
deviations of the exact odds. The tests do the same with fewer games.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

from a4a.odds.exact import solve
from a4a.rules.areas.odds import fights as odds
from a4a.rules.fight import Band, Fight
from tests.rules.areas.fights import army, deviations, play, set_up
from tests.rules.areas.positions import rules

LANDING = [
    Band("infantry", 3, duty="landing"), Band("tank", 1, duty="landing"),
    Band("cruiser", 1, duty="bombarding"), Band("battleship", 1, duty="bombarding"),
    Band("infantry", 2), Band("fighter", 2),
]  # fmt: skip
BATTLES = {
    "13 v 10 land": Fight(
        "land",
        army({"infantry": 6, "artillery": 2, "tank": 3, "fighter": 2}),
        (army({"infantry": 8, "AAA": 1, "fighter": 1}),),
    ),
    "tactical bombers, AAA": Fight(
        "land",
        army({"infantry": 2, "tank": 2, "fighter": 1, "tactical bomber": 3}),
        (army({"infantry": 4, "tank": 1, "AAA": 2}),),
    ),
    "7 v 6 sea": Fight(
        "sea",
        army({"submarine": 2, "destroyer": 1, "cruiser": 1, "battleship": 1, "fighter": 2}),
        (army({"submarine": 2, "destroyer": 1, "aircraft carrier": 1, "fighter": 2}),),
    ),
    "submarines, transports": Fight(
        "sea",
        army({"submarine": 3, "fighter": 1}),
        (army({"destroyer": 1, "submarine": 1, "transport": 2, "cruiser": 1}),),
    ),
    "landing, bombardment": Fight(
        "amphibious", army(LANDING), (army({"infantry": 5, "artillery": 1, "AAA": 1}),)
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    games = parser.parse_args().games
    table = Table("battle", "attacker wins", "kernel", "worst, in sigma", "of", "ms a game")
    worst = 0.0
    for name, fight in BATTLES.items():
        model = odds.battle(rules().game, fight)
        exact = solve(model)
        begun = time.process_time()
        ends = play(set_up(fight), model, range(games))
        took = time.process_time() - begun
        found = deviations(ends, exact)
        most = max(map(abs, found.values()))
        worst = max(worst, most)
        count = len(exact.attacker.kinds)
        wins = sum(n for e, n in ends.items() if any(e[:count]) and not any(e[count:]))
        row = f"{exact.attacker_wins:.4f}", f"{wins / games:.4f}", f"{most:.2f}", str(len(found))
        table.add_row(name, *row, f"{took / games * 1000:.2f}")
    Console().print(table)
    if worst > 4:
        sys.exit("the kernel and the odds disagree")


if __name__ == "__main__":
    main()
