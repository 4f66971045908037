"""The shapes of a board as a layer of the map, sent without a search of all their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipyleaflet


class _Unsearched:
    """A list that looks like none: written into a message it is one again."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)


class ShapesLayer(ipyleaflet.GeoJSON):  # type: ignore[misc]
    """An `ipyleaflet.GeoJSON` that is there sooner, as it is known to hold no bytes.

    Whenever a widget is made ipywidgets looks for bytes in all that it holds, coordinate by
    coordinate, which would take half of the time that a map takes.

    Examples
    --------
    >>> layer = ShapesLayer(data={"type": "FeatureCollection", "features": []})
    >>> layer.data["features"], layer.get_state("data")["data"]["features"]
    ([], [])
    """

    _opening = False

    def open(self) -> None:
        """Tell the browser of the layer."""
        self._opening = True
        try:
            super().open()
        finally:
            self._opening = False

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return the layer's values, as `ipywidgets.Widget.get_state`."""
        state: dict[str, Any] = super().get_state(key, drop_defaults)
        if self._opening and "features" in state.get("data", ()):
            state["data"] = {**state["data"], "features": _Unsearched(state["data"]["features"])}
        return state
