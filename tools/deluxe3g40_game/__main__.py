"""Play the game of 3G40 Deluxe that comes with a4a, and write its record.

    python -m tools.deluxe3g40_game OUT

writes it to the folder OUT. `tests/tools/test_deluxe3g40_game.py` holds the record in
`datasets/games/` to these orders.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.deluxe3g40_game.game import NAME, play
from tools.playing import write


def main(arguments: list[str]) -> int:
    """Play the game and write it; return the exit code."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    write({NAME: play}, Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
