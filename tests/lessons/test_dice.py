"""The decision is judged, not the dice: a verdict is the same whatever is rolled."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.events import Rolled
from a4a.players import FormPlayer
from a4a.rules import new_game
from a4a.rules.order import read
from a4a.rules.systems.war_in_europe.orders import Attack
from tests.lessons.playing import send


def played_on(attempt: a4a.lessons.attempt.Attempt, seed: int) -> tuple[int, ...]:
    """Fight out what was decided with dice of a seed, and return the first faces."""
    closing = attempt.tries[-1].closing
    game = new_game(attempt.record, node=attempt.game.node, dice=SeededDice(seed))
    begun, phase = game.node, game.state.phase
    game.do(read(closing, dict(game.ruleset.orders)))
    player = FormPlayer(seed)
    while game.decision is not None and game.state.battles:
        player.act(game)
    way = game.record.way_to(game.node)
    steps = [game.record.step(node) for node in way[way.index(begun) + 1 :]]
    rolls = [event for step in steps for event in step.events if isinstance(event, Rolled)]
    assert rolls, phase
    return tuple(die.face for die in rolls[0].dice)


def test_paris_is_judged_alike_whatever_twenty_seeds_roll() -> None:
    attempt = a4a.attempt("europe-1940-france")
    send(attempt.game, "France", ("Holland/Belgium", "infantry", 4), ("Holland/Belgium", "tank", 3))
    verdict = attempt.finish()
    faces = set()
    for seed in range(20):
        faces.add(played_on(attempt, seed))
        assert attempt.verdict() == verdict
    assert len(faces) > 10
    again = a4a.attempt(attempt.record) if attempt.record.attached("attempt") else attempt
    assert again.verdict() == verdict


@pytest.mark.parametrize("units", [(65, 66, 76), (65,)])
def test_warsaw_is_judged_alike_whatever_twenty_seeds_roll(units: tuple[int, ...]) -> None:
    attempt = a4a.attempt("warsaw-1939")
    attempt.finish()
    attempt.go_to(1)
    attempt.game.do(Attack(space="2405", units=units))
    verdict = attempt.close()
    faces = set()
    for seed in range(20):
        faces.add(played_on(attempt, seed))
        assert attempt.verdict() == verdict
    assert len(faces) > 3


def test_nothing_in_an_attempt_can_roll() -> None:
    attempt = a4a.attempt("europe-1940-france")
    send(attempt.game, "France", ("Holland/Belgium", "infantry", 4))
    attempt.finish()
    attempt.try_again()
    send(attempt.game, "France", ("Holland/Belgium", "tank", 3))
    attempt.finish()
    events = [event for step in attempt.record.steps.values() for event in step.events]
    assert not [event for event in events if isinstance(event, Rolled)]
