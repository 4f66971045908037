"""An ink that reads on the colours of the palette."""

from __future__ import annotations


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour (WCAG relative luminance).

    Examples
    --------
    >>> ink_on("#2f2f37"), ink_on("#ffa400")
    ('#ffffff', '#000000')
    """
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"
