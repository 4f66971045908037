"""A hostile TripleA save, from the file to the page: nothing in it is ever run."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import a4a
from tests import depth
from tests.browser.lab import Lab
from tests.browser.test_explorer import SAVED, ready
from tests.importers.javawriter import modified_utf8
from tests.importers.minisave import small_war

IMAGE = "<img src=x onerror=\"window.pwned='%s'\">"
SCRIPT = "</script><script>window.pwned='%s'</script>"
QUOTES = "\"'`;window.pwned='%s'//--><b>${window.pwned='%s'}{{x}}"
MISCHIEF = {
    "Reds": IMAGE % "power",
    "Blues": SCRIPT % "enemy",
    "Home": SCRIPT % "space",
    "Abroad": QUOTES % ("land", "land"),
    "infantry": IMAGE % "unit type",
    "Human:Alice": "Human:" + IMAGE % "player",
    "Reds are now being played by: Alice": "Reds are now being played by: " + SCRIPT % "note",
}


def renamed(raw: bytes, names: dict[str, str]) -> bytes:
    """Put other texts in the place of whole strings of a Java stream."""
    for old, new in names.items():
        before, after = (
            b"\x74" + len(text).to_bytes(2, "big") + text
            for text in (modified_utf8(old), modified_utf8(new))
        )
        assert before in raw, f"no string {old!r} in the save"
        raw = raw.replace(before, after)
    return raw


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "</script><img src=x onerror=1>.tsvg".replace(
        "/", ""
    )
    path.write_bytes(gzip.compress(renamed(gzip.decompress(small_war().save()), MISCHIEF)))
    return path


def test_the_names_come_through_as_text(hostile: Path) -> None:
    record = a4a.open(hostile)
    assert MISCHIEF["Home"] in record.board.index
    assert MISCHIEF["Reds"] in record.catalog.power_order
    assert any("onerror" in name for name in record.header.players.values())


@depth.only_deep
def test_a_hostile_save_executes_nothing_on_the_page(lab: Lab, hostile: Path) -> None:
    cells = [
        f"import a4a\nrecord = a4a.open({str(hostile)!r})\nrecord",
        "explorer = a4a.explore(record)\nexplorer",
        "f = a4a.frames(record, at='node')\nf.units",
        "f.events",
        "a4a.charts.tuv(f)",
    ]
    with lab.notebook(cells, height=1600) as notebook:
        notebook.run_all()
        page = notebook.page
        ready(page)
        page.locator(".a4a-stepper input[type=range]").focus()
        paths = page.locator("path.a4a-space")
        for step in range(len(a4a.open(hostile))):
            paths.nth(step % paths.count()).dispatch_event("pointermove", {"bubbles": True})
            paths.nth(step % paths.count()).dispatch_event("click", {"bubbles": True})
            page.keyboard.press("ArrowRight")
        notebook.wait_told(SAVED)
        page.wait_for_timeout(500)  # what an image would do that is not there
        assert page.evaluate("() => window.pwned") is None
        assert page.locator(".a4a-explorer img, .a4a-explorer script").count() == 0
        assert "onerror" in page.locator(".a4a-explorer").inner_text()
        notebook.check()
