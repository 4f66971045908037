"""Movement: the ways units went along the label points, and rings round what a step touched.

Moves of one power, kind and path are one arrow, wider the more units went. What ``ways.json`` says
of their looks holds for the browser too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from a4a.map.assets import shared
from a4a.map.pictures.scene import Scene
from a4a.map.pictures.svg import number, tag

XY: TypeAlias = tuple[float, float]
_STUB = 60.0  # px of a way that goes on beyond the edge of the map
_ROOM = 14.0  # px between two badges, below which a way goes from label to label


class ArrowPath(NamedTuple):
    """Where an arrow runs: its path data, its tip and its direction there in degrees."""

    path: str
    tip: XY
    angle: float


def draw_movement(scene: Scene) -> list[str]:
    """Draw the arrows of the step, phase or turn, the widest lowest, and the step's rings."""
    crowd = shared("map/ways.json")["crowd"]
    ways = merged_ways(scene)
    slim = 0.6 if len(ways) > crowd["throng"] else 0.8 if len(ways) > crowd["many"] else 1.0
    neighbours: dict[tuple[int, ...], int] = {}
    arrows = []
    for (power, kind, path), units in ways[: crowd["most"]]:
        place = neighbours.get(path[-2:], 0)
        neighbours[path[-2:]] = place + 1
        if course := trace(scene, path, place):
            arrows.append(_arrow(scene, power, kind, units, course, slim * scene.scale))
    return _rings(scene) + arrows


def merged_ways(scene: Scene) -> list[tuple[tuple[int, str, tuple[int, ...]], int]]:
    """Power, kind and path of the ways to draw, with how many units went, most first."""
    found: dict[tuple[int, str, tuple[int, ...]], int] = {}
    marks = scene.timeline.marks
    for at in range(scene.since(scene.choice("movement", "over")), scene.position + 1):
        for way in marks[at].ways if at in marks else ():
            key = (way.power, way.kind, tuple(way.path))
            found[key] = found.get(key, 0) + way.units
    shown = [row for row in found.items() if any(scene.plane.shows(space) for space in row[0][2])]
    return sorted(shown, key=lambda row: -row[1])


def _rings(scene: Scene) -> list[str]:
    mark = scene.timeline.marks.get(scene.position)
    rings = []
    for space in mark.spaces if mark else ():
        x, y, width, height = scene.plane.points[space]
        if scene.plane.shows(space):
            half = min(width, height) / 2
            hexed = scene.timeline.spaces[space].code  # a hex is ringed as a whole
            r = 0.96 * half if hexed else max(9.0, min(16.0, half))
            rings.append(tag("circle", cx=x, cy=y, r=r))
    if not rings:
        return []
    look = {"fill": "none", "stroke": "#111111", "stroke_dasharray": "3 2"}
    return [tag("g", *rings, stroke_width=1.5, **look)]


def _arrow(scene: Scene, power: int, kind: str, units: int, course: ArrowPath, slim: float) -> str:
    style: dict[str, Any] = shared("map/ways.json")
    look = style["kinds"].get(kind, style["kinds"]["other"])
    least, most, full = (style["width"][key] for key in ("least", "most", "full"))
    share = (math.sqrt(max(1, min(units, full))) - 1) / (math.sqrt(full) - 1)
    width = slim * (least + (most - least) * share)
    powers = scene.timeline.powers
    edge = powers[power].colour if power >= 0 else look["colour"]
    dash = " ".join(number(n * max(width, 1.6)) for n in look["dash"]) or None
    d, (x, y), angle = course
    size = max(0.9, 0.7 + 0.15 * width)
    return tag(
        "g",
        tag("path", d=d, stroke=edge, stroke_width=width + slim * style["edge"]),
        tag("path", d=d, stroke="#ffffff", stroke_width=width + slim * style["casing"]),
        tag("path", d=d, stroke=look["colour"], stroke_width=width, stroke_dasharray=dash),
        tag("path", d=look["head"], fill=look["colour"], stroke="#ffffff", stroke_width=1,
            transform=f"translate({number(x)},{number(y)}) rotate({number(angle)}) "
            f"scale({size:.2f})"),
        fill="none", stroke_linejoin="round",
    )  # fmt: skip


def trace(scene: Scene, path: Sequence[int], place: int = 0) -> ArrowPath | None:
    """Where the way along a path runs, from badge to badge; None if it goes nowhere.

    `place` is the number of the way among those that have the same last two spaces.
    """
    parts: list[str] = []
    course = None
    pieces = _pieces(scene, path)
    for i, points in enumerate(pieces):
        if len(points) < 2:
            continue
        bent = _bent(points, place)
        start = _outside(scene, path[0], bent[1]) if i == 0 else bent[0]
        end = _outside(scene, path[-1], bent[-2]) if i == len(pieces) - 1 else bent[-1]
        if len(bent) > 3 or math.dist(start, end) > _ROOM:
            bent[0], bent[-1] = start, end
        parts.append(_smooth(bent))
        (x0, y0), tip = bent[-2:]
        angle = math.degrees(math.atan2(tip[1] - y0, tip[0] - x0))
        course = ArrowPath("".join(parts), tip, angle)
    return course


def straight(scene: Scene, path: Sequence[int]) -> ArrowPath | None:
    """A course through the label points themselves; None if it goes nowhere."""
    pieces = [piece for piece in _pieces(scene, path) if len(piece) > 1]
    if not pieces:
        return None
    (x0, y0), tip = pieces[-1][-2:]
    angle = math.degrees(math.atan2(tip[1] - y0, tip[0] - x0))
    return ArrowPath("".join(_smooth(piece) for piece in pieces), tip, angle)


def _pieces(scene: Scene, path: Sequence[int]) -> list[list[XY]]:
    """The points of a path, cut where it leaves one edge of the map, with stubs there."""
    plane = scene.plane
    points = [(point.x, point.y) for point in plane.points]
    pieces = [[points[path[0]]]]
    for here, there in pairwise(path):
        if plane.crosses_edge(here, there):
            pieces[-1].append(_beyond(scene, here, there))
            pieces.append([_beyond(scene, there, here)])
        pieces[-1].append(points[there])
    return pieces


def _beyond(scene: Scene, here: int, there: int) -> XY:
    """A point on the way from a space to one that lies beyond the edge of the map."""
    x, y, *_ = scene.plane.points[here]
    ghost_x, ghost_y, *_ = scene.plane.points[there]
    world = scene.plane.place(0.0, 360.0)[0] - scene.plane.place(0.0, 0.0)[0]
    dx, dy = ghost_x + (world if ghost_x < x else -world) - x, ghost_y - y
    share = min(0.5, _STUB / (math.hypot(dx, dy) or 1.0))
    return (x + dx * share, y + dy * share)


def _outside(scene: Scene, space: int, other: XY) -> XY:
    """Where a way between another point and a space meets the edge of the space's badge."""
    x, y, *_ = scene.plane.points[space]
    box = scene.boxes.get(space)
    if box is None:
        return (x, y)
    dx, dy = other[0] - box.x, other[1] - box.y
    reach_x, reach_y = box.width / 2 + 0.5, box.height / 2 + 0.5
    share = min(1.0, reach_x / max(abs(dx), 1e-6), reach_y / max(abs(dy), 1e-6))
    return (box.x + dx * share, box.y + dy * share)


def _bent(points: Sequence[XY], place: int) -> list[XY]:
    """The points of a way, moved aside as the `place`-th of several; a single leg is bowed."""
    style = shared("map/ways.json")
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    normal = ((by - ay) / length, -(bx - ax) / length)
    if len(points) == 2:
        aside = min(40.0, style["bend"] * length) + place * style["apart"]
        middle = ((ax + bx) / 2 + normal[0] * aside, (ay + by) / 2 + normal[1] * aside)
        return [points[0], middle, points[-1]]
    aside = place * style["apart"]
    inner = [(x + normal[0] * aside, y + normal[1] * aside) for x, y in points[1:-1]]
    return [points[0], *inner, points[-1]]


def _smooth(points: Sequence[XY]) -> str:
    """A smooth curve through points (Catmull and Rom) as path data."""
    last = len(points) - 1
    d = f"M{number(points[0][0])} {number(points[0][1])}"
    for i in range(last):
        p, q = points[max(0, i - 1)], points[i]
        r, s = points[i + 1], points[min(last, i + 2)]
        turns = (
            (q[0] + (r[0] - p[0]) / 6, q[1] + (r[1] - p[1]) / 6),
            (r[0] - (s[0] - q[0]) / 6, r[1] - (s[1] - q[1]) / 6),
            r,
        )
        d += "C" + " ".join(f"{number(x)} {number(y)}" for x, y in turns)
    return d
