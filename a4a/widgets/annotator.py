"""The annotator: what has been written about the game, and a place to write more."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

import msgspec
import traitlets

from a4a.core.annotations import (
    MARKUPS,
    MOST_TEXT,
    AnyAnnotation,
    Arrow,
    Comment,
    Glyph,
    GlyphSign,
    Highlight,
    Markup,
    Moment,
    NoteView,
    new_key,
)
from a4a.core.errors import A4AError
from a4a.core.prose import prose
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.assets import script, styles
from a4a.map.cursor import Cursor
from a4a.store import free_name
from a4a.widgets.asked import Doing, fault_of
from a4a.widgets.keeping import keep, path_beside
from a4a.widgets.view import View

if TYPE_CHECKING:
    from a4a.map.board_map import BoardMap

Seen: TypeAlias = NoteView | Literal["here"] | None
"""What of the board a note shows: "here" is what is seen of it now; None leaves it as it is."""

COLOURS = {
    "orange": "#d55e00", "blue": "#0072b2", "green": "#009e73", "purple": "#cc79a7",
    "yellow": "#f0e442", "black": "#000000",
}  # fmt: skip
"""Colours for arrows and highlights (by Okabe and Ito: distinct with any colour vision)."""


class Annotator(View):
    """The annotations of a game in a list, the current node's first, and an editor for them.

    What is written belongs to the current node, and is saved in the record's `.a4a` file at once.
    A record that has no file yet keeps it, and the editor offers a name for one.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to follow.
    node
        Where to begin, if `game` is a record.

    Attributes
    ----------
    author : str
        The name that signs what is written from now on; "" for none.
    colour : str
        The colour of what is drawn from now on, ``#rrggbb``.
    markup : str
        How the text of comments is read from now on: "markdown" or "plain".
    reading : bool
        Whether there is room for what is written rather than for writing.
    editable : bool
        Whether the page offers the editor; it shows the list in any case.
    board : BoardMap or None
        The board beside it, if there is one.

    Examples
    --------
    >>> import a4a
    >>> notes = Annotator(a4a.start("europe1940"))
    >>> notes.comment("A quiet spring.").node
    0
    >>> notes.comment("**Not** so quiet, see [the end](#node=0).").markup
    'markdown'
    >>> notes.glyph("±", side="Axis").about
    'position'
    >>> notes.arrow("Germany", "Poland", colour="#d55e00").path
    ('Germany', 'Poland')
    >>> notes.edit(1, text="Too quiet.").text
    'Too quiet.'
    >>> notes.delete(1).kind, len(notes.cursor.record.annotations)
    ('comment', 3)
    >>> notes.undo().id
    1
    """

    _esm = script("widgets/annotator.js")
    _css = styles("widgets/views.css")
    author = traitlets.Unicode("", help="Who signs what is written.").tag(sync=True)
    colour = traitlets.Unicode(COLOURS["orange"], help="Colour of what is drawn.").tag(sync=True)
    colours = traitlets.Dict(COLOURS, help="Colours offered, by name.").tag(sync=True)
    markup = traitlets.Enum(MARKUPS, "markdown", help="How comments are read.").tag(sync=True)
    reading = traitlets.Bool(False, help="Whether it is laid out to be read.").tag(sync=True)
    editable = traitlets.Bool(True, help="Whether the editor is there.").tag(sync=True)
    drawable = traitlets.Bool(False, help="Whether there is a board to draw on.").tag(sync=True)
    drawing = traitlets.Unicode("", help='"arrow" or "highlight" while one is drawn.').tag(
        sync=True
    )
    undoable = traitlets.Unicode("", help="What was deleted and can be put back.").tag(sync=True)
    saving = traitlets.Dict(
        help='The name of the "file", whether it is "saved", the "fault" that kept it from that,'
        ' a name to "offer".'
    ).tag(sync=True)

    def __init__(self, game: GameRecord | Cursor, *, node: NodeId = ROOT) -> None:
        self._deleted: AnyAnnotation | None = None
        self.board: BoardMap | None = None
        super().__init__(game, node=node)
        self._tell()
        self.on_msg(self._on_message)
        self.cursor.observe(self._on_notes, ["notes", "saves"])

    # --- writing --------------------------------------------------------------------------------

    def comment(
        self,
        text: str,
        *,
        when: Moment = "after",
        markup: Markup | None = None,
        view: Seen = None,
    ) -> AnyAnnotation:
        """Comment the current node, before its step is seen or after it.

        Parameters
        ----------
        text
            The words.
        when
            "before" its step is seen, or "after".
        markup
            "markdown" or "plain"; as `markup` says if not given.
        view
            What of the board is shown with it: "here" is what is seen of it now.

        Returns
        -------
        Comment
            The comment as kept.

        Raises
        ------
        A4AError
            If it cannot be kept; or if it is kept in the record, but could not be saved.
        """
        read = cast("Markup", self.markup) if markup is None else markup
        return self._write(Comment(text=text, when=when, markup=read, **self._signed(view)))

    def glyph(self, sign: GlyphSign, *, side: str = "", view: Seen = None) -> AnyAnnotation:
        """Judge the step of the current node, or the position after it, by a sign.

        `a4a.Glyph` says what there are; those that say who is better say for which `side`. A
        judgement takes the place of an earlier one. Raises as `comment`.
        """
        return self._write(Glyph(sign=sign, side=side, **self._signed(view)))

    def arrow(self, *spaces: str, colour: str | None = None, view: Seen = None) -> AnyAnnotation:
        """Draw an arrow along spaces at the current node. Raises as `comment`."""
        drawn = self.colour if colour is None else colour
        return self._write(Arrow(path=spaces, colour=drawn, **self._signed(view)))

    def highlight(
        self, *spaces: str, colour: str | None = None, view: Seen = None
    ) -> AnyAnnotation:
        """Highlight spaces at the current node. Raises as `comment`."""
        drawn = self.colour if colour is None else colour
        return self._write(Highlight(spaces=spaces, colour=drawn, **self._signed(view)))

    def edit(self, annotation: int, **changes: Any) -> AnyAnnotation:
        """Change fields of the annotation with this id. Raises as `comment`."""
        if "view" in changes:
            changes["view"] = self._seen(changes["view"])
        changed = self.cursor.record.edit_annotation(annotation, **changes)
        self._keep()
        return changed

    def delete(self, annotation: int) -> AnyAnnotation:
        """Delete the annotation with this id and return it; `undo` puts the last one back."""
        self._deleted = self.cursor.record.remove_annotation(annotation)
        self._keep()
        return self._deleted

    def undo(self) -> AnyAnnotation:
        """Put back what was deleted last. Raises as `comment`."""
        if self._deleted is None:
            raise A4AError("nothing has been deleted that could be put back")
        return self._write(self._deleted)

    def save(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Save the record: to its file, or to a new one, which becomes its file.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        A4AError
            If it cannot be saved, or another file has the name already.
        """
        fault = ""
        try:
            return keep(self.cursor.record, path)
        except A4AError as error:
            fault = str(error)
            raise
        finally:
            self._tell(fault)

    def _signed(self, view: object = None, *, node: NodeId | None = None) -> dict[str, Any]:
        """What notes of every kind have; each has a key, by which copies of the game know it."""
        return {
            "node": self.cursor.node if node is None else node,
            "author": self.author,
            "key": new_key(),
            "view": self._seen(view),
        }

    def _seen(self, view: object) -> NoteView | None:
        """What is shown with a note: as given, as the page tells it, or what is seen now."""
        if view is None or isinstance(view, NoteView):
            return view
        if view == "here":
            if self.board is None:
                raise A4AError("there is no board beside these notes: give a NoteView, not 'here'")
            return self.board.seen
        try:
            return msgspec.convert(view, NoteView)
        except msgspec.ValidationError as error:
            raise A4AError(f"what a note shows is a NoteView or 'here': {error}") from None

    def _write(self, annotation: AnyAnnotation) -> AnyAnnotation:
        if isinstance(annotation, Glyph) and not annotation.id:
            annotation = self._in_place(annotation)
        kept = self.cursor.record.annotate(annotation)
        if self._deleted is not None and kept.id == self._deleted.id:
            self._deleted = None
        self._keep()
        return kept

    def _in_place(self, glyph: Glyph) -> Glyph:
        """A glyph as a change of the one whose place it takes, if there is one."""
        there = (
            self.cursor.record.annotations_at(glyph.node) if glyph.about != "observation" else ()
        )
        for other in there:
            if isinstance(other, Glyph) and other.about == glyph.about:
                return msgspec.structs.replace(glyph, id=other.id, key=other.key)
        return glyph

    def _keep(self) -> None:
        """Show what has changed, and save it if there is a file."""
        self.cursor.refresh_notes()
        if self.cursor.record.file is None:
            self._tell()
            return
        try:
            self.save()
        except A4AError as error:
            raise A4AError(f"it is in the record, but not saved: {error}") from error

    def _tell(self, fault: str = "") -> None:
        """Tell the page how things stand."""
        record = self.cursor.record
        file = record.file
        state = {
            "file": file.name if file else "",
            "saved": record.saved,
            "fault": fault,
            "offer": "",
        }
        if fault or file is None:
            try:
                state["offer"] = free_name(record, file.parent if file else Path())
            except OSError as error:  # the folder is gone
                state["fault"] = fault or str(error)
        self.saving = state
        self.undoable = self._deleted.kind if self._deleted is not None else ""

    def _on_notes(self, _: object) -> None:
        """The record was annotated, by us or from Python."""
        fault = self.saving.get("fault", "")
        self._tell("" if self.cursor.record.saved else fault)

    # --- the page -------------------------------------------------------------------------------

    def drawn(self, kind: str, spaces: list[int], *, node: NodeId | None = None) -> AnyAnnotation:
        """Keep what was drawn on the board: an "arrow" or "highlight" of spaces, by index.

        The page also shows what is wrong with it. Raises as `comment`.
        """
        board = self.cursor.record.board.spaces
        if not all(isinstance(i, int) and 0 <= i < len(board) for i in spaces):
            raise A4AError("spaces were drawn that are not on the board")
        names = tuple(board[i].name for i in spaces)
        signed = self._signed(node=node)
        try:
            if kind == "arrow":
                return self._write(Arrow(path=names, colour=self.colour, **signed))
            return self._write(Highlight(spaces=names, colour=self.colour, **signed))
        except A4AError as error:
            self.send({"fault": str(error)})
            raise

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer whether it could be done."""
        if content == {"do": "look"}:  # somebody may have written or saved without us
            self.cursor.refresh_notes()
            self._on_notes(None)
            return
        answer: dict[str, Any] = {"ticket": content.get("ticket")}
        doing: Doing = {
            "comment": lambda told: self._write(
                Comment(
                    text=told["text"],
                    when=told["when"],
                    markup=told.get("markup", "plain"),
                    **self._signed(told.get("view"), node=told["node"]),
                )
            ),
            "glyph": lambda told: self._write(
                Glyph(
                    sign=told["sign"],
                    side=told.get("side", ""),
                    **self._signed(node=told["node"]),
                )
            ),
            "preview": lambda told: answer.update(prose=prose(_text(told["text"]))),
            "edit": lambda told: self.edit(told["id"], **told["changes"]),
            "delete": lambda told: self.delete(told["id"]),
            "undo": lambda _: self.undo(),
            "save": lambda told: self.save(
                path_beside(self.cursor.record, told["name"]) if told["name"] else None
            ),
        }
        answer["fault"] = fault_of(doing, content)
        self.send(answer)


def _text(text: object) -> str:
    """A text that may be a comment, or an error that says why not."""
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise A4AError(f"a comment is text of {MOST_TEXT:,} characters at most")
    return text
