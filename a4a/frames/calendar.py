"""The calendar: every node of every line of some records in one list, and samples of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from a4a.core.errors import A4AError
from a4a.core.events import RoundBegan
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId, Time

At = Literal["round", "turn", "phase", "node"]
Ints: TypeAlias = npt.NDArray[np.int64]


def as_at(text: str) -> At:
    """Return how finely to sample; A4AError if there is no such way."""
    if text not in get_args(At):
        raise A4AError(f"at={text!r}: a game is sampled at each of {', '.join(get_args(At))}")
    return text  # type: ignore[return-value]


@dataclass(frozen=True)
class Stretch:
    """The nodes of one line of one game, which stand together in the calendar.

    Parameters
    ----------
    game, record
        Which game.
    line
        The line: "main", or the name of a variation.
    nodes
        Its nodes in order.
    first
        The calendar's row of the first of them.
    """

    game: str
    record: GameRecord
    line: str
    nodes: tuple[NodeId, ...]
    first: int

    @property
    def last(self) -> int:
        """The calendar's row of the last node."""
        return self.first + len(self.nodes) - 1


class Calendar:
    """All nodes of all lines of some games, in order; frames refer to nodes by its rows.

    Parameters
    ----------
    records
        The games by name.
    """

    def __init__(self, records: Mapping[str, GameRecord]) -> None:
        self.records = dict(records)
        self.stretches: list[Stretch] = []
        self.times: list[Time] = []
        for game, record in self.records.items():
            for line in record.lines:
                nodes = record.line(line)
                self.stretches.append(Stretch(game, record, line, nodes, len(self.times)))
                self.times += [record.time(node) for node in nodes]

    def __len__(self) -> int:
        return len(self.times)

    @cached_property
    def stretch_of(self) -> Ints:
        """The stretch of each row, by number."""
        return np.repeat(np.arange(len(self.stretches)), [len(s.nodes) for s in self.stretches])

    @cached_property
    def game_of(self) -> Ints:
        """The game of each row, by number."""
        number = {game: i for i, game in enumerate(self.records)}
        games = np.array([number[s.game] for s in self.stretches], dtype=np.int64)
        return games[self.stretch_of]

    @cached_property
    def row_of(self) -> dict[tuple[str, NodeId], int]:
        """The row of each node by its game and id."""
        return {
            (stretch.game, node): row
            for stretch in self.stretches
            for row, node in enumerate(stretch.nodes, start=stretch.first)
        }

    @cached_property
    def last(self) -> Ints:
        """The last row of each stretch."""
        return np.array([s.last for s in self.stretches], dtype=np.int64)

    @cached_property
    def round(self) -> Ints:
        """The round of each row."""
        return np.array([t.round for t in self.times], dtype=np.int64)

    @cached_property
    def turn(self) -> Ints:
        """The turn of each row."""
        return np.array([t.turn for t in self.times], dtype=np.int64)

    @cached_property
    def between(self) -> npt.NDArray[np.bool_]:
        """Whether a row is between turns: a new round has begun, its first turn has not."""
        stretch, turn, round_ = self.stretch_of, self.turn, self.round
        starts = _starts(stretch, turn)
        first = np.flatnonzero(starts)[np.cumsum(starts) - 1]
        between: npt.NDArray[np.bool_] = (turn > 0) & (round_ != round_[first])
        return between

    def samples(self, at: At) -> Ints:
        """Rows that show the game as each of its rounds, turns or phases ended.

        The last node of each is taken, and the last node of each line. What is done between a
        round's beginning and its first turn counts for that turn; before the game's first turn lies
        turn 0, whose sample is the start position with what was changed there. A round that has
        only begun as a line ends is none that was played: it has no sample.
        """
        rows = np.arange(len(self))
        if at == "node" or not len(self):
            return rows
        rows = rows[~self._only_begun]
        if at == "round":
            ends = rows[_ends(self.stretch_of[rows], self.round[rows])]
        else:
            inside = rows[~self.between[rows]]
            s, t = self.stretch_of[inside], self.turn[inside]
            # Before turn 1 only rounds after the first are sampled separately (games without
            # turns).
            r = np.where(t == 0, self._round_from_one[inside], 0)
            keys = [s, t, r]
            if at == "phase":
                phases: dict[str, int] = {}
                codes = [phases.setdefault(x.phase, len(phases)) for x in self.times]
                keys.append(np.array(codes, dtype=np.int64)[inside])
            ends = inside[_ends(*keys)]
        return np.union1d(ends, rows[_ends(self.stretch_of[rows])])

    @cached_property
    def _only_begun(self) -> npt.NDArray[np.bool_]:
        """Whether a row ends a line with a round's beginning, after which nothing has happened."""
        found = np.zeros(len(self), dtype=np.bool_)
        for stretch in self.stretches:
            for row in range(stretch.last, stretch.first, -1):
                events = stretch.record.step(stretch.nodes[row - stretch.first]).events
                if not self.between[row] or any(not isinstance(e, RoundBegan) for e in events):
                    break
                found[row] = True
        return found

    @cached_property
    def _round_from_one(self) -> Ints:
        """The round of each row, where 0 counts as the first round of the line."""
        firsts = np.zeros(len(self.stretches), dtype=np.int64)
        begun = np.flatnonzero(self.round > 0)[::-1]
        firsts[self.stretch_of[begun]] = self.round[begun]
        return np.where(self.round == 0, firsts[self.stretch_of], self.round)


def _starts(*keys: Ints) -> npt.NDArray[np.bool_]:
    """Whether each row differs from the one before it in any key."""
    size = len(keys[0])
    starts = np.ones(size, dtype=np.bool_)
    if size > 1:
        starts[1:] = np.any([key[1:] != key[:-1] for key in keys], axis=0)
    return starts


def _ends(*keys: Ints) -> npt.NDArray[np.bool_]:
    """Whether each row differs from the one after it in any key."""
    return np.roll(_starts(*keys), -1)
