"""Annotations on the board: highlighted spaces, arrows and glyphs; comments are captions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from a4a.core.annotations import is_colour
from a4a.map.assets import shared
from a4a.map.pictures.movement import straight
from a4a.map.pictures.scene import Scene
from a4a.map.pictures.svg import number, tag, words

_GLYPH = 24.0  # px


def draw_highlights(scene: Scene) -> list[str]:
    """Draw highlighted spaces: a wash and a thick edge, small ones with a ring round them."""
    style, parts = shared("map/notes.json"), []
    for note in _of_kind(scene, "highlight"):
        colour, outline = _pen(note["colour"]), style["outline"]
        for space in dict.fromkeys(note["spaces"]):
            x, y, width, height = scene.plane.points[space]
            if path := scene.plane.shapes[space]:
                parts.append(tag("path", d=path, fill=colour, fill_opacity=str(style["fill"]),
                                 stroke=colour, stroke_width=outline,
                                 fill_rule="evenodd"))  # fmt: skip
            if max(width, height) < style["small"] and scene.plane.shows(space):
                parts.append(tag("circle", cx=x, cy=y, r=style["small"] / 2, fill="none",
                                 stroke=colour, stroke_width=outline))  # fmt: skip
    return parts


def draw_arrows(scene: Scene) -> list[str]:
    """Draw the arrows of annotations as with a broad pen, over all else."""
    style, parts = shared("map/notes.json"), []
    for note in _of_kind(scene, "arrow"):
        path, pen = note["spaces"], style["pen"]
        if not path:
            continue
        colour = _pen(note["colour"])
        x, y, *_ = scene.plane.points[path[0]]
        dot = tag("circle", cx=x, cy=y, r=pen, fill=colour, stroke="#ffffff", stroke_width=1.5)
        course = straight(scene, path)
        if course is None:
            parts.append(dot)
            continue
        d, (tip_x, tip_y), angle = course
        ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        place = f"translate({number(tip_x)},{number(tip_y)}) rotate({number(angle)})"
        parts += [
            tag("path", d=d, stroke="#ffffff", stroke_width=pen + style["casing"], **ends),
            dot,
            tag("path", d=d, stroke=colour, stroke_width=pen, **ends),
            tag("path", d=style["head"], fill=colour, stroke="#ffffff", stroke_width=1.5,
                transform=place),
        ]  # fmt: skip
    return parts


def draw_glyphs(scene: Scene) -> list[str]:
    """Draw glyphs beside what the step touched last; in the corner if there is no room there."""
    mark = scene.timeline.marks.get(scene.position)
    seen = [space for space in (mark.spaces if mark else ()) if scene.plane.shows(space)]
    colour: str = shared("map/notes.json")["colour"]
    signs: dict[str, str] = shared("map/glyphs.json")["shown"]
    parts = []
    for i, note in enumerate(_of_kind(scene, "glyph")):
        box = scene.find_room(seen[-1], _GLYPH, _GLYPH) if seen else None
        x, y = (box.x, box.y) if box else (_GLYPH * (1 + i), _GLYPH)
        parts.append(
            tag("g", tag("circle", r=_GLYPH / 2 - 1, fill=colour, stroke="#ffffff",
                         stroke_width=1.5),
                words(signs.get(note["sign"], note["sign"]), 0, 5, fill="#ffffff", font_size=14,
                      text_anchor="middle"),
                transform=f"translate({number(x)},{number(y)})")
        )  # fmt: skip
    return parts


def captions(scene: Scene) -> list[str]:
    """The comments of the position as lines of text, with who wrote them."""
    return [
        f"{note['author']}: {note['text']}" if note["author"] else note["text"]
        for note in _of_kind(scene, "comment")
    ]


def _of_kind(scene: Scene, kind: str) -> list[Mapping[str, Any]]:
    return [note for note in scene.notes if note["kind"] == kind]


def _pen(colour: str) -> str:
    default: str = shared("map/notes.json")["colour"]
    return colour if is_colour(colour) else default
