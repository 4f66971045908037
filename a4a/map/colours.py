"""Inks that read on the colours of the palette, and mixtures of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MARKS: Mapping[str, str] = MappingProxyType(
    {
        "open": "#00736b",
        "closed": "#b3261e",
        "idle": "#6b7a86",
        "convoy": "#1d5a8a",
        "coin": "#ffe9a8",
        "hit": "#c00000",
        "neutral": "#f1efe8",
    }
)
"""The colours of marks on the map: straits that are open, closed or nobody's to pass, convoy
zones, what a space yields, damage, the ground of a neutral; ``--a4a-open`` and so on in CSS."""


def brightness(colour: str) -> float:
    """How bright a colour is, 0 to 1 (WCAG relative luminance).

    Examples
    --------
    >>> brightness("#ffffff"), brightness("#000000")
    (1.0, 0.0)
    """
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour.

    Examples
    --------
    >>> ink_on("#2f2f37"), ink_on("#ffa400")
    ('#ffffff', '#000000')
    """
    return "#000000" if brightness(colour) > 0.179 else "#ffffff"


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one in it.

    Examples
    --------
    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    channels = []
    for i in (1, 3, 5):
        a, b = int(colour[i : i + 2], 16), int(other[i : i + 2], 16)
        channels.append(int(a + (b - a) * share + 0.5))
    return "#" + "".join(f"{channel:02x}" for channel in channels)
