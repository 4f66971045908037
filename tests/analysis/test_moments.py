"""Two lines of a game compared at like moments."""

from __future__ import annotations

import pytest

import a4a
from a4a.analysis.moments import like_moments
from a4a.charts.svg import chart_svg
from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.core.variations import Rename


def turn(round_: int, power: str) -> list[ev.AnyEvent]:
    began: list[ev.AnyEvent] = [ev.RoundBegan(round_)] if power == "Germany" else []
    return [*began, ev.TurnBegan((power,)), ev.PhaseBegan("Combat Move")]


@pytest.fixture
def record() -> GameRecord:
    """Two rounds and a turn; a variation of the first round that goes a turn less far.

    ::

        0 - 1 Germany - 2 - 3 Soviets - 4 round 2, Germany - 5 Soviets - 6 round 3
                        |
                        7 (Sea Lion) - 8 Soviets - 9 round 2, Germany - 10 takes France
    """
    game = a4a.start("europe1940")
    game.append(turn(1, "Germany"))
    game.append([ev.Noted("moves")])
    for events in (turn(1, "Soviet Union"), turn(2, "Germany"), turn(2, "Soviet Union")):
        game.append(events)
    game.append(turn(3, "Germany"))
    node = game.append([ev.Noted("to the sea")], parent=2)
    for events in (
        turn(1, "Soviet Union"), turn(2, "Germany"),
        [ev.ControlChanged("France", "France", "Germany", "conquest")],
    ):  # fmt: skip
        node = game.append(events, parent=node)
    game.do(Rename(first=7, name="Sea Lion"))
    return game


def test_like_moments_are_the_ends_of_phases_that_both_lines_have(record: GameRecord) -> None:
    assert like_moments(record, "main", "Sea Lion") == ((2, 7), (3, 8), (4, 10))
    assert like_moments(record, "Sea Lion", "main") == ((7, 2), (8, 3), (10, 4))


def test_two_lines_are_compared_at_the_last_moment_that_they_share(record: GameRecord) -> None:
    found = a4a.changes(record, lines=("main", "Sea Lion"))
    assert (found.first.node, found.second.node) == (4, 10)
    assert found.hands["space"].to_list() == ["France"]
    assert found.ends == (
        "main: round 2, Germany, Combat Move (node 4)",
        "Sea Lion: round 2, Germany, Combat Move (node 10)",
    )
    earlier = a4a.compare(record, lines=("main", "Sea Lion"), round=1)
    assert earlier.changes.hands.is_empty()
    assert earlier.changes.second.node == 8


def test_lines_that_cannot_be_compared_are_refused(record: GameRecord) -> None:
    for how, words in (
        ({"lines": ("main", "x")}, "no line 'x'; there are main, Sea Lion"),
        ({"lines": ("main", "main")}, "no like moment after they part; rounds that have: none"),
        ({"lines": ("main", "Sea Lion"), "round": 3}, "in round 3 .* rounds that have: 1, 2"),
        ({"lines": "main"}, 'as \\("main", "Sea Lion"\\)'),
        ({"lines": ("main", "Sea Lion"), "at": (0, 1)}, "leave the rest out"),
        ({"round": 2}, "for two lines= of a game"),
    ):
        with pytest.raises(RecordError, match=words):
            a4a.changes(record, **how)  # type: ignore[arg-type]


def test_charts_of_two_lines_lie_over_each_other(record: GameRecord) -> None:
    for number in range(4, 12):
        record.append(turn(number, "Soviet Union"))
    frames = a4a.frames(record, at="turn")
    chart = a4a.charts.overlay(a4a.charts.tuv, frames, ("Sea Lion", "main"), by="side")
    one, other = chart.to_dict()["layer"]
    domains = [part["encoding"]["x"]["scale"]["domain"] for part in (one, other)]
    assert domains == [[0, record.time(record.last).turn]] * 2
    assert [part["transform"][0]["calculate"] for part in (one, other)] == ['"Sea Lion"', '"main"']
    assert one["encoding"]["strokeDash"] == other["encoding"]["strokeDash"]
    assert chart_svg(chart)
    for lines, words in (
        (("main",), "two to 4 different lines"), (("main", "main"), "two to 4 different lines"),
        (("main", "x"), "no line 'x'"),
    ):  # fmt: skip
        with pytest.raises(a4a.A4AError, match=words):
            a4a.charts.overlay(a4a.charts.tuv, frames, lines)
    with pytest.raises(a4a.A4AError, match="is drawn with lines"):
        a4a.charts.overlay(a4a.charts.arms, frames, ("main", "Sea Lion"))
