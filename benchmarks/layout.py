"""How long a schematic layout takes, for boards that nobody has drawn.

Run it on an idle machine::

    python benchmarks/layout.py [SAVE ...]

It prints, for the graphs of boards that come with a4a, of the saves, and for grids of 300 to 2,000,
the seconds for places and cells, and how many of the borders touch on the map.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

import a4a
from a4a import boards
from a4a.core.board import Board
from a4a.map.dual_cells import dual_cells
from a4a.map.layout import cells, even_out, schematic_places
from a4a.map.schematic import edges_of
from a4a.map.untangling import can_be_untangled, untangled

Graph = tuple[int, list[tuple[int, int]]]


def graph(board: Board) -> Graph:
    """The graph of a board."""
    return len(board.spaces), edges_of(board)


def grid(count: int) -> Graph:
    """A grid with one diagonal in every cell: as many borders a space as a board has."""
    width = int(count**0.5)
    edges: list[tuple[int, int]] = []
    for i in range(width * width):
        inner = i % width < width - 1
        edges += [(i, j) for j in (i + 1, i + width + 1) if inner and j < width * width]
        if i + width < width * width:
            edges.append((i, i + width))
    return width * width, edges


def main() -> None:
    graphs = {name: graph(boards.load(name).board) for name in ("global1940", "europe1940")}
    for file in sys.argv[1:]:
        graphs[Path(file).stem] = graph(a4a.open(file).board)
    graphs |= {f"grid of {n}": grid(n) for n in (300, 500, 1000, 2000)}
    for name, (count, edges) in graphs.items():
        began = perf_counter()
        places = schematic_places(count, edges, {})
        if can_be_untangled(count, edges):
            pairs = np.array(edges)
            touching = dual_cells(untangled(places, pairs), pairs).lines
        else:
            touching = cells(even_out(places))[1]
        took = perf_counter() - began
        share = sum((min(e), max(e)) in touching for e in edges) / len(edges)
        print(f"{name:34} {count:5} spaces {took:6.2f} s  {share:5.0%} of borders touch")


if __name__ == "__main__":
    main()
