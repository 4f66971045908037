"""Random games of Global 1940 to round 6: nothing raises, no invariant breaks.

Half of them are played with research; what holds in every game of the family is in
`random_games`, what is special to Global here.
"""

from __future__ import annotations

from collections import Counter

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.neutrals import joined, leaning
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.players import RandomPlayer
from a4a.rules import Game, replay
from a4a.rules.systems import ruleset
from a4a.store import dumps, loads
from tests import depth
from tests.players import random_games

GLOBAL = "global1940"
ROUNDS = 6
CHINA, JAPAN, DUTCH = "China", "Japan", "Dutch"
TOKENS = "kamikaze tokens"
ORDER = ("Germany", "Soviet Union", "Japan", "United States", "China", "United Kingdom", "Italy",
         "ANZAC", "France")  # fmt: skip
CHINA_MAY_LEAVE_FOR = {"Kwangtung", "Burma"}


def look_at(state: State, turn: tuple[str, ...]) -> None:
    """What holds in Global 1940 whenever a turn has ended."""
    board, catalog = state.board, state.catalog
    types = {t.name: t for t in catalog.unit_types}
    chinese = {s.name for s in board.spaces if s.original == CHINA} | CHINA_MAY_LEAVE_FOR
    neutral = {p.name for p in catalog.powers if not p.side}
    fielded: dict[str, list[str]] = {}
    for unit in state.units.values():
        kind = types[unit.type]
        if unit.owner == CHINA:
            assert not isinstance(unit.place, int), f"{unit} is aboard something"
            assert kind.category != "sea", f"China has no {unit.type}"
        if not isinstance(unit.place, str):
            continue
        if unit.owner == CHINA:
            assert unit.place in chinese, f"{unit} has left China"
            if "complex" in unit.type:
                assert board.space(unit.place).original != CHINA, f"China has a {unit.type}"
        if kind.category == "facility":
            fielded.setdefault(unit.place, []).append(unit.type)
            assert state.control.get(unit.place) == unit.owner, f"{unit} is not its holder's"
        elif unit.owner in neutral:
            # A neutral that was attacked and held out is nobody's any more.
            assert state.control.get(unit.place) in (unit.owner, None), f"{unit} is abroad"
    for territory, kinds in fielded.items():
        assert len(set(kinds)) == len(kinds), f"{territory} has {kinds}"
        assert sum("complex" in kind for kind in kinds) <= 1
    for space in board.spaces:
        if space.kind == "land" and not space.impassable and space.original is not None:
            assert space.name in state.control, f"nobody holds {space.name}"
    for first in catalog.powers:
        for second in catalog.powers:
            if first.side and first.side == second.side and first != second:
                assert state.relation(first.name, second.name) != "war"
    assert 0 <= state.money(JAPAN, TOKENS) <= 6
    assert {t for t, *_ in state.balances} <= {t for p in catalog.powers for t in p.treasuries}
    assert turn == (ORDER[(state.turn - 2) % len(ORDER)],) or state.victors
    _all_land(state, turn)


def _all_land(state: State, turn: tuple[str, ...]) -> None:
    """Aircraft of the power whose turn it was are on land of its side, or on carriers' decks."""
    types = {t.name: t for t in state.catalog.unit_types}
    (power,) = turn
    side = state.catalog.side_of(power)
    over: dict[str, int] = {}
    for unit in state.units.values():
        if unit.owner != power or types[unit.type].category != "air":
            continue
        if not isinstance(unit.place, str):
            continue
        if state.board.space(unit.place).kind == "sea":
            over[unit.place] = over.get(unit.place, 0) + types[unit.type].carrier_cost
        else:
            holder = state.control.get(unit.place)
            sides = {state.catalog.side_of(holder), "Allies" if holder == DUTCH else ""}
            if joined(state, unit.place):  # attacked and held: friendly land to one side (p. 11)
                sides.add(leaning(state, unit.place).removeprefix("pro-"))
            assert side in sides, f"{unit} is in the land of {holder}"
    for zone, number in over.items():
        room = sum(
            types[ship.type].carrier_capacity
            - sum(types[guest.type].carrier_cost for guest in state.at(ship.id))
            for ship in state.at(zone)
            if ship.owner == power and not ship.damage
        )
        assert number <= room, f"{number} aircraft of {power} over {zone}, where {room} can land"


def check_history(record: GameRecord) -> None:
    """What was once so: wars last, tokens are only spent, no side's powers attack each other."""
    tokens = 6
    for step in record.steps.values():
        for event in step.events:
            match event:
                case ev.RelationChanged(old="war", new=new):
                    raise AssertionError(f"a war ended in {new}")
                case ev.ResourceChanged(resource="kamikaze tokens", amount=amount):
                    assert amount < 0
                    tokens += amount
                case ev.Rolled(purpose="kamikaze", power=power):
                    assert power == JAPAN
    assert tokens >= 0


def played(seed: int, *, rounds: int = ROUNDS, census: Counter[str] | None = None) -> Game:
    options = {"research": bool(seed % 2)}
    return random_games.played(
        GLOBAL, seed, rounds=rounds, options=options, look=look_at, census=census
    )


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(2, deep=200)))
def test_a_random_game_runs_to_round_6(seed: int, census: Counter[str]) -> None:
    game = played(seed, census=census)
    assert game.state.victors or game.state.round == ROUNDS + 1
    random_games.check_books(game)
    check_history(game.record)


@pytest.mark.parametrize("seed", [1])
def test_the_same_seed_gives_the_same_game_byte_for_byte(seed: int) -> None:
    assert dumps(played(seed, rounds=1).record) == dumps(played(seed, rounds=1).record)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4, 4 + depth.number(1, deep=20)))
def test_orders_given_again_with_the_recorded_rolls_cause_the_same_events(seed: int) -> None:
    record = loads(dumps(played(seed, rounds=3).record))
    replay(ruleset(GLOBAL, {"research": bool(seed % 2)}), record)


def test_a_saved_game_goes_on_as_if_nothing_had_been() -> None:
    game = played(8, rounds=1)
    again = a4a.new_game(loads(dumps(game.record)), dice=SeededDice(8))
    straight = a4a.new_game(game.record, dice=SeededDice(8))
    for one in (again, straight):
        RandomPlayer(9).play_turn(one)
    assert again.state == straight.state
    assert again.record == straight.record
