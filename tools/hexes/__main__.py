"""Fit the grid, report on it, or build the board.

``python -m tools.hexes fit`` fits the grid to the named hexes and writes `data/fit.toml`;
``python -m tools.hexes report`` says how well it fits and which printed numbers contradict;
``python -m tools.hexes build`` writes the board's tables and map into `datasets/war_in_europe`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

DATASET = Path(__file__).parents[2] / "datasets" / "war_in_europe"


def main() -> int:
    """Do what is asked."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.hexes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=("fit", "report", "build"))
    parser.add_argument("--dataset", type=Path, default=DATASET)
    options = parser.parse_args()
    if options.command == "build":
        from tools.hexes.backdrop import write_backdrop
        from tools.hexes.board import make
        from tools.hexes.drawing import write_drawing
        from tools.hexes.sheet import Sheet
        from tools.hexes.tables import write_tables

        board = make(Sheet.read(), print)
        write_tables(board, options.dataset)
        write_drawing(board, options.dataset)
        path = options.dataset / "backdrop.geojson"
        write_backdrop(path, board.land, board.shores.hexes, board.grid.plane)
        return 0
    from tools.hexes.fit import fit_grid, read_anchors, report, write_fit

    if options.command == "fit":
        write_fit(fit_grid(read_anchors()))
    print(report(read_anchors()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
