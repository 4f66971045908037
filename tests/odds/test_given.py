"""Numbers are read strictly, and what is none is told in one short sentence."""

from __future__ import annotations

import numpy as np
import pytest

from a4a.core.errors import BattleError
from a4a.odds.given import probability, real, shown, whole


class Odd:
    def __repr__(self):
        raise RuntimeError("not to be shown")


@pytest.mark.parametrize("given", [3, np.int64(3), np.int8(3)])
def test_whole_numbers_of_numpy_are_whole_numbers(given):
    assert whole(given, "n") == 3
    assert type(whole(given, "n")) is int


@pytest.mark.parametrize(
    "given", [True, 1.0, float("nan"), "1", None, [1], np.float64(1), np.array([1]), Odd()]
)
def test_what_is_no_whole_number_is_refused(given):
    with pytest.raises(BattleError, match=r"^n is a whole number, not ") as caught:
        whole(given, "n")
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("given", [0, 10, -(10**30), pytest.param(10**9999, id="a long one")])
def test_whole_numbers_have_bounds(given):
    with pytest.raises(BattleError, match=r"give 1 to 9$"):
        whole(given, "n", least=1, most=9)


@pytest.mark.parametrize("given", [float("nan"), float("inf"), 10**999, "1", None, True])
def test_numbers_are_finite(given):
    with pytest.raises(BattleError, match="number"):
        real(given, "n")


@pytest.mark.parametrize("given", [-0.1, 1.1, float("nan"), "half"])
def test_probabilities_are_0_to_1(given):
    assert probability(1) == 1.0
    with pytest.raises(BattleError):
        probability(given)


def test_what_cannot_be_shown_is_named():
    assert shown(Odd()) == "an Odd"
    assert len(shown("x" * 10**6)) < 70
