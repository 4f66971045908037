"""A game, or some turns of it, as text to post."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import MAIN, GameRecord
from a4a.texts.battle_post import Odds
from a4a.texts.blocks import Block, Heading
from a4a.texts.post import BATTLES, NOTES, Battles, Notes, opening, post, title_of
from a4a.texts.turns import Turns, chosen
from a4a.texts.writers import FORMS, WRITERS, Form

if TYPE_CHECKING:
    import polars as pl

_LUCK = ("battle", "p_attacker", "expected")


def text(
    record: GameRecord,
    *,
    turns: Turns = None,
    form: Form = "plain",
    line: str = MAIN,
    notes: Notes = "all",
    battles: Battles = "rolls",
    odds: pl.DataFrame | None = None,
) -> str:
    """Return turns of a game as players post them: orders, battles, money, the author's notes.

    Parameters
    ----------
    record
        The game.
    turns
        A round's number, as 3; a power's turn, as (3, "Germany"); a list of these; None for all.
    form
        "plain", "markdown", or "bbcode".
    line
        Which line: "main", or a variation's name.
    notes
        "all" for comments and glyphs at their places, "none" without them.
    battles
        "rolls" for each roll, "results" for what came of each battle.
    odds
        What `a4a.luck` says of the game: then battles are told with their odds.

    Raises
    ------
    A4AError
        If there are no such turns, or no such form, notes or battles; if `odds` is no such frame.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("global1940_strong_computer")
    >>> text(record, turns=(1, "China"), battles="results").splitlines()[3]
    'Round 1: China (computer (strong))'
    """
    _check_word("form", form, FORMS)
    blocks = told(record, turns=turns, line=line, notes=notes, battles=battles, odds=odds)
    return WRITERS[form].write(blocks)


def told(
    record: GameRecord,
    *,
    turns: Turns,
    line: str,
    notes: Notes,
    battles: Battles,
    odds: pl.DataFrame | None,
) -> Iterator[Block]:
    """Return what is told of a game, for any writer; see `text`.

    Raises
    ------
    A4AError
        If there are no such turns, notes or battles.
    """
    _check_word("notes", notes, NOTES)
    _check_word("battles", battles, BATTLES)
    if not isinstance(record, GameRecord):
        raise RecordError(f"what is told is a record, not a {type(record).__name__}")
    meant = chosen(record, turns, line=line)
    first = opening(record, notes=notes) if turns is None else [Heading(title_of(record))]
    known = _odds(odds)
    posts = (post(record, turn, notes=notes, battles=battles, odds=known) for turn in meant)
    return chain(first, *posts)


def _odds(frame: pl.DataFrame | None) -> dict[str, Odds]:
    """The odds that a frame of luck has, by battle."""
    if frame is None:
        return {}
    if not set(_LUCK) <= set(getattr(frame, "columns", ())):
        raise A4AError(f"odds are the frame that a4a.luck returns, not a {type(frame).__name__}")
    rows = frame.select(_LUCK).drop_nulls().iter_rows()
    return {battle: Odds(wins, swing) for battle, wins, swing in rows}


def _check_word(name: str, word: object, there: tuple[str, ...]) -> None:
    if word not in there:
        known = ", ".join(f'"{each}"' for each in there)
        raise A4AError(f"{name} is one of {known}, not {str(word)[:80]!r}")
