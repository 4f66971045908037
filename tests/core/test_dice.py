"""Dice: seeded ones repeat, scripted ones fall as written."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core.dice import ScriptedDice, SeededDice
from a4a.core.errors import A4AError


def test_a_seed_gives_these_rolls_on_every_machine() -> None:
    assert SeededDice(1940).roll(10, sides=6) == (5, 2, 1, 3, 1, 4, 1, 6, 4, 2)


@given(st.integers(), st.integers(0, 50), st.sampled_from((6, 8, 12)))
def test_faces_are_on_the_die_and_repeat_with_the_seed(seed: int, count: int, sides: int) -> None:
    faces = SeededDice(seed).roll(count, sides=sides)
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)
    assert faces == SeededDice(seed).roll(count, sides=sides)


def test_a_roll_goes_on_where_the_last_one_ended() -> None:
    dice = SeededDice(7)
    assert dice.roll(3, sides=8) + dice.roll(4, sides=8) == SeededDice(7).roll(7, sides=8)


def test_every_face_of_seeded_dice_is_about_as_likely() -> None:
    counts = Counter(SeededDice(3).roll(60_000, sides=6))
    assert set(counts) == set(range(1, 7))
    assert all(abs(count - 10_000) < 500 for count in counts.values())


def test_scripted_dice_fall_as_written() -> None:
    dice = ScriptedDice(iter((6, 1, 3)))
    assert (dice.roll(2, sides=6), dice.left, dice.roll(1, sides=6), dice.left) == (
        (6, 1), 1, (3,), 0,
    )  # fmt: skip


def test_a_script_that_ends_is_an_error_and_rolls_nothing() -> None:
    dice = ScriptedDice([6])
    with pytest.raises(A4AError, match="the script of dice ends: 2 wanted, 1 left"):
        dice.roll(2, sides=6)
    assert dice.left == 1


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_is_not_on_the_die_is_an_error(face: int) -> None:
    with pytest.raises(A4AError, match=f"has a {face}, not on a die of 6 faces"):
        ScriptedDice([face]).roll(1, sides=6)
