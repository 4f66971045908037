"""How large a study's page is, and how fast chapters and variations open.

Run it on an idle machine with a Chromium::

    python benchmarks/browser_study.py

The study has twenty chapters over three games of Global 1940 (the two that come with a4a, and a
copy of the longer one), which have 50 variations of 20 steps between them. It prints the page's
size, and the milliseconds from a key press to the frame that shows the next chapter, the variation,
the next step, on the main line and with the board following too; and how long the page's main
thread worked for them, which other programs hardly change.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

import a4a  # noqa: E402
from a4a.core import events as ev  # noqa: E402
from a4a.core.study import Study  # noqa: E402
from benchmarks.stepping import line, quantiles  # noqa: E402
from tests.browser.lab import Lab  # noqa: E402
from tests.browser.watched import WatchedPage  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

    from a4a.core.record import GameRecord

CHAPTERS, VARIATIONS, STEPS = 20, 50, 20
MAP = "#a4a-board .leaflet-container"
BAR = ".a4a-chapter-name"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        study = made()
        began = perf_counter()
        page = a4a.export_html(study, Path(folder) / "study.html")
        line("written in", f"{perf_counter() - began:.1f} s", "")
        line("page", f"{page.stat().st_size / 1e6:.2f} MB", "4 MB")
        file = Path(folder) / "study.a4s"
        a4a.save(study, file)
        began = perf_counter()
        a4a.study(file)
        line("opened in", f"{perf_counter() - began:.2f} s", "")
        with Lab() as lab:  # for its browser; nothing is asked of its server
            context = lab.browser.new_context(offline=True, viewport={"width": 1366, "height": 768})
            watched = WatchedPage(context.new_page())
            watched.page.goto(page.as_uri())
            watched.page.wait_for_selector(f"{MAP}[data-position]")
            watched.page.wait_for_timeout(2_000)
            watched.page.locator(MAP).focus()
            thread = context.new_cdp_session(watched.page)
            thread.send("Performance.enable", {"timeDomain": "threadTicks"})
            turn(watched, thread)
            enter(watched, thread)
            walk(watched, thread, "a step on the main line")
            watched.page.keyboard.press("Shift+F")
            walk(watched, thread, "a step with Follow on")
            context.close()


def made() -> Study:
    """A study of twenty chapters over three games."""
    long, strong = a4a.game("global1940_fast_computer"), a4a.game("global1940_strong_computer")
    records = [long, strong, long.copy_line(0)]
    for record, count in zip(records, (20, 20, 10), strict=True):
        branch(record, count)
    study = Study("Twenty chapters", introduction="Over three games.")
    regions = ("Eastern Front", "Pacific", "", "Europe")
    for number in range(CHAPTERS):
        record = records[number % len(records)]
        nodes = record.line()
        start = len(nodes) * number // (CHAPTERS + 1)
        study.add(
            record,
            title=f"Chapter {number + 1}",
            start=nodes[start],
            end=nodes[start + 60],
            region=regions[number % len(regions)],
            before="A *text* before, [and a link](#chapter=1). " * 20,
            after="A text after. " * 20,
        )
    return study


def branch(record: GameRecord, count: int) -> None:
    """Begin variations all along the main line, in which spaces change hands."""
    draw = random.Random(1940)
    nodes = record.line()
    spaces = [space.name for space in record.board.spaces if space.kind == "land"]
    powers = [power.name for power in record.catalog.powers][:8]
    for number in range(count):
        node = nodes[len(nodes) * (number + 1) // (count + 2)]
        for _ in range(STEPS):
            space = draw.choice(spaces)
            holder = record.state_at(node).control.get(space)
            to = draw.choice([power for power in powers if power != holder])
            node = record.append([ev.ControlChanged(space, holder, to, "edit")], parent=node)


def turn(watched: WatchedPage, thread: CDPSession) -> None:
    """Turn all chapters, to and fro; the first round unpacks what is not unpacked yet."""
    for name in ("first time", "again"):
        shown, worked = [], []
        for key in ("Shift+PageDown",) * CHAPTERS + ("Shift+PageUp",) * CHAPTERS:
            before = working(thread)
            shown.append(watched.time_key(key, watch=BAR).painted)
            worked.append(working(thread) - before)
            watched.page.wait_for_timeout(250)
        line(f"a chapter, {name}", quantiles(shown), "150 ms")
        line("of it the page's main thread", quantiles(worked), "")


def working(thread: CDPSession) -> float:
    """How many milliseconds the page's main thread has worked."""
    metrics = thread.send("Performance.getMetrics")["metrics"]
    return 1000 * next(m["value"] for m in metrics if m["name"] == "TaskDuration")


def walk(watched: WatchedPage, thread: CDPSession, name: str) -> None:
    """Step along a chapter, which shows a part of the board: Follow has to move it."""
    shown, worked = [], []
    watched.page.keyboard.press("Home")
    watched.page.wait_for_timeout(500)
    for _ in range(50):
        before = working(thread)
        shown.append(watched.time_key("ArrowRight", watch=MAP).painted)
        worked.append(working(thread) - before)
        watched.page.wait_for_timeout(100)
    line(name, quantiles(shown), "a frame")
    line("of it the page's main thread", quantiles(worked), "")


def enter(watched: WatchedPage, thread: CDPSession) -> None:
    """Go along a game from variation to variation, and a step in each."""
    entered, stepped, worked = [], [], []
    watched.page.keyboard.press("Shift+PageDown")
    watched.page.wait_for_timeout(500)
    for _ in range(18):
        watched.page.keyboard.press("Control+ArrowDown")  # to where the next one leaves
        watched.page.wait_for_timeout(150)
        entered.append(watched.time_key("Control+ArrowDown", watch=MAP).painted)
        before = working(thread)
        stepped.append(watched.time_key("ArrowRight", watch=MAP).painted)
        worked.append(working(thread) - before)
        watched.page.keyboard.press("Control+ArrowUp")
        watched.page.keyboard.press("ArrowRight")
        watched.page.wait_for_timeout(150)
    line("into a variation", quantiles(entered), "100 ms")
    line("a step in it", quantiles(stepped), "a frame")
    line("of it the page's main thread", quantiles(worked), "")


if __name__ == "__main__":
    main()
