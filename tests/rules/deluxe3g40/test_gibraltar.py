"""Gibraltar's peninsulas: of use to friends who hold both, to nobody while sides hold one each."""

from __future__ import annotations

from typing import Any

import pytest

import a4a
from a4a.core.errors import RuleViolation
from a4a.core.events import ResourceChanged
from a4a.rules.areas.bases import divided, facilities
from a4a.rules.areas.economy import economies
from a4a.rules.areas.orders import Buy, EndPhase
from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.areas.phases.purchase import damaged_facilities
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.game import Game
from a4a.rules.systems.deluxe3g40.missions.targets import targets
from tests.rules.areas.moves import go, order
from tests.rules.areas.positions import of_kind, one, position, run_of

WEST, EAST = "Western Gibraltar", "Eastern Gibraltar"
UK, USA, GERMANY, ITALY = "United Kingdom", "United States", "Germany", "Italy"
DELUXE, REPAIR, NONCOMBAT = "deluxe3g40", "Repair and Assign Aircraft", "Noncombat Move"
AT_WAR = {(GERMANY, USA): "war", (ITALY, USA): "war", ("Japan", USA): "war"}
BLOCK = {UK: (UK,), USA: ("Soviet Union", USA)}
ENDS = ("sea zone 91", "sea zone 92")
HOLDERS = {
    "one": {WEST: UK, EAST: UK},
    "friends": {WEST: UK, EAST: USA},
    "divided": {WEST: UK, EAST: GERMANY},
    "enemy": {WEST: GERMANY, EAST: GERMANY},
    "enemies": {WEST: ITALY, EAST: GERMANY},
}


def held(by: str, power: str = UK, phase: str = REPAIR, **more: Any) -> Game:
    """A turn of a power with the peninsulas held so."""
    return position(
        game=DELUXE, power=power, phase=phase, control=HOLDERS[by], relations=AT_WAR, **more
    )


def income(game: Game, power: str, treasury: str) -> int:
    return economies.production(game.ruleset.game, game.state, power, treasury)


def refusal(game: Game, kind: str, here: str, there: str) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        game.do(order(game, kind, here, there))
    return caught.value


def test_DX_MAP_001_014_two_peninsulas_on_a_sea_zone_each() -> None:
    """Each borders the other, Spain and one sea zone (R-401)."""
    board = a4a.dataset(DELUXE).board
    assert set(board.neighbours(WEST)) == {EAST, "Spain", "sea zone 91"}
    assert set(board.neighbours(EAST)) == {WEST, "Spain", "sea zone 92"}
    begins = held("one").state
    assert [begins.control[space] for space in (WEST, EAST)] == [UK, UK]
    bases = {u.type: u.place for u in begins.units.values() if u.place in (WEST, EAST)}
    assert bases == {"naval base": WEST, "air base": EAST}


@pytest.mark.parametrize("by", ["one", "friends"])
def test_DX_MAP_002_ships_of_the_side_that_holds_both_pass(by: str) -> None:
    for power in (UK, USA):
        fleet = {ENDS[0]: {power: {"cruiser": 1}}}
        go(held(by, power, NONCOMBAT, units=fleet), "cruiser", *ENDS)
    fleet = {ENDS[0]: {ITALY: {"cruiser": 1}}}
    assert refusal(held(by, ITALY, NONCOMBAT, units=fleet), "cruiser", *ENDS).rule == "DX-MAP-012"


@pytest.mark.parametrize("by", ["enemy", "enemies"])
def test_DX_MAP_012_nothing_but_submarines_passes_an_enemys_strait(by: str) -> None:
    fleet = {ENDS[0]: {UK: {"cruiser": 1, "submarine": 1}}}
    game = held(by, UK, NONCOMBAT, units=fleet)
    assert refusal(game, "cruiser", *ENDS).rule == "DX-MAP-012"
    go(game, "submarine", *ENDS)


def test_DX_MAP_008_011_a_divided_strait_lets_submarines_through_alone() -> None:
    russian = {ENDS[0]: {"Soviet Union": {"cruiser": 1}}}
    peace = {(GERMANY, "Soviet Union"): "neutral", (ITALY, "Soviet Union"): "neutral"}
    game = position(
        game=DELUXE, power="Soviet Union", phase=NONCOMBAT, control=HOLDERS["divided"],
        relations=peace, units=russian,
    )  # fmt: skip
    assert refusal(game, "cruiser", *ENDS).rule == "DX-MAP-008"
    for power in (UK, GERMANY):
        fleet = {ENDS[0]: {power: {"cruiser": 1, "submarine": 1}}}
        game = held("divided", power, NONCOMBAT, units=fleet)
        refusal(game, "cruiser", *ENDS)
        go(game, "submarine", *ENDS)


def test_DX_MAP_013_both_peninsulas_must_have_been_held_since_the_turn_began() -> None:
    """As every strait of the base game (R-402)."""
    game = held(
        "divided", UK, "Combat Move",
        units={WEST: {UK: {"light tank": 1}}, ENDS[0]: {UK: {"cruiser": 1}}},
    )  # fmt: skip
    go(game, "light tank", WEST, EAST)
    while game.state.phase != NONCOMBAT:
        game.do(EndPhase())
    assert game.state.control[EAST] == UK
    assert refusal(game, "cruiser", *ENDS).rule == "AA-MOV-011"


@pytest.mark.parametrize(
    ("by", "works"), [("one", True), ("friends", True), ("divided", False), ("enemies", True)]
)
def test_DX_MAP_002_003_005_007_facilities_work_while_friends_hold_both(
    by: str, works: bool
) -> None:
    game = held(by)
    system, state = game.ruleset.game, game.state
    base = facilities.operative_base(system, state, EAST, "scramble base")
    assert (base is not None) == works
    friend = HOLDERS[by][WEST]
    assert facilities.serviced(Situation(system, state, friend), ENDS[0]) == works
    assert divided.at_odds(system, state, WEST) != works


@pytest.mark.parametrize(("by", "moves"), [("friends", 3), ("divided", 2)])
def test_DX_MAP_007_an_inoperable_naval_base_lends_no_range(by: str, moves: int) -> None:
    fleet = {ENDS[0]: {UK: {"cruiser": 1}}}
    game = held(by, UK, NONCOMBAT, units=fleet)
    west = ("sea zone 91", "sea zone 90", "sea zone 102", "sea zone 101")
    path = west[: moves + 1]
    go(game, "cruiser", *path)
    if moves == 2:
        farther = held(by, UK, NONCOMBAT, units=fleet)
        with pytest.raises(RuleViolation):
            farther.do(order(farther, "cruiser", *west))


def test_DX_MAP_003_who_holds_both_controls_and_repairs_both() -> None:
    hurt = {(WEST, "naval base"): 2, (EAST, "air base"): 1}
    game = held("one", damage=hurt, money={"UK Europe": 10})
    mine = {u.type: u.owner for u in damaged_facilities(game.ruleset.game, game.state, UK)}
    assert mine == {"naval base": UK, "air base": UK}
    repairs = {one(game, WEST, "naval base"): 2, one(game, EAST, "air base"): 1}
    game.do(Buy(repairs=repairs, treasury="UK Europe"))
    assert not damaged_facilities(game.ruleset.game, game.state, UK)


def test_DX_MAP_005_either_friend_repairs_either_facility() -> None:
    hurt = {(WEST, "naval base"): 2, (EAST, "air base"): 1}
    for power, treasury in ((UK, "UK Europe"), (USA, "United States")):
        game = held("friends", power, force=BLOCK[power], damage=hurt, money={treasury: 10})
        repairs = {one(game, WEST, "naval base"): 2, one(game, EAST, "air base"): 1}
        game.do(Buy(repairs=repairs, treasury=treasury, power=power))
        assert all(game.state.units[unit].damage == 0 for unit in repairs)


def test_DX_MAP_002_007_nobody_repairs_what_two_sides_share() -> None:
    hurt = {(WEST, "naval base"): 2, (EAST, "air base"): 1}
    game = held("divided", damage=hurt)
    assert len([u for u in game.state.units.values() if u.damage]) == 2
    for power in (UK, GERMANY):
        assert damaged_facilities(game.ruleset.game, game.state, power) == ()


def test_DX_MAP_004_who_holds_both_gets_all_of_the_income() -> None:
    assert income(held("one"), UK, "UK Europe") == 23
    assert a4a.dataset(DELUXE).treasury("UK Europe").production == 23


def test_DX_MAP_006_EXA_012_two_friends_get_1_each() -> None:
    game = held("friends")
    assert income(game, UK, "UK Europe") == 22
    assert income(game, USA, "United States") == 53
    assert all(game.state.income_value(space) == 1 for space in (WEST, EAST))


def test_DX_MAP_009_nobody_gets_the_income_of_a_divided_gibraltar() -> None:
    game = held("divided")
    assert income(game, UK, "UK Europe") == 21
    assert income(game, GERMANY, "Germany") == 30
    run = run_of(game)
    CollectIncome(game.ruleset.game).end(run, UK)
    paid = of_kind(run.events, ResourceChanged)
    assert [e.amount for e in paid if e.treasury == "UK Europe" and e.reason == "income"] == [21]


def test_DX_MAP_010_facilities_of_an_enemy_are_bombed_whoever_holds_the_other_peninsula() -> None:
    """Nobody bombs what his own side holds (R-401)."""
    for by, power, bombed in (
        ("one", GERMANY, {WEST, EAST}), ("friends", GERMANY, {WEST, EAST}),
        ("divided", GERMANY, {WEST}), ("divided", UK, {EAST}), ("enemies", UK, {WEST, EAST}),
        ("friends", UK, set()), ("enemies", GERMANY, set()),
    ):  # fmt: skip
        game = held(by)
        here = Situation(game.ruleset.game, game.state, power)
        found = {space for space in (WEST, EAST) if targets(here, "strategic bomber", space)}
        assert found == bombed, (by, power)
