"""The country or territory of every hex, by the borders of autumn 1939."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from tools.hexes.earth import Earth
from tools.hexes.grid import corners


@dataclass(frozen=True, slots=True)
class Claim:
    """Land a region has: map units, provinces, or what lies inside corners (see `Earth`)."""

    region: str
    claims: tuple[str, ...]


def lands(
    earth: Earth, today: Iterable[Claim], of_1939: Iterable[Claim]
) -> dict[str, BaseGeometry]:
    """The land of every region, in the plane.

    Parameters
    ----------
    today
        Claims that do not overlap, on map units as they are now.
    of_1939
        What was otherwise: each claim takes its land from whoever had it, the last one wins.
    """
    everything = earth.land
    held = {
        claim.region: shapely.union_all([earth.claim(text) for text in claim.claims])
        for claim in today
    }
    for claim in of_1939:
        taken = shapely.union_all([earth.claim(text) for text in claim.claims])
        taken = taken.intersection(everything)
        held = {region: land.difference(taken) for region, land in held.items()}
        held[claim.region] = held.get(claim.region, Polygon()).union(taken)
    return held


def regions_of(
    names: Iterable[str], held: Mapping[str, BaseGeometry], by_hand: Mapping[str, str]
) -> dict[str, str]:
    """The region that has most of each hex's land, but for what is said by hand."""
    regions = dict(by_hand)
    for land in held.values():
        shapely.prepare(land)
    for name in sorted(set(names) - set(by_hand)):
        cell = Polygon(corners(name))
        areas = {region: land.intersection(cell).area for region, land in held.items()}
        largest = max(areas, key=lambda region: areas[region])
        if areas[largest] == 0:
            raise ValueError(f"hex {name} has land of no region: say in hexes.csv whose it is")
        regions[name] = largest
    return regions
