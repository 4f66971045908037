"""What a board says of fronts, as arrays: borders, shores, lengths, theatres."""

from __future__ import annotations

import numpy as np

from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.frames.calendar import Ints
from a4a.frames.names import NOBODY, Coder, Names


class GroundArrays:
    """What a board says of fronts, as arrays; a space is a column: its place among the codes.

    Parameters
    ----------
    board, catalog
        Of a game.
    names
        The codes of spaces, powers and sides.
    theatres
        The codes of theatres; new ones are added.
    """

    def __init__(self, board: Board, catalog: Catalog, names: Names, theatres: Coder) -> None:
        codes = np.sort(np.array([names.space(s.name) for s in board.spaces], dtype=np.int64))
        self.codes = codes
        self.column = np.full(len(names.space) + 1, NOBODY)
        self.column[codes] = np.arange(len(codes))
        self.sea = np.zeros(len(codes), dtype=np.bool_)
        self.sea[[self._of(name, names) for name in board.seas]] = True
        # The ends of every border; of a coast the land comes first.
        ends = [
            (b.b, b.a) if b.a in board.seas and b.b not in board.seas else (b.a, b.b)
            for b in board.borders
        ]
        places = [(self._of(a, names), self._of(b, names)) for a, b in ends]
        self.left, self.right = np.array(places, dtype=np.int64).reshape(-1, 2).T
        foot = np.array([board.on_foot(b) for b in board.borders], dtype=np.bool_)
        self.foot = np.flatnonzero(foot)
        self.length = np.array([b.length_km for b in board.borders], dtype=np.float64)
        known = self.length > 0
        usual = float(self.length[known].mean()) if known.any() else 1.0
        # Forces are divided over fronts by their lengths; an unknown one counts as the mean.
        self.weight = np.where(known, self.length, usual)
        self.theatre = np.array(
            [theatres(board.theatre_between(b.a, b.b)) for b in board.borders], dtype=np.int64
        )
        self.side_rank = _ranks([names.side(s) for s in catalog.sides], len(names.side))
        self.power_rank = _ranks([names.power(p.name) for p in catalog.powers], len(names.power))
        # The shores of every space, one after the other.
        shores = np.flatnonzero(~self.sea[self.left] & self.sea[self.right])
        self.shores = shores[np.argsort(self.right[shores], kind="stable")]
        self.shore_count = np.bincount(self.right[shores], minlength=len(codes))
        self.shore_start = np.cumsum(self.shore_count) - self.shore_count

    def _of(self, name: str, names: Names) -> int:
        return int(self.column[names.space(name)])


def _ranks(codes: list[int], size: int) -> Ints:
    """The place of each code in a list; codes that are not in it come last."""
    ranks = np.full(size + 1, size)
    ranks[codes] = np.arange(len(codes))
    return ranks
