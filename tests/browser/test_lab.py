"""What a4a stands on works in JupyterLab with no network: maps, widgets, charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from a4a.lab import QUICKSTART, copy_notebooks
from tests.browser.lab import DARK

if TYPE_CHECKING:
    from tests.browser.lab import Lab

MAP = """
from ipyleaflet import GeoJSON, Map
square = [[[0, 40], [20, 40], [20, 55], [0, 55], [0, 40]]]
feature = {"type": "Feature", "properties": {},
           "geometry": {"type": "Polygon", "coordinates": square}}
board = Map(layers=(), center=(48, 10), zoom=4)
board.add(GeoJSON(data=feature, style={"className": "square"}))
board
"""

SLIDER = """
import ipywidgets
slider = ipywidgets.IntSlider(max=20)
slider
"""

# The script that this renderer puts into the page leaves things there that break later maps.
CHART = """
import altair, polars
altair.renderers.enable("html", template="inline")
income = polars.DataFrame({"turn": [1, 2, 3], "income": [30, 35, 41]})
altair.Chart(income).mark_line().encode(x="turn:O", y="income:Q")
"""


def test_map_slider_and_chart_show_with_no_network_and_no_error(lab: Lab) -> None:
    with lab.notebook([MAP, SLIDER, CHART], last=True) as notebook:
        notebook.run_all()
        page = notebook.page
        assert page.locator("path.square").bounding_box()["width"] > 100
        page.locator(".widget-slider").wait_for()
        page.locator(".vega-embed canvas, .vega-embed svg").first.wait_for()
        notebook.check()


def test_no_question_about_news_greets_a_newcomer(lab: Lab) -> None:
    with lab.notebook(["1"]) as notebook:
        notebook.run_all()
        notebook.page.wait_for_timeout(500)
        assert notebook.page.get_by_text("Jupyter news").count() == 0


def test_a_key_press_is_timed_to_the_change_it_makes(lab: Lab) -> None:
    with lab.notebook([SLIDER, "slider.value"]) as notebook:
        notebook.run(0)
        notebook.page.locator(".widget-slider .noUi-handle").focus()
        timing = notebook.time_key("ArrowRight", watch=".widget-slider")
        assert 0 < timing.changed <= timing.painted
        notebook.run(1)
        assert notebook.outputs(1)[0]["data"]["text/plain"] == "1"


@pytest.mark.parametrize("place", ["JupyterLab", "Voila"])  # Notebook 7 is driven as JupyterLab
def test_a_cell_that_raises_fails_the_run(lab: Lab, place: str) -> None:
    raises = pytest.raises(AssertionError, match=r"raised(.|\n)*ZeroDivisionError")
    with lab.notebook(["1", "1 / 0"], place=place) as notebook, raises:
        notebook.run_all()


def test_a_notebook_opens_in_the_dark_theme(lab: Lab) -> None:
    """Elsewhere than in JupyterLab too: see `test_elsewhere`."""
    with lab.notebook(["1"], theme=DARK) as notebook:
        dark = "body[data-jp-theme-name='JupyterLab Dark']"
        notebook.page.wait_for_selector(dark, state="attached")
        notebook.check()


def test_a_notebook_keeps_its_kernel_while_another_comes_and_goes(lab: Lab) -> None:
    with lab.notebook(["x = 6", "x * 7"]) as stays:
        stays.run(0)
        with lab.notebook(["2"]) as goes:
            goes.run(0)
        stays.run(1)
        assert stays.outputs(1)[0]["data"]["text/plain"] == "42"


def test_the_next_notebook_finds_nothing_of_the_last(lab: Lab) -> None:
    """They share a kernel and a page."""
    cells = ["import os\nos.getpid()", "print(*globals().keys() & {'slider', 'altair'})"]
    with lab.notebook([SLIDER + CHART, *cells]) as notebook:
        notebook.run_all()
        before = [notebook.outputs(cell)[0] for cell in (1, 2)]
    others = [
        "ipywidgets.widgets.widget._instances",
        "altair.renderers.active, altair.theme.active",
    ]
    with lab.notebook([*cells, "import ipywidgets, altair", *others], last=True) as notebook:
        notebook.run_all()
        assert notebook.outputs(0)[0]["data"] == before[0]["data"]
        assert sorted(before[1]["text"].split()) == ["altair", "slider"]
        assert notebook.outputs(1)[0]["text"] == "\n"
        told = [notebook.outputs(cell)[0]["data"]["text/plain"] for cell in (3, 4)]
        assert told == ["{}", "('default', 'default')"]
        assert notebook.page.locator(".widget-slider").count() == 0


def test_a_request_that_leaves_the_machine_is_seen(lab: Lab) -> None:
    cell = "from IPython.display import HTML; HTML('<img src=\"http://example.org/x.png\">')"
    with lab.notebook([cell]) as notebook:
        with notebook.page.expect_request("http://example.org/x.png"):
            notebook.run_all()
        assert set(notebook.outside) == {"http://example.org/x.png"}
        with pytest.raises(AssertionError, match="left this machine"):
            notebook.check()


def test_an_error_in_the_page_is_seen(lab: Lab) -> None:
    cell = "from IPython.display import Javascript; Javascript('console.error(\"broken\")')"
    with lab.notebook([cell]) as notebook:
        with notebook.page.expect_console_message(lambda message: message.text == "broken"):
            notebook.run_all()
        with pytest.raises(AssertionError, match="broken"):
            notebook.check()


def test_heap_shows_what_the_page_holds_on_to(lab: Lab) -> None:
    with lab.notebook(["1"]) as notebook:
        before = notebook.heap_bytes()
        notebook.page.evaluate("() => { window.held = new Array(2e6).fill(0).map(() => ({})); }")
        assert notebook.heap_bytes() - before > 10_000_000


def test_a_notebook_of_a4a_lab_is_not_changed_by_opening_it(lab: Lab) -> None:
    """JupyterLab writes into a notebook which kernel it has found; those that are copied say it."""
    copy_notebooks(lab.root)
    with lab.open(QUICKSTART) as notebook:
        notebook.page.wait_for_timeout(500)
        assert not notebook.page.evaluate("() => window.a4aPanel.context.model.dirty")
        assert notebook.page.locator(".lm-DockPanel-tabBar .jp-mod-dirty").count() == 0
        notebook.check()
