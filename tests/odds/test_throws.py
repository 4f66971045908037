"""Throws of dice: equal ones are found, however many there are of different chances."""

from __future__ import annotations

import numpy as np
import pytest

from a4a.odds.dice import BattleDice
from a4a.odds.throws import FEW, Shots, Throws


@pytest.mark.parametrize("kinds", [2, 20])
def test_equal_throws_are_told_once_and_states_find_theirs(kinds: int) -> None:
    """What twenty kinds throw is more than a number of 62 bits can tell apart."""
    size, most = 2 * FEW, 9
    counts = np.random.default_rng(1).integers(0, most + 1, (kinds, size // 2))
    counts[:, :2] = [[0, most]] * kinds
    number = np.hstack([counts, counts])
    throws = Throws(BattleDice(faces=100), size)
    throws.add([[[Shots((2 * i + 1, 1), number[i]) for i in range(kinds)]]], 1)
    rows, chances, lengths = throws.finish()
    assert len(chances) == len(np.unique(counts, axis=1).T)
    assert (rows[: size // 2] == rows[size // 2 :]).all()
    assert (lengths[rows] == number.sum(axis=0) + 1).all()
    means = (chances[rows] * np.arange(chances.shape[1])).sum(axis=1)
    assert means == pytest.approx(number.T @ np.arange(0.01, 0.02 * kinds, 0.02))
