"""Charts in a real JupyterLab that has no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.lab import Lab, Notebook

FRAMES = "import a4a\nf = a4a.frames(a4a.start('global1940'))"
VIEWER = ".jp-RenderedVegaCommon5 canvas, .vega-embed canvas, .vega-embed svg"


def shown(notebook: Notebook, cell: int) -> None:
    """Wait until the output of a cell is a chart."""
    notebook.page.locator(f".jp-Cell >> nth={cell}").locator(VIEWER).first.wait_for()


def test_a_chart_at_the_end_of_a_cell_shows(lab: Lab) -> None:
    with lab.notebook([FRAMES, "a4a.charts.production(f)"]) as notebook:
        notebook.run_all()
        shown(notebook, 1)
        assert set(notebook.outputs(1)[0]["data"]) == {
            "application/vnd.vegalite.v5+json", "image/png", "text/plain",
        }  # fmt: skip
        notebook.check()


def test_charts_side_by_side_and_changed_show(lab: Lab) -> None:
    cells = [
        FRAMES,
        "a4a.charts.cities(f).properties(width=200) | a4a.charts.tuv(f).properties(width=200)",
        "a4a.charts.arms(f).properties(title='Mine')",
    ]
    with lab.notebook(cells) as notebook:
        notebook.run_all()
        shown(notebook, 1)
        shown(notebook, 2)
        notebook.check()


def test_any_altair_chart_shows_after_asking_for_offline(lab: Lab) -> None:
    cells = [
        "import altair as alt, polars as pl, a4a\na4a.charts.offline()",
        "alt.Chart(pl.DataFrame({'x': [1, 2]})).mark_bar().encode(x='x:O', y='x:Q')",
    ]
    with lab.notebook(cells) as notebook:
        notebook.run_all()
        shown(notebook, 1)
        notebook.check()
