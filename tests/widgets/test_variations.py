"""The variations in the explorer: named, promoted, deleted, copied, begun, and saved at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError
from a4a.core.variations import Variation
from a4a.players import RandomPlayer
from a4a.rules.areas.orders import EndPhase
from a4a.widgets.variations import VariationsView

if TYPE_CHECKING:
    from pathlib import Path

    from a4a.core.record import GameRecord


@pytest.fixture
def record(tmp_path: Path) -> GameRecord:
    """A saved game of three steps with a variation of two after the first."""
    game = a4a.start("europe1940")
    for parent in (0, 1, 2, 1, 4):
        game.append([ev.Noted(f"after {parent}")], parent=parent)
    a4a.save(game, tmp_path / "game.a4a")
    return game


def asked(view: VariationsView, **content: Any) -> str:
    """What the page is answered: the fault, or nothing."""
    sent: list[dict[str, Any]] = []
    view.send = sent.append
    view._on_message(view, {"ticket": 1, **content}, [])
    (answer,) = sent
    return str(answer["fault"])


def test_what_the_page_changes_is_in_the_file_at_once(record: GameRecord) -> None:
    view = VariationsView(record, node=5)
    for content in (
        {"do": "rename", "first": 4, "name": "Sea Lion"},
        {"do": "promote", "first": 4, "to": "line"},
        {"do": "delete", "first": 2},
    ):
        assert asked(view, **content) == ""
        assert record.file is not None
        assert a4a.open(record.file) == record
    assert record.line() == (0, 1, 4, 5)
    assert (view.cursor.node, view.cursor.variation, view.cursor.variations) == (5, 0, [])


def test_a_line_is_copied_to_a_file_beside_the_games(record: GameRecord) -> None:
    view = VariationsView(record, node=5)
    assert view.offer == "axis-allies-europe-1940-2nd-edition.a4a"
    assert asked(view, do="copy", first=4, name="aside") == ""
    assert record.file is not None
    assert a4a.open(record.file.parent / "aside.a4a").line() == (0, 1, 4, 5)
    assert "there is a file aside.a4a already" in asked(view, do="copy", first=4, name="aside")
    assert "no plain file name" in asked(view, do="copy", first=4, name="../aside")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"do": "delete", "first": 2}, "is on the main line, which is never deleted"),
        ({"do": "rename", "first": 4, "name": "main"}, "cannot be named 'main'"),
        ({"do": "promote", "first": 3, "to": "line"}, "no variation begins with node 3"),
        ({"do": "promote", "first": [], "to": "line"}, "not understood"),
        ({"do": "what if", "node": 1}, "no board here to play on"),
        ({"do": "dance"}, "not understood"),
        ({}, "not understood"),
    ],
)
def test_what_cannot_be_done_is_answered_and_changes_nothing(
    record: GameRecord, content: dict[str, Any], words: str
) -> None:
    before = a4a.store.dumps(record)
    assert words in asked(VariationsView(record, node=5), **content)
    assert a4a.store.dumps(record) == before


def test_a_change_that_cannot_be_saved_is_told(record: GameRecord) -> None:
    assert record.file is not None
    view = VariationsView(record, node=5)
    record.file.write_bytes(b"another program's")
    fault = asked(view, do="rename", first=4, name="Sea Lion")
    assert fault.startswith("it is in the record, but not saved: game.a4a has been changed")
    assert record.variation(4) == Variation(first=4, name="Sea Lion")


def test_what_if_begins_a_variation_that_is_signed_and_saved_with_every_order(
    tmp_path: Path,
) -> None:
    game = a4a.new_game("global1940", dice=SeededDice(1))
    asking = game.node
    RandomPlayer(1).play_turn(game)
    record = game.record
    a4a.save(record, tmp_path / "game.a4a")
    app = a4a.explore(record, charts=())
    app.annotator.author = "Ada"
    assert app.decision_view is None
    other = app.what_if(asking, dice=SeededDice(2))
    assert app.decision_view is not None
    assert list(app._tabs.panels) == ["a4a-decide", "a4a-log", "a4a-annotator", "a4a-variations"]
    other.do(EndPhase())
    first = app.cursor.variation
    assert record.variation(first) == Variation(first=first, author="Ada")
    assert a4a.open(tmp_path / "game.a4a") == record
    assert app.annotator.saving["saved"]
    with pytest.raises(A4AError, match="the game that is being played is in this variation"):
        app.variations_view.delete()
    app.what_if(record.last)
    app.cursor.node = other.node
    app.variations_view.delete()
    assert record.lines == ("main",)


def test_a_what_if_in_which_nothing_is_played_leaves_no_trace(tmp_path: Path) -> None:
    record = a4a.game("global1940_strong_computer")  # another program's
    a4a.save(record, tmp_path / "game.a4a")
    bytes_before = (tmp_path / "game.a4a").read_bytes()
    app = a4a.explore(record, charts=())
    app.annotator.author = "Ada"
    app.what_if(record.node_at(round=2))
    other = app.what_if(record.node_at(round=3))
    assert (record.saved, record.lines) == (True, ("main",))
    a4a.save(record)
    assert (tmp_path / "game.a4a").read_bytes() == bytes_before
    assert other.opening
    assert app.decision_view is not None
    assert app.decision_view.asked["happened"]["unwritten"]
    other.do(EndPhase())
    assert not app.decision_view.asked["happened"]["unwritten"]
    (variation,) = record.variations
    assert (variation.author, app.cursor.variation) == ("Ada", variation.first)


def test_a_variation_begins_in_the_middle_of_a_battle() -> None:
    game = a4a.new_game("global1940", dice=SeededDice(1))
    player = RandomPlayer(1)
    for _ in range(4):
        player.play_turn(game)
    record = game.record
    inside = next(
        node for node, step in record.steps.items() if step.order and record.state_at(node).battles
        and game.ruleset.decision(record.state_at(node))
    )  # fmt: skip
    app = a4a.explore(record, charts=())
    other = app.what_if(inside, dice=SeededDice(9))
    RandomPlayer(2).play_turn(other)
    assert app.cursor.line[: record.depth(inside) + 1] == record.way_to(inside)
    assert len(record.variations) == 1


def test_orders_that_cannot_be_saved_say_so(tmp_path: Path) -> None:
    game = a4a.new_game("global1940")
    a4a.save(game.record, tmp_path / "game.a4a")
    app = a4a.explore(game)
    assert app.decision_view is not None
    (tmp_path / "game.a4a").write_bytes(b"another program's")
    game.do(EndPhase())
    assert "has been changed by another program" in app.decision_view.unsaved
    a4a.save(game.record, tmp_path / "other.a4a")
    game.do(EndPhase())
    assert app.decision_view.unsaved == ""
