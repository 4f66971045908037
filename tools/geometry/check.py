"""The bars a board's geometry must clear, read back from the committed files.

Independent of the builder: it knows the files and the board's tables, not how they were made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import shapely
from shapely.affinity import translate
from shapely.geometry import Point, shape
from shapely.geometry.base import BaseGeometry

from tools.geometry.atoms import DATA
from tools.geometry.output import GEOMETRY, LINES
from tools.geometry.plane import polygons, project
from tools.geometry.tables import Names, borders_of, pair, rows, spaces_of

NEAR = 0.004
"""Borders this close (degrees) coincide."""
TOUCH = 0.03
"""Two spaces touch when they have more common border than this (degrees)."""
LARGEST_FILE = 1_500_000
SMALLEST_SPACE = 0.5
"""The widest circle in each space is this wide on the map (degrees of longitude), to be seen."""
PRECISION = 0.98

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Board:
    """A board's geometry as committed."""

    name: str
    kinds: dict[str, str]
    shapes: dict[str, BaseGeometry]
    properties: dict[str, dict[str, object]]
    boxes: dict[str, list[float]]
    lines: dict[Pair, BaseGeometry]
    km: dict[Pair, float]
    bytes: int


@dataclass(slots=True)
class Report:
    """What a check found: figures to show, and faults; none means that all bars hold."""

    board: str
    figures: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def passes(self) -> bool:
        """Whether every bar holds."""
        return not self.faults

    def __str__(self) -> str:
        lines = [self.board, *(f"  {key:32s} {value}" for key, value in self.figures.items())]
        return "\n".join(lines + [f"  FAULT {fault}" for fault in self.faults])


def read_board(dataset: Path) -> Board:
    """The committed geometry of one board."""
    features = json.loads((dataset / GEOMETRY).read_text(encoding="utf-8"))["features"]
    lines = json.loads((dataset / LINES).read_text(encoding="utf-8"))["features"]
    named = {f["properties"]["name"]: f for f in features}
    ends = [pair(f["properties"]["space_a"], f["properties"]["space_b"]) for f in lines]
    return Board(
        name=dataset.name,
        kinds={row["name"]: row["kind"] for row in spaces_of(dataset)},
        shapes={name: shape(f["geometry"]) for name, f in named.items()},
        properties={name: f["properties"] for name, f in named.items()},
        boxes={name: f["bbox"] for name, f in named.items()},
        lines={p: shape(f["geometry"]) for p, f in zip(ends, lines, strict=True)},
        km={p: f["properties"]["km"] for p, f in zip(ends, lines, strict=True)},
        bytes=(dataset / GEOMETRY).stat().st_size,
    )


def pairs(table: Iterable[dict[str, str]], names: Names) -> set[Pair]:
    """The borders of a table with columns ``space_a`` and ``space_b``, by the board's names.

    Borders of spaces that are not on the board are left out.
    """
    found = set()
    for row in table:
        a, b = (names.find(row[column]) for column in ("space_a", "space_b"))
        if a and b:
            found.add(pair(a, b))
    return found


def check(dataset: Path, connections: Path | None = None) -> Report:
    """Hold one board against a table of its borders.

    Parameters
    ----------
    dataset
        The board's folder.
    connections
        The table that says which spaces border. By default the board's own; better a judge from
        elsewhere, whose borders that this board does not have are listed, each with its reason, in
        ``data/exceptions.csv``.
    """
    board = read_board(dataset)
    report = Report(board.name)
    names = Names(spaces_of(dataset))
    borders = pairs(rows(connections) if connections else borders_of(dataset), names)
    for row in rows(DATA / "exceptions.csv"):
        ends = pair(row["space_a"], row["space_b"])
        if row["board"] == board.name and ends in borders:
            borders.remove(ends)
            report.figures[f"exception {ends[0]} ~ {ends[1]}"] = row["reason"]
    _check_names(board, report)
    _check_adjacency(board, borders, report)
    _check_partition(board, report)
    _check_gaps(board, report)
    _check_places(board, report)
    _check_legibility(board, report)
    _check_lines(board, borders, report)
    return report


def _check_names(board: Board, report: Report) -> None:
    absent = board.kinds.keys() - board.shapes.keys()
    strange = board.shapes.keys() - board.kinds.keys()
    report.figures["spaces"] = str(len(board.shapes))
    report.figures["bytes"] = f"{board.bytes:,}"
    report.figures["vertices"] = f"{sum(map(shapely.get_num_coordinates, board.shapes.values())):,}"
    report.faults += [f"no polygon for {name}" for name in sorted(absent)]
    report.faults += [f"polygon for {name}, which is not on the board" for name in sorted(strange)]
    if board.bytes >= LARGEST_FILE:
        report.faults.append(f"the file has {board.bytes:,} bytes")


def touching(shapes: dict[str, BaseGeometry]) -> dict[Pair, float]:
    """Every two spaces with a common border, and how long it is in degrees, round the globe."""
    names = [(name, turn) for name in shapes for turn in (-360.0, 0.0, 360.0)]
    rings = [translate(shapes[name].boundary, turn) for name, turn in names]
    tree = shapely.STRtree(rings)
    found: dict[Pair, float] = {}
    for name, outline in shapes.items():
        own = outline.boundary
        for index in tree.query(own, predicate="dwithin", distance=NEAR):
            other, ring = names[int(index)][0], rings[int(index)]
            if name < other:  # what lies far from the other of the two takes no part
                near = shapely.line_merge(shapely.clip_by_rect(own, *_around(ring, 3 * NEAR)))
                bank = near.buffer(NEAR, cap_style="flat")
                theirs = shapely.clip_by_rect(ring, *_around(own, 2 * NEAR))
                length = theirs.intersection(bank).length
                found[name, other] = max(found.get((name, other), 0.0), length)
    return {names_: length for names_, length in found.items() if length > TOUCH}


def _around(outline: BaseGeometry, margin: float) -> tuple[float, float, float, float]:
    left, low, right, high = outline.bounds
    return left - margin, low - margin, right + margin, high + margin


def _check_adjacency(board: Board, borders: set[Pair], report: Report) -> None:
    bordered = {name for names in borders for name in names}
    touch = touching({n: s for n, s in board.shapes.items() if n in bordered})
    missing = sorted(borders - touch.keys())
    extra = sorted(touch.keys() - borders)
    shared = len(touch) - len(extra)
    report.figures["borders that touch"] = _share(len(borders) - len(missing), len(borders))
    report.figures["touching pairs that are borders"] = _share(shared, len(touch))
    report.faults += [f"{a} and {b} border but do not touch" for a, b in missing]
    if shared < PRECISION * len(touch):
        report.faults += [f"{a} and {b} touch for {touch[a, b]:.2f} degrees" for a, b in extra]
    elif extra:
        report.figures["touching but no border"] = "; ".join(
            f"{a} ~ {b} {touch[a, b]:.2f}" for a, b in extra
        )


def _share(part: int, all_: int) -> str:
    return f"{part} / {all_} = {part / max(all_, 1):.1%}"


def _check_partition(board: Board, report: Report) -> None:
    names = [(name, turn) for name in board.shapes for turn in (-360.0, 0.0, 360.0)]
    copies = [translate(board.shapes[name], turn) for name, turn in names]
    tree = shapely.STRtree(copies)
    overlap = 0.0
    for name, outline in board.shapes.items():
        if not outline.is_valid:
            report.faults.append(f"{name}: {shapely.is_valid_reason(outline)}")
        if board.kinds.get(name) == "sea" and len(shapely.get_parts(outline)) > 1:
            report.faults.append(f"{name} is in several pieces")
        for index in tree.query(outline, predicate="intersects"):
            other = names[int(index)][0]
            if name < other and (area := outline.intersection(copies[int(index)]).area) > 1e-9:
                overlap += area
                report.faults.append(f"{name} and {other} overlap by {area:.5f} square degrees")
    report.figures["overlap"] = f"{overlap:.6f} square degrees"


def gaps(shapes: dict[str, BaseGeometry]) -> list[BaseGeometry]:
    """Ground inside the board that belongs to no space: holes in the union of all spaces."""
    whole = shapely.union_all([*shapes.values()])  # once: thrice as many take thrice as long
    union = shapely.union_all([translate(whole, turn) for turn in (-360.0, 0.0, 360.0)])
    rings = [ring for part in shapely.get_parts(union) for ring in part.interiors]
    holes = [shapely.Polygon(ring) for ring in rings]
    return [hole for hole in holes if -180.0 <= hole.centroid.x < 180.0]


def _check_gaps(board: Board, report: Report) -> None:
    named = [
        (row["name"], Point(float(row["longitude"]), float(row["latitude"])))
        for row in rows(DATA / "off_board_water.csv")
    ]
    found = []
    for hole in gaps(board.shapes):
        inside = [name for name, place in named if hole.contains(place)]
        found += inside
        if not inside:
            place = hole.representative_point()
            report.faults.append(
                f"gap of {hole.area:.4f} square degrees at {place.x:.2f}, {place.y:.2f}"
            )
    report.figures["water off the board, enclosed"] = ", ".join(found) or "none"


def _check_places(board: Board, report: Report) -> None:
    for name, outline in board.shapes.items():
        about = board.properties[name]
        low, _, high, _ = outline.bounds
        if not -180.0 <= outline.centroid.x < 180.0 or high - low > 180.0:
            report.faults.append(f"{name} runs from {low} to {high} degrees of longitude")
        if not np.allclose(board.boxes[name], outline.bounds, atol=1e-9):
            report.faults.append(f"{name}: its bbox is not its bounds")
        coordinates = shapely.get_coordinates(outline)
        if not np.allclose(coordinates, coordinates.round(2), atol=1e-9):
            report.faults.append(f"{name}: coordinates finer than 0.01 degrees")
        label = Point(about["label_lon"], about["label_lat"])
        if not outline.contains(label):
            report.faults.append(f"{name}: its label lies outside")
        if about["kind"] != board.kinds.get(name):
            report.faults.append(f"{name} is {about['kind']} here, {board.kinds.get(name)} there")


def _check_legibility(board: Board, report: Report) -> None:
    widths = {name: _width(outline) for name, outline in board.shapes.items()}
    least = min(widths, key=lambda name: widths[name])
    report.figures["smallest space"] = f"{least}, {widths[least]:.2f} degrees wide"
    for name, width in sorted(widths.items()):
        if width < SMALLEST_SPACE:
            report.faults.append(f"{name} is only {width:.2f} degrees wide on the map")


def _width(outline: BaseGeometry) -> float:
    part = polygons(project(outline))[0]
    return 2 * float(shapely.maximum_inscribed_circle(part, tolerance=0.01).length)


def _round_the_globe(outline: BaseGeometry) -> BaseGeometry:
    """The boundary of a space, at each turn of the globe that a line may lie on."""
    turns = [translate(outline.boundary, turn) for turn in (-360.0, 0.0, 360.0)]
    found: BaseGeometry = shapely.union_all(turns)
    shapely.prepare(found)
    return found


def _check_lines(board: Board, borders: set[Pair], report: Report) -> None:
    report.faults += [f"no line for {a} ~ {b}" for a, b in sorted(borders - board.lines.keys())]
    length: dict[str, float] = defaultdict(float)
    outlines = {name: _round_the_globe(outline) for name, outline in board.shapes.items()}
    for (a, b), line in board.lines.items():
        for name in {a, b} & board.shapes.keys():
            length[name] += line.length
            if not outlines[name].covers(line):
                report.faults.append(f"the line {a} ~ {b} leaves the outline of {name}")
        if board.km[a, b] <= 0:
            report.faults.append(f"the line {a} ~ {b} has no length")
    for name, total in length.items():
        if total > board.shapes[name].boundary.length + 1e-6:
            report.faults.append(f"the lines of {name} are longer than its outline")
    report.figures["border lines"] = f"{len(board.lines)}, {sum(board.km.values()):,.0f} km"
