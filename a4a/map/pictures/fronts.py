"""Fronts: the line between the sides, thick with force, in the colour of the stronger side.

Contested coasts are dashed. What ``fronts.json`` says of their looks holds for the browser too.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from a4a.map.assets import shared
from a4a.map.colours import mixed
from a4a.map.pictures.scene import Scene, value_at
from a4a.map.pictures.svg import number, polyline, tag


class FrontLine(NamedTuple):
    """A border that is part of a front: its ends, the force there, and that force's sides.

    The end of the first side comes first.
    """

    border: int
    ends: tuple[int, int]
    sides: tuple[int, int]
    force: tuple[int, int]
    coast: bool


def front_lines(scene: Scene) -> list[FrontLine]:
    """The borders that are a front at the scene's position."""
    timeline = scene.timeline
    found = []
    for border, track in sorted(timeline.fronts.items()):
        kind = value_at(track, scene.position)
        if kind:
            row = timeline.borders[border]
            ends = (row.a, row.b) if kind % 2 else (row.b, row.a)
            held = (scene.side_now(scene.owner[ends[0]]), scene.side_now(scene.owner[ends[1]]))
            (side_a, force_a), (side_b, force_b) = (
                _end(scene, ends[i], held[i], held[1 - i]) for i in (0, 1)
            )
            found.append(
                FrontLine(border, ends, (side_a, side_b), (force_a, force_b), coast=kind > 2)
            )
    return found


def _end(scene: Scene, space: int, holder: int, across: int) -> tuple[int, int]:
    """The side at an end, and the TUV of its units there; at sea, the strongest enemy."""
    timeline, content = scene.timeline, scene.contents[space]
    forces: dict[int, int] = {}
    for i in range(0, len(content), 4):
        power, kind, condition, count = content[i : i + 4]
        if timeline.types[kind].category != "facility":
            side = scene.side_now(power)
            forces[side] = forces.get(side, 0) + count * timeline.worth(power, kind, condition)
    if not scene.is_sea(space):
        return holder, forces.get(holder, 0)
    others = [side for side in sorted(forces) if side >= 0 and side != across]
    strongest = max(others, key=lambda side: forces[side], default=-1)
    return strongest, forces.get(strongest, 0)


def lean_of(first: int, second: int) -> int:
    """How a front leans, from -3 (all force is on the second side) over 0 (even) to 3.

    Examples
    --------
    >>> lean_of(100, 0), lean_of(50, 50), lean_of(30, 60)
    (3, 0, -1)
    """
    lean = (first - second) / (first + second) if first + second else 0.0
    leans: list[float] = shared("map/fronts.json")["leans"]
    steps = sum(abs(lean) >= least for least in leans)
    return -steps if lean < 0 else steps


def front_colour(lean: int, first: str, second: str) -> str:
    """The colour of a front between sides of these colours."""
    style = shared("map/fronts.json")
    return mixed(style["even"], second if lean < 0 else first, style["mixes"][abs(lean)])


def front_width(force: int, *, coast: bool, scale: float = 1.0) -> float:
    """How thick a front is drawn with this TUV of both sides along it, to half a pixel.

    Examples
    --------
    >>> front_width(0, coast=False) < front_width(100, coast=False)
    True
    """
    style = shared("map/fronts.json")["coast" if coast else "land"]
    share = min(1.0, math.sqrt(force / style["full"]))
    width: float = scale * (style["least"] + (style["most"] - style["least"]) * share)
    return math.floor(2 * width + 0.5) / 2


def draw_fronts(scene: Scene) -> list[str]:
    """Draw the fronts; all rims lie below all cores, so that a front looks like one line."""
    sides, style = scene.timeline.sides, shared("map/fronts.json")
    casing, rim = style["casing"], style["rim"]
    thin = min(1.0, scene.scale)
    casings, rims, cores, coasts, dashes = [], [], [], [], []
    for line in front_lines(scene):
        d = _trace(scene, *line.ends)
        if not d:
            continue
        colours = [sides[side].colour if side >= 0 else style["nobody"] for side in line.sides]
        colour = front_colour(lean_of(*line.force), *colours)
        width = front_width(sum(line.force), coast=line.coast, scale=scene.scale)
        wide = width + casing["more"] * thin
        path: dict[str, str | int] = {"d": d, "data_border": line.border}
        if line.coast:
            dash = " ".join(number(n * width) for n in style["dash"])
            coasts.append(tag("path", **path, stroke_width=wide))
            dashes.append(
                tag("path", **path, stroke=colour, stroke_width=width, stroke_dasharray=dash)
            )
        else:
            casings.append(tag("path", **path, stroke_width=wide))
            rims.append(tag("path", **path, stroke_width=width + rim["more"] * thin))
            cores.append(tag("path", **path, stroke=colour, stroke_width=width))
    pale = {"stroke": casing["colour"], "stroke_opacity": str(casing["opacity"])}
    groups = [
        tag("g", *coasts, **pale) if coasts else "",
        tag("g", *dashes, stroke_linecap="butt") if dashes else "",
        tag("g", *casings, **pale) if casings else "",
        tag("g", *rims, stroke=rim["colour"]) if rims else "",
        tag("g", *cores) if cores else "",
    ]
    inside = "".join(groups)
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return [tag("g", inside, fill="none", **ends)] if inside else []


def _trace(scene: Scene, a: int, b: int) -> str:
    """The line along which two spaces touch; where none is known a bar across the link."""
    plane = scene.plane
    lines = plane.lines(a, b)
    if lines:
        return "".join(polyline(line) for line in lines if len(line) > 1 and _seen(scene, line))
    if plane.crosses_edge(a, b):
        return ""
    (px, py), (qx, qy) = plane.points[a][:2], plane.points[b][:2]
    length = math.hypot(qx - px, qy - py) or 1.0
    reach = min(shared("map/fronts.json")["bar"] * scene.scale, length / 2.5) / length
    x, y, dx, dy = (px + qx) / 2, (py + qy) / 2, -(qy - py) * reach, (qx - px) * reach
    line = [(x - dx, y - dy), (x + dx, y + dy)]
    return polyline(line) if _seen(scene, line) else ""


def _seen(scene: Scene, line: list[tuple[float, float]]) -> bool:
    """Whether any of a line is in the picture."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    plane = scene.plane
    return max(xs) >= 0 and max(ys) >= 0 and min(xs) <= plane.width and min(ys) <= plane.height
