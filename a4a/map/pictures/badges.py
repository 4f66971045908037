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
from a4a.map.colours import MARKS
from a4a.map.pictures.cities import city_look
from a4a.map.pictures.discs import disc, has_marker
from a4a.map.pictures.scene import Box, Scene, at
from a4a.map.pictures.svg import number, tag, words
from a4a.map.timeline import CounterRow, TypeRow

DIGIT = 5.9
COUNTER = 26.0
"""The side of a named counter, in pixels."""
_SHORT_FACE = 5  # letters of a face that are written large
_CELL, _PADDING = 12.0, 5.0
_CHIP, _GAP, _PER_ROW = 14.0, 2.0, 3
_DOT = 3.0
_CELLS = 3  # powers that a plain badge shows
_DECK = 2.0
_TICK = "'"  # one hit, where nothing needs counting
_INSIDE: Sequence[tuple[float, float]] = (
    (0.0, 0.0),
    (0.0, -0.2),
    (0.0, 0.2),
    (-0.25, 0.0),
    (0.25, 0.0),
)
"""Where in a hex a badge may stand, in units of its own size."""
_HURT, _ABOARD = "damaged", "aboard"  # words of conditions


class Chip(NamedTuple):
    """Units of a type in a badge.

    Whether aboard a ship, how many, how many are damaged, and whether any has a marker.
    """

    kind: int
    aboard: bool
    units: int
    hurt: int
    disc: bool

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        figures = len(str(self.units)) * DIGIT + 1 if self.units > 1 else 0.0
        return _CHIP + figures + self._marked + _GAP

    @property
    def hits(self) -> str:
        """The text for damage: how many units have any, a tick if the only one has, or nothing."""
        if not self.hurt:
            return ""
        return str(self.hurt) if self.units > 1 else _TICK

    @property
    def _marked(self) -> float:
        if not self.hurt:
            return 0.0
        return len(self.hits) * DIGIT + 3 if self.hits != _TICK else 4.0


class BadgeRow(NamedTuple):
    """The units of a power in a stack."""

    power: int
    units: int
    chips: list[Chip]


def rows_of(scene: Scene, space: int) -> list[BadgeRow]:
    """The units of a space without its facilities, by power, most first."""
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
        before = own.get(key, Chip(*key, 0, 0, disc=False))
        hurt = before.hurt + (count if _HURT in said else 0)
        marked = condition not in timeline.counters and has_marker(said)
        own[key] = before._replace(
            units=before.units + count, hurt=hurt, disc=before.disc or marked
        )
    rows = [
        BadgeRow(
            power, sum(c.units for c in own.values()), sorted(own.values(), key=lambda c: c.aboard)
        )
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
        if scene.find_room(space, width * scale, _CELL * scale, away=_away(scene, space)):
            drawn[space] = _plain(scene, cells, width)
        else:
            left_over.append(space)
    for space in left_over:
        total, power = _units(stacks[space]), stacks[space][0].power
        width = _cell_width(total) - 2
        if scene.find_room(space, width * scale, _CELL * scale, away=_away(scene, space)):
            drawn[space] = _plain(scene, [(power, total)], width)
        elif scene.find_room(space, 2 * _DOT * scale, 2 * _DOT * scale):
            colour = scene.timeline.powers[power].colour
            drawn[space] = [tag("circle", r=_DOT, fill=colour, stroke="#fff")]
    for space in order:
        if space not in left_over:
            _grow(scene, space, stacks[space], drawn)
    shown = [space for space in order if space in drawn]
    leaders = [line for space in shown for line in _leader(scene, space)]
    return leaders + [
        at(scene.boxes[space], scale, *drawn[space], data_space=space) for space in shown
    ]


def _away(scene: Scene, space: int) -> Sequence[tuple[float, float]]:
    """Where else the stack of a space may go, in units of its size, to make way for a city."""
    return city_look().away if _yields(scene, space) else ()


def _yields(scene: Scene, space: int) -> bool:
    """Whether the stack of a space makes way for a city of the space."""
    row = scene.timeline.spaces[space]
    return scene.is_on("cities") and not scene.cell and bool(row.city or row.capitals)


def _leader(scene: Scene, space: int) -> list[str]:
    """The line from a badge to the label point that it left to a city; none if that is close."""
    if not _yields(scene, space):
        return []
    box, (x, y, *_) = scene.boxes[space], scene.plane.points[space]
    across = min(max(x, box.left), box.left + box.width)
    down = min(max(y, box.top), box.top + box.height)
    if math.hypot(across - x, down - y) < city_look().leader_from * scene.scale:
        return []
    line = f"M{number(x)} {number(y)}L{number(across)} {number(down)}"
    return [
        tag("path", d=line, fill="none", stroke="#ffffff", stroke_width=3),
        tag("path", d=line, fill="none", stroke="#15191d", stroke_width=1),
    ]


def _units(rows: Sequence[BadgeRow]) -> int:
    return sum(row.units for row in rows)


def _grow(scene: Scene, space: int, rows: Sequence[BadgeRow], drawn: dict[int, list[str]]) -> None:
    """Draw a detailed badge in place of a plain one where its space has room for it."""
    hexed = bool(scene.timeline.spaces[space].code)
    if hexed:
        each = counters_of(scene, space)
        across, down = _in_rows(scene, space, len(each))
        width, height = across * COUNTER, down * COUNTER
        if each and down and _swap(scene, space, width, height):
            drawn[space] = _one_by_one(scene, each, across, width, height)
            return
    for per_row in (3, 2, 1) if hexed else (None,):
        lines = _lines(rows, per_row)
        width = max(line.width for line in lines)
        height = sum(line.height for line in lines)
        if _swap(scene, space, width, height):
            drawn[space] = _detailed(scene, lines, width, height)
            return


def _swap(scene: Scene, space: int, width: float, height: float) -> bool:
    """Give the badge of a space another size, if there is room for that."""
    point, scale = scene.plane.points[space], scene.scale
    width, height = width * scale, height * scale
    ceiling = scene.ceiling(space)
    roof = point.y + point.height / 2 - ceiling if ceiling > -math.inf else point.height
    if width > point.width or height > roof:
        return False
    before = scene.boxes[space]
    middle = max(point.y, ceiling + height / 2 + 0.5)
    if ceiling > -math.inf:
        spots = _INSIDE
    else:
        spots = city_look().beside if _yields(scene, space) else _INSIDE[:1]
    for dx, dy in spots:
        box = scene.inside(Box(point.x + dx * width, middle + dy * height, width, height))
        if scene.room.free(box, but=before):
            scene.room.leave(before)
            scene.room.take(box)
            scene.boxes[space] = box
            return True
    return False


# --- named counters -----------------------------------------------------------------------------


class Counted(NamedTuple):
    """A named counter in a space: its power, its unit type, what is printed on it."""

    power: int
    kind: int
    row: CounterRow


def counters_of(scene: Scene, space: int) -> list[Counted]:
    """The named counters of a space; empty if other units are there too."""
    timeline, content = scene.timeline, scene.contents[space]
    found = []
    for i in range(0, len(content), 4):
        power, kind, condition, count = content[i : i + 4]
        if condition not in timeline.counters:
            return []
        found += [Counted(power, kind, timeline.counters[condition])] * count
    return found


def _in_rows(scene: Scene, space: int, count: int) -> tuple[int, int]:
    """How many counters stand side by side in a space, and in how many rows; 0 if none fits."""
    point, size = scene.plane.points[space], COUNTER * scene.scale
    most = min(count, int(point.width / size))
    if most == 0:
        return 0, 0
    down = math.ceil(count / most)
    return math.ceil(count / down), down


def _one_by_one(
    scene: Scene, each: Sequence[Counted], across: int, width: float, height: float
) -> list[str]:
    parts = []
    for i, counted in enumerate(each):
        x = -width / 2 + COUNTER * (i % across + 0.5)
        y = -height / 2 + COUNTER * (i // across + 0.5)
        parts.append(tag("g", *counter(scene, counted), transform=f"translate({x:g},{y:g})"))
    return parts


def counter(scene: Scene, counted: Counted) -> list[str]:
    """A counter as it is printed, about the origin; a band says that it is reduced."""
    power, kind = scene.timeline.powers[counted.power], scene.timeline.types[counted.kind]
    half, face = COUNTER / 2, counted.row.face
    parts = [
        tag("rect", x=0.5 - half, y=0.5 - half, width=COUNTER - 1, height=COUNTER - 1, rx=2,
            fill=power.colour, stroke="#ffffff")
    ]  # fmt: skip
    if counted.row.reduced:
        parts.append(
            tag("rect", x=1 - half, y=1 - half, width=COUNTER - 2, height=3.4, fill="#ffffff",
                fill_opacity="0.85")
        )  # fmt: skip
    parts.append(symbol(kind, power.ink, -7, -8))
    size = 8.5 if len(face) <= _SHORT_FACE else 6.4
    parts.append(words(face, 0, 10.4, fill=power.ink, text_anchor="middle", font_size=size))
    if counted.row.marked:
        parts += [
            tag("circle", cx=half - 4.5, cy=4.5 - half, r=4.2, fill="#15191d", stroke="#ffffff"),
            tag("path", d=f"M{half - 6.6:g} {4.5 - half:g}l1.5 1.8l2.6 -3.6", fill="none",
                stroke="#ffffff", stroke_width=1.4),
        ]  # fmt: skip
    return parts


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


def _lines(rows: Sequence[BadgeRow], most: int | None = None) -> list[_Line]:
    lines = []
    for row in rows:
        per_row = most or max(_PER_ROW, math.ceil(len(row.chips) ** 0.5) + 1)
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
            after = x + _CHIP
            parts.append(symbol(timeline.types[chip.kind], power.ink, x, y + 1))
            if chip.units > 1:
                parts.append(words(str(chip.units), after + 1, y + 9.5, fill=power.ink))
                after += 1 + len(str(chip.units)) * DIGIT
            if chip.disc:
                parts.append(disc(x, y + 1))
            parts += hits(chip.hits, after + 1, y + 1.2)
            if chip.aboard:  # a deck below what is aboard a ship
                deck = f"M{number(x)} {number(y + 12.2)}H{number(after)}"
                parts.append(
                    tag("path", d=deck, stroke=power.ink, stroke_width=1.4, stroke_dasharray="3 1",
                        fill="none")
                )  # fmt: skip
            x += chip.width
        y += line.height
    return [*parts, rim(width, height)]


def hits(told: str, x: float, y: float) -> list[str]:
    """Hits in red on white, to be seen on any power's colour, their left edge at `x`."""
    if not told:
        return []
    if told == _TICK:
        tick = {"d": f"M{number(x)} {number(y + 5)}L{number(x + 2.5)} {number(y + 1)}"}
        pens = (("#ffffff", 4), (MARKS["hit"], 2))
        return [
            tag("path", **tick, fill="none", stroke=colour, stroke_width=width,
                stroke_linecap="round")
            for colour, width in pens
        ]  # fmt: skip
    width = len(told) * DIGIT + 1.5
    middle = x + width / 2
    return [
        tag("rect", x=x, y=y, width=width, height=9.6, rx=1.5, fill="#ffffff"),
        words(told, middle, y + 8.2, text_anchor="middle", fill=MARKS["hit"], font_weight=800),
    ]


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
