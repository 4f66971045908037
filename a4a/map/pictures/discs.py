"""Discs at the corners of symbols: some of these units have a marker, of which the card tells."""

from __future__ import annotations

import re

from a4a.map.assets import shared
from a4a.map.pictures.svg import tag


def has_marker(condition: str) -> bool:
    """Whether the words of a condition say more than what a badge shows otherwise.

    Examples
    --------
    >>> has_marker("damaged 2, aboard"), has_marker("damaged 2, assigned"), has_marker("")
    (False, True, False)
    """
    told = shared("map/discs.json")["told"]
    words = condition.split(", ") if condition else ()
    return any(not any(re.search(one, word) for one in told) for word in words)


def disc(x: float, y: float) -> str:
    """The disc of a symbol whose upper left corner is at a place."""
    look = shared("map/discs.json")
    return disc_about(x + look["across"], y + look["down"])


def disc_about(cx: float, cy: float) -> str:
    """A disc about a point."""
    look = shared("map/discs.json")
    return tag("circle", cx=cx, cy=cy, r=look["radius"], fill=look["fill"], stroke=look["stroke"])
