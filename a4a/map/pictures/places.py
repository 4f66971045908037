"""What is printed on the spaces of a board of hexes: numbers, places by name, their marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from a4a.map.assets import shared
from a4a.map.pictures.badges import COUNTER
from a4a.map.pictures.scene import Box, Scene, at
from a4a.map.pictures.svg import tag, text_width, words


class PlaceMark(msgspec.Struct, frozen=True):
    """A mark of a place: what it means, and its drawing about the origin."""

    words: str
    paths: tuple[dict[str, str], ...]


class PlaceLook(msgspec.Struct, frozen=True):
    """How places look, in the browser too.

    Parameters
    ----------
    least
        Pixels of the smallest letters that can be read.
    mark, gap, letters
        Sizes, in pixels, of a mark, of the gap between two, and of the letters of names.
    named_from
        Width of a space, in pixels, from which on all places are named; below it, those of the
        first ranks.
    widest
        How wide marks with their name may be, in spaces.
    first, must
        The last rank that is named, and the last that is shown, at any zoom.
    ranks
        The marks, in the order in which they take room.
    marks
        Every mark by its name, as the legend lists them.
    """

    least: float
    mark: float
    gap: float
    letters: float
    named_from: float
    widest: float
    first: int
    must: int
    ranks: tuple[str, ...]
    marks: dict[str, PlaceMark]


@cache
def place_look() -> PlaceLook:
    """Return how places look."""
    return msgspec.convert(shared("map/places.json"), PlaceLook)


def draw_codes(scene: Scene) -> list[str]:
    """Write the numbers of spaces where they can be read; they take their room before all else."""
    look = place_look()
    size = min(11.0, 0.17 * scene.cell)
    if size < look.least:
        return []
    texts = []
    for space, row in enumerate(scene.timeline.spaces):
        if row.code and scene.plane.shows(space):
            point = scene.plane.points[space]
            y = point.y - 0.485 * point.height + 0.5 * size
            scene.room.take(Box(point.x, y, 0.58 * size * len(row.code), 0.8 * size))
            ink = "#35586f" if row.kind == "sea" else None
            texts.append(words(row.code, point.x, y + 0.36 * size, fill=ink))
    if not texts:
        return []
    style = {"fill": "#1c252c", "text_anchor": "middle", "font_weight": "500"}
    return [tag("g", *texts, font_size=size, **style)]


def draw_seats(scene: Scene) -> list[str]:
    """Draw capitals and cities that produce, before stacks take room, where spaces are large.

    They keep out of the middle of hexes where units stand, as far as they can.
    """
    look = place_look()
    if scene.cell < look.named_from:
        return []
    standing = list(_standing(scene))
    for box in standing:
        scene.room.take(box)
    drawn, unnamed = _draw(scene, range(look.first + 1))
    for box in standing:
        scene.room.leave(box)
    return drawn + [
        part for own, name, box in unnamed for part in _named_aside(scene, own, name, box)
    ]


def _standing(scene: Scene) -> Iterator[Box]:
    """Where stacks would like to be: the middle of their hexes."""
    side = COUNTER * scene.scale
    for space, content in enumerate(scene.contents):
        if content and scene.timeline.spaces[space].code and scene.plane.shows(space):
            middle = scene.ceiling(space) + side / 2 + 0.5
            width = min(2, len(content) // 4) * side
            yield Box(scene.plane.points[space].x, middle, width, side)


def draw_places(scene: Scene) -> list[str]:
    """Draw the other cities, ports and straits; all of them where spaces are small."""
    look = place_look()
    near = scene.cell >= look.named_from
    first, last = (look.first + 1, len(look.ranks)) if near else (0, look.must)
    return _draw(scene, range(first, last + 1))[0]


def _draw(scene: Scene, ranks: range) -> tuple[list[str], list[tuple[tuple[str, ...], str, Box]]]:
    """Draw places of some ranks at the bottom of their spaces, with their names.

    The second value has the marks, name and box of each place whose name has found no room.
    """
    look = place_look()
    near = scene.cell >= look.named_from
    found = []
    for space, row in enumerate(scene.timeline.spaces):
        own = row.marks
        if (own or row.place) and scene.plane.shows(space):
            rank = look.ranks.index(own[0]) if own else len(look.ranks)
            if rank in ranks:
                found.append((rank, space, own, row.place if near or rank <= look.first else ""))
    drawn: list[str] = []
    unnamed = []
    for rank, space, own, name in sorted(found):
        across = scene.scale * _width(own, name)  # wider than a hex, marks would stand in another
        fits = bool(name) and (not own or across <= look.widest * scene.cell)
        whole = _room(scene, space, own, name, must=False) if fits else None
        box = whole or _room(scene, space, own, "", must=rank <= look.must)
        if box is None:
            continue
        drawn.append(at(box, scene.scale, *_place(own, name if whole else "")))
        if name and not whole:
            aside = _named_aside(scene, own, name, box)
            drawn += aside
            if not aside:
                unnamed.append((own, name, box))
    return drawn, unnamed


def _named_aside(scene: Scene, own: Sequence[str], name: str, box: Box) -> list[str]:
    """The name of a place beside its marks, if there is room."""
    aside = _aside(scene, name, box)
    if aside is None:
        return []
    return [at(aside, scene.scale, *_name(own, name, -_width((), name) / 2))]


def _aside(scene: Scene, name: str, box: Box) -> Box | None:
    """Take room for a name round its marks, where there was none for both side by side."""
    look = place_look()
    width, height = scene.scale * _width((), name), scene.scale * look.mark
    away, below = (box.width + width) / 2 + 1.1, height + 1.1
    spots = [(0.0, below), (away, 0.0), (-away, 0.0), (0.0, -below)]
    spots += [(away, below), (-away, below), (0.0, 2 * below), (away, -below), (-away, -below)]
    spots += [(away, 2 * below), (-away, 2 * below)]
    for dx, dy in spots:
        found = Box(box.x + dx, box.y + dy, width, height)
        if scene.room.free(found) and scene.inside(found) == found:
            scene.room.take(found)
            return found
    return None


def _width(own: Sequence[str], name: str) -> float:
    look = place_look()
    return len(own) * (look.mark + look.gap) + (
        text_width(name, look.letters, weight=700) + 2 if name else 0.0
    )


def _room(scene: Scene, space: int, own: Sequence[str], name: str, *, must: bool) -> Box | None:
    """Take room at the bottom of a space, or elsewhere in it or beside it."""
    look = place_look()
    if not own and not name:
        return None
    width, height = scene.scale * _width(own, name), scene.scale * look.mark
    point, badge = scene.plane.points[space], scene.boxes.get(space)
    bottom = point.y + point.height / 2
    low = bottom - 0.03 * scene.cell - 0.3 * height
    under = badge.y + badge.height / 2 + height / 2 + 1 if badge else point.y
    beside = (badge.width + width) / 2 + 1 if badge else width / 2
    top = bottom - point.height + 0.3 * scene.cell
    quarter = 0.25 * scene.cell
    spots = [(0.0, low), (-quarter, low), (quarter, low), (0.0, low - 0.6 * height)]
    spots += [(0.0, under), (0.0, top), (0.0, bottom)]
    if not (own and name):
        spots += [(beside, point.y), (-beside, point.y)]
    for away, y in spots:
        box = Box(point.x + away, y, width, height)
        if scene.room.free(box) and scene.inside(box) == box:
            scene.room.take(box)
            return box
    if must:  # a city or port is shown even where it lies over something
        box = scene.inside(Box(point.x, low, width, height))
        scene.room.take(box)
        return box
    return None


def _place(own: Sequence[str], name: str) -> list[str]:
    """Marks in a row and the name right of them, about the origin."""
    look = place_look()
    x = -_width(own, name) / 2
    parts = []
    for mark in own:
        parts.append(tag("g", *mark_of(mark), transform=f"translate({x + look.mark / 2:g},0)"))
        x += look.mark + look.gap
    return [*parts, *(_name(own, name, x) if name else [])]


def _name(own: Sequence[str], name: str, x: float) -> list[str]:
    """The name of a place; that of a capital in red, as printed."""
    look = place_look()
    ink = "#b00d28" if own and own[0].startswith("capital") else "#15191d"
    return [
        words(name, x + 1, 3.7, fill=ink, font_size=look.letters, font_weight=700, stroke="#ffffff",
              stroke_width=2.4, stroke_opacity="0.85", paint_order="stroke")
    ]  # fmt: skip


def mark_of(mark: str) -> list[str]:
    """The drawing of a mark about the origin."""
    known = place_look().marks.get(mark)
    paths = known.paths if known else ()
    return [tag("path", **{k.replace("-", "_"): v for k, v in path.items()}) for path in paths]
