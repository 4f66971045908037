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
from collections.abc import Callable
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
from a4a.importers.triplea.reader import parse_save  # noqa: E402

SAVES = PROJECT.parent / "shared" / "saves"
BAR_RECORD, BAR_FRAMES, BAR_MEMORY = 1.5, 1.0, 300
_ONE = (
    "import resource, sys, a4a; a4a.open(sys.argv[1]); "
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
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
    """Print the line of one save."""
    raw = read_bytes(file)
    stream = best(lambda: read_stream(unpack(raw)), repeat)
    save = best(lambda: parse_save(raw), repeat) - stream
    opened = best(lambda: read(file), repeat)
    told = best(lambda: translate(parse_save(raw)), repeat) - save - stream
    record = read(file)
    frames = best(lambda: all_frames(read(file)), repeat) - opened
    done = subprocess.run(
        [sys.executable, "-c", _ONE, str(file)], capture_output=True, text=True, check=True
    )
    numbers = (stream, save, told, opened, frames)
    cells = "".join(f"{number:9.3f}" for number in numbers)
    size = file.stat().st_size // 1024
    print(f"{file.stem[:43]:44}{size:9,}{len(record):9,}{cells}{done.stdout.strip():>9}")


def all_frames(record: GameRecord) -> None:
    """Make every frame; each is made when it is first asked for."""
    frames = a4a.frames(record, at="turn")
    for name in schemas:
        frames.frame(name)


def best(work: Callable[[], object], repeat: int) -> float:
    """Return the least seconds of several runs."""
    seconds = []
    for _ in range(max(1, repeat)):
        began = perf_counter()
        work()
        seconds.append(perf_counter() - began)
    return min(seconds)


if __name__ == "__main__":
    main()
