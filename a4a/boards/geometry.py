"""Where a board lies on the earth: its spaces, their common lines, its cities, in lon/lat."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec

from a4a.boards.fault import Fault
from a4a.core.board import Board
from a4a.core.errors import DatasetError

SPACES = "geometry.geojson"
LINES = "border_lines.geojson"
BACKDROP = "backdrop.geojson"
CITIES = "cities.geojson"
_MOST_BYTES = 64_000_000
_TOUCH_KM = 5
"""A shorter common line is an accident of drawing: corners meet with a spike of a mile."""

Place: TypeAlias = tuple[float, float]
"""Longitude and latitude, in degrees; a space across the antimeridian runs past +-180."""


class Polygon(msgspec.Struct, frozen=True, tag_field="type", tag="Polygon"):
    """One piece: its outer ring, then its holes; each ring ends where it begins."""

    coordinates: tuple[tuple[Place, ...], ...]


class MultiPolygon(msgspec.Struct, frozen=True, tag_field="type", tag="MultiPolygon"):
    """Several pieces."""

    coordinates: tuple[tuple[tuple[Place, ...], ...], ...]


class Point(msgspec.Struct, frozen=True, tag_field="type", tag="Point"):
    """A place."""

    coordinates: Place


class LineString(msgspec.Struct, frozen=True, tag_field="type", tag="LineString"):
    """A line."""

    coordinates: tuple[Place, ...]


class MultiLineString(msgspec.Struct, frozen=True, tag_field="type", tag="MultiLineString"):
    """Several lines."""

    coordinates: tuple[tuple[Place, ...], ...]


class SpaceProperties(msgspec.Struct, frozen=True):
    """What belongs to a space's polygon.

    Parameters
    ----------
    name, kind
        The space's name and kind on the board.
    label_lon, label_lat
        A point well inside the space, for its label, in degrees.
    area_km2
        Its area.
    """

    name: str
    kind: str
    label_lon: float
    label_lat: float
    area_km2: float = 0


class LineProperties(msgspec.Struct, frozen=True):
    """The two spaces that a line separates, and its length."""

    space_a: str
    space_b: str
    km: float


class CityProperties(msgspec.Struct, frozen=True):
    """The space whose city or capital it is, and what it is called."""

    space: str
    name: str


class BackdropProperties(msgspec.Struct, frozen=True):
    """What a part of the backdrop is.

    Parameters
    ----------
    kind
        ``land``, ``lake``, ``river``, or a terrain: ``mountain``, ``forest`` ...
    name
        What it is called, or "".
    """

    kind: str
    name: str = ""


class SpaceFeature(msgspec.Struct, frozen=True, tag_field="type", tag="Feature"):
    """A space on the map, as GeoJSON: ``msgspec.to_builtins`` makes it a plain dict.

    Parameters
    ----------
    properties, geometry
        What it is, and where it lies.
    bbox
        West, south, east, north, in degrees.
    """

    properties: SpaceProperties
    geometry: Polygon | MultiPolygon
    bbox: tuple[float, float, float, float]


class LineFeature(msgspec.Struct, frozen=True, tag_field="type", tag="Feature"):
    """The line two neighbours share, as GeoJSON."""

    properties: LineProperties
    geometry: MultiLineString


class BackdropFeature(msgspec.Struct, frozen=True, tag_field="type", tag="Feature"):
    """A part of the earth that is drawn under the spaces, as GeoJSON."""

    properties: BackdropProperties
    geometry: Polygon | MultiPolygon | LineString | MultiLineString


class CityFeature(msgspec.Struct, frozen=True, tag_field="type", tag="Feature"):
    """A city or capital where it stands on the earth, as GeoJSON."""

    properties: CityProperties
    geometry: Point


_Feature = TypeVar("_Feature")


class _Collection(msgspec.Struct, Generic[_Feature], frozen=True):
    features: list[_Feature]
    type: Literal["FeatureCollection"]


class Geometry(msgspec.Struct, frozen=True):
    """The map of a board.

    Parameters
    ----------
    spaces
        The polygon of each space by its name, in board order.
    lines
        The common line of two neighbours by their names, in alphabetical order.
    backdrop
        The parts of the earth drawn under the spaces; empty where only the spaces are drawn.
    cities
        Where the city or capital of a space stands, by the space's name.
    """

    spaces: Mapping[str, SpaceFeature]
    lines: Mapping[tuple[str, str], LineFeature]
    backdrop: tuple[BackdropFeature, ...] = ()
    cities: Mapping[str, CityFeature] = MappingProxyType({})

    def line(self, a: str, b: str) -> LineFeature | None:
        """Return the line two spaces share, or None if they do not touch."""
        return self.lines.get((a, b) if a < b else (b, a))


def read_geometry(board: Board, folders: Iterable[Path]) -> Geometry:
    """Read the map of a board.

    Parameters
    ----------
    board
        The board; what lies outside it is left out.
    folders
        The folders of its dataset, the lowest layer first; the highest that has a file counts.

    Raises
    ------
    DatasetError
        If a file is not the GeoJSON it should be. A missing file counts as empty.
    """
    layers = tuple(folders)
    found = {f.properties.name: f for f in _features(layers, SPACES, SpaceFeature)}
    lines: dict[tuple[str, str], LineFeature] = {}
    for feature in _features(layers, LINES, LineFeature):
        a, b = sorted((feature.properties.space_a, feature.properties.space_b))
        if a in board.index and b in board.index:
            lines[a, b] = feature
    return Geometry(
        MappingProxyType({name: found[name] for name in board.index if name in found}),
        MappingProxyType(lines),
        tuple(_features(layers, BACKDROP, BackdropFeature)),
        MappingProxyType(
            {
                city.properties.space: city
                for city in _features(layers, CITIES, CityFeature)
                if city.properties.space in board.index
            }
        ),
    )


def geometry_faults(
    board: Board, geometry: Geometry, *, apart: Container[frozenset[str]] = frozenset()
) -> Iterator[Fault]:
    """Spaces not drawn or drawn as another kind; borders that do not touch, and the reverse.

    Also cities that stand outside their space, or nowhere; and areas and lengths in the tables that
    differ from the map's; those that are not given are skipped.

    Parameters
    ----------
    board, geometry
        What should be on the map, and the map.
    apart
        Pairs of spaces that touch on the map but are known not to border.
    """
    for space in board.spaces:
        feature = geometry.spaces.get(space.name)
        if feature is None:
            yield Fault(SPACES, f"no polygon for {space.name!r}")
        elif feature.properties.kind != space.kind:
            kind = feature.properties.kind
            yield Fault(SPACES, f"{space.name!r} is drawn as {kind}, but it is {space.kind}")
        elif _differ(space.area_km2, feature.properties.area_km2):
            area = feature.properties.area_km2
            what = f"{area:.0f} km2 on the map, but the table says {space.area_km2:.0f}"
            yield Fault(SPACES, f"{space.name!r} has {what}")
    yield from _city_faults(board, geometry)
    for border in board.borders:
        if border.kind == "box":
            continue  # boxes lie off the map, wherever there is room
        drawn = border.a in geometry.spaces and border.b in geometry.spaces
        shared = geometry.line(border.a, border.b)
        if drawn and shared is None:
            yield Fault(LINES, f"{border.a!r} and {border.b!r} border, but do not touch on the map")
        elif shared is not None and _differ(border.length_km, shared.properties.km):
            what = f"{shared.properties.km:.0f} km, but the table says {border.length_km:.0f}"
            yield Fault(LINES, f"{border.a!r} and {border.b!r} share {what}")
    for (a, b), line in geometry.lines.items():
        closed = board.space(a).impassable or board.space(b).impassable
        known = closed or board.border(a, b) is not None or frozenset((a, b)) in apart
        if not known and line.properties.km > _TOUCH_KM:
            what = f"touch on the map along {line.properties.km:.0f} km, but do not border"
            yield Fault(LINES, f"{a!r} and {b!r} {what}: is a row of borders.csv missing?")


def _city_faults(board: Board, geometry: Geometry) -> Iterator[Fault]:
    """Cities outside their spaces; spaces whose city is missing from the map of cities."""
    for space in board.spaces:
        city, drawn = geometry.cities.get(space.name), geometry.spaces.get(space.name)
        if city is None:
            if geometry.cities and (space.city or space.capital_of):
                yield Fault(CITIES, f"nothing says where the city of {space.name!r} stands")
        elif drawn is not None and not _lies_in(city.geometry.coordinates, drawn.geometry):
            yield Fault(CITIES, f"{city.properties.name!r} stands outside {space.name!r}")


def _lies_in(place: Place, shape: Polygon | MultiPolygon) -> bool:
    """Whether a place is in a shape, whichever way round the world its longitudes are counted."""
    parts = shape.coordinates if isinstance(shape, MultiPolygon) else (shape.coordinates,)
    x, y = place
    return any(
        sum(_crossings(x + turn, y, ring) for ring in part) % 2
        for part in parts
        for turn in (-360, 0, 360)
    )


def _crossings(x: float, y: float, ring: tuple[Place, ...]) -> int:
    """How often a ring crosses the line that runs east from a place."""
    return sum(
        (south > y) != (north > y) and x < (east - west) * (y - south) / (north - south) + west
        for (west, south), (east, north) in pairwise(ring)
    )


def _differ(told: float, drawn: float) -> bool:
    """Whether a given figure differs from the map's by more than 1."""
    return told != 0 and abs(told - drawn) > 1


def _features(folders: tuple[Path, ...], name: str, kind: type[_Feature]) -> list[_Feature]:
    path = next((f / name for f in reversed(folders) if (f / name).is_file()), None)
    if path is None:
        return []
    size = path.stat().st_size
    if size > _MOST_BYTES:
        raise DatasetError(f"{path}: {size} bytes, more than a map's {_MOST_BYTES}")
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Collection[kind]).features  # type: ignore[valid-type]
    except (msgspec.DecodeError, RecursionError) as error:
        raise DatasetError(f"{path}: {error}") from None
