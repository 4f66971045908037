"""Small multiples: one small map a round on one page."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.map.own_maps import MapChoice, geometry_of
from a4a.map.painting import titled
from a4a.map.pictures import legend
from a4a.map.pictures.board import (
    Layers,
    check_record,
    check_width,
    chosen_layers,
    draw_scene,
    look_of,
    mat,
    moment,
    round_of,
    when,
    window,
)
from a4a.map.pictures.image import Picture
from a4a.map.pictures.marks import strongest
from a4a.map.pictures.overlays import asked
from a4a.map.pictures.plane import Plane
from a4a.map.pictures.region import Region, bounds_of_region
from a4a.map.pictures.scene import Scene, Theme
from a4a.map.pictures.svg import number, sheet, shortened, tag, text_width, words
from a4a.map.timeline import Timeline
from a4a.rules import named_rules

_MOST_COLUMNS, _MOST_MAPS = 12, 120
_MARGIN, _GAP = 16.0, 14.0
_HEAD, _CAPTION, _LINE = 40.0, 26.0, 18.0
_FIGURES = 13.5  # px
SEPARATOR = " · "
_SLIMMEST = 90.0
_LEGEND = 1.25  # larger than below a single picture, for a page that is printed
_LEAST, _CLOSER, _LARGEST = 0.35, 0.1, 0.85  # size of marks, by how many pixels a degree has


def small_multiples(
    record: GameRecord,
    *,
    nodes: Iterable[NodeId] | None = None,
    columns: int = 4,
    layers: Layers = ("control", "fronts"),
    region: Region = None,
    width: int = 1600,
    title: str | None = None,
    theme: Theme = "light",
    rules: str | Path | None = None,
    map: MapChoice = None,
) -> Picture:
    """Draw a small map for each of several nodes on one page, with one legend.

    Below each map stand its time and what the units (TUV) and spaces (a turn's yield) of each
    side are worth.

    Parameters
    ----------
    record
        The game.
    nodes
        The nodes; if not given, the start and the end of every round of the main line.
    columns
        How many maps stand side by side, 1 to 12.
    layers, region, title, theme, rules, map
        As for `picture`; each map shows the same.
    width
        Of the page in pixels. 1600 reads well on A4 across with 4 columns.

    Raises
    ------
    A4AError
        If there is no such node, layer, region or map, or nothing to show.

    Examples
    --------
    >>> import a4a
    >>> small_multiples(a4a.start("global1940"), columns=1, region="Europe", width=400).width
    400
    """
    check_record(record)
    settings, look = chosen_layers(layers), look_of(theme)
    check_width(width)
    if nodes is not None and not isinstance(nodes, Iterable):
        raise A4AError(f"nodes={nodes!r}: give the nodes to show in a list")
    chosen = ends_of_rounds(record) if nodes is None else list(nodes)
    cell = _cell(len(chosen), columns, width)
    columns = min(columns, len(chosen))
    geometry = geometry_of(record, map)
    plane = Plane(geometry, bounds_of_region(record.board, geometry, region), cell)
    scale = min(_LARGEST, _LEAST + _CLOSER * plane.scale)
    scenes, knowing = [], asked(record, settings, named_rules(record, rules))
    for node in chosen:
        timeline, notes = moment(record, node)
        at = len(timeline.nodes) - 1
        scene = Scene(timeline, at, plane, settings, look, notes, scale=scale)
        scenes.append(knowing(scene, node))
    if settings["strength"]["on"]:  # the same area means the same strength on every map
        most = max(strongest(scene) for scene in scenes)
        scenes = [replace(scene, most=most) for scene in scenes]
    figures = [_broken(standing(scene), cell) for scene in scenes]
    pitch = plane.height + _CAPTION + _LINE * max(len(lines) for lines in figures) + _GAP
    places = [
        (_MARGIN + (i % columns) * (cell + _GAP), _HEAD + (i // columns) * pitch)
        for i in range(len(chosen))
    ]
    maps = [
        tag("g", draw_scene(scene), transform=f"translate({number(x)},{number(y)})")
        for scene, (x, y) in zip(scenes, places, strict=True)
    ]
    captions = []
    for node, lines, (x, y) in zip(chosen, figures, places, strict=True):
        time, top = record.time(node), y + plane.height
        heading = when(record, node) if nodes is not None else round_of(time)
        bold = {"font_weight": "700", "fill": look.ink}
        captions += [
            words(shortened(heading, cell, 16, weight=700), x, top + 18, font_size=16, **bold),
            *(
                words(line, x, top + 36 + _LINE * row, font_size=_FIGURES, fill=look.ink)
                for row, line in enumerate(lines)
            ),
        ]
    below = _HEAD + math.ceil(len(chosen) / columns) * pitch
    rows = legend.rows(legend.items(scenes), (width - 2 * _MARGIN) / _LEGEND)
    key = legend.draw_legend(rows, _MARGIN, below, look, scale=_LEGEND)
    height = math.ceil(below + _LEGEND * legend.height_of(rows) + 8)
    game = titled(title, scenes[0].timeline.title)
    heading = words(shortened(game, width - 2 * _MARGIN, 20, weight=700), _MARGIN, 27,
                    font_size=20, font_weight=700, fill=look.ink)  # fmt: skip
    page = mat(width, height, plane, places, look)
    label = f"{game}: {len(chosen)} maps"
    svg = sheet(width, height, window(plane), *maps, page, heading, *captions, key, label=label)
    return Picture(svg, width, height)


def _cell(maps: int, columns: int, width: float) -> float:
    """How wide each of so many maps is; A4AError if they do not fit."""
    if isinstance(columns, bool) or not isinstance(columns, int):
        raise A4AError(f"columns={columns!r}: give the number of maps side by side")
    if not 1 <= columns <= _MOST_COLUMNS:
        raise A4AError(f"columns={columns}: 1 to {_MOST_COLUMNS} maps stand side by side")
    if not maps:
        raise A4AError("nodes=[]: give the nodes to show, or None for the end of each round")
    if maps > _MOST_MAPS:
        raise A4AError(f"{maps} maps do not fit on a page: {_MOST_MAPS} do")
    columns = min(columns, maps)
    cell = (width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    if cell < _SLIMMEST:
        raise A4AError(f"{columns} maps side by side do not fit into {width} pixels")
    return cell


def ends_of_rounds(record: GameRecord) -> list[NodeId]:
    """The last node before the first round, and the last one of every round, on the main line."""
    ends: dict[int, NodeId] = {}
    for node in record.line():
        ends[record.time(node).round] = node
    nodes = list(ends.values())
    # A last round in which nobody has had a turn is left out: the game was left there.
    if len(nodes) > 1 and record.time(nodes[-1]).turn == record.time(nodes[-2]).turn > 0:
        nodes.pop()
    return nodes


def _broken(sides: list[str], width: float) -> list[str]:
    """The words about the sides on one line if they fit, else on a line for each side."""
    together = SEPARATOR.join(sides)
    if text_width(together, _FIGURES) <= width:
        return [together]
    return [shortened(side, width, _FIGURES) for side in sides]


def standing(scene: Scene) -> list[str]:
    """What the units and spaces of each side are worth: "Axis 512 TUV, 98 IPC"."""
    timeline = scene.timeline
    tuv, income = side_sums(timeline, scene)
    unit = timeline.treasuries[0].resource if timeline.treasuries else ""
    return [
        f"{side.name} {tuv[i]} TUV, {income[i]} {unit}".rstrip()
        for i, side in enumerate(timeline.sides)
        if tuv[i] or income[i]
    ]


def side_sums(timeline: Timeline, scene: Scene) -> tuple[list[int], list[int]]:
    """For each side what its units (TUV) and its spaces (a turn's yield) are worth."""
    tuv, income = [0] * len(timeline.sides), [0] * len(timeline.sides)
    for space, content in enumerate(scene.contents):
        for i in range(0, len(content), 4):
            power, kind, condition, count = content[i : i + 4]
            side = scene.side(power)
            if side >= 0:
                tuv[side] += timeline.worth(power, kind, condition) * count
        holder = scene.side(scene.owner[space])
        if holder >= 0:
            income[holder] += scene.value(space)
    return tuv, income
