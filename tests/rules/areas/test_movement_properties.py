"""Properties of movement in scattered positions: what random orders and random play never break."""

from __future__ import annotations

import random

from hypothesis import example, given
from hypothesis import strategies as st

from a4a.core.errors import RuleViolation
from a4a.rules.areas.movement.fields import Fields
from a4a.rules.areas.movement.reach import Reach
from a4a.rules.areas.orders import DeclareWar, EndPhase, Engage, Move, Permit
from a4a.rules.game import Game
from a4a.rules.run import Run
from tests.depth import examples
from tests.rules.areas.scattered import scattered

SEEDS = st.integers(min_value=0, max_value=10_000)
PHASES = ("Combat Move", "Noncombat Move")


@examples(24)
@given(SEEDS)
def test_any_order_is_allowed_or_refused_and_never_breaks(seed):
    """Units, paths, ships and tasks picked at random, most of them nonsense."""
    game = scattered(seed)
    rng = random.Random(seed)
    state = game.state
    spaces = [s.name for s in state.board.spaces]
    units = list(state.units)
    moving = [u for u in state.units.values() if u.owner == state.active[0]] or list(
        state.units.values()
    )
    for _ in range(60):
        first = rng.choice(moving)
        here = state.space_of(first.id) or rng.choice(spaces)
        path = [here]
        for _ in range(rng.randint(0, 3)):
            near = state.board.neighbours(path[-1])
            path.append(rng.choice(near) if near and rng.random() < 0.9 else rng.choice(spaces))
        chosen = (first.id, *rng.sample(units, rng.choice([0, 0, 0, 1])))
        aboard = rng.choice([None, None, rng.choice(units), -1])
        task = rng.choice(["", "", "raid", "escort", "support"])
        game.can(Move(chosen, tuple(path), aboard, task))
    game.can(Engage(rng.choice(spaces), rng.choice(["attack", "ignore"])))
    game.can(DeclareWar((rng.choice([p.name for p in state.catalog.powers]),)))
    assert game.state == state


@examples(16)
@given(SEEDS)
def test_random_moves_keep_every_unit_in_a_place_it_may_be_in(seed):
    """Nothing is lost in a movement phase, overloaded, overdrawn or on the wrong element."""
    game = scattered(seed)
    phase = game.state.phase
    if phase not in PHASES:
        return
    before = {u.id: u.type for u in game.state.units.values()}
    moves = play(game, random.Random(seed))
    after = game.state
    assert {u.id: u.type for u in after.units.values()} == before
    sound(game)
    while moves and game.node is not None:
        try:
            game.take_back()
        except RuleViolation:
            break
    assert game.state.units == scattered(seed).state.units


@examples(12)
@given(SEEDS)
@example(150)  # a loaded transport beside the carrier
def test_when_noncombat_moves_end_every_aircraft_is_where_it_may_be(seed):
    """In a territory that was friendly all turn, or at sea with room on carriers."""
    game = scattered(seed)
    if game.state.phase != "Noncombat Move":
        return
    power = game.state.active[0]
    play(game, random.Random(seed))
    state = game.state
    fields = Fields(game.ruleset.game)
    for _ in range(200):
        try:
            game.verify(EndPhase())
            break
        except RuleViolation:
            if not take_back(game):
                return  # from the outset some could be saved by moves that random play misses
    else:
        raise AssertionError("moves were taken back without end")
    field = fields.of(game.state, combat=False)
    phase = next(p for p in game.ruleset.phases if p.name == "Noncombat Move")
    run = Run(game.state, game.dice)
    phase.leave(run)
    state = run.state
    kinds = {t.name: t for t in state.catalog.unit_types}
    for unit in state.units.values():
        if unit.owner != power or kinds[unit.type].category != "air":
            continue
        if isinstance(unit.place, str) and state.board.space(unit.place).kind == "land":
            assert field.ground.held(unit.place)
        elif isinstance(unit.place, str):
            assert kinds[unit.type].carrier_cost
            room = sum(
                kinds[u.type].carrier_capacity - len(state.at(u.id))
                for u in state.at(unit.place)
                if u.owner == power and not u.damage and kinds[u.type].carrier_capacity
            )
            here = sum(
                u.owner == power and kinds[u.type].category == "air" for u in state.at(unit.place)
            )
            assert here <= room


def play(game: Game, rng: random.Random) -> int:
    """Make random legal moves with most units; return how many."""
    state = game.state
    phase = "combat" if state.phase == "Combat Move" else "noncombat"
    reach = Reach(game.ruleset.game)
    units = [u.id for u in state.units.values() if u.owner == state.active[0]]
    rng.shuffle(units)
    moves = 0
    for unit in units:
        ways = list(reach.ways(game.state, [unit], phase=phase))
        if ways:
            game.do(rng.choice(ways).order([unit]))
            moves += 1
            if game.decision.kind == "permission":
                game.do(Permit(rng.choice(["yes", "no"])))
    return moves


def take_back(game: Game) -> bool:
    try:
        game.take_back()
    except RuleViolation:
        return False
    return True


def sound(game: Game) -> None:
    """Assert what must hold after any move."""
    state = game.state
    kinds = {t.name: t for t in state.catalog.unit_types}
    field = Fields(game.ruleset.game).of(state, combat=state.phase == "Combat Move")
    for unit in state.units.values():
        kind, place = kinds[unit.type], unit.place
        if isinstance(place, str):
            sea = state.board.space(place).kind == "sea"
            assert kind.category == "air" or sea == (kind.category == "sea")
        elif isinstance(place, int):
            ship = kinds[state.unit(place).type]
            assert ship.transport_capacity if kind.category == "land" else ship.carrier_capacity
        load = sum(kinds[u.type].transport_cost for u in state.at(unit.id))
        assert load <= kind.transport_capacity
        if unit.owner == field.power and kind.category in ("sea", "air"):
            assert field.left(unit) >= 0
