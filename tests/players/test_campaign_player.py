"""The player for a whole war: what it does beside what the greedy one does."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.players import CampaignPlayer
from a4a.players.lie import Lie
from a4a.rules import Game, replay
from tools.balance.games import held, play


@pytest.fixture(scope="module")
def game() -> Game:
    """The War Game through its first game turn, which takes seconds: all five turns of it."""
    game = a4a.new_game("wargame1942", dice=SeededDice(3))
    player = CampaignPlayer(3)
    while game.decision is not None and game.state.round == 6:
        player.act(game)
    return game


def given(game: Game, kind: str) -> list[tuple[str, dict[str, object]]]:
    """The powers whose turn it was and the fields of all orders of a kind."""
    record = game.record
    return [
        (record.state_at(step.parent).active[0], dict(step.order.fields))
        for step in record.steps.values()
        if step.order is not None and step.order.kind == kind
    ]


def test_its_games_are_by_the_rules(game: Game) -> None:
    replay(game.ruleset, game.record)


def test_those_lend_who_are_far_from_the_enemy_to_those_before_him(game: Game) -> None:
    lent = given(game, "Lend")
    assert {power for power, _ in lent} >= {"U.S.A."}
    assert "U.S.S.R." in {fields["to"] for _, fields in lent}
    state = game.record.state_at(1)
    fronts = {name: Lie(game.ruleset, state, name).front() for name in ("U.S.A.", "U.S.S.R.")}
    assert fronts["U.S.A."] < 0.1 < fronts["U.S.S.R."]


def test_it_builds_convoys_where_the_enemy_is_overseas(game: Game) -> None:
    built = [fields["units"] for power, fields in given(game, "Build") if power == "U.S.A."]
    kinds = {kind for units in built if isinstance(units, dict) for kind in units}
    assert kinds >= {"transport", "armor"}


def test_it_takes_troops_aboard_for_landings(game: Game) -> None:
    record = game.record
    phases = {
        record.state_at(step.parent).phase
        for step in record.steps.values()
        if step.order is not None and step.order.fields.get("aboard")
    }
    assert "Combat Orders" in phases


def test_it_ships_troops_towards_the_enemy_from_where_he_is_far_away() -> None:
    editor = a4a.position("wargame1942").clear().turn("U.S.A.", "Non-Combat Movement")
    editor.put("U.S.A.", "infantry", 2, at="Northeast U.S.A.")
    zone = "Northeast U.S.A. Sea Zone"
    editor.put("U.S.A.", "transport", at=zone)
    game = a4a.new_game(editor.record(), dice=SeededDice(1))
    lie = Lie(game.ruleset, game.state, "U.S.A.")
    CampaignPlayer(1).act(game)
    units = [unit for unit in game.state.units.values() if unit.owner == "U.S.A."]
    places = {str(game.state.space_of(unit.id)) for unit in units}
    assert len(places) == 1
    assert lie.voyage(places.pop()) < lie.voyage(zone)


def test_a_game_of_the_balance_says_what_land_each_power_held_as_rounds_began() -> None:
    state = a4a.start("wargame1942").state_at(0)
    assert held(state)["Germany"] == 127
    assert play("wargame1942", 3, last=5, chance=0.65).land == {}


def test_it_goes_through_no_neutral_land_uninvited(game: Game) -> None:
    before, side_of = game.record.state_at(1), game.record.catalog.side_of
    neutral = [space for space in before.board.index if not side_of(before.control.get(space))]
    assert "Turkey" in neutral
    assert [space for space in neutral if side_of(game.state.control.get(space))] == []
