"""How long it takes to make what a board needs to be drawn, and how large it is.

Run it on an idle machine::

    python benchmarks/timeline.py [SHARED]

For each recorded game it prints the milliseconds for shapes, for packing the lines that neighbours
share, for the timeline of the whole main line and of its last node alone, and the bytes sent.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeVar

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

import a4a  # noqa: E402
from a4a.map.borders import pack_lines  # noqa: E402
from a4a.map.shapes import map_geometry  # noqa: E402
from a4a.map.timeline_builder import build_timeline  # noqa: E402

_Made = TypeVar("_Made")
_TIMES = 5


def timed(make: Callable[[], _Made]) -> tuple[str, _Made]:
    """The median milliseconds of making something, and what was made last."""
    took = []
    for _ in range(_TIMES):
        began = perf_counter()
        made = make()
        took.append(perf_counter() - began)
    return f"{1000 * median(took):7.1f} ms", made


def main() -> None:
    shared = Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT.parent / "shared"
    saves = sorted((shared / "saves").glob("*.tsvg"))
    for path in saves or sorted((PROJECT / "datasets" / "games").glob("*.a4a")):
        record = a4a.open(path)
        line = record.line()
        shapes, geometry = timed(lambda record=record: map_geometry(record.board))
        packing, lines = timed(lambda r=record, g=geometry: pack_lines(r.board, g))
        whole, timeline = timed(lambda r=record, n=line: build_timeline(r, n))
        one, _ = timed(lambda r=record, n=line[-1:]: build_timeline(r, n))
        print(f"{path.name}: {len(line)} nodes, {len(timeline.battles)} battles")
        print(f"  shapes {shapes}  lines {packing}  timeline {whole}  one node {one}")
        print(f"  lines {len(lines):,} bytes  timeline {len(timeline.pack()):,} bytes")


if __name__ == "__main__":
    main()
