"""How fast odds of 3G40 Deluxe are beside those of Global 1940: `python benchmarks/deluxe_odds.py`.

Battles of 60 units against 60; the best of many in a warm process, in milliseconds of processor
time.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.odds.exact import solve
from benchmarks.odds import best

BAR = 3.0
PAIRS = {
    "infantry and artillery": (
        {"infantry": 40, "artillery": 20}, {"infantry": 50, "artillery": 10},
        {"regular infantry": 40, "light artillery": 20},
        {"regular infantry": 50, "light artillery": 10},
    ),
    "infantry with heavy tanks": (
        {"infantry": 40, "tank": 20}, {"infantry": 60},
        {"regular infantry": 40, "heavy tank": 20}, {"regular infantry": 60},
    ),
    "all arms": (
        {"infantry": 30, "artillery": 10, "tank": 10, "fighter": 6, "tactical bomber": 4},
        {"infantry": 45, "artillery": 4, "tank": 4, "fighter": 4, "AAA": 3},
        {"regular infantry": 30, "light artillery": 10, "light tank": 10, "fighter": 6,
         "tactical bomber": 4},
        {"regular infantry": 45, "light artillery": 4, "light tank": 4, "fighter": 4, "AAA": 3},
    ),
}  # fmt: skip


def solved(game: str, attacker: dict[str, int], defender: dict[str, int]) -> float:
    """Milliseconds that a battle takes."""
    made = a4a.battle(game, attacker=attacker, defender=defender).model
    return best(lambda: solve(made))


def main() -> None:
    for name, (ours, theirs, new_ours, new_theirs) in PAIRS.items():
        before = solved("global1940", ours, theirs)
        now = solved("deluxe3g40", new_ours, new_theirs)
        print(f"{name}: {before:.1f} ms, {now:.1f} ms, {now / before:.1f} times (bar {BAR:g})")


if __name__ == "__main__":
    main()
