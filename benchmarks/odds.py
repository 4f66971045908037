"""How fast battle odds are: `python benchmarks/odds.py [--chart FILE.svg]`.

Each battle is solved several times in a warm process; the best time counts, in seconds of
processor time, so that a busy machine does not count. The first call is that of a fresh process:
importing, compiling or loading what was compiled, and the answer.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.odds.battle import Battle, Group, Kind, Side, Support, Weapon
from a4a.odds.battle_tables import battle_tables
from a4a.odds.exact import solve
from a4a.odds.montecarlo import simulate
from a4a.odds.stopping import swing
from tests.odds.sequences import LAND, SEA

PROJECT = Path(__file__).parent.parent


def ground(name: str, value: int, cost: int, **more: object) -> Kind:
    return Kind(name, value, cost=cost, target="ground", tags=frozenset({"captures"}), **more)  # type: ignore[arg-type]


def other(name: str, value: int, cost: int, target: str, **more: object) -> Kind:
    return Kind(name, value, cost=cost, target=target, **more)  # type: ignore[arg-type]


ATTACK = (
    ground("infantry", 1, 3), ground("artillery", 2, 4), ground("tank", 3, 6),
    other("fighter", 3, 10, "air"), other("bomber", 4, 12, "air"),
)  # fmt: skip
DEFENSE = (
    ground("infantry", 2, 3), ground("artillery", 2, 4), ground("tank", 3, 6),
    other("fighter", 4, 10, "air"),
    Kind("AAA", 0, cost=5, target="ground", tags=frozenset({"defenceless"}),
         weapons={"antiaircraft": Weapon(1, shots=3)}),
)  # fmt: skip
FLEET = (
    other("submarine", 2, 6, "submarine"), other("destroyer", 2, 8, "ship"),
    other("cruiser", 3, 12, "ship"), other("carrier", 0, 16, "ship", hits=2),
    other("battleship", 4, 20, "ship", hits=2), other("fighter", 3, 10, "air"),
)  # fmt: skip
ENEMY_FLEET = (
    other("submarine", 1, 6, "submarine"), *FLEET[1:3], other("carrier", 2, 16, "ship", hits=2),
    FLEET[4], other("fighter", 4, 10, "air"),
)  # fmt: skip
HELP = (Support("artillery", "infantry", 2),)


def land(attackers: tuple[int, ...], defenders: tuple[int, ...]) -> Battle:
    return Battle(Side(_groups(ATTACK, attackers), HELP), Side(_groups(DEFENSE, defenders)), LAND)


def sea(attackers: tuple[int, ...], defenders: tuple[int, ...]) -> Battle:
    return Battle(Side(_groups(FLEET, attackers)), Side(_groups(ENEMY_FLEET, defenders)), SEA)


def _groups(kinds: tuple[Kind, ...], counts: tuple[int, ...]) -> tuple[Group, ...]:
    return tuple(Group(kind, n) for kind, n in zip(kinds, counts, strict=True) if n)


BATTLES: dict[str, tuple[Battle, float, float]] = {
    "4 v 2 on land": (land((2, 1, 1, 0, 0), (2, 0, 0, 0, 0)), 1e-12, 0.3),
    "13 v 10 on land": (land((6, 2, 3, 2, 0), (8, 1, 0, 1, 0)), 1e-12, 1.0),
    "25 v 21 on land": (land((10, 5, 6, 4, 0), (14, 3, 2, 2, 0)), 1e-12, 3.0),
    "60 v 60 on land, 3 AAA": (land((25, 10, 10, 10, 5), (35, 9, 8, 5, 3)), 1e-12, 60.0),
    "13 v 12 at sea": (sea((3, 3, 2, 1, 1, 3), (3, 2, 2, 1, 1, 3)), 1e-12, 5.0),
    "60 v 60 at sea": (sea((12, 14, 8, 6, 4, 16), (14, 12, 8, 7, 4, 15)), 1e-12, 70.0),
    "60 v 60 at sea, nothing pruned": (
        sea((12, 14, 8, 6, 4, 16), (14, 12, 8, 7, 4, 15)), 0.0, 2000.0,
    ),
}  # fmt: skip


def best(work: Callable[[], object], *, seconds: float = 1.0) -> float:
    """The best of several times, in milliseconds."""
    work()
    found = float("inf")
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or found == float("inf"):
        start = time.thread_time()
        work()
        found = min(found, time.thread_time() - start)
    return found * 1e3


def first_call() -> tuple[float, float]:
    """Seconds of processor time of a fresh process's first answer, a small one and a large one."""
    code = (
        "import sys, time; sys.path.insert(0, 'benchmarks'); start = time.process_time();"
        "import odds; from a4a.odds.exact import solve;"
        "solve(odds.BATTLES['{}'][0]); print(time.process_time() - start)"
    )
    small, large = (
        subprocess.run(
            [sys.executable, "-c", code.format(name)],
            cwd=PROJECT, capture_output=True, text=True, check=True,
        ).stdout
        for name in ("13 v 10 on land", "60 v 60 on land, 3 AAA")
    )  # fmt: skip
    return float(small), float(large)


PUBLIC: dict[str, tuple[dict[str, dict[str, int]], float]] = {
    "4 v 2": (
        {"attacker": {"infantry": 2, "artillery": 1, "tank": 1}, "defender": {"infantry": 2}},
        0.6,
    ),
    "25 v 21": (
        {"attacker": {"infantry": 10, "artillery": 5, "tank": 6, "fighter": 4},
         "defender": {"infantry": 14, "artillery": 3, "tank": 2, "fighter": 2}},
        1.3,
    ),
}  # fmt: skip
"""Battles as people ask for them, and how many milliseconds the whole call may take."""


def first_answer() -> float:
    """Seconds of processor time until a fresh process has answered 4 v 2, all imports included."""
    code = (
        "import time, a4a; a4a.battle('global1940', attacker={'infantry': 2, 'tank': 2},"
        "defender={'infantry': 2}).odds().attacker_wins; print(time.process_time())"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    return float(done.stdout)


def batch(number: int = 10_000) -> float:
    """Seconds of processor time for small battles of all sorts at once, few of them alike."""
    draw = random.Random(1)
    types = ("infantry", "artillery", "tank", "fighter")
    asked = [
        {"attacker": {u: draw.randint(0, 4) for u in types} | {"infantry": draw.randint(1, 5)},
         "defender": {u: draw.randint(0, 3) for u in (*types, "AAA")} | {"infantry": 1}}
        for _ in range(number)
    ]  # fmt: skip
    begun = time.process_time()
    a4a.battles("global1940", asked)
    return time.process_time() - begun


def scaled(size: int, *, at_sea: bool) -> Battle:
    """A battle of so many units a side, in the proportions of the largest."""
    shares = (12, 14, 8, 6, 4, 16) if at_sea else (25, 10, 10, 10, 5)
    counts = [max(1, round(size * share / 60)) for share in shares]
    counts[0] += size - sum(counts)
    counts[0] = max(1, counts[0])
    make = sea if at_sea else land
    defenders = tuple(counts) if at_sea else (*counts[:3], counts[3] + counts[4] - 1, 1)
    return make(tuple(counts), defenders)


def growth() -> list[dict[str, object]]:
    """How cost grows with size."""
    return [
        {"units a side": size, "milliseconds": best(lambda b=battle: solve(b), seconds=0.3),
         "battle": "at sea" if at_sea else "on land, 1 AAA"}
        for at_sea in (False, True)
        for size in (6, 10, 15, 20, 30, 40, 50, 60)
        for battle in [scaled(size, at_sea=at_sea)]
    ]  # fmt: skip


def draw(rows: list[dict[str, object]], file: Path) -> None:
    """Draw how cost grows with size."""
    import altair as alt
    import polars as pl

    chart = alt.Chart(pl.DataFrame(rows), width=420, height=260, title="Exact odds, warm").encode(
        x=alt.X("units a side:Q"),
        y=alt.Y("milliseconds:Q").scale(type="log"),
        color=alt.Color("battle:N").title(None),
    )
    (chart.mark_line() + chart.mark_point()).save(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chart", type=Path, help="draw how cost grows with size into this file")
    options = parser.parse_args()
    table = Table("what", "cells", "figure", "bar")
    for largest in ("60 v 60 on land, 3 AAA", "60 v 60 at sea"):
        solve(BATTLES[largest][0])  # small ones alone would be timed before loops are compiled
    for name, (battle, prune, bar) in BATTLES.items():
        cells = battle_tables(battle).cells
        figure = best(lambda b=battle, p=prune: solve(b, prune=p))
        table.add_row(name, f"{cells[0]} x {cells[1]}", f"{figure:.2f} ms", f"{bar:g} ms")
    battle = BATTLES["25 v 21 on land"][0]
    games = 200_000
    taken = best(lambda: simulate(battle, games, seed=1), seconds=2.0) / 1e3
    rate = simulate(battle, games, seed=1).rounds * games / taken / 1e6
    table.add_row("simulated rounds of 25 v 21", "", f"{rate:.1f} million a second", "3 million")
    back = best(lambda: swing(battle_tables(battle), best=True))
    table.add_row("the best rule to retreat, 25 v 21", "", f"{back:.2f} ms", "")
    rounds = best(lambda: solve(battle).by_round)
    table.add_row("round by round, 25 v 21", "", f"{rounds:.2f} ms", "")
    small, large = first_call()
    table.add_row("first call of a process, 13 v 10", "", f"{small:.2f} s", "1 s")
    table.add_row("the same, 60 v 60 on land", "", f"{large:.2f} s", "1 s")
    for name, (asked, bar) in PUBLIC.items():
        figure = best(lambda a=asked: a4a.battle("global1940", **a).odds().attacker_takes)
        table.add_row(f"a4a.battle, {name}, warm", "", f"{figure:.2f} ms", f"{bar:g} ms")
    table.add_row("a4a.battles, 10,000 small ones", "", f"{batch():.1f} s", "3 s")
    table.add_row("first answer of a process, 4 v 2", "", f"{first_answer():.2f} s", "0.6 s")
    Console(width=100).print(table)
    if options.chart:
        draw(growth(), options.chart)


if __name__ == "__main__":
    main()
