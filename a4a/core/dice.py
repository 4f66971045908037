"""Dice are passed in, never global: seeded for play, scripted for examples and replays."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Protocol

from a4a.core.errors import A4AError


class Dice(Protocol):
    """Anything that can roll dice."""

    def roll(self, count: int, *, sides: int) -> tuple[int, ...]:
        """Roll so many dice of so many faces; each face is 1 to sides."""


class SeededDice:
    """Dice from a seed: the same seed gives the same rolls, on every machine.

    Examples
    --------
    >>> SeededDice(1940).roll(3, sides=6) == SeededDice(1940).roll(3, sides=6)
    True
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, count: int, *, sides: int) -> tuple[int, ...]:
        """Roll so many dice of so many faces."""
        return tuple(int(self._random.random() * sides) + 1 for _ in range(count))


class ScriptedDice:
    """Dice that fall as written: worked examples of a rulebook, replays of a record.

    Examples
    --------
    >>> dice = ScriptedDice([6, 1, 3])
    >>> dice.roll(2, sides=6)
    (6, 1)
    >>> dice.left
    1
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self._next = 0

    @property
    def left(self) -> int:
        """How many faces have not been rolled yet."""
        return len(self._faces) - self._next

    def roll(self, count: int, *, sides: int) -> tuple[int, ...]:
        """Take the next faces of the script.

        Raises
        ------
        A4AError
            If the script is too short or the next face is not on such a die.
        """
        taken = self._faces[self._next : self._next + count]
        if len(taken) < count:
            raise A4AError(f"the script of dice ends: {count} wanted, {len(taken)} left")
        for face in taken:
            if not 1 <= face <= sides:
                raise A4AError(f"the script of dice has a {face}, not on a die of {sides} faces")
        self._next += count
        return taken
