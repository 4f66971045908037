"""The edit mode of the board: a palette of units, and what a click on the board does with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ipywidgets
import traitlets

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.editing.position import PositionEditor
from a4a.map.assets import script, styles
from a4a.map.board_map import Painter
from a4a.map.cursor import Cursor
from a4a.store import free_name
from a4a.widgets.asked import Doing, fault_of
from a4a.widgets.keeping import keep, path_beside
from a4a.widgets.position_rows import setting_rows, standing_rows
from a4a.widgets.view import View


class PositionView(View):
    """A palette of powers and units, fields for what else there is, and what the rules say of it.

    All it does is done by the editor; what is changed in Python shows here too.

    Parameters
    ----------
    editor
        The position.
    cursor
        The cursor of the board, on the editor's journal.
    painter
        The painter of the board.

    Examples
    --------
    >>> import a4a
    >>> panel = a4a.edit("global1940")
    >>> panel.editor.clear("Poland").changes[0][:14]
    '3 German infan'
    >>> panel.position_view.standing["changes"]
    1
    """

    _esm = script("widgets/position.js")
    _css = styles("widgets/views.css", "widgets/position.css")
    setting: traitlets.Dict[str, object] = traitlets.Dict(
        help="What does not change: powers, unit types and their keys, turns."
    ).tag(sync=True)
    standing: traitlets.Dict[str, object] = traitlets.Dict(
        help="How things stand: the last change, money, relations, what the rules say."
    ).tag(sync=True)
    file: traitlets.Dict[str, object] = traitlets.Dict(
        help="The file it is saved in, or a name that is offered for one."
    ).tag(sync=True)
    painter = traitlets.Instance(Painter, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(
        self, editor: PositionEditor, *, cursor: Cursor, painter: Painter | None = None
    ) -> None:
        self.editor = editor
        self._kept: GameRecord | None = None
        super().__init__(cursor)
        self.painter = painter
        self.setting = setting_rows(editor)
        self.standing = standing_rows(editor)
        self._offer(saved=False)
        self.on_msg(self._on_message)
        self._end_listening = editor.listen(self._show)

    def close(self) -> None:
        """End it; the position can be edited without it."""
        self._end_listening()
        super().close()

    def save(self, path: str | Path) -> Path:
        """Save the position as a record, which can be explored, shared and played on.

        Returns
        -------
        pathlib.Path
            The file; it is written again under the same name.

        Raises
        ------
        A4AError
            If it cannot be saved, or another file has the name already.
        """
        record = self.editor.record()
        if self._kept is not None and self._kept.file == Path(path).resolve():
            record.kept_in(self._kept.file, self._kept.file_digest)
        file = keep(record, path)
        self._kept = record
        self._offer(saved=True)
        return file

    def _show(self) -> None:
        """Show the board as it is now."""
        self.cursor.refresh(self.editor.journal.last)
        self.standing = standing_rows(self.editor)
        self._offer(saved=False)

    def _offer(self, *, saved: bool) -> None:
        try:
            file = self._kept.file if self._kept is not None else None
            name = file.name if file else free_name(self.editor.journal, Path())
        except OSError:
            name = "position.a4a"  # the folder is gone: saving says so
        self.file = {"name": name, "saved": saved}

    # --- the page -------------------------------------------------------------------------------

    def _load(self, told: Mapping[str, Any]) -> None:
        """Put aboard a ship the units that stand beside it, or new ones."""
        power, unit, count, at = told["power"], told["unit"], told["count"], self._space(told)
        state = self.editor.state
        there = [u for u in state.at(at) if u.owner == power and unit in (u.type, u.name)]
        if len(there) >= count:
            self.editor.load(power, unit, count, at=at)
        else:
            self.editor.put(power, unit, count, at=at, aboard="")

    def _own(self, told: Mapping[str, Any]) -> None:
        """Give a space to a power; to nobody if it has it."""
        space, power = self._space(told), told["power"]
        has = self.editor.state.control.get(space) == power
        self.editor.own(space, None if has else power)

    def _space(self, told: Mapping[str, Any], key: str = "space") -> str:
        """The name of a space that was clicked."""
        spaces = self.editor.state.board.spaces
        index = told[key]
        if not isinstance(index, int) or not 0 <= index < len(spaces):
            raise A4AError("a space was clicked that is not on the board")
        return spaces[index].name

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer whether it could be done."""
        p = self.editor
        doing: Doing = {
            "put": lambda t: p.put(t["power"], t["unit"], t["count"], at=self._space(t)),
            "take": lambda t: p.take(t["power"], t["unit"], t["count"], at=self._space(t)),
            "move": lambda t: p.move(
                t["power"], t["unit"], t["count"], start=self._space(t, "start"), end=self._space(t)
            ),
            "load": self._load,
            "own": self._own,
            "damage": lambda t: p.damage(t["power"], t["unit"], t["count"], at=self._space(t)),
            "money": lambda t: p.money(t["treasury"], t["amount"], resource=t["resource"]),
            "relation": lambda t: p.relation(t["power"], t["other"], t["word"]),
            "status": lambda t: p.status(t["power"], t["word"], has=t["has"] is True),
            "technology": lambda t: p.technology(t["power"], t["word"], has=t["has"] is True),
            "turn": lambda t: p.turn(t["power"], t["phase"], round=t["round"]),
            "undo": lambda _: p.undo(),
            "redo": lambda _: p.redo(),
            "save": lambda t: self.save(path_beside(p.journal, t["name"])),
        }
        self.send({"ticket": content.get("ticket"), "fault": fault_of(doing, content)})
