"""A notebook as Voila shows it: run from top to bottom, its outputs alone on a page."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from a4a.lab import jupyter_environment
from tests.browser.watched import WatchedPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

_LOOPBACK = "127.0.0.1"

# Notebook 7's extension of JupyterLab cannot be loaded by Voila and says so on every page.
_NOT_FOR_VOILA = "@jupyter-notebook/lab-extension"

_ERROR = "[data-mime-type='application/vnd.jupyter.stderr'] pre:has-text('Traceback')"


class VoilaServer:
    """Voila on the notebooks of a folder, on a free port of this machine; a context manager.

    Parameters
    ----------
    root
        The folder.
    patience
        Seconds to wait for the server to come up.
    """

    def __init__(self, root: Path, *, patience: float = 120) -> None:
        self.root = root
        self.token = uuid.uuid4().hex
        self._patience = patience

    @property
    def url(self) -> str:
        """Where the server answers."""
        return f"http://{_LOOPBACK}:{self.port}"

    def __enter__(self) -> VoilaServer:
        with socket.socket() as free:
            free.bind((_LOOPBACK, 0))
            self.port = free.getsockname()[1]
        self._own = Path(tempfile.mkdtemp(prefix="a4a-voila-"))
        command = [
            *(sys.executable, "-m", "voila", "--no-browser"),
            *(f"--Voila.ip={_LOOPBACK}", f"--port={self.port}", f"--token={self.token}"),
            *(f"--Voila.root_dir={self.root.resolve()}", "--show_tracebacks=True"),
            f"--VoilaConfiguration.extension_denylist={_NOT_FOR_VOILA}",
        ]
        environment = {**os.environ, **jupyter_environment(self._own)}
        with (self._own / "log").open("wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )
        try:
            self._wait_until_up()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()  # it ends its kernels
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._own, ignore_errors=True)

    def _wait_until_up(self) -> None:
        deadline = time.monotonic() + self._patience
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                socket.create_connection((_LOOPBACK, self.port)).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        log = (self._own / "log").read_text(encoding="utf-8", errors="replace")
        raise RuntimeError(f"Voila did not come up:\n{log[-2000:]}")


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

    serve = VoilaServer

    def __init__(self, page: Page, server: VoilaServer) -> None:
        super().__init__(page)
        self.server = server

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
