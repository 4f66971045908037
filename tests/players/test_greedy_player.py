"""The greedy player: what it does and leaves, and that it beats chance where battles have odds."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.players.lie import Lie
from a4a.rules import Game, replay
from a4a.rules.areas.orders import EndPhase, Move, Retreat
from a4a.rules.systems import systems_with_rules
from tests import depth

SIDES = ("Axis", "Allies")
ROUNDS = depth.number(2, deep=3)
SYSTEMS = sorted(systems_with_rules(), key="wargame1942".__eq__)
"""The last is played only if tests go deep: the campaign player, greedy too, plays it anyway."""


@cache
def played(system: str, seed: int, *, rounds: int, greedy: str) -> Game:
    """A game in which one side, or both, are played greedily, all else at random: only read."""
    game = a4a.new_game(system, dice=SeededDice(seed))
    catalog, last = game.record.catalog, game.state.round + rounds - 1
    while (asked := game.decision) is not None and game.state.round <= last:
        is_greedy = greedy in ("both", catalog.side_of(asked.powers[0]))
        name = "greedy" if is_greedy else "random"
        a4a.player(name, seed=seed).act(game)  # type: ignore[attr-defined]
    return game


def lead(game: Game) -> int:
    """What the units of the Axis are worth more than those of the Allies, and what it holds."""
    state, catalog = game.state, game.record.catalog
    worth = Counter[str]()
    for unit in state.units.values():
        worth[catalog.side_of(unit.owner)] += catalog.worth(unit)
    for space, power in state.control.items():
        worth[catalog.side_of(power)] += state.board.space(space).value
    return worth["Axis"] - worth["Allies"]


def kinds(record: GameRecord) -> Counter[str]:
    return Counter(step.order.kind for step in record.steps.values() if step.order is not None)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=12)))
@pytest.mark.parametrize("side", SIDES)
def test_it_beats_chance_from_either_side(side: str, seed: int) -> None:
    games = [played("europe1940", seed, rounds=ROUNDS, greedy=who) for who in ("", side)]
    by_chance, greedily = map(lead, games)
    gain = greedily - by_chance if side == "Axis" else by_chance - greedily
    assert gain > 100, (by_chance, greedily)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=20)))
@pytest.mark.parametrize("system", depth.sample(SYSTEMS, -1))
def test_it_plays_every_system_by_the_rules(system: str, seed: int) -> None:
    rounds = depth.number(1, deep=4)
    game = played(system, seed, rounds=rounds, greedy="both")
    assert game.decision is None or game.state.round == a4a.new_game(system).state.round + rounds
    replay(game.ruleset, game.record)


def test_it_attacks_where_it_is_likely_to_win_and_spends_what_it_has() -> None:
    game = a4a.new_game("europe1940", dice=SeededDice(1))
    game.let(a4a.player("greedy", seed=1), until="phase", powers=["Germany"])
    assert game.state.money("Germany", game.record.catalog.currency) < 3
    before, node = game.state, game.node
    game.let(a4a.player("greedy", seed=1), until="phase", powers=["Germany"])
    lie = Lie(game.ruleset, before, "Germany")
    ends = {
        str(step.order.fields["path"][-1])
        for n, step in game.record.steps.items()
        if n > node and step.order is not None and step.order.kind == "Move"
    }
    attacked = ends & lie.hostile
    assert attacked
    for space in attacked:
        found = lie.engagement(space)
        assert found is not None
        assert lie.odds(found).chance >= 0.65


def test_it_declares_no_war() -> None:
    game = played("europe1940", 2, rounds=1, greedy="both")
    assert "DeclareWar" not in kinds(game.record)
    assert kinds(game.record)["Move"] > 20


def test_a_bolder_one_attacks_where_another_does_not() -> None:
    def battles(chance: float) -> int:
        game = a4a.new_game("europe1940", dice=SeededDice(1))
        game.let(a4a.player("greedy", chance=chance), until="turn")
        return kinds(game.record)["Fight"]

    assert battles(0.0) > battles(0.999)


def test_the_troops_of_a_threatened_capital_stay() -> None:
    def attackers(tanks: int) -> int:
        editor = a4a.position("europe1940").clear().turn("France", "Combat Move")
        editor.put("France", "tank", 5, at="France").put(
            "Germany", "infantry", at="Western Germany"
        )
        editor.put("Germany", "tank", tanks, at="Germany")
        game = a4a.new_game(editor.record(), dice=SeededDice(1))
        game.let(a4a.player("greedy"), until="phase")
        return kinds(game.record)["Move"]

    assert attackers(1) > 0
    assert attackers(30) == 0


def test_an_attack_that_is_beaten_is_broken_off() -> None:
    def presses(tanks: int) -> bool:
        editor = a4a.position("europe1940").clear().turn("Germany", "Combat Move")
        editor.put("Germany", "infantry", 4, at="Western Germany")
        editor.put("France", "tank", tanks, at="France").put("France", "infantry", at="France")
        game = a4a.new_game(editor.record(), dice=SeededDice(1))
        units = [u.id for u in game.state.at("Western Germany")]
        game.do(Move(tuple(units), ("Western Germany", "France")))
        game.do(EndPhase())
        while (asked := game.decision) is not None and asked.kind != "retreat":
            game.let(a4a.player("greedy"), until="order")
        assert asked is not None
        answer = a4a.player("greedy").answer(game, asked)
        assert isinstance(answer, Retreat)
        return not answer.to

    assert presses(1)
    assert not presses(6)


def opening() -> Game:
    """3G40 Deluxe as far as Germany and Japan have moved in their turn, which is one."""
    game = a4a.new_game("deluxe3g40", dice=SeededDice(1))
    while game.state.phase != "Deploy Defending Aircraft" and not game.state.battles:
        a4a.player("greedy", seed=1).act(game)  # type: ignore[attr-defined]
    return game


def test_both_powers_of_a_turn_spend_by_whole_prices_once_what_is_owed_is_paid() -> None:
    game = opening()
    given = [s.order for s in game.record.steps.values() if s.order is not None]
    trade = [o for o in given if o.kind in ("Pay", "Buy")]
    assert [o.kind for o in trade if o.fields["treasury"] == "Germany"][:2] == ["Pay", "Buy"]
    first = {
        str(o.fields["treasury"]): o.fields["units"] for o in reversed(trade) if o.kind == "Buy"
    }
    assert set(first) == {"Germany", "Japan"}
    for bought in first.values():
        assert "heavy artillery" in bought  # in all it defends better than two parts of elite
        assert "elite infantry" not in bought
    currency = game.record.catalog.currency
    assert max(game.state.money(power, currency) for power in first) < 5


def test_each_power_of_a_turn_attacks_its_own_enemies_before_either_ends_the_phase() -> None:
    record = opening().record
    ends: dict[str, set[str]] = {"Germany": set(), "Japan": set()}
    for step in record.steps.values():
        before, order = record.state_at(step.parent), step.order
        if order is None or before.phase != "Combat Move":
            continue
        if order.kind != "Move":
            break
        ends[before.units[order.fields["units"][0]].owner].add(order.fields["path"][-1])
    rules, state = a4a.new_game(record).ruleset, record.state_at(1)
    for power, reached in ends.items():
        hostile = Lie(rules, state, power).hostile
        assert any(state.at(space) for space in reached & hostile), power
