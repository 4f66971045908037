from __future__ import annotations

import re

import altair as alt
import polars as pl
import pytest

import a4a
from a4a import charts
from a4a.charts.svg import chart_svg, with_cursor
from a4a.core.errors import A4AError

FRAME = pl.DataFrame(
    {"turn": [1, 1, 2, 2, 3, 3], "power": ["Italy", "Japan"] * 3, "income": [10, 26, 9, 28, 8, 30]}
)


def places(svg: str) -> list[str]:
    return sorted(re.findall(r'aria-label="a4a-cursor ([^"␞]+)"', svg))


def base() -> alt.Chart:
    return alt.Chart(FRAME).encode(y="income:Q", color="power:N")


@pytest.mark.parametrize("axis", ["turn:Q", "turn:O"])
def test_a_chart_over_time_has_a_place_for_the_cursor_at_every_time(axis: str) -> None:
    assert places(chart_svg(base().mark_line().encode(x=axis))) == ["turn 1", "turn 2", "turn 3"]


def test_the_axis_keeps_its_title() -> None:
    svg = chart_svg(base().mark_line().encode(x=alt.X("turn:Q", title="Turn of the game")))
    assert svg.count("Turn of the game</text>") == 1


def test_layered_and_joined_charts_have_cursors() -> None:
    line = base().mark_line().encode(x="turn:Q")
    assert len(places(chart_svg(line + base().mark_point().encode(x="turn:Q")))) == 3
    assert len(places(chart_svg(line | line))) == 6
    assert len(places(chart_svg(line.facet("power:N")))) == 6


def test_a_chart_of_something_else_has_none() -> None:
    assert places(chart_svg(base().mark_bar().encode(x="power:N"))) == []


def test_the_chart_itself_is_not_changed() -> None:
    chart = base().mark_line().encode(x="turn:Q")
    before = chart.to_dict()
    chart_svg(chart)
    assert chart.to_dict() == before


def test_a_specification_will_do() -> None:
    assert places(chart_svg(base().mark_line().encode(x="turn:Q").to_dict()))


def test_more_rows_than_altair_likes_are_drawn() -> None:
    frame = pl.DataFrame({"turn": range(6000), "income": range(6000)})
    assert chart_svg(alt.Chart(frame).mark_line().encode(x="turn:Q", y="income:Q"))


def test_nonsense_is_refused_in_one_line() -> None:
    with pytest.raises(A4AError, match=r"a chart cannot be drawn: .+"):
        chart_svg({"mark": "nothing like a mark"})


def test_a_chart_that_fails_late_spoils_none_after_it() -> None:
    """The renderer finds links that it refuses only as it draws, and tells the next caller too."""
    refused = base().mark_point().encode(x="turn:Q", href="link:N")
    with pytest.raises(A4AError, match="a chart cannot be drawn"):
        chart_svg(refused.transform_calculate(link=repr("javascript:alert(1)")))
    assert places(chart_svg(base().mark_line().encode(x="turn:Q")))


def test_what_is_no_chart_is_named() -> None:
    with pytest.raises(A4AError, match=r"charts are Altair charts .*, not 'income'"):
        chart_svg("income")  # type: ignore[arg-type]


def test_panels_of_one_chart_have_a_cursor_each() -> None:
    chart = base().mark_line().encode(x="turn:Q", row="power:N")
    assert len(places(chart_svg(chart))) == 6
    chart = base().mark_line().encode(x="turn:Q", facet=alt.Facet("power:N", columns=1))
    assert len(places(chart_svg(chart))) == 6


def test_panels_of_something_else_are_left_alone() -> None:
    spec = {"mark": "bar", "encoding": {"x": {"field": "power"}, "row": {"field": "power"}}}
    assert with_cursor(spec) == spec


def told(svg: str) -> list[str]:
    return [
        label.replace("␞", "|")
        for label in re.findall(r'aria-label="(a4a-cursor [^"]*␞[^"]*)"', svg)
    ]


@pytest.mark.parametrize(("mark", "runs"), [("line", "on"), ("area", "on"), ("bar", "at")])
def test_the_values_of_the_series_are_told_at_every_time(mark: str, runs: str) -> None:
    chart = alt.Chart(FRAME, mark=mark).encode(x="turn:Q", y="income:Q", color="power:N")
    assert told(chart_svg(chart))[1] == f"a4a-cursor turn 2|{runs}|Italy␟Japan|9␟28"


def test_heights_between_two_ends_and_those_that_are_summed_are_told() -> None:
    frame = FRAME.with_columns(low=pl.col("income") - 2.5, until=pl.col("turn") + 1)
    chart = (
        alt.Chart(frame)
        .mark_rect()
        .encode(
            x="turn:Q",
            x2="until",
            y=alt.Y("low:Q", axis=alt.Axis(format=".2f")),
            y2="income",
            color="power:N",
        )
    )
    assert told(chart_svg(chart))[1] == "a4a-cursor turn 2|until|Italy␟Japan|2.50␟2.50"
    chart = alt.Chart(frame).mark_bar().encode(x="turn:O", y="sum(income):Q")
    assert told(chart_svg(chart))[1] == "a4a-cursor turn 2|at||37"


def test_layers_tell_the_values_of_their_own_rows() -> None:
    line = base().mark_line().encode(x="turn:Q")
    other = alt.Chart(FRAME.with_columns(worth=1)).mark_bar().encode(x="turn:Q", y="worth:Q")
    found = told(chart_svg(line + other.transform_filter("datum.power == 'Italy'")))
    assert [label for label in found if "turn 2" in label] == [
        "a4a-cursor turn 2|on|Italy␟Japan|9␟28", "a4a-cursor turn 2|at||1",
    ]  # fmt: skip


def test_a_mark_says_what_its_tooltip_would() -> None:
    chart = (
        base()
        .mark_bar()
        .encode(x="power:N", tooltip=["power", alt.Tooltip("income:Q", title="got", format=".1f")])
    )
    assert 'aria-label="power: Italy · got: 10.0"' in chart_svg(chart)


def test_a_place_that_none_has_a_value_for_is_still_one_for_the_cursor() -> None:
    frame = FRAME.with_columns(income=pl.when(pl.col("turn") != 2).then("income"))
    svg = chart_svg(alt.Chart(frame).mark_line().encode(x="turn:Q", y="income:Q", color="power:N"))
    assert places(svg) == ["turn 1", "turn 2", "turn 3"]
    assert [label.split("|")[0][-1] for label in told(svg)] == ["1", "3"]


def test_names_of_rounds_neither_touch_nor_leave_the_chart() -> None:
    frames = a4a.frames(a4a.game("war_in_europe_1939_1941"), at="turn")
    running = charts.running(frames)
    assert running[-1].title.text == "Loss points above expectation"  # its dice are read on a chart
    svg = chart_svg(running[0])
    texts = re.findall(r"<text([^>]*)>((?:Winter|Spring|Summer|Autumn) \d+)<", svg)
    names = [name for look, name in texts if 'opacity="0"' not in look]
    assert names == ["Autumn 1939", "Summer 1940", "Spring 1941"]  # Autumn 1941 would be cut off
