"""A file dropped on the notebook opens there; the page does not leave for it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import a4a

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.lab import Lab

ZONE = ".a4a-drop"

_CARRY = """([name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    return carried;
}"""


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
        drop("<b>.a4a", file.read_bytes())
        page.wait_for_selector(".a4a-board .leaflet-container")
        status.get_by_text("Open below: <b>.a4a").wait_for()
        page.locator(f"{ZONE} input").set_input_files(
            {"name": "x.txt", "mimeType": "text/plain", "buffer": b"chosen"}
        )
        status.get_by_text("x.txt: neither a TripleA save").wait_for()
        notebook.run(2)
        assert notebook.outputs(2)[0]["data"]["text/plain"] == "'europe1940'"
        notebook.check()
