"""What is different between two positions, as a picture: changed hands, units come and gone.

Spaces that changed hands are striped in the old and the new colour. Units take
the place of badges: those that came are filled in the power's colour, those that left or were lost
are rimmed in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from a4a.core.errors import A4AError
from a4a.map.changes import changes_payload
from a4a.map.own_maps import MapChoice, geometry_of
from a4a.map.painting import titled
from a4a.map.pictures.badges import symbol
from a4a.map.pictures.board import (
    Layers,
    check_record,
    check_width,
    chosen_layers,
    framed,
    look_of,
    scene_at,
)
from a4a.map.pictures.image import Picture
from a4a.map.pictures.legend import LegendItem
from a4a.map.pictures.region import Region
from a4a.map.pictures.scene import Scene, Theme, at
from a4a.map.pictures.svg import tag, words

if TYPE_CHECKING:
    from a4a.analysis.changes import Changes

_STRIPE = 5.0  # px
_CHIP, _SYMBOL, _DIGIT, _PER_ROW = 13.0, 14.0, 6.4, 3
_SPARE = 16.0  # px that the types of a space may reach beyond it
_NOBODY = "#e9e6dd"


def changes_picture(
    changes: Changes,
    *,
    layers: Layers = ("control",),
    region: Region = None,
    width: int = 1600,
    title: str | None = None,
    theme: Theme = "light",
    map: MapChoice = None,
) -> Picture:
    """Draw what is different between two positions of a game, or of two games.

    Parameters
    ----------
    changes
        As `a4a.changes` finds them; the board is drawn as it is at the second position.
    layers, region, width, title, theme, map
        As for `a4a.picture`; units, strength, production, movement and battles are not drawn.

    Raises
    ------
    A4AError
        If there is no such layer, region, width, theme or map.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import ControlChanged
    >>> record = a4a.start("europe1940")
    >>> _ = record.append([ControlChanged("France", "France", "Germany", "conquest")])
    >>> "1 space changed hands" in changes_picture(a4a.changes(record), width=500).svg
    True
    """
    found = getattr(changes, "second", None)
    if found is None:
        raise A4AError(f"what a4a.changes(...) finds is drawn, not {type(changes).__name__}")
    record, node = found.record, found.node
    check_record(record)
    settings, look = chosen_layers(layers), look_of(theme)
    check_width(width)
    quiet = ("units", "strength", "production", "movement", "battles", "notes")
    settings = {**settings, **{name: {**settings[name], "on": False} for name in quiet}}
    payload = changes_payload(changes)
    geometry = geometry_of(record, map)
    scene = scene_at(record, node, geometry, settings, look, region=region, width=width)
    rows = [row for row in payload["spaces"] if scene.plane.shows(row["space"])]
    over = {"neutrals": _stripes(scene, rows), "badges": _chips(scene, rows)}
    name = titled(title, scene.timeline.title)
    explained = list(_explain(scene, payload["spaces"], payload["tuv"]))
    return framed(scene, name, payload["title"], over=over, explained=explained)


def _stripes(scene: Scene, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Spaces that changed hands, in stripes of both colours."""
    patterns: dict[str, str] = {}
    shapes = []
    for row in rows:
        if row["was"] == row["now"]:
            continue
        name, pattern = _pattern(scene, row["was"], row["now"])
        patterns[name] = pattern
        x, y, *_ = scene.plane.points[row["space"]]
        if path := scene.plane.shapes[row["space"]]:
            shapes.append(tag("path", d=path, fill=f"url(#{name})"))
        if row["space"] in scene.islands:
            shapes.append(tag("circle", cx=x, cy=y, r=6, fill=f"url(#{name})"))
    if not shapes:
        return []
    edge = {"stroke": "#111111", "fill_rule": "evenodd", "fill_opacity": "0.9"}
    return [tag("defs", *patterns.values()), tag("g", *shapes, stroke_width=1.2, **edge)]


def _pattern(scene: Scene, was: int, now: int) -> tuple[str, str]:
    """The name of two holders' stripes, the same for the same colours, and their definition."""
    old, new = (scene.timeline.powers[i].colour if i >= 0 else _NOBODY for i in (was, now))
    name = f"hands-{old[1:]}-{new[1:]}"
    ground = tag("rect", width=2 * _STRIPE, height=2 * _STRIPE, fill=new)
    stripe = tag("rect", width=_STRIPE - 1, height=2 * _STRIPE, fill=old)
    return name, tag(
        "pattern", ground, stripe, id=name, width=2 * _STRIPE, height=2 * _STRIPE,
        patternUnits="userSpaceOnUse", patternTransform="rotate(45)",
    )  # fmt: skip


class _Chip(NamedTuple):
    """Units that came ("+") or went ("−"): how many, of which power and type (-1: of several)."""

    sign: str
    power: int
    kind: int
    units: int

    @property
    def text(self) -> str:
        return f"{self.sign}{self.units}"

    @property
    def width(self) -> float:
        return len(self.text) * _DIGIT + 6 + (_SYMBOL if self.kind >= 0 else 0)


def _chips(scene: Scene, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Units come and gone where there is room: each type, or all together, or else a dot."""
    drawn = []
    for row in sorted(rows, key=lambda row: (-_size(row), row["space"])):
        if not _size(row):
            continue
        space = row["space"]
        point = scene.plane.points[space]
        types = _table(_types(row))
        roomy = (
            types.width * scene.scale < point.width + _SPARE
            and types.height * scene.scale < point.height + _SPARE
        )
        for table in [types] * roomy + [_table(_sums(row))]:
            box = scene.find_room(space, table.width * scene.scale, table.height * scene.scale)
            if box:
                drawn.append(at(box, scene.scale, *_draw(scene, table)))
                break
        else:
            drawn.append(tag("circle", cx=point.x, cy=point.y, r=3, fill="#111111", stroke="#fff"))
    return drawn


def _size(row: Mapping[str, Any]) -> int:
    return sum(count for _, _, count in (*row["gains"], *row["losses"]))


def _types(row: Mapping[str, Any]) -> list[_Chip]:
    gains = [_Chip("+", power, kind, count) for power, kind, count in row["gains"]]
    return gains + [_Chip("−", power, kind, count) for power, kind, count in row["losses"]]


def _sums(row: Mapping[str, Any]) -> list[_Chip]:
    return [
        _Chip(sign, row[name][0][0], -1, sum(count for _, _, count in row[name]))
        for sign, name in (("+", "gains"), ("−", "losses"))
        if row[name]
    ]


class _Table(NamedTuple):
    """Chips in rows, with the place of each."""

    chips: list[tuple[_Chip, float, float]]
    width: float
    height: float


def _table(chips: Sequence[_Chip]) -> _Table:
    placed, x, width = [], 0.0, 0.0
    for i, chip in enumerate(chips):
        if i % _PER_ROW == 0:
            x = 0.0
        placed.append((chip, x, (i // _PER_ROW) * (_CHIP + 1)))
        x += chip.width + 1
        width = max(width, x - 1)
    return _Table(placed, width, -(-len(chips) // _PER_ROW) * (_CHIP + 1) - 1)


def _draw(scene: Scene, table: _Table) -> list[str]:
    parts = []
    for chip, x, y in table.chips:
        power = scene.timeline.powers[chip.power]
        came = chip.sign == "+"
        ink = power.ink if came else "#111111"
        left, top = x - table.width / 2, y - table.height / 2
        parts += [
            tag("rect", x=left, y=top, width=chip.width, height=_CHIP, rx=2,
                fill=power.colour if came else "#ffffff",
                stroke="#ffffff" if came else power.colour, stroke_width=0.8 if came else 1.8),
            words(chip.text, left + 3, top + 10, fill=ink),
        ]  # fmt: skip
        if chip.kind >= 0:
            kind = scene.timeline.types[chip.kind]
            parts.append(symbol(kind, ink, left + chip.width - _SYMBOL - 2, top + 1.5))
    return parts


def _explain(
    scene: Scene, rows: Sequence[Mapping[str, Any]], tuv: Sequence[int]
) -> Iterator[LegendItem]:
    """What the legend says of the changes of the whole board."""
    hands = [row for row in rows if row["was"] != row["now"]]
    spaces = f"{len(hands)} {'space' if len(hands) == 1 else 'spaces'} changed hands"
    if hands:
        name, pattern = _pattern(scene, hands[0]["was"], hands[0]["now"])
        swatch = tag("rect", x=-12, y=-6, width=24, height=12, fill=f"url(#{name})", stroke="#333")
        yield LegendItem(tag("defs", pattern) + swatch, 24, f"{spaces}: old and new colour")
    else:
        yield LegendItem("", 0, spaces)
    for sign, meaning, worth in zip("+−", ("came", "left or lost"), tuv, strict=True):
        look = {"fill": "#444444"} if sign == "+" else {"fill": "#ffffff", "stroke": "#444444"}
        chip = tag("rect", x=-9, y=-6.5, width=18, height=_CHIP, rx=2, **look)
        ink = "#ffffff" if sign == "+" else "#111111"
        text = words(f"{sign}2", 0, 3.5, fill=ink, text_anchor="middle", font_size=9.5)
        yield LegendItem(chip + text, 18, f"{meaning}: {worth} TUV")
