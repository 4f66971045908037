"""JupyterLab on the notebooks of a4a: opened for a person, or run once to see that it works.

Nothing here reaches further than this machine: JupyterLab's own looks at the network (news,
updates, the extension catalogue) are turned off, and a server is spoken to on loopback only.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from a4a.core.errors import A4AError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

QUICKSTART = "00_quickstart.ipynb"

#: JupyterLab options that keep it from looking anything up on the network, or asking whether to.
OFFLINE = (
    f"--LabApp.app_settings_dir={Path(__file__).parent / 'lab_settings'}",
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
)

_LOOPBACK = "127.0.0.1"
_JUPYTER_FOLDERS = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "IPYTHONDIR": "ipython",
}


class LabError(A4AError):
    """JupyterLab did not start, or did not answer as it should."""


def notebooks() -> Path:
    """Return the folder of the notebooks that come with a4a.

    Raises
    ------
    LabError
        The installation has no notebooks.

    Examples
    --------
    >>> notebooks().name
    'notebooks'
    """
    package = Path(__file__).parent
    for folder in (package / "notebooks", package.parent / "notebooks"):  # wheel, source tree
        if folder.is_dir():
            return folder
    raise LabError(f"no notebooks beside {package}: install a4a again")


def copy_notebooks(folder: Path) -> list[Path]:
    """Copy the notebooks that come with a4a to `folder`; return those that were not there yet.

    A notebook that is already there is left as its reader changed it.

    Raises
    ------
    LabError
        The folder cannot be written to.
    """
    copied = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for notebook in sorted(notebooks().glob("*.ipynb")):
            target = folder / notebook.name
            if not target.exists():
                shutil.copyfile(notebook, target)
                copied.append(target)
    except OSError as error:
        raise LabError(f"cannot put the notebooks in {folder}: {error.strerror}") from error
    return copied


def open_lab(folder: Path, notebook: str = QUICKSTART, *, options: Sequence[str] = ()) -> None:
    """Open JupyterLab in `folder`, on `notebook`, in the browser; return when it is shut down.

    Parameters
    ----------
    folder
        The root folder of the server.
    notebook
        Path below `folder`, with forward slashes.
    options
        More options of ``jupyter lab``, such as ``--no-browser``.
    """
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance(
        [
            f"--ServerApp.root_dir={folder.resolve()}",
            f"--LabApp.default_url=/lab/tree/{quote(notebook)}",
            "--allow-root",  # in a container one is root; the server is on loopback, with a token
            *OFFLINE,
            *options,
        ]
    )


def jupyter_environment(folder: Path) -> dict[str, str]:
    """Return the environment variables that keep all of Jupyter's own files below `folder`.

    Examples
    --------
    >>> jupyter_environment(Path("state"))["JUPYTER_RUNTIME_DIR"] == str(Path("state/runtime"))
    True
    """
    places = {name: str(folder / place) for name, place in _JUPYTER_FOLDERS.items()}
    return {**places, "JUPYTER_PLATFORM_DIRS": "1"}


class LabServer:
    """A Jupyter server of one's own, on a free port of this machine, without a browser.

    A context manager: the server runs inside the ``with``. Its settings, workspaces and runtime
    files live in a temporary folder, so it neither reads nor changes those of the user.

    Parameters
    ----------
    root
        The folder whose files it serves.
    program
        The application: ``"jupyterlab"``, or ``"notebook"`` for Notebook 7.
    options
        More options of the application.
    patience
        Seconds to wait for the server to come up.

    Attributes
    ----------
    url : str
        ``http://127.0.0.1:<port>``, once it runs.
    token : str
        What every request must carry.

    Raises
    ------
    LabError
        The server ended or stayed silent; the message holds the end of its log.
    """

    def __init__(
        self,
        root: Path,
        *,
        program: str = "jupyterlab",
        options: Sequence[str] = (),
        patience: float = 120,
    ) -> None:
        self.root = root
        self.token = uuid.uuid4().hex
        self.port = 0
        self._program = program
        self._options = tuple(options)
        self._patience = patience

    @property
    def url(self) -> str:
        """Where the server answers."""
        return f"http://{_LOOPBACK}:{self.port}"

    @property
    def log(self) -> str:
        """What the server has written so far."""
        return (self._own / "log").read_text(encoding="utf-8", errors="replace")

    def __enter__(self) -> LabServer:
        self._own = Path(tempfile.mkdtemp(prefix="a4a-lab-"))
        command = [
            *(sys.executable, "-m", self._program, "--no-browser", "--allow-root"),
            *(f"--ServerApp.ip={_LOOPBACK}", "--ServerApp.port=0"),
            f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.root.resolve()}",
            *OFFLINE,
            *self._options,
        ]
        environment = {**os.environ, **jupyter_environment(self._own)}
        with (self._own / "log").open("wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )
        try:
            self._wait_until_up()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Ask the server's REST interface; return what its JSON says, or None.

        Raises
        ------
        LabError
            The server refused, or did not answer.
        """
        connection = HTTPConnection(_LOOPBACK, self.port, timeout=self._patience)
        try:
            connection.request(
                method,
                path,
                body=None if body is None else json.dumps(body),
                headers={"Authorization": f"token {self.token}"},
            )
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, HTTPException) as error:
            raise LabError(f"{method} {path}: the server did not answer ({error})") from error
        finally:
            connection.close()
        if answer.status >= 400:
            raise LabError(f"{method} {path}: the server said {answer.status} {answer.reason}")
        return json.loads(text) if text else None

    def _wait_until_up(self) -> None:
        deadline = time.monotonic() + self._patience
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                raise LabError(f"{self._program} ended before it was up:\n{self.log[-2000:]}")
            try:
                # The server names its port in a file of its own once it listens.
                for info in (self._own / "runtime").glob("jpserver-*.json"):
                    self.port = json.loads(info.read_text(encoding="utf-8"))["port"]
                    self.request("GET", "/api/status")
                    return
            except (LabError, OSError, ValueError):
                pass  # not written to the end, or not listening yet
            time.sleep(0.05)
        raise LabError(f"{self._program} was not up in {self._patience:.0f} s:\n{self.log[-2000:]}")

    def _stop(self) -> None:
        try:
            if self.port and self._process.poll() is None:
                self.request("POST", "/api/shutdown")  # ends its kernels too, on every platform
                self._process.wait(timeout=20)
        except (LabError, subprocess.TimeoutExpired):
            pass
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._own, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class NotebookRun:
    """How a notebook fared: the cells that ran and, where one failed, what it said."""

    cells: int
    seconds: float
    failure: str | None


def run_notebook(server: LabServer, notebook: str, *, patience: float = 600) -> NotebookRun:
    """Run every cell of a notebook once, through the server's kernel, changing no file.

    Parameters
    ----------
    server
        A running server.
    notebook
        Path below the server's root, with forward slashes.
    patience
        Seconds that one cell may take.

    Raises
    ------
    LabError
        There is no such notebook, or the kernel fell silent.
    """
    from websocket import WebSocketException, create_connection

    path = quote(notebook)
    content = server.request("GET", f"/api/contents/{path}?content=1")["content"]
    sources = [
        cell["source"]
        for cell in content["cells"]
        if cell["cell_type"] == "code" and cell["source"].strip()
    ]
    session = server.request(
        "POST",
        "/api/sessions",
        {"path": notebook, "name": notebook, "type": "notebook", "kernel": {"name": "python3"}},
    )
    began = time.monotonic()
    channel = f"ws://{_LOOPBACK}:{server.port}/api/kernels/{session['kernel']['id']}/channels"
    cells, failure = 0, None
    try:
        socket = create_connection(f"{channel}?token={server.token}", timeout=patience)
        try:
            while failure is None and cells < len(sources):
                cells += 1
                failure = _execute(socket, sources[cells - 1])
        finally:
            socket.close()
    except (OSError, WebSocketException) as error:
        raise LabError(
            f"{notebook}, code cell {cells}: the kernel fell silent ({error})"
        ) from error
    finally:
        with suppress(LabError):  # a kernel that is being restarted cannot be shut down
            server.request("DELETE", f"/api/sessions/{session['id']}")
    return NotebookRun(cells=cells, seconds=time.monotonic() - began, failure=failure)


def _execute(socket: Any, source: str) -> str | None:
    """Run one cell; return its traceback if it failed."""
    request = uuid.uuid4().hex
    header = {
        "msg_id": request,
        "msg_type": "execute_request",
        "username": "",
        "session": uuid.uuid4().hex,
        "version": "5.3",
    }
    content = {"code": source, "silent": False, "allow_stdin": False, "stop_on_error": True}
    message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
    socket.send(json.dumps({**message, "channel": "shell"}))
    while True:
        frame = socket.recv()
        if isinstance(frame, bytes):  # a widget's binary buffers, which no reply has
            continue
        reply = json.loads(frame)
        if reply["content"].get("execution_state") in ("restarting", "dead"):
            return "the kernel died"
        if reply["parent_header"].get("msg_id") != request:
            continue
        if reply["msg_type"] == "execute_reply":
            outcome = reply["content"]
            if outcome["status"] == "ok":
                return None
            return "\n".join(outcome.get("traceback") or [outcome["status"]])
