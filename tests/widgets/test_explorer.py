from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl
import pytest
from ipywidgets.widgets import widget
from jupyter_client.session import json_packer

import a4a
from a4a import boards
from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.map.cursor import Cursor
from a4a.widgets import BoardMap, ChartStrip, Explorer, LogView, Stepper, TreasuryView, explore
from a4a.widgets.holdings import HoldingsView
from a4a.widgets.tabs import Tabs
from tests.map.skirmish import mischievous, skirmish

if TYPE_CHECKING:
    from a4a.core.record import GameRecord


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return skirmish(rounds=1, moves=1)


def chart() -> alt.Chart:
    frame = pl.DataFrame({"round": [1, 2], "income": [30, 34]})
    return alt.Chart(frame).mark_line().encode(x="round:O", y="income:Q")


def test_all_views_of_an_explorer_share_one_cursor(record: GameRecord) -> None:
    app = explore(record, at=5, charts=())
    views = (app.stepper, app.log_view, app.treasury_view, app.chart_strip)
    assert all(view.cursor is app.cursor for view in views)
    assert app.board.cursor is app.board.painter.cursor is app.cursor
    assert (app.cursor.record, app.cursor.node) == (record, 5)


def test_the_page_has_a_style_sheet_once_whatever_views_are_styled_by_it(
    record: GameRecord,
) -> None:
    app = explore(record, charts=())
    alike = (app.stepper, app.log_view, app.treasury_view, app.chart_strip)
    views = (*alike, HoldingsView(app.cursor))
    sheets = [view.get_state(["_css", "_anywidget_id"]) for view in views]
    by_id = {sheet["_anywidget_id"]: sheet["_css"] for sheet in sheets}
    assert len(by_id) == len({sheet["_css"] for sheet in sheets}) == 2
    assert all(by_id[sheet["_anywidget_id"]] == sheet["_css"] for sheet in sheets)


@pytest.mark.parametrize("view", [BoardMap, Stepper, LogView, TreasuryView, Explorer])
def test_each_view_stands_alone(view: Any, record: GameRecord) -> None:
    assert view(record, node=3).cursor.node == 3


@pytest.mark.parametrize("view", [BoardMap, Stepper, LogView, TreasuryView, Explorer])
def test_a_view_joins_the_cursor_of_others(view: Any, record: GameRecord) -> None:
    cursor = Cursor(record, node=2)
    assert view(cursor).cursor is cursor


def test_the_door_leads_here() -> None:
    assert a4a.explore is explore
    assert (a4a.BoardMap, a4a.Stepper, a4a.Cursor) == (BoardMap, Stepper, Cursor)


def test_stepping_touches_no_geometry_and_sends_no_timeline(record: GameRecord) -> None:
    app = explore(record, charts=())
    layer = app.board.map.layers[0]
    changed: list[str] = []
    for part in (layer, app.board.map, app.board.painter, app.cursor):
        part.observe(lambda change: changed.append(change["name"]))
    for node in (1, 7, 3):
        app.cursor.node = node
    assert set(changed) == {"node", "position"}


def test_the_map_asks_nobody_for_tiles(record: GameRecord) -> None:
    board = BoardMap(record)
    assert [type(layer).__name__ for layer in board.map.layers] == ["ShapesLayer"]


def test_the_shapes_are_sent_whole(record: GameRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    make = widget.comm.create_comm

    def create(**given: Any) -> Any:
        sent.append(given["data"]["state"])
        return make(**given)

    monkeypatch.setattr(widget.comm, "create_comm", create)
    (layer,) = BoardMap(record).map.layers
    (state,) = [state for state in sent if state["_view_name"] == layer._view_name]
    shapes = json.loads(json_packer(state["data"]))
    assert shapes == json.loads(json.dumps(layer.data))
    assert len(shapes["features"]) == len(record.board.spaces)


def test_two_maps_never_share_class_names(record: GameRecord) -> None:
    cursor = Cursor(record)
    assert BoardMap(cursor).painter.prefix != BoardMap(cursor).painter.prefix


def test_a_space_is_selected_by_any_of_its_names(record: GameRecord) -> None:
    board = BoardMap(record)
    assert board.selected is None
    board.selected = "110 Sea Zone"
    assert board.selected == "sea zone 110"
    assert board.painter.selected == record.board.index["sea zone 110"]
    board.selected = None
    assert board.painter.selected == -1


def test_there_is_a_view_of_the_whole_board_of_each_map_and_theatre(record: GameRecord) -> None:
    names = [(kind, name) for name, _, kind in BoardMap(record).painter.views]
    theatres = [("theatre", theatre.name) for theatre in record.board.theatres]
    assert names == [("board", "Whole board"), ("map", "Europe"), ("map", "Pacific"), *theatres]
    europe = BoardMap(boards.start("europe1940"))
    assert [name for name, *_ in europe.painter.views] == [
        "Whole board",
        "Eastern Front",
        "Western Europe",
        "Mediterranean and North Africa",
        "Atlantic",
        "Middle East",
    ]


def test_charts_are_drawn_when_the_page_asks_and_only_once(record: GameRecord) -> None:
    made: list[int] = []

    def charts() -> list[alt.Chart]:
        made.append(1)
        return [chart(), chart()]

    strip = ChartStrip(record, charts)
    assert (strip.drawn, strip.pictures, made) == (False, [], [])
    for _ in range(2):
        strip._handle_custom_msg({"type": "draw"}, [])  # as the page asks
    assert strip.drawn
    assert len(strip.pictures) == 2
    assert made == [1]


@pytest.mark.parametrize(("charts", "loads"), [(None, 1), ((), 0)])
def test_what_draws_the_charts_is_loaded_while_the_board_is_made(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch, charts: Any, loads: int
) -> None:
    """In a notebook, whose kernel has an event loop; nowhere else, and not for nothing."""
    loaded: list[str] = []
    monkeypatch.setattr("a4a.charts.quick.load_renderer", lambda: loaded.append("renderer"))

    async def cell() -> None:
        explore(record, charts=charts)
        await asyncio.get_running_loop().shutdown_default_executor()

    asyncio.run(cell())
    assert len(loaded) == loads
    explore(record, charts=charts)
    assert len(loaded) == loads


def test_a_chart_that_cannot_be_drawn_says_why_beside_the_others(record: GameRecord) -> None:
    strip = ChartStrip(record, [{"mark": "nothing like a mark"}, chart()])
    strip.draw()
    assert [list(picture) for picture in strip.pictures] == [["fault"], ["svg"]]
    assert "cannot be drawn" in strip.pictures[0]["fault"]


def test_a_function_of_charts_that_fails_tells_the_page(record: GameRecord) -> None:
    def charts() -> list[alt.Chart]:
        raise KeyError("no such frame")

    strip = ChartStrip(record, charts)
    with pytest.raises(KeyError):
        strip._on_message(strip, {"type": "draw"}, [])
    assert "KeyError: 'no such frame'" in strip.pictures[0]["fault"]


def test_a_list_of_charts_will_do(record: GameRecord) -> None:
    strip = ChartStrip(record, [chart()])
    strip.draw()
    assert len(strip.pictures) == 1


def test_another_line_of_the_record_gets_charts_of_its_own() -> None:
    record = skirmish(rounds=1, moves=1)
    app = explore(record)
    app.chart_strip.draw()
    main = app.chart_strip.pictures
    assert len(main) >= 3
    assert all("a4a-cursor turn " in picture["svg"] for picture in main)
    app.cursor.node = record.append([ev.RoundBegan(2), ev.TurnBegan(("Japan",))], parent=1)
    assert not app.chart_strip.drawn
    app.chart_strip.draw()
    assert app.chart_strip.pictures != main


def test_an_empty_list_of_charts_shows_no_panel(record: GameRecord) -> None:
    strip = ChartStrip(record, ())
    strip.draw()
    assert strip.pictures == []


@pytest.mark.parametrize("make", [mischievous, lambda: boards.start("global1940")])
def test_any_record_opens(make: Any) -> None:
    app = explore(make(), charts=())
    assert len(app.board.geometry.polygons) == len(app.cursor.record.board.spaces)


def test_layers_are_switched_as_the_explorer_opens() -> None:
    record = a4a.start("europe1940")
    app = a4a.explore(record, layers={"units": False, "control": {"by": "side"}})
    assert app.board.layers["units"]["on"] is False
    assert app.board.layers["control"] == {"on": True, "by": "side"}
    with pytest.raises(A4AError, match="no layer 'colours'"):
        a4a.explore(record, layers={"colours": True})


def test_the_node_of_the_explorer_is_that_of_its_cursor() -> None:
    record = skirmish(rounds=1)
    app = a4a.explore(record, at=3)
    assert app.node == 3
    app.node = 5
    assert (app.cursor.node, app.cursor.position) == (5, 5)
    with pytest.raises(A4AError, match="no node 99999"):
        app.node = 99999


def test_a_tab_picked_before_another_was_shown_does_not_take_its_place(record: GameRecord) -> None:
    """The page tells what was picked when the kernel has time for it."""
    tabs = Tabs(record, {"a4a-log": "Log", "a4a-annotator": "Annotations"})
    tabs.set_state({"picked": ["a4a-annotator", 0]})
    assert tabs.chosen == "a4a-annotator"
    tabs.show("a4a-exercise", "Exercise")
    tabs.set_state({"picked": ["a4a-log", 0]})
    assert tabs.chosen == "a4a-exercise"
    tabs.set_state({"picked": ["a4a-log", 1]})
    assert tabs.chosen == "a4a-log"
    tabs.show("a4a-exercise", "Exercise")
    assert tabs.chosen == "a4a-exercise"
