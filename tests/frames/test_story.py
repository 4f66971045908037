"""Moves, politics, technology, events in words, annotations, nodes."""

from __future__ import annotations

import polars as pl

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.words import describe_step
from a4a.frames import frames


def test_moves_say_who_went_where_by_which_way(war: GameRecord) -> None:
    moves = frames(war).moves
    assert moves.select(
        "node", "power", "unit", "count", "origin", "destination", "distance", "cost", "mode",
        "aboard",
    ).rows() == [
        (5, "Germany", "infantry", 2, "Berlin", "Warsaw", 1, 1.0, "combat", False),
        (5, "Germany", "tank", 1, "Berlin", "Warsaw", 1, 1.0, "combat", False),
        (10, "Soviet Union", "infantry", 1, "Moscow", "sea zone 1", 1, 1.0, "noncombat", True),
        (10, "Soviet Union", "infantry", 1, "Minsk", "Warsaw", 1, 1.0, "combat", False),
        (15, "Germany", "tank", 1, "Warsaw", "Berlin", 1, 1.0, "noncombat", False),
    ]  # fmt: skip


def test_paths_of_moves_are_those_of_the_record(record: GameRecord) -> None:
    moves = frames(record).moves
    for row in moves.iter_rows(named=True):
        event = record.step(row["node"]).events[row["event"]]
        assert isinstance(event, ev.UnitsMoved)
        assert tuple(row["path"]) == event.path
    per_event = moves.group_by("node", "event").agg(pl.col("count").sum())
    assert {(n, e): c for n, e, c in per_event.rows()} == {
        (step.id, number): len(event.units)
        for step in record.steps.values()
        for number, event in enumerate(step.events)
        if isinstance(event, ev.UnitsMoved)
    }


def test_politics_are_relations_and_statuses(war: GameRecord) -> None:
    assert frames(war).politics.select("change", "power", "other", "old", "new").rows() == [
        ("status", "Poland", None, None, "capital held"),
        ("relation", "Germany", "Soviet Union", "neutral", "war"),
        ("status", "Poland", None, "capital held", None),
        ("status", "Poland", None, None, "in exile"),
    ]


def test_technologies_are_told_as_they_are_gained(war: GameRecord) -> None:
    technology = frames(war).technology
    assert technology.select("turn", "power", "technology", "gained").rows() == [
        (2, "Soviet Union", "rockets", True)
    ]


def test_events_are_all_events_in_the_words_of_the_core(record: GameRecord) -> None:
    events = frames(record).events
    for (node,), rows in events.group_by("node", maintain_order=True):
        assert isinstance(node, int)
        step = record.step(node)
        assert rows["event"].to_list() == list(range(len(step.events)))
        assert tuple(rows["words"]) == describe_step(step, record.state_at(step.parent))
        assert rows["type"].to_list() == [type(e).__struct_config__.tag for e in step.events]
        assert set(rows["cause"]) == {step.cause}
    assert len(events) == sum(len(step.events) for step in record.steps.values())


def test_events_say_what_they_are_about(war: GameRecord) -> None:
    events = frames(war).events.filter(pl.col("line") == "main")
    about = dict.fromkeys(events.select("type", "power", "space", "battle").rows())
    assert {
        ("round", None, None, None),
        ("turn", "Germany", None, None),
        ("phase", "Germany", None, None),
        ("bought", "Germany", None, None),
        ("added", "Germany", None, None),
        ("placed", "Germany", "Berlin", None),
        ("moved", "Germany", "Warsaw", None),
        ("moved", "Soviet Union", "sea zone 1", None),
        ("battle", "Germany", "Warsaw", "Warsaw 1"),
        ("combat round", None, "Warsaw", "Warsaw 1"),
        ("rolled", "Poland", "Warsaw", "Warsaw 1"),
        ("removed", "Poland", "Warsaw", "Warsaw 1"),
        ("closed", None, "Warsaw", "Warsaw 1"),
        ("control", "Germany", "Warsaw", "Warsaw 1"),
        ("resource", "Poland", None, None),
        ("status", "Poland", None, None),
        ("relation", "Germany", None, None),
        ("technology", "Soviet Union", None, None),
        ("value", "Germany", "Berlin", None),
        ("converted", "Germany", "sea zone 1", None),
        ("noted", None, None, None),
    } <= set(about)  # fmt: skip


def test_text_stays_text(war: GameRecord) -> None:
    f = frames(war)
    assert "It begins. <b>" in f.events["words"].to_list()
    assert "Too few? <script>" in f.annotations["text"].to_list()


def test_annotations_are_typed_rows(war: GameRecord) -> None:
    annotations = frames(war).annotations
    assert annotations.select("node", "kind", "author", "when", "text", "spaces").rows() == [
        (0, "highlight", None, None, None, ["Moscow"]),
        (5, "comment", "Ann", "before", "Too few? <script>", None),
        (5, "arrow", None, None, None, ["Berlin", "Warsaw"]),
        (15, "glyph", None, None, "!?", None),
    ]
    assert annotations["colour"].to_list() == [None, None, "#ff0000", None]


def test_nodes_are_the_tree(record: GameRecord) -> None:
    nodes = frames(record).nodes
    assert nodes["node"].to_list() == [n for line in record.lines for n in record.line(line)]
    for row in nodes.iter_rows(named=True):
        time = record.time(row["node"])
        assert row["parent"] == record.parent(row["node"])
        assert tuple(row["active"]) == time.powers
        assert (row["label"] or "") == time.label


def test_powers_and_unit_types_are_the_catalogs(record: GameRecord) -> None:
    f = frames(record)
    assert f.powers["power"].to_list() == [p.name for p in record.catalog.powers]
    assert [tuple(t) for t in f.powers["treasuries"]] == [
        p.treasuries for p in record.catalog.powers
    ]
    assert dict(f.unit_types.select("unit", "cost").rows()) == {
        t.name: t.cost for t in record.catalog.unit_types
    }
