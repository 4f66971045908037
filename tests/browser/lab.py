"""Drive a real JupyterLab in headless Chromium: for the browser tests and the browser benchmarks.

    with Lab() as lab, lab.notebook(["1 + 1"]) as notebook:
        notebook.run_all()
        notebook.page.get_by_text("2")      # a Playwright page, to use as it is
        notebook.check()                    # no error in the console, nothing left this machine

The server is one of our own on loopback (see `tests.jupyter.Server`), with its files in a temporary
folder. The browser can resolve no name but localhost, so a machine with a network behaves like
one without; whatever the page asks for elsewhere is written down.

The same cells can be opened in Notebook 7 and in Voila: ``lab.notebook(cells, place="Voila")``.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import uuid
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from tests.browser.notebook import Notebook, Notebook7
from tests.browser.voila import VoilaPage
from tests.browser.watched import KeyTiming, WatchedPage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Page

NO_CHROMIUM = (
    "no Chromium found: install one (Debian: apt install chromium-headless-shell), "
    "or set A4A_CHROMIUM to the program's path"
)

LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"

#: The applications that show notebooks, and how a notebook in each of them is driven.
PLACES = {"JupyterLab": Notebook, "Notebook 7": Notebook7, "Voila": VoilaPage}

_PROGRAMS = (
    "chromium-headless-shell",  # the same engine with no window: a fifth less of the processor
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

_FLAGS = (
    "--disable-gpu",
    "--disable-lcd-text",  # badges, which are opaque, would each be composited apart
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--enable-precise-memory-info",
)


def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome on this machine: $A4A_CHROMIUM first."""
    named = os.environ.get("A4A_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for program in _PROGRAMS if (path := shutil.which(program))), None)


class Spare(NamedTuple):
    """A page, on which there may be an empty notebook, whose kernel has forgotten all."""

    page: Page
    path: str | None
    used: int


class Lab:
    """A JupyterLab server and a browser; a context manager.

    Servers start when they are first asked for.

    Parameters
    ----------
    root
        The folder whose files the server serves; a temporary one if not given.
    chromium
        The browser's program; what `find_chromium` finds if not given.
    failures
        A folder for a screenshot of every page on which something failed.
    uses
        How many notebooks JupyterLab shows on one page, one after another: to load JupyterLab takes
        some nine seconds of processor time, to open a notebook in it one and a half, to fill one
        that was left half a second. If it is more than one, notebooks share kernels too: one that
        is left forgets what was made in it.
    startup
        Python that every kernel runs before its notebook.
    """

    def __init__(
        self,
        root: Path | None = None,
        *,
        chromium: str | None = None,
        failures: Path | None = None,
        uses: int = 1,
        startup: str = "",
    ) -> None:
        self._startup = startup
        self._given_root = root
        self._uses = uses
        self._failures = failures
        self._chromium = chromium or find_chromium()
        if self._chromium is None:
            raise RuntimeError(NO_CHROMIUM)

    def __enter__(self) -> Lab:
        self._servers: dict[str, Any] = {}
        self._spare: list[Spare] = []
        self._sessions: list[str] = []
        with ExitStack() as opened:
            folder = tempfile.TemporaryDirectory(prefix="a4a-browser-", ignore_cleanup_errors=True)
            self.root = self._given_root or Path(opened.enter_context(folder))
            self._opened = opened
            playwright = sync_playwright().start()
            opened.callback(playwright.stop)
            self.browser = playwright.chromium.launch(
                executable_path=self._chromium, args=list(_FLAGS)
            )
            opened.callback(self.browser.close)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def _serve(self, place: str) -> Any:
        if place not in self._servers:
            server = PLACES[place].serve(self.root, self._startup)
            self._servers[place] = self._opened.enter_context(server)
        return self._servers[place]

    @contextmanager
    def notebook(self, cells: Sequence[str], **how: Any) -> Iterator[Any]:
        """Open a new notebook of these code cells, as `open` does, for as long as the ``with``.

        It may be one that was left, filled anew.
        """
        name = f"{uuid.uuid4().hex[:12]}.ipynb"
        written = document(cells)
        (self.root / name).write_text(json.dumps(written), encoding="utf-8")
        with self.open(name, cells=written["cells"], **how) as notebook:
            yield notebook
        if all(spare.path != name for spare in self._spare):
            (self.root / name).unlink()

    @contextmanager
    def open(
        self,
        path: str,
        *,
        cells: Sequence[dict[str, Any]] | None = None,
        place: str = "JupyterLab",
        theme: str = LIGHT,
        touch: bool = False,
        width: int = 1600,
        height: int = 1000,
        last: bool = False,
    ) -> Iterator[Any]:
        """Open a notebook in a page of its own, its kernel ready.

        In JupyterLab and Notebook 7 nothing has run yet; in Voila everything has. The kernel ends
        with the ``with``, and so does the page, unless another notebook is to use them.

        Parameters
        ----------
        path
            Where the notebook lies below the server's root.
        cells
            What it has, if one that has the same will do.
        place
            One of `PLACES`.
        theme
            `LIGHT` or `DARK`.
        touch
            Whether the screen can be touched.
        width, height
            Pixels of the page.
        last
            Whether nobody is to use page and kernel after it: what it shows cannot be undone.
        """
        shares = place == "JupyterLab" and self._uses > 1
        spare = self._spare.pop() if shares and self._spare and not touch else None
        page = spare.page if spare else self.browser.new_context(has_touch=touch).new_page()
        used = spare.used + 1 if spare else 1
        page.set_viewport_size({"width": width, "height": height})
        notebook = PLACES[place](page, self._serve(place))
        forgotten, fit = False, False
        try:
            left = spare.path if spare else None
            if left is not None and cells is not None:
                notebook.fill(left, cells, theme=theme)
            else:
                if left is not None:
                    self._sessions += notebook.close(left)
                if shares and self._sessions:
                    notebook.take(self._sessions.pop(), path)
                notebook.open(path, theme=theme)
            yield notebook
            if shares and not last:
                forgotten, fit = notebook.leave()
        except Exception as error:
            if self._failures is not None:
                picture = self._failures / f"{Path(path).stem}.png"
                notebook.screenshot(picture)
                error.add_note(f"what the page showed: {picture}")
            raise
        finally:
            kept = fit and not touch and used < self._uses
            empty = notebook.path if kept and forgotten and cells is not None else None
            if forgotten and empty is None:
                self._sessions += notebook.close(notebook.path)
            elif not forgotten:
                notebook.end()
            if kept:
                notebook.look_away()
                self._spare.append(Spare(page, empty, used))
            else:
                page.context.close()


def document(cells: Sequence[str]) -> dict[str, Any]:
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


__all__ = [
    "DARK",
    "LIGHT",
    "NO_CHROMIUM",
    "PLACES",
    "KeyTiming",
    "Lab",
    "Notebook",
    "PlaywrightError",
    "WatchedPage",
    "document",
    "find_chromium",
]
