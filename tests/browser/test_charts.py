"""Charts in a real JupyterLab that has no network."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import vl_convert

from tests import depth
from tests.browser.lab import DARK, LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


# JupyterLab's own viewer of the last output of a cell, once it has drawn.
VIEW = """
    const found = [];
    const visit = (widget) => {
        if (widget._result?.view) found.push(widget._result.view);
        for (const child of widget.children?.() ?? []) visit(child);
        for (const child of widget.widgets ?? []) visit(child);
    };
    for (let tries = 0; tries < 1000 && found.length === 0; tries++) {
        visit(window.a4aPanel.content.widgets[cell].outputArea);
        if (found.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const view = await found[0].runAsync();
"""
DRAWN = f"async (cell) => {{ {VIEW} return view.toSVG(); }}"
PAPER = f"""async (cell) => {{ {VIEW}
    const canvas = view.container().querySelector("canvas");
    if (canvas) return [...canvas.getContext("2d").getImageData(2, 2, 1, 1).data].slice(0, 3);
    const drawn = view.container().querySelector("svg");
    return getComputedStyle(drawn).backgroundColor.match(/\\d+/g).map(Number);
}}"""
GRID = """async (cell) => {
    const {node} = window.a4aPanel.content.widgets[cell];
    return getComputedStyle(node.querySelector(".role-axis-grid line")).stroke;
}"""
INK = """async (cell) => {
    const {node} = window.a4aPanel.content.widgets[cell];
    const inks = [...node.querySelectorAll("svg text")].map((text) => getComputedStyle(text).fill);
    return [...new Set(inks)];
}"""


@depth.only_deep
@pytest.mark.parametrize(("theme", "paper"), [(DARK, [206, 214, 222]), (LIGHT, [255, 255, 255])])
def test_the_paper_of_charts_is_dimmed_in_the_dark_theme(
    lab: Lab, theme: str, paper: list[int]
) -> None:
    """Of charts alone, joined and of Altair's own; a background that was asked for stays."""
    cells = [
        FRAMES + "\nimport altair as alt, polars as pl\na4a.charts.offline()",
        "a4a.charts.production(f)",
        "a4a.charts.fronts(f)",
        "alt.Chart(pl.DataFrame({'x': [1, 2]})).mark_bar().encode(x='x:O', y='x:Q')",
        "a4a.charts.tuv(f).properties(background='#ffeedd')",
    ]
    with lab.notebook(cells, theme=theme) as notebook:
        notebook.run_all()
        for cell in (1, 2, 3, 4):
            notebook.page.locator(f".jp-Cell >> nth={cell}").scroll_into_view_if_needed()
            shown(notebook, cell)
            wanted = paper if cell < 4 else [255, 238, 221]
            assert notebook.page.evaluate(PAPER, cell) == wanted
        faint = "#6b6f80" in notebook.page.evaluate(DRAWN, 1)
        assert faint == (theme == LIGHT)
        notebook.check()


def test_charts_follow_where_another_theme_is_chosen(lab: Lab) -> None:
    """On a page with a view of a4a, drawn in either theme; a background asked for stays."""
    cells = [
        FRAMES + "\nimport altair as alt, polars as pl\na4a.charts.offline()",
        "from a4a.widgets.treasuries import TreasuryView\nTreasuryView(a4a.start('global1940'))",
        "a4a.charts.production(f)",
        "a4a.charts.tuv(f)",
        "alt.Chart(pl.DataFrame({'x': [1, 2]})).mark_bar().encode(x='x:O', y='x:Q')",
        "a4a.charts.tuv(f).properties(background='#ffeedd')",
    ]
    with lab.notebook(cells, theme=LIGHT) as notebook:
        for cell in (0, 1, 2):
            notebook.run(cell)
        shown(notebook, 2)
        assert notebook.page.evaluate(PAPER, 2) == [255, 255, 255]
        notebook.choose(DARK)
        for cell in (3, 4, 5):
            notebook.run(cell)
            shown(notebook, cell)
        assert notebook.page.evaluate(PAPER, 4) == [206, 214, 222]
        assert notebook.page.evaluate(PAPER, 5) == [255, 238, 221]
        for cell in (2, 3):
            assert notebook.page.evaluate(PAPER, cell) == [206, 214, 222]
            assert notebook.page.evaluate(GRID, cell) == "rgb(180, 189, 200)"
            assert notebook.page.evaluate(INK, cell) == ["rgb(27, 28, 34)"]
        notebook.choose(LIGHT)
        for cell in (2, 3):
            assert notebook.page.evaluate(PAPER, cell) == [255, 255, 255]
            assert notebook.page.evaluate(GRID, cell) == "rgb(228, 229, 234)"
        notebook.check()


GAME = """
import a4a
from a4a import charts
record = a4a.open({game!r})
f = a4a.frames(record, at="turn")
"""
LUCK = "luck = a4a.luck(record)\n"
EVERY = {
    "arms": "charts.arms(f)",
    "battle_luck": "charts.battle_luck(f, luck)",
    "cities": "charts.cities(f)",
    "decisive_battles": "charts.decisive_battles(f)",
    "front_balance": "charts.front_balance(f, theatre='Eastern Front')",
    "front_length": "charts.front_length(f, theatre='Eastern Front')",
    "front_ribbon": "charts.front_ribbon(f, theatre='Eastern Front')",
    "fronts": "charts.fronts(f, theatre='Eastern Front')",
    "ground": "charts.ground(f, theatre='Eastern Front')",
    "income": "charts.income(f)",
    "luck": "charts.luck(f)",
    "odds_and_results": "charts.odds_and_results(f, luck)",
    "production": "charts.production(f)",
    "purchases": "charts.purchases(f)",
    "swings": "charts.swings(f)",
    "tuv": "charts.tuv(f)",
    "unit_counts": "charts.unit_counts(f)",
    "powers beside sides": "charts.income(f) | charts.income(f, by='side')",
    "powers above sides": "charts.tuv(f, by='power') & charts.tuv(f)",
}

# In which marks, scales or composition differ; the others are made of the same.
DIFFERENT = (
    "arms", "front_ribbon", "fronts", "luck", "powers beside sides", "swings", "tuv",
)  # fmt: skip
SHOWN = EVERY if depth.soaking() else {name: EVERY[name] for name in DIFFERENT}

MARK = re.compile(r'<g class="mark-(area|line|rect|symbol|rule) role-mark[^"]*"[^>]*>(.*?)</g>')
NUMBER = re.compile(r"-?[\d.]+(?:e-?\d+)?")


def marks(svg: str) -> list[tuple[str, str, tuple[int, ...]]]:
    """What a chart draws for its rows: kind, colour and, to the pixel, the shape of each mark."""
    found = []
    for kind, inside in MARK.findall(svg):
        for path in re.findall(r"<path[^>]*>", inside):
            shape = re.search(r' d="([^"]*)"', path)
            colour = re.search(r'(?:fill|stroke)="(#[0-9a-fA-F]{6})"', path)
            numbers = tuple(round(float(n)) for n in NUMBER.findall(shape[1] if shape else ""))
            found.append((kind, colour[1] if colour else "", numbers))
    return sorted(found)


@pytest.fixture(scope="module")
def every(lab: Lab, project: Path) -> Iterator[tuple[Notebook, list[str], dict[str, Any]]]:
    """A notebook that shows the charts, what its page warned of, and the same charts here."""
    path = str(project / "datasets" / "games" / "global1940_fast_computer.a4a")
    opening = GAME.format(game=path) + (LUCK if depth.soaking() else "")
    here: dict[str, Any] = {}
    exec(opening, here)
    with lab.notebook([opening, *SHOWN.values()]) as notebook:
        warned: list[str] = []
        notebook.page.on(
            "console", lambda m: warned.append(m.text) if m.type == "warning" else None
        )
        notebook.run_all()
        yield notebook, warned, here
        notebook.check()


@pytest.mark.soak
@pytest.mark.parametrize("name", SHOWN)
def test_the_viewer_of_jupyterlab_draws_a_chart_as_the_picture_shows_it(
    every: tuple[Notebook, list[str], dict[str, Any]], name: str
) -> None:
    notebook, _, here = every
    chart = eval(EVERY[name], here)
    there = marks(notebook.page.evaluate(DRAWN, list(SHOWN).index(name) + 1))
    assert there
    assert there == marks(vl_convert.vegalite_to_svg(chart.to_dict()))


@pytest.mark.soak
def test_no_chart_makes_the_viewer_warn(
    every: tuple[Notebook, list[str], dict[str, Any]],
) -> None:
    """Joined charts whose colours collide are told as conflicting scale properties."""
    _, warned, _ = every
    assert [text for text in warned if "scale" in text.lower()] == []
