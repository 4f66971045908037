from __future__ import annotations

from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter

from a4a import boards
from a4a.core import events as ev
from a4a.core.annotations import Comment
from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.core.variations import Delete
from a4a.map.cursor import Cursor


@pytest.fixture
def record() -> GameRecord:
    """Three steps, and a variation of two after the first."""
    game = boards.start("europe1940")
    for text in ("one", "two", "three"):
        game.append([ev.Noted(text)])
    other = game.append([ev.Noted("else")], parent=1)
    game.append([ev.Noted("more")], parent=other)
    return game


def test_node_and_position_follow_each_other(record: GameRecord) -> None:
    cursor = Cursor(record)
    cursor.node = 2
    assert cursor.position == 2
    cursor.position = 3
    assert cursor.node == 3
    assert cursor.state == record.state_at(3)


def test_a_cursor_is_text_in_a_notebook_and_no_widget_that_a_saved_one_lacks(
    record: GameRecord,
) -> None:
    shown, _ = DisplayFormatter().format(Cursor(record, node=2))
    assert shown == {"text/plain": f"<Cursor at node 2 of {record!r}>"}


def test_a_node_of_a_variation_shows_that_variation(record: GameRecord) -> None:
    cursor = Cursor(record)
    main = cursor.timeline
    cursor.node = 5
    assert cursor.line == (0, 1, 4, 5)
    assert (cursor.position, cursor.variation) == (3, 4)
    cursor.node = 3
    assert cursor.line == (0, 1, 2, 3)
    assert cursor.variation == 0
    assert cursor.timeline == main  # it has all lines


def test_a_variation_stays_shown_where_the_lines_are_one(record: GameRecord) -> None:
    cursor = Cursor(record, node=5)
    cursor.node = 1
    assert (cursor.line, cursor.variation) == ((0, 1, 4, 5), 4)
    cursor.refresh()
    assert cursor.variation == 4
    cursor.variation = 0
    assert (cursor.line, cursor.node) == ((0, 1, 2, 3), 1)
    cursor.node = 3
    cursor.variation = 4
    assert (cursor.node, cursor.line) == (4, (0, 1, 4, 5))
    with pytest.raises(RecordError, match="no variation begins with node 5"):
        cursor.variation = 5


def test_the_browser_says_node_and_variation_together(record: GameRecord) -> None:
    cursor = Cursor(record)
    cursor.set_state({"node": 1, "variation": 4})
    assert (cursor.node, cursor.variation, cursor.line) == (1, 4, (0, 1, 4, 5))
    cursor.set_state({"node": 3, "variation": 0})
    assert (cursor.node, cursor.line) == (3, (0, 1, 2, 3))


def test_where_a_variation_was_deleted_its_branch_point_is_shown(record: GameRecord) -> None:
    cursor = Cursor(record, node=5)
    record.do(Delete(node=4))
    cursor.refresh()
    assert (cursor.node, cursor.variation, cursor.line) == (1, 0, (0, 1, 2, 3))
    assert cursor.variations == []


def test_a_node_on_the_shown_line_sends_no_timeline(record: GameRecord) -> None:
    cursor = Cursor(record)
    sent: list[str] = []
    cursor.observe(lambda change: sent.append(change["name"]), "timeline")
    for node in (1, 2, 3, 0):
        cursor.node = node
    assert sent == []


def test_a_cursor_can_begin_in_a_variation(record: GameRecord) -> None:
    cursor = Cursor(record, node=5)
    assert (cursor.node, cursor.position, cursor.line) == (5, 3, (0, 1, 4, 5))


def test_observers_hear_of_a_node_once(record: GameRecord) -> None:
    cursor = Cursor(record)
    heard: list[int] = []
    cursor.observe(lambda change: heard.append(change["new"]), "node")
    cursor.position = 2  # as the browser sets it
    cursor.node = 5
    assert heard == [2, 5]


def test_a_node_that_is_not_there_is_refused(record: GameRecord) -> None:
    cursor = Cursor(record)
    with pytest.raises(RecordError, match="no node 99"):
        cursor.node = 99
    with pytest.raises(RecordError, match="no position 4; they go from 0 to 3"):
        cursor.position = 4
    with pytest.raises(RecordError, match="no node 99"):
        Cursor(record, node=99)
    assert (cursor.node, cursor.position) == (0, 0)


def test_refresh_shows_what_was_added_to_the_record(record: GameRecord) -> None:
    cursor = Cursor(record, node=3)
    added = record.append([ev.Noted("four")], parent=3)
    cursor.refresh()
    assert cursor.line[-1] == added
    assert cursor.node == 3


def test_annotations_go_to_the_page_without_the_timeline(record: GameRecord) -> None:
    cursor = Cursor(record, node=2)
    assert cursor.notes == []
    timeline = cursor.timeline
    record.annotate(Comment(node=2, text="so <b>far</b>"))
    cursor.refresh_notes()
    assert [(row["node"], row["text"]) for row in cursor.notes] == [(2, "so <b>far</b>")]
    assert cursor.timeline is timeline
    record.remove_annotation(1)
    cursor.refresh()
    assert cursor.notes == []


@pytest.mark.parametrize("thing", ["game.a4a", None, 3])
def test_only_a_record_is_shown(thing: Any) -> None:
    with pytest.raises(A4AError, match=r"what is shown is a record \(a4a\.open"):
        Cursor(thing)
