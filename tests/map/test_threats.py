"""The layer "threat": what the browser is told, when, and in which colours."""

from __future__ import annotations

import asyncio
import html
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.map.assets import script, shared
from a4a.map.board_map import BoardMap
from a4a.map.colours import brightness, ink_on
from a4a.map.pictures import picture
from a4a.map.pictures.threat import step_of
from a4a.map.threats import in_percent, rows
from a4a.rules.areas.orders import EndPhase
from tests.charts.test_palette import VISIONS, difference
from tests.map.small import small_game

if TYPE_CHECKING:
    from a4a.rules.game import Game

STEPS = shared("map/threat.json")["steps"]


@pytest.fixture
def game() -> Game:
    return a4a.new_game("europe1940")


def told(board: BoardMap) -> dict[str, Any]:
    found: dict[str, Any] = dict(board.painter.threats)
    return found


def test_nothing_is_worked_out_while_the_layer_is_off(game: Game) -> None:
    board = BoardMap(game.record, node=game.node)
    game.do(EndPhase())
    board.cursor.refresh(game.node)
    board.units(show=False)
    assert told(board) == {}


def test_switched_on_it_tells_of_the_node_shown(game: Game) -> None:
    board = BoardMap(game.record, node=game.node).threat()
    found = told(board)
    assert (found["node"], found["power"], found["who"], found["why"]) == (
        game.node, "to move", "Germany", "",
    )  # fmt: skip
    frame = a4a.threat(game)
    names = list(game.record.board.index)
    assert {names[space]: chance for space, chance, _ in found["spaces"]} == dict(
        frame.select("space", "chance").iter_rows()
    )


def test_it_follows_the_node_and_the_power(game: Game) -> None:
    first = game.node
    game.do(EndPhase())
    board = BoardMap(game.record, node=first).threat(power="italy")
    assert (told(board)["node"], told(board)["who"]) == (first, "Italy")
    board.cursor.node = game.node
    assert told(board)["node"] == game.node
    board.threat(power="Axis")
    assert (told(board)["power"], told(board)["who"]) == ("Axis", "Axis")


def test_of_several_powers_the_likeliest_is_told(game: Game) -> None:
    frame = a4a.threat(game, power="Axis")
    by_space = {space: chance for space, chance, _ in rows(frame, game.record.board)}
    most = frame.group_by("space").agg(pl.col("chance").max())
    index = game.record.board.index
    assert by_space == {index[space]: chance for space, chance in most.iter_rows()}


def test_a_node_is_worked_out_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    first = game.node
    game.do(EndPhase())
    board = BoardMap(game.record, node=first).threat()
    board.cursor.node = game.node
    before = told(board)

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("asked again")

    monkeypatch.setattr("a4a.analysis.threat.Threats.frame", fail)
    board.cursor.node = first
    board.threat(show=False)
    board.threat()
    board.cursor.node = game.node
    assert told(board) == before


def test_what_was_taken_back_is_forgotten(game: Game) -> None:
    game.do(EndPhase())
    board = BoardMap(game.record, node=game.node).threat()
    assert board.threats._known
    game.take_back()
    board.cursor.refresh(game.node)
    assert set(board.threats._known) == {(game.node, "to move")}


def test_in_a_kernel_only_the_last_of_quick_steps_is_worked_out(game: Game) -> None:
    first = game.node
    game.do(EndPhase())

    async def step() -> dict[str, Any]:
        board = BoardMap(game.record, node=first).threat()
        assert told(board) == {}  # computing
        board.cursor.node = game.node
        await asyncio.sleep(0.3)
        assert list(board.threats._known) == [(game.node, "to move")]
        return told(board)

    assert asyncio.run(step())["node"] == game.node


def test_where_there_is_no_answer_it_says_why() -> None:
    board = BoardMap(a4a.start("europe1940")).threat()
    assert "nobody's turn" in told(board)["why"]
    board.threat(power="Germany")
    assert told(board)["why"] == ""
    assert told(board)["spaces"]
    board = BoardMap(small_game()).threat()
    assert "does not come with a4a" in told(board)["why"]


def test_what_goes_wrong_does_not_look_like_computing(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("a4a.analysis.threat.Threats.frame", fail)
    board = BoardMap(game.record, node=game.node)
    with pytest.raises(ZeroDivisionError):
        board.threat()
    assert "ZeroDivisionError" in told(board)["why"]


@pytest.mark.parametrize("power", ["Atlantis", "", 7])
def test_a_power_that_is_none_is_refused(game: Game, power: Any) -> None:
    board = BoardMap(game.record)
    with pytest.raises(A4AError, match=r"can be shown by 'to move', 'Axis', 'Allies', 'Germany'"):
        board.threat(power=power)
    assert board.layers["threat"]["on"] is False


@pytest.mark.parametrize("vision", VISIONS)
def test_steps_of_the_scale_can_be_told_apart(vision: str) -> None:
    colours = [step["colour"] for step in STEPS]
    for lighter, darker in pairwise(colours):
        assert brightness(lighter) > 1.25 * brightness(darker)  # also in black and white
        assert difference(lighter, darker, vision) > 12, (lighter, darker)


def test_the_scale_covers_all_chances_and_its_numbers_can_be_read() -> None:
    least = [step["least"] for step in STEPS]
    assert least[0] == 0
    assert least == sorted(set(least))
    for step in STEPS:
        light, dark = sorted((brightness(step["ink"]), brightness(step["colour"])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 4.5 or step["ink"] == ink_on(step["colour"])


def test_a_game_of_a_mod_is_judged_by_the_rules_it_is_played_by() -> None:
    """A record names its mod but not where it lies; the game that is being played knows."""
    game = a4a.new_game(Path(__file__).parent.parent / "mods" / "sealion1940")
    assert "give its folder" in told(BoardMap(game.record, node=game.node).threat())["why"]
    board = a4a.explore(game).board.threat()
    assert told(board)["why"] == ""
    assert len(told(board)["spaces"]) == a4a.threat(game).height


# --- pictures -----------------------------------------------------------------------------------


def test_a_picture_has_the_same_colours_and_chances_as_the_map(game: Game) -> None:
    shown = picture(game.record, game.node, layers=("units", "threat")).svg
    bare = picture(game.record, game.node, layers=("units",)).svg
    chances = dict(a4a.threat(game).select("space", "chance").iter_rows())
    spaces = Counter(step_of(chance)["colour"] for chance in chances.values())
    ground, _, rest = shown.partition('class="badges"')
    for step in STEPS:
        filled = f'fill="{step["colour"]}"'
        assert filled not in bare
        assert rest.count(filled) >= 1  # the scale is in the legend
        # Each space, and at most a label for each of them.
        assert spaces[step["colour"]] <= ground.count(filled) <= 2 * spaces[step["colour"]]
    labels = re.findall(r">((?:&lt;|&gt;)?\d+%)<", ground)
    assert 5 <= len(labels) <= len(chances)
    assert {html.unescape(label) for label in labels} <= {in_percent(c) for c in chances.values()}
    assert "chance to fall to Germany" in shown


def test_a_picture_says_why_there_are_no_threats() -> None:
    for record in (small_game(), a4a.start("europe1940")):
        svg = picture(record, 0, layers=("threat",), width=900).svg
        assert "no threats: " in svg
        assert not any(f'fill="{step["colour"]}"' in svg for step in STEPS)


def test_the_same_steps_and_words_in_pictures_and_in_the_browser() -> None:
    assert step_of(0.0) == STEPS[0]
    assert step_of(1.0) == STEPS[-1]
    for below, above in pairwise(STEPS):
        assert step_of(above["least"]) == above
        assert step_of(above["least"] - 1e-9) == below
    assert "findLast(({ least }) => chance >= least)" in script("map/threat.js")
