"""The legend of a picture: what its colours, lines and marks mean, in rows below the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from a4a.map.assets import shared
from a4a.map.pictures.badges import DIGIT, Counted, counter, rim, rows_of, symbol
from a4a.map.pictures.battles import battles_shown, is_open, open_star
from a4a.map.pictures.cities import star
from a4a.map.pictures.conditions import chip, conditions
from a4a.map.pictures.discs import disc_about
from a4a.map.pictures.earth import dotted, earth_look, terrain_swatch
from a4a.map.pictures.fronts import front_colour, front_lines
from a4a.map.pictures.ground import coin, leaning_pattern, leanings, shades_values
from a4a.map.pictures.harsh import hachures
from a4a.map.pictures.marks import bubble, convoy, facilities, gate, strongest
from a4a.map.pictures.movement import merged_ways
from a4a.map.pictures.overlays import hatching, lack, zones
from a4a.map.pictures.places import mark_of, place_look
from a4a.map.pictures.scene import Look, Scene, value_at
from a4a.map.pictures.svg import number, shortened, tag, text_width, words
from a4a.map.pictures.threat import steps
from a4a.map.threats import in_percent

SIZE = 11.0
_ROW = 20.0
_SPACE = 18.0
_LONGEST = 300.0  # px of words
_WIDEST = 1.15  # of a text's usual width, in the widest font that it may be shown in (DejaVu Sans)


_WINNERS = {
    "attacker": "attackers won", "defender": "defenders held", "nobody": "nobody won",
}  # fmt: skip


class LegendItem(NamedTuple):
    """A mark about the origin, how wide it is, and what it means."""

    mark: str
    width: float
    meaning: str


def swatch(colour: str, meaning: str) -> LegendItem:
    """A colour and what it means."""
    box = tag("rect", x=-6, y=-6, width=12, height=12, rx=2, fill=colour, stroke="#808080",
              stroke_width=0.8)  # fmt: skip
    return LegendItem(box, 12, meaning)


def items(scenes: list[Scene]) -> list[LegendItem]:
    """What is to be explained of pictures with the same settings: what any of them shows."""
    found: dict[str, LegendItem] = {}
    for part in (
        _holders,
        _earth,
        _theatres,
        _threats,
        _conditions,
        _overlays,
        _fronts,
        _units,
        _marks,
        _ways,
        _battles,
    ):
        for scene in scenes:
            for item in part(scene):
                found.setdefault(item.meaning, item)
    return list(found.values())


def _units(scene: Scene) -> Iterator[LegendItem]:
    if scene.is_on("units") and not scene.is_on("strength") and scene.boxes:
        yield LegendItem(_sample_badge(scene), 20, "units")
        reduced = next((i for i in scene.timeline.counters.values() if i.reduced), None)
        if reduced:
            sample = "".join(counter(scene, Counted(0, 0, reduced)))
            yield LegendItem(tag("g", sample, transform="scale(0.7)"), 20, "counter, reduced")
        stacks = (row.chips for space in scene.boxes for row in rows_of(scene, space))
        if any(one.disc for chips in stacks for one in chips):
            yield LegendItem(disc_about(0, 0), 6, "some have a marker")


def _battles(scene: Scene) -> Iterator[LegendItem]:
    if not scene.is_on("battles"):
        return
    found = battles_shown(scene)
    if any(is_open(scene, battle) for battle in found):
        yield LegendItem(tag("g", open_star(), transform="scale(0.75)"), 16, "battle being fought")
    ended = {battle.winner for battle in found if not is_open(scene, battle)}
    for winner, meaning in _WINNERS.items():
        if winner in ended:
            shape = shared("map/battles.json")[winner]
            yield LegendItem(tag("path", d=shape, fill=scene.look.ink), 14, meaning)
    if ended:
        yield LegendItem(words("+ −", 0, 4, text_anchor="middle"), 16, "TUV the attackers gained")


def _holders(scene: Scene) -> Iterator[LegendItem]:
    timeline = scene.timeline
    if not scene.is_on("control"):
        return
    seen = [i for i, path in enumerate(scene.plane.shapes) if path or scene.plane.shows(i)]
    held = sorted({scene.owner[i] for i in seen} - {-1})
    if scene.choice("control", "by") == "side":
        sides = sorted({scene.side(power) for power in held} - {-1})
        yield from (swatch(timeline.sides[i].colour, timeline.sides[i].name) for i in sides)
        held = [power for power in held if scene.side(power) < 0]
    yield from (swatch(timeline.powers[i].colour, timeline.powers[i].name) for i in held)


def _earth(scene: Scene) -> Iterator[LegendItem]:
    timeline, plane = scene.timeline, scene.plane
    if not plane.geometry.backdrop:
        return
    seen = [row for i, row in enumerate(timeline.spaces) if plane.shows(i)]
    if scene.is_on("terrain"):
        there = {row.terrain for row in seen}
        for what in earth_look()["terrains"]:
            if what in there:
                yield LegendItem(terrain_swatch(what), 24, what)
        if any(row.kind == "river" for row in timeline.borders):
            line = tag("path", d="M-10 2L-3-3L3 3L10-2", fill="none", stroke_width=2.2,
                       stroke=earth_look()["stream"])  # fmt: skip
            yield LegendItem(line, 22, "river")
    if scene.is_on("countries") and len({row.region for row in seen} - {""}) > 1:
        line = tag("path", d="M-11 0H11", stroke=earth_look()["country"], stroke_width=1.6,
                   stroke_dasharray="6 2 1.5 2")  # fmt: skip
        yield LegendItem(line, 22, "border of a country")
        for row in timeline.lines:
            ends = (timeline.borders[i] for i in row.borders)
            if any(plane.shows(end.a) or plane.shows(end.b) for end in ends):
                yield LegendItem("".join(dotted("M-11 0H11", earth_look()["line"])), 22, row.name)
    if scene.is_on("places"):
        there = {mark for row in seen for mark in row.marks}
        for mark, told in place_look().marks.items():
            if mark in there:
                yield LegendItem("".join(mark_of(mark)), 12, told.words)


def _theatres(scene: Scene) -> Iterator[LegendItem]:
    if scene.is_on("theatres"):
        seen = [i for i, path in enumerate(scene.plane.shapes) if path]
        there = {scene.timeline.spaces[i].theatre for i in seen}
        rows = [row for row in scene.timeline.theatres if row.name in there]
        yield from (swatch(row.colour, row.name) for row in rows)


def _threats(scene: Scene) -> Iterator[LegendItem]:
    if scene.threats is None:
        return
    if scene.threats.why:
        yield LegendItem("", 0, f"no threats: {scene.threats.why}")
        return
    scale = steps()
    boxes = [
        tag("rect", x=14 * i - 42, y=-5, width=14, height=10, fill=step["colour"])
        for i, step in enumerate(scale)
    ]
    frame = tag("rect", x=-42, y=-5, width=84, height=10, fill="none", stroke="#20262c")
    bounds = ", ".join(in_percent(step["least"]) for step in scale)
    yield LegendItem(
        "".join(boxes) + frame, 84, f"chance to fall to {scene.threats.who}: from {bounds}"
    )


def _conditions(scene: Scene) -> Iterator[LegendItem]:
    if scene.is_on("holders"):
        for side in scene.timeline.sides:
            ring = tag("circle", r=5, fill="none", stroke=side.colour, stroke_width=2.6)
            yield LegendItem(ring, 14, f"city or port held by {side.name}; dashed: taken")
    if scene.is_on("conditions"):
        spaces = range(len(scene.contents))
        for kind in sorted({kind for space in spaces for kind, _ in conditions(scene, space)}):
            yield LegendItem("".join(chip([(kind, 1)])), 22, f"counters {kind}")


def _overlays(scene: Scene) -> Iterator[LegendItem]:
    for layer, answer in scene.overlays.items():
        if answer["why"]:
            yield LegendItem("", 0, f"no {layer}: {answer['why']}")
    for side, _ in zones(scene):
        pattern = hatching(scene, side, f"zone-sample-{side}")
        box = tag("rect", x=-12, y=-6, width=24, height=12, stroke="#333333",
                  fill=f"url(#zone-sample-{side})")  # fmt: skip
        what = f"zones of control of {scene.timeline.sides[side].name}"
        yield LegendItem(tag("defs", pattern) + box, 24, f"{what}: {scene.choice('zones', 'of')}")
    if scene.overlays.get("supply", {}).get("lacking"):
        yield LegendItem("".join(lack()), 17, "out of supply")


def _fronts(scene: Scene) -> Iterator[LegendItem]:
    lines, sides = front_lines(scene), scene.timeline.sides
    if not scene.is_on("fronts") or not lines or len(sides) < 2:
        return
    first, second = sides[:2]
    leans = range(3, -4, -1)
    steps = [
        tag("rect", x=-42 + 12 * i, y=-4, width=12, height=8,
            fill=front_colour(lean, first.colour, second.colour))
        for i, lean in enumerate(leans)
    ]  # fmt: skip
    frame = tag("rect", x=-42, y=-4, width=84, height=8, fill="none", stroke="#20262c")
    meaning = f"front: {first.name} stronger … {second.name} stronger; thick: much force"
    yield LegendItem("".join(steps) + frame, 84, meaning)
    if any(line.coast for line in lines):
        dash = tag("path", d="M-14 0H14", stroke="#20262c", stroke_width=5, stroke_dasharray="7 5")
        core = tag("path", d="M-14 0H14", stroke=front_colour(0, "#000000", "#000000"),
                   stroke_width=3, stroke_dasharray="7 5")  # fmt: skip
        yield LegendItem(dash + core, 28, "contested coast")


def _sample_badge(scene: Scene) -> str:
    power = scene.timeline.powers[0]
    box = tag("rect", x=-DIGIT - 2.5, y=-6, width=2 * DIGIT + 5, height=12, fill=power.colour)
    figures = words("12", 0, 3.5, fill=power.ink, text_anchor="middle", font_size=9.5,
                    font_weight=700)  # fmt: skip
    return box + figures + rim(2 * DIGIT + 5, 12)


def _marks(scene: Scene) -> Iterator[LegendItem]:
    timeline, plane = scene.timeline, scene.plane
    seen = [i for i in range(len(timeline.spaces)) if plane.shows(i)]
    if scene.is_on("strength"):
        most = strongest(scene)
        measure, arm = scene.choice("strength", "measure"), scene.choice("strength", "arm")
        what = "all units" if arm == "all" else f"{arm} units"
        grey = bubble(9, most, [("#56646f", "#ffffff", most)])
        yield LegendItem("".join(grey), 20, f"{measure} of {what}: the largest is {most}")
    if scene.is_on("production"):
        standing = sorted({one.kind for i in seen for one in facilities(scene, i)})
        for kind in standing:
            row = timeline.types[kind]
            yield LegendItem(symbol(row, scene.look.ink, -7, -5), 14, row.name)
    if scene.is_on("cities"):
        seen = [] if scene.cell else seen  # cities of hexes are told as places
        if any(timeline.spaces[i].city for i in seen):
            yield LegendItem("".join(star([])), 12, "city that counts for victory")
        capitals = [power for i in seen for power in timeline.spaces[i].capitals]
        if capitals:
            ring = star([timeline.powers[capitals[0]].colour])
            yield LegendItem("".join(ring), 18, "capital, ringed in its power's colour")
    if scene.is_on("values"):
        if shades_values(scene):
            yield swatch("#6b7a86", "the stronger the colour, the higher the yield")
        else:
            yield LegendItem("".join(coin("2", 12)), 14, "yield a turn")
    if scene.is_on("convoys") and any(timeline.spaces[i].convoy for i in seen):
        yield LegendItem("".join(convoy(False)), 20, "convoy zone (filled: the enemy is in it)")
    if scene.is_on("terrain") and any(row.kind == "harsh" for row in timeline.borders):
        yield LegendItem("".join(hachures("M-11 0H11")), 24, "harsh: units may be lost on the way")
    if scene.is_on("straits"):
        states = {value_at(strait.open, scene.position) for strait in timeline.straits}
        for state, meaning in ((1, "strait open to the side to move"), (0, "strait closed to it")):
            if state in states:
                yield LegendItem("".join(gate(state)), 14, meaning)
    if scene.is_on("neutrals"):
        for word in leanings(scene):
            name, _ = leaning_pattern(scene, word)
            box = tag("rect", x=-10, y=-6, width=20, height=12, fill=f"url(#{name})",
                      stroke="#5d6b76", stroke_width=0.8)  # fmt: skip
            yield LegendItem(box, 20, f"neutral, {timeline.leanings[word]}")


def _ways(scene: Scene) -> Iterator[LegendItem]:
    if not scene.is_on("movement"):
        return
    kinds = shared("map/ways.json")["kinds"]
    shown = {way[1] for way, _ in merged_ways(scene)}
    for kind, look in kinds.items():
        if kind in shown:
            dash = " ".join(number(2.4 * n) for n in look["dash"]) or None
            line = tag("path", d="M-16 0H7", stroke=look["colour"], stroke_width=2.4,
                       stroke_dasharray=dash)  # fmt: skip
            head = tag("path", d=look["head"], fill=look["colour"], transform="translate(15,0)")
            yield LegendItem(line + head, 34, look["title"])


def rows(found: list[LegendItem], width: float) -> list[list[LegendItem]]:
    """Items broken into rows of a width."""
    lines: list[list[LegendItem]] = [[]]
    left = width
    for item in found:
        wide = _width(item)
        if lines[-1] and wide > left:
            lines.append([])
            left = width
        lines[-1].append(item)
        left -= wide
    return [line for line in lines if line]


def _words_of(item: LegendItem) -> str:
    return shortened(item.meaning, max(_LONGEST, 420.0 if item.width > 80 else 0.0), SIZE)


def _width(item: LegendItem) -> float:
    return item.width + 5 + _WIDEST * text_width(_words_of(item), SIZE) + _SPACE


def height_of(lines: list[list[LegendItem]]) -> float:
    """How high a legend of these rows is."""
    return _ROW * len(lines)


def draw_legend(
    lines: list[list[LegendItem]], x: float, y: float, look: Look, *, scale: float = 1.0
) -> str:
    """Draw a legend, its upper left corner at a place."""
    parts = []
    for i, line in enumerate(lines):
        left, middle = 0.0, _ROW * (i + 0.5)
        for item in line:
            place = f"translate({number(left + item.width / 2)},{number(middle)})"
            parts.append(tag("g", item.mark, transform=place))
            parts.append(
                words(_words_of(item), left + item.width + 5, middle + 0.36 * SIZE, fill=look.ink)
            )
            left += _width(item)
    place = f"translate({number(x)},{number(y)})" + (f" scale({scale:g})" if scale != 1 else "")
    return tag("g", *parts, font_size=SIZE, transform=place)
