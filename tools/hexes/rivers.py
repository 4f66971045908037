"""Rivers along hexsides: each river is laid onto the walk along hexsides that follows it best.

A river's line is cut into short steps; a walk spends each step on one hexside and pays the square
of how far the step lies off it, and a little for every further hexside. The cheapest walk is found
by dynamic programming over steps and directed hexsides (a walk never turns back on itself), so it
is continuous and follows the river's bends where a shortest path would cut them off.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString

from tools.hexes.relief import Projection, rivers
from tools.hexes.shores import Side, line_of

STEP = 0.08
"""Length of a step, in hex spacings."""
TURN = 0.035
"""What a further hexside costs: about a step that lies a fifth of a spacing off."""

Corner = tuple[float, float]
Ends = tuple[Corner, Corner]
"""A side, or one step of a walk, from corner to corner."""


def river_sides(crossable: Iterable[Side], plane: Projection) -> dict[Side, str]:
    """The hexsides that rivers run along, in order from source to mouth, river by river.

    Parameters
    ----------
    crossable
        The sides that land units may cross: only there can a river be.
    plane
        Longitudes and latitudes to the plane of the hexes.

    Returns
    -------
    dict
        Sides, with the river's name. A side has one river: the one that comes first in
        `data/rivers.csv`; another finds its way beside it.
    """
    sides = {_ends(side): side for side in crossable}
    found: dict[Side, str] = {}
    corners: dict[str, set[Corner]] = {}
    for river in rivers(plane):
        if river.along_sides:
            free = [ends for ends, side in sides.items() if side not in found]
            walk = _walk(river.line, free, corners.get(river.into, set()))
            corners.setdefault(river.name, set()).update(corner for ends in walk for corner in ends)
            for ends in walk:
                found[sides[_ordered(*ends)]] = river.name
    return found


def courses(sides: Mapping[Side, str]) -> dict[str, list[Ends]]:
    """The sides of each river, from corner to corner."""
    found: dict[str, list[Ends]] = {}
    for side, name in sides.items():
        found.setdefault(name, []).append(_ends(side))
    return found


def _ends(side: Side) -> Ends:
    (ax, ay), (bx, by) = np.round(np.asarray(line_of(side).coords), 6).tolist()
    return _ordered((ax, ay), (bx, by))


def _ordered(a: Corner, b: Corner) -> Ends:
    return (a, b) if a <= b else (b, a)


def _walk(line: LineString, sides: list[Ends], goals: Collection[Corner]) -> list[Ends]:
    """The walk that follows a line best; it ends at one of the goals, if there are any."""
    far = shapely.distance(shapely.linestrings(np.array(sides)), line)
    near = [ends for ends, distance in zip(sides, far.tolist(), strict=True) if distance < 1.0]
    directed = near + [(b, a) for a, b in near]
    if not directed:
        return []
    steps = line.interpolate(np.arange(STEP / 2, line.length, STEP).tolist())
    off = shapely.distance(np.array(steps)[:, None], np.array([LineString(e) for e in directed]))
    before = _predecessors(directed)
    cost = off[0] ** 2
    came: list[NDArray[np.int64]] = []
    for missed in off[1:] ** 2:
        options = np.column_stack([cost, np.where(before >= 0, cost[before] + TURN, np.inf)])
        choice = options.argmin(axis=1)
        at = np.arange(len(directed))
        came.append(np.where(choice == 0, at, before[at, np.maximum(choice - 1, 0)]))
        cost = options[at, choice] + missed
    ends_well = [i for i, (_, end) in enumerate(directed) if end in goals]
    last = min(ends_well or range(len(directed)), key=lambda i: float(cost[i]))
    walk = [last]
    for back in reversed(came):
        walk.append(int(back[walk[-1]]))
    return list(dict.fromkeys(directed[i] for i in reversed(walk)))


def _predecessors(directed: list[Ends]) -> NDArray[np.int64]:
    """For each directed side, the (at most two) sides from which a walk goes on to it; -1: none."""
    into: dict[Corner, list[int]] = {}
    for index, (_, end) in enumerate(directed):
        into.setdefault(end, []).append(index)
    found = np.full((len(directed), 2), -1)
    for index, (start, end) in enumerate(directed):
        others = [i for i in into.get(start, []) if directed[i][0] != end]
        found[index, : len(others)] = others
    return found
