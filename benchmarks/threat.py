"""How long the threats of a position take: `python benchmarks/threat.py [GAME ...]`.

Every turn of a game as its attacks are decided (Combat Move, Combat Orders), in seconds of one
core: to find who can reach what, and to solve the battles exactly. Without an argument it takes the
shared saves, or where there are none the games that come with a4a.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.analysis.threat import Threats
from a4a.core.record import GameRecord
from a4a.rules import rules_of

_SHARED = Path(__file__).parent.parent.parent / "shared" / "saves"
_BAR = 2.0
_ATTACKS = ("Combat Move", "Combat Orders")


def main() -> None:
    """Judge the positions of each game, and say how long they took."""
    for name, record in _games(sys.argv[1:]):
        threats = Threats(record, rules_of(record))
        spent, spaces, inexact = [], 0, 0
        for node in _combat_moves(record):
            begun = process_time()
            frame = threats.frame(node)
            spent.append(process_time() - begun)
            spaces += frame.height
            inexact += frame.height - int(frame["exact"].sum())
        first, *rest = spent
        rest = rest or spent
        print(
            f"{name}: {len(spent)} positions, {spaces} spaces, {inexact} too large to solve; the "
            f"first {first:.2f} s, then {mean(rest):.2f} s on average, median {median(rest):.2f}, "
            f"slowest {max(rest):.2f} s (bar: {_BAR:g} s)"
        )


def _games(paths: list[str]) -> Iterator[tuple[str, GameRecord]]:
    saves = [Path(p) for p in paths] or sorted(_SHARED.glob("g40_*.tsvg"))
    if saves:
        yield from ((path.name, a4a.open(path)) for path in saves)
    else:
        games = ((name, a4a.game(name)) for name in a4a.games())
        yield from (game for game in games if any(_combat_moves(game[1])))


def _combat_moves(record: GameRecord) -> Iterator[int]:
    """Yield the first node of each phase in which attacks are decided."""
    before: tuple[int, str] | None = None
    for node in record.line():
        time = record.time(node)
        now = time.turn, time.phase
        if now != before and time.phase in _ATTACKS:
            yield node
        before = now


if __name__ == "__main__":
    main()
