"""What a window lets be decided, and how the enemy answers before the dice."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import a4a
from a4a.core.errors import A4AError, RuleViolation
from a4a.lessons.attacks import taken
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import opened
from a4a.lessons.foresight import battles_ahead
from a4a.lessons.moment import Moment
from a4a.lessons.plan import Budget, Given, Plan, Start, Window
from a4a.lessons.told import Played
from a4a.lessons.windowed import WindowedGame
from a4a.rules import ruleset
from a4a.rules.areas.orders import DeclareWar, EndPhase, Move
from tests.lessons.playing import send

BOUGHT = Given(order="EndPhase", fields={"phase": "Purchase and Repair Units"})
INFANTRY = ("Holland/Belgium", "infantry", 1)
TANK = ("Holland/Belgium", "tank", 1)


def made(**window: Any) -> Attempt:
    """An attempt at Germany's first combat move, in a window with these fields."""
    fields = {"script": (BOUGHT,), "phases": ("Combat Move",), **window}
    plan = Plan(
        id="window", title="Window", start=Start(system="europe1940"), windows=(Window(**fields),)
    )
    return Attempt(opened(plan, rules=ruleset("europe1940")))


def test_orders_of_other_kinds_are_refused_and_those_that_may_be_given_named() -> None:
    war = DeclareWar(on=("Soviet Union",))
    assert made().game.can(war)
    with pytest.raises(RuleViolation, match=r"not to be decided in this exercise.*allowed: Move"):
        made(orders=("Move",)).game.verify(war)


def test_what_ends_the_phase_may_always_be_given() -> None:
    attempt = made(orders=("Move",), spaces=("France",), budget=Budget(orders=1))
    send(attempt.game, "France", INFANTRY)
    attempt.game.do(EndPhase())
    assert attempt.closed


def test_units_go_only_where_the_exercise_is_about() -> None:
    attempt = made(spaces=("France",))
    send(attempt.game, "France", INFANTRY)
    with pytest.raises(RuleViolation, match=r"outside of this exercise.*allowed: France"):
        send(attempt.game, "Normandy/Bordeaux", TANK)


def test_no_more_orders_are_given_than_there_are() -> None:
    attempt = made(budget=Budget(orders=1))
    send(attempt.game, "France", INFANTRY)
    with pytest.raises(RuleViolation, match="all 1 orders of this exercise have been given"):
        send(attempt.game, "France", TANK)
    attempt.game.take_back()
    send(attempt.game, "France", TANK)


def test_no_more_tries_are_made_than_there_are() -> None:
    attempt = made(budget=Budget(tries=2))
    assert attempt.tries_left == 2
    attempt.finish()
    attempt.try_again()
    send(attempt.game, "France", TANK)
    attempt.finish()
    assert attempt.tries_left == 0
    with pytest.raises(A4AError, match="all 2 tries have been made"):
        attempt.try_again()
    attempt.game.take_back()
    send(attempt.game, "France", INFANTRY)
    with pytest.raises(A4AError, match="all 2 tries have been made"):
        attempt.finish()
    assert len(attempt.tries) == 2


def test_a_window_of_two_phases_goes_on_through_both() -> None:
    attempt = made(script=(), phases=("Purchase and Repair Units", "Combat Move"))
    attempt.game.do(EndPhase())
    assert (attempt.closed, attempt.game.state.phase) == (False, "Combat Move")
    attempt.game.do(EndPhase())
    assert attempt.closed


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"phases": ("Noncombat Move",)}, r"windows\[0\]: it begins in the phase 'Combat Move'"),
        ({"who": ("France",)}, r"windows\[0\]: where it begins, Germany decides"),
        ({"orders": ("Jump",)}, r"windows\[0\]: no order 'Jump'; there are"),
        ({"spaces": ("Atlantis",)}, r"windows\[0\]: .*Atlantis"),
        (
            {"script": (Given(order="EndPhase", faces=(6,)),)},
            r"windows\[0\]: script\[0\]: 1 of its faces are not rolled",
        ),
        (
            {"script": (BOUGHT, Given(order="Buy", fields={"treasury": "Germany"}))},
            r"windows\[0\]: script\[1\]: ",
        ),
    ],
)
def test_a_window_that_cannot_be_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(A4AError, match=said):
        made(**fields)


def test_a_line_that_does_not_end_where_it_says_is_refused() -> None:
    attempt = made()
    attempt.finish()
    (one,) = attempt.tries
    twice = msgspec.structs.replace(one, orders=(one.closing,))
    for altered in (twice, Played(window=0, orders=(one.closing,)), Played(window=7)):
        with pytest.raises(A4AError):
            made().given(altered)


@pytest.mark.parametrize(("policy", "fighters"), [("stands", 0), ("comes", 3)])
def test_the_enemy_answers_by_the_policy_that_is_stated(policy: str, fighters: int) -> None:
    attempt = made(enemy=policy)
    game = attempt.game
    send(game, "sea zone 110", ("Western Germany", "fighter", 2))
    attempt.finish()
    (battle,) = attempt.moment().battles["sea zone 110"]
    assert battle.defender.get("fighter", 0) == fighters


def test_a_game_of_another_program_is_gone_on_with_from_where_it_stands() -> None:
    record = a4a.game("global1940_strong_computer")
    guess = a4a.guess(record, round=1, power="Germany")
    state = guess.game.state
    send(guess.game, "Yugoslavia", ("Greater Southern Germany", "infantry", 2))
    assert guess.game.record.state_at(guess.game.begun) == state
    guess.game.take_back()
    assert guess.game.state == state
    assert guess.game.node == guess.game.begun


def test_troops_land_only_if_the_sea_is_won_first() -> None:
    position = a4a.position("europe1940")
    for kind, number in (("transport", 1), ("cruiser", 4)):
        position.put("Germany", kind, number, at="sea zone 112")
    game = a4a.new_game(position.record())
    while game.state.phase != "Combat Move":
        game.do(EndPhase())
    window = WindowedGame(
        game.ruleset, record=game.record, node=game.node, window=Window(), who=("Germany",)
    )
    fleet = [u for u in window.state.at("sea zone 112") if u.owner == "Germany"]
    transport = next(u.id for u in fleet if u.type == "transport")
    troops = tuple(u.id for u in window.state.at("Norway") if u.type == "infantry")[:2]
    window.do(Move(units=troops, path=("Norway", "sea zone 112"), aboard=transport))
    window.do(Move(units=tuple(u.id for u in fleet), path=("sea zone 112", "sea zone 111")))
    window.do(Move(units=troops, path=("sea zone 111", "Scotland")))
    window.finish()
    found = window.foreseen(window.closing)
    moment = Moment(
        rules=window.ruleset, record=window.record, begun=window.begun, node=window.node,
        state=found.state, who=window.who,
        fought=battles_ahead(window.ruleset, window.state, found),
    )  # fmt: skip
    (sea,), (land,) = moment.battles["sea zone 111"], moment.battles["Scotland"]
    reached, why = taken(moment, "Scotland")
    assert reached == pytest.approx(sea.odds().attacker_wins * land.odds().attacker_takes)
    assert "if the sea battle in sea zone 111 is won" in why
