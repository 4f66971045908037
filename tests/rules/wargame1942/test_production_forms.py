"""Forms of production in The War Game, and of aircraft that lose their carrier."""

from __future__ import annotations

from random import Random

from a4a.core.dice import SeededDice
from a4a.players import FormPlayer
from a4a.players.form_player import FormSitting
from a4a.rules.choices import Tally
from a4a.rules.game import Game
from a4a.rules.systems.wargame1942.orders import Build
from a4a.rules.trial import Trial
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.fought import off_java
from tests.rules.wargame1942.standing import BUILD, PRODUCTION, Board, Turn


def tallies(turn: Turn) -> dict[str, Tally]:
    """The tallies of what is asked, by their titles."""
    found = rules().choices(turn.state)
    return {form.title: form for form in found if isinstance(form, Tally)}


def test_a_purchase_is_one_order_for_each_space() -> None:
    board = Board("U.S.S.R.", money={"U.S.S.R.": 40})
    board.put("Leningrad", "U.S.S.R.", "major factory")
    form = tallies(board.enter(BUILD))["Build and recruit"]
    picks = {"armor": {"Leningrad": 1}, "infantry": {"Leningrad": 2, "Karelia": 1}}
    assert form.make(picks) == (
        Build({"armor": 1, "infantry": 2}, "Leningrad"), Build({"infantry": 1}, "Karelia"),
    )  # fmt: skip
    assert form.bill is not None
    assert (form.funds, form.bill(picks)) == (40, 12 + 9)


def test_factories_are_built_one_at_a_site_and_given_up_one_at_a_time_beside_the_point() -> None:
    board = Board("U.S.S.R.", money={"U.S.S.R.": 40})
    board.put("Leningrad", "U.S.S.R.", "major factory")
    found = tallies(board.enter(BUILD))
    assert {title: form.aside for title, form in found.items()} == {
        "Build and recruit": False, "Build factories": True, "Reduce or destroy a factory": True,
    }  # fmt: skip
    for title in ("Build factories", "Reduce or destroy a factory"):
        assert {item.most for item in found[title].items} == {1}


def test_no_more_is_offered_to_be_lent_than_may_be() -> None:
    form = tallies(Board("U.S.S.R.").enter(PRODUCTION))["Lend/Lease"]
    assert (form.most, form.funds) == (23, 23)
    assert [item.key for item in form.items] == ["U.S.A.", "U.K.", "France", "China"]


def test_WG_CV_009_aircraft_of_a_sunk_carrier_are_sent_to_where_they_can_land() -> None:
    fighting = off_java(1, 3, 12).stay("flights")
    (form,) = rules().choices(fighting.game.state)
    assert isinstance(form, Tally)
    assert {t.key for item in form.items for t in item.targets} >= {"Java", "Borneo"}
    fighting.game.let(FormPlayer(seed=1), until="order")
    assert not fighting.asked.startswith("flights")


def test_the_player_by_forms_answers_production_of_a_whole_turn() -> None:
    game = Game(rules(), dice=SeededDice(1))
    game.let(FormPlayer(seed=1), until="turn")
    assert game.state.active == ("U.S.S.R.",)


def test_the_player_by_forms_hardly_ever_gives_up_a_factory() -> None:
    board = Board("U.S.S.R.")
    board.put("Leningrad", "U.S.S.R.", "major factory")
    turn = board.enter(BUILD)
    form = tallies(turn)["Reduce or destroy a factory"]
    trial = Trial(turn.game.ruleset, turn.state, SeededDice(1))
    sitting = FormSitting(trial, Random(1), 0.7)
    assert 0 < sum(sitting.wants(form) for _ in range(1000)) < 50
