"""What the browser draws is what pictures draw: fronts, stacks and marks of the games we ship.

Both are read as they are drawn: the shapes of an SVG in the colours they are seen in, by the space
or border they are about. Where they stand is not compared, as a picture ends elsewhere than the
map in the browser. Two differences are meant, and taken out before the comparison:

* where a badge tells the types, the browser puts the facilities of the space into it, and pictures
  put them on a plate beside it;
* fronts and battles in the browser have shapes that nobody sees, to point at.
"""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from contextlib import contextmanager
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.map.assets import shared as common
from a4a.map.forest import Packet
from a4a.map.layers import chosen
from a4a.map.modules import bundle
from a4a.map.pictures.board import draw_scene
from a4a.map.pictures.plane import Plane
from a4a.map.pictures.scene import LOOKS, Scene, scale_of
from a4a.map.shapes import map_geometry
from a4a.map.timeline import Timeline
from a4a.pages import scripts
from tests import depth
from tests.browser.watched import WatchedPage
from tests.shared_games import SHIPPED, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from a4a.core.record import GameRecord
    from a4a.map.geometry import MapGeometry
    from tests.browser.lab import Lab

NEAR, FAR = 9.5, 3.05  # zooms: all has room; marks of their usual size, some without room
GROUPS = ("fronts", "badges", "production", "convoys", "values", "straits", "cities", "battles")
LAYERS = {
    **dict.fromkeys(("fronts", "units", "production", "convoys"), True),
    **dict.fromkeys(("values", "straits", "cities"), True),
    "battles": {"on": True, "over": "turn"},
}
STARTS = ("europe1940", "war_in_europe")

PLATE, BAR, BAND, HITS = 13.0, 1.8, 3.4, 9.6  # heights of rectangles in marks


class Shape(NamedTuple):
    """A shape as it is seen: `told` is its text, or the name of its path if it has one."""

    kind: str
    told: str
    fill: str
    stroke: str
    wide: float
    dashed: bool
    height: float = 0.0


Drawn: TypeAlias = "dict[str, dict[int, list[Shape]]]"
"""What is drawn, by the name of a group and the space or border it is about."""

Facilities: TypeAlias = "dict[tuple[str, str], tuple[int, int, bool]]"
"""How many facilities there are, how many hits they have and whether any has a marker, by whose
and what they are."""


def names_of_paths() -> dict[str, str]:
    """The names of the paths that the browser and pictures share."""
    symbols = {
        path: f"{name} {part}"
        for name, parts in common("map/symbols.json").items()
        for part, path in parts.items()
    }
    marks = {**common("map/marks.json"), **common("map/battles.json")}
    return symbols | {path: name for name, path in marks.items() if isinstance(path, str)}


NAMES = names_of_paths()
DISC = common("map/discs.json")


def shape(*, kind: str, told: str, stroke: str, wide: float, **look: Any) -> Shape:
    """A shape, with nothing said of what is not seen."""
    named = NAMES.get(told, "") if kind == "path" else told
    if kind == "text" or stroke == "none":
        stroke, wide = "none", 0.0
    look["height"] = round(look.get("height") or 0.0, 1)
    look["dashed"] = look["dashed"] and stroke != "none"
    return Shape(kind=kind, told=named, stroke=stroke, wide=round(wide, 2), **look)


# --- the two drawings -----------------------------------------------------------------------------


class Board:
    """A game as a page and as pictures draw it."""

    def __init__(self, record: GameRecord, page: WatchedPage, timeline: Timeline) -> None:
        self.record = record
        self.page = page
        self.timeline = timeline

    @cached_property
    def geometry(self) -> MapGeometry:
        """The geometry, with boxes for shapes, which are not compared."""
        geometry = map_geometry(self.record.board)
        boxes = tuple(
            ((((west, south), (west, north), (east, north), (west, south)),),)
            for _, _, south, west, north, east in geometry.anchors
        )
        return msgspec.structs.replace(geometry, polygons=boxes)

    def in_browser(self, positions: Sequence[int], zoom: float) -> list[Drawn]:
        """What the browser draws at positions."""
        asked = {"layers": chosen(LAYERS), "zoom": zoom, "positions": positions, "groups": GROUPS}
        found = json.loads(self.page.page.evaluate("(asked) => board.drawn(asked)", asked))
        return [
            {
                name: {
                    int(about): [shape(**one) for one in shapes] for about, shapes in group.items()
                }
                for name, group in zip(GROUPS, groups, strict=True)
            }
            for groups in found
        ]

    def in_pictures(self, positions: Sequence[int], zoom: float) -> list[Drawn]:
        """What pictures as large as the map at that zoom draw."""
        (_, west), (_, east) = self.geometry.bounds
        width = 256 * 2**zoom * (east - west) / 360
        plane = Plane(self.geometry, self.geometry.bounds, width)
        scale = scale_of(plane, self.timeline)
        settings, look = chosen(LAYERS), LOOKS["light"]
        return [
            read(draw_scene(Scene(self.timeline, at, plane, settings, look, scale=scale)))
            for at in positions
        ]


def read(svg: str) -> Drawn:
    """What an SVG of ours draws."""
    drawn: Drawn = {name: {} for name in GROUPS}
    for group in ET.fromstring(svg).iter("g"):
        if (name := group.get("class")) in drawn:
            _read_into(drawn[name], group, {}, None)
    return drawn


def _read_into(
    found: dict[int, list[Shape]], node: ET.Element, look: Mapping[str, str], about: str | None
) -> None:
    look = {**look, **node.attrib}
    about = node.get("data-space") or node.get("data-border") or about
    if node.tag != "g" and about is not None:
        made = shape(
            kind=node.tag,
            told=node.get("d") or node.text or "",
            fill=_hex(look.get("fill", "#000000")),
            stroke=_hex(look.get("stroke", "none")),
            wide=float(look.get("stroke-width", 1)),
            dashed="stroke-dasharray" in look,
            height=float(node.get("height", 0)),
        )
        found.setdefault(int(about), []).append(made)
    for child in node:
        inherited = {key: look[key] for key in look if key.startswith(("fill", "stroke"))}
        _read_into(found, child, inherited, about)


def _hex(colour: str) -> str:
    return re.sub(r"^#(\w)(\w)(\w)$", r"#\1\1\2\2\3\3", colour)


# --- what is compared -----------------------------------------------------------------------------


class Sign(NamedTuple):
    """A part of a badge or plate: on which colour, what (a symbol, a number ...), in which ink."""

    ground: str
    what: str
    ink: str


def signs(shapes: Sequence[Shape]) -> list[Sign]:
    """What badges and plates tell: their rows are not compared, only what stands in them."""
    red = "#c00000"
    found, ground = [], ""
    for one in shapes:
        if one.kind == "rect" and one.height == BAND:
            found.append(Sign(ground, "reduced", one.fill))
        elif one.kind == "rect" and one.fill != "none" and one.height not in (PLATE, HITS):
            ground = one.fill
        elif one.kind == "circle" and one.stroke == DISC["stroke"]:
            found.append(Sign(ground, "a marker", one.fill))
        elif one.kind == "circle":
            found.append(Sign(one.fill, "dot", ""))
        elif one.kind == "text":
            found.append(Sign(ground, f"{one.told}{' hits' * (one.fill == red)}", one.fill))
        elif one.kind == "path" and one.told:
            found.append(Sign(ground, one.told, one.fill if one.fill != "none" else one.stroke))
        elif one.kind == "path" and one.dashed:
            found.append(Sign(ground, "aboard", one.stroke))
        elif one.kind == "path" and one.stroke == red:
            found.append(Sign(ground, "a hit", one.stroke))
    return found


def parted(found: Sequence[Sign], facilities: frozenset[str]) -> tuple[list[Sign], Facilities]:
    """The signs of units, and the facilities, by their ground."""
    units: list[Sign] = []
    places: Facilities = {}
    last = None
    for sign in found:
        if sign.what in facilities:
            last = (sign.ground, sign.what)
            count, hits, marked = places.get(last, (0, 0, False))
            places[last] = (count + 1, hits, marked)
        elif last and sign.what == "a marker":
            places[last] = (*places[last][:2], True)
        elif last and (more := re.fullmatch(r"(\d+)( hits)?", sign.what)):
            count, hits, marked = places[last]
            number = int(more[1])
            found_now = (count, hits + number) if more[2] else (count + number - 1, hits)
            places[last] = (*found_now, marked)
        else:
            last = None
            units.append(sign)
    return units, places


def told(drawn: Drawn, facilities: frozenset[str]) -> dict[str, dict[int, Any]]:
    """What a drawing tells, by its group and what it is about."""
    groups: dict[str, dict[int, Any]] = {
        name: {
            about: sorted(one for one in shapes if {one.fill, one.stroke} != {"none"})
            for about, shapes in drawn[name].items()
        }
        for name in GROUPS
    }
    badges = {space: parted(signs(s), facilities) for space, s in drawn["badges"].items()}
    plates = {space: parted(signs(s), facilities)[1] for space, s in drawn["production"].items()}
    groups["badges"] = {space: units for space, (units, _) in badges.items() if units}
    groups["production"] = {space: there for space, (_, there) in badges.items() if there} | plates
    return groups


# --- the games ------------------------------------------------------------------------------------


def made_up() -> GameRecord:
    """What the games we ship have none of: an open battle, several hits, two bases of a kind.

    And markers, on units and facilities, with hits and without.
    """
    record = a4a.start("europe1940")
    port, far, sea = (record.board.space(n).name for n in ("Norway", "Bryansk", "sea zone 125"))
    start = record.state_at(0)
    first = max(start.units) + 1
    added = [
        *(("naval base", place, 2) for place in (port, port, far, far)),
        *(("battleship", sea, damage) for damage in (1, 1, 0)),
        ("transport", sea, 0),
        ("infantry", first + 7, 0),
        ("infantry", sea, 0),
    ]
    units = tuple(
        Unit(id, kind, start.control.get(str(place)) or "Germany", place, damage=damage)
        for id, (kind, place, damage) in enumerate(added, start=first)
    )
    side = ev.Participant("attacker", "Germany", (first + 4,))
    works = (u.id for u in start.units.values() if u.type.endswith("industrial complex"))
    ids = (first + 2, first + 4, first + 8, *works)  # a base, a ship, who is aboard
    marked = ev.UnitsConverted(ids, "made up", gained=("assigned",))
    record.append([ev.RoundBegan(1), ev.UnitsAdded(units, "made up"), marked])
    record.append([ev.BattleOpened("battle", sea, "sea", (side,))])
    return record


_PAGE = """<!doctype html><html><head><meta charset="utf-8"><style>{styles}
.a4a-map {{ width: 600px; height: 400px; }}</style></head><body>
<div id="a4a-board" class="a4a-board"></div>{blocks}
<script>{leaflet}</script><script type="module">{script}</script></body></html>"""
_BLOCK = re.compile(r'<script type="text/plain" class="a4a-block">(.*?)</script>')


@contextmanager
def shown(lab: Lab, project: Path, record: GameRecord, folder: Path) -> Iterator[Board]:
    """A game on a page of its own, with nothing on it but the board."""
    exported = a4a.export_html(record, folder / "game.html", charts=()).read_text(encoding="utf-8")
    blocks = list(_BLOCK.finditer(exported))
    models, *large = [gzip.decompress(b64decode(block[1])) for block in blocks]
    timeline = large[json.loads(models)["cursor"]["bytes"]["timeline"] - 1]
    script = bundle("tests/browser/drawn.js", lambda path: (project / path).read_text("utf-8"))
    (folder / "board.html").write_text(
        _PAGE.format(
            styles=scripts.styles(),
            blocks="".join(block[0] for block in blocks),
            leaflet=scripts.leaflet(),
            script=script,
        ),
        encoding="utf-8",
    )
    context = lab.browser.new_context(offline=True)
    page = WatchedPage(context.new_page())
    try:
        page.page.goto((folder / "board.html").as_uri())
        page.page.wait_for_function("() => globalThis.board?.isShown()")
        yield Board(record, page, msgspec.json.decode(timeline, type=Packet).main)
        page.check()
    finally:
        context.close()


@pytest.fixture(scope="module", params=[*depth.sample(SHIPPED), *STARTS, "made up"])
def board(
    request: pytest.FixtureRequest,
    lab: Lab,
    project: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Board]:
    name = request.param
    record = (
        shipped(name) if name in SHIPPED else made_up() if name == "made up" else a4a.start(name)
    )
    with shown(lab, project, record, tmp_path_factory.mktemp(name)) as opened:
        yield opened


def moments(timeline: Timeline) -> list[int]:
    """The start, the ends of rounds, and where the hardest battle of every third was."""
    ends = [0, *(stop.at - 1 for stop in timeline.stops.round[1:]), len(timeline.nodes) - 1]
    found = set(ends)
    for first, last in list(pairwise(ends))[::3]:
        fought = [b for b in timeline.battles if first < b.at <= b.closed <= last]
        if fought:
            hardest = max(fought, key=lambda battle: abs(battle.swing))
            found |= {hardest.at, hardest.closed}
    return sorted(found)


def facilities_of(timeline: Timeline) -> frozenset[str]:
    """The names of the paths that facilities are drawn with."""
    known = common("map/symbols.json")
    return frozenset(
        NAMES[path]
        for kind in timeline.types
        if kind.category == "facility"
        for path in known.get(kind.symbol, known.get(kind.category, known["other"])).values()
    )


def compared(board: Board, positions: Sequence[int], zoom: float) -> Iterator[tuple[Any, ...]]:
    """Each position, what the browser tells there, and what a picture does."""
    facilities = facilities_of(board.timeline)
    both = zip(board.in_browser(positions, zoom), board.in_pictures(positions, zoom), strict=True)
    for position, (ours, theirs) in zip(positions, both, strict=True):
        yield position, told(ours, facilities), told(theirs, facilities)


def differences(browser: Any, picture: Any) -> list[str]:
    """What is told otherwise: in which group, about which space or border, here and there."""
    return [
        f"{name} {about}: the browser draws {one}, pictures draw {two}"
        for name in GROUPS
        for about in sorted(browser[name].keys() | picture[name].keys())
        if (one := browser[name].get(about)) != (two := picture[name].get(about))
    ]


@pytest.mark.soak
def test_where_all_has_room_browser_and_pictures_draw_the_same(board: Board) -> None:
    some = moments(board.timeline)[:: depth.number(3, deep=1)]
    for position, browser, picture in compared(board, some, NEAR):
        found = differences(browser, picture)
        assert not found, "\n".join([f"at position {position}", *found[:20]])


@pytest.mark.soak
def test_from_afar_badges_of_one_kind_tell_the_same(board: Board) -> None:
    """Which stacks have room for how much is another matter there: some become dots."""
    same = total = 0
    for _, browser, picture in compared(board, moments(board.timeline)[-2:], FAR):
        for space in browser["badges"].keys() & picture["badges"].keys():
            ours, theirs = browser["badges"][space], picture["badges"][space]
            total += 1
            if _kind(ours) == _kind(theirs):
                same += 1
                assert (space, ours) == (space, theirs)
        for space in browser["production"].keys() & picture["production"].keys():
            ours, theirs = browser["production"][space], picture["production"][space]
            for what in ours.keys() & theirs.keys():
                assert (space, what, ours[what]) == (space, what, theirs[what])
    assert same > 0.6 * total > 0


def _kind(found: Sequence[Sign]) -> str:
    if any(sign.what == "dot" for sign in found):
        return "dot"
    return "plain" if all(sign.what.isdigit() for sign in found) else "detail"


@pytest.mark.soak
def test_badges_stay_between_the_edges_of_the_board(board: Board) -> None:
    """What stood out beyond them could not be brought into view."""
    for zoom in (FAR, 1.5):
        board.in_browser(moments(board.timeline)[-1:], zoom)
        assert board.page.page.evaluate("() => board.beyond()") == []
