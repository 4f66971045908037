"""The theatres of the war in pictures: the spaces of each in its colour, its name across them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from a4a.map.pictures.scene import Box, Scene
from a4a.map.pictures.svg import tag, text_width, words

_NAME = 15.0  # px of the letters


def draw_theatres(scene: Scene) -> list[str]:
    """Draw the theatres that are in the picture."""
    shapes, names = [], []
    for theatre in scene.timeline.theatres:
        spaces = [i for i, row in enumerate(scene.timeline.spaces) if row.theatre == theatre.name]
        if path := "".join(scene.plane.shapes[i] for i in spaces):
            shapes.append(tag("path", d=path, fill=theatre.colour))
        if (at := _middle(scene, spaces)) is not None:
            size = _NAME * scene.scale
            box = scene.inside(Box(*at, text_width(theatre.name, size, weight=700), size))
            scene.room.take(box)
            names.append(words(theatre.name, round(box.x), round(box.y + 0.35 * size)))
    halo = {"stroke": "#ffffff", "stroke_opacity": "0.85", "paint_order": "stroke"}
    return [
        tag("g", *shapes, fill_opacity="0.45", fill_rule="evenodd"),
        tag("g", *names, text_anchor="middle", font_size=_NAME * scene.scale, fill="#15191d",
            stroke_width=3.4 * scene.scale, stroke_linejoin="round", **halo),
    ] if shapes else []  # fmt: skip


def _middle(scene: Scene, spaces: Sequence[int]) -> tuple[float, float] | None:
    """The most central label point of some spaces: that with the least sum of distances."""
    seen = [i for i in spaces if not scene.is_sea(i) and scene.plane.shows(i)]
    points = [scene.plane.points[i][:2] for i in seen]
    if not points:
        return None
    return min(points, key=lambda p: sum(math.dist(p, q) for q in points))
