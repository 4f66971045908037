"""What all games have that are played to be shipped: comments, arrows, a title, a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from a4a.core.annotations import AnyAnnotation, Arrow, Comment, Glyph, GlyphSign, Moment, NoteView
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.map.shapes import map_geometry
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.store import dumps

ROUND: Final = 8.0
"""Degrees of the map that are shown round what stands on it."""
AUTHOR: Final = "a4a"
AXIS_COLOUR, ALLIED_COLOUR = "#d55e00", "#0072b2"
"""The colours of arrows, told apart by colour-blind readers."""


class Annotated:
    """A game that is commented on as it is played.

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def asked(self) -> Decision:
        """What is asked."""
        asked = self.game.decision
        if asked is None:
            raise A4AError(self.game.ending)
        return asked

    def begin(self, phase: str) -> None:
        """Raise A4AError if it is not the time of a phase; orders of it follow."""
        if self.game.state.phase != phase:
            raise A4AError(f"it is {self.game.state.phase}, not {phase}")

    def say(self, text: str, *, when: Moment = "after") -> None:
        """Comment on the last step."""
        self._annotate(Comment(node=self.game.node, author=AUTHOR, text=text, when=when))

    def introduce(self, text: str) -> None:
        """Comment on the position, and show what of the board units stand on."""
        state = self.game.state
        anchors = map_geometry(state.board).anchors
        spaces = {state.space_of(unit) for unit in state.units}
        places = [anchors[state.board.index[space]][:2] for space in spaces if space]
        lats, lngs = ([place[i] for place in places] for i in (0, 1))
        bounds = min(lats) - ROUND, min(lngs) - ROUND, max(lats) + ROUND, max(lngs) + ROUND
        view = NoteView(bounds=bounds)
        self._annotate(
            Comment(node=self.game.node, author=AUTHOR, text=text, when="before", view=view)
        )

    def mark(self, sign: GlyphSign) -> None:
        """Judge the last step."""
        self._annotate(Glyph(node=self.game.node, author=AUTHOR, sign=sign))

    def arrow(self, *path: str, colour: str = AXIS_COLOUR) -> None:
        """Draw an arrow over the board at the last step."""
        spaces = tuple(self.game.record.board.space(name).name for name in path)
        self._annotate(Arrow(node=self.game.node, author=AUTHOR, path=spaces, colour=colour))

    def _annotate(self, annotation: AnyAnnotation) -> None:
        self.game.record.annotate(annotation)


def counted(units: str) -> list[tuple[int, str]]:
    """Read what units are told of.

    Examples
    --------
    >>> counted("4 regular infantry, 3 light tank")
    [(4, 'regular infantry'), (3, 'light tank')]
    """
    read = []
    for part in units.split(", "):
        number, _, kind = part.partition(" ")
        read.append((int(number), kind))
    return read


def titled(record: GameRecord, title: str) -> GameRecord:
    """Return a record under a title."""
    header = msgspec.structs.replace(record.header, title=title)
    return GameRecord(
        header,
        record.board,
        record.catalog,
        record.start,
        steps=record.steps.values(),
        annotations=record.annotations,
        variations=record.told_variations,
    )


def write(games: Mapping[str, Callable[[], GameRecord]], folder: Path) -> None:
    """Play games and write their records to a folder, each under its name."""
    for name, play in games.items():
        record = play()
        file = folder / f"{name}.a4a"
        file.write_bytes(dumps(record))
        print(f"{name}: {len(record)} steps, {file.stat().st_size / 1e3:.0f} kB")
