"""How large an exported page is, how soon it shows its board, and how fast it steps.

Run it on an idle machine with a Chromium::

    python benchmarks/page.py [GAME] [--keys 200] [--opens 7]

GAME is a save or ``.a4a`` file; the twelve-round game beside the project if not given. It prints a
table: seconds to write the page, its size and what that is made of; milliseconds from opening it,
from the disk and offline, to the board and to the charts; from a key press to the change of the
map and to the frame that shows it; frames that Play drops; the heap after 100 and 500 steps.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

import a4a  # noqa: E402
from benchmarks.stepping import heap, line, play, quantiles  # noqa: E402
from tests.browser.lab import Lab  # noqa: E402
from tests.browser.watched import WatchedPage  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAME = PROJECT.parent / "shared" / "saves" / "g40_fast_s303.tsvg"
MAP = "#a4a-board .leaflet-container"

# When the board and the charts are on the screen: looked at in every frame from the first.
WATCH = f"""
window.a4aShown = {{}};
const a4aLook = () => {{
    const shown = window.a4aShown;
    const board = document.querySelector("{MAP}[data-position] .a4a-badges > g");
    if (board) shown.board ??= performance.now();
    if (document.querySelector("#a4a-charts svg")) shown.charts ??= performance.now();
    if (!(shown.board && shown.charts)) requestAnimationFrame(a4aLook);
}};
requestAnimationFrame(a4aLook);
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", type=Path, default=GAME)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--opens", type=int, default=7)
    arguments = parser.parse_args()
    if not arguments.game.is_file():
        sys.exit(f"no game {arguments.game}")
    record = a4a.open(arguments.game)
    export_html = a4a.export_html  # fetches Altair, Polars, ipyleaflet: a second or two
    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        page = export_html(record, Path(folder) / "game.html")
        line("written in", f"{perf_counter() - began:.1f} s", "")
        weigh(page)
        with Lab() as lab:  # for its browser; nothing is asked of its server
            shown = [opening(lab.browser, page) for _ in range(arguments.opens)]
            for what in ("board", "charts"):
                line(f"{what} shown", quantiles([times[what] for times in shown]), "")
            step(lab.browser, page, arguments.keys)


def weigh(page: Path) -> None:
    """Print the size of a page and of its parts."""
    text = page.read_text(encoding="utf-8")
    data = sum(map(len, re.findall(r'class="a4a-block">([^<]*)<', text)))
    code = sum(map(len, re.findall(r"<script(?: type=\"module\")?>(.*?)</script>", text, re.S)))
    line("size", f"{page.stat().st_size / 1e6:.2f} MB", "6 MB, better 2.5 MB")
    line("of it data, scripts", f"{data / 1e6:.2f}, {code / 1e6:.2f} MB", "")


def opening(browser: Browser, page: Path) -> dict[str, float]:
    """Open a page in a browser context of its own; when it showed what."""
    context = browser.new_context(offline=True, viewport={"width": 1366, "height": 768})
    tab = context.new_page()
    tab.add_init_script(WATCH)
    tab.goto(page.as_uri())
    tab.locator("#a4a-charts svg").first.wait_for()
    tab.locator(".a4a-badges > g").first.wait_for(state="attached")
    tab.wait_for_timeout(200)
    shown = tab.evaluate("window.a4aShown")
    context.close()
    return shown


def step(browser: Browser, page: Path, keys: int) -> None:
    """Step, play and look at the heap."""
    context = browser.new_context(offline=True, viewport={"width": 1366, "height": 768})
    watched = WatchedPage(context.new_page())
    tab = watched.page
    tab.goto(page.as_uri() + "#node=600")
    tab.wait_for_selector(f"{MAP}[data-position='600']")
    tab.wait_for_timeout(1500)
    for name, key, count in (
        ("a step", "ArrowRight", keys),
        ("a step back", "ArrowLeft", keys // 2),
        ("a turn", "Shift+ArrowRight", 40),
        ("from end to start", "Home", 1),
    ):
        took = [watched.time_key(key, watch=MAP) for _ in range(count)]
        line(f"{name}: map changed", quantiles([t.changed for t in took]), "")
        line(f"{name}: frame shown", quantiles([t.painted for t in took]), "")
    play(watched, MAP)
    heap(watched, "#a4a-stepper input[type=range]")
    watched.check()
    context.close()


if __name__ == "__main__":
    main()
