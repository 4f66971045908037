"""What the rules lay over the map, in a picture: zones of control, units out of supply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.map.layers import Settings
from a4a.map.overlays import Overlaid
from a4a.map.pictures.scene import Scene, at
from a4a.map.pictures.svg import tag
from a4a.map.pictures.threat import judge
from a4a.rules.ruleset import Ruleset

_LAID = ("zones", "supply")
_HATCH, _STROKE = 9.0, 2.6
_OPACITY = "0.45"
_LACK = (17.0, 14.0)


def asked(
    record: GameRecord, settings: Settings, rules: Ruleset | None
) -> Callable[[Scene, NodeId], Scene]:
    """Return a function that lets a scene know what the rules say of its node, where that is drawn.

    Parameters
    ----------
    record
        The game.
    settings
        How the layers are switched.
    rules
        The rules it goes by; None for those the record names.
    """
    threats, answers = cache(judge(record, settings, rules)), Overlaid(record, rules)
    on = [layer for layer in _LAID if settings[layer]["on"]]
    laid = cache(lambda node: {layer: answers.of(node, layer) for layer in on})
    return lambda scene, node: replace(scene, threats=threats(node), overlays=laid(node))


def zones(scene: Scene) -> Iterator[tuple[int, list[int]]]:
    """The sides that have zones of the kind chosen, each with the hexes of them."""
    for side, kind, spaces in _answer(scene, "zones").get("areas", []):
        if kind == scene.choice("zones", "of"):
            yield side, spaces


def draw_zones(scene: Scene) -> list[str]:
    """Hatch zones of control, one way for the one side, the other way for the other."""
    outlines = scene.plane.shapes
    shapes = [
        tag("path", d="".join(outlines[space] for space in spaces), fill=f"url(#{_id(side)})")
        for side, spaces in zones(scene)
    ]
    patterns = [hatching(scene, side) for side, _ in zones(scene)]
    return [tag("defs", *patterns), tag("g", *shapes, fill_opacity=_OPACITY)] if shapes else []


def hatching(scene: Scene, side: int, name: str = "") -> str:
    """The pattern of a side's zones."""
    stroke = tag("rect", width=_STROKE, height=_HATCH, fill=scene.timeline.sides[side].colour)
    turn = f"rotate({45 if side % 2 else -45})"
    return tag("pattern", stroke, id=name or _id(side), width=_HATCH, height=_HATCH,
               patternUnits="userSpaceOnUse", patternTransform=turn)  # fmt: skip


def draw_supply(scene: Scene) -> list[str]:
    """Mark the spaces where units are out of supply."""
    drawn = []
    for space, _, _ in _answer(scene, "supply").get("lacking", []):
        if scene.plane.shows(space):
            width, height = _LACK
            box = scene.find_room(space, width * scene.scale, height * scene.scale)
            drawn.append(at(box or scene.plane.points[space], scene.scale, *lack()))
    return drawn


def lack() -> tuple[str, ...]:
    """The mark of units out of supply: a crate that is struck out."""
    red, line = "#b00020", {"fill": "none", "stroke": "#333333"}
    return (
        tag("rect", x=-7.5, y=-6, width=15, height=12, rx=2, fill="#ffffff", stroke=red,
            stroke_width=1.6),
        tag("path", d="M-4 -2.5h8v5.5h-8zM-4 0h8M0 -2.5v5.5", stroke_width=1.2, **line),
        tag("path", d="M-6 4.5L6 -4.5", stroke=red, stroke_width=2),
    )  # fmt: skip


def _answer(scene: Scene, layer: str) -> dict[str, Any]:
    return scene.overlays.get(layer, {})


def _id(side: int) -> str:
    return f"zone-{side}"
