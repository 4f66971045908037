"""The palette: one colour for each power, side, arm and theatre, the same on charts and map.

Colour-blind readers can tell the powers of the boards that come with a4a apart: the tests
simulate protanopia, deuteranopia and tritanopia and measure the differences that are left.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping, Set

from a4a.core.catalog import Power
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

#: For any other power; its first choice depends on its name alone.
_OTHERS = (
    "#770088", "#9988ff", "#aacc77", "#550000", "#66ccbb", "#aa44bb", "#220099", "#441155",
    "#7700ff", "#115566",
)  # fmt: skip

#: Sides in the order in which they first play.
_SIDES = ("#8f2d1f", "#3f8fd2", "#c9a227", "#5a5f73")
_SIDE_NAMES = {"Axis": _SIDES[0], "Allies": _SIDES[1]}

ARMS: Mapping[str, str] = {
    "land": "#7d5a1e", "air": "#8cc7ee", "sea": "#1f4e9e", "facility": "#8a8fa3",
    "other": "#c9cbd3",
}  # fmt: skip
"""The colour of each category of unit types."""

#: Theatres of the war in the order in which the boards that come with a4a list them.
_THEATRES = {
    "Eastern Front": "#4c0b0b",
    "Western Europe": "#386be0",
    "Mediterranean and North Africa": "#e0c722",
    "Atlantic": "#5ad5e0",
    "Middle East": "#806320",
    "China": "#cc3375",
    "South-East Asia": "#b9e09d",
    "Pacific": "#0f1266",
}

NEUTRAL = "#8a8fa3"
"""The colour of what belongs to nobody."""


def power_colours(powers: Iterable[Power]) -> dict[str, str]:
    """Return the colours of a game's powers by name, in their order.

    The catalog's colour comes first (if it is ``#rrggbb``), then the palette's for a power
    of that name. A power with neither gets a colour that depends on its name and that no other
    power of the game has, while any are left; it is grey if it takes no turns.

    Examples
    --------
    >>> power_colours([Power(name="Japan"), Power(name="Germans", colour="#123456")])
    {'Japan': '#ffa400', 'Germans': '#123456'}
    >>> power_colours([Power(name="Ruritania", colour="url(//example.org)")])
    {'Ruritania': '#220099'}
    """
    asked = list(powers)
    known = {power.name: _known(power) for power in asked}
    taken = {colour for colour in known.values() if colour}
    colours: dict[str, str] = {}
    for power in asked:
        colour = known[power.name]
        if colour is None and not power.playable:
            colour = NEUTRAL
        elif colour is None:
            colour = _spare(power.name, taken)
            taken.add(colour)
        colours[power.name] = colour
    return colours


def _known(power: Power) -> str | None:
    """The colour of a power in its catalog or in the palette."""
    if _HEX.fullmatch(power.colour):
        return power.colour.lower()
    return _BY_NAME.get(plain(power.name))


def _spare(name: str, taken: Set[str]) -> str:
    """A colour for an unknown name: its own unless that is taken, then the next."""
    first = zlib.crc32(plain(name).encode()) % len(_OTHERS)
    turned = _OTHERS[first:] + _OTHERS[:first]
    return next((colour for colour in turned if colour not in taken), turned[0])


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


def theatre_colours(theatres: Iterable[str]) -> dict[str, str]:
    """Return the colours of theatres by name: the palette's own in its order, then the others.

    A theatre that the palette does not know gets a colour that no other theatre has, while any
    are left.

    Examples
    --------
    >>> theatre_colours(["Balkans", "Eastern Front"])
    {'Eastern Front': '#4c0b0b', 'Balkans': '#386be0'}
    """
    named = list(dict.fromkeys(theatres))
    known = {name: colour for name, colour in _THEATRES.items() if name in named}
    rest = [colour for colour in _THEATRES.values() if colour not in known.values()]
    others = [name for name in named if name not in known]
    spare = rest or list(_THEATRES.values())
    return known | {name: spare[i % len(spare)] for i, name in enumerate(others)}
