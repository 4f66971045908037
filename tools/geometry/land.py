"""Land territories: atoms shared out among them, coasts smoothed, channels cut."""

from __future__ import annotations

import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from tools.geometry.atoms import Atoms
from tools.geometry.labels import area_km2
from tools.geometry.plane import (
    FRAME,
    area,
    degrees,
    point,
    polygons,
    territory_cells,
    tidy,
    unproject,
)
from tools.geometry.tables import WATER, Channel, Plan

INLET = 0.06
"""Inlets narrower than twice this (degrees) are filled: they would be noise."""
ISLAND, ISLAND_KM2 = 0.06, 500.0
"""Islands smaller than either (square degrees of the plane) are left out, unless all there is."""


def build(plan: Plan, atoms: Atoms) -> dict[str, BaseGeometry]:
    """Each land territory in the plane. They do not overlap; hairline gaps may remain."""
    land = _with_special_claims(plan, atoms, _share_atoms(plan, atoms))
    for name, corners in plan.patches:
        if name in land:
            _paint(land, name, area(corners))
    land = {name: _smooth(name, shape, land) for name, shape in land.items()}
    water = shapely.union_all([_bed(channel) for channel in plan.channels])
    return {name: tidy(_without_specks(shape).difference(water)) for name, shape in land.items()}


def _share_atoms(plan: Plan, atoms: Atoms) -> dict[str, BaseGeometry]:
    """Atoms one space claims are its own; an atom several claim is shared by nearest seed."""
    claimants: dict[str, list[str]] = {}
    for name, claims in plan.claims.items():
        for claim in claims:
            if ":" not in claim:
                for code in atoms.codes(claim):
                    claimants.setdefault(code, []).append(name)
    seeds: dict[str, list[tuple[str, float, float]]] = {}
    for name, longitude, latitude in plan.seeds:
        place = point(longitude, latitude)
        seeds.setdefault(name, []).append((name, place.x, place.y))
    parts: dict[str, list[BaseGeometry]] = {}
    for code, names in claimants.items():
        if len(names) == 1:
            parts.setdefault(names[0], []).append(atoms[code])
            continue
        cells = territory_cells([seed for name in names for seed in seeds[name]])
        for name, cell in cells.items():
            parts.setdefault(name, []).append(atoms[code].intersection(cell))
    return {name: shapely.union_all(shapes) for name, shapes in parts.items()}


def _with_special_claims(
    plan: Plan, atoms: Atoms, land: dict[str, BaseGeometry]
) -> dict[str, BaseGeometry]:
    """Claims in words go before plain atoms: they are taken out of whoever holds the ground."""
    taken: BaseGeometry = Point()
    special: dict[str, BaseGeometry] = {}
    for name, claims in plan.claims.items():
        shapes = [atoms.claim(claim) for claim in claims if ":" in claim]
        if shapes:
            special[name] = shapely.union_all(shapes).difference(taken)
            taken = taken.union(special[name])
    whole = {name: tidy(shape.difference(taken)) for name, shape in land.items()}
    for name, shape in special.items():
        if name != WATER:
            whole[name] = tidy(whole.get(name, Point()).union(shape))
    return whole


def _paint(land: dict[str, BaseGeometry], name: str, patch: BaseGeometry) -> None:
    """Give all land inside a patch to one territory."""
    inside = [other for other, shape in land.items() if shape.intersects(patch)]
    ground = tidy(shapely.union_all([land[other] for other in inside]) & patch)
    for other in inside:
        land[other] = tidy(land[other] - ground)
    land[name] = tidy(land[name] | ground)


def _smooth(name: str, shape: BaseGeometry, land: dict[str, BaseGeometry]) -> BaseGeometry:
    """Fill its narrow inlets, but never a neighbour's ground."""
    closed = shape.buffer(INLET, quad_segs=2).buffer(-INLET, quad_segs=2).union(shape)
    others = [
        other for key, other in land.items() if key != name and shapely.intersects(other, closed)
    ]
    return tidy(closed.difference(shapely.union_all(others)).intersection(FRAME))


def _without_specks(shape: BaseGeometry) -> BaseGeometry:
    parts = polygons(shape)
    large = [p for p in parts if p.area >= ISLAND and area_km2(unproject(p)) >= ISLAND_KM2]
    return shapely.union_all(large or parts[:1])


def _bed(channel: Channel) -> BaseGeometry:
    course = [point(*place) for place in channel.places]
    return LineString(course).buffer(degrees(channel.width_km, course[0]) / 2, quad_segs=3)
