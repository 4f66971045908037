"""How long a schematic layout takes, for boards that nobody has drawn.

Run it on an idle machine::

    python benchmarks/layout.py

It prints, for the graphs of the boards that come with a4a and for grids of 300 to 2,000 spaces,
the seconds for places and cells, and how many of the borders touch on the map.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from a4a import boards
from a4a.map.layout import cells, even_out, schematic_places

Graph = tuple[int, list[tuple[int, int]]]


def board(name: str) -> Graph:
    """The graph of a board that comes with a4a."""
    own = boards.load(name).board
    return len(own.spaces), [(own.index[b.a], own.index[b.b]) for b in own.borders]


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
    graphs = {name: board(name) for name in ("global1940", "europe1940")}
    graphs |= {f"grid of {n}": grid(n) for n in (300, 500, 1000, 2000)}
    for name, (count, edges) in graphs.items():
        began = perf_counter()
        _, touching = cells(even_out(schematic_places(count, edges, {})))
        took = perf_counter() - began
        share = sum((min(e), max(e)) in touching for e in edges) / len(edges)
        print(f"{name:16} {count:5} spaces {took:6.2f} s  {share:5.0%} of borders touch")


if __name__ == "__main__":
    main()
