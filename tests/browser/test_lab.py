"""JupyterLab as the tests drive it: what goes wrong is seen, no notebook is in another's way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from a4a.lab import QUICKSTART, copy_notebooks
from tests import depth
from tests.browser.lab import DARK

if TYPE_CHECKING:
    from tests.browser.lab import Lab

SLIDER = """
import ipywidgets
slider = ipywidgets.IntSlider(max=20)
slider
"""


def test_no_question_about_news_greets_a_newcomer(lab: Lab) -> None:
    with lab.notebook(["1"]) as notebook:
        notebook.run_all()
        notebook.page.wait_for_timeout(500)
        assert notebook.page.get_by_text("Jupyter news").count() == 0


@depth.only_deep  # for benchmarks
def test_a_key_press_is_timed_to_the_change_it_makes(lab: Lab) -> None:
    with lab.notebook([SLIDER, "slider.value"]) as notebook:
        notebook.run(0)
        notebook.page.locator(".widget-slider .noUi-handle").focus()
        timing = notebook.time_key("ArrowRight", watch=".widget-slider")
        assert 0 < timing.changed <= timing.painted
        notebook.run(1)
        assert notebook.outputs(1)[0]["data"]["text/plain"] == "1"


@pytest.mark.soak
# Notebook 7 is driven as JupyterLab.
@pytest.mark.parametrize("place", depth.sample(["JupyterLab", "Voila"]))
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


@depth.only_deep  # it takes a second page
def test_a_notebook_keeps_its_kernel_while_another_comes_and_goes(lab: Lab) -> None:
    with lab.notebook(["x = 6", "x * 7"]) as stays:
        stays.run(0)
        with lab.notebook(["2"]) as goes:
            goes.run(0)
        stays.run(1)
        assert stays.outputs(1)[0]["data"]["text/plain"] == "42"


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


@depth.only_deep
def test_heap_shows_what_the_page_holds_on_to(lab: Lab) -> None:
    with lab.notebook(["1"]) as notebook:
        before = notebook.heap_bytes()
        notebook.page.evaluate("() => { window.held = new Array(5e5).fill(0).map(() => ({})); }")
        assert notebook.heap_bytes() - before > 10_000_000


def test_a_notebook_of_a4a_lab_is_not_changed_by_opening_it(lab: Lab) -> None:
    """JupyterLab writes into a notebook which kernel it has found; those that are copied say it."""
    copy_notebooks(lab.root)
    with lab.open(QUICKSTART) as notebook:
        notebook.page.wait_for_timeout(500)
        assert not notebook.page.evaluate("() => window.a4aPanel.context.model.dirty")
        assert notebook.page.locator(".lm-DockPanel-tabBar .jp-mod-dirty").count() == 0
        notebook.check()
