"""The parts of a board that one can ask for by name: its own, or those of ours with its names."""

from __future__ import annotations

from functools import lru_cache

from a4a import boards
from a4a.core.board import Board, Theatre

_LEAST = 3  # land spaces of a theatre of ours that a board must have
_SHARE = 0.3  # and which share of the theatre's land


def theatres_of(board: Board) -> tuple[Theatre, ...]:
    """Return the theatres of a board; of one without, those of ours of which it has enough land.

    A save has no theatres of its own. Its spaces are found by the names that they have on a board
    of ours; only these are in the parts, so they tell where to look, not what counts as a front.

    Examples
    --------
    >>> import msgspec
    >>> ours = boards.load("global1940").board
    >>> bare = msgspec.structs.replace(ours, name="triplea:a_mod", theatres=())
    >>> [one.name for one in theatres_of(bare)] == [one.name for one in ours.theatres]
    True
    """
    return board.theatres or _borrowed(board, tuple(map(boards.files_of, boards.available())))


@lru_cache(maxsize=8)
def _borrowed(board: Board, files: tuple[object, ...]) -> tuple[Theatre, ...]:
    del files  # A changed file makes another key.
    best: tuple[Theatre, ...] = ()
    for name in boards.available():
        ours = boards.load(name).board
        found = tuple(one for part in ours.theatres if (one := _found(part, ours, board)))
        if sum(len(one.spaces) for one in found) > sum(len(one.spaces) for one in best):
            best = found
    return best


def _found(part: Theatre, ours: Board, board: Board) -> Theatre | None:
    """A theatre of ours on another board; None if that has too little of it."""
    lands = [ours.space(name) for name in part.spaces if name not in ours.seas]
    there = dict.fromkeys(
        space.name
        for land in lands
        for name in (land.name, *land.aliases)
        if (space := board.find(name)) is not None and space.kind != "sea"
    )
    if len(there) < max(_LEAST, _SHARE * len(lands)):
        return None
    return Theatre(part.name, tuple(there))
