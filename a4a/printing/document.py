"""A game as a PDF, set by Typst."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from a4a.core.annotations import Comment
from a4a.core.errors import A4AError
from a4a.core.phrases import force
from a4a.core.record import MAIN, GameRecord
from a4a.map.layers import BY_ID
from a4a.map.pictures import Picture, picture
from a4a.printing.typesetting import Drawn, Typesetter, preamble
from a4a.store.writing import writing
from a4a.texts.blocks import Block, Diagram
from a4a.texts.post import Battles, Notes, title_of
from a4a.texts.posting import told
from a4a.texts.turns import Turns

if TYPE_CHECKING:
    import polars as pl

Paper = Literal["a4", "us-letter"]
PAPERS: Final[tuple[str, ...]] = get_args(Paper)
_WIDTH, _SCALE = 1100, 1.8  # pixels of a diagram, and how many stand for one
_TALLEST = 64.0  # per cent of the lines' width that a diagram is high: two are on a page


def export_pdf(
    record: GameRecord,
    path: str | PathLike[str],
    *,
    turns: Turns = None,
    line: str = MAIN,
    notes: Notes = "all",
    battles: Battles = "rolls",
    odds: pl.DataFrame | None = None,
    paper: Paper = "a4",
) -> Path:
    """Write turns of a game as a document to print: orders, battles, tables, notes, diagrams.

    A diagram of the board stands where the author put one: at a note that remembers what was shown
    when it was written, and where a comment has ``[diagram]`` or ``[diagram: Eastern Front]`` on a
    line of its own.

    Parameters
    ----------
    record
        The game.
    path
        The file; its name ends in .pdf. The same game gives the same bytes.
    turns, line, notes, battles, odds
        As for `a4a.text`; without notes there are no diagrams.
    paper
        "a4" or "us-letter".

    Returns
    -------
    Path
        The file.

    Raises
    ------
    A4AError
        If there are no such turns, or a diagram's part of the board; if the file cannot be
        written, or the package typst is not installed.

    Examples
    --------
    >>> import a4a
    >>> export_pdf(a4a.start("europe1940"), "game.doc")
    Traceback (most recent call last):
    a4a.core.errors.A4AError: game.doc: a document is written as PDF; end its name in .pdf
    """
    file = Path(path)
    if file.suffix.lower() != ".pdf":
        raise A4AError(f"{file.name}: a document is written as PDF; end its name in .pdf")
    if paper not in PAPERS:
        raise A4AError(f"paper is one of {', '.join(PAPERS)}, not {str(paper)[:80]!r}")
    typst = _typst()
    blocks = list(told(record, turns=turns, line=line, notes=notes, battles=battles, odds=odds))
    with TemporaryDirectory(prefix="a4a-") as folder:
        drawn = dict(_drawn(record, blocks, Path(folder)))
        text = preamble(title_of(record), paper=paper) + Typesetter(drawn).write(blocks)
        source = Path(folder) / "game.typ"
        source.write_text(text, encoding="utf-8")
        data: bytes = typst.compile(str(source), root=folder, ignore_system_fonts=True)
    with writing(file) as written:
        written.write(data)
    return file


def _typst() -> Any:
    """The typesetter, which whoever never prints need not have."""
    try:
        return import_module("typst")
    except ModuleNotFoundError:
        raise A4AError(
            "documents are set by the package typst, which is not installed: "
            "pip install 'a4a-toolkit[print]'"
        ) from None


def _drawn(
    record: GameRecord, blocks: Iterable[Block], folder: Path
) -> Iterator[tuple[bytes, Drawn]]:
    """Draw the diagrams that blocks ask for; yield each with its key."""
    bare = _without_comments(record)
    diagrams = {block.key: block for block in blocks if isinstance(block, Diagram)}
    for number, (key, diagram) in enumerate(diagrams.items()):
        file, shown = folder / f"{number}.png", _picture(bare, diagram)
        file.write_bytes(shown.png(scale=_SCALE))
        width = min(100.0, _TALLEST * shown.width / shown.height)
        yield key, Drawn(file.name, _shown(record, diagram), width)


def _without_comments(record: GameRecord) -> GameRecord:
    """The record with arrows, highlights and glyphs alone: its comments stand in the text."""
    return GameRecord(
        record.header,
        record.board,
        record.catalog,
        record.start,
        steps=record.steps.values(),
        annotations=[note for note in record.annotations if not isinstance(note, Comment)],
        variations=record.told_variations,
    )


def _picture(record: GameRecord, diagram: Diagram) -> Picture:
    """The board as a diagram shows it."""
    view = diagram.view
    region: Any = diagram.region or None
    layers = None
    if view is not None and view.bounds is not None:
        south, west, north, east = view.bounds
        region = (south, west), (north, east)
    if view is not None and view.layers is not None:
        layers = {layer: how for layer, how in view.layers.items() if layer in BY_ID}
    title = diagram.region or "The board"
    return picture(record, diagram.node, region=region, layers=layers, title=title, width=_WIDTH)


def _shown(record: GameRecord, diagram: Diagram) -> str:
    """What a diagram shows, for who cannot see it: what part of the board, and when."""
    time = record.time(diagram.node)
    parts = [diagram.region] if diagram.region else []
    parts.append(f"round {time.round}" + (f" ({time.label})" if time.label else ""))
    parts += [force(time.powers, record.catalog)] if time.powers else []
    parts += [time.phase] if time.phase else []
    text = ", ".join(parts) if time.round else "The start"
    return text[:1].upper() + text[1:]
