"""Guess the move: what followed is hidden, and both decisions are judged before any dice."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError, RuleViolation
from a4a.core.events import Rolled
from a4a.lessons.guess import Guess, guess_within, stretch_at
from a4a.players import FormPlayer
from a4a.rules import rules_of
from a4a.rules.systems.war_in_europe.orders import Attack
from tests.lessons.playing import send


@pytest.fixture(scope="module")
def strong() -> a4a.GameRecord:
    return a4a.game("global1940_strong_computer")


@pytest.fixture(scope="module")
def poland() -> a4a.GameRecord:
    return a4a.game("war_in_europe_1939_1941")


def test_what_followed_is_not_in_the_record_that_is_shown(strong: a4a.GameRecord) -> None:
    guess = a4a.guess(strong, round=1, power="Germany")
    begin = strong.node_at(round=1, power="Germany", phase="Combat Move")
    assert guess.game.begun >= begin
    known = set(strong.way_to(begin))
    assert {n for n in guess.game.record.steps if n <= strong.last} <= known
    assert not any(
        isinstance(event, Rolled)
        for step in guess.game.record.steps.values()
        for event in step.events
    )


def test_a_stretch_ends_before_the_first_dice(strong: a4a.GameRecord) -> None:
    begin = strong.node_at(round=1, power="Germany", phase="Combat Move")
    stretch = stretch_at(strong, begin, way=strong.line())
    assert strong.time(stretch.end).phase == "Combat Move"
    assert strong.time(stretch.end + 1).phase != "Combat Move"


def test_only_the_phase_is_decided(strong: a4a.GameRecord) -> None:
    guess = a4a.guess(strong, round=1, power="Germany")
    guess.finish()
    with pytest.raises(RuleViolation, match="this part has ended"):
        send(guess.game, "Yugoslavia", ("Greater Southern Germany", "infantry", 1))


def test_what_was_played_in_another_program_is_judged_by_its_odds(strong: a4a.GameRecord) -> None:
    compared = a4a.guess(strong, round=1, power="Germany").finish()
    played = {one.space: one for one in compared.played}
    luck = a4a.luck(strong)
    first = luck.filter(luck["turn"] == 1, luck["space"] == "France", luck["kind"] == "land")
    assert played["France"].chance == pytest.approx(first["p_attacker"][0], abs=0.02)
    assert compared.yours == ()
    assert compared.difference == -sum(one.value for one in compared.played)


def test_what_is_guessed_unless_said_is_the_phase_in_which_attacks_are_decided(
    strong: a4a.GameRecord, poland: a4a.GameRecord
) -> None:
    assert a4a.guess(strong, round=1, power="Germany").title == "Germany, round 1, Combat Move"
    assert a4a.guess(poland, round=1, power="Germany").title.endswith("round 1, Axis Combat")
    game = a4a.new_game("wargame1942", dice=SeededDice(3))
    FormPlayer(1).play_turn(game)
    guess = a4a.guess(game.record, round=6, power="Germany")
    assert guess.title == "Germany, Italy, round 6, Combat Orders"
    assert not guess.finish().yours
    early = a4a.new_game("wargame1942").record
    with pytest.raises(A4AError, match="no attacks of Germany are decided in round 6"):
        a4a.guess(early, round=6, power="Germany")


def test_the_same_attack_is_worth_the_same(poland: a4a.GameRecord) -> None:
    guess = a4a.guess(poland, round=1, power="Germany", phase="Axis Combat")
    guess.game.do(Attack(space="2405", units=(65, 66, 76, 85)))
    compared = guess.finish()
    assert compared.yours == compared.played
    assert compared.difference == 0
    assert compared.alike == ("2405",)
    assert compared.lines[-1] == "Yours is worth as much."


def test_a_weaker_attack_is_worth_less(poland: a4a.GameRecord) -> None:
    guess = a4a.guess(poland, round=1, power="Germany", phase="Axis Combat")
    guess.game.do(Attack(space="2405", units=(65,)))
    compared = guess.finish()
    assert compared.difference < 0
    assert "less" in compared.lines[-1]


def test_land_that_nobody_defends_is_worth_its_income(strong: a4a.GameRecord) -> None:
    compared = a4a.guess(strong, round=3, power="Japan").finish()
    java = next(one for one in compared.played if one.space == "Java")
    assert (java.chance, java.committed) == (1.0, 0.0)
    assert java.income == 4.0


def test_a_guess_begins_wherever_something_is_asked(poland: a4a.GameRecord) -> None:
    first = stretch_at(poland, 26, way=poland.line())  # after the battle of Warsaw: the next attack
    guess = Guess(poland, first, rules_of(poland))
    assert guess.game.decision is not None
    assert first.closing is not None
    assert first.closing.fields["space"] == "2306"


def test_what_was_played_is_shown_only_after_a_guess(strong: a4a.GameRecord) -> None:
    guess = a4a.guess(strong, round=1, power="Germany")
    with pytest.raises(A4AError, match="once you have guessed"):
        guess.reveal()
    with pytest.raises(A4AError, match="once you have guessed"):
        guess.next()
    guess.finish()
    end = stretch_at(strong, strong.node_at(round=1, power="Germany", phase="Combat Move"),
                     way=strong.line()).end  # fmt: skip
    shown = guess.game.record.state_at(guess.reveal())
    assert shown.units == strong.state_at(end).units
    assert not any(
        isinstance(event, Rolled)
        for step in guess.game.record.steps.values()
        for event in step.events
    )


def test_the_next_guess_is_the_same_powers_next_turn_after_the_game_as_played(
    strong: a4a.GameRecord,
) -> None:
    guess = a4a.guess(strong, round=1, power="Germany")
    send(guess.game, "France", ("Holland/Belgium", "infantry", 4))
    tried = guess.game.node
    guess.finish()
    game = guess.next()
    record, begin = game.record, strong.node_at(round=2, power="Germany", phase="Combat Move")
    assert guess.title == "Germany, round 2, Combat Move"
    assert record.state_at(game.begun).units == strong.state_at(begin).units
    assert record.depth(game.begun) <= strong.depth(begin) + 1
    assert record.line()[-1] == game.begun  # the guess before is a variation of what was played
    assert tried in record.steps


def test_only_the_first_guess_counts(poland: a4a.GameRecord) -> None:
    guess = a4a.guess(poland, round=1, power="Germany", phase="Axis Combat")
    first = guess.finish()
    guess.game.take_back()
    guess.game.do(Attack(space="2405", units=(65, 66, 76, 85)))
    assert guess.finish().difference == 0
    assert guess.score.compared == (first,)
    assert (guess.score.as_good, guess.score.alike, guess.score.attacks) == (0, 0, 1)
    assert str(guess.score).startswith("0 of 1 guess as good")
    guess.next()
    guess.finish()
    assert len(guess.score.compared) == 2


def test_a_game_that_has_no_more_says_so(strong: a4a.GameRecord) -> None:
    last = max(t.round for n in strong.line() if (t := strong.time(n)).powers == ("Germany",)
               and t.phase == "Combat Move")  # fmt: skip
    guess = a4a.guess(strong, round=last, power="Germany")
    guess.finish()
    assert guess.following is None
    with pytest.raises(A4AError, match="nothing more"):
        guess.next()


def test_nothing_is_guessed_after_the_end_of_a_stretch(strong: a4a.GameRecord) -> None:
    first, second = (strong.node_at(round=n, power="Germany", phase="Combat Move") for n in (1, 2))
    way = strong.line()
    short = guess_within(strong, way[way.index(first) : way.index(second) + 1])
    short.finish()
    assert short.following is None
    longer = guess_within(strong, way[way.index(first) : way.index(second) + 2])
    longer.finish()
    assert longer.following is not None


def test_a_guess_within_a_stretch_begins_with_the_first_decision(strong: a4a.GameRecord) -> None:
    first = strong.node_at(round=1, power="Germany", phase="Combat Move")
    way = strong.line()
    assert guess_within(strong, way[way.index(first) :]).title == "Germany, round 1, Combat Move"
    with pytest.raises(A4AError, match="nothing is decided in this stretch"):
        guess_within(strong, way[:1])
