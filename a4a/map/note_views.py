"""What of the board a note shows: taken from a board, and shown on it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from a4a.core.annotations import NoteView
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.map.geometry import Bounds
from a4a.map.layers import Settings, changed, settings

_FARTHEST = 720.0  # degrees


def view_of(bounds: Bounds | None, whole: Bounds, layers: Settings) -> NoteView:
    """Return what is seen as a note keeps it.

    Parameters
    ----------
    bounds
        What is seen of the map; None if nobody knows, which is taken for the whole board.
    whole
        The bounds of the board.
    layers
        How the layers are switched.

    Examples
    --------
    >>> view_of(((30.0, 0.0), (60.0, 45.5)), ((-60, -180), (80, 180)), {}).bounds
    (30.0, 0.0, 60.0, 45.5)
    >>> view_of(((-90, -190), (90, 190)), ((-60, -180), (80, 180)), {}).bounds is None
    True
    """
    kept: dict[str, dict[str, Any]] = {
        name: dict(set_) if set_["on"] else {"on": False} for name, set_ in layers.items()
    }
    if bounds is None:
        return NoteView(layers=kept)
    (south, west), (north, east) = (tuple(map(_within, corner)) for corner in bounds)
    (bottom, left), (top, right) = (tuple(map(_within, corner)) for corner in whole)
    if south <= bottom and west <= left and north >= top and east >= right:
        return NoteView(layers=kept)
    return NoteView(bounds=(south, west, north, east), layers=kept)


def _within(degrees: float) -> float:
    return round(max(-_FARTHEST, min(_FARTHEST, degrees)), 3)


def bounds_of(view: NoteView) -> Bounds | None:
    """Return the bounds of what is seen, or None for the whole board.

    Examples
    --------
    >>> bounds_of(NoteView(bounds=(30, 0, 60, 45)))
    ((30, 0), (60, 45))
    """
    if view.bounds is None:
        return None
    south, west, north, east = view.bounds
    return (south, west), (north, east)


def opening_bounds(record: GameRecord, node: NodeId) -> Bounds | None:
    """Return what is seen of the board at first: the part that a note of a node shows.

    None for the whole board, where no note shows a part.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.game("wargame1942_algeria")
    >>> (south, west), (north, east) = opening_bounds(game, 0)
    >>> south < 28 < north, west < 3 < east, east - west < 90
    (True, True, True)
    """
    views = (note.view for note in record.annotations_at(node) if note.view is not None)
    return next((bounds for view in views if (bounds := bounds_of(view)) is not None), None)


def layers_of(view: NoteView) -> dict[str, dict[str, Any]]:
    """Return how a note switches layers: those there are, in ways that they have.

    Another version of a4a may have had others; they stay as they are.

    Examples
    --------
    >>> layers_of(NoteView(layers={"units": {"on": False}, "smoke": {"on": True}}))
    {'units': {'on': False}}
    >>> layers_of(NoteView(layers={"control": {"on": True, "by": "taste"}}))
    {}
    """
    standard = settings()
    return {
        name: dict(set_) for name, set_ in (view.layers or {}).items() if _is(set_, name, standard)
    }


def _is(wanted: Mapping[str, Any], layer: str, standard: Settings) -> bool:
    """Whether a layer can be switched so."""
    if not all(isinstance(value, bool if name == "on" else str) for name, value in wanted.items()):
        return False
    try:
        changed(standard, layer, **wanted)
    except A4AError:
        return False
    return True
