"""Whatever is deployed wherever it may be, areas and stacks hold; told by a count of its own."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import a4a
from a4a.core.state import State
from a4a.rules import Game, replay
from a4a.rules.choices import Moves
from a4a.rules.systems.war_in_europe.areas import hexes_of, read_deployments
from a4a.rules.systems.war_in_europe.orders import Deploy, EndDeployment
from tests.depth import examples

# 5.2.1, told anew.
GROUP = {
    "fort": "fort", "artillery": "artillery", "air unit": "air", "strategic air": "air",
    "naval air": "air", "armor": "land", "infantry": "land", "paratroop": "land",
    "surface fleet": "fleet", "submarine fleet": "fleet",
}  # fmt: skip
MOST = {"fort": 1, "artillery": 1, "air": 1, "land": 2, "fleet": 2}


def crowded(state: State) -> set[str]:
    """The hexes that hold too much."""
    friends = Counter(
        (unit.place, state.catalog.side_of(unit.owner) or unit.owner, GROUP[unit.type])
        for unit in state.units.values()
        if isinstance(unit.place, str)
    )
    return {space for (space, _, group), count in friends.items() if count > MOST[group]}


def scatter(game: Game, draw: random.Random, *, crowding: bool) -> None:
    """Deploy some counters of whoever is asked: all in one hex, or each where it likes."""
    moves = game.ruleset.choices(game.state)[0]
    assert isinstance(moves, Moves)
    goal: str | None = None
    for stack in moves.stacks:
        ways = moves.destinations(stack.units)
        if not ways or draw.random() < 0.3:
            continue
        way = next((w for w in ways if w.space == goal), draw.choice(ways))
        goal = way.space if crowding else None
        for order in way.orders:
            assert isinstance(order, Deploy)
            game.do(order)


@given(st.integers(0, 2**32 - 1))
@examples(6, deep=600)
def test_random_deployments_keep_to_areas_and_stacks(seed: int) -> None:
    draw = random.Random(seed)
    game = a4a.new_game("war_in_europe")
    while game.state.round == 0:
        free = game.decision.units
        scatter(game, draw, crowding=draw.random() < 0.3)
        full = crowded(game.state)
        assert full <= {game.state.unit(i).place for i in free}
        assert game.can(EndDeployment()) == (not full)
        while crowded(game.state):
            game.take_back()  # what is proposed is never too much
        game.do(EndDeployment())
    assert not crowded(game.state)
    dataset = a4a.dataset("war_in_europe")
    hexes = hexes_of(read_deployments(dataset).areas, dataset.board)
    units = {(u.owner, u.name): u for u in game.state.units.values()}
    for begins in dataset.deployments:
        place = units[begins.power, begins.counter].place
        assert place in hexes[begins.area] if begins.area else place == begins.place
    assert {u.damage for u in game.state.units.values()} <= {0, 1}
    replay(game.ruleset, game.record)
