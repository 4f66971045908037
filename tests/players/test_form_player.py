"""One player for every system: it answers what is asked by its forms, and knows no rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.players import FormPlayer
from a4a.players.form_player import FormSitting
from a4a.rules import Game, replay
from a4a.rules.choices import Answers
from a4a.rules.systems import systems_with_rules
from a4a.rules.systems.war_in_europe.flow import WarInEurope
from a4a.rules.trial import Trial
from a4a.store import dumps
from tests import depth
from tests.players.census import occurred
from tests.players.random_games import check_books, look_at
from tests.rules.deluxe3g40 import missions, moves
from tests.rules.deluxe3g40 import positions as deluxe
from tests.rules.war_in_europe import positions


def played(system: str, seed: int, *, rounds: int) -> Game:
    game = a4a.new_game(system, dice=SeededDice(seed))
    FormPlayer(seed).play(game, rounds=game.state.round + rounds - 1)
    return game


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=60)))
@pytest.mark.parametrize("system", systems_with_rules())
def test_it_plays_every_system_to_the_end_of_a_round(
    system: str, seed: int, census: Counter[str]
) -> None:
    rounds = depth.number(1, deep=8)
    game = played(system, seed, rounds=rounds)
    assert game.decision is None or game.state.round == a4a.new_game(system).state.round + rounds
    census.update(occurred(game.record))
    replay(game.ruleset, game.record)


def test_what_holds_after_every_turn_holds_after_its_turns() -> None:
    game = a4a.new_game("europe1940", dice=SeededDice(3))
    player = FormPlayer(3)
    while game.state.round == 1:
        turn = game.state.active
        player.play_turn(game)
        look_at(game.state, turn)
    check_books(game)


def test_the_same_seed_gives_the_same_game_byte_for_byte() -> None:
    one, other = (played("europe1940", 5, rounds=1) for _ in range(2))
    assert dumps(one.record) == dumps(other.record)


def test_the_buttons_are_those_of_all_forms() -> None:
    game = played("europe1940", 5, rounds=1)
    rules, seen = game.ruleset, set[str]()
    for node in list(game.record.steps)[::3]:
        state = game.record.state_at(node)
        found = tuple(form for form in rules.choices(state) if isinstance(form, Answers))
        assert rules.buttons(state) == found
        seen |= {answer.label.split()[0] for form in found for answer in form.answers}
    assert {"End", "attack", "ignore", "Battle"} <= seen


def test_it_moves_buys_places_fights_and_answers_for_both_sides() -> None:
    kinds = Counter(
        step.order.kind
        for step in played("europe1940", 1, rounds=2).record.steps.values()
        if step.order is not None
    )
    assert {"Buy", "Move", "Fight", "Casualties", "Place", "Retreat", "EndPhase"} <= set(kinds)
    assert kinds["Move"] > 100


def test_a_fleet_that_must_sail_on_does_so_though_it_is_attacked_on_every_way_out() -> None:
    """Nothing else ends the phase, and nothing that led there could be taken back."""
    fleet = "Germany: 1st submarine fleet"
    counters = {
        fleet: "1708",
        "France: 1st armor": "1708",
        "Great Britain: Home fleet": "1607",
        "Germany: 1st armor": "2107",
    }
    state = positions.state(counters, active="Axis", phase="Axis Movement")
    trial = Trial(WarInEurope(positions.system()), state, SeededDice(1))
    for _ in FormSitting(trial, Random(1), 1.0).play():
        pass
    assert trial.state.decisions
    assert any(order.kind == "Sail" for order in trial.orders)


def test_a_question_that_is_asked_again_is_answered_by_the_same_buttons() -> None:
    """Where the winter takes three units, one by one, from two territories."""
    german, russian = missions.GERMANY, missions.RUSSIA
    game = missions.begun(
        "Special Situations",
        round=1,
        relations=missions.war((german, russian)),
        units={space: {german: {"regular infantry": 4}} for space in ("Ukraine", "Belarus")},
    )
    while game.decision is not None and game.decision.kind == "winter":
        FormPlayer(1).act(game)
    left = [
        u
        for u in game.state.units.values()
        if u.owner == german and u.place in ("Ukraine", "Belarus")
    ]
    assert len(left) == 8 - 3


def sitting_with_a_loose_end() -> tuple[FormSitting, int]:
    """Germany may end its combat moves, but a Japanese unit has gone aboard and lands nowhere."""
    game = deluxe.position(
        phase=moves.COMBAT,
        relations=deluxe.war(("Germany", "France"), ("Japan", "China")),
        units={
            "Western Germany": {"Germany": {"regular infantry": 1}},
            "Japan": {"Japan": {"regular infantry": 1}},
            "sea zone 6": {"Japan": {"sea transport": 1}},
            "Kiangsu": {"Japan": {"regular infantry": 1}},
        },
        control={
            "Holland/Belgium": "France",
            "Kiangsu": "Japan",
            "Anhwe": "China",
            "Korea": "China",
        },
    )
    ship = moves.ids(game, "sea zone 6", "sea transport")[0]
    trial = Trial(game.ruleset, game.state, game.dice)
    for order in (
        moves.march(game, "regular infantry", "Japan", "sea zone 6", aboard=ship),
        moves.march(game, "regular infantry", "Western Germany", "Holland/Belgium"),
        moves.march(game, "regular infantry", "Kiangsu", "Anhwe"),
    ):
        trial.do(moves.by(game, order))
    return FormSitting(trial, Random(1), 0.0), moves.ids(game, "Japan", "regular infantry")[0]


def test_no_power_of_a_pair_ends_a_phase_before_the_other_can() -> None:
    sitting, aboard = sitting_with_a_loose_end()
    german, japanese = sitting.trial.ruleset.buttons(sitting.trial.state)
    assert german.answers[0].refused is None
    refused = japanese.answers[0].refused
    assert refused is not None
    assert refused.units == (aboard,)
    assert not sitting.press([german, japanese])
    assert sitting.press([german])


def test_what_keeps_a_phase_from_ending_loses_its_orders_and_nothing_else_does() -> None:
    sitting, aboard = sitting_with_a_loose_end()
    _, march, attack = sitting.trial.orders
    while sitting.settle([aboard]) and len(sitting.trial.orders) > 2:
        pass
    assert sitting.trial.orders == (march, attack)
    assert not sitting.settle([aboard])
