"""Jupyter kept apart from the user's own: files in a folder of ours, servers on loopback."""

from __future__ import annotations

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

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOOPBACK = "127.0.0.1"

# As `a4a lab` does, without the grammars that take two seconds to build and nobody asks.
_START = """
import runpy, sys
from a4a.charts.quick import import_jsonschema_quickly
import_jsonschema_quickly()
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""

# A kernel would draw each view that is shown, half a second's work for a picture at which only
# `test_still` looks. It still draws those that stay for a minute.
FEW_STILLS = """
import a4a.map.still
a4a.map.still._REST = 60.0
"""

# A kernel that has imported a4a costs seconds to come by; what a notebook made in it is forgotten.
FORGET = """
import sys
import ipywidgets
ipywidgets.Widget.close_all()
if altair := sys.modules.get("altair"):
    altair.renderers.enable("default")
    altair.theme.enable("default")
get_ipython().reset(new_session=True)
__import__("gc").freeze()  # what is left stays: each reset would look through it for garbage
__import__("__main__").__spec__ = None  # forgotten too, and spawned processes ask for it
"""

_FOLDERS = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "IPYTHONDIR": "ipython",
}


def jupyter_environment(folder: Path) -> dict[str, str]:
    """Return the environment variables that keep all of Jupyter's own files below `folder`.

    Examples
    --------
    >>> jupyter_environment(Path("state"))["JUPYTER_RUNTIME_DIR"] == str(Path("state/runtime"))
    True
    """
    places = {name: str(folder / place) for name, place in _FOLDERS.items()}
    return {**places, "JUPYTER_PLATFORM_DIRS": "1"}


class Server:
    """A Jupyter application on a folder's files, on a free port of this machine; a context manager.

    It opens no browser, and its own files lie in a temporary folder.

    Parameters
    ----------
    root
        The folder.
    program
        The application's module: ``"jupyterlab"``, ``"notebook"`` or ``"voila"``.
    settings
        The name of its settings: it has an ``ip``, a ``port``, a ``token`` and a ``root_dir``.
    options
        More options of the application.
    startup
        Python that each of its kernels runs before anything else.
    patience
        Seconds to wait for the server to come up.
    """

    def __init__(
        self,
        root: Path,
        program: str,
        *,
        settings: str = "ServerApp",
        options: Sequence[str] = (),
        startup: str = "",
        patience: float = 120,
    ) -> None:
        self.token = uuid.uuid4().hex
        self._root = root
        self._program = program
        self._settings = settings
        self._options = options
        self._startup = startup
        self._patience = patience

    @property
    def url(self) -> str:
        """Where the server answers."""
        return f"http://{_LOOPBACK}:{self._port}"

    def __enter__(self) -> Server:
        with socket.socket() as free:
            free.bind((_LOOPBACK, 0))
            self._port = free.getsockname()[1]
        self._own = Path(tempfile.mkdtemp(prefix=f"a4a-{self._program}-"))
        given = {
            "ip": _LOOPBACK,
            "port": self._port,
            "token": self.token,
            "root_dir": self._root.resolve(),
        }
        command = [
            *(sys.executable, "-c", _START, self._program, "--no-browser"),
            *(f"--{self._settings}.{name}={value}" for name, value in given.items()),
            *self._options,
        ]
        environment = {**os.environ, **jupyter_environment(self._own)}
        if self._startup:
            first = Path(environment["IPYTHONDIR"]) / "profile_default" / "startup" / "first.py"
            first.parent.mkdir(parents=True)
            first.write_text(self._startup, encoding="utf-8")
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
                socket.create_connection((_LOOPBACK, self._port)).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        log = (self._own / "log").read_text(encoding="utf-8", errors="replace")
        raise RuntimeError(f"{self._program} did not come up:\n{log[-2000:]}")
