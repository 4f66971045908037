"""How long a game takes to be told: its turns as posts, its notation, and reading that back.

Run it on an idle machine::

    python benchmarks/texts.py [GAME ...]

GAMES are saves or ``.a4a`` files; those that come with a4a if none is given.
"""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path
from time import perf_counter

import a4a


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", type=Path)
    given = [(path.name, a4a.open(path)) for path in parser.parse_args().games]
    print("| game | steps | posts | notation | written | read back | gzip |")
    print("|---|---|---|---|---|---|---|")
    for name, record in given or [(name, a4a.game(name)) for name in a4a.games()]:
        began = perf_counter()
        a4a.text(record)
        posted = perf_counter()
        text = a4a.notation(record)
        written = perf_counter()
        assert a4a.read_notation(text) == record
        ended = perf_counter()
        print(
            f"| {name} | {len(record):,} | {posted - began:.1f} s | {len(text) / 1e3:.0f} kB "
            f"| {written - posted:.1f} s | {ended - written:.1f} s "
            f"| {len(gzip.compress(text.encode())) / 1e3:.0f} kB |"
        )


if __name__ == "__main__":
    main()
