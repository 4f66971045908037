"""How fast frames and charts are: on a recorded game that comes with a4a, and on a synthetic one.

Run it on an idle machine::

    python benchmarks/frames.py [--repeat 5] [--memory]

With ``--memory`` it prints instead how much memory all frames of one game take, and of forty: what
the tables hold, and the most that the process had while they were made, each in a process of its
own.

Else it prints, for the twelve-round game of `datasets/games` and for the synthetic record of 7,000
steps of `benchmarks/core.py`: the best milliseconds of several runs for the walk over the record,
for each frame after it, and for all frames together, at each turn; all frames at each phase and
node; writing and reading Parquet; then every chart, and drawing it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

import polars as pl
import vl_convert

import a4a
from a4a import charts
from a4a.core.record import GameRecord
from a4a.frames import Frames, frames, read_frames, schemas
from a4a.importers.opening import read_record
from a4a.store import dumps
from benchmarks.core import synthetic

GAME = "global1940_fast_computer"
BAR = 1000
CHARTS = (
    "income", "production", "purchases", "tuv", "arms", "unit_counts", "cities", "swings",
    "decisive_battles", "luck", "front_length", "front_balance", "front_ribbon", "ground", "fronts",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    if options.memory:
        measure_memory()
        return
    repeat = options.repeat
    game = a4a.game(GAME)
    for title, record in (
        (f"{GAME}", game),
        ("synthetic", synthetic(steps=7000, units=1500, spaces=310)),
    ):
        events = sum(len(step.events) for step in record.steps.values())
        print(f"\n{title}: {len(record):,} steps, {events:,} events")
        measure_frames(record, repeat)
    print(f"\ncharts of {GAME}, and drawing them as SVG")
    measure_charts(frames(game), repeat)


def measure_memory() -> None:
    """Print what frames of one game and of forty take; the bar: 1.3 times the tables and 200 MB."""
    print("games   records MB   tables MB   peak MB: over the records, of the whole process; bar")
    for number in (1, 40):
        with get_context("spawn").Pool(1) as pool:
            records, tables, most = pool.apply(memory, (number,))
        bar = 1.3 * tables + 200
        line = f"{records:12.0f}{tables:12.0f}{most - records:12.0f}{most:12.0f}{bar:12.0f}"
        print(f"{number:5}{line}")


def memory(number: int) -> tuple[float, float, float]:
    """What the process has with some games open, what their tables hold, what it had at most."""
    data = dumps(a4a.game(GAME))
    games = {f"game {i}": read_record(data, name="game.a4a") for i in range(number)}
    before = status("VmRSS")
    f = every(frames(games))
    most = status("VmHWM")
    newest = pl.CompatLevel.newest()  # estimated_size() leaves out the 16 bytes of each string
    tables = sum(f[name].to_arrow(compat_level=newest).nbytes for name in schemas)
    return before, tables / 1e6, most


def status(what: str) -> float:
    """A figure of this process in MB, as Linux tells it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(x.split()[1]) for x in lines if x.startswith(what)) * 1024 / 1e6


def measure_frames(record: GameRecord, repeat: int) -> None:
    """Print what the frames of a record cost."""
    line("walk", best(lambda: walked(record), repeat))
    for name in schemas:
        f = walked(record)
        cost = min(timed(lambda name=name, f=f: f.frame(name)) for f in
                   [f, *(walked(record) for _ in range(repeat - 1))])  # fmt: skip
        if cost >= 1:
            line(f"  {name}, {len(f.frame(name)):,} rows", cost)
    whole = best(lambda: every(frames(record)), repeat)
    line(f"all frames, each turn (bar: {BAR})", whole)
    line("all frames, each phase", best(lambda: every(frames(record, at="phase")), repeat))
    line("all frames, each node", best(lambda: every(frames(record, at="node")), 1))
    f = every(frames(record))
    with tempfile.TemporaryDirectory() as folder:
        line("write Parquet", best(lambda: f.write(Path(folder) / "out"), repeat))
        line("read Parquet", best(lambda: every(read_frames(Path(folder) / "out")), repeat))


def measure_charts(f: Frames, repeat: int) -> None:
    """Print what charts cost."""
    every(f)
    for name in CHARTS:
        chart = getattr(charts, name)
        cost = best(lambda chart=chart: chart(f), repeat)
        spec = chart(f).to_dict()
        drawn = best(lambda spec=spec: vl_convert.vegalite_to_svg(spec), repeat)
        print(f"{name:48}{cost:8.0f} ms{drawn:8.0f} ms")
    line("running", best(lambda: charts.running(f), repeat))


def walked(record: GameRecord) -> Frames:
    """Frames whose walk is done."""
    f = frames(record)
    f.frame("nodes")
    return f


def every(f: Frames) -> Frames:
    """Make every frame."""
    for name in schemas:
        f.frame(name)
    return f


def line(what: str, milliseconds: float) -> None:
    print(f"{what:48}{milliseconds:8.0f} ms")


def timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return (perf_counter() - began) * 1000


def best(work: Callable[[], object], repeat: int) -> float:
    """The least milliseconds of several runs."""
    return min(timed(work) for _ in range(max(1, repeat)))


if __name__ == "__main__":
    main()
