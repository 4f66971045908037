"""Play the games of The War Game that come with a4a, and write their records.

    python -m tools.wargame1942_games OUT

writes them to the folder OUT. `test_recorded_examples.py` and
`test_recorded_game.py` in `tests/rules/wargame1942/` hold the records in `datasets/games/` to these
orders.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.playing import write
from tools.wargame1942_games.games import GAMES


def main(arguments: list[str]) -> int:
    """Play the games and write them; return the exit code."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    write(GAMES, Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
