"""The line every two neighbours share."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from tools.geometry.coverage import TURN

Edge = tuple[tuple[int, int], tuple[int, int]]


def edges(shape: BaseGeometry) -> list[Edge]:
    """The edges of a shape in whole hundredths of a degree, each in one order, round the globe."""
    found: list[Edge] = []
    for line in shapely.get_parts(shapely.get_parts(shape.boundary)):
        places = [(int(x), int(y)) for x, y in np.rint(shapely.get_coordinates(line))]
        for a, b in pairwise(places):
            # An edge that crosses the antimeridian is named from its western end.
            west, east = sorted((a, b))
            turns = west[0] // TURN
            found.append(((west[0] - turns * TURN, west[1]), (east[0] - turns * TURN, east[1])))
    return found


def shared(spaces: dict[str, BaseGeometry]) -> dict[tuple[str, str], list[np.ndarray]]:
    """Every shared line as polylines of longitudes (which may run past 180) and latitudes.

    Parameters
    ----------
    spaces
        A settled coverage, in hundredths of a degree.
    """
    owners: dict[Edge, list[str]] = defaultdict(list)
    for name, shape in spaces.items():
        for edge in edges(shape):
            owners[edge].append(name)
    common: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge, names in owners.items():
        if len(names) == 2 and names[0] != names[1]:
            a, b = sorted(names)
            common[a, b].append(edge)
    return {names: _polylines(found) for names, found in sorted(common.items())}


def _polylines(found: list[Edge]) -> list[np.ndarray]:
    """Edges joined end to end, round the globe, longest first; a line starts in [-180, 180)."""
    lines: list[list[tuple[int, int]]] = []
    ends: dict[tuple[int, int], list[Edge]] = defaultdict(list)
    for edge in found:
        for x, y in edge:
            ends[x % TURN, y].append(edge)
    left = set(found)

    def walk(start: tuple[int, int]) -> list[tuple[int, int]]:
        line = [start]
        while True:
            x, y = line[-1]
            onward = [e for e in ends[x % TURN, y] if e in left]
            if not onward or (len(line) > 1 and len(ends[x % TURN, y]) != 2):
                return line
            edge = onward[0]
            left.remove(edge)
            near, far = edge if (edge[0][0] % TURN, edge[0][1]) == (x % TURN, y) else edge[::-1]
            line.append((x + far[0] - near[0], far[1]))

    for node in sorted(ends, key=lambda n: (len(ends[n]) == 2, n)):
        while any(e in left for e in ends[node]):
            lines.append(walk(node))
    return sorted((_placed(line) for line in lines), key=lambda p: -LineString(p).length)


def _placed(line: list[tuple[int, int]]) -> np.ndarray:
    array = np.array(line, dtype=float)
    array[:, 0] -= np.floor((array[:, 0].mean() + TURN / 2) / TURN) * TURN
    return array / 100
