"""Lend/Lease of The War Game: who to whom, how much, when, and what it buys."""

from __future__ import annotations

import pytest

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.rules import money
from a4a.rules.areas.orders import EndPhase
from a4a.rules.game import Game
from a4a.rules.systems.wargame1942.orders import Build, Lend
from a4a.rules.systems.wargame1942.production import lending
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, rules
from tests.rules.wargame1942.standing import BUILD, PRODUCTION, Board, Turn

RICH = {"Germany": 100, "Japan": 100, "U.S.A.": 100, "U.K.": 100, "U.S.S.R.": 100}


def production(*force: str) -> Turn:
    """Phase I of a force with plenty of money."""
    return Board(*force, money=RICH).enter(PRODUCTION)


@pytest.mark.parametrize(
    ("power", "to"),
    [
        ("U.S.A.", {"U.K.", "U.S.S.R.", "France", "China"}),
        ("U.K.", {"U.S.A.", "U.S.S.R.", "France", "China"}),
        ("U.S.S.R.", {"U.S.A.", "U.K.", "France", "China"}),
        ("Germany", {"Japan", "Italy"}),
        ("Japan", {"Germany", "Italy"}),
        ("Italy", set()),
        ("France", set()),
        ("China", set()),
    ],
)
def test_WG_INC_009_010_011_012_who_lends_to_whom(power: str, to: set[str]) -> None:
    assert set(lending.borrowers(rules().game, power)) == to


def test_WG_INC_009_012_013_loans_across_sides_and_of_minor_nations_are_refused() -> None:
    board = Board(*GERMANS, money=RICH)
    board.put("Italy", "Italy", "major factory")
    board.put("Italy", "Italy", "infantry")
    turn = board.enter(PRODUCTION)
    assert turn.refused(Lend(power="Germany", to="U.K.", amount=1)) == "WG-INC-013"
    assert turn.refused(Lend(power="Italy", to="Germany", amount=1)) == "WG-INC-012"
    assert turn.refused(Lend(power="Germany", to="Germany", amount=1)) == "WG-INC-009"


def test_WG_INC_014_015_EXA_001_germany_lends_43_in_all_as_it_likes() -> None:
    turn = production(*GERMANS)
    assert turn.refused(Lend(power="Germany", to="Japan", amount=44)) == "WG-INC-014"
    turn.do(Lend(power="Germany", to="Japan", amount=40))
    assert turn.refused(Lend(power="Germany", to="Italy", amount=4)) == "WG-INC-014"
    turn.do(Lend(power="Germany", to="Italy", amount=3))
    assert turn.has("Germany") == 100 + 127 - 43
    assert turn.has("Japan") + turn.has("Japan", "hardware") == 140


def test_WG_INC_016_money_that_is_saved_raises_no_limit() -> None:
    game = rules().game
    assert lending.limit(game, production(*GERMANS).state, "Germany") == 43
    poor = Board("U.S.S.R.", money={}).enter(PRODUCTION)
    assert lending.limit(game, poor.state, "U.S.S.R.") == 23


def test_WG_INC_017_018_the_first_15_buy_anything_and_the_rest_no_infantry() -> None:
    turn = production(*AMERICANS)
    turn.do(Lend(power="U.S.A.", to="China", amount=20))
    assert (turn.has("China"), turn.has("China", "hardware")) == (31 + 15, 5)
    board = Board("China", money={"China": 2})
    board.then(ev.ResourceChanged("China", "dollars", 20, "test", "", "hardware"))
    there = board.put("Szechwan", "China", "major factory")
    build = board.enter(BUILD)
    assert there
    assert build.refused(Build({"infantry": 1}, "Szechwan")) == "WG-INC-018"
    build.do(Build({"artillery": 1}, "Szechwan"))
    assert (build.has("China"), build.has("China", "hardware")) == (2, 10)


def test_WG_INC_019_EXA_002_003_what_several_lend_counts_together() -> None:
    board = Board(*BRITISH, money=RICH)
    turn = board.enter(PRODUCTION).do(Lend(power="U.K.", to="U.S.S.R.", amount=23))
    assert (turn.has("U.S.S.R."), turn.has("U.S.S.R.", "hardware")) == (115, 8)
    later = Board(*AMERICANS, money=RICH)
    later.then(ev.MarkerChanged(ev.OnPower("U.S.S.R."), lending.RECEIVED, 23))
    turn = later.enter(PRODUCTION)
    turn.do(Lend(power="U.S.A.", to="U.S.S.R.", amount=17))
    turn.do(Lend(power="U.S.A.", to="China", amount=10))
    assert (turn.has("U.S.S.R."), turn.has("U.S.S.R.", "hardware")) == (100, 17)
    assert (turn.has("China"), turn.has("China", "hardware")) == (41, 0)


def test_WG_INC_020_money_is_lent_in_phase_1_alone() -> None:
    board = Board("U.S.S.R.", money=RICH)
    board.put("Leningrad", "U.S.S.R.", "major factory")
    turn = board.enter(BUILD)
    assert turn.refused(Lend(to="U.K.", amount=1)) == "WG-ORD-003"


def test_WG_INC_003_021_022_023_partners_spend_in_the_same_turn_and_others_in_their_own() -> None:
    game = Game(rules(), dice=ScriptedDice(()))
    game.do(Lend(power="Germany", to="Italy", amount=4))
    game.do(Lend(power="Germany", to="Japan", amount=16))
    while game.state.phase != BUILD:
        game.do(EndPhase())
    game.do(Build({"infantry": 7}, "Italy", power="Italy"))
    assert game.state.balances["Italy", "dollars", ""] == 26 + 4 - 28
    assert game.state.balances["Japan", "dollars", ""] == 15
    with pytest.raises(RuleViolation):
        game.do(Build({"infantry": 1}, "Japan", power="Japan"))


def test_WG_INC_024_025_028_pre_game_money_comes_with_the_first_income_only() -> None:
    given = {
        b.treasury: b.amount
        for b in load("wargame1942").position.balances
        if b.resource == "pre-game Lend/Lease"
    }
    assert given == {"U.S.S.R.": 15, "U.K.": 15, "France": 4}
    board = Board(*BRITISH)
    for name in BRITISH:
        board.then(ev.ResourceChanged(name, "pre-game Lend/Lease", given[name], "test"))
    turn = board.enter(PRODUCTION)
    assert (turn.has("U.K."), turn.has("France")) == (119 + 15, 23 + 4)
    assert turn.state.money("U.K.", "pre-game Lend/Lease") == 0
    assert Board(*BRITISH).enter(PRODUCTION).has("U.K.") == 119


def test_WG_INC_026_027_EXA_004_pre_game_money_counts_toward_the_first_15() -> None:
    board = Board("U.S.S.R.", money={"U.S.S.R.": 50})
    board.then(ev.ResourceChanged("U.S.S.R.", "pre-game Lend/Lease", 15, "test"))
    board.then(ev.ResourceChanged("U.K.", "dollars", 15, "test"))
    board.then(ev.MarkerChanged(ev.OnPower("U.K."), lending.RECEIVED, 15))
    turn = board.enter(PRODUCTION)
    assert turn.has("U.S.S.R.", "hardware") == 0
    turn.do(Lend(to="U.K.", amount=6))
    assert (turn.has("U.K."), turn.has("U.K.", "hardware")) == (15, 6)
    board = Board(*BRITISH, money={"U.K.": 50})
    board.then(ev.ResourceChanged("France", "pre-game Lend/Lease", 12, "test"))
    turn = board.enter(PRODUCTION).do(Lend(to="France", amount=6))
    assert turn.has("France", "hardware") == 3, "12 and 6 are 3 more than 15"


def test_WG_INC_017_what_was_lent_is_counted_anew_after_the_receivers_turn() -> None:
    board = Board("U.S.S.R.", money={"U.S.S.R.": 50})
    board.put("Leningrad", "U.S.S.R.", "major factory")
    board.then(ev.MarkerChanged(ev.OnPower("U.S.S.R."), lending.RECEIVED, 15))
    turn = board.enter(BUILD).end()
    assert (ev.OnPower("U.S.S.R."), lending.RECEIVED) not in turn.state.markers


def test_WG_INC_014_nobody_lends_what_it_does_not_have() -> None:
    turn = Board("Japan").enter(PRODUCTION)
    turn.do(Lend("Germany", 3))
    spent = money.paid(rules().game, "Japan", 5 - turn.has("Japan"), "test")
    turn.game.node = turn.game.record.append([spent], parent=turn.game.node)
    assert turn.refused(Lend("Germany", 6)) == "WG-INC-014"
    turn.do(Lend("Germany", 5))
