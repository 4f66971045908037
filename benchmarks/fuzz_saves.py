"""What becomes of real saves when they are damaged: read or refused, and never anything else.

Run it as long as you like::

    python benchmarks/fuzz_saves.py [FOLDER] [--seconds 60] [--seed 1]

FOLDER holds ``*.tsvg`` files; the shared saves beside the project if not given. Each is damaged
inside its packed stream, a few bytes at a time, and opened to a record. The table counts how it
ended; whatever ends otherwise is printed with its seed, and the exit status says so. The slowest
opening and the peak memory of the process are printed last.
"""

from __future__ import annotations

import argparse
import gzip
import random
import resource
import sys
import traceback
from collections import Counter
from pathlib import Path
from time import perf_counter

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

from a4a.core.errors import RecordError  # noqa: E402
from a4a.importers.triplea import translate  # noqa: E402
from a4a.importers.triplea.container import read_bytes, unpack  # noqa: E402
from a4a.importers.triplea.reader import parse_save  # noqa: E402

SAVES = PROJECT.parent / "shared" / "saves"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=SAVES)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    streams = {file.stem: unpack(read_bytes(file)) for file in arguments.folder.glob("*.tsvg")}
    if not streams:
        sys.exit(f"no saves in {arguments.folder}")
    ends: Counter[str] = Counter()
    slowest, seed = 0.0, arguments.seed
    began = perf_counter()
    while perf_counter() - began < arguments.seconds:
        draw = random.Random(seed)
        name = draw.choice(sorted(streams))
        raw = gzip.compress(damaged(streams[name], draw), 1)
        start = perf_counter()
        try:
            record = translate(parse_save(raw))
            record.state_at(record.last)
            ends["read"] += 1
        except RecordError:
            ends["refused"] += 1
        except Exception:
            ends["FAILED"] += 1
            print(f"seed {seed}, {name}:")
            traceback.print_exc(limit=-4)
        slowest = max(slowest, perf_counter() - start)
        seed += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(", ".join(f"{count:,} {end}" for end, count in ends.items()))
    print(f"slowest {slowest:.2f} s, peak memory {peak} MB")
    sys.exit(1 if ends["FAILED"] else 0)


def damaged(stream: bytes, draw: random.Random) -> bytes:
    """A stream with a few bytes changed, cut out or doubled, or references pointed elsewhere."""
    raw = bytearray(stream)
    for _ in range(draw.choice((1, 1, 1, 2, 4, 12))):
        at = draw.randrange(4, len(raw))
        what = draw.random()
        if what < 0.3:
            raw[at] = draw.randrange(256)
        elif what < 0.5:
            raw[at] ^= 1 << draw.randrange(8)
        elif what < 0.9:
            found = raw.find(b"\x71\x00\x7e", at)
            if found >= 0:
                near = int.from_bytes(raw[found + 3 : found + 5], "big") + draw.randrange(-40, 41)
                raw[found + 3 : found + 5] = (near & 0xFFFF).to_bytes(2, "big")
        elif what < 0.95:
            del raw[at : at + draw.randrange(1, 20)]
        else:
            raw[at:at] = raw[at : at + draw.randrange(1, 20)]
    return bytes(raw)


if __name__ == "__main__":
    main()
