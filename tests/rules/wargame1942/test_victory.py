"""Victory in The War Game: looked at when a game turn ends, by land and homes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from a4a.boards import load
from a4a.core.dice import ScriptedDice
from a4a.rules.areas.control.victory import check_phase
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942 import FAMILY
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.standing import END, Board

ALL = ("Germany", "Italy", "U.S.S.R.", "U.K.", "France", "Japan", "U.S.A.", "China")
AXIS, ALLIES = ("Germany", "Italy", "Japan"), ("U.S.S.R.", "U.K.", "France", "U.S.A.", "China")
HOMES = ("Japan", "Korea", "Germany", "Austria", "Italy", "Sicily")
U_S_A = (
    "Northeast U.S.A.", "Southeast U.S.A.", "Midwest U.S.A.", "Texas", "Central U.S.A.",
    "Southwest U.S.A.", "Northwest U.S.A.",
)  # fmt: skip


def winners(control: Mapping[str, str], *, at: int = 7) -> set[str]:
    """Who has won at the end of a game turn."""
    return set(Board(*ALL, control=dict(control), at=at).enter(END).state.victors)


def value(side: Iterable[str], control: Mapping[str, str]) -> int:
    """What land is worth that the nations of a side hold."""
    held = {**load("wargame1942").position.control, **control}
    board = rules().game.board
    return sum(board.space(name).value for name, power in held.items() if power in side)


def given(to: str, worth: int, *, keep: Iterable[str] = (), of: Iterable[str]) -> dict[str, str]:
    """Land of some nations worth exactly so much, given to another: the dearest first."""
    board, found = rules().game.board, dict[str, str]()
    control = load("wargame1942").position.control
    lands = sorted(
        (board.space(n) for n, p in control.items() if p in of and n not in keep),
        key=lambda space: -space.value,
    )
    for space in lands:
        if 0 < space.value <= worth:
            found[space.name] = to
            worth -= space.value
    assert worth == 0
    return found


def test_WG_VIC_021_nobody_has_won_at_the_start() -> None:
    assert (value(AXIS, {}), value(ALLIES, {})) == (236, 388)
    assert winners({}) == set()


@pytest.mark.parametrize(("lost", "won"), [(11, False), (12, True)])
def test_WG_VIC_002_the_allies_win_below_225(lost: int, won: bool) -> None:
    control = given("U.K.", lost, of=AXIS)
    assert value(AXIS, control) == 236 - lost
    assert winners(control) == (set(ALLIES) if won else set())


@pytest.mark.parametrize("home", ["Great Britain", *U_S_A])
def test_WG_VIC_003_004_and_only_with_great_britain_and_the_whole_contiguous_usa(home: str) -> None:
    control = given("U.K.", 60, of=AXIS) | {home: "Germany"}
    assert value(AXIS, control) < 225
    assert winners(control) == set()
    assert winners(given("U.K.", 60, of=AXIS) | {home: "China"}) == set(ALLIES)


@pytest.mark.parametrize(("taken", "won"), [(76, False), (77, True)])
def test_WG_VIC_005_the_axis_wins_with_more_than_the_allies_and_not_with_as_much(
    taken: int, won: bool
) -> None:
    control = given("Japan", taken, of=ALLIES)
    assert value(AXIS, control) - value(ALLIES, control) == 2 * taken - 152
    assert winners(control) == (set(AXIS) if won else set())


@pytest.mark.parametrize("home", HOMES)
def test_WG_VIC_006_007_and_only_with_its_six_home_territories(home: str) -> None:
    control = given("Japan", 150, of=ALLIES) | {home: "U.K."}
    assert value(AXIS, control) > value(ALLIES, control)
    assert winners(control) == set()
    assert winners(given("Japan", 150, of=ALLIES) | {home: "Japan"}) == set(AXIS)


def test_WG_VIC_008_ORD_009_the_allies_win_if_nobody_has_by_the_end_of_turn_13() -> None:
    assert winners({}, at=12) == set()
    assert winners({}, at=13) == set(ALLIES)
    assert winners(given("Japan", 77, of=ALLIES), at=13) == set(AXIS)


def test_WG_VIC_001_victory_is_looked_at_only_when_all_have_had_their_turns() -> None:
    asked = [turn.phases for turn in rules().turns(6)]
    assert asked[-1] == (END,)
    assert all(END not in phases for phases in asked[:-1])
    board = Board("Germany", "Italy", control=given("Japan", 77, of=ALLIES), money={"Germany": 10})
    turn = board.enter("Build and Recruit")
    assert not turn.state.victors
    while turn.state.round == 6 and not turn.state.victors:
        turn.do(EndPhase())
    assert set(turn.state.victors) == set(AXIS)
    assert rules().ending(turn.state) == "the game is over: Germany, Italy and Japan won"
    assert turn.state.active == ALL


def test_WG_VIC_009_the_war_goes_on_after_turn_13_where_that_is_chosen() -> None:
    options = {**FAMILY.options, "war without end": True}
    system = System(load("wargame1942"), games=("wargame1942",), options=options)
    state = Board(*ALL, at=13).enter("Build and Recruit").state
    run = Run(state, ScriptedDice(()))
    check_phase(system, run, END)
    assert run.events == []
    check_phase(rules().game, run, END)
    assert run.state.victors == ALLIES
