"""Two positions compared, as the widget holds them before a browser shows them."""

from __future__ import annotations

import a4a
from a4a.core import events as ev
from tests.map.skirmish import MISCHIEF, mischievous, skirmish


def test_the_board_shows_the_second_position_with_the_changes() -> None:
    record = skirmish(rounds=1)
    line = record.line()
    view = a4a.compare(record, at=(line[0], line[-1]))
    assert view.board.cursor.node == line[-1]
    index = record.board.index
    shown = {row["space"]: row for row in view.board.painter.changes["spaces"]}
    assert {index[space] for space in view.changes.hands["space"]} <= set(shown)
    grown = view.changes.units.filter(view.changes.units["change"] > 0)
    powers = [power.name for power in record.catalog.powers]
    types = [kind.name for kind in record.catalog.unit_types]
    for space, power, unit, change in grown.select("space", "power", "unit", "change").rows():
        row = [powers.index(power), types.index(unit), change]
        assert row in shown[index[space]]["gains"]


def test_tables_tell_what_the_frames_hold() -> None:
    record = skirmish(rounds=1)
    view = a4a.compare(record)
    tables = {table["title"]: table for table in view.table.tables}
    assert len(tables["Changed hands"]["rows"]) == len(view.changes.hands)
    hands = tables["Changed hands"]
    names = [record.board.spaces[space].name for space in hands["spaces"]]
    assert names == view.changes.hands["space"].to_list()
    assert "Moved" in tables


def test_games_that_do_not_follow_have_no_table_of_moves() -> None:
    view = a4a.compare(skirmish(rounds=1, seed=1), skirmish(rounds=1, seed=2))
    assert "Moved" not in [table["title"] for table in view.table.tables]


def test_names_from_a_save_stay_text() -> None:
    record = mischievous()
    power = record.catalog.powers[0].name
    space = record.board.spaces[0].name
    old = record.state_at(record.last).control.get(space)
    record.append([ev.ControlChanged(space, old, power if old != power else None, "edit")])
    view = a4a.compare(record)
    told = repr(view.table.tables)
    assert any(mark[:8] in told for mark in MISCHIEF)


def test_what_changed_can_be_had_as_a_picture() -> None:
    view = a4a.compare(skirmish(rounds=1))
    drawn = view.picture(region="Europe", width=400)
    assert drawn.svg == a4a.changes_picture(view.changes, region="Europe", width=400).svg
