"""The palette: one colour for each power, side and arm, the same on charts and on the map.

Colour-blind readers can tell the powers of the boards that come with a4a apart: the tests
simulate protanopia, deuteranopia and tritanopia and measure the differences that are left.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping

from a4a.core.catalog import Catalog, Power
from a4a.core.names import plain

_HEX = re.compile("#[0-9a-f]{6}", re.IGNORECASE)

#: Powers of many games by the names they go by, for catalogs that give no colours.
_POWERS = {
    "#2f2f37": ("Germany", "Germans"),
    "#bb001a": ("Soviet Union", "Russia", "Russians", "USSR"),
    "#ffa400": ("Japan", "Japanese"),
    "#546857": ("United States", "Americans", "USA", "U.S.", "US"),
    "#e79de8": ("China", "Chinese"),
    "#a89d7c": ("United Kingdom", "British", "UK", "U.K.", "Britain", "UK Europe"),
    "#624e0c": ("Italy", "Italians"),
    "#2f879c": ("ANZAC", "Australia", "Australians"),
    "#4e3ed3": ("France", "French"),
    "#ff6f41": ("Dutch", "Netherlands"),
}
_BY_NAME = {plain(name): colour for colour, names in _POWERS.items() for name in names}

#: For any other power: which one is its own depends on its name alone.
_OTHERS = (
    "#7a1f5c", "#009e73", "#8d6bd8", "#b5651d", "#56b4e9", "#6b8e23", "#d1495b", "#20639b",
    "#c9a227", "#3d5a3d",
)  # fmt: skip

#: Sides in the order in which they first play.
_SIDES = ("#8f2d1f", "#3f8fd2", "#c9a227", "#5a5f73")
_SIDE_NAMES = {"Axis": _SIDES[0], "Allies": _SIDES[1]}

ARMS: Mapping[str, str] = {
    "land": "#7d5a1e", "air": "#8cc7ee", "sea": "#1f4e9e", "facility": "#8a8fa3",
    "other": "#c9cbd3",
}  # fmt: skip
"""The colour of each category of unit types."""

NEUTRAL = "#8a8fa3"
"""The colour of what belongs to nobody."""


def power_colour(name: str, colour: str = "") -> str:
    """Return the colour of a power.

    Parameters
    ----------
    name
        The power's name.
    colour
        The colour its catalog gives it; anything but ``#rrggbb`` is passed over.

    Examples
    --------
    >>> power_colour("Japan"), power_colour("Japan", "#123456")
    ('#ffa400', '#123456')
    >>> power_colour("Ruritania") == power_colour("Ruritania", "url(//example.org)")
    True
    """
    if _HEX.fullmatch(colour):
        return colour.lower()
    found = _BY_NAME.get(plain(name))
    return found or _OTHERS[zlib.crc32(plain(name).encode()) % len(_OTHERS)]


def colour_of(power: Power) -> str:
    """Return the colour of a power of a catalog.

    Examples
    --------
    >>> colour_of(Power(name="Germany"))
    '#2f2f37'
    """
    return power_colour(power.name, power.colour)


def power_colours(catalog: Catalog) -> dict[str, str]:
    """Return the colours of a catalog's powers by name, in order of play."""
    return {power.name: colour_of(power) for power in catalog.powers}


def side_colours(sides: Iterable[str]) -> dict[str, str]:
    """Return the colours of sides by name, in their order.

    Examples
    --------
    >>> side_colours(["Axis", "Allies"])
    {'Axis': '#8f2d1f', 'Allies': '#3f8fd2'}
    """
    named = list(sides)
    known = {side: _SIDE_NAMES[side] for side in named if side in _SIDE_NAMES}
    rest = [colour for colour in _SIDES if colour not in known.values()]
    others = iter(rest * (len(named) // max(1, len(rest)) + 1))
    return {side: known.get(side) or next(others) for side in named}
