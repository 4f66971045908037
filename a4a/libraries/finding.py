"""Which game of a library is meant: by its id, or by the file it was read from."""

from __future__ import annotations

from typing import Final

import polars as pl

from a4a.core.errors import A4AError
from a4a.libraries.shelf import Shelf

_SHORT: Final = 6  # characters of an id that may be given for the whole
_NAMED: Final = 5  # games that a refusal names


def find(shelf: Shelf, game: str) -> str:
    """Return the whole id of a game.

    Parameters
    ----------
    shelf
        The files of the library.
    game
        What is said of it, as for `Library.open`.

    Raises
    ------
    A4AError
        If no game is meant, or several are.
    """
    games = shelf.scan("games")
    found = games.filter(pl.col("file") == game).select("game").collect()["game"]
    if not len(found) and len(game) < _SHORT:
        raise A4AError(f"a game is named by its id, of which {game!r} is too little, or its file")
    if not len(found):
        ids = [games.select("game", pl.col("game").alias("was")), shelf.scan("former")]
        begin = pl.concat(ids).filter(pl.col("was").str.starts_with(game))
        found = begin.select("game").unique().sort("game").collect()["game"]
    if not len(found):
        raise A4AError(
            f"{shelf.folder}: the id of no game of this library begins with {game!r}, nor was one "
            "read from a file of that name"
        )
    if len(found) > 1:
        some = ", ".join(found.head(_NAMED))
        raise A4AError(f"{shelf.folder}: {game!r} means {len(found)} games of this library: {some}")
    return str(found[0])
