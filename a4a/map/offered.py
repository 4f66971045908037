"""Which layers a board has anything to show in: this depends on its data, not on the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from a4a.core.gates import GATES
from a4a.core.neutrals import leaning
from a4a.core.state import State
from a4a.map.geometry import MapGeometry
from a4a.map.rows import CONVOY, is_coded, marks_of

LAID = ("zones", "supply")
"""The layers in which rules show things, if they offer any there (`Ruleset.overlays`)."""


def offered(layer: str, start: State, geometry: MapGeometry, *, laid: Collection[str] = ()) -> bool:
    """Return whether a board has anything to show in a layer.

    Parameters
    ----------
    layer
        The id of the layer.
    start, geometry
        The start of the game, and what the map draws for its board.
    laid
        The layers that the rules of the game offer.

    Examples
    --------
    >>> import a4a
    >>> from a4a.map.shapes import map_geometry
    >>> start = a4a.start("global1940").state_at(0)
    >>> geometry = map_geometry(start.board)
    >>> offered("convoys", start, geometry), offered("terrain", start, geometry)
    (True, False)
    """
    if layer in LAID:
        return layer in laid
    needs = _NEEDS.get(layer)
    return needs is None or needs(start, geometry)


def _any_terrain(start: State, geometry: MapGeometry) -> bool:
    """Terrain and rivers are drawn on the earth, so they need a backdrop; harsh borders do not."""
    harsh = any(border.kind == "harsh" for border in start.board.borders)
    return harsh or (bool(geometry.backdrop) and any(space.terrain for space in start.board.spaces))


def _any_country(start: State, geometry: MapGeometry) -> bool:
    return bool(geometry.backdrop) and len(start.board.regions) > 1


def _any_number(start: State, _: MapGeometry) -> bool:
    return is_coded(start.board)


def _any_place(start: State, _: MapGeometry) -> bool:
    spaces = start.board.spaces
    return is_coded(start.board) and any(space.place or marks_of(space) for space in spaces)


def _any_city(start: State, geometry: MapGeometry) -> bool:
    """Where the layer of places is offered, it shows the cities."""
    cities = any(space.city or space.capital_of for space in start.board.spaces)
    return cities and not _any_place(start, geometry)


def _any_convoy(start: State, _: MapGeometry) -> bool:
    return any(CONVOY in space.features for space in start.board.spaces)


def _any_gate(start: State, _: MapGeometry) -> bool:
    return any(border.kind in GATES for border in start.board.borders)


def _any_facility(start: State, _: MapGeometry) -> bool:
    return any(kind.category == "facility" for kind in start.catalog.unit_types)


def _any_leaning(start: State, _: MapGeometry) -> bool:
    return any(leaning(start, space.name) for space in start.board.spaces)


def _any_theatre(start: State, _: MapGeometry) -> bool:
    return len(start.board.theatres) > 0


def _any_counter(start: State, _: MapGeometry) -> bool:
    return len(start.catalog.counters) > 0


_NEEDS: Mapping[str, Callable[[State, MapGeometry], bool]] = MappingProxyType(
    {
        "terrain": _any_terrain,
        "countries": _any_country,
        "numbers": _any_number,
        "places": _any_place,
        "cities": _any_city,
        "convoys": _any_convoy,
        "straits": _any_gate,
        "production": _any_facility,
        "neutrals": _any_leaning,
        "theatres": _any_theatre,
        "holders": _any_place,
        "conditions": _any_counter,
    }
)
