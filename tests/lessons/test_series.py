"""The daily series of lesson three: whole, in order, and what its source says it is."""

from __future__ import annotations

import polars as pl
import pytest

from a4a import lab

FILE = lab.notebooks() / "lessons" / "ardennes_1944.csv"


@pytest.mark.parametrize("side", ["allied", "german"])
def test_a_days_men_are_those_of_the_day_before_less_its_losses(side: str) -> None:
    """The source rounds, by fewer men than a digit that was copied wrong would be worth."""
    days = pl.read_csv(FILE)
    assert days["day"].to_list() == list(range(2, 34))
    left = (days[side] - days[f"{side}_lost"]).head(-1)
    assert (left - days[side].slice(1)).abs().max() < 100
    assert days[f"{side}_lost"].is_between(1_000, 7_000).all()


def test_both_sides_dwindle_alike_so_that_no_fit_can_tell_the_laws_apart() -> None:
    logs = pl.read_csv(FILE).select(pl.col("allied", "german").log())
    assert logs.select(pl.corr("allied", "german")).item() > 0.99
