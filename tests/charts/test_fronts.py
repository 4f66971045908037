"""Charts of fronts: valid, drawn with a cursor, and true to the frames."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import altair as alt
import polars as pl
import pytest
import vl_convert

import a4a
from a4a import charts
from a4a.charts.svg import chart_svg
from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.frames import Frames, frames
from tests import depth
from tests.examples.log import EXAMPLES, story_of
from tests.frames import small_war

EAST = "Eastern Front"
CHARTS: dict[str, Callable[..., Any]] = {
    "front_length": charts.front_length,
    "front_balance": charts.front_balance,
    "ground": charts.ground,
    "front_ribbon": charts.front_ribbon,
    "fronts": charts.fronts,
}


@pytest.fixture(scope="module")
def barbarossa() -> Frames[pl.DataFrame]:
    """Germany attacks in turn 1 and takes two lands; the Soviets take one back in round 2."""
    record = a4a.start("global1940")
    add = record.append
    add([ev.RoundBegan(1)])
    add([ev.TurnBegan(("Germany",)), ev.RelationChanged("Germany", "Soviet Union", "", "war")])
    for land in ("Baltic States", "Eastern Poland"):
        add([ev.ControlChanged(land, "Soviet Union", "Germany", "conquest")])
    add([ev.TurnBegan(("Soviet Union",))])
    add([ev.RoundBegan(2)])
    add([ev.TurnBegan(("Germany",))])
    add([ev.TurnBegan(("Soviet Union",))])
    add([ev.ControlChanged("Eastern Poland", "Germany", "Soviet Union", "liberation")])
    add([ev.RoundBegan(3)])
    return frames(record)


GAMES = ("small war", *EXAMPLES)
DRAWN = depth.sample(GAMES, 2)


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Frames[pl.DataFrame]:
    if request.param == "small war":
        return frames(small_war.record())
    return frames(story_of(request.param).record)


def rows_in(panel: Any) -> pl.DataFrame:
    """The rows that the first layer of a panel, or a chart, carries."""
    chart = panel.layer[0] if isinstance(panel, alt.LayerChart) else panel
    assert isinstance(chart.data, pl.DataFrame)
    return chart.data


def cursor(svg: str, field: str) -> list[int]:
    return sorted({int(n) for n in re.findall(rf'aria-label="a4a-cursor {field} (\d+)"', svg)})


@pytest.mark.soak
@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_of_every_game_is_valid_and_draws(
    name: str, game: Frames[pl.DataFrame], request: pytest.FixtureRequest
) -> None:
    whole = {"theatre": None} if name == "front_ribbon" else {}
    spec = CHARTS[name](game, **whole).to_dict(validate=True)
    if request.node.callspec.params["game"] in DRAWN:
        assert vl_convert.vegalite_to_svg(spec).startswith("<svg")


@pytest.mark.parametrize("name", CHARTS)
def test_charts_of_a_theatre_draw(name: str, barbarossa: Frames[pl.DataFrame]) -> None:
    svg = vl_convert.vegalite_to_svg(CHARTS[name](barbarossa, theatre=EAST).to_dict())
    assert EAST in svg


@pytest.mark.parametrize("name", CHARTS)
def test_a_theatre_that_is_not_there_is_refused(
    name: str, barbarossa: Frames[pl.DataFrame]
) -> None:
    with pytest.raises(A4AError, match="no theatre 'Moon': there are Eastern Front, Western"):
        CHARTS[name](barbarossa, theatre="Moon")
    with pytest.raises(A4AError, match="none on this board"):
        CHARTS[name](frames(small_war.record()), theatre=EAST)


@pytest.fixture(scope="module")
def unbegun() -> Frames[pl.DataFrame]:
    return frames(a4a.start("global1940"))


@pytest.mark.parametrize("name", CHARTS)
def test_a_game_that_has_not_begun_has_charts(name: str, unbegun: Frames[pl.DataFrame]) -> None:
    spec = CHARTS[name](unbegun, theatre=EAST).to_dict()
    assert vl_convert.vegalite_to_png(spec).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", CHARTS)
def test_a_record_is_not_charted_but_its_frames(name: str) -> None:
    with pytest.raises(A4AError, match="not of a GameRecord"):
        CHARTS[name](small_war.record())


@pytest.mark.parametrize("name", ["front_length", "front_balance", "front_ribbon"])
def test_the_cursor_can_stand_at_every_turn(name: str, barbarossa: Frames[pl.DataFrame]) -> None:
    svg = chart_svg(CHARTS[name](barbarossa, theatre=EAST))
    *turns, end = cursor(svg, "turn")
    assert turns == [0, 1, 2, 3, 4]
    assert end > 4  # the axis goes on to the end of the first round


def test_the_cursor_stands_at_rounds_where_ground_is_counted(
    barbarossa: Frames[pl.DataFrame],
) -> None:
    assert cursor(chart_svg(charts.ground(barbarossa)), "round") == [1, 2]


def test_the_length_is_that_of_the_land_fronts(barbarossa: Frames[pl.DataFrame]) -> None:
    data = rows_in(charts.front_length(barbarossa))
    east = data.filter(pl.col("theatre") == EAST)
    assert east["turn"].to_list() == [0, 1, 2, 3, 4]
    board = a4a.dataset("global1940").board

    def length(*pairs: tuple[str, str]) -> float:
        return sum(border.length_km for a, b in pairs if (border := board.border(a, b)))

    south = [
        ("Romania", "Bessarabia"),
        ("Poland", "Western Ukraine"),
        ("Slovakia/Hungary", "Western Ukraine"),
        ("Romania", "Western Ukraine"),
        ("Slovakia/Hungary", "Bessarabia"),
        ("Poland", "Bessarabia"),
    ]
    deep = [
        ("Baltic States", "Novgorod"), ("Baltic States", "Belarus"),
        ("Eastern Poland", "Belarus"), ("Eastern Poland", "Western Ukraine"),
        ("Eastern Poland", "Bessarabia"), ("Eastern Poland", "Ukraine"),
    ]  # fmt: skip
    assert east["length"].to_list() == [0, *[length(*south, *deep)] * 3, east["length"][-1]]
    assert east["length"][-1] != east["length"][-2] > 0


def test_boards_without_lengths_count_borders() -> None:
    chart = charts.front_length(frames(small_war.record()))
    assert chart.encoding.y["title"] == "Borders"
    data = rows_in(chart).select("turn", "theatre", "length").rows()
    # Germany and the Soviet Union are at peace until turn 2, and meet between Warsaw and Minsk.
    assert data == [(0, "no theatre", 0), (1, "no theatre", 0), (2, "no theatre", 1),
                    (3, "no theatre", 1)]  # fmt: skip


def test_shares_of_the_sides_make_up_the_whole(barbarossa: Frames[pl.DataFrame]) -> None:
    (panel,) = charts.front_balance(barbarossa, theatre=EAST).vconcat
    data = rows_in(panel)
    whole = data.group_by("turn").agg(pl.col("share").sum(), pl.col("force").sum()).sort("turn")
    assert whole["turn"].to_list() == [1, 2, 3, 4]
    assert whole["share"].to_list() == pytest.approx([1.0] * 4)
    east = barbarossa.fronts.filter(pl.col("theatre") == EAST)
    last = pl.col("node") == pl.col("node").max().over("turn")
    shares = east.filter(last).group_by("turn").agg((pl.col("share_a") + pl.col("share_b")).sum())
    assert whole["force"].to_list() == pytest.approx(shares.sort("turn")["share_a"].to_list())
    bottom = data.filter(pl.col("turn") == 1).select("side", "from").rows()
    assert bottom[0] == ("Axis", 0)
    assert data.filter(pl.col("side") == "Allies")["to"].to_list() == pytest.approx([1.0] * 4)


def test_the_balance_has_a_panel_a_theatre_that_has_a_front(
    barbarossa: Frames[pl.DataFrame],
) -> None:
    panels = [panel.title.text for panel in charts.front_balance(barbarossa).vconcat]
    assert panels == [EAST, "Western Europe", "Mediterranean and North Africa", "China"]
    chinese = charts.front_balance(barbarossa, where=pl.col("power_b") == "China").vconcat
    assert [panel.title.text for panel in chinese] == ["China"]


def test_ground_is_gained_by_one_side_and_lost_by_the_other(
    barbarossa: Frames[pl.DataFrame],
) -> None:
    area = {s.name: s.area_km2 for s in a4a.dataset("global1940").board.spaces}
    axis, allies = (rows_in(panel) for panel in charts.ground(barbarossa).vconcat)
    taken = area["Baltic States"] + area["Eastern Poland"]
    told = ("round", "theatre", "ground", "spaces")
    assert axis.select(told).rows() == [
        (1, EAST, taken, "Baltic States, Eastern Poland"),
        (2, EAST, -area["Eastern Poland"], "Eastern Poland"),
    ]
    assert allies.select("round", "ground").rows() == [(1, -taken), (2, area["Eastern Poland"])]
    worth = rows_in(charts.ground(barbarossa, measure="value").vconcat[0])
    assert worth.select("round", "ground").rows() == [(1, 2), (2, -1)]


def test_ground_of_one_theatre_has_the_colours_of_the_sides(
    barbarossa: Frames[pl.DataFrame],
) -> None:
    chart = charts.ground(barbarossa, theatre="Eastern Front")
    colours = [panel.layer[0].encoding.color for panel in chart.vconcat]
    assert [colour.shorthand for colour in colours] == ["side:N", "side:N"]
    assert all(len(set(colour["scale"].range)) == 2 for colour in colours)


def test_ground_of_boards_without_areas_is_counted_by_value() -> None:
    f = frames(small_war.record())
    chart = charts.ground(f)
    assert chart.title.text == "Ground gained and lost, IPC"
    assert rows_in(chart.vconcat[0]).select("round", "ground").rows() == [(1, 2)]
    with pytest.raises(A4AError, match="areas of this board's spaces are not known"):
        charts.ground(f, measure="km2")
    with pytest.raises(A4AError, match="measure='miles': ground is measured in km2 or value"):
        charts.ground(f, measure="miles")  # type: ignore[arg-type]


def test_the_ribbon_runs_from_home_to_home(barbarossa: Frames[pl.DataFrame]) -> None:
    chart = charts.front_ribbon(barbarossa)
    order = chart.layer[0].encoding.y["sort"]
    assert chart.title.subtitle == (
        "From the capital of Germany (above) to that of the Soviet Union (below)"
    )
    places = [order.index(n) for n in ("Poland", "Eastern Poland", "Belarus", "Smolensk", "Russia")]
    assert places == sorted(places)
    assert "Finland" not in order  # no side ever holds it
    assert "Pripet Marshes" not in order


def test_the_ribbon_changes_where_control_does(barbarossa: Frames[pl.DataFrame]) -> None:
    held = rows_in(charts.front_ribbon(barbarossa)).filter(pl.col("space") == "Eastern Poland")
    assert held.select("turn", "until", "holder", "when").rows() == [
        (0, 1, "Allies", "the start"),
        (1, 4, "Axis", "round 1, Germany"),
        (4, 5, "Allies", "round 2, Soviet Union"),
    ]
    poland = rows_in(charts.front_ribbon(barbarossa)).filter(pl.col("space") == "Poland")
    assert poland.select("turn", "until", "holder").rows() == [(0, 5, "Axis")]


def test_a_ribbon_without_a_second_capital_goes_by_the_first(
    barbarossa: Frames[pl.DataFrame],
) -> None:
    chart = charts.front_ribbon(barbarossa, theatre="China")
    assert chart.title.subtitle == "By the way from the capital of Japan"
    order = chart.layer[0].encoding.y["sort"]
    assert order.index("Korea") < order.index("Anhwe") < order.index("Sikang")


def test_rows_can_be_picked(barbarossa: Frames[pl.DataFrame]) -> None:
    data = rows_in(charts.front_length(barbarossa, where=pl.col("power_b") == "China"))
    assert set(data["theatre"]) == {"China"}
    with pytest.raises(A4AError, match="the frame 'fronts' has game, line, node"):
        charts.front_length(barbarossa, where=pl.col("power") == "China")


def test_however_fine_the_frames_charts_have_a_point_a_turn() -> None:
    record = small_war.record()
    coarse, fine = frames(record), frames(record, at="node")
    assert rows_in(charts.front_length(fine)).equals(rows_in(charts.front_length(coarse)))
    ribbons = [rows_in(charts.front_ribbon(f, theatre=None)) for f in (coarse, fine)]
    assert ribbons[0].equals(ribbons[1])


def test_games_without_turns_are_charted_by_round() -> None:
    whole = small_war.record()
    record = GameRecord(whole.header, whole.board, whole.catalog, whole.start)
    record.append([ev.RoundBegan(1), ev.RelationChanged("Germany", "Soviet Union", "", "war")])
    record.append([ev.ControlChanged("Warsaw", "Poland", "Germany", "conquest")])
    record.append([ev.RoundBegan(2)])
    f = frames(record)
    assert rows_in(charts.front_length(f)).select("round", "length").rows() == [(1, 1), (2, 1)]
    for name, chart in CHARTS.items():
        whole_board = {"theatre": None} if name == "front_ribbon" else {}
        assert chart_svg(chart(f, **whole_board)).startswith("<svg")


def test_names_from_a_file_stay_text() -> None:
    whole = small_war.record()
    evil = "</script><img src=x onerror=alert(1)>"
    record = GameRecord(whole.header, whole.board, whole.catalog, whole.start)
    record.append([ev.RoundBegan(1, evil), ev.TurnBegan(("Germany",))])
    record.append([ev.ControlChanged("Warsaw", "Poland", "Germany", "conquest")])
    svg = chart_svg(charts.fronts(frames(record)))
    assert "<img" not in svg
    assert "<script" not in svg
