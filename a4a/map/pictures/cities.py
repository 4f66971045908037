"""Cities and capitals where they stand on the earth; all other marks give way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from a4a.map.assets import shared
from a4a.map.pictures.plane import LabelPoint
from a4a.map.pictures.scene import Box, Room, Scene, at
from a4a.map.pictures.svg import tag, text_width, words

_LONGEST = 60  # letters of a name that is written


class CityLook(msgspec.Struct, frozen=True, rename="camel"):
    """How cities look, in the browser too.

    Parameters
    ----------
    capital, city
        Sizes of their marks, in pixels.
    small
        The share of its size that a mark has where there is no room for more.
    gap, letter
        Pixels between mark and name, and of a letter in the browser.
    named_from
        Width of a space, in pixels, from which on its city is named.
    stack
        Pixels, across and down, that a stack is expected to need.
    beside
        Where in its space a stack that shows its types may stand, in units of its own size.
    away
        Where a stack may go if the room round its label point is taken, in units of its own size.
    leader_from
        Distance from its label point, in pixels, from which on a stack has a leader line.
    """

    capital: float
    city: float
    small: float
    gap: float
    letter: float
    named_from: float
    stack: tuple[float, float]
    beside: tuple[tuple[float, float], ...]
    away: tuple[tuple[float, float], ...]
    leader_from: float


@cache
def city_look() -> CityLook:
    """Return how cities look."""
    return msgspec.convert(shared("map/cities.json"), CityLook)


class Spot(NamedTuple):
    """Where a city is drawn: its space, its mark's box, how large, and its name's box if any."""

    space: int
    box: Box
    share: float
    rings: tuple[str, ...]
    name: str = ""
    written: Box | None = None


def draw_cities(scene: Scene) -> list[str]:
    """Draw cities as stars; capitals as larger ones with a ring in their power's colour.

    They take their room before all else: nothing moves them.
    """
    drawn = []
    for spot in city_spots(scene):
        scene.room.take(spot.box)
        side = 0.0
        if spot.written is not None:
            scene.room.take(spot.written)
            scene.named[spot.space] = spot.name
            side = 1.0 if spot.written.x > spot.box.x else -1.0
        mark = star(spot.rings, name=spot.name if side else "", side=side)
        drawn.append(at(spot.box, scene.scale * spot.share, *mark, data_space=spot.space))
    return drawn


def city_spots(scene: Scene) -> list[Spot]:
    """Where each city is drawn; this depends on the window alone, not on the units there."""
    look, scale, plane = city_look(), scene.scale, scene.plane
    marks, stacks = Room(), Room()
    for point in plane.points:
        stacks.take(Box(point.x, point.y, look.stack[0] * scale, look.stack[1] * scale))
    spots: list[Spot] = []
    for space, rings, _ in _cities(scene):
        known = plane.seat(space)
        for share in (1.0, look.small):
            size = (look.capital if rings else look.city) * scale * share
            x, y = known or _above_stack(plane.points[space], size, scale)
            box = Box(x, y, size, size)
            if marks.free(box) and (share < 1 or stacks.free(box)):
                marks.take(box)
                spots.append(Spot(space, box, share, rings))
                break
    names = {space: name for space, _, name in _cities(scene)}
    return [_named(spot, names[spot.space], scene, marks, stacks) for spot in spots]


def _above_stack(point: LabelPoint, size: float, scale: float) -> tuple[float, float]:
    """Where to draw a city whose place on the earth is not known: clear of a stack."""
    return point.x, point.y - (city_look().stack[1] * scale + size) / 2 - 2


def _cities(scene: Scene) -> list[tuple[int, tuple[str, ...], str]]:
    """The cities in the window, capitals first: space, colours of the rings, name."""
    timeline, found = scene.timeline, []
    if scene.cell:
        return []  # those of hexes are drawn as places
    for space, row in enumerate(timeline.spaces):
        if (row.city or row.capitals) and _is_shown(scene, space):
            rings = tuple([timeline.powers[i].colour for i in row.capitals])
            found.append((space, rings, row.city))
    return sorted(found, key=lambda city: (-len(city[1]), city[0]))


def _is_shown(scene: Scene, space: int) -> bool:
    """Whether the city of a space is in the picture."""
    plane = scene.plane
    x, y = plane.seat(space) or plane.points[space][:2]
    return 0 <= x <= plane.width and 0 <= y <= plane.height


def _named(spot: Spot, name: str, scene: Scene, marks: Room, stacks: Room) -> Spot:
    """A city with its name on a side that is free, if there is one."""
    look, scale = city_look(), scene.scale
    large = scene.plane.points[spot.space].width > look.named_from * scale
    if not name or len(name) >= _LONGEST or spot.share < 1 or not large:
        return spot
    width = text_width(name, 9.5, weight=700) * scale
    off = (spot.box.width + width) / 2 + look.gap * scale
    for side in (1, -1):
        box = Box(spot.box.x + side * off, spot.box.y, width, 11 * scale)
        if marks.free(box) and stacks.free(box) and scene.inside(box) == box:
            marks.take(box)
            return spot._replace(name=name, written=box)
    return spot


def star(rings: Sequence[str], *, name: str = "", side: float = 1.0) -> list[str]:
    """A city about the origin, in a ring if it is a capital, its name right (1) or left (-1)."""
    look = city_look()
    drawn = []
    if rings:
        drawn += [
            tag("circle", r=7, fill="none", stroke="#ffffff", stroke_width=4.4),
            tag("circle", r=6.6, fill="#ffffff", stroke=rings[0], stroke_width=2.2),
        ]
    path = {"d": shared("map/marks.json")["star"], "fill": "#ffffff", "stroke": "#15191d"}
    drawn.append(tag("path", **path, stroke_width=1, stroke_linejoin="round"))
    if name:
        x = side * ((look.capital if rings else look.city) / 2 + look.gap - 1)
        drawn.append(
            words(name, x, 3.4, fill="#15191d", stroke="#ffffff", stroke_width=2.4,
                  paint_order="stroke", text_anchor="end" if side < 0 else None)
        )  # fmt: skip
    return drawn
