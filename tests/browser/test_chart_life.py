"""Charts answer: values where the pointer is, a click goes there, the legend switches series."""

from __future__ import annotations

from typing import TYPE_CHECKING

import a4a
from tests.browser.waiting import rests
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.lab import Lab


def ready(page: Page) -> None:
    """Wait until all of a page is there: what comes moves what is below it."""
    page.locator(".leaflet-container[data-position]").wait_for()
    page.locator(".a4a-charts svg").first.wait_for()
    rests(page)


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
    ready(page)
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


def test_bars_areas_and_the_plots_of_one_chart_answer_too(lab: Lab, tmp_path: Path) -> None:
    import altair as alt
    import polars as pl

    record = skirmish(rounds=2)
    rows = pl.DataFrame(
        {"round": [1, 2, 1, 2], "who": ["Reds", "Reds", "Blues", "Blues"], "worth": [10, 34, 20, 7]}
    )
    base = alt.Chart(rows).encode(x="round:Q", y="worth:Q", color="who:N")
    small = {"width": 200, "height": 60}
    bars = base.mark_bar(size=8).encode(tooltip=["who", "worth"]).properties(title="Bars", **small)
    area = base.mark_area().properties(title="Area", **small)
    panels = base.mark_area().properties(**small).facet("who:N")
    file = a4a.export_html(record, tmp_path / "page.html", charts=[bars & area, panels])
    page = lab.browser.new_page()
    page.goto(file.as_uri())
    ready(page)
    figures = page.locator(".a4a-charts figure")
    joined, split = figures.first, figures.nth(1)
    joined.scroll_into_view_if_needed()
    values = joined.locator("figcaption")

    def point(plot: Locator, *, right: float, down: float) -> None:
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + right * box["width"], box["y"] + down * box["height"])

    blocks = joined.locator(":is(.concat_0_group, .concat_1_group) > g > .background")
    point(blocks.first, right=0.8, down=0.05)  # beside the bars
    assert values.inner_text().startswith("Bars, ")
    assert values.inner_text().endswith(": Blues 7 · Reds 34")
    joined.locator(".mark-rect.role-mark > path").nth(1).hover()
    assert values.inner_text() == "who: Reds · worth: 34"
    point(blocks.nth(1), right=0.05, down=0.5)
    assert values.inner_text().startswith("Area, ")
    assert values.inner_text().endswith(": Blues 20 · Reds 10")
    slider = page.locator(".a4a-stepper input[type=range]")
    before = slider.input_value()
    point(blocks.nth(1), right=0.95, down=0.5)
    page.mouse.down()
    page.mouse.up()
    assert slider.input_value() != before

    split.scroll_into_view_if_needed()
    point(split.locator(".role-scope.cell > g > .background").nth(1), right=0.02, down=0.5)
    assert split.locator("figcaption").inner_text().startswith("Reds, ")
    assert split.locator("figcaption").inner_text().endswith(": Reds 10")
    assert split.locator(".a4a-cursor-line").count() == 2
    page.close()
