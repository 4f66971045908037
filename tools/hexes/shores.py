"""Which hexes are land, sea or coast, and what may cross the sides between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from tools.hexes.grid import corners, neighbours

Side = tuple[str, str]
"""Two hexes beside each other, the lower number first."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Shares of land at which a hex or a side is no longer the one thing or the other."""

    sea_hex: float
    land_hex: float
    sea_side: float
    land_side: float
    band: float
    """How far on either hand a side is looked at, in hex spacings."""


@dataclass(frozen=True, slots=True)
class Shores:
    """The kind of every hex (land, coast, sea) and of every side (land, coast, sea)."""

    hexes: Mapping[str, str]
    sides: Mapping[Side, str]
    land: Mapping[str, float]
    """The share of each hex that is land."""
    land_at: Mapping[Side, float]
    """The share of the band at each side that is land."""


def sides_of(names: Iterable[str]) -> list[Side]:
    """Every side between two hexes of a sheet, in order."""
    here = set(names)
    return sorted({side(a, b) for a in here for b in neighbours(a) if b in here})


def side(a: str, b: str) -> Side:
    """Two hexes in their one order."""
    return (a, b) if a < b else (b, a)


def line_of(pair: Side) -> LineString:
    """The line between two hexes, in the plane."""
    a, b = pair
    at = neighbours(a).index(b)
    ring = corners(a)
    # Sides run clockwise from the top; corners run clockwise from the east.
    return LineString([ring[(at + 4) % 6], ring[(at + 5) % 6]])


def find_shores(
    names: Iterable[str],
    land: BaseGeometry,
    thresholds: Thresholds,
    *,
    hexes: Mapping[str, str],
    sides: Mapping[Side, str],
) -> Shores:
    """Land, sea and coast from what is drawn, but for what is said by hand.

    Parameters
    ----------
    names
        The hexes of the sheet.
    land
        All land, in the plane.
    hexes, sides
        Kinds given by hand.
    """
    cells = {name: Polygon(corners(name)) for name in sorted(names)}
    strips = _strips(land, cells)
    shares = {name: _share(strips[name[:2]], cell) for name, cell in cells.items()}
    kinds = {
        name: _kind(share, thresholds.sea_hex, thresholds.land_hex)
        for name, share in shares.items()
    }
    drawn = {**kinds, **hexes}
    ashore = [name for name, kind in kinds.items() if kind == "land" and _ashore(name, drawn)]
    kinds = {**kinds, **dict.fromkeys(ashore, "coast"), **hexes}
    land_at, at = {}, {}
    for pair in sides_of(cells):
        band = line_of(pair).buffer(thresholds.band, cap_style="flat")
        land_at[pair] = _share(strips[pair[0][:2]], band)
        at[pair] = _side(
            pair, kinds, _kind(land_at[pair], thresholds.sea_side, thresholds.land_side)
        )
    return Shores(kinds, {**at, **sides}, shares, land_at)


def _ashore(name: str, kinds: Mapping[str, str]) -> bool:
    """Whether the shore runs along a side of a hex: its water is in the hex beyond."""
    return any(kinds.get(other) == "sea" for other in neighbours(name))


def _strips(land: BaseGeometry, cells: Mapping[str, Polygon]) -> dict[str, BaseGeometry]:
    """By column: the land in its hexes and those beside them, which is less to look through."""
    spans: dict[str, BaseGeometry] = {}
    for name, cell in cells.items():
        left, _, right, _ = cell.bounds
        spans[name[:2]] = box(left - 1, land.bounds[1], right + 1, land.bounds[3])
    return {column: land.intersection(span) for column, span in spans.items()}


def _share(land: BaseGeometry, area: Polygon) -> float:
    return float(land.intersection(area).area / area.area)


def _kind(share: float, sea: float, land: float) -> str:
    return "sea" if share <= sea else "land" if share >= land else "coast"


def _side(pair: Side, kinds: Mapping[str, str], drawn: str) -> str:
    """A side of all land is land and one of all sea is sea, whatever is drawn there."""
    here = {kinds[name] for name in pair}
    if "sea" in here:
        return "sea"
    return "land" if "land" in here else drawn
