"""Build the boards' geometry, or check what is committed.

``python -m tools.geometry build`` draws the boards anew into ``datasets/``;
``python -m tools.geometry measure`` writes areas and lengths of the map into the boards' tables;
``python -m tools.geometry check`` holds the committed files against the bars.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.geometry.tables import source_of

DATASETS = Path(__file__).parents[2] / "datasets"
MAPS = ("maps/anniversary1941", "maps/revised1942", "maps/second_edition1942")
BOARDS = ("global1940", "europe1940", "deluxe3g40", "wargame1942", *MAPS)


def main() -> int:
    """Build or check boards; say how it went."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.geometry",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=("build", "measure", "check"))
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=f"of {', '.join(BOARDS)}")
    parser.add_argument("--datasets", type=Path, default=DATASETS)
    parser.add_argument(
        "--judge",
        type=Path,
        metavar="FOLDER",
        help="with check: hold against FOLDER/BOARD/connections.csv, not the dataset's borders",
    )
    options = parser.parse_args()
    folders = [options.datasets / board for board in options.boards or BOARDS]
    if options.command == "build":
        from tools.geometry.build import build

        build(folders, print)
        return 0
    if options.command == "measure":
        from tools.geometry.measure import measure

        for source in dict.fromkeys(map(source_of, folders)):
            measure(source)
        return 0
    from tools.geometry.check import check

    passes = True
    for folder in folders:
        judge = options.judge / folder.name / "connections.csv" if options.judge else None
        report = check(folder, judge)
        print(report)
        passes &= report.passes
    return 0 if passes else 1


if __name__ == "__main__":
    sys.exit(main())
