"""JupyterLab on the notebooks of a4a: opened for a person, or run once to see that it works.

Nothing here reaches beyond this machine: JupyterLab's own use of the network (news, updates, the
extension catalogue) is turned off.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
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
    """Copy the notebooks that come with a4a to `folder`; return those that were not there yet.

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
        for notebook in sorted(notebooks().glob("*.ipynb")):
            target = folder / notebook.name
            if not target.exists():
                target.write_bytes(_for_this_kernel(notebook))
                copied.append(target)
    except OSError as error:
        raise LabError(f"cannot put the notebooks in {folder}: {error.strerror}") from error
    return copied


def _for_this_kernel(notebook: Path) -> bytes:
    """A notebook, with the metadata of the kernel that JupyterLab will find for it."""
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelspec import KERNEL_NAME
    from jupyter_client.kernelspec import KernelSpecManager

    document = json.loads(notebook.read_text(encoding="utf-8"))
    kernel = KernelSpecManager().get_kernel_spec(KERNEL_NAME)
    document["metadata"] |= {
        "kernelspec": {
            "name": KERNEL_NAME, "display_name": kernel.display_name, "language": kernel.language,
        },
        "language_info": IPythonKernel.language_info,
    }  # fmt: skip
    return f"{json.dumps(document, indent=1, ensure_ascii=False)}\n".encode()


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
    client = NotebookClient(
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
