"""Counters that are reduced or marked, and who holds cities and ports, in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from a4a.map.pictures.scene import Scene, at
from a4a.map.pictures.svg import tag, words

_CELL, _HEIGHT = 19.0, 13.0
_HELD: Final = ("capital", "production", "port")
"""Marks of places that are worth holding."""
_RING = 0.41  # radius, in spaces

Cells = Sequence[tuple[str, int]]
"""Kinds of conditions ("reduced", "marked"), and how many counters are in each."""


def conditions(scene: Scene, space: int) -> list[tuple[str, int]]:
    """How many counters of a space are reduced, and how many are marked, if any are."""
    content, counters = scene.contents[space], scene.timeline.counters
    found = {"reduced": 0, "marked": 0}
    for i in range(0, len(content), 4):
        counter = counters.get(content[i + 2])
        if counter is not None:
            found["reduced"] += content[i + 3] * counter.reduced
            found["marked"] += content[i + 3] * bool(counter.marked)
    return [(kind, count) for kind, count in found.items() if count]


def draw_conditions(scene: Scene) -> list[str]:
    """Draw a chip at every space with counters that are reduced or marked."""
    drawn = []
    for space in range(len(scene.contents)):
        cells = conditions(scene, space)
        if not cells or not scene.plane.shows(space):
            continue
        width = (len(cells) * _CELL + 2) * scene.scale
        if box := scene.find_room(space, width, _HEIGHT * scene.scale):
            drawn.append(at(box, scene.scale, *chip(cells)))
    return drawn


def chip(cells: Cells) -> list[str]:
    """A chip about the origin: a triangle for reduced counters, a tick for marked ones."""
    width = len(cells) * _CELL + 2
    parts = [
        tag("rect", x=0.5 - width / 2, y=0.5 - _HEIGHT / 2, width=width - 1, height=_HEIGHT - 1,
            rx=2.5, fill="#ffffff", stroke="#20262c")
    ]  # fmt: skip
    for i, (kind, count) in enumerate(cells):
        x = 1 - width / 2 + i * _CELL
        if kind == "reduced":
            parts.append(tag("path", d=f"M{x + 2.5:g} -3h6l-3 6z", fill="#b00020"))
        else:
            look = {"fill": "none", "stroke": "#15191d"}
            parts.append(tag("path", d=f"M{x + 2.5:g} 0l2.4 2.8l4 -5.6", stroke_width=1.8, **look))
        parts.append(words(str(count), x + 13.5, 3.4, text_anchor="middle", font_size=9.5))
    return parts


def draw_holders(scene: Scene) -> list[str]:
    """Ring cities and ports in the colour of the side that holds them; dashed: it took them."""
    drawn = []
    for space, row in enumerate(scene.timeline.spaces):
        worth = any(kind in mark for mark in row.marks for kind in _HELD)
        side = scene.side_now(scene.owner[space])
        if not worth or side < 0 or not scene.plane.shows(space):
            continue
        point = scene.plane.points[space]
        place = {"cx": round(point.x, 1), "cy": round(point.y, 1)}
        r = round(max(4.0, _RING * (scene.cell or 20.0)), 1)
        taken = row.original >= 0 and side != scene.side(row.original)
        dash = {"stroke_dasharray": "4 3"} if taken else {}
        colour = scene.timeline.sides[side].colour
        drawn += [
            tag("circle", r=r, fill="none", stroke="#ffffff", stroke_width=4.4, **place),
            tag("circle", r=r, fill="none", stroke=colour, stroke_width=2.6, **place, **dash),
        ]
    return drawn
