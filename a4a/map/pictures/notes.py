"""Annotations on the board: highlighted spaces, arrows and glyphs; comments are captions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from a4a.map.pictures.movement import trace
from a4a.map.pictures.scene import Scene
from a4a.map.pictures.svg import number, tag, words

_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_PEN = "#d81b60"


def draw_highlights(scene: Scene) -> list[str]:
    """Draw highlighted spaces: a wash and a thick edge, or a ring where they are small."""
    parts = []
    for note in _of_kind(scene, "highlight"):
        colour = _pen(note["colour"])
        for space in note["spaces"]:
            x, y, *_ = scene.plane.points[space]
            if space in scene.islands and scene.plane.shows(space):
                parts.append(tag("circle", cx=x, cy=y, r=9, fill="none", stroke=colour,
                                 stroke_width=3))  # fmt: skip
            elif path := scene.plane.shapes[space]:
                parts.append(tag("path", d=path, fill=colour, fill_opacity="0.25", stroke=colour,
                                 stroke_width=3, fill_rule="evenodd"))  # fmt: skip
    return parts


def draw_arrows(scene: Scene) -> list[str]:
    """Draw the arrows of annotations over all else."""
    parts = []
    for note in _of_kind(scene, "arrow"):
        if course := trace(scene, note["spaces"]):
            colour = _pen(note["colour"])
            d, (x, y), angle = course
            place = f"translate({number(x)},{number(y)}) rotate({number(angle)})"
            stroke = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
            parts += [
                tag("path", d=d, stroke="#ffffff", stroke_width=8, stroke_opacity="0.9", **stroke),
                tag("path", d=d, stroke=colour, stroke_width=4.5, **stroke),
                tag("path", d="M5 0L-11-8L-7 0L-11 8Z", fill=colour, stroke="#ffffff",
                    transform=place),
            ]  # fmt: skip
    return parts


def draw_glyphs(scene: Scene) -> list[str]:
    """Draw glyphs in discs at what the step touched last; in the corner if it touched nothing."""
    mark = scene.timeline.marks.get(scene.position)
    seen = [space for space in (mark.spaces if mark else ()) if scene.plane.shows(space)]
    parts = []
    for i, note in enumerate(_of_kind(scene, "glyph")):
        x, y = (scene.plane.points[seen[-1]][:2]) if seen else (24.0, 30.0)
        parts.append(
            tag("g", tag("circle", r=11, fill=_PEN, stroke="#ffffff", stroke_width=1.5),
                words(note["sign"], 0, 5, fill="#ffffff", font_size=14, text_anchor="middle"),
                transform=f"translate({number(x + 16 + 24 * i)},{number(y - 16)})")
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
    return colour if _COLOUR.fullmatch(colour) else _PEN
