"""The earth under a board of hexes: holders on land only, terrain, rivers, countries, the grid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from a4a.map.assets import shared
from a4a.map.pictures.ground import fill_of, holder_colour
from a4a.map.pictures.scene import Scene
from a4a.map.pictures.svg import number, polyline, tag
from a4a.map.timeline import BorderRow

_LINES = ("river",)  # kinds of the backdrop that are no shapes
_RIVER, _COUNTRY, _GRID = 2.2, 1.6, 0.6  # widths in pixels
_DASH = "6 2 1.5 2"
_DOTS, _DOT, _RIM = "0 6.4", 3.0, 1.4  # a printed line: dots with a pale rim
_TILES = 3.6  # textures across a space


def earth_look() -> dict[str, Any]:
    """The colours and textures that the map in the browser has too."""
    look: dict[str, Any] = shared("map/earth.json")
    return look


def draw_earth(scene: Scene) -> list[str]:
    """Draw the ground of a board with a backdrop: what `draw_ground` is for other boards."""
    look, plane = earth_look(), scene.plane
    land, lake = _rings(scene, "land"), _rings(scene, "lake")
    dry = [i for i, row in enumerate(scene.timeline.spaces) if row.kind in ("land", "coast")]
    dry = [i for i in dry if plane.shapes[i]]
    wet = [i for i, path in enumerate(plane.shapes) if path and i not in set(dry)]
    frame = f"M-9-9H{number(plane.width + 9)}V{number(plane.height + 9)}H-9Z"
    thin = max(0.6, min(1.3, scene.scale))
    terrain, textures = _terrain(scene, dry) if scene.is_on("terrain") else ([], [])
    lines = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    parts = [tag("path", d=land, fill=look["land"], fill_rule="evenodd"), *terrain]
    parts.append(tag("g", *_tints(scene, dry, look)))
    parts += textures
    if scene.is_on("countries"):
        parts += _countries(scene, thin, look)
    if scene.is_on("terrain"):
        courses = "".join(plane.courses(_lines(scene, "river")))
        sides = _along(scene, (row for row in scene.timeline.borders if row.kind == "river"))
        parts.append(
            tag("path", d=courses, stroke=look["stream"], stroke_width=0.7 * thin, **lines)
        )
        parts.append(
            tag("path", d=sides, stroke=look["stream"], stroke_width=_RIVER * thin, **lines)
        )
    if scene.is_on("countries"):
        for row in scene.timeline.lines:
            d = _along(scene, (scene.timeline.borders[i] for i in row.borders))
            parts += dotted(d, look["line"], thin=thin) if d else []
    parts.append(tag("path", d=frame + land + lake, fill=look["water"], fill_rule="evenodd"))
    parts.append(tag("g", *_tints(scene, wet, look)))
    parts.append(tag("path", d=land + lake, stroke=look["shore"], stroke_width=0.9 * thin, **lines))
    grid = {"fill": "none", "stroke": "#3d4a53", "stroke_opacity": "0.5"}
    parts.append(tag("path", d="".join(plane.shapes), stroke_width=_GRID * thin, **grid))
    return parts


def _rings(scene: Scene, kind: str) -> str:
    return "".join(scene.plane.rings(_lines(scene, kind)))


def _lines(scene: Scene, kind: str) -> list[Sequence[tuple[float, float]]]:
    shapes = scene.plane.geometry.backdrop
    return [line for shape in shapes if shape.kind == kind for line in shape.lines]


def _tints(scene: Scene, spaces: Iterable[int], look: dict[str, Any]) -> list[str]:
    """The spaces in the colour of who holds them, through which the earth is seen."""
    found = []
    for space in spaces:
        colour = holder_colour(scene, space)
        if scene.threats and not scene.threats.why:
            paint, opacity = fill_of(scene, space), "0.85"
        elif colour is None:
            continue
        else:
            paint, opacity = colour, str(look["owned"])
        found.append(tag("path", d=scene.plane.shapes[space], fill=paint, fill_opacity=opacity))
    return found


def _terrain(scene: Scene, dry: Sequence[int]) -> tuple[list[str], list[str]]:
    """The grounds of terrains, and their textures."""
    plane, looks = scene.plane, earth_look()["terrains"]
    paths: dict[str, str] = {}
    for space in dry:
        what = scene.timeline.spaces[space].terrain
        if what in looks:
            paths[what] = paths.get(what, "") + plane.shapes[space]
    grounds = [tag("path", d=d, fill=looks[what]["ground"]) for what, d in paths.items()]
    scale = (scene.cell or 60.0) / _TILES / earth_look()["tile"]
    patterns, textures = [], []
    for what, d in paths.items():
        if "ink" in looks[what]:
            patterns.append(terrain_pattern(what, scale=scale))
            textures.append(
                tag("path", d=d, fill=f"url(#{_name(what, scale)})", fill_opacity="0.75")
            )
    return grounds, [tag("defs", *patterns), *textures] if textures else []


def _name(what: str, scale: float) -> str:
    # Several pictures may end up in one document, where names are shared.
    return f"terrain-{what}-{number(100 * scale)}".replace(".", "_").replace(" ", "-")


def terrain_pattern(what: str, *, scale: float) -> str:
    """The definition of a terrain's texture."""
    look, size = earth_look()["terrains"][what], earth_look()["tile"]
    ink = look["ink"]
    parts = []
    if "fill" in look:
        parts.append(tag("path", d=look["fill"], fill=ink))
    if "line" in look:
        parts.append(tag("path", d=look["line"], fill="none", stroke=ink, stroke_width=1.3))
    if "dots" in look:
        parts.append(tag("path", d=look["dots"], fill="none", stroke=ink, stroke_width=2,
                         stroke_linecap="round"))  # fmt: skip
    return tag(
        "pattern", *parts, id=_name(what, scale), width=size, height=size,
        patternUnits="userSpaceOnUse", patternTransform=f"scale({scale:.3f})",
    )  # fmt: skip


def terrain_swatch(what: str) -> str:
    """A sample of a terrain about the origin."""
    look = earth_look()["terrains"][what]
    box = {"x": -11.0, "y": -6.5, "width": 22.0, "height": 13.0}
    parts = [tag("rect", fill=look["ground"], stroke="#5d6b76", stroke_width=0.8, **box)]
    if "ink" in look:
        parts = [tag("defs", terrain_pattern(what, scale=0.7)), *parts]
        parts.append(tag("rect", fill=f"url(#{_name(what, 0.7)})", **box))
    return "".join(parts)


def _countries(scene: Scene, thin: float, look: dict[str, Any]) -> list[str]:
    """Lines between the countries of the start."""
    spaces = scene.timeline.spaces

    def parts_countries(row: BorderRow) -> bool:
        one, other = spaces[row.a].region, spaces[row.b].region
        return bool(one and other and one != other)

    d = _along(scene, filter(parts_countries, scene.timeline.borders))
    line = {"d": d, "fill": "none", "stroke_linejoin": "round"}
    return [
        tag("path", stroke="#ffffff", stroke_opacity="0.7", stroke_width=2.1 * _COUNTRY * thin,
            **line),
        tag("path", stroke=look["country"], stroke_width=_COUNTRY * thin, stroke_dasharray=_DASH,
            **line),
    ]  # fmt: skip


def dotted(path: str, ink: str, *, thin: float = 1.0) -> list[str]:
    """A line of dots with a pale rim, between which a river along the same side is seen."""
    look = {"d": path, "fill": "none", "stroke_dasharray": _DOTS, "stroke_linecap": "round"}
    return [
        tag(
            "path", stroke="#ffffff", stroke_opacity="0.8", stroke_width=_RIM * _DOT * thin, **look
        ),
        tag("path", stroke=ink, stroke_width=_DOT * thin, **look),
    ]


def _along(scene: Scene, borders: Iterable[BorderRow]) -> str:
    """The lines of borders as one path."""
    return "".join(polyline(line) for row in borders for line in scene.plane.lines(row.a, row.b))
