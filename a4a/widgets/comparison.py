"""Two positions compared: on the board, and in tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets
import traitlets

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.map.assets import script, styles
from a4a.map.board_map import BoardMap, Painter
from a4a.map.changes import changes_payload
from a4a.map.cursor import Cursor
from a4a.map.own_maps import MapChoice
from a4a.map.still import WIDTH, Still

if TYPE_CHECKING:
    import polars as pl

    from a4a.analysis.changes import Changes
    from a4a.map.pictures import Picture
    from a4a.map.pictures.region import Region

_TABLES = (
    ("powers", "Balance"),
    ("hands", "Changed hands"),
    ("built", "Built"),
    ("lost", "Lost"),
    ("moved", "Moved"),
    ("money", "Money"),
    ("units", "Units by space"),
)
_HEADINGS = {
    "was_side": "side then", "now_side": "side now", "tuv": "TUV", "origin": "from",
    "destination": "to",
}  # fmt: skip
_SIGNED = {
    "powers": ("spaces", "production", "tuv"), "units": ("change", "tuv"), "money": ("change",),
}  # fmt: skip
_PLACES = ("space", "destination", "origin")  # columns whose space a click on the row picks


class ChangesTable(Still, anywidget.AnyWidget):
    """The frames of `Changes` as tables, one shown at a time.

    Parameters
    ----------
    changes
        The changes to show.
    painter
        The board on which a click on a row picks the row's space, if there is one.
    map
        Which map the picture that a notebook keeps is drawn by.
    """

    _esm = script("widgets/comparison.js")
    _css = styles("widgets/comparison.css")
    tables: traitlets.List[dict[str, Any]] = traitlets.List().tag(sync=True)
    painter = traitlets.Instance(Painter, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(
        self, changes: Changes, *, painter: Painter | None = None, map: MapChoice = None
    ) -> None:
        spaces = changes.second.record.board.index
        tables = [
            _table(title, getattr(changes, name), spaces, signed=_SIGNED.get(name, ()))
            for name, title in _TABLES
            if not (name == "moved" and not changes.follows)
        ]
        super().__init__(tables=tables, painter=painter)
        self._changes = changes
        self._map = map

    def still(self) -> tuple[Picture]:
        """Return the picture that a saved notebook keeps: the board with what changed."""
        from a4a.map.pictures import changes_picture

        return (changes_picture(self._changes, width=WIDTH, map=self._map),)


def _table(
    title: str, frame: pl.DataFrame, spaces: Mapping[str, int], *, signed: Collection[str]
) -> dict[str, Any]:
    """A frame as the browser shows it; `place` is the column that names the space of a row."""
    place = next((name for name in _PLACES if name in frame.columns), None)
    return {
        "title": title,
        "headings": [_HEADINGS.get(name, name.replace("_", " ")) for name in frame.columns],
        "numbers": [dtype.is_numeric() for dtype in frame.dtypes],
        "signed": [name in signed for name in frame.columns],
        "rows": [list(row) for row in frame.iter_rows()],
        "place": -1 if place is None else frame.columns.index(place),
        "spaces": [] if place is None else [spaces[name] for name in frame[place]],
    }


class Comparison(Still, ipywidgets.VBox):  # type: ignore[misc]
    """Two positions compared: a board that shows what changed, and tables that tell it.

    On the board, spaces that changed hands are hatched in the colours of both holders, and stacks
    show by how many units they grew or shrank. A click on a row of a table picks its space.

    Parameters
    ----------
    changes
        The changes to show.
    height
        CSS height of the map.
    map
        Which map the board is drawn by, as for `a4a.explore`.

    Attributes
    ----------
    changes : Changes
        The frames: `hands`, `units`, `built`, `lost`, `moved`, `money`, `powers`.
    board : BoardMap
        The second position, with the changes on it.
    table : ChangesTable
    """

    def __init__(self, changes: Changes, *, height: str = "460px", map: MapChoice = None) -> None:
        self.changes = changes
        self._map = map
        second = changes.second
        self.board = BoardMap(Cursor(second.record, node=second.node, map=map), height=height)
        self.board.painter.changes = changes_payload(changes)
        self.table = ChangesTable(changes, painter=self.board.painter, map=map)
        super().__init__([self.board, self.table])
        self.add_class("a4a-comparison")

    def picture(self, *, region: Region = None, width: int = 1600) -> Picture:
        """Draw the board with what changed as SVG or PNG (see `a4a.changes_picture`)."""
        from a4a.map.pictures import changes_picture

        return changes_picture(self.changes, region=region, width=width, map=self._map)

    def still(self) -> tuple[Picture]:
        """Return the picture that a saved notebook keeps: the board."""
        return (self.picture(width=WIDTH),)

    def __repr__(self) -> str:
        return f"<Comparison of {' with '.join(self.changes.ends)}>"


def compare(
    record: GameRecord,
    other: GameRecord | None = None,
    *,
    at: tuple[NodeId, NodeId] | None = None,
    lines: tuple[str, str] | None = None,
    round: int | None = None,
    height: str = "460px",
    map: MapChoice = None,
) -> Comparison:
    """Show what is different between two positions of a game, or of two games.

    Parameters
    ----------
    record
        The game.
    other
        Another game on the same board; the same one if not given.
    at
        The two nodes, the earlier first. If not given: the start and the end of the game's main
        line, or the ends of both games.
    lines, round
        Two lines of the game, by name, in place of two nodes, and the round in which to compare
        them: at the last like moment, the end of a phase that both have.
    height
        CSS height of the map.
    map
        Which map the board is drawn by, as for `a4a.explore`.

    Raises
    ------
    RecordError
        If there is no such node, line or like moment, or the games are not on the same board.
    A4AError
        If there is no such map.

    See Also
    --------
    a4a.changes : the same as Polars frames, without a widget.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import ControlChanged
    >>> record = a4a.start("europe1940")
    >>> node = record.append([ControlChanged("France", "France", "Germany", "conquest")])
    >>> view = compare(record, at=(0, node))
    >>> view.changes.hands["space"].to_list()
    ['France']
    """
    from a4a.analysis.changes import changes  # the board's widgets do without Polars

    found = changes(record, other, at=at, lines=lines, round=round)
    return Comparison(found, height=height, map=map)
