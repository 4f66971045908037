"""Draws the board at a node of a record."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from a4a.core.english import capitalized
from a4a.core.errors import A4AError
from a4a.core.phrases import force
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId, Time
from a4a.map.geometry import MapGeometry
from a4a.map.layers import BY_ID, Settings, chosen
from a4a.map.note_rows import note_rows
from a4a.map.own_maps import MapChoice, geometry_of
from a4a.map.painting import titled
from a4a.map.pictures import legend
from a4a.map.pictures.badges import draw_badges
from a4a.map.pictures.battles import draw_battles
from a4a.map.pictures.cities import draw_cities
from a4a.map.pictures.conditions import draw_conditions, draw_holders
from a4a.map.pictures.earth import draw_earth
from a4a.map.pictures.fronts import draw_fronts
from a4a.map.pictures.ground import (
    draw_ground,
    draw_islands,
    draw_links,
    draw_names,
    draw_neutrals,
    draw_values,
)
from a4a.map.pictures.harsh import draw_harsh
from a4a.map.pictures.image import Picture
from a4a.map.pictures.marks import (
    draw_convoys,
    draw_production,
    draw_straits,
    draw_strength,
    strongest,
)
from a4a.map.pictures.movement import draw_movement
from a4a.map.pictures.notes import captions, draw_arrows, draw_glyphs, draw_highlights
from a4a.map.pictures.overlays import asked, draw_supply, draw_zones
from a4a.map.pictures.places import draw_codes, draw_places, draw_seats
from a4a.map.pictures.plane import Plane
from a4a.map.pictures.region import Region, bounds_of_region
from a4a.map.pictures.scene import LOOKS, Look, Scene, Theme, scale_of
from a4a.map.pictures.svg import number, sheet, shortened, tag, words, wrapped
from a4a.map.pictures.theatres import draw_theatres
from a4a.map.pictures.threat import draw_threat
from a4a.map.timeline import Timeline
from a4a.map.timeline_builder import build_timeline
from a4a.rules import named_rules
from a4a.rules.ruleset import Ruleset

Layers: TypeAlias = "Mapping[str, Any] | Iterable[str] | None"
"""Layers by name: those to draw, or how each is switched; None: as on the map at first."""

WIDTHS = (200, 8000)
MARGIN = 14.0
_HEAD = 34.0
_CAPTION = 13.0

# The first layers take room first; `_PLACES` says what lies above what.
_LAYERS: tuple[tuple[str, str, Callable[[Scene], list[str]]], ...] = (
    ("theatres", "theatres", draw_theatres),
    ("numbers", "codes", draw_codes),
    ("places", "seats", draw_seats),
    ("cities", "cities", draw_cities),
    ("straits", "straits", draw_straits),
    ("strength", "strength", draw_strength),
    ("units", "badges", draw_badges),
    ("zones", "zones", draw_zones),
    ("supply", "supply", draw_supply),
    ("holders", "holders", draw_holders),
    ("conditions", "conditions", draw_conditions),
    ("threat", "threat", draw_threat),
    ("production", "production", draw_production),
    ("places", "places", draw_places),
    ("convoys", "convoys", draw_convoys),
    ("values", "values", draw_values),
    ("neutrals", "neutrals", draw_neutrals),
    ("fronts", "fronts", draw_fronts),
    ("terrain", "harsh", draw_harsh),
    ("movement", "ways", draw_movement),
    ("battles", "battles", draw_battles),
    ("notes", "highlights", draw_highlights),
    ("notes", "arrows", draw_arrows),
    ("notes", "glyphs", draw_glyphs),
)
_PLACES = (
    "ground", "holders", "neutrals", "zones", "theatres", "links", "islands", "convoys", "fronts",
    "harsh", "straits", "highlights", "codes", "names", "seats", "places", "values", "cities",
    "production", "strength", "threat", "badges", "conditions", "ways", "supply", "battles",
    "arrows", "glyphs",
)  # fmt: skip


_RUNNING_OUT = frozenset({"links", "highlights", "ways", "arrows"})  # far over the edge


def picture(
    record: GameRecord,
    node: NodeId | None = None,
    *,
    layers: Layers = None,
    region: Region = None,
    width: int = 1600,
    title: str | None = None,
    theme: Theme = "light",
    rules: str | Path | None = None,
    map: MapChoice = None,
) -> Picture:
    """Draw the board at a node, as SVG or PNG.

    Parameters
    ----------
    record
        The game.
    node
        The node; the end of the main line if not given.
    layers
        What to draw: names of layers (just these), or how layers are switched, as
        ``{"fronts": False, "control": {"by": "side"}}``; if not given, what the map shows at
        first. The layers are those of `a4a.map.layers.LAYERS`.
    region
        The name of a theatre, a map or a space; bounds ``((south, west), (north, east))`` in
        degrees; or None: the whole board.
    width
        In pixels, 200 to 8000.
    title
        The title above the board, left of the time; if not given, the name of the game.
    theme
        "light" (also for print) or "dark".
    rules
        The folder of the mod that the game is played by, as a record names none: layers of the
        rules ask it.
    map
        Which map to draw by, as for `a4a.explore`.

    Raises
    ------
    A4AError
        If there is no such node, layer, region, width, theme or map, or the game is not of that
        mod.

    Examples
    --------
    >>> import a4a
    >>> shown = picture(a4a.start("global1940"), region="Eastern Front", width=600)
    >>> shown.svg.startswith("<svg"), shown.width
    (True, 600)
    """
    check_record(record)
    return pictured(
        record, record.last if node is None else node, named_rules(record, rules),
        geometry_of(record, map),
        layers=layers, region=region, width=width, title=title, theme=theme,
    )  # fmt: skip


def pictured(
    record: GameRecord,
    here: NodeId,
    rules: Ruleset | None,
    geometry: MapGeometry,
    *,
    layers: Layers = None,
    region: Region = None,
    width: int = 1600,
    title: str | None = None,
    theme: Theme = "light",
) -> Picture:
    """Draw the board at a node by rules and shapes that are known; see `picture`."""
    settings, look = chosen_layers(layers), look_of(theme)
    check_width(width)
    scene = scene_at(record, here, geometry, settings, look, region=region, width=width)
    if settings["strength"]["on"]:  # equal bubbles mean equal strength at all nodes, as on the map
        whole = build_timeline(record, record.line_to(here))
        scene = replace(scene, most=strongest(replace(scene, timeline=whole)))
    scene = asked(record, settings, rules)(scene, here)
    game = titled(title, scene.timeline.title)
    return framed(scene, game, when(record, here))


def scene_at(
    record: GameRecord,
    node: NodeId,
    geometry: MapGeometry,
    settings: Settings,
    look: Look,
    *,
    region: Region,
    width: int,
) -> Scene:
    """The board at a node, for a picture of this width."""
    timeline, notes = moment(record, node)
    plane = Plane(geometry, bounds_of_region(record.board, geometry, region), width - 2 * MARGIN)
    at = len(timeline.nodes) - 1
    return Scene(timeline, at, plane, settings, look, notes, scale=scale_of(plane, timeline))


def moment(record: GameRecord, node: NodeId) -> tuple[Timeline, list[dict[str, Any]]]:
    """The timeline of a node's turn, up to the node, and the node's annotations."""
    way = record.way_to(node)
    turn = record.time(node).turn
    first = len(way) - 1
    while first > 0 and record.time(way[first - 1]).turn == turn:
        first -= 1
    line = way[max(0, first - 1) :]  # with the node before, so that the turn's first step counts
    rows = [row for row in note_rows(record) if row["node"] == line[-1]]
    return build_timeline(record, line), rows


def framed(
    scene: Scene,
    title: str,
    subtitle: str,
    *,
    over: Mapping[str, Sequence[str]] | None = None,
    explained: Sequence[legend.LegendItem] = (),
) -> Picture:
    """A scene with its title, captions and legend.

    Parameters
    ----------
    scene, title, subtitle
        What is drawn, and what stands above it.
    over
        What is drawn in addition to the layers, by its place among them.
    explained
        What the legend says of that.
    """
    plane, look = scene.plane, scene.look
    body = draw_scene(scene, over or {})
    width = round(plane.width + 2 * MARGIN)
    heading = [
        words(shortened(title, 0.55 * plane.width, 17, weight=700), MARGIN, 24, font_size=17,
              font_weight=700, fill=look.ink),
        words(shortened(subtitle, 0.42 * plane.width, 14), width - MARGIN, 24, font_size=14,
              text_anchor="end", fill=look.soft),
    ]  # fmt: skip
    below = _HEAD + plane.height + 8
    lines = [
        line
        for comment in (captions(scene) if scene.is_on("notes") else ())
        for line in wrapped(comment, plane.width, _CAPTION, lines=4)
    ][:12]
    texts = [
        words(line, MARGIN, below + 18 * i + 14, font_size=_CAPTION, fill=look.ink)
        for i, line in enumerate(lines)
    ]
    below += 18 * len(lines) + (4 if lines else 0)
    rows = legend.rows([*legend.items([scene]), *explained], plane.width)
    key = legend.draw_legend(rows, MARGIN, below, look) if rows else ""
    height = math.ceil(below + legend.height_of(rows) + 8)
    page = mat(width, height, plane, [(MARGIN, _HEAD)], look)
    board = tag("g", body, transform=f"translate({MARGIN:g},{_HEAD:g})")
    label = f"{title}, {subtitle}"
    svg = sheet(width, height, window(plane), board, page, *heading, *texts, key, label=label)
    return Picture(svg, width, height)


def draw_scene(scene: Scene, over: Mapping[str, Sequence[str]] = MappingProxyType({})) -> str:
    """Draw the board of a scene, its upper left corner at the origin, cut off at its edges."""
    plane = scene.plane
    parts: dict[str, list[str]] = {
        "ground": (draw_earth if plane.geometry.backdrop else draw_ground)(scene),
        "links": draw_links(scene),
        "islands": draw_islands(scene),
    }
    for layer, place, draw in _LAYERS:
        if scene.is_on(layer) and not (layer == "units" and scene.is_on("strength")):
            parts[place] = draw(scene)
    for place, more in over.items():
        parts[place] = [*parts.get(place, ()), *more]
    parts["names"] = draw_names(scene)
    edge = f"url(#{_window_name(plane)})"
    groups = [
        tag("g", *parts[place], class_=place, clip_path=edge if place in _RUNNING_OUT else None)
        for place in _PLACES
        if parts.get(place)
    ]
    ocean = tag("rect", width=plane.width, height=plane.height, fill=scene.look.ocean)
    type_ = {"font_size": 9.5, "font_weight": 700}
    return tag("g", ocean, *groups, **type_)


def window(plane: Plane) -> str:
    """The definition that `draw_scene` needs once on a page."""
    shape = tag("rect", width=plane.width, height=plane.height)
    return tag("defs", tag("clipPath", shape, id=_window_name(plane)))


def _window_name(plane: Plane) -> str:
    # Several pictures may end up in one document, where names are shared.
    return f"window-{number(plane.width)}-{number(plane.height)}".replace(".", "_")


def mat(
    width: float, height: float, plane: Plane, places: Iterable[tuple[float, float]], look: Look
) -> str:
    """The page round its maps, which hides what hangs over their edges.

    Clipping the maps would do the same, but a PNG would take half as long again to make.
    """
    right, bottom = number(plane.width), number(plane.height)
    holes = [f"M{number(x)} {number(y)}h{right}v{bottom}h-{right}Z" for x, y in places]
    page = f"M0 0H{number(width)}V{number(height)}H0Z"
    edges = tag("path", d="".join(holes), fill="none", stroke=look.soft, stroke_width=0.8)
    return tag("path", d=page + "".join(holes), fill=look.page, fill_rule="evenodd") + edges


def when(record: GameRecord, node: NodeId) -> str:
    """The time of a node, for a heading: the round, whose turn, the phase."""
    time = record.time(node)
    parts = [round_of(time), capitalized(force(time.powers, record.catalog)), time.phase]
    return " · ".join(part for part in parts if part)


def round_of(time: Time) -> str:
    """The round a node is in."""
    return time.label or (f"Round {time.round}" if time.round else "The start")


# --- what callers may ask for -------------------------------------------------------------------


def check_record(record: object) -> None:
    """Raise A4AError for anything but a record whose board has spaces."""
    if not isinstance(record, GameRecord):
        raise A4AError(f"a picture shows a record, not a {type(record).__name__}")
    if not record.board.spaces:
        raise A4AError(f"the board {record.board.name[:80]!r} has no spaces to draw")


def check_width(width: float) -> None:
    """Raise A4AError for a width that no picture can have."""
    low, high = WIDTHS
    if isinstance(width, bool) or not isinstance(width, int | float) or not low <= width <= high:
        raise A4AError(f"width={width!r}: a picture is {low} to {high} pixels wide")


def look_of(theme: str) -> Look:
    """The colours of a theme."""
    if not isinstance(theme, str) or theme not in LOOKS:
        raise A4AError(f"theme={theme!r}: a picture is {' or '.join(LOOKS)}")
    return LOOKS[theme]


def chosen_layers(layers: Layers) -> Settings:
    """Settings of the layers that a caller asks for.

    Examples
    --------
    >>> [name for name, how in chosen_layers(("control", "fronts")).items() if how["on"]]
    ['control', 'fronts']
    """
    if layers is None:
        return chosen({})
    if isinstance(layers, Mapping):
        return chosen(layers)
    if isinstance(layers, str):
        layers = (layers,)
    try:
        wanted: Sequence[str] = list(layers)
    except TypeError:
        raise A4AError(f"layers={layers!r}: give the names of layers, or their settings") from None
    return chosen({**dict.fromkeys(BY_ID, False), **dict.fromkeys(wanted, True)})
