"""Waiting for what a page is about to do, by its own frames and timers.

A wait for so many milliseconds is too short on a busy machine and too long on any other. What a
page does in a later frame, or when a timer is over, has an order that no load changes.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

_BOARDS = """
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Of these spaces all may lie out of sight, so that nothing changes but while it zooms, which a
    // busy machine may show no frame of. Leaflet's proxy always goes along.
    const places = () => JSON.stringify([
        ...document.querySelectorAll(".leaflet-proxy"),
        ...[...document.querySelectorAll(
            ".leaflet-container, .leaflet-map-pane, .leaflet-overlay-pane > svg, path.a4a-space",
        )].slice(0, 12),
    ].map((el) => el.getBoundingClientRect()));
    const inTime = async (isTrue) => {
        const end = performance.now() + 60_000;
        while (!isTrue()) {
            if (performance.now() > end) throw new Error("the boards never did what they should");
            await frame();
        }
    };
"""
_PLACES = f"() => {{ {_BOARDS} return places(); }}"
_MOVED = f"(before) => {{ {_BOARDS} return inTime(() => places() !== before); }}"
_REST = f"""() => {{ {_BOARDS}
    let [before, still] = ["", 0];
    return inTime(() => {{
        const now = places();
        const moves = document.querySelector(".leaflet-zoom-anim, .leaflet-pan-anim");
        still = now === before && !moves ? still + 1 : 0;
        before = now;
        return still > 5;
    }});
}}"""
FRAMES = """async (count) => {
    const never = new Promise((_, refuse) => setTimeout(
        () => refuse(new Error("the page draws no frames")), 60_000));
    while (count-- > 0)
        await Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), never]);
}"""
_TIMER = "(wait) => new Promise((resolve) => setTimeout(resolve, wait))"


def frames(page: Page, count: int = 3) -> None:
    """Wait for frames: what observes sizes, and what is put off to the next frame, is done then."""
    page.evaluate(FRAMES, count)


def timer(page: Page, milliseconds: int) -> None:
    """Wait for a timer of the page: shorter ones that it has set before are over then."""
    page.evaluate(_TIMER, milliseconds)


def rests(page: Page) -> None:
    """Wait until no board on the page moves, grows or zooms for some frames."""
    page.evaluate(_REST)


@contextmanager
def moved(page: Page) -> Iterator[None]:
    """Do something that moves a board, or zooms it; wait until it has, and rests."""
    before = page.evaluate(_PLACES)
    yield
    page.evaluate(_MOVED, before)
    rests(page)
