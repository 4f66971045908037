"""How long an audit takes: `python benchmarks/audit.py [GAME ...]`.

Each game is judged as a whole, and each topic alone, in seconds of one core. Without an argument it
takes the shared saves, or where there are none the games that come with a4a.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.analysis.audit import report
from a4a.core.record import GameRecord
from a4a.rules import rules_of
from a4a.rules.areas.audit.judge import TOPICS, AreasJudge

_SHARED = Path(__file__).parent.parent.parent / "shared" / "saves"
_BAR = 60


def main() -> None:
    """Judge each game, and say how long it took."""
    for name, record in _games(sys.argv[1:]):
        begun = process_time()
        found = report(record, progress=None)
        took = process_time() - begun
        print(f"{name}: {len(record)} steps in {took:.2f} s (bar: {_BAR} s)")
        print(
            f"  {found.judged['judged'].sum()} judged: {found.agree:.2%} agree, "
            f"{found.lawful:.2%} free of illegal; {found.findings.height} findings"
        )
        print(f"  {_topics(record)}")


def _games(paths: list[str]) -> Iterator[tuple[str, GameRecord]]:
    saves = [Path(p) for p in paths] or sorted(_SHARED.rglob("g40_*.tsvg"))
    if saves:
        yield from ((path.name, a4a.open(path)) for path in saves)
    else:
        yield from ((name, a4a.game(name)) for name in a4a.games() if name.startswith("global1940"))


def _topics(record: GameRecord) -> str:
    """Seconds of each topic's judge alone."""
    judge = rules_of(record).judge(record.header.options, record.header.source.program)
    assert isinstance(judge, AreasJudge)
    spent: Counter[str] = Counter()
    before = record.state_at(0)
    for node, after in record.states(record.line()):
        step = record.steps.get(node)
        if step is not None:
            for kind, topic in zip(TOPICS, judge.topics, strict=True):
                begun = process_time()
                list(topic.judge(before, step, after))
                spent[kind.__name__.lower()] += process_time() - begun
        before = after
    return ", ".join(f"{name} {seconds:.2f} s" for name, seconds in spent.most_common())


if __name__ == "__main__":
    main()
