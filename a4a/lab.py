"""JupyterLab on notebooks, opened for a person or run once to see that they work; Voila on a game.

Nothing here reaches beyond this machine: JupyterLab's own use of the network (news, updates, the
extension catalogue) is turned off.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shlex import quote as quoted
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from a4a.core.errors import A4AError

if TYPE_CHECKING:
    from collections.abc import Sequence

QUICKSTART = "00_quickstart.ipynb"

#: JupyterLab options that keep it from looking anything up on the network, or asking whether to.
OFFLINE = (
    f"--LabApp.app_settings_dir={Path(__file__).parent / 'lab_settings'}",
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
)


#: Options of Voila. It cannot load Notebook's extension of JupyterLab, and would say so.
_TAB = ("--VoilaConfiguration.extension_denylist=@jupyter-notebook/lab-extension",)


class LabError(A4AError):
    """The notebooks are not there, cannot be written, or do not run."""


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
    """Copy the notebooks that come with a4a to `folder`; return the files that were not there yet.

    The lessons, to which the first notebook links, lie in a folder of their own there too, with the
    tables that they read.

    A notebook that is already there is left as its reader changed it. A copy already names the
    kernel and the Python that it will run on, which JupyterLab would otherwise write into it on
    opening.

    Raises
    ------
    LabError
        The folder cannot be written to.
    """
    copied = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        source = notebooks()
        kinds = ("*.ipynb", "lessons/*.ipynb", "lessons/*.csv")
        for file in sorted(one for kind in kinds for one in source.glob(kind)):
            target = folder / file.relative_to(source)
            if not target.exists():
                target.parent.mkdir(exist_ok=True)
                notebook = file.suffix == ".ipynb"
                target.write_bytes(_for_this_kernel(file) if notebook else file.read_bytes())
                copied.append(target)
    except OSError as error:
        raise LabError(f"cannot put the notebooks in {folder}: {error.strerror}") from error
    return copied


def _for_this_kernel(notebook: Path) -> bytes:
    """A notebook, with the metadata of the kernel that JupyterLab will find for it."""
    return _written(json.loads(notebook.read_text(encoding="utf-8")))


def _written(document: dict[str, Any]) -> bytes:
    """A notebook as a file has it, for the kernel that runs this Python."""
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelspec import KERNEL_NAME
    from jupyter_client.kernelspec import KernelSpecManager

    kernel = KernelSpecManager().get_kernel_spec(KERNEL_NAME)
    document["metadata"] |= {
        "kernelspec": {
            "name": KERNEL_NAME, "display_name": kernel.display_name, "language": kernel.language,
        },
        "language_info": IPythonKernel.language_info,
    }  # fmt: skip
    return f"{json.dumps(document, indent=1, ensure_ascii=False)}\n".encode()


def write_notebook(game: Path, notebook: Path | None = None, *, map: str | None = None) -> Path:
    """Write a notebook that opens a file in the explorer; one that is there already is kept.

    Parameters
    ----------
    game
        A game (`.tsvg` or `.a4a`) or a study (`.a4s`).
    notebook
        The notebook to write; one beside the game and of its name if not given.
    map
        Which map its board is drawn by, as for `a4a.explore`.

    Returns
    -------
    Path
        The notebook.

    Raises
    ------
    A4AError
        The game or study cannot be read.
    LabError
        The notebook cannot be written.
    """
    from a4a.core.study import Study
    from a4a.importers.opening import open_game_or_study

    opened = open_game_or_study(game)  # what is wrong with it is said here, not in the browser
    called, opening = ("study", "study") if isinstance(opened, Study) else ("record", "open")
    target = notebook or game.with_suffix(".ipynb")
    if target.exists():
        return target
    named = game.name if target.parent == game.parent else str(game.resolve())
    drawn = "" if map is None else f", map={_placed(map)!r}"
    cells = (f"import a4a\n\n{called} = a4a.{opening}({named!r})", f"a4a.explore({called}{drawn})")
    document = {
        "cells": [
            {
                "cell_type": "code", "id": f"a4a-{i}", "metadata": {}, "execution_count": None,
                "outputs": [], "source": source,
            }
            for i, source in enumerate(cells)
        ],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    try:
        target.write_bytes(_written(document))
    except OSError as error:
        raise LabError(f"cannot write {target}: {error.strerror}") from error
    return target


def _placed(map_: str) -> str:
    """A map by its whole path, as the notebook runs elsewhere; a word stays one."""
    path = Path(map_).expanduser()
    return str(path.resolve()) if path.exists() else map_


def open_explorer(game: Path, *, map: str | None = None, options: Sequence[str] = ()) -> None:
    """Open the explorer of a file alone in a browser tab, with Voila; return when it is ended.

    Parameters
    ----------
    game
        A game (`.tsvg` or `.a4a`) or a study (`.a4s`).
    map
        Which map the board of a game is drawn by, as for `a4a.explore`.
    options
        More options of ``voila``, such as ``--no-browser``.

    Raises
    ------
    LabError
        Voila is not installed; the message says how to install it.
    A4AError
        The game or study cannot be read.
    """
    if find_spec("voila") is None:
        raise LabError(
            "the explorer alone needs Voila: pip install 'a4a-toolkit[voila]'; "
            f"in JupyterLab it opens with: a4a lab {quoted(str(game))}"
        )
    with TemporaryDirectory(prefix="a4a-") as folder:
        notebook = write_notebook(game, Path(folder) / f"{game.stem}.ipynb", map=map)
        from voila import app

        class Explorer(app.Voila):  # type: ignore[misc]
            """Voila that opens the browser with its token, which it leaves out by itself."""

            def launch_browser(self) -> None:
                app.webbrowser.open(self.display_url)

        Explorer.launch_instance(
            [str(notebook), "--Voila.ip=127.0.0.1", "--Voila.auto_token=True", *_TAB, *options]
        )


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
    from a4a.charts.quick import import_jsonschema_quickly

    import_jsonschema_quickly()
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


@dataclass(frozen=True, slots=True)
class NotebookRun:
    """How a notebook ran: how many of its code cells, and for how long."""

    cells: int
    seconds: float


def run_notebook(notebook: Path, *, patience: int = 600) -> NotebookRun:
    """Run every cell of a notebook once, without a browser, changing no file.

    Parameters
    ----------
    notebook
        Its path. It runs in its own folder.
    patience
        Seconds that one cell may take.

    Raises
    ------
    LabError
        There is no such notebook, a cell failed or took too long, or the kernel died; the message
        says which cell and, where one failed, what it raised.
    """
    from a4a.charts.quick import import_jsonschema_quickly

    import_jsonschema_quickly()
    from nbclient import NotebookClient
    from nbclient.exceptions import CellControlSignal
    from nbformat import ValidationError, read, validate
    from rich.text import Text

    try:
        document = read(notebook, as_version=4)  # type: ignore[no-untyped-call]
        validate(document)
    except OSError as error:
        raise LabError(f"cannot read {notebook}: {error.strerror}") from error
    except (ValueError, AttributeError, ValidationError) as error:
        raise LabError(f"{notebook} is not a notebook") from error

    class Client(NotebookClient):
        def set_widgets_metadata(self) -> None:
            """Leave out what a file would keep of the views: none is written."""

    client = Client(
        document,
        timeout=patience,
        kernel_name="python3",
        shutdown_kernel="immediate",  # asked to end, it may write to closed sockets
        extra_arguments=["--log-level=ERROR"],  # no warnings of the kernel's own on stderr
        resources={"metadata": {"path": str(notebook.parent)}},
    )
    began = time.monotonic()
    try:
        client.execute()
    except (CellControlSignal, RuntimeError) as error:  # RuntimeError: the kernel died
        reached = client.code_cells_executed
        where = f"code cell {reached}" if reached else "before its first cell"
        raise LabError(f"{notebook.name}, {where}: {Text.from_ansi(str(error))}") from error
    return NotebookRun(cells=client.code_cells_executed, seconds=time.monotonic() - began)
