"""Charts answer: values where the pointer is, a click goes there, the legend switches series."""

from __future__ import annotations

from typing import TYPE_CHECKING

import a4a
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.lab import Lab


def test_charts_answer_on_a_page(lab: Lab, tmp_path: Path) -> None:
    import altair as alt
    import polars as pl

    record = skirmish(rounds=2)
    rows = pl.DataFrame(
        {"round": [1, 2, 1, 2], "who": ["Reds", "Reds", "Blues", "Blues"], "worth": [10, 34, 20, 7]}
    )
    chart = (
        alt.Chart(rows)
        .mark_line()
        .encode(alt.X("round:Q", scale=alt.Scale(domain=[1, 2])), y="worth:Q", color="who:N")
        .properties(width=200, height=60)
    )
    file = a4a.export_html(record, tmp_path / "page.html", charts=[chart])
    page = lab.browser.new_page()
    page.goto(file.as_uri())
    figure = page.locator(".a4a-charts figure")
    page.locator(".a4a-charts svg").scroll_into_view_if_needed()
    plot = figure.locator(".role-frame > g > .background").first.bounding_box()
    assert plot is not None
    middle = plot["y"] + plot["height"] / 2
    values, slider = figure.locator("figcaption"), page.locator(".a4a-stepper input[type=range]")
    assert not values.is_visible()
    page.mouse.move(plot["x"] + 0.9 * plot["width"], middle)
    assert values.inner_text().endswith(": Blues 7 · Reds 34")
    page.mouse.move(plot["x"] + 0.1 * plot["width"], middle)
    assert values.inner_text().endswith(": Blues 20 · Reds 10")

    page.mouse.move(plot["x"] + 0.9 * plot["width"], middle)
    before = int(slider.input_value())
    page.mouse.down()
    page.mouse.up()
    second = record.line_to(record.last).index(record.node_at(round=2))
    assert int(slider.input_value()) in range(second - 1, second + 2)
    assert int(slider.input_value()) != before

    blues = figure.get_by_role("button", name="Blues")
    here = slider.input_value()
    blues.focus()
    page.keyboard.press("Space")
    assert blues.get_attribute("aria-pressed") == "false"
    assert slider.input_value() == here  # Space on the legend does not play
    page.mouse.move(plot["x"] + 0.88 * plot["width"], middle)
    assert values.inner_text().endswith(": Reds 34")
    blues.click()
    assert figure.locator(".a4a-series-off").count() == 0
    page.close()
