"""The ground of a picture: the spaces in their colours, links, names, values and leanings."""

from __future__ import annotations

from a4a.map.assets import shared
from a4a.map.colours import MARKS, brightness, mixed
from a4a.map.pictures.badges import DIGIT
from a4a.map.pictures.scene import Box, Scene, at, value_at
from a4a.map.pictures.svg import polyline, tag, text_width, two_lines, words
from a4a.map.pictures.threat import step_of

_OWNED = 0.62  # how much of a holder's colour its spaces have
_NAME, _LEAST = 10.0, 6.5  # px
_DARK = 0.16


def draw_ground(scene: Scene) -> list[str]:
    """Draw every space in the picture, the largest first, in the colour of who holds it."""
    points, shapes, look = scene.plane.points, scene.plane.shapes, scene.look
    order = sorted(range(len(shapes)), key=lambda i: (-points[i].width * points[i].height, i))
    seas: list[str] = []
    lands: list[str] = []
    for space in order:
        if not shapes[space]:
            continue
        fill = fill_of(scene, space)
        # Shores that would be lost in a dark colour are drawn lighter than it.
        shore = mixed(fill, "#ffffff", 0.35) if brightness(fill) < _DARK else None
        path = tag("path", d=shapes[space], fill=fill, stroke=shore)
        (seas if scene.is_sea(space) else lands).append(path)
    thin = min(1.0, scene.scale)
    edge = {"stroke_linejoin": "round", "fill_rule": "evenodd"}
    return [
        tag("g", *seas, stroke=look.wave, stroke_width=0.6 * thin, **edge),
        tag("g", *lands, stroke=look.shore, stroke_width=0.7 * thin, **edge),
    ]


def holder_colour(scene: Scene, space: int) -> str | None:
    """The colour of who holds a space, as the control layer is switched; None if nobody does."""
    power = scene.owner[space]
    if power < 0 or not scene.is_on("control"):
        return None
    side = scene.side(power)
    if scene.choice("control", "by") == "side" and side >= 0:
        return scene.timeline.sides[side].colour
    return scene.timeline.powers[power].colour


def fill_of(scene: Scene, space: int) -> str:
    """The colour that a space is drawn in."""
    look = scene.look
    colour = holder_colour(scene, space)
    sea = scene.is_sea(space)
    plain = look.sea if sea else look.nobody
    if scene.threats and not scene.threats.why:
        if space in scene.threats.chances:
            return str(step_of(scene.threats.chances[space])["colour"])
        if not sea:
            return mixed(look.ocean, colour or plain, shared("map/threat.json")["veil"])
    if shades_values(scene) and not sea:
        most = max(1, *(scene.value(i) for i in range(len(scene.owner))))
        share = 0.12 + 0.88 * (max(0, scene.value(space)) / most) ** 0.5
        return mixed(look.ocean, colour or plain, share)
    return plain if colour is None else mixed(look.ocean, colour, _OWNED)


def shades_values(scene: Scene) -> bool:
    """Whether what a space yields is shown by how strong its colour is."""
    return scene.is_on("values") and scene.choice("values", "shown") == "shades"


def draw_islands(scene: Scene) -> list[str]:
    """Draw discs for spaces that are too small to be seen."""
    discs = [
        tag(
            "circle",
            cx=x,
            cy=y,
            r=4.5 * scene.scale,
            fill=_disc(scene, i),
        )
        for i in sorted(scene.islands)
        for x, y, *_ in [scene.plane.points[i]]
        if scene.plane.shows(i)
    ]
    return (
        [tag("g", *discs, stroke="#333333", stroke_width=0.8 * min(1.0, scene.scale))]
        if discs
        else []
    )


def _disc(scene: Scene, space: int) -> str:
    if scene.threats and not scene.threats.why:
        return fill_of(scene, space)
    return holder_colour(scene, space) or scene.look.nobody


def draw_links(scene: Scene) -> list[str]:
    """Draw lines between spaces that border each other without touching (schematic boards)."""
    points = scene.plane.points
    lines = [
        polyline([points[a][:2], points[b][:2]])
        for a, b in scene.plane.geometry.links
        if not scene.plane.crosses_edge(a, b) and (scene.plane.shows(a) or scene.plane.shows(b))
    ]
    if not lines:
        return []
    thin = min(1.0, scene.scale)
    look = {"fill": "none", "stroke": "#6b7a86", "stroke_dasharray": "3 3"}
    return [tag("path", d="".join(lines), stroke_width=thin, **look)]


def draw_names(scene: Scene) -> list[str]:
    """Write the names of spaces that are large enough for them, clear of all else."""
    size = _NAME * scene.scale
    texts = _names_of_boxes(scene, size)
    for space, (x, _, width, height) in enumerate(scene.plane.points if size >= _LEAST else ()):
        if scene.timeline.spaces[space].kind == "box":
            continue
        label = scene.timeline.spaces[space].label
        if not scene.plane.shows(space) or len(label) > width or height < 2.6 * size:
            continue
        if not label or scene.named.get(space) == label:
            continue
        wide = text_width(label, size, weight=500)
        if wide > 0.95 * width or not wide / 2 < x < scene.plane.width - wide / 2:
            continue
        for up in _heights(scene, space, 0.65 * size):
            box = Box(x, up, wide + 4, 1.1 * size)
            if scene.room.free(box):
                scene.room.take(box)
                texts.append(words(label, round(x), round(up + 0.35 * size)))
                break
    dark = scene.look.page < "#8"
    return [
        tag("g", *texts, fill="#ffffff" if dark else "#1c252c", font_size=size, font_weight=500,
            text_anchor="middle", stroke="#15191d" if dark else "#ffffff", stroke_opacity="0.75",
            stroke_width=2.4 * scene.scale, stroke_linejoin="round", paint_order="stroke")
    ] if texts else []  # fmt: skip


def _names_of_boxes(scene: Scene, wanted: float) -> list[str]:
    """The names of boxes: on two lines or somewhat smaller where they are too wide for them."""
    texts = []
    for space, row in enumerate(scene.timeline.spaces):
        if row.kind != "box" or not row.label or not scene.plane.shows(space):
            continue
        point = scene.plane.points[space]
        lines, size = _in_box(row.label, point.width, max(wanted, _LEAST))
        wide = max(text_width(line, size, weight=500) for line in lines)
        high = 1.1 * size * len(lines)
        if size < _LEAST or high > point.height:
            continue
        ups = _heights(scene, space, high / 2 + 0.1 * size)
        for up in [*ups, point.y + point.height / 4, point.y - point.height / 4]:
            box = Box(point.x, up, wide + 4, high)
            if scene.room.free(box) and scene.inside(box) == box:
                scene.room.take(box)
                first = up + (0.35 - 0.55 * (len(lines) - 1)) * size
                texts += [
                    words(line, round(point.x), round(first + 1.1 * size * i, 1), font_size=size)
                    for i, line in enumerate(lines)
                ]
                break
    return texts


def _in_box(name: str, width: float, size: float) -> tuple[list[str], float]:
    """The lines of a name, and the size of its letters, so that it is no wider than a box."""
    room = 0.95 * width
    whole = text_width(name, size, weight=500) <= room
    lines = [name] if whole else two_lines(name)
    wide = max(text_width(line, size, weight=500) for line in lines)
    return lines, size * min(1.0, room / wide)


def _heights(scene: Scene, space: int, reach: float) -> list[float]:
    """Where a name may stand: at the label point; or below or above a badge, near or far."""
    point, badge = scene.plane.points[space], scene.boxes.get(space)
    if badge is None:
        return [point.y]
    half, mark = badge.height / 2 + reach, 14 * scene.scale
    steps = [sign * (half + away * mark) for away in (0, 1) for sign in (1, -1)]
    return [y for step in steps if abs((y := badge.y + step) - point.y) < point.height / 2]


def draw_values(scene: Scene) -> list[str]:
    """Draw what spaces yield as coins; those of high value first, where room is scarce."""
    if shades_values(scene):
        return []
    found = [
        (scene.value(space), space)
        for space in range(len(scene.owner))
        if scene.plane.shows(space) and scene.value(space) != 0
    ]
    coins = []
    for value, space in sorted(found, key=lambda pair: (-pair[0], pair[1])):
        text = str(value)
        width = max(12.0, len(text) * DIGIT + 7)
        box = scene.find_room(space, width * scene.scale, 12 * scene.scale)
        if box:
            coins.append(at(box, scene.scale, *coin(text, width), data_space=space))
    return coins


def coin(text: str, width: float) -> list[str]:
    """A coin with a number about the origin."""
    return [
        tag("rect", x=-width / 2 + 0.5, y=-5.5, width=width - 1, height=11, rx=5.5,
            fill=MARKS["coin"], stroke="#6b5200", stroke_width=0.9),
        words(text, 0, 3.3, text_anchor="middle", fill="#3a2c00", font_size=9),
    ]  # fmt: skip


# --- neutrals -----------------------------------------------------------------------------------


def draw_neutrals(scene: Scene) -> list[str]:
    """Hatch neutrals in the colour of the side they lean to; dot those that lean to none."""
    leaning = leanings(scene)
    if not leaning:
        return []
    patterns, shapes = [], []
    for word, spaces in leaning.items():
        name, pattern = leaning_pattern(scene, word)
        patterns.append(pattern)
        shapes += [
            tag("path", d=path, fill=f"url(#{name})")
            for space in spaces
            if (path := scene.plane.shapes[space])
        ]
    return [tag("defs", *patterns), tag("g", *shapes, fill_rule="evenodd")] if shapes else []


def leanings(scene: Scene) -> dict[int, list[int]]:
    """The spaces that lean, by how they do (an index into ``timeline.leanings``)."""
    found: dict[int, list[int]] = {}
    for space, track in sorted(scene.timeline.leaning.items()):
        word = value_at(track, scene.position)
        if word and scene.timeline.leanings[word]:
            found.setdefault(word, []).append(space)
    return dict(sorted(found.items()))


def leaning_colour(scene: Scene, word: int) -> str | None:
    """The colour of the side or power that a leaning names; None if it names none."""
    said = scene.timeline.leanings[word].casefold()
    named = [(side.name, side.colour) for side in scene.timeline.sides]
    named += [(power.name, power.colour) for power in scene.timeline.powers if power.side >= 0]
    return next((colour for name, colour in named if name.casefold() in said), None)


def leaning_pattern(scene: Scene, word: int) -> tuple[str, str]:
    """The name of a leaning's pattern, the same for the same colour, and its definition."""
    colour = leaning_colour(scene, word)
    name = f"leaning-{colour[1:] if colour else 'none'}"
    size = 8 if colour else 7
    if colour:
        ink = tag("rect", width=3, height=size, fill=colour)
    else:
        ink = tag("circle", cx=3.5, cy=3.5, r=1.2, fill="#5d6672")
    return name, tag(
        "pattern", tag("rect", width=size, height=size, fill=MARKS["neutral"]), ink, id=name,
        width=size, height=size, patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)" if colour else None,
    )  # fmt: skip
