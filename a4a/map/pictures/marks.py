"""Marks on spaces: what produces, convoy zones, straits, strength."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from a4a.map.assets import shared
from a4a.map.colours import MARKS
from a4a.map.pictures.badges import DIGIT, symbol
from a4a.map.pictures.discs import disc, has_marker
from a4a.map.pictures.scene import Box, Scene, at, value_at
from a4a.map.pictures.svg import tag, words
from a4a.map.timeline import TypeRow

_FACTORY = re.compile("industrial|factory|production")
_HITS = re.compile(r"\d+")
_SMALLEST = 3.0  # radius of bubbles, in pixels


# --- production ---------------------------------------------------------------------------------


class Works(NamedTuple):
    """A facility: its type, how many hits it has taken, whether it has a marker."""

    kind: int
    hits: int
    disc: bool


def facilities(scene: Scene, space: int) -> list[Works]:
    """The facilities of a space."""
    timeline, content = scene.timeline, scene.contents[space]
    found = []
    for i in range(0, len(content), 4):
        _, kind, condition, count = content[i : i + 4]
        if timeline.types[kind].category == "facility":
            said = timeline.conditions[condition]
            found += [Works(kind, _hits(said), has_marker(said))] * count
    return found


def _hits(condition: str) -> int:
    """How many hits the words for a condition speak of: "damage 3"."""
    found = _HITS.search(condition) if "damage" in condition else None
    return int(found[0][:6]) if found else 0


def draw_production(scene: Scene) -> list[str]:
    """Draw factories and, where there is room, bases, with the hits they have taken."""
    types, drawn = scene.timeline.types, []
    for space in range(len(scene.contents)):
        if not scene.plane.shows(space) or not (standing := facilities(scene, space)):
            continue
        factories = [one for one in standing if _is_factory(types[one.kind])]
        close = scene.plane.points[space].width > 60 * scene.scale
        for chips in ([standing] if close else []) + [factories]:
            width = 3 + sum(_facility_width(one.hits) for one in chips)
            box = chips and scene.find_room(space, width * scene.scale, 13 * scene.scale)
            if box:
                plate = _plate(scene, space, chips, width)
                drawn.append(at(box, scene.scale, *plate, data_space=space))
                break
    return drawn


def _is_factory(kind: TypeRow) -> bool:
    return bool(_FACTORY.search(kind.symbol) or _FACTORY.search(kind.name))


def _facility_width(hits: int) -> float:
    return 16 + (len(str(hits)) * DIGIT + 2 if hits else 0)


def _plate(scene: Scene, space: int, chips: Sequence[Works], width: float) -> list[str]:
    left, owner = -width / 2, scene.owner[space]
    parts = [
        tag("rect", x=left, y=-6.5, width=width, height=13, rx=1.5, fill="#fffdf6",
            stroke="#15191d", stroke_width=0.7)
    ]  # fmt: skip
    if owner >= 0:
        colour = scene.timeline.powers[owner].colour
        parts.append(tag("rect", x=left, y=4.7, width=width, height=1.8, fill=colour))
    x = left + 2.5
    for kind, hits, marked in chips:
        parts.append(symbol(scene.timeline.types[kind], "#15191d", x, -5.7))
        if marked:
            parts.append(disc(x, -5.7))
        if hits:
            parts.append(damage(hits, x + 15 + len(str(hits)) * DIGIT / 2, -0.6))
        x += _facility_width(hits)
    return parts


def damage(hits: int, x: float, y: float) -> str:
    """A number of hits in red, about a point."""
    return words(str(hits), x, y + 3.4, text_anchor="middle", fill=MARKS["hit"])


# --- convoy zones -------------------------------------------------------------------------------


def draw_convoys(scene: Scene) -> list[str]:
    """Draw convoy zones, stronger while an enemy lies off one of their shores."""
    timeline = scene.timeline
    raided = {
        space
        for border, track in timeline.fronts.items()
        if value_at(track, scene.position) >= 3
        for space in (timeline.borders[border].a, timeline.borders[border].b)
    }
    drawn = []
    for space, row in enumerate(timeline.spaces):
        if row.convoy and scene.plane.shows(space):
            box = scene.find_room(space, 19 * scene.scale, 13 * scene.scale)
            if box:
                drawn.append(at(box, scene.scale, *convoy(space in raided), data_space=space))
    return drawn


def convoy(raided: bool) -> list[str]:
    """Two freighters in line ahead; with a bar through them when raided."""
    paths = shared("map/marks.json")
    hull = {"fill": "#ffffff" if raided else MARKS["convoy"]}
    parts = [
        tag("rect", x=-9.5, y=-6.5, width=19, height=13, rx=6.5, stroke=MARKS["convoy"],
            stroke_width=1.2, stroke_dasharray=None if raided else "3 1.6",
            fill=MARKS["convoy"] if raided else "#ffffff", fill_opacity=None if raided else "0.85"),
        tag("path", d=paths["freighter"], **hull),
        tag("path", d=paths["freighter"], transform="translate(9.2,0)", **hull),
    ]  # fmt: skip
    if raided:
        parts.append(tag("path", d=paths["raid"], stroke="#ffffff", stroke_width=3.4))
        parts.append(tag("path", d=paths["raid"], stroke=MARKS["closed"], stroke_width=1.8))
    return parts


# --- straits ------------------------------------------------------------------------------------


def draw_straits(scene: Scene) -> list[str]:
    """Draw a gate on each strait and canal; they take their room before all else."""
    drawn = []
    for strait in scene.timeline.straits:
        row = scene.timeline.borders[strait.border]
        x, y = _meeting(scene, row.a, row.b)
        if 0 <= x <= scene.plane.width and 0 <= y <= scene.plane.height:
            box = Box(x, y, 15 * scene.scale, 15 * scene.scale)
            scene.room.take(box)
            state = value_at(strait.open, scene.position)
            drawn.append(at(box, scene.scale, *gate(state), data_border=strait.border))
    return drawn


def _meeting(scene: Scene, a: int, b: int) -> tuple[float, float]:
    """Where two spaces meet: the middle of their longest line, or half way between them."""
    line = max(scene.plane.lines(a, b), key=len, default=[])
    if len(line) > 2:
        return line[(len(line) - 1) // 2]
    (px, py), (qx, qy) = line if len(line) == 2 else (p[:2] for p in (
        scene.plane.points[a], scene.plane.points[b]))  # fmt: skip
    return (px + qx) / 2, (py + qy) / 2


def gate(state: int) -> list[str]:
    """Open: a ring with an arrow through it; closed: a disc with a bar; nobody's turn: a ring."""
    if state == 0:
        return [
            tag("circle", r=6.6, fill=MARKS["closed"], stroke="#ffffff", stroke_width=1),
            tag("rect", x=-4.2, y=-1.4, width=8.4, height=2.8, fill="#ffffff"),
        ]
    colour = MARKS["open"] if state == 1 else MARKS["idle"]
    ring = tag("circle", r=6, fill="#ffffff", stroke=colour, stroke_width=1.8)
    arrow = tag(
        "path", d=shared("map/marks.json")["through"], fill="none", stroke=colour, stroke_width=1.7
    )
    return [ring, arrow] if state == 1 else [ring]


# --- strength -----------------------------------------------------------------------------------


def draw_strength(scene: Scene) -> list[str]:
    """Draw how strong stacks are as bubbles, cut like a cake where several powers stand."""
    by_side = scene.choice("control", "by") == "side"
    found = [
        (sum(shares.values()), space, shares)
        for space, content in enumerate(scene.contents)
        if scene.plane.shows(space) and (shares := strengths(scene, content))
    ]
    largest = max(13.0, min(34.0, 10 + 4.5 * scene.plane.zoom)) * min(1.0, scene.scale)
    if scene.cell:
        largest = min(largest, max(10.0, 0.5 * scene.cell))
    scale = largest / math.sqrt(strongest(scene))
    drawn = []
    for strength, space, shares in sorted(found, key=lambda row: (-row[0], row[1])):
        r = max(_SMALLEST, scale * math.sqrt(strength))
        x, y, *_ = scene.plane.points[space]
        box = scene.find_room(space, 2 * r, 2 * r)
        slices = _slices(scene, shares, by_side=by_side)
        if box is None:  # it lies over others, and its number could not be read
            box = scene.boxes.setdefault(space, Box(x, y, 2 * r, 2 * r))
            drawn.append(
                at(box, 1.0, *bubble(r, strength, slices, numbered=False), data_space=space)
            )
        else:
            drawn.append(at(box, 1.0, *bubble(r, strength, slices), data_space=space))
    return drawn


def strongest(scene: Scene) -> int:
    """The strength of the strongest stack of the timeline, which scales the bubbles."""
    if scene.most:
        return scene.most
    timeline = scene.timeline
    contents = {content for track in timeline.stack for content in track[1::2]}
    every = (strengths(scene, timeline.stacks[content]) for content in contents)
    return max(1, *(sum(shares.values()) for shares in every))


def strengths(scene: Scene, content: Sequence[int]) -> dict[int, int]:
    """The strength of a stack's content by power, as the layer is switched, strongest first."""
    measure = scene.choice("strength", "measure")
    arm = scene.choice("strength", "arm")
    sums: dict[int, int] = {}
    for i in range(0, len(content), 4):
        power, kind, condition, count = content[i : i + 4]
        row = scene.timeline.types[kind]
        if row.category != "facility" and arm in ("all", row.category):
            counter = scene.timeline.counters.get(condition)
            if measure == "TUV":
                each = scene.timeline.worth(power, kind, condition)
            elif counter:  # what is on its side that is up
                each = round(counter.combat)
            else:
                each = row.attack if measure == "attack" else row.defense
            sums[power] = sums.get(power, 0) + count * each
    ordered = sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
    return {power: strength for power, strength in ordered if strength > 0}


def _slices(scene: Scene, shares: dict[int, int], *, by_side: bool) -> list[tuple[str, str, int]]:
    """The slices of a bubble: colour, ink and strength."""
    timeline = scene.timeline
    found: dict[str, tuple[str, int]] = {}
    for power, strength in shares.items():
        side = scene.side(power)
        row = timeline.sides[side] if by_side and side >= 0 else timeline.powers[power]
        found[row.colour] = (row.ink, found.get(row.colour, ("", 0))[1] + strength)
    return [(colour, ink, strength) for colour, (ink, strength) in found.items()]


def bubble(
    r: float, strength: int, slices: Sequence[tuple[str, str, int]], *, numbered: bool = True
) -> list[str]:
    """A bubble about the origin, with its number where it can be read."""
    parts, turned = [], 0.0
    for colour, _, part in slices:
        share = part / strength
        if share > 0.999:
            parts.append(tag("circle", r=r, fill=colour))
        else:
            parts.append(tag("path", d=_slice(r, turned, turned + share), fill=colour))
        turned += share
    parts.append(tag("circle", r=r, fill="none", stroke="#ffffff", stroke_width=1.2))
    text = str(strength)
    size = min(13.0, 1.9 * r / (0.62 * len(text)), 1.3 * r)
    if numbered and size >= 7.5:
        cake = len(slices) > 1
        parts.append(
            words(text, 0, 0.36 * size, text_anchor="middle", font_size=size,
                  fill="#000000" if cake else slices[0][1],
                  stroke="#ffffff" if cake else None, stroke_width=2 if cake else None,
                  paint_order="stroke" if cake else None)
        )  # fmt: skip
    return parts


def _slice(r: float, start: float, end: float) -> str:
    """A slice of a circle between two shares of the turn, clockwise from the top."""
    (x0, y0), (x1, y1) = (
        (r * math.sin(2 * math.pi * share), -r * math.cos(2 * math.pi * share))
        for share in (start, end)
    )
    large = int(end - start > 0.5)
    return f"M0 0L{x0:.2f} {y0:.2f}A{r:.2f} {r:.2f} 0 {large} 1 {x1:.2f} {y1:.2f}Z"
