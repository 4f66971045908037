"""What leaves a page of JupyterLab unfit for another notebook; a new one takes seconds to load.

So these tests come last of those that share it, which go by the names of their files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import depth
from tests.browser.test_lab import SLIDER

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

# The script that this renderer puts into the page leaves things there that break later maps.
CHART = """
import altair, polars
altair.renderers.enable("html", template="inline")
income = polars.DataFrame({"turn": [1, 2, 3], "income": [30, 35, 41]})
altair.Chart(income).mark_line().encode(x="turn:O", y="income:Q")
"""


def test_the_next_notebook_finds_nothing_of_the_last(lab: Lab) -> None:
    """They share a kernel and a page."""
    cells = ["import os\nos.getpid()", "print(*globals().keys() & {'slider', 'altair'})"]
    made = f"{SLIDER}\nimport altair\naltair.renderers.enable('html')"
    with lab.notebook([made, *cells]) as notebook:
        notebook.run_all()
        before = [notebook.outputs(cell)[0] for cell in (1, 2)]
    others = [
        "ipywidgets.widgets.widget._instances",
        "altair.renderers.active, altair.theme.active",
    ]
    with lab.notebook([*cells, "import ipywidgets, altair", *others]) as notebook:
        notebook.run_all()
        assert notebook.outputs(0)[0]["data"] == before[0]["data"]
        assert sorted(before[1]["text"].split()) == ["altair", "slider"]
        assert notebook.outputs(1)[0]["text"] == "\n"
        told = [notebook.outputs(cell)[0]["data"]["text/plain"] for cell in (3, 4)]
        assert told == ["{}", "('default', 'default')"]
        assert notebook.page.locator(".widget-slider").count() == 0


@depth.only_deep
def test_map_slider_and_chart_show_with_no_network_and_no_error(lab: Lab) -> None:
    with lab.notebook([MAP, SLIDER, CHART], last=True) as notebook:
        notebook.run_all()
        page = notebook.page
        assert page.locator("path.square").bounding_box()["width"] > 100
        page.locator(".widget-slider").wait_for()
        page.locator(".vega-embed canvas, .vega-embed svg").first.wait_for()
        notebook.check()
