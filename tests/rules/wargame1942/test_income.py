"""Phase I of The War Game: what land pays, when, and to whom."""

from __future__ import annotations

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.rules.areas.orders import EndPhase
from a4a.rules.game import Game
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, rules
from tests.rules.wargame1942.standing import PRODUCTION, Board

START = {
    "Germany": 127, "Italy": 26, "U.S.S.R.": 68, "U.K.": 119,
    "France": 23, "Japan": 83, "U.S.A.": 147, "China": 31,
}  # fmt: skip


def test_WG_INC_001_SET_014_land_pays_who_controls_it() -> None:
    for force in (GERMANS, ("U.S.S.R.",), BRITISH, ("Japan",), AMERICANS):
        turn = Board(*force).enter(PRODUCTION)
        assert {p: turn.has(p) for p in force} == {p: START[p] for p in force}
    taken = Board("U.S.S.R.", control={"Leningrad": "Germany"}).enter(PRODUCTION)
    assert taken.has("U.S.S.R.") == 68 - 8


def test_WG_INC_002_what_was_saved_is_added() -> None:
    assert Board("U.S.S.R.", money={"U.S.S.R.": 9}).enter(PRODUCTION).has("U.S.S.R.") == 77


def test_WG_INC_004_land_taken_in_combat_pays_in_the_next_phase_1() -> None:
    board = Board("U.S.S.R.", money={"U.S.S.R.": 5})
    board.then(ev.ControlChanged("Poland", "Germany", "U.S.S.R.", "conquest"))
    assert board.enter("Build and Recruit").has("U.S.S.R.") == 5
    game, phases = Game(rules(), dice=ScriptedDice(())), []
    while game.state.active == GERMANS:
        phases += [game.state.phase] if game.state.phase not in phases else []
        game.do(EndPhase())
    assert phases.index(PRODUCTION) < phases.index("Combat Orders"), "income comes before"


def test_WG_INC_005_006_ORD_001_003_005_all_collect_in_their_turn_what_they_hold_then() -> None:
    game, order = Game(rules(), dice=ScriptedDice(())), []
    assert game.state.balances["Germany", "dollars", ""] == 127
    assert game.state.balances["Italy", "dollars", ""] == 26
    assert game.state.balances["Japan", "dollars", ""] == 0
    while game.state.round == 6:
        if not order or order[-1] != game.state.active:
            order.append(game.state.active)
        game.do(EndPhase())
    assert order == [GERMANS, ("U.S.S.R.",), BRITISH, ("Japan",), AMERICANS]
    assert game.state.balances["Japan", "dollars", ""] == 83


def test_WG_INC_007_008_the_running_check_agrees_with_the_sum() -> None:
    position, board = load("wargame1942").position, rules().game.board
    changed = {"Leningrad": "Germany", "Poland": "U.S.S.R."}
    turn = Board("U.S.S.R.", control=changed).enter(PRODUCTION)
    lost = sum(board.space(n).value for n, p in changed.items()
               if position.control[n] == "U.S.S.R." and p != "U.S.S.R.")  # fmt: skip
    won = sum(board.space(n).value for n, p in changed.items() if p == "U.S.S.R.")
    assert turn.has("U.S.S.R.") == START["U.S.S.R."] + won - lost


def test_WG_FER_012_a_nation_collects_and_builds_without_its_capital() -> None:
    turn = Board("U.S.S.R.", control={"Central Russia": "Germany"}).enter(PRODUCTION)
    value = rules().game.board.space("Central Russia").value
    assert turn.has("U.S.S.R.") == 68 - value


def test_WG_ORD_006_007_008_the_game_begins_with_turn_6() -> None:
    game = Game(rules(), dice=ScriptedDice(()))
    assert (game.state.round, game.state.label) == (6, "January to June 1942")
    labels = [rules().label(number) for number in range(1, 15)]
    assert labels[0] == "July to December 1939"
    assert labels[12:] == ["July to December 1945", ""]
    assert len(set(labels[:13])) == 13
