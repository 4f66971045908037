"""Which tests are one unit of work, that a worker takes as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import scheduling
from tests.scheduling import unit_of

GAMES = "tests/players/test_random_games_war_in_europe.py"


def test_random_games_are_shared_out_one_by_one_where_tests_go_deep() -> None:
    games = [f"{GAMES}::test_a_random_game_runs_to_spring_1945[{seed}]" for seed in range(3)]
    assert [unit_of(game, deep=True) for game in games] == games
    assert {unit_of(game, deep=False) for game in games} == {GAMES}


@pytest.mark.parametrize("deep", [False, True])
def test_other_tests_are_taken_by_files_and_files_that_share_something_together(
    deep: bool,
) -> None:
    def units(*tests: str) -> set[str]:
        return {unit_of(test, deep=deep) for test in tests}

    assert units("tests/odds/test_exact.py::test_a", "tests/odds/test_exact.py::test_b[1::2]") == {
        "tests/odds/test_exact.py"
    }
    for first in set(scheduling.SHARING.values()):
        together = [file for file, other in scheduling.SHARING.items() if other == first]
        assert units(*(f"{file}::test" for file in (first, *together))) == {first}
    assert units("tests/browser/test_hex_play.py::test") == {scheduling.BROWSER}
    assert units("a4a/core/state.py::a4a.core.state.State") == {"a4a/core/state.py"}


def test_files_that_the_schedule_names_are_there() -> None:
    root = Path(__file__).parents[1]
    named = {*scheduling.RANDOM_GAMES, *scheduling.SECONDS, *scheduling.SHARING}
    assert [name for name in named if not (root / name).exists()] == []
