"""Drive a real JupyterLab in headless Chromium: for the browser tests and the browser benchmarks.

    with Lab() as lab, lab.notebook(["1 + 1"]) as notebook:
        notebook.run_all()
        notebook.page.get_by_text("2")      # a Playwright page, to use as it is
        notebook.check()                    # no error in the console, nothing left this machine

The server is one of our own on loopback (see `a4a.lab.LabServer`), with its files in a temporary
folder. The browser can resolve no name but localhost, so a machine with a network behaves like
one without; whatever the page asks for elsewhere is written down.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import uuid
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from a4a.lab import LabServer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import ConsoleMessage, Page

NO_CHROMIUM = (
    "no Chromium found: install one (Debian: apt install chromium), "
    "or set A4A_CHROMIUM to the program's path"
)

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--enable-precise-memory-info",
)

# ipyleaflet 0.20 bundles Leaflet-Geoman without its global: with a map on the page every key press
# ends in an error of its key listener, which does nothing else. Nothing of ours calls it.
_NOT_OURS = ("_fireKeyeventEvent",)

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1", "[::1]"})

# JupyterLab shows its application object to the page (--LabApp.expose_app_in_browser), so cells
# are run, and the kernel is waited for, by asking it rather than by watching the screen.
_OPENED = """async (path) => {
    const app = window.jupyterapp;
    await app.restored;
    const until = async (ready) => {
        while (!ready()) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(() => app.shell.currentWidget?.context?.path === path);
    const panel = app.shell.currentWidget;
    await panel.revealed;
    await panel.sessionContext.ready;
    await until(() => panel.sessionContext.session?.kernel?.status === "idle");
    window.a4aPanel = panel;
}"""

_RUN_CELL = """async (index) => {
    window.a4aPanel.content.activeCellIndex = index;
    await window.jupyterapp.commands.execute("notebook:run-cell");
}"""

_RUN_ALL = """() => window.jupyterapp.commands.execute("notebook:run-all-cells")"""

_IDLE = """() => window.a4aPanel.sessionContext.session.kernel.status === "idle" """

_CELLS = """() => window.a4aPanel.context.model.toJSON().cells"""

# Resolves with the times from the key press to the change and to the frame that shows it.
_WATCH_KEY = """({selector, until}) => {
    const target = document.querySelector(selector);
    if (!target) throw new Error("nothing on the page matches " + selector);
    const isDone = until ? new Function("target", "return (" + until + ");") : () => true;
    window.a4aTiming = new Promise((resolve) => {
        let began = null;
        addEventListener("keydown", (event) => { began = event.timeStamp; },
                         {capture: true, once: true});
        const observer = new MutationObserver(() => {
            if (began === null || !isDone(target)) return;
            observer.disconnect();
            const changed = performance.now() - began;
            requestAnimationFrame(() => setTimeout(
                () => resolve({changed, painted: performance.now() - began})));
        });
        observer.observe(target, {attributes: true, characterData: true, childList: true,
                                  subtree: true});
    });
}"""

_TIMING = """(patience) => Promise.race([
    window.a4aTiming,
    new Promise((_, refuse) => setTimeout(
        () => refuse(new Error("the key changed nothing in " + patience + " ms")), patience)),
])"""


def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome on this machine: $A4A_CHROMIUM first."""
    named = os.environ.get("A4A_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for program in _PROGRAMS if (path := shutil.which(program))), None)


@dataclass(frozen=True, slots=True)
class KeyTiming:
    """Milliseconds from a key press until the DOM changed, and until a frame showed it."""

    changed: float
    painted: float


class Lab:
    """A JupyterLab server and a browser; a context manager.

    Parameters
    ----------
    root
        The folder whose files the server serves; a temporary one if not given.
    chromium
        The browser's program; what `find_chromium` finds if not given.
    failures
        A folder for a screenshot of every page on which something failed.
    """

    def __init__(
        self,
        root: Path | None = None,
        *,
        chromium: str | None = None,
        failures: Path | None = None,
    ) -> None:
        self._given_root = root
        self._failures = failures
        self._chromium = chromium or find_chromium()
        if self._chromium is None:
            raise RuntimeError(NO_CHROMIUM)

    def __enter__(self) -> Lab:
        self._own_root = tempfile.mkdtemp(prefix="a4a-browser-")
        self.root = self._given_root or Path(self._own_root)
        self.server = LabServer(self.root, options=["--LabApp.expose_app_in_browser=True"])
        try:
            self.server.__enter__()
            self._playwright = sync_playwright().start()
            self.browser = self._playwright.chromium.launch(
                executable_path=self._chromium, args=list(_FLAGS)
            )
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "browser"):
            self.browser.close()
        if hasattr(self, "_playwright"):
            self._playwright.stop()
        self.server.__exit__(None, None, None)
        shutil.rmtree(self._own_root, ignore_errors=True)

    @contextmanager
    def notebook(
        self, cells: Sequence[str], *, width: int = 1600, height: int = 1000
    ) -> Iterator[Notebook]:
        """Open a new notebook of these code cells in a page of its own, its kernel ready.

        Nothing has run yet. The page and the kernel end with the ``with``.
        """
        name = f"{uuid.uuid4().hex[:12]}.ipynb"
        (self.root / name).write_text(json.dumps(_document(cells)), encoding="utf-8")
        with self.open(name, width=width, height=height) as notebook:
            yield notebook
        (self.root / name).unlink()

    @contextmanager
    def open(self, path: str, *, width: int = 1600, height: int = 1000) -> Iterator[Notebook]:
        """Open a notebook that lies at `path` below the server's root, as `notebook` does."""
        context = self.browser.new_context(viewport={"width": width, "height": height})
        try:
            notebook = Notebook(context.new_page())
            # A workspace of its own: JupyterLab would open the last page's notebooks again.
            workspace = f"{self.server.url}/lab/workspaces/{uuid.uuid4().hex}"
            notebook.page.goto(f"{workspace}/tree/{path}?token={self.server.token}")
            notebook.page.wait_for_function("() => window.jupyterapp !== undefined")
            notebook.page.evaluate(_OPENED, path)
            yield notebook
        except Exception as error:
            if self._failures is not None:
                picture = self._failures / f"{Path(path).stem}.png"
                notebook.screenshot(picture)
                error.add_note(f"what the page showed: {picture}")
            raise
        finally:
            context.close()
            for session in self.server.request("GET", "/api/sessions"):
                self.server.request("DELETE", f"/api/sessions/{session['id']}")


class Notebook:
    """A notebook open in JupyterLab, on a page of its own.

    Attributes
    ----------
    page
        The Playwright page.
    console_errors
        Errors the page has written to its console, and exceptions nobody caught.
    outside
        Addresses beyond this machine that the page has asked for.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.console_errors: list[str] = []
        self.outside: list[str] = []
        self._devtools = page.context.new_cdp_session(page)
        page.set_default_timeout(60_000)
        page.on("console", self._note_console)
        page.on("pageerror", lambda error: self._note_error(error.stack or str(error)))
        page.on("websocket", lambda socket: self._note_address(socket.url))
        page.context.on("request", lambda request: self._note_address(request.url))

    def run(self, index: int) -> None:
        """Run one cell and wait for it; fail if it raised."""
        self.page.evaluate(_RUN_CELL, index)
        self.wait_idle()
        self._fail_on_errors()

    def run_all(self) -> None:
        """Run all cells and wait for them; fail if one raised."""
        self.page.evaluate(_RUN_ALL)
        self.wait_idle()
        self._fail_on_errors()

    def wait_idle(self) -> None:
        """Wait until the kernel has nothing to do."""
        self.page.wait_for_function(_IDLE)

    def outputs(self, index: int) -> list[dict[str, Any]]:
        """Return the outputs of a cell, as a notebook file holds them."""
        outputs: list[dict[str, Any]] = self.page.evaluate(_CELLS)[index].get("outputs", [])
        return outputs

    def screenshot(self, path: Path) -> None:
        """Write what the page shows to a PNG file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path)

    def heap_bytes(self) -> int:
        """Return the bytes the page's JavaScript holds, after a garbage collection."""
        self._devtools.send("HeapProfiler.collectGarbage")
        return int(self._devtools.send("Runtime.getHeapUsage")["usedSize"])

    def time_key(
        self, key: str, *, watch: str, until: str | None = None, patience: float = 10_000
    ) -> KeyTiming:
        """Press a key where the focus is; time it to the first change below an element.

        Parameters
        ----------
        key
            As Playwright names it, such as ``"ArrowRight"``.
        watch
            CSS selector of the element to watch.
        until
            JavaScript about ``target``, the watched element, that must hold for the change to
            count; any change counts if not given.
        patience
            Milliseconds to wait; then the call fails.
        """
        self.page.evaluate(_WATCH_KEY, {"selector": watch, "until": until})
        self.page.keyboard.press(key)
        return KeyTiming(**self.page.evaluate(_TIMING, patience))

    def check(self) -> None:
        """Fail if the page wrote an error to the console or asked for anything elsewhere."""
        assert not self.outside, f"left this machine: {self.outside}"
        assert not self.console_errors, f"errors in the console: {self.console_errors}"

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note_error(f"{message.text} ({message.location.get('url', '')})")

    def _note_error(self, text: str) -> None:
        if not any(fault in text for fault in _NOT_OURS):
            self.console_errors.append(text)

    def _note_address(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in _LOOPBACK:
            self.outside.append(address)

    def _fail_on_errors(self) -> None:
        for number, cell in enumerate(self.page.evaluate(_CELLS)):
            for output in cell.get("outputs", []):
                if output["output_type"] == "error":
                    text = "\n".join(output["traceback"])
                    raise AssertionError(f"cell {number} raised {output['ename']}:\n{text}")


def _document(cells: Sequence[str]) -> dict[str, Any]:
    """Return a notebook file of code cells."""
    python = {"name": "python3", "display_name": "Python 3", "language": "python"}
    code = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source,
        }
        for number, source in enumerate(cells)
    ]
    return {"cells": code, "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}


__all__ = ["NO_CHROMIUM", "KeyTiming", "Lab", "Notebook", "PlaywrightError", "find_chromium"]
