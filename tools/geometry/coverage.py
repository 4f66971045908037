"""One partition of the frame: each face belongs to one space, neighbours share edges exactly."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import shapely
from shapely.affinity import translate
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from tools.geometry.plane import FRAME, GRID, WEST, polygons, unproject
from tools.geometry.tables import LAKE, VOID

TURN = 36_000
"""A turn of the globe in the hundredths of a degree that boards are written in."""


class Coverage:
    """Faces with labels, and who lies beside whom.

    Parameters
    ----------
    spaces
        Polygons of the frame by name. Where they overlap, the first named has the ground.
    """

    def __init__(self, spaces: dict[str, BaseGeometry]) -> None:
        edges = [shape.boundary for shape in spaces.values()] + [FRAME.boundary]
        self.faces = faces(edges, GRID)
        self.labels = _labels(self.faces, spaces)
        self._beside = _beside(self.faces)
        self._adopt_orphans()

    def _adopt_orphans(self) -> None:
        """Hairline gaps and small lakes go to the neighbour with the longest border."""
        while orphans := [i for i, label in enumerate(self.labels) if label is None]:
            for index in orphans:
                self.labels[index] = self._longest_neighbour([index])
            if all(self.labels[i] is None for i in orphans):
                raise RuntimeError(f"{len(orphans)} faces touch nothing")

    def _longest_neighbour(self, piece: list[int], among: set[str] | None = None) -> str | None:
        """The label, of those allowed, that shares the longest border with a piece."""
        shared: dict[str, float] = defaultdict(float)
        inside = set(piece)
        for index in piece:
            for other, length in self._beside[index].items():
                label = self.labels[other]
                if other in inside or label is None:
                    continue
                if among is None or label in among:
                    shared[label] += length
        return max(shared, key=lambda name: shared[name]) if shared else None

    def pieces(self, name: str) -> list[list[int]]:
        """A space's faces in connected pieces, largest first; connected means by an edge."""
        left = {i for i, label in enumerate(self.labels) if label == name}
        found = []
        while left:
            stack, piece = [left.pop()], []
            while stack:
                index = stack.pop()
                piece.append(index)
                near = left & self._beside[index].keys()
                left -= near
                stack.extend(near)
            found.append(piece)
        return sorted(found, key=lambda p: -sum(self.faces[i].area for i in p))

    def join_pieces(self, names: list[str]) -> list[str]:
        """Give each stray piece of the named sea zones to the water, else land, it borders most.

        Returns what was given, in words.
        """
        given = []
        water = {VOID, *names}
        for name in (*names, VOID):
            for piece in self.pieces(name)[1:]:
                area = sum(self.faces[i].area for i in piece)
                if name == VOID and area > LAKE:
                    continue
                taker = self._longest_neighbour(piece, among=water - {name})
                taker = taker or self._longest_neighbour(piece)
                if taker is None:
                    continue
                for index in piece:
                    self.labels[index] = taker
                given.append(f"{name} -> {taker}: {area:.2f} square degrees")
        return given

    def join_exclaves(self, names: list[str]) -> list[str]:
        """Give each piece of the named territories with other territory all round to a neighbour.

        A territory's largest piece stays; islands, and pieces with a coast, stay.
        """
        given, ground = [], set(names)
        for name in names:
            for piece in self.pieces(name)[1:]:
                around = {self.labels[j] for i in piece for j in self._beside[i]} - {name}
                if around <= ground and (taker := self._longest_neighbour(piece, among=ground)):
                    for index in piece:
                        self.labels[index] = taker
                    given.append(f"{name} -> {taker}: an exclave")
        return given

    def contacts(self) -> dict[tuple[str, str], float]:
        """How long every two spaces that touch do so, in degrees of longitude and latitude."""
        found: dict[tuple[str, str], float] = defaultdict(float)
        for index, near in enumerate(self._beside):
            for other, length in near.items():
                a, b = self.labels[index], self.labels[other]
                if a is not None and b is not None and a < b:
                    found[a, b] += length
        return dict(found)

    def dissolve(self) -> dict[str, BaseGeometry]:
        """Each space whole, joined across the seam; its centroid lies in [-180, 180)."""
        parts: dict[str, list[Polygon]] = defaultdict(list)
        for face, label in zip(self.faces, self.labels, strict=True):
            if label is not None:
                parts[label].append(face)
        return {name: whole(shapely.union_all(part)) for name, part in parts.items()}


def faces(lines: list[BaseGeometry], grid: float) -> list[Polygon]:
    """What lines divide the plane into."""
    noded = shapely.union_all(lines, grid_size=grid)
    return list(shapely.get_parts(shapely.polygonize(shapely.get_parts(noded))))


def _labels(faces_: list[Polygon], spaces: dict[str, BaseGeometry]) -> list[str | None]:
    names = list(spaces)
    tree = shapely.STRtree([face.representative_point() for face in faces_])
    labels: list[str | None] = [None] * len(faces_)
    for number in reversed(range(len(names))):
        for index in tree.query(spaces[names[number]], predicate="contains"):
            labels[int(index)] = names[number]
    return labels


def _beside(faces_: list[Polygon]) -> list[dict[int, float]]:
    """For each face, the faces that share an edge with it, and for how many degrees of lon/lat.

    Edges on the two sides of the seam are the same edge.
    """
    owner: dict[tuple[tuple[int, int], tuple[int, int]], tuple[int, float]] = {}
    beside: list[dict[int, float]] = [defaultdict(float) for _ in faces_]
    for index, face in enumerate(faces_):
        for ring in (face.exterior, *face.interiors):
            keys = np.rint(shapely.get_coordinates(ring) / GRID).astype(np.int64)
            keys[:, 0] %= round(360 / GRID)
            lengths = np.hypot(*np.diff(shapely.get_coordinates(unproject(ring)), axis=0).T)
            points = [tuple(key) for key in keys.tolist()]
            for a, b, length in zip(points, points[1:], lengths.tolist(), strict=False):
                edge = (a, b) if a < b else (b, a)
                if (first := owner.pop(edge, None)) is None:
                    owner[edge] = (index, length)
                elif first[0] != index:
                    beside[index][first[0]] += length
                    beside[first[0]][index] += length
    return beside


def whole(shape: BaseGeometry) -> BaseGeometry:
    """A space of the frame, rejoined where the seam cut it, centred in [-180, 180)."""
    west, _, east, _ = shape.bounds
    if west == WEST and east == WEST + 360:
        parts = [translate(p, -360.0) if p.centroid.x > WEST + 180 else p for p in polygons(shape)]
        shape = shapely.union_all(parts, grid_size=GRID)
    return centred(shape)


def centred(shape: BaseGeometry, turn: float = 360.0) -> BaseGeometry:
    """The shape moved by whole turns until its centroid lies in [-180, 180) degrees."""
    shift = -np.floor((shape.centroid.x + turn / 2) / turn) * turn
    return translate(shape, shift) if shift else shape


def simplify(spaces: dict[str, BaseGeometry], tolerance: float) -> dict[str, BaseGeometry]:
    """Fewer vertices, every shared line still shared.

    Three turns of the globe are simplified at once, so that both sides of every line, wherever the
    spaces were placed, are treated alike.
    """
    names = list(spaces)
    turns = [translate(spaces[n], shift) for n in names for shift in (-360.0, 0.0, 360.0)]
    simple = shapely.coverage_simplify(turns, tolerance)
    return dict(zip(names, simple[1::3], strict=True))


def settle(spaces: dict[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """Lon/lat polygons on whole hundredths of a degree, still a partition.

    Rounding every vertex alone may make lines cross; so the rounded lines are noded, cut into
    faces, and the faces shared out again.
    """
    names = list(spaces)
    hundredths = {
        n: shapely.transform(unproject(spaces[n]), lambda c: np.rint(c * 100)) for n in names
    }
    turns = {
        (n, k): translate(shapely.make_valid(hundredths[n]), k * TURN)
        for n in names
        for k in (-1, 0, 1)
    }
    cells = faces([t.boundary for t in turns.values()], 1.0)
    keys = {f"{k}|{n}": shape for (n, k), shape in turns.items()}
    parts: dict[str, list[Polygon]] = defaultdict(list)
    for cell, label in zip(cells, _labels(cells, keys), strict=True):
        if label is not None and label.startswith("0|"):
            parts[label[2:]].append(cell)
    return {
        n: centred(shapely.union_all(parts[n], grid_size=1.0), TURN) for n in names if n in parts
    }
