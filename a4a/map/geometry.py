"""What the map draws for the spaces of a board."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

Ring: TypeAlias = Sequence[tuple[float, float]]
Polygons: TypeAlias = Sequence[Sequence[Ring]]
"""The coordinates of a GeoJSON MultiPolygon: outer rings with their holes, in degrees."""
Line: TypeAlias = tuple[tuple[float, float], ...]
"""Points of a line: longitude and latitude, in degrees."""
Anchor: TypeAlias = tuple[float, float, float, float, float, float]
"""Label latitude and longitude; south, west, north and east of the bounding box."""
Bounds: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
"""South-west and north-east corners, each as latitude and longitude."""

Origin: TypeAlias = Literal["earth", "layout", "player"]
"""Where shapes are from: a map of ours, a layout of the graph, a player's own map."""

HALF_WORLD = 150.0  # half the width of a board that lies nowhere on the earth, in degrees
HALF_HEIGHT = 120.0  # and half its height on the map

_PAD = 6.0  # degrees around the outermost labels
_CLEAR = 2.0  # and around the outermost cities


class BackdropShape(msgspec.Struct, frozen=True):
    """Something of the earth that is drawn under the spaces.

    Parameters
    ----------
    kind
        ``land``, ``lake``, ``river``, or a terrain: ``mountain``, ``forest`` ...
    name
        What it is called, or "".
    lines
        Its rings, holes included; or the lines of a river.
    """

    kind: str
    name: str
    lines: tuple[Ring, ...]


class MapGeometry(msgspec.Struct, frozen=True):
    """What the map draws for the spaces of a board, in board order.

    Parameters
    ----------
    polygons
        For each space its shape.
    anchors
        For each space its label point and bounding box.
    bounds
        The part of the world that shows the whole board.
    links
        Pairs of spaces (indices) that border each other without touching on the map; maps of ours
        have none.
    lines
        The line, in pieces, that two bordering spaces (indices, the smaller first) share; pairs
        that do not touch on the map are absent. Where the map is cut open between the two the
        line is there twice, at both ends of the map.
    backdrop
        What is drawn of the earth under the spaces, as on a printed map of hexes; empty where the
        spaces are drawn as they are.
    cities
        Latitude and longitude of the city or capital of a space (index), where the map knows it.
    origin
        Where the shapes are from.
    told
        What a player's own map is called, or "".
    lacking
        The spaces that such a map lacks, which are fitted in.
    """

    polygons: tuple[Polygons, ...]
    anchors: tuple[Anchor, ...]
    bounds: Bounds
    links: tuple[tuple[int, int], ...] = ()
    lines: Mapping[tuple[int, int], tuple[Line, ...]] = {}
    backdrop: tuple[BackdropShape, ...] = ()
    cities: Mapping[int, tuple[float, float]] = {}
    origin: Origin = "earth"
    told: str = ""
    lacking: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """A sentence about where the shapes are from, for who looks at them; "" for our maps."""
        if self.origin == "player":
            more = f", but for {len(self.lacking)} spaces that it lacks" if self.lacking else ""
            return f"Drawn by the TripleA map {self.told}{more}."
        if self.origin == "layout":
            links = " Dashed lines join neighbours that do not touch." if self.links else ""
            return f"No map of this board is known: it is laid out by its borders.{links}"
        return ""

    def feature_collection(self, prefix: str, kinds: Sequence[str]) -> dict[str, Any]:
        """Return the spaces as GeoJSON, each with a class name of its own.

        What comes later lies above: the large ones come first, and of a player's own map, which
        may draw an island on a sea, the seas.

        Parameters
        ----------
        prefix
            Begins each class name; the index of the space follows. Names never become classes.
        kinds
            The kind of each space.
        """
        over_seas = self.origin == "player"
        features = []
        for index in sorted(
            range(len(self.polygons)),
            key=lambda i: (over_seas and kinds[i] != "sea", -self._size(i)),
        ):
            names = f"a4a-space {prefix}-{index}"
            if kinds[index] == "sea":
                names += " a4a-on-sea"
            features.append(
                {
                    "type": "Feature",
                    "properties": {"style": {"className": names}},
                    "geometry": {"type": "MultiPolygon", "coordinates": self.polygons[index]},
                }
            )
        return {"type": "FeatureCollection", "features": features}

    def _size(self, index: int) -> float:
        _, _, south, west, north, east = self.anchors[index]
        return (north - south) * (east - west)


def bounds_of(anchors: Sequence[Anchor], cities: Iterable[tuple[float, float]] = ()) -> Bounds:
    """What to show at first: all labels and cities with room around them, not the empty ocean.

    Examples
    --------
    >>> bounds_of([(10.0, 20.0, -60.0, 0.0, 15.0, 40.0)])
    ((4.0, 11.0), (15.0, 29.0))
    """
    south = max(min(a[2] for a in anchors), min(a[0] for a in anchors) - _PAD)
    north = min(max(a[4] for a in anchors), max(a[0] for a in anchors) + _PAD)
    west = max(min(a[3] for a in anchors), min(a[1] for a in anchors) - 1.5 * _PAD)
    east = min(max(a[5] for a in anchors), max(a[1] for a in anchors) + 1.5 * _PAD)
    seats = [*cities]
    south, west = (
        min([south, *(s[0] - _CLEAR for s in seats)]),
        min([west, *(s[1] - _CLEAR for s in seats)]),
    )
    north, east = (
        max([north, *(s[0] + _CLEAR for s in seats)]),
        max([east, *(s[1] + _CLEAR for s in seats)]),
    )
    return ((south, west), (north, east))


def room_round(anchors: Sequence[Anchor]) -> float:
    """How much to show round a part of a board, in degrees: at most a typical space's height.

    Examples
    --------
    >>> room_round([(10.0, 20.0, 9.0, 19.0, 11.0, 21.0)])
    2.0
    """
    heights = sorted(anchor[4] - anchor[2] for anchor in anchors)
    return min(_PAD, heights[len(heights) // 2])


def core_of(anchors: Sequence[Anchor], share: float, *, room: float = _PAD) -> Bounds:
    """Where most of some spaces are: on each axis the shortest stretch that holds a share of them.

    Parameters
    ----------
    anchors
        Of the spaces.
    share
        The share of their label points that lies within it, above 0 to 1.
    room
        How much to show round it, in degrees of latitude.

    Examples
    --------
    >>> core_of([(float(i), 2.0 * i * i, 0.0, 0.0, 99.0, 99.0) for i in range(11)], 0.5)
    ((-6.0, -9.0), (11.0, 59.0))
    """
    south, north = _shortest([anchor[0] for anchor in anchors], share)
    west, east = _shortest([anchor[1] for anchor in anchors], share)
    return ((south - room, west - 1.5 * room), (north + room, east + 1.5 * room))


def _shortest(places: Sequence[float], share: float) -> tuple[float, float]:
    """The shortest stretch that holds a share of the places."""
    order = sorted(places)
    count = max(1, math.ceil(share * len(order)))
    starts = range(len(order) - count + 1)
    start = min(starts, key=lambda i: order[i + count - 1] - order[i])
    return order[start], order[start + count - 1]


def together(a: Bounds, b: Bounds) -> Bounds:
    """The smallest bounds that contain both.

    Examples
    --------
    >>> together(((0.0, 0.0), (9.0, 9.0)), ((-5.0, 3.0), (4.0, 12.0)))
    ((-5.0, 0.0), (9.0, 12.0))
    """
    return (
        (min(a[0][0], b[0][0]), min(a[0][1], b[0][1])),
        (max(a[1][0], b[1][0]), max(a[1][1], b[1][1])),
    )


def mercator(latitude: float) -> float:
    """The height of a latitude on the map, in degrees of longitude.

    Examples
    --------
    >>> round(mercator(60.0), 2)
    75.46
    """
    return math.degrees(math.asinh(math.tan(math.radians(latitude))))


def latitude(height: float) -> float:
    """The latitude at a height on the map; the inverse of `mercator`.

    Examples
    --------
    >>> round(latitude(mercator(60.0)), 6)
    60.0
    """
    return math.degrees(math.atan(math.sinh(math.radians(height))))
