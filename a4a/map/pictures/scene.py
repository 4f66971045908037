"""A scene: a position of a timeline in a window on the map, with the room that is still free."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from a4a.map.layers import Settings
from a4a.map.pictures.plane import Plane
from a4a.map.pictures.svg import tag
from a4a.map.timeline import Stop, Timeline, Track

if TYPE_CHECKING:
    from a4a.map.pictures.threat import Threatened

Theme: TypeAlias = Literal["light", "dark"]


class Look(NamedTuple):
    """The colours of a picture other than those of powers and sides."""

    page: str
    ink: str
    soft: str
    ocean: str
    sea: str
    nobody: str
    shore: str
    wave: str


LOOKS: Mapping[str, Look] = {
    "light": Look(
        "#ffffff", "#1c252c", "#5d6672", "#c3d3df", "#d3e0ea", "#e9e6dd", "#5d6b76", "#a9bac7"
    ),
    "dark": Look(
        "#15191d", "#eef1f4", "#aab3bd", "#2b3a46", "#344552", "#77746a", "#12171b", "#4c5f6e"
    ),
}


class Box(NamedTuple):
    """A rectangle on the picture about a middle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        """Its left edge."""
        return self.x - self.width / 2

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.y - self.height / 2

    def meets(self, other: Box) -> bool:
        """Whether two boxes overlap, or lie closer than a pixel."""
        return (
            2 * abs(self.x - other.x) < self.width + other.width + 2
            and 2 * abs(self.y - other.y) < self.height + other.height + 2
        )


class Room:
    """Which room of a picture is taken, in a coarse grid so that looking is quick.

    Examples
    --------
    >>> room = Room()
    >>> room.take(Box(10, 10, 12, 12))
    >>> room.free(Box(12, 12, 4, 4)), room.free(Box(30, 10, 12, 12))
    (False, True)
    """

    _CELL = 64

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        cell = self._CELL
        for x in range(int(box.left // cell), int((box.left + box.width) // cell) + 1):
            for y in range(int(box.top // cell), int((box.top + box.height) // cell) + 1):
                yield x, y

    def free(self, box: Box, *, but: Box | None = None) -> bool:
        """Whether nothing lies in a box, except perhaps `but`."""
        return not any(
            box.meets(other)
            for key in self._keys(box)
            for other in self._cells.get(key, ())
            if other is not but
        )

    def take(self, box: Box) -> None:
        """Take the room of a box."""
        for key in self._keys(box):
            self._cells.setdefault(key, []).append(box)

    def leave(self, box: Box) -> None:
        """Give the room of a box back."""
        for key in self._keys(box):
            self._cells[key] = [other for other in self._cells[key] if other is not box]


# Where a mark goes if the label point is taken, in units of its own size.
SHIFTS = (
    (0, 0), (0, -0.9), (0, 0.9), (-0.7, 0), (0.7, 0), (-0.7, -0.9), (0.7, -0.9), (-0.7, 0.9),
    (0.7, 0.9),
)  # fmt: skip


_NEAR = 14.0  # px from the label point where a mark of a tiny space may stand
_CELL_AT_ONE = 60.0  # px of a hex in which a counter has room between its number and its name
_SCALES = ((5.5, 1.6), (4.5, 1.35), (3.6, 1.15), (-math.inf, 1.0))  # from which zoom on


def value_at(track: Track, position: int) -> int:
    """The value of a track at a position.

    Examples
    --------
    >>> [value_at([0, 7, 5, 8], position) for position in (0, 4, 5, 9)]
    [7, 7, 8, 8]
    """
    return track[2 * bisect_right(track[::2], position) - 1]


@dataclass(frozen=True, eq=False)
class Scene:
    """What a layer needs to draw itself.

    Parameters
    ----------
    timeline, position
        What there is to see.
    plane
        The window on the map.
    settings
        How the layers are switched.
    look
        Colours.
    notes
        The annotations of the position, as `note_rows` gives them.
    scale
        How large badges and marks are drawn.
    most
        The strength that has the largest bubble; 0 for that of the timeline's strongest stack.
    threats
        How likely spaces fall, where that is drawn.
    overlays
        What the rules lay over the map, by the layers that are drawn (`a4a.map.overlays`).
    """

    timeline: Timeline
    position: int
    plane: Plane
    settings: Settings
    look: Look
    notes: Sequence[Mapping[str, Any]] = ()
    scale: float = 1.0
    most: int = 0
    threats: Threatened | None = None
    overlays: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    room: Room = field(default_factory=Room)
    boxes: dict[int, Box] = field(default_factory=dict)
    """Where the badge of each space is."""
    named: dict[int, str] = field(default_factory=dict)
    """What is written at a space already."""

    @cached_property
    def owner(self) -> list[int]:
        """The index of the power that holds each space, or -1."""
        return [value_at(track, self.position) for track in self.timeline.owner]

    @cached_property
    def contents(self) -> list[list[int]]:
        """What stands in each space, as quadruples power, type, condition, count."""
        stacks = self.timeline.stacks
        return [stacks[value_at(track, self.position)] for track in self.timeline.stack]

    @cached_property
    def cell(self) -> float:
        """How wide the spaces of a board of hexes are, in pixels; 0 on any other board."""
        return cell_of(self.timeline, self.plane)

    def ceiling(self, space: int) -> float:
        """The height below which there is room in a space: below the number of a hex."""
        point = self.plane.points[space]
        coded = self.timeline.spaces[space].code
        return point.y - 0.308 * point.height + 1 if coded else -math.inf

    @cached_property
    def islands(self) -> frozenset[int]:
        """Spaces too small to be seen, which are drawn as discs."""
        return frozenset(
            i
            for i, point in enumerate(self.plane.points)
            if max(point.width, point.height) < 9
            and not self.is_sea(i)
            and not self.timeline.spaces[i].code
        )

    def is_sea(self, space: int) -> bool:
        """Whether a space is all water."""
        return self.timeline.spaces[space].kind == "sea"

    def is_on(self, layer: str) -> bool:
        """Whether a layer is drawn."""
        return bool(self.settings[layer]["on"])

    def choice(self, layer: str, option: str) -> str:
        """What is chosen for an option of a layer; "" if it has no such option."""
        return str(self.settings[layer].get(option, ""))

    def value(self, space: int) -> int:
        """What a space yields."""
        track = self.timeline.value.get(space)
        return value_at(track, self.position) if track else self.timeline.spaces[space].value

    def side(self, power: int) -> int:
        """The index of a power's side, or -1."""
        return self.timeline.powers[power].side if power >= 0 else -1

    def side_now(self, power: int) -> int:
        """The index of the side that a power fights on: its own, or one it has joined; or -1."""
        own, joined = self.side(power), self.timeline.joined.get(power)
        return value_at(joined, self.position) - 1 if own < 0 and joined else own

    def stop(self, unit: Literal["round", "turn", "phase"]) -> Stop:
        """The round, turn or phase of the position."""
        stops = getattr(self.timeline.stops, unit)
        found: Stop = max((s for s in stops if s.at <= self.position), key=lambda s: s.at)
        return found

    def since(self, unit: str) -> int:
        """The first position of the "step", "phase" or "turn"."""
        if unit == "step":
            return self.position
        return self.stop("phase" if unit == "phase" else "turn").at

    def find_room(
        self,
        space: int,
        width: float,
        height: float,
        *,
        away: Sequence[tuple[float, float]] = (),
    ) -> Box | None:
        """Take room at a label point, or round the badge there; None if there is none.

        `away`: where else it may go, in units of its own size, if there is none in the space.
        """
        point, badge = self.plane.points[space], self.boxes.get(space)
        middle = max(point.y, self.ceiling(space) + height / 2 + 0.5)
        for dx, dy in SHIFTS:
            if badge:
                x = badge.x + _sign(dx) * ((badge.width + width) / 2 + 1.2)
                y = badge.y + _sign(dy) * ((badge.height + height) / 2 + 1.2)
            else:
                x, y = point.x + dx * width, middle + dy * height
            near = _NEAR * self.scale
            if abs(x - point.x) > max(point.width / 2, near) or abs(y - point.y) > max(
                point.height / 2, near
            ):
                continue
            box = self.inside(Box(x, y, width, height))
            if self.room.free(box):
                self.room.take(box)
                self.boxes.setdefault(space, box)
                return box
        for dx, dy in away:
            box = Box(point.x + dx * width, middle + dy * height, width, height)
            if self.inside(box) == box and self.room.free(box):
                self.room.take(box)
                self.boxes.setdefault(space, box)
                return box
        return None

    def inside(self, box: Box) -> Box:
        """A box moved to lie wholly in the picture."""
        x = min(max(box.x, box.width / 2 + 1), self.plane.width - box.width / 2 - 1)
        y = min(max(box.y, box.height / 2 + 1), self.plane.height - box.height / 2 - 1)
        return Box(x, y, box.width, box.height)


def at(box: Box, scale: float, *parts: str, **about: int) -> str:
    """A group centred on a box, with what it stands for, as on the map: ``data_space=3``."""
    place = f"translate({round(box.x)},{round(box.y)})"
    shown = place if scale == 1 else f"{place} scale({scale:g})"
    return tag("g", *parts, transform=shown, **about)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def cell_of(timeline: Timeline, plane: Plane) -> float:
    """How wide the spaces of a board of hexes are in a window, in pixels; 0 on any other."""
    first = next((i for i, row in enumerate(timeline.spaces) if row.code), None)
    return 0.0 if first is None else plane.points[first].width


def scale_of(plane: Plane, timeline: Timeline) -> float:
    """How large badges and marks are in a window: larger at a closer zoom, as on the map."""
    if cell := cell_of(timeline, plane):
        return max(0.8, min(1.7, cell / _CELL_AT_ONE))
    return next(scale for least, scale in _SCALES if plane.zoom >= least)
