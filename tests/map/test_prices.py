"""What units are worth on the board, where powers pay different prices for them."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from collections import Counter

import msgspec
import polars as pl
import pytest

from a4a.analysis.changes import changes
from a4a.core.record import GameRecord
from a4a.map.assets import script
from a4a.map.pictures import changes_picture
from a4a.map.pictures.board import chosen_layers, moment
from a4a.map.pictures.marks import strengths
from a4a.map.pictures.multiples import side_sums
from a4a.map.pictures.plane import Plane
from a4a.map.pictures.scene import LOOKS, Scene
from a4a.map.shapes import map_geometry
from a4a.map.timeline import Timeline
from a4a.map.timeline_builder import build_timeline
from tests.examples.log import story_of


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """A game in which an armor costs Germany 11, the Soviet Union another price."""
    record = story_of("wargame1942").record
    assert any(kind.costs for kind in record.catalog.unit_types)
    return record


@pytest.fixture(scope="module")
def timeline(record: GameRecord) -> Timeline:
    return build_timeline(record, record.line())


def prices(record: GameRecord) -> dict[str, dict[str, int]]:
    catalog = record.catalog
    return {
        kind.name: {p.name: catalog.price(kind.name, p.name) for p in catalog.powers}
        for kind in catalog.unit_types
    }


def test_a_timeline_knows_what_each_power_pays(record: GameRecord, timeline: Timeline) -> None:
    again = msgspec.json.decode(gzip.decompress(timeline.pack()), type=Timeline)
    assert {
        kind.name: {power.name: kind.price(i) for i, power in enumerate(again.powers)}
        for kind in again.types
    } == prices(record)


def test_the_browser_knows_it_too(record: GameRecord, timeline: Timeline) -> None:
    if (node := shutil.which("node")) is None:
        pytest.skip("no node, which runs JavaScript without a browser")
    told = gzip.decompress(timeline.pack()).decode()
    ask = (
        f"{script('map/timeline.js')}\nconst told = {told};\n"
        + """
    const { powers, types } = told;
    const worth = (type) => powers.map(({ name }, power) => [name, worthOf(told, power, type)]);
    const all = types.map(({ name }, type) => [name, Object.fromEntries(worth(type))]);
    console.log(JSON.stringify(Object.fromEntries(all)));
    """
    )
    said = subprocess.run(
        [node, "--input-type=module", "-"], input=ask, capture_output=True, text=True, check=True
    )
    assert json.loads(said.stdout) == prices(record)


def test_pictures_add_up_what_powers_pay(record: GameRecord) -> None:
    timeline, _ = moment(record, record.last)
    geometry = map_geometry(record.board)
    plane = Plane(geometry, geometry.bounds, 1000)
    at = len(timeline.nodes) - 1
    scene = Scene(timeline, at, plane, chosen_layers(None), LOOKS["light"])
    state, catalog = record.state_at(record.last), record.catalog
    by_side, by_power = Counter[str](), Counter[str]()
    for unit in state.units.values():
        if state.space_of(unit.id) is not None:
            price = catalog.price(unit.type, unit.owner)
            by_side[catalog.side_of(unit.owner)] += price
            if catalog.unit_type(unit.type).category != "facility":
                by_power[unit.owner] += price
    tuv, _ = side_sums(timeline, scene)
    assert Counter(dict(zip([s.name for s in timeline.sides], tuv, strict=True))) == by_side
    shown = Counter[str]()
    for content in scene.contents:
        for power, strength in strengths(scene, content).items():
            shown[timeline.powers[power].name] += strength
    assert shown == by_power


def test_the_picture_of_what_changed_tells_what_powers_pay(record: GameRecord) -> None:
    found = changes(record, at=(0, record.last))
    came = int(found.units.filter(pl.col("change") > 0)["tuv"].sum())
    went = -int(found.units.filter(pl.col("change") < 0)["tuv"].sum())
    plain = {kind.name: kind.cost for kind in record.catalog.unit_types}
    unpriced = sum(
        plain[unit] * change for unit, change in found.units.select("unit", "change").rows()
    )
    assert unpriced != came - went  # else the test could not tell
    svg = changes_picture(found, width=600).svg
    assert f"came: {came} TUV" in svg
    assert f"left or lost: {went} TUV" in svg
