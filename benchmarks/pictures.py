"""How fast pictures of the board are made without a browser, and how large they are.

Run it on an idle machine::

    python benchmarks/pictures.py [--keep FOLDER]

It prints, for the twelve-round game of `datasets/games`: the first picture of a fresh record, the
median of further ones at nodes all over the game as SVG and as PNG, a page of small multiples, and
animated fronts as GIF and WebP. With ``--keep`` the files stay for you to look at.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a

GAME = "global1940_fast_computer"
NODES = 9
EVERY = dict.fromkeys(("values", "convoys", "straits", "neutrals"), True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=Path, help="a folder for the pictures")
    keep = parser.parse_args().keep
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        measure(folder)


def measure(folder: Path) -> None:
    record = a4a.game(GAME)
    took = timed(lambda: a4a.picture(record))
    row("a first picture of the last node, SVG, 1600 px", took)
    nodes = [record.last * i // (NODES - 1) for i in range(NODES)]
    views = {
        "whole board": {},
        "whole board, every layer": {"layers": EVERY},
        "Europe": {"region": "Europe"},
        "Eastern Front": {"region": "Eastern Front"},
    }
    for name, how in views.items():
        shown = [
            timed(lambda node=node, how=how: a4a.picture(record, node, **how)) for node in nodes
        ]
        sizes = statistics.median(len(made.svg) for _, _, made in shown) / 1e3
        row(f"{name}, SVG ({sizes:.0f} kB)", *shown)
        painted = [timed(made.png) for _, _, made in shown]
        sizes = statistics.median(len(data) for _, _, data in painted) / 1e3
        row(f"{name}, PNG of it ({sizes:.0f} kB)", *painted)
        shown[-1][2].save(folder / f"{name}.png", scale=1)
    took = timed(lambda: a4a.small_multiples(record).save(folder / "rounds.png", scale=1))
    row("small multiples of all rounds, whole board, PNG", took)
    took = timed(
        lambda: a4a.small_multiples(record, region="Eastern Front").save(
            folder / "rounds of the Eastern Front.png", scale=1
        )
    )
    row("small multiples of all rounds, Eastern Front, PNG", took)
    for suffix in ("gif", "webp"):
        path = folder / f"fronts.{suffix}"
        took = timed(lambda path=path: a4a.animate(record, path, region="Eastern Front"))
        frames = len({record.time(node).turn for node in record.line()})
        size = path.stat().st_size / 1e6
        row(f"{suffix} of the Eastern Front, {frames} frames, 900 px ({size:.2f} MB)", took)


def timed(make: Callable[[], object]) -> tuple[float, float, object]:
    """Seconds by the clock and of the processor, and what was made."""
    clock, work = perf_counter(), process_time()
    made = make()
    return perf_counter() - clock, process_time() - work, made


def row(name: str, *runs: tuple[float, float, object]) -> None:
    clock = statistics.median(run[0] for run in runs)
    work = statistics.median(run[1] for run in runs)
    print(f"{name:70} {clock:7.2f} s, of the processor {work:6.2f} s", flush=True)


if __name__ == "__main__":
    main()
