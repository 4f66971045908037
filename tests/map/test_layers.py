"""The layers as they are named once, and switched from Python."""

from __future__ import annotations

import inspect
import re
from typing import get_args

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.map.assets import script
from a4a.map.board_map import BoardMap
from a4a.map.layers import BY_ID, LAYERS, changed, chosen, settings
from a4a.map.offered import offered
from a4a.map.pictures import picture
from a4a.map.shapes import map_geometry
from a4a.map.switches import Switches

# Keys that the map and the stepper have for other things.
TAKEN = {"l", "r", "0", "+", "-", "=", "w"}


@pytest.fixture
def board() -> BoardMap:
    return BoardMap(a4a.start("europe1940"))


def test_every_layer_has_an_id_and_a_key_of_its_own() -> None:
    keys = [layer.key for layer in LAYERS]
    assert len(set(keys)) == len(keys) == len(BY_ID)
    assert not set(keys) & TAKEN
    assert all(re.fullmatch("[a-z]", key) for key in keys)


def test_the_browser_draws_every_layer() -> None:
    code = script("map/painter.js")
    drawn = code.split("const LAYERS = {")[1].split("};")[0]
    assert set(re.findall(r"^  (\w+): \w+Layer,$", drawn, re.MULTILINE)) == set(BY_ID)


def test_every_layer_is_a_method_with_its_options(board: BoardMap) -> None:
    for layer in LAYERS:
        method = getattr(Switches, layer.id)
        parameters = inspect.signature(method).parameters
        assert set(parameters) == {"self", "show", *layer.options, *layer.named}
        assert {name: parameters[name].default for name in (*layer.options, *layer.named)} == {
            **{name: choices[0] for name, choices in layer.options.items()},
            **layer.named,
        }
        hints = inspect.get_annotations(method, eval_str=True)
        for name, choices in layer.options.items():
            assert set(get_args(hints[name])) == set(choices)
        for show in (False, True):
            assert getattr(board, layer.id)(show=show) is board
            assert board.layers[layer.id]["on"] is show


def test_methods_can_be_chained_and_read_back(board: BoardMap) -> None:
    board.control(by="side").strength("attack", arm="air").values(shown="shades").units(show=False)
    assert board.layers["control"] == {"on": True, "by": "side"}
    assert board.layers["strength"] == {"on": True, "measure": "attack", "arm": "air"}
    assert board.layers["values"] == {"on": True, "shown": "shades"}
    assert board.layers["units"] == {"on": False}
    assert board.painter.layers["strength"]["arm"] == "air"  # the browser is told


def test_what_is_read_cannot_be_written(board: BoardMap) -> None:
    with pytest.raises(TypeError):
        board.layers["control"]["by"] = "side"  # type: ignore[index]


@pytest.mark.parametrize(
    ("choose", "names"),
    [
        (lambda board: board.control(by="colour"), ["power", "side"]),
        (lambda board: board.strength("value"), ["TUV", "attack", "defense"]),
        (lambda board: board.strength(arm="army"), ["all", "land", "sea", "air"]),
        (lambda board: board.movement(over="round"), ["step", "phase", "turn"]),
    ],
)
def test_a_wrong_choice_is_refused_with_the_right_ones(board, choose, names) -> None:  # type: ignore[no-untyped-def]
    before = board.painter.layers
    with pytest.raises(A4AError) as error:
        choose(board)
    assert all(repr(name) in str(error.value) for name in names)
    assert board.painter.layers == before


def test_a_layer_or_an_option_that_is_not_there_is_refused() -> None:
    with pytest.raises(A4AError, match=r"no layer 'weather'.*control, .*units"):
        changed(settings(), "weather")
    with pytest.raises(A4AError, match="no option 'by': there are measure, arm"):
        changed(settings(), "strength", by="side")
    with pytest.raises(A4AError, match="no option 'by': there are none"):
        changed(settings(), "units", by="side")
    with pytest.raises(A4AError, match="True, False or its options"):
        chosen({"units": "on"})  # type: ignore[dict-item]


def test_settings_are_not_shared_between_boards(board: BoardMap) -> None:
    board.control(by="side").fronts(show=False)
    other = BoardMap(a4a.start("europe1940"))
    assert other.layers["control"]["by"] == "power"
    assert other.layers["fronts"]["on"]


def test_the_browser_is_asked_to_look_at_a_part_each_time(board: BoardMap) -> None:
    assert board.look("western europe") is board
    first = dict(board.painter.looking)
    (south, west), (north, east) = first["bounds"]
    assert south < 48 < north
    assert west < 2 < east
    board.look("western europe")  # again: somebody may have moved the map since
    assert board.painter.looking["bounds"] == first["bounds"]
    assert board.painter.looking != first
    assert board.look().painter.looking["bounds"] == board.geometry.bounds
    (south, west), (north, east) = board.look("Malta").painter.looking["bounds"]
    assert south < 36 < north
    assert west < 14.4 < east
    with pytest.raises(A4AError, match=r"no part 'Atlantis'.*Eastern Front"):
        board.look("Atlantis")
    with pytest.raises(A4AError, match="no part '5' of the board"):
        board.look(5)  # type: ignore[arg-type]


def test_a_board_can_begin_at_a_part() -> None:
    board = BoardMap(a4a.start("europe1940"), view="Eastern Front")
    assert board.painter.looking["bounds"] == board.look("Eastern Front").painter.looking["bounds"]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"layer": "units"}, "no option 'layer'"),
        ({"now": {}}, "no option 'now'"),
        ({1: "power"}, "no option '1'"),
        ({"on": "no"}, "on='no'"),
        ({"on": None}, "on=None"),
    ],
)
def test_what_is_no_option_is_refused(how: dict[str, object], says: str) -> None:
    with pytest.raises(A4AError, match=says):
        chosen({"control": how})
    with pytest.raises(A4AError, match="on=1"):
        changed(settings(), "control", on=1)  # type: ignore[arg-type]


def test_harsh_borders_are_drawn_apart_and_are_in_the_legend() -> None:
    record = a4a.start("wargame1942")
    harsh = sum(border.kind == "harsh" for border in record.board.borders)
    shown = picture(record, layers=("terrain",)).svg
    assert shown.count("<g data-border=") == harsh > 0
    assert "harsh: units may be lost on the way" in shown
    assert "harsh" not in picture(record, layers=("units",)).svg
    start = record.state_at(0)
    assert offered("terrain", start, map_geometry(start.board))
