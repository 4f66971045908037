"""A place in the notebook to drop a recorded game on: it opens below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import anywidget
import ipywidgets
import traitlets

from a4a.core.controls import visible
from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.importers.opening import read_record
from a4a.map.assets import script, styles
from a4a.map.still import Still
from a4a.widgets.explorer import Explorer

if TYPE_CHECKING:
    from a4a.map.pictures import Picture

MOST: Final = 8_000_000
"""Bytes of a file: what a page may send the kernel at once is little more."""


class _Target(anywidget.AnyWidget):
    """Where the file is dropped, or chosen with the keyboard."""

    _esm = script("widgets/drop_zone.js")
    _css = styles("widgets/views.css")
    most = traitlets.Int(MOST).tag(sync=True)
    said = traitlets.Tuple(
        traitlets.Unicode(), traitlets.Bool(), default_value=("", False),
        help="What became of the file, and whether it was refused.",
    ).tag(sync=True)  # fmt: skip


class DropZone(Still, ipywidgets.VBox):  # type: ignore[misc]
    """Drop a TripleA save or an `.a4a` file here; the explorer opens on it below.

    The game is in memory, not beside the notebook: `a4a.save` writes it, with your notes.

    Attributes
    ----------
    explorer : Explorer or None
        The explorer of the game dropped last.

    Examples
    --------
    >>> zone = DropZone()
    >>> zone.explorer is None
    True
    """

    def __init__(self) -> None:
        self.explorer: Explorer | None = None
        self._target = _Target()
        self._target.on_msg(self._on_message)
        super().__init__([self._target])

    @property
    def record(self) -> GameRecord:
        """The game dropped last.

        Raises
        ------
        RecordError
            If none has been dropped yet.
        """
        if self.explorer is None:
            raise RecordError("no game has been dropped here yet: drop a .tsvg or .a4a file first")
        return self.explorer.cursor.record

    def still(self) -> Sequence[Picture]:
        """Return the picture that a saved notebook keeps: the game's board, if there is a game."""
        return () if self.explorer is None else self.explorer.still()

    def mover(self) -> tuple[Any, str]:
        """Return what says that another game was dropped."""
        return self, "children"

    def _on_message(self, _: object, content: Mapping[str, Any], buffers: Sequence[Any]) -> None:
        try:
            self._open(content, buffers)
        except A4AError as error:
            self._target.said = (visible(str(error)), True)

    def _open(self, content: Mapping[str, Any], buffers: Sequence[Any]) -> None:
        name = content.get("name")
        if not isinstance(name, str) or len(buffers) != 1:
            raise RecordError("what is dropped here is one file")
        data = bytes(buffers[0])
        if len(data) > MOST:
            raise RecordError(f"{len(data):,} bytes are too many: at most {MOST:,} can be dropped")
        old, self.explorer = self.explorer, Explorer(read_record(data, name=name))
        self.children = (self._target, self.explorer)
        self._target.said = (visible(f"Open below: {name}"), False)
        if old is not None:
            old.close()


def drop() -> DropZone:
    """Return a place to drop a TripleA save or an `.a4a` file on, which opens below it.

    Returns
    -------
    DropZone
        It shows itself as the last value of a cell; `DropZone.record` is the game from then on.

    Examples
    --------
    >>> import a4a
    >>> mine = a4a.drop()
    >>> mine.record
    Traceback (most recent call last):
    a4a.core.errors.RecordError: no game has been dropped here yet: drop a .tsvg or .a4a file first
    """
    return DropZone()
