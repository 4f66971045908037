"""What the benchmarks of the explorer and of the page measure alike: play, the heap, figures."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.watched import WatchedPage

# Collect the positions that the board shows from now on.
_SEE = """(selector) => {
    const target = document.querySelector(selector);
    window.a4aSeen = new Set();
    new MutationObserver(() => window.a4aSeen.add(Number(target.dataset.position)))
        .observe(target, {attributes: true, attributeFilter: ["data-position"]});
}"""


def play(watched: WatchedPage, board: str) -> None:
    """Play ten steps a second for six seconds; count the positions that were painted."""
    page = watched.page
    page.evaluate(_SEE, board)
    page.get_by_label("Speed of play").select_option("10")
    page.locator(".a4a-play").click()
    page.wait_for_timeout(6_000)
    page.locator(".a4a-play").click()
    seen = page.evaluate("() => [...window.a4aSeen]")
    dropped = max(seen) - min(seen) + 1 - len(seen)
    line("play, 10 a second, 6 s", f"{len(seen)} steps, {dropped} dropped", "0 dropped")


def heap(watched: WatchedPage, slider: str) -> None:
    """The heap after 100 and after 500 more steps."""
    page = watched.page
    page.locator(slider).focus()
    sizes = []
    for count in (100, 400):
        for _ in range(count):
            page.keyboard.press("ArrowRight")
        page.wait_for_timeout(500)
        sizes.append(watched.heap_bytes() / 1e6)
    line("heap after 100, 500 steps", f"{sizes[0]:.1f}, {sizes[1]:.1f} MB", "+ 2 MB")


def quantiles(values: list[float]) -> str:
    """The median and the 95th percentile of milliseconds."""
    if len(values) == 1:
        return f"{values[0]:.0f} ms"
    high = statistics.quantiles(values, n=20)[-1] if len(values) > 19 else max(values)
    return f"median {statistics.median(values):.0f}, p95 {high:.0f} ms"


def line(name: str, value: str, bar: str) -> None:
    """Print a figure beside its bar."""
    print(f"{name:34} {value:28} {bar}", flush=True)
