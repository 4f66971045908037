"""Borders of harsh terrain in pictures: hachures across the line."""

from __future__ import annotations

from functools import cache

import msgspec

from a4a.map.assets import shared
from a4a.map.pictures.scene import Scene
from a4a.map.pictures.svg import tag


class HarshLook(msgspec.Struct, frozen=True):
    """How borders of harsh terrain look, in the browser too.

    Parameters
    ----------
    colour
        Of the line and its hachures.
    line, teeth
        Widths of both, in pixels.
    dash
        How long a hachure is along the line, and the gap after it.
    """

    colour: str
    line: float
    teeth: float
    dash: tuple[float, float]


@cache
def harsh_look() -> HarshLook:
    """Return how borders of harsh terrain look.

    Examples
    --------
    >>> look = harsh_look()
    >>> look.line < look.teeth
    True
    """
    return msgspec.convert(shared("map/harsh.json"), HarshLook)


def draw_harsh(scene: Scene) -> list[str]:
    """Draw hachures along each border of harsh terrain in the picture."""
    drawn = []
    for border, row in enumerate(scene.timeline.borders):
        if row.kind == "harsh" and (lines := scene.plane.lines(row.a, row.b)):
            path = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line) for line in lines)
            drawn.append(tag("g", *hachures(path, scene.scale), data_border=border))
    return drawn


def hachures(path: str, scale: float = 1.0) -> list[str]:
    """A line with hachures across it."""
    look = harsh_look()
    dash = " ".join(f"{scale * one:g}" for one in look.dash)
    return [
        tag("path", d=path, fill="none", stroke=look.colour, stroke_width=scale * look.line),
        tag("path", d=path, fill="none", stroke=look.colour, stroke_width=scale * look.teeth,
            stroke_dasharray=dash),
    ]  # fmt: skip
