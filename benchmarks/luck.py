"""How long the luck of a game's battles takes: `python benchmarks/luck.py [GAME ...]`.

First and then warm, in seconds; and how far the battles of the game are from what fair dice give.
Without an argument it takes the games that come with a4a.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

import polars as pl

import a4a
from a4a.analysis.fought import battles_of
from a4a.analysis.luck import judge
from a4a.core.record import GameRecord
from a4a.rules import rules_of

_BAR = 10


def main() -> None:
    """Judge the luck of each game, and say how long it took."""
    for name, record in _games(sys.argv[1:]):
        begun = perf_counter()
        frame = a4a.luck(record)
        first = perf_counter() - begun
        begun = perf_counter()
        a4a.luck(record)
        again = perf_counter() - begun
        print(f"{name}: {len(frame)} battles in {first:.2f} s, then {again:.2f} s (bar: {_BAR} s)")
        fought = frame.filter(pl.col("sd") > 0)
        sums = fought.select(pl.col("expected", "swing").sum()).row(0)
        print(
            f"  {len(fought)} by dice: percentile {fought['percentile'].mean():.3f} on average; "
            f"swing expected {sums[0]:.0f} +- {(fought['sd'] ** 2).sum() ** 0.5:.0f}, "
            f"got {sums[1]}"
        )
        print(f"  slowest: {_slowest(record)}")


def _games(paths: list[str]) -> Iterator[tuple[str, GameRecord]]:
    if paths:
        yield from ((Path(path).name, a4a.open(path)) for path in paths)
    else:
        yield from ((name, a4a.game(name)) for name in a4a.games())


def _slowest(record: GameRecord) -> str:
    rules, spent = rules_of(record), []
    for fought in battles_of(record, record.line()):
        begun = perf_counter()
        judge(rules, record.catalog, fought)
        spent.append((perf_counter() - begun, fought.battle, fought.space))
    worst, battle, space = max(spent)
    return f"{battle} in {space}, {1000 * worst:.0f} ms"


if __name__ == "__main__":
    main()
