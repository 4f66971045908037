"""A file dropped on the notebook opens there; the page does not leave for it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

import a4a
from tests import depth
from tests.browser.lab import DARK, LIGHT
from tests.browser.test_access import CONTRASTS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.lab import Lab

ZONE = ".a4a-drop"

_CARRY = """([name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    return carried;
}"""


@pytest.mark.soak
def test_a_file_that_is_dropped_opens_below(lab: Lab, tmp_path: Path) -> None:
    file = tmp_path / "game.a4a"
    a4a.save(a4a.start("europe1940"), file)
    cells = ["import a4a", "mine = a4a.drop()\nmine", "mine.record.header.system"]
    with lab.notebook(cells) as notebook:
        notebook.run(0)
        notebook.run(1)
        page = notebook.page
        status = page.locator(f"{ZONE} [role=status]")

        def drop(name: str, data: bytes) -> None:
            text = base64.b64encode(data).decode()
            carried = page.evaluate_handle(_CARRY, [name, text])
            for event in ("dragover", "drop"):
                page.dispatch_event(ZONE, event, {"dataTransfer": carried})

        page.wait_for_selector(ZONE)
        drop("note.txt", b"hello")
        status.get_by_text("note.txt: neither a TripleA save").wait_for()
        for theme in depth.sample([DARK, LIGHT]):
            notebook.choose(theme)
            refusal = page.locator(f"{ZONE} .a4a-fault")
            assert refusal.inner_text().startswith("note.txt")
            assert min(text["ratio"] for text in page.locator(ZONE).evaluate(CONTRASTS)) >= 4.5
        drop("<b>.a4a", file.read_bytes())
        page.wait_for_selector(".a4a-board .leaflet-container")
        status.get_by_text("Open below: <b>.a4a").wait_for()
        assert page.locator(f"{ZONE} .a4a-fault").count() == 0
        name = "el => getComputedStyle(el).fontSize"  # of what the browser says: no file is chosen
        assert page.locator(f"{ZONE} input").evaluate(name) == "0px"
        page.locator(f"{ZONE} input").set_input_files(
            {"name": "x.txt", "mimeType": "text/plain", "buffer": b"chosen"}
        )
        status.get_by_text("x.txt: neither a TripleA save").wait_for()
        notebook.run(2)
        assert notebook.outputs(2)[0]["data"]["text/plain"] == "'europe1940'"
        notebook.check()
