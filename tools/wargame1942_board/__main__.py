"""Find the values and owners of The War Game's lands from all sums that are printed.

``python -m tools.wargame1942_board`` writes them into ``datasets/wargame1942/spaces.csv``;
``--known FILE`` takes what a player knows as given (a file with the columns of ``spaces.csv``), and
``--into FOLDER`` writes only what differs, as tables to lie over the dataset.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from a4a.boards.tables import read
from a4a.core.errors import A4AError
from tools.wargame1942_board.lands import wished, with_known
from tools.wargame1942_board.output import changed, write_over, write_whole
from tools.wargame1942_board.search import solve, total_amiss

DATASET = Path(__file__).parents[2] / "datasets" / "wargame1942"


def main(arguments: list[str] | None = None) -> int:
    """Search, say what was found, write it."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.wargame1942_board",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--known", type=Path, metavar="FILE", help="what a player knows")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="where to write what differs")
    options = parser.parse_args(arguments)
    if options.known and not options.into:
        parser.error("--known wants --into: what a player knows lies over the dataset")
    try:
        tables = read(DATASET)
        totals = {
            row["power"]: {column: row.number(column) for column in row if column not in _WORDS}
            for row in tables["totals"]
        }
        lands = wished()
        lands = with_known(lands, options.known) if options.known else lands
        found = solve(lands, totals)
    except A4AError as error:
        print(error, file=sys.stderr)
        return 1
    different = changed(found, tables)
    for one in different:
        print(f"{one.name}: {one.value}, {one.original or 'neutral'}, held by {one.holder}")
    print(f"{len(found)} lands, {len(different)} changed, {total_amiss(lands, found):.2f} amiss")
    if options.into:
        write_over(different, options.into)
    else:
        write_whole(found, DATASET)
    return 0


_WORDS = ("power", "section", "source")

if __name__ == "__main__":
    sys.exit(main())
