"""How fast saves open: to a record, and on to all frames.

Run it on an idle machine::

    python benchmarks/open_saves.py [FOLDER] [--repeat 5]

FOLDER holds ``*.tsvg`` files; the shared saves beside the project if not given. It prints a table:
for each save its size, and the best seconds of several runs for the parts of opening it (the Java
stream, TripleA's own terms, the record and its check) and for the whole; seconds to all frames,
sampled by turn; and the peak memory of one process that opens it and does nothing else.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import perf_counter

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

import a4a  # noqa: E402
from a4a.core.record import GameRecord  # noqa: E402
from a4a.frames.contract import schemas  # noqa: E402
from a4a.importers.triplea import read, translate  # noqa: E402
from a4a.importers.triplea.container import read_bytes, unpack  # noqa: E402
from a4a.importers.triplea.javastream import read_stream  # noqa: E402
from a4a.importers.triplea.reader import save_of  # noqa: E402

SAVES = PROJECT.parent / "shared" / "saves"
BAR_RECORD, BAR_FRAMES, BAR_MEMORY = 1.5, 1.0, 300
# The peak of the process itself: what getrusage says can be that of the one it was forked from.
_ONE = (
    "import sys, a4a; a4a.open(sys.argv[1]); "
    "print(next(int(line.split()[1]) // 1024 for line in open('/proc/self/status') "
    "if line.startswith('VmHWM')))"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=SAVES)
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    files = sorted(arguments.folder.glob("*.tsvg"), key=lambda file: file.stat().st_size)
    if not files:
        sys.exit(f"no saves in {arguments.folder}")
    read(files[0])  # the datasets are read once
    names = ("KB", "steps", "stream", "save", "record", "open", "frames", "MB")
    print(f"{'':44}" + "".join(f"{name:>9}" for name in names))
    for file in files:
        measure(file, arguments.repeat)
    print(f"bars, for the largest: open < {BAR_RECORD} s, frames < {BAR_FRAMES} s more, "
          f"memory < {BAR_MEMORY} MB")  # fmt: skip


def measure(file: Path, repeat: int) -> None:
    """Print the line of one save: the best of several runs for each part of the way."""
    best = [float("inf")] * 5
    steps = 0
    for _ in range(max(1, repeat)):
        times = [perf_counter()]
        contents = read_stream(unpack(read_bytes(file)))
        times.append(perf_counter())
        save = save_of(contents)
        times.append(perf_counter())
        record = translate(save)
        record.state_at(record.last)
        times.append(perf_counter())
        all_frames(record)
        times.append(perf_counter())
        parts = [end - begin for begin, end in pairwise(times)]
        parts.insert(3, times[3] - times[0])
        best = [min(pair) for pair in zip(best, parts, strict=True)]
        steps = len(record)
    done = subprocess.run(
        [sys.executable, "-c", _ONE, str(file)], capture_output=True, text=True, check=True
    )
    cells = "".join(f"{seconds:9.3f}" for seconds in best)
    size = file.stat().st_size // 1024
    print(f"{file.stem[:43]:44}{size:9,}{steps:9,}{cells}{done.stdout.strip():>9}")


def all_frames(record: GameRecord) -> None:
    """Make every frame; each is made when it is first asked for."""
    frames = a4a.frames(record, at="turn")
    for name in schemas:
        frames.frame(name)


if __name__ == "__main__":
    main()
