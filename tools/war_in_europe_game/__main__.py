"""Play the game of The War in Europe that comes with a4a, and write its record.

    python -m tools.war_in_europe_game OUT

writes it to the folder OUT. `tests/tools/test_war_in_europe_game.py` holds the record in
`datasets/games/` to these orders.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.playing import write
from tools.war_in_europe_game.game import NAME, play


def main(arguments: list[str]) -> int:
    """Play the game and write it; return the exit code."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    write({NAME: play}, Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
