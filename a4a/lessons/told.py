"""What is told of an attempt, as a record carries it: orders, answers, prose, hints used.

It is a student's file that says so, so nothing of it is trusted: orders are given again.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import WrittenOrder
from a4a.lessons.plan import Data, Few, Line
from a4a.lessons.questions import MOST_PROSE, Slug
from a4a.lessons.windowed import WindowedGame
from a4a.rules.order import written

ATTEMPT: Final = "attempt"
"""The name of the attachment."""
MOST_TRIES: Final = 200
"""Most tries that are kept; the oldest go first."""

Answer = (
    Annotated[str, msgspec.Meta(max_length=MOST_PROSE)]
    | float
    | Annotated[tuple[Line, ...], msgspec.Meta(max_length=100)]
)


class Played(Data, frozen=True):
    """How a window was played.

    Parameters
    ----------
    window
        Its number, from 0.
    orders
        The orders that were given, without the enemy's answers.
    closing
        The order that ended it; None if it has not ended.
    """

    window: Few
    orders: Annotated[tuple[WrittenOrder, ...], msgspec.Meta(max_length=2_000)] = ()
    closing: WrittenOrder | None = None


class Told(Data, frozen=True):
    """What is told of an attempt.

    Parameters
    ----------
    exercise, digest
        The exercise: its id, and the SHA-256 of the file it was read from.
    name
        Whose attempt it is.
    tries
        What was played, in order; what has not ended comes last.
    answers
        What was answered, by the ids of questions; prose among it.
    hints
        How many hints were asked for in each window, in order.
    """

    exercise: Slug
    digest: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    name: Line = ""
    tries: Annotated[tuple[Played, ...], msgspec.Meta(max_length=MOST_TRIES)] = ()
    answers: dict[Slug, Answer] = msgspec.field(default_factory=dict)
    hints: Annotated[tuple[Few, ...], msgspec.Meta(max_length=200)] = ()


def played(window: int, game: WindowedGame) -> Played:
    """Return how a window has been played so far."""
    closing = None if game.closing is None else written(game.closing)
    return Played(window=window, orders=tuple(map(written, game.orders)), closing=closing)


def attach(record: GameRecord, told: Told) -> None:
    """Let a record carry what is told of an attempt, instead of what it carried before."""
    record.attach(ATTEMPT, msgspec.json.encode(told, order="deterministic").decode())


def told_in(record: GameRecord) -> tuple[Told, ...]:
    """Return what a record tells of attempts: one, or several where records were merged.

    Raises
    ------
    A4AError
        If something that it carries is no attempt.
    """
    return tuple(_read(text) for text in record.attached(ATTEMPT))


def _read(text: str) -> Told:
    try:
        return msgspec.json.decode(text, type=Told)
    except (msgspec.MsgspecError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:300]
        raise A4AError(f"the attempt in the file is damaged: {said}") from None
