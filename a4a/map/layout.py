"""A schematic layout for boards nobody has drawn: places from the graph, cells around them.

Places come from stress majorization (Gansner, Koren and North 2004): the distance of two spaces in
the plane follows the number of borders between them. Each space then gets the part of the plane
nearest to it, rounded off at the rim. Numpy only, deterministic, bounded work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Edges: TypeAlias = Sequence[tuple[int, int]]

_PIVOTS = 48
_RAYS = 36
_NEAREST = 24  # sites that can bound a cell; a cell has six neighbours on average
_GAP = 0.97  # a little room between cells
_STEEPEST = np.radians(75)  # angle between a ray and the way to the neighbour it looks at
_RIM = 0.8  # how far a cell at the rim reaches, in typical distances
_WORK = 8e6  # pairs of spaces over all rounds of majorization: about half a second
_MOST = 2500  # spaces to lay out by their distances
_ROUND = 0.55  # third axis against second, from which a graph is taken to go round the globe


def schematic_places(count: int, edges: Edges, hints: Mapping[int, tuple[float, float]]) -> Floats:
    """Places for the spaces of a graph, one unit a border.

    Parameters
    ----------
    count
        How many spaces there are.
    edges
        Pairs of neighbours.
    hints
        Where some of them lie on a Mercator map, in degrees of longitude: the layout is turned to
        lie the same way. Empty if nothing is known.

    Returns
    -------
    array
        Shape ``(count, 2)``. Parts that are not connected lie side by side.
    """
    places = np.zeros((count, 2))
    left = 0.0
    for part in components(count, edges):
        inside = {space: i for i, space in enumerate(part)}
        own = np.array(
            [(inside[a], inside[b]) for a, b in edges if a in inside and b in inside and a != b],
            dtype=np.int64,
        ).reshape(-1, 2)
        known = {inside[space]: place for space, place in hints.items() if space in inside}
        laid = _lay_out(len(part), own, known)
        laid[:, 0] += left - laid[:, 0].min()
        laid[:, 1] -= (laid[:, 1].min() + laid[:, 1].max()) / 2
        left = float(laid[:, 0].max()) + 1.5
        places[part] = laid
    return places


def components(count: int, edges: Edges) -> list[list[int]]:
    """The connected parts of a graph, the largest first, each in order.

    Examples
    --------
    >>> components(4, [(0, 2), (2, 3)])
    [[0, 2, 3], [1]]
    """
    parent = list(range(count))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for a, b in edges:
        parent[max(root(a), root(b))] = min(root(a), root(b))
    parts: dict[int, list[int]] = {}
    for node in range(count):
        parts.setdefault(root(node), []).append(node)
    return sorted(parts.values(), key=lambda part: (-len(part), part[0]))


def graph_distances(count: int, edges: Ints) -> Floats:
    """Numbers of borders between all pairs of a connected graph, breadth first from all at once.

    Examples
    --------
    >>> graph_distances(3, np.array([(0, 1), (1, 2)]))[0].tolist()
    [0.0, 1.0, 2.0]
    """
    both = np.concatenate([edges, edges[:, ::-1]])
    both = both[np.argsort(both[:, 0], kind="stable")]
    starts = np.searchsorted(both[:, 0], np.arange(count))
    reached = np.eye(count, dtype=bool)
    front = reached
    distances = np.where(reached, 0.0, np.inf)
    for steps in range(1, count):
        front = np.logical_or.reduceat(front[both[:, 1]], starts, axis=0) & ~reached
        if not front.any():
            break
        distances[front] = steps
        reached |= front
    return distances


def _lay_out(count: int, edges: Ints, hints: Mapping[int, tuple[float, float]]) -> Floats:
    if count > _MOST:
        return _rows(count)
    if count == 1:
        return np.zeros((1, 2))
    distances = graph_distances(count, edges)
    solid, sizes = _solid(distances)
    if sizes[2] > _ROUND * sizes[1]:
        # The graph goes round the globe: cut it open where the fewest borders are cut.
        first, kept = _unroll(solid, edges, hints)
        if len(components(count, [(int(a), int(b)) for a, b in kept])) == 1:
            distances, edges = graph_distances(count, kept), kept
    else:
        first = _turn(solid[:, :2], np.array([(i, x, y) for i, (x, y) in hints.items()]))
    lengths = np.linalg.norm(first[edges[:, 0]] - first[edges[:, 1]], axis=1)
    # No two places may begin at the same spot; a spiral of tiny shifts is deterministic.
    angles = np.arange(count) * 2.399963
    spiral = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return _majorize(first / max(float(lengths.mean()), 1e-9) + 0.01 * spiral, distances)


def _rows(count: int) -> Floats:
    """Rows of places, for graphs whose distances would not fit in memory."""
    width = int(np.ceil(np.sqrt(2 * count)))
    index = np.arange(count)
    return np.stack([index % width, -(index // width)], axis=1).astype(float)


def _solid(distances: Floats) -> tuple[Floats, Floats]:
    """Places in three dimensions by classical scaling on a few pivots; how large each axis is."""
    pivots = [0]
    while len(pivots) < min(_PIVOTS, len(distances)):
        pivots.append(int(distances[:, pivots].min(axis=1).argmax()))
    squares = distances[:, pivots] ** 2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1, keepdims=True) + squares.mean()
    sizes, axes = np.linalg.eigh(centred.T @ centred)
    room = max(0, 3 - len(sizes))
    sizes = np.pad(np.sqrt(np.maximum(sizes[::-1][:3], 0)), (0, room))
    solid = np.pad(-centred @ axes[:, ::-1][:, :3], ((0, 0), (0, room)))
    # The projection has the axes' sizes squared over; put them right.
    return solid / np.sqrt(np.maximum(sizes, 1e-9)), sizes


def _turn(flat: Floats, known: Floats) -> Floats:
    """Turn and mirror places to lie like the known ones; without those, widest left to right."""
    if len(known) >= 3:
        at = known[:, 0].astype(np.int64)
        here = flat[at] - flat[at].mean(axis=0)
        there = known[:, 1:] - known[:, 1:].mean(axis=0)
        left, _, right = np.linalg.svd(here.T @ there)
        return np.asarray((flat - flat[at].mean(axis=0)) @ (left @ right))
    # The directions of the axes are arbitrary; put the first space up and to the left.
    signs = np.where(flat[0] * np.array([-1.0, 1.0]) < 0, -1.0, 1.0)
    return np.asarray(flat * signs)


def _unroll(
    solid: Floats, edges: Ints, hints: Mapping[int, tuple[float, float]]
) -> tuple[Floats, Ints]:
    """A ball of places as a map of the world, and the borders that its edge does not cut."""
    ball = solid / np.maximum(np.linalg.norm(solid, axis=1, keepdims=True), 1e-9)
    if len(hints) >= 3:
        at = np.array(list(hints))
        lon, lat = np.radians(np.array(list(hints.values()))).T
        lat = np.arctan(np.sinh(lat))
        globe = np.stack(
            [np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=1
        )
        left, _, right = np.linalg.svd(ball[at].T @ globe)
        ball = ball @ (left @ right)
    else:
        ball = ball @ _frame(_emptiest_axis(ball))
    lon = np.arctan2(ball[:, 1], ball[:, 0])
    lat = np.arcsin(np.clip(ball[:, 2], -0.98, 0.98))
    cuts = np.arange(-np.pi, np.pi, np.pi / 60)
    east = (lon[None] - cuts[:, None]) % (2 * np.pi)
    crossed = np.abs(east[:, edges[:, 0]] - east[:, edges[:, 1]]) > np.pi
    best = int(crossed.sum(axis=1).argmin())
    return np.stack([east[best], np.arcsinh(np.tan(lat))], axis=1), edges[~crossed[best]]


def _emptiest_axis(ball: Floats) -> Floats:
    """The axis whose two poles are furthest from any place: the poles of a map need room."""
    steps = np.arange(400) + 0.5
    polar, around = np.arccos(1 - 2 * steps / 400), np.pi * (1 + 5**0.5) * steps
    axes = np.stack(
        [np.cos(around) * np.sin(polar), np.sin(around) * np.sin(polar), np.cos(polar)], axis=1
    )
    return np.asarray(axes[np.abs(axes @ ball.T).max(axis=1).argmin()])


def _frame(axis: Floats) -> Floats:
    """Three unit vectors at right angles, as columns, the last along the axis."""
    start = np.eye(3)[int(np.abs(axis).argmin())]
    first = np.cross(axis, start)
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(axis, first), axis], axis=1)


def _majorize(places: Floats, distances: Floats) -> Floats:
    """Lower the stress, sum of (|p_i - p_j| - d_ij)^2 / d_ij^2, round by round."""
    count = len(places)
    with np.errstate(divide="ignore"):
        weights = 1.0 / distances**2
    np.fill_diagonal(weights, 0.0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.inv(laplacian + 1.0 / count)  # the mean stays where it is
    pull = weights * distances
    for _ in range(int(np.clip(_WORK / count**2, 4, 120))):
        products = places @ places.T
        squares = np.diag(products)
        lengths = np.sqrt(np.maximum(squares[:, None] + squares[None] - 2 * products, 1e-12))
        ratio = pull / lengths
        moved = inverse @ (ratio.sum(axis=1, keepdims=True) * places - ratio @ places)
        shift = np.abs(moved - places).max()
        places = moved
        if shift < 0.005:
            break
    return places


def cells(places: Floats) -> tuple[Floats, dict[tuple[int, int], Floats]]:
    """The part of the plane nearest to each place, as polygons that never overlap.

    Parameters
    ----------
    places
        Shape ``(n, 2)``, no two alike.

    Returns
    -------
    polygons
        Shape ``(n, rays + 1, 2)``; the last point is the first one again.
    edges
        For each pair of places (the smaller first) whose cells meet, the ends of the line between
        the cells; shape ``(2, 2)``.
    """
    count = len(places)
    if count == 1:
        return _outline(places, np.full((1, _RAYS), 0.5)), {}
    near = np.stack([_nearest(places, site) for site in range(count)])
    offsets = places[near] - places[:, None]
    lengths = np.linalg.norm(offsets, axis=2)
    # Along a ray u the bisector with a neighbour at offset d is |d|^2 / (2 u.d) away.
    along = offsets @ _rays().T
    bounds = lengths[:, :, None] ** 2 / np.maximum(2 * along, 1e-9)
    rim = _RIM * float(np.median(lengths[:, : min(4, near.shape[1])]))
    nearest = bounds.argmin(axis=1)
    reach = np.take_along_axis(bounds, nearest[:, None], axis=1)[:, 0]
    sites, rays = np.nonzero(reach < rim)
    edges = _edges_between(places, sites, near[sites, nearest[sites, rays]], _rays()[rays])
    return _outline(places, np.minimum(reach, rim) * _GAP), edges


def _edges_between(
    places: Floats, sites: Ints, others: Ints, rays: Floats
) -> dict[tuple[int, int], Floats]:
    """The part of the bisector of each pair of sites that their rays hit, and half a ray beyond."""
    offsets = places[others] - places[sites]
    halves = np.linalg.norm(offsets, axis=1) / 2
    ahead = offsets / (2 * halves)[:, None]
    side = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    angles = np.arctan2((rays * side).sum(axis=1), (rays * ahead).sum(axis=1))
    reach = angles + np.array([[-1.0], [1.0]]) * (np.pi / _RAYS)
    along = halves * np.tan(np.clip(reach, -_STEEPEST, _STEEPEST))
    # Seen from the other site the same line runs the other way.
    along = np.sort(np.where(sites < others, along, -along), axis=0)
    pairs, which = np.unique(
        np.sort(np.stack([sites, others], axis=1), axis=1), axis=0, return_inverse=True
    )
    low, high = np.full(len(pairs), np.inf), np.full(len(pairs), -np.inf)
    np.minimum.at(low, which.reshape(-1), along[0])
    np.maximum.at(high, which.reshape(-1), along[1])
    a, b = places[pairs[:, 0]], places[pairs[:, 1]]
    unit = (b - a) / np.linalg.norm(b - a, axis=1)[:, None]
    tangent = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    ends = (a + b)[:, None] / 2 + np.stack([low, high], axis=1)[..., None] * tangent[:, None]
    return {(int(i), int(j)): ends[n] for n, (i, j) in enumerate(pairs)}


def _nearest(places: Floats, site: int) -> Ints:
    """The places nearest to one of them, nearest first."""
    squares = ((places - places[site]) ** 2).sum(axis=1)
    squares[site] = np.inf
    most = min(_NEAREST, len(places) - 1)
    near = np.argpartition(squares, most - 1)[:most]
    return near[np.argsort(squares[near], kind="stable")]


def even_out(places: Floats, *, rounds: int = 4) -> Floats:
    """Move places towards the middle of their cells, so that no cell is tiny."""
    for _ in range(rounds):
        polygons, _ = cells(places)
        places = places + 0.6 * (polygons[:, :-1].mean(axis=1) - places)
    return places


def _rays() -> Floats:
    angles = np.arange(_RAYS) * (2 * np.pi / _RAYS)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _outline(places: Floats, reach: Floats) -> Floats:
    points = places[:, None] + reach[:, :, None] * _rays()[None]
    return np.concatenate([points, points[:, :1]], axis=1)
