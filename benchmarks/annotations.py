"""How long it takes until an annotation is in the file: a long game with very many annotations.

Run it on an idle machine::

    python benchmarks/annotations.py GAME.tsvg [--annotations 2000]

It prints a table: writing one comment (checked, shown, the whole file written atomically and
forced to the disk), its parts, and the bytes that go to the page, first with none, then with very
many annotations.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.store import dumps
from a4a.widgets import Annotator


def spent(act: Callable[[], object], times: int = 20) -> str:
    """Run something several times: median and most milliseconds."""
    took = []
    for _ in range(times):
        began = perf_counter()
        act()
        took.append(1000 * (perf_counter() - began))
    return f"median {statistics.median(took):.0f} ms, most {max(took):.0f} ms"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", type=Path)
    parser.add_argument("--annotations", type=int, default=2000)
    given = parser.parse_args()
    record = a4a.open(given.game)
    nodes = record.line()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.a4a"
        a4a.save(record, file)
        notes = Annotator(record, node=nodes[-1])
        for annotations in (0, given.annotations):
            for i in range(annotations):
                record.annotate(
                    a4a.Comment(node=nodes[i % len(nodes)], text=f"On the step of node {i}. " * 8)
                )
            notes.cursor.refresh_notes()
            sent = len(json.dumps(notes.cursor.notes))
            print(f"{annotations} annotations; {len(record)} steps")
            print(f"  a comment, until it is in the file | {spent(lambda: notes.comment('Why?'))}")
            print(f"  of that, text and compression      | {spent(lambda: dumps(record))}")
            print(f"  of that, the rows for the page     | {spent(notes.cursor.refresh_notes)}")
            print(f"  file, bytes sent to the page       | {file.stat().st_size}, {sent}")
            print(f"  reading the file again             | {spent(lambda: a4a.load(file), 5)}")


if __name__ == "__main__":
    main()
