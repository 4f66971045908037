"""Liberation in The War Game: to whom land returns that others take back."""

from __future__ import annotations

import pytest

from a4a.rules.systems.wargame1942.combat.conquest import liberated
from a4a.rules.systems.wargame1942.production.capacity import held_since_start
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.standing import BUILD, Board


def heir(space: str, holder: str, *takers: str) -> str:
    """Who gets land that an enemy holds, and some nations take."""
    state = Board(*takers, control={space: holder}).enter(BUILD).state
    return liberated(rules().game, state, space, takers) or takers[0]


@pytest.mark.parametrize("taker", ["U.S.A.", "U.K.", "France", "China"])
def test_WG_POL_001_what_one_of_the_four_frees_returns_to_its_original_nation(taker: str) -> None:
    assert heir("France", "Germany", taker) == "France"
    assert heir("Hawaii", "Japan", taker) == "U.S.A."


@pytest.mark.parametrize("taker", ["Germany", "Italy", "Japan"])
def test_WG_POL_002_original_axis_land_returns_to_its_nation(taker: str) -> None:
    assert heir("Austria", "U.K.", taker) == "Germany"
    assert heir("Sicily", "U.S.A.", taker) == "Italy"
    assert heir("Korea", "U.S.S.R.", taker) == "Japan"


def test_WG_POL_004_the_ussr_keeps_what_it_takes() -> None:
    assert heir("India", "Japan", "U.S.S.R.") == "U.S.S.R."
    assert heir("Leningrad", "Germany", "U.S.S.R.") == "U.S.S.R."


def test_WG_POL_005_china_keeps_soviet_land_and_WG_POL_008_others_return_it() -> None:
    assert heir("Leningrad", "Germany", "China") == "China"
    for taker in ("U.S.A.", "U.K.", "France"):
        assert heir("Leningrad", "Germany", taker) == "U.S.S.R."
    assert heir("Leningrad", "Germany", "U.S.A.", "China") == "U.S.S.R."


def test_WG_POL_003_006_india_retaken_by_america_is_british_from_the_british_turn_on() -> None:
    orders = Orders("U.S.A.", "China", control={"India": "Japan"})
    orders.send("U.S.A.", "infantry", "Burma", "India")
    orders.control["Burma"] = "U.S.A."
    state = orders.begin().stay().game.state
    assert state.control["India"] == "U.K."
    assert not held_since_start(state, "U.K.", "India")
