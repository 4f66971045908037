"""A notebook as Voila shows it: run from top to bottom, its outputs alone on a page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.browser.watched import WatchedPage
from tests.jupyter import Server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

# Notebook 7's extension of JupyterLab cannot be loaded by Voila and says so on every page.
_NOT_FOR_VOILA = "@jupyter-notebook/lab-extension"

_ERROR = "[data-mime-type='application/vnd.jupyter.stderr'] pre:has-text('Traceback')"


class VoilaPage(WatchedPage):
    """A notebook open in Voila.

    Parameters
    ----------
    page
        A Playwright page that has not been anywhere yet.
    server
        The server that has the notebook; `serve` makes one.
    """

    # Voila's page template has the address of its icon font built in, and no setting turns it off.
    # Nothing of ours is drawn with it.
    known_outside = ("/@fortawesome/fontawesome-free@",)

    def __init__(self, page: Page, server: Server) -> None:
        super().__init__(page)
        self.server = server

    @classmethod
    def serve(cls, root: Path, startup: str = "") -> Server:
        """Return a server, not yet running, of a folder's notebooks; kernels begin with Python."""
        return Server(
            root,
            "voila",
            settings="Voila",
            startup=startup,
            options=[
                "--show_tracebacks=True",
                f"--VoilaConfiguration.extension_denylist={_NOT_FOR_VOILA}",
            ],
        )

    def open(self, path: str, *, theme: str) -> None:
        """Go to a notebook; the page is there when all cells have run."""
        query = {"token": self.server.token, "theme": theme}
        address = f"{self.server.url}/voila/render/{path}"
        self.page.goto(f"{address}?{'&'.join(f'{key}={value}' for key, value in query.items())}")

    def end(self) -> None:
        """End the notebook's kernel."""
        config = self.page.locator("#jupyter-config-data")
        kernel = json.loads(config.inner_text())["kernelId"]
        address = f"{self.server.url}/voila/api/shutdown/{kernel}?token={self.server.token}"
        assert self.page.request.post(address).ok

    def run_all(self) -> None:
        """Fail if a cell raised; all have run."""
        raised = self.page.locator(_ERROR)
        assert raised.count() == 0, f"a cell raised:\n{raised.first.inner_text()}"
