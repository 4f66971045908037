"""A notebook that was saved and is opened again: each view has left a still picture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import nbformat
import pytest
from nbconvert import HTMLExporter

from tests import depth
from tests.browser.lab import document

if TYPE_CHECKING:
    from tests.browser.lab import Lab

CELLS = [
    "import a4a, a4a.map.still\na4a.map.still._REST = 1.5\nrecord = a4a.start('europe1940')",
    "a4a.BoardMap(record)",
    "'the end'",
]
LINE, PICTURE = ".a4a-still", ".jp-OutputArea-child .jp-RenderedImage img"

_DRAWN = """() => window.a4aPanel.context.model.toJSON().cells[1].outputs
    .some((output) => output.data && "image/png" in output.data)"""
_SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"


@depth.only_deep
@pytest.mark.parametrize("place", depth.sample(["JupyterLab", "Notebook 7"]))
def test_a_notebook_opened_again_shows_a_still_picture_and_how_to_bring_the_view_back(
    lab: Lab, place: str
) -> None:
    path = "still.ipynb"
    file = lab.root / path
    file.write_text(json.dumps(document(CELLS)), encoding="utf-8")
    with lab.open(path, place=place) as notebook:
        notebook.run_all()
        page = notebook.page
        page.wait_for_selector(".a4a-board .leaflet-container")
        page.wait_for_function(_DRAWN)
        page.locator(PICTURE).wait_for(state="attached")
        assert not page.locator(LINE).is_visible()  # while the widget lives
        assert not page.locator(PICTURE).is_visible()
        assert len(str(notebook.outputs(1)[2]["data"]["image/png"])) <= 150_000
        page.evaluate(_SAVE)
        notebook.check()
    saved = file.read_text(encoding="utf-8")
    with lab.open(path, place=place) as notebook:
        page = notebook.page
        page.locator(PICTURE).wait_for()
        assert "Run All Cells" in page.locator(LINE).inner_text()
        page.get_by_text("model not found").wait_for(state="attached")
        assert not page.get_by_text("model not found").is_visible()
    file.unlink()
    shows_in_a_converted_notebook(lab, saved)


def shows_in_a_converted_notebook(lab: Lab, saved: str) -> None:
    read = nbformat.reads(saved, as_version=4)
    html, _about = HTMLExporter(embed_images=True).from_notebook_node(read)
    page = lab.browser.new_page()
    page.set_content(html, wait_until="domcontentloaded")
    assert page.locator(LINE).is_visible()
    assert page.locator(".jp-RenderedImage img").is_visible()
    assert page.get_by_text("model not found").count() == 0
    page.close()
