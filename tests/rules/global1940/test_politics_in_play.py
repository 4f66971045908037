"""What politics keeps true in whole games of Global 1940, played at random."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.state import State
from a4a.players import RandomPlayer
from a4a.rules.areas.politics.data import politics
from a4a.rules.areas.politics.declarations import wars
from a4a.rules.areas.politics.sea_limits import sea_limits
from a4a.rules.areas.politics.situation import Situation
from tests import depth
from tests.rules.global1940.positions import SYSTEM

ROUNDS = depth.number(3, deep=4)
JAPAN, USA = "Japan", "United States"
SIDED = [p.name for p in SYSTEM.catalog.powers if p.side]


def check_wars(state: State) -> None:
    """Wars are between the sides; the powers of a league are in them together; nobody is minor."""
    side_of = SYSTEM.catalog.side_of
    pairs = [(a, b) for a, b in wars(state) if side_of(a) and side_of(b)]
    assert all(side_of(a) != side_of(b) for a, b in pairs)
    for league in politics(SYSTEM).leagues:
        for enemy in league.against:
            assert len({state.relation(power, enemy) == "war" for power in league.powers}) == 1
    for armament in politics(SYSTEM).armaments:
        if Situation(SYSTEM, state, armament.power).is_at_war:
            own = [t for t in armament.at if state.control[t] == armament.power]
            assert not [u for t in own for u in state.at(t) if u.type == armament.from_type]


def check_places(state: State) -> None:
    """No unit stands where its power's peace, or another's treaties, keep it out."""
    movable = set(SYSTEM.types) - SYSTEM.of_category("facility")
    for power in SIDED:
        situation = Situation(SYSTEM, state, power)
        for space, at_sea in SYSTEM.graph.is_sea.items():
            if not at_sea and any(u.type in movable for u in situation.own_in(space)):
                assert situation.stance(space) not in ("not at war", "impassable"), (power, space)


def check_ships(before: State, after: State, power: str) -> None:
    """No ship has come to where peace keeps the ships of its power from."""
    ships = SYSTEM.of_category("sea")
    for limit in sea_limits(SYSTEM, after, power):
        for unit in after.units.values():
            if unit.owner != power or unit.type not in ships or not isinstance(unit.place, str):
                continue
            if unit.id in before.units and before.unit(unit.id).place != unit.place:
                warship = unit.type != "transport"
                allowed = limit.all | limit.patrol if warship else limit.all
                assert unit.place in allowed, (power, unit)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=30)))
def test_politics_holds_in_random_games(seed: int) -> None:
    """After every turn; each game sees wars that did not stand at the start."""
    game = a4a.new_game("global1940", dice=SeededDice(seed))
    player = RandomPlayer(seed)
    first = set(wars(game.state))
    while game.decision is not None and game.state.round <= ROUNDS:
        (power,) = game.state.active
        before = game.state
        player.play_turn(game)
        check_wars(game.state)
        check_places(game.state)
        check_ships(before, game.state, power)
    assert set(wars(game.state)) > first
