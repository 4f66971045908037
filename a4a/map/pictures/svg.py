"""Writing SVG: elements with escaped text, short numbers, words cut to the room they have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from a4a.core.controls import visible

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
_LONGEST = 200  # letters of the words that say what a picture shows
NAMESPACE = "http://www.w3.org/2000/svg"

# What XML 1.0 has no way to write: control characters, lone surrogates, two non-characters.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW = frozenset("iljtfrI1.,:;'|!()[]{}-/ ")
_WIDE = frozenset("mwMW@%&+=<>QO")


def number(value: float) -> str:
    """Return a number as short as a tenth of a pixel allows.

    Examples
    --------
    >>> number(12.0), number(-0.04), number(3.14159)
    ('12', '0', '3.1')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    r"""Return text with characters that XML cannot hold replaced, and marks of direction visible.

    Examples
    --------
    >>> clean("a\x00b") == "a\ufffdb"
    True
    """
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", visible(text))


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    r"""Return an element; children are SVG already, attributes are escaped.

    In the names of attributes ``_`` stands for ``-``; attributes that are None are left out.

    Examples
    --------
    >>> tag("g", tag("circle", r=2.5), fill='"red"', stroke_width=1, id=None)
    '<g fill=\'"red"\' stroke-width="1"><circle r="2.5"/></g>'
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}="
        + (quoteattr(clean(value)) if isinstance(value, str) else f'"{number(value)}"')
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def words(text: str, x: float, y: float, **attributes: str | float | None) -> str:
    """Return a line of text, escaped.

    Examples
    --------
    >>> words("<b>", 1, 2)
    '<text x="1" y="2">&lt;b&gt;</text>'
    """
    return tag("text", escape(clean(text)), x=x, y=y, **attributes)


def polyline(points: Iterable[Sequence[float]]) -> str:
    """Return path data through points.

    Examples
    --------
    >>> polyline([(0, 0), (1.5, 2)])
    'M0 0L1.5 2'
    """
    return "".join(f"{'L' if i else 'M'}{number(x)} {number(y)}" for i, (x, y) in enumerate(points))


def text_width(text: str, size: float, *, weight: int = 400) -> float:
    """About how wide text is in the font of the pictures, in pixels.

    Examples
    --------
    >>> round(text_width("Normandy", 10))
    46
    """
    ems = 0.0
    for c in text:
        if c in _NARROW:
            ems += 0.31
        elif c in _WIDE or c > "\u2e80":
            ems += 0.85
        else:
            ems += 0.68 if c.isupper() else 0.55
    return ems * size * (1.06 if weight > 500 else 1.0)


def two_lines(text: str) -> list[str]:
    """Return text parted between two words, so that the longer line is as short as can be.

    Examples
    --------
    >>> two_lines("Gulf of Mexico"), two_lines("Capetown")
    (['Gulf of', 'Mexico'], ['Capetown'])
    """
    all_words = text.split(" ")
    parted = [[" ".join(all_words[:i]), " ".join(all_words[i:])] for i in range(1, len(all_words))]
    return min(parted, key=lambda lines: max(map(len, lines)), default=[text])


def shortened(text: str, room: float, size: float, *, weight: int = 400) -> str:
    """Return text that fits into a width, with an ellipsis where it was cut.

    Examples
    --------
    >>> shortened("Anglo-Egyptian Sudan", 60, 10)
    'Anglo-Egyp…'
    """
    text = text[: int(room) + 1]  # no letter is narrower than a pixel
    if text_width(text, size, weight=weight) <= room:
        return text
    while text and text_width(text + "…", size, weight=weight) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, room: float, size: float, *, lines: int) -> list[str]:
    """Return text broken into lines that fit into a width, no more than so many.

    Examples
    --------
    >>> wrapped("The front runs through Smolensk", 90, 10, lines=3)
    ['The front runs', 'through Smolensk']
    """
    found: list[str] = []
    line = ""
    # A comment may be as long as the record's limit; a line holds at most one letter a pixel.
    for word in text[: int(room) * lines + 1].split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size) > room:
            found.append(line)
            line = word
        else:
            line = longer
        if len(found) == lines:
            return [*found[:-1], shortened(found[-1] + " …", room, size)]
    return [*found, *([shortened(line, room, size)] if line else [])]


def sheet(width: float, height: float, *parts: str, label: str) -> str:
    """Return a whole SVG document.

    Parameters
    ----------
    width, height
        In pixels.
    parts
        What is on it.
    label
        What it shows, for readers who do not see it.
    """
    return tag(
        "svg",
        tag("title", escape(clean(label[:_LONGEST]))),
        *parts,
        xmlns=NAMESPACE,
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        font_family=FONT,
    )
