"""How fast the explorer is in a real JupyterLab: first board, a key press, playing, memory, wire.

Run it on an idle machine with a Chromium::

    python benchmarks/browser_explorer.py [GAME] [--keys 200]

GAME is a save or ``.a4a`` file; the twelve-round game beside the project if not given. It prints a
table: seconds from running the cell to the board; milliseconds from a key press to the change of
the map and to the frame that shows it, stepping on, back, by turns and across the whole game;
frames dropped by Play at ten steps a second; the page's heap after 100 and 500 steps; what went
over the wire while stepping, and while the pointer moved.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

from benchmarks.stepping import heap, line, play, quantiles  # noqa: E402
from tests.browser.lab import Lab, Notebook  # noqa: E402

GAME = PROJECT.parent / "shared" / "saves" / "g40_fast_s303.tsvg"
MAP = ".a4a-board .leaflet-container"
PAINTED = "(target.a4aWas !== target.dataset.position) && (target.a4aWas = target.dataset.position)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", type=Path, default=GAME)
    parser.add_argument("--keys", type=int, default=200)
    arguments = parser.parse_args()
    if not arguments.game.is_file():
        sys.exit(f"no game {arguments.game}")
    cells = [
        f"import a4a\nrecord = a4a.open({str(arguments.game)!r})",
        "x = a4a.explore(record)\nx",
        "x.cursor.node",
    ]
    with Lab() as lab, lab.notebook(cells, width=1366, height=768) as notebook:
        measure(notebook, arguments.keys)


def measure(notebook: Notebook, keys: int) -> None:
    page = notebook.page
    notebook.run(0)
    began = perf_counter()
    page.evaluate("() => { window.a4aPanel.content.activeCellIndex = 1; "
                  "window.jupyterapp.commands.execute('notebook:run-cell'); }")  # fmt: skip
    page.wait_for_selector(".a4a-badges > g", state="attached")
    line("board shows", f"{perf_counter() - began:.2f} s", "3 s")
    page.wait_for_selector(".a4a-charts svg", state="attached")
    line("charts show", f"{perf_counter() - began:.2f} s", "after it")
    notebook.wait_idle()
    page.wait_for_timeout(1000)

    slider = page.locator(".a4a-stepper input[type=range]")
    slider.focus()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    frames = watch_wire(notebook)
    step(notebook, keys)
    line("bytes a step over the wire", f"{sum(frames) / (keys * 1.5 + 68):.0f}", "")

    print("\nevery layer on, moves and battles of the turn:")
    every_layer(notebook)
    slider.focus()
    step(notebook, keys)
    play(notebook, MAP)
    heap(notebook, ".a4a-stepper input[type=range]")
    pointer(notebook, frames)
    notebook.check()


def step(notebook: Notebook, keys: int) -> None:
    """Press the keys that step; time each to the change of the map and to the frame shown."""
    for name, key, count in (
        ("a step on", "ArrowRight", keys),
        ("a step back", "ArrowLeft", keys // 2),
        ("a turn on", "Shift+ArrowRight", 60),
        ("a round back", "PageUp", 6),
        ("the end", "End", 1),
        ("the start", "Home", 1),
    ):
        took = [notebook.time_key(key, watch=MAP, until=PAINTED) for _ in range(count)]
        changed, painted = ([getattr(t, what) for t in took] for what in ("changed", "painted"))
        line(f"{name}: map changed", quantiles(changed), "60 / 100 ms")
        line(f"{name}: frame shown", quantiles(painted), "")


def every_layer(notebook: Notebook) -> None:
    """Switch every layer on, as a person does in the legend."""
    page = notebook.page
    page.locator(MAP).focus()
    page.keyboard.press("l")
    for box in page.locator(".a4a-legend input[type=checkbox]").all():
        box.check()
    for name in ("Movement: over", "Battles: over"):
        page.get_by_label(name).select_option("turn")
    page.locator(MAP).focus()
    page.keyboard.press("l")


def pointer(notebook: Notebook, frames: list[int]) -> None:
    """What a hundred moves of the pointer over the map send."""
    box = notebook.page.locator(MAP).bounding_box()
    assert box is not None
    notebook.page.wait_for_timeout(1000)
    before = len(frames)
    for i in range(100):
        notebook.page.mouse.move(box["x"] + 100 + 7 * i, box["y"] + 100 + 2 * i)
    notebook.page.wait_for_timeout(500)
    line("messages for 100 pointer moves", str(len(frames) - before), "0")


def watch_wire(notebook: Notebook) -> list[int]:
    """Sizes of the websocket frames the page sends from now on."""
    sizes: list[int] = []
    devtools = notebook.page.context.new_cdp_session(notebook.page)
    devtools.send("Network.enable")
    devtools.on(
        "Network.webSocketFrameSent",
        lambda event: sizes.append(len(event["response"]["payloadData"])),
    )
    return sizes


if __name__ == "__main__":
    main()
