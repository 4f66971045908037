"""What the treasuries' view tells where money does not last: what was collected last."""

from __future__ import annotations

from functools import cache

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.map.timeline import Timeline, Track
from a4a.map.timeline_builder import TimelineBuilder, build_timeline
from a4a.map.tracks import cut

MONEY = "production points"
GAME = "war_in_europe_1939_1941"


@cache
def played() -> GameRecord:
    return a4a.game(GAME)


def at(track: Track, position: int) -> int:
    copy = list(track)
    cut(copy, position)
    return copy[-1]


def told(timeline: Timeline, position: int) -> dict[str, int]:
    pairs = zip(timeline.treasuries, timeline.money, strict=True)
    return {row.name: at(track, position) for row, track in pairs}


def collected(record: GameRecord, node: int) -> dict[str, int]:
    """What each treasury collected in the round of the last count, told again from the events."""
    found = dict.fromkeys(record.catalog.treasuries, -1)
    last = -1
    for step in (record.step(number) for number in record.line_to(node)[1:] if number <= node):
        for event in step.events:
            if isinstance(event, ev.ResourceChanged) and event.reason == "income":
                now = record.time(step.id).round
                if now != last:
                    last, found = now, dict.fromkeys(found, 0)
                found[event.treasury] += event.amount
    return found


@pytest.mark.rule("WE-PRD-004")
def test_the_treasuries_are_empty_but_in_production() -> None:
    record = played()
    assert record.catalog.money_lapses
    for node in record.line():
        state = record.state_at(node)
        if state.phase != "Production":
            assert not any(state.money(name, MONEY) for name in record.catalog.treasuries)


def test_what_was_collected_last_is_told_until_the_next_count() -> None:
    record = played()
    timeline = build_timeline(record, record.line())
    assert timeline.money_lapses
    counts = {n for n in record.line()[1:] for e in record.step(n).events
              if isinstance(e, ev.ResourceChanged)}  # fmt: skip
    assert set(told(timeline, 0).values()) == {-1}
    for node in sorted({0, record.last, *counts, *(n + 1 for n in counts if n < record.last)}):
        assert told(timeline, timeline.nodes.index(node)) == collected(record, node), node
    winter = told(timeline, timeline.nodes.index(min(counts) + 30))
    assert (winter["Germany"], winter["United States"], winter["Soviet Union"]) == (10, 10, 0)


def test_it_is_the_same_where_lines_part_as_if_each_were_told_alone() -> None:
    record = played()
    builder = TimelineBuilder(record, record.line())
    for name in record.lines:
        line = record.line_to(record.line(name)[-1])
        builder.follow(line)
        assert builder.timeline().money == build_timeline(record, line).money


def test_a_count_that_is_taken_back_and_made_again_is_told_once() -> None:
    record = played()
    line, count = record.line(), 47
    assert told(build_timeline(record, line), count) == collected(record, count)
    builder = TimelineBuilder(record, line[: count + 1])
    builder.follow(line[:count])
    builder.follow(line[: count + 1])
    assert builder.timeline().money == build_timeline(record, line[: count + 1]).money


def test_where_money_lasts_a_treasury_tells_what_it_has() -> None:
    record = a4a.start("europe1940")
    timeline = build_timeline(record, (0,))
    assert not timeline.money_lapses
    assert told(timeline, 0)["Germany"] == record.state_at(0).money("Germany", "IPC") > 0
