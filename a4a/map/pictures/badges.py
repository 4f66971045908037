"""The stacks as badges: what a badge shows, how big it is, and where it fits.

Every stack gets a plain badge (one cell a power with the number of units) where it fits without
covering another, the strongest first. Those left over get one cell for all, or become dots. Then,
again the strongest first, badges grow into rows of unit types with counts, where the room and their
space allow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from a4a.map.assets import shared
from a4a.map.pictures.scene import Box, Scene
from a4a.map.pictures.svg import number, tag, words
from a4a.map.timeline import TypeRow

DIGIT = 5.9
_CELL, _PADDING = 12.0, 5.0
_CHIP, _GAP, _PER_ROW = 14.0, 2.0, 3
_DOT = 3.0
_CELLS = 3  # powers that a plain badge tells of
_DECK = 2.0
_HURT, _ABOARD = "damaged", "aboard"  # words of conditions


class Chip(NamedTuple):
    """Units of a type in a badge: whether aboard a ship, how many, and how many are damaged."""

    kind: int
    aboard: bool
    units: int
    hurt: int

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        figures = len(str(self.units)) * DIGIT + 1 if self.units > 1 else 0.0
        return _CHIP + figures + (4 if self.hurt else 0) + _GAP


class Row(NamedTuple):
    """The units of a power in a stack."""

    power: int
    units: int
    chips: list[Chip]


def rows_of(scene: Scene, space: int) -> list[Row]:
    """The units of a space by power, most first; facilities are not among them."""
    timeline = scene.timeline
    content = scene.contents[space]
    chips: dict[int, dict[tuple[int, bool], Chip]] = {}
    for i in range(0, len(content), 4):
        power, kind, condition, count = content[i : i + 4]
        if timeline.types[kind].category == "facility":
            continue
        said = timeline.conditions[condition]
        key = (kind, _ABOARD in said)
        own = chips.setdefault(power, {})
        before = own.get(key, Chip(*key, 0, 0))
        hurt = before.hurt + (count if _HURT in said else 0)
        own[key] = before._replace(units=before.units + count, hurt=hurt)
    rows = [
        Row(power, sum(c.units for c in own.values()), sorted(own.values(), key=lambda c: c.aboard))
        for power, own in chips.items()
    ]
    return sorted(rows, key=lambda row: (-row.units, row.power))


def draw_badges(scene: Scene) -> list[str]:
    """Draw the stacks; their boxes are in ``scene.boxes`` afterwards."""
    stacks = {
        space: rows
        for space in range(len(scene.contents))
        if scene.plane.shows(space) and (rows := rows_of(scene, space))
    }
    order = sorted(stacks, key=lambda space: (-_units(stacks[space]), space))
    scale = scene.scale
    drawn: dict[int, list[str]] = {}
    left_over: list[int] = []
    for space in order:
        cells = [(row.power, row.units) for row in stacks[space][:_CELLS]]
        width = sum(_cell_width(units) for _, units in cells)
        if scene.find_room(space, width * scale, _CELL * scale):
            drawn[space] = _plain(scene, cells, width)
        else:
            left_over.append(space)
    for space in left_over:
        total, power = _units(stacks[space]), stacks[space][0].power
        width = _cell_width(total) - 2
        if scene.find_room(space, width * scale, _CELL * scale):
            drawn[space] = _plain(scene, [(power, total)], width)
        elif scene.find_room(space, 2 * _DOT * scale, 2 * _DOT * scale):
            colour = scene.timeline.powers[power].colour
            drawn[space] = [tag("circle", r=_DOT, fill=colour, stroke="#fff")]
    for space in order:
        if space not in left_over:
            _grow(scene, space, stacks[space], drawn)
    return [at(scene.boxes[space], scale, *drawn[space]) for space in order if space in drawn]


def _units(rows: Sequence[Row]) -> int:
    return sum(row.units for row in rows)


def _grow(scene: Scene, space: int, rows: Sequence[Row], drawn: dict[int, list[str]]) -> None:
    """Let a plain badge become a detailed one where there is room for it in its space."""
    point, scale = scene.plane.points[space], scene.scale
    lines = _lines(rows)
    width = max(line.width for line in lines)
    height = sum(line.height for line in lines)
    if width * scale > point.width or height * scale > point.height:
        return
    before = scene.boxes[space]
    box = scene.inside(Box(point.x, point.y, width * scale, height * scale))
    if scene.room.free(box, but=before):
        scene.room.leave(before)
        scene.room.take(box)
        scene.boxes[space] = box
        drawn[space] = _detailed(scene, lines, width, height)


def at(box: Box, scale: float, *parts: str) -> str:
    """A group about the middle of a box."""
    place = f"translate({round(box.x)},{round(box.y)})"
    return tag("g", *parts, transform=place if scale == 1 else f"{place} scale({scale:g})")


# --- plain --------------------------------------------------------------------------------------


def _cell_width(units: int) -> float:
    return len(str(units)) * DIGIT + _PADDING


def _plain(scene: Scene, cells: Sequence[tuple[int, int]], width: float) -> list[str]:
    parts, x = [], -width / 2
    for i, (index, units) in enumerate(cells):
        power = scene.timeline.powers[index]
        cell = width / 2 - x if i == len(cells) - 1 else _cell_width(units)
        parts += [
            tag("rect", x=x, y=-_CELL / 2, width=cell, height=_CELL, fill=power.colour),
            words(str(units), x + cell / 2, 3.5, fill=power.ink, text_anchor="middle"),
        ]
        x += cell
    return [*parts, rim(width, _CELL)]


def rim(width: float, height: float) -> str:
    """The white line round a badge."""
    return tag(
        "rect", x=-width / 2, y=-height / 2, width=width, height=height, fill="none", stroke="#fff"
    )


# --- detailed -----------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A row of a detailed badge."""

    power: int
    chips: list[Chip]
    width: float
    height: float


def _lines(rows: Sequence[Row]) -> list[_Line]:
    lines = []
    for row in rows:
        per_row = max(_PER_ROW, math.ceil(len(row.chips) ** 0.5) + 1)
        for i in range(0, len(row.chips), per_row):
            part = row.chips[i : i + per_row]
            height = _CELL + (_DECK if any(chip.aboard for chip in part) else 0)
            lines.append(_Line(row.power, part, sum(chip.width for chip in part) + 4, height))
    return lines


def _detailed(scene: Scene, lines: Sequence[_Line], width: float, height: float) -> list[str]:
    timeline = scene.timeline
    left, y = -width / 2, -height / 2
    parts = []
    for line in lines:
        power = timeline.powers[line.power]
        parts.append(tag("rect", x=left, y=y, width=width, height=line.height, fill=power.colour))
        x = left + 2
        for chip in line.chips:
            end = x + chip.width - _GAP
            parts.append(symbol(timeline.types[chip.kind], power.ink, x, y + 1))
            if chip.units > 1:
                parts.append(words(str(chip.units), x + _CHIP + 1, y + 9.5, fill=power.ink))
            if chip.hurt:
                parts.append(
                    tag("circle", cx=end - 2, cy=y + 4, r=2, fill="#e5252a", stroke="#fff",
                        stroke_width=0.5)
                )  # fmt: skip
            if chip.aboard:  # a deck below what is aboard a ship
                deck = f"M{number(x)} {number(y + 12.2)}H{number(end)}"
                parts.append(tag("path", d=deck, stroke=power.ink, stroke_width=1.2))
            x = end + _GAP
        y += line.height
    return [*parts, rim(width, height)]


def symbol(kind: TypeRow, ink: str, x: float, y: float) -> str:
    """The symbol of a unit type, 14 wide and 10 high, its upper left corner at a place."""
    known = shared("map/symbols.json")
    paths = known.get(kind.symbol) or known.get(kind.category) or known["other"]
    parts = []
    if line := paths.get("line"):
        parts.append(tag("path", d=line, fill="none", stroke=ink, stroke_width=1.1))
    if fill := paths.get("fill"):
        parts.append(tag("path", d=fill, fill=ink))
    return tag("g", *parts, transform=f"translate({x:g},{y:g})")
