"""Random battles with random answers: they end, leave nothing behind, and replay the same."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.rules.areas.combat import casualties, hits
from a4a.rules.areas.combat.listing import reaches
from a4a.rules.areas.orders import Aim, Bombard, Casualties, Fight, Intercept, Retreat, Scramble
from a4a.rules.areas.orders import Submerge as Dive
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.replaying import replay
from a4a.rules.run import Run
from a4a.store.reader import loads
from a4a.store.writer import dumps
from tests.depth import examples
from tests.rules.areas.positions import position, rules

UK, FRANCE, GERMANY, ITALY, USA = "United Kingdom", "France", "Germany", "Italy", "United States"
NORMANDY, SZ110, SZ112, WEST = (
    "Normandy/Bordeaux",
    "sea zone 110",
    "sea zone 112",
    "Western Germany",
)

LAND = ("infantry", "artillery", "mechanized infantry", "tank")
AIR = ("fighter", "tactical bomber", "strategic bomber")
SEA = ("submarine", "destroyer", "cruiser", "battleship", "aircraft carrier", "transport: infantry")
TECHNOLOGIES = ("Heavy Bombers", "Radar", "Super Submarines", "Advanced Artillery", "Jet Fighters",
                "Improved Mechanized Infantry")  # fmt: skip


def few(kinds: tuple[str, ...], most: int = 2) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(kinds), st.integers(1, most), max_size=4)


SCENES = st.fixed_dictionaries(
    {
        "fleet": few(SEA), "wing": few(AIR), "raiders": few(AIR[1:]), "escorts": st.integers(0, 1),
        "army": few(LAND), "home_fleet": few(SEA), "french_fleet": few(SEA[:4], 1),
        "garrison": few((*LAND, "AAA", *AIR)), "partner": few((*LAND, *AIR[:2]), 1),
        "base": few(AIR), "landing": st.booleans(), "engage": st.booleans(),
        "low_luck": st.booleans(), "technologies": st.sets(st.sampled_from(TECHNOLOGIES)),
        "quiet": st.booleans(), "seed": st.integers(0, 10_000),
    }
)  # fmt: skip


def set_up(scene: dict[str, object]) -> Game:
    """Germans attack sea zone 110, Normandy Bordeaux and the facilities of United Kingdom."""
    get = scene.__getitem__
    technologies = tuple(sorted(get("technologies")))  # type: ignore[call-overload]
    game = position(
        units={
            SZ112: {GERMANY: get("fleet")},
            WEST: {GERMANY: get("wing")},
            "Holland/Belgium": {GERMANY: get("army")},
            "Denmark": {GERMANY: {**get("raiders"), "fighter": get("escorts")}},
            SZ110: {} if get("quiet") else {UK: get("home_fleet"), FRANCE: get("french_fleet")},
            NORMANDY: {FRANCE: get("garrison"), UK: get("partner")},
            UK: {} if get("quiet") else {UK: get("base")},
        },  # type: ignore[dict-item]
        phase="Combat Move",
        options=("low luck",) * bool(get("low_luck")) + ("research",),
        technologies={GERMANY: technologies, UK: technologies[::2]},
        dice=SeededDice(int(str(get("seed")))),
    )
    state, moves = game.state, []

    def own(space: str) -> tuple[int, ...]:
        facilities = rules().game.of_category("facility")
        return tuple(
            u.id for u in state.at(space) if u.owner == GERMANY and u.type not in facilities
        )

    if ships := own(SZ112):
        moves.append(ev.UnitsMoved(ships, (SZ112, SZ110), "combat", cost=1))
        if get("engage"):
            moves.append(ev.UnitsTasked(ships, "engage", SZ110))
        landing = tuple(c.id for s in ships for c in state.at(s))
        if get("landing") and landing:
            moves.append(ev.UnitsTasked(landing, "assault", NORMANDY))
    wing = own(WEST)
    if over_sea := wing[::2]:
        moves.append(ev.UnitsMoved(over_sea, (WEST, SZ112, SZ110), "combat", cost=2))
    if over_land := wing[1::2]:
        path = (WEST, "Holland/Belgium", NORMANDY)
        moves.append(ev.UnitsMoved(over_land, path, "combat", cost=2))
    if army := own("Holland/Belgium"):
        moves.append(ev.UnitsMoved(army, ("Holland/Belgium", NORMANDY), "combat", cost=1))
    raiders = own("Denmark")
    bombers = tuple(i for i in raiders if state.unit(i).type != "fighter")
    if bombers:
        moves.append(ev.UnitsMoved(raiders, ("Denmark", SZ112, SZ110, UK), "combat", cost=3))
        moves.append(ev.UnitsTasked(bombers, "raid", UK))
        if escorts := tuple(i for i in raiders if i not in bombers):
            moves.append(ev.UnitsTasked(escorts, "escort", UK))
    game.node = game.record.append(moves, parent=game.node)
    run = Run(game.state, game.dice)
    run.emit(ev.PhaseBegan("Conduct Combat"))
    phase(game).enter(run)
    game.node = game.record.append(run.events, parent=game.node, cause="engine")
    return game


@cache
def _phases() -> dict[int, ConductCombat]:
    return {}


def phase(game: Game) -> ConductCombat:
    system = game.ruleset.game  # type: ignore[attr-defined]
    return _phases().setdefault(id(system), ConductCombat(system))


def answer(game: Game, decision: Decision, chance: random.Random) -> Order:
    """Some legal answer."""
    state = game.state

    def some(units: tuple[int, ...], most: int) -> tuple[int, ...]:
        return tuple(chance.sample(units, chance.randint(0, min(most, len(units)))))

    if decision.kind == "scramble":
        chosen: dict[int, str] = {}
        for unit in some(decision.units, decision.most):
            trial = {**chosen, unit: chance.choice(decision.spaces)}
            chosen = trial if game.can(Scramble(trial)) else chosen
        return Scramble(chosen)
    if decision.kind == "interception":
        return Intercept(some(decision.units, decision.most))
    if decision.kind == "submerge":
        return Dive(some(decision.units, decision.most))
    if decision.kind == "bombardment":
        ships = some(decision.units, decision.most)
        return Bombard(dict.fromkeys(ships, decision.spaces[0]))
    if decision.kind == "retreat":
        return Retreat(chance.choice(decision.options))
    if decision.kind == "battle":
        return Fight(chance.choice(decision.options))
    if decision.kind == "targets":
        bases = [u.id for u in state.at(UK) if u.type.endswith("base")]
        return Aim({bomber: chance.choice(bases) for bomber in decision.units})
    assert decision.kind == "casualties", decision.kind
    asked = next(iter(state.decisions.values()))
    system = game.ruleset.game  # type: ignore[attr-defined]
    due = casualties.toll(system, state, state.battles[asked.battle])
    order = list(due.targets)
    chance.shuffle(order)
    return Casualties(hits.assign(reaches(system), due.hits, order))


def play(game: Game, seed: int) -> list[State]:
    """Play the phase out; return the states between the orders."""
    chance = random.Random(seed)
    states = [game.state]
    for _ in range(2000):
        decision = game.decision
        if decision is None or game.state.phase != "Conduct Combat":
            return states
        for wrong in (Casualties({}), Retreat("Atlantis"), Dive((0,)), Fight("")):
            before = game.state
            with pytest.raises(RuleViolation):
                game.do(wrong)
            assert game.state == before
        game.do(answer(game, decision, chance))
        states.append(game.state)
    raise AssertionError("the phase does not end")


@examples(14, deep=1200)
@given(SCENES)
def test_random_battles_end_and_leave_nothing_behind(scene: dict[str, object]) -> None:
    game = set_up(scene)
    before = game.record.state_at(0)
    play(game, int(str(scene["seed"])))
    after = game.state
    assert not after.battles
    assert not any(q.kind in ("casualties", "retreat") for q in after.decisions.values())
    assert not any("hit" in unit.flags for unit in after.units.values())
    assert not any("way back" in marker for _, marker in after.markers)
    removed = Counter(
        unit
        for node in game.record.way_to(game.node)[1:]
        for e in game.record.step(node).events
        if isinstance(e, ev.UnitsRemoved)
        for unit in e.units
    )
    assert max(removed.values(), default=1) == 1
    assert set(before.units) - set(after.units) == set(removed)
    for unit in after.units.values():
        kind = rules().game.types[unit.type]
        assert kind.category == "facility" or unit.damage < kind.hits
    # Every territory that a battle was fought for is held by a side that has units there.
    assert after.control.get(NORMANDY) in (GERMANY, FRANCE)


@examples(10)
@given(SCENES)
def test_random_battles_replay_the_same(scene: dict[str, object]) -> None:
    """The recorded orders with the recorded rolls cause the same events."""
    game = set_up(scene)
    play(game, int(str(scene["seed"])))
    replay(game.ruleset, game.record)


@examples(6, deep=300)
@given(SCENES)
def test_a_battle_goes_on_from_a_file(scene: dict[str, object]) -> None:
    """Written down and read again after every order, a battle takes the same course."""
    seed = int(str(scene["seed"]))
    game, other = set_up(scene), set_up(scene)
    play(game, seed)
    chance = random.Random(seed)
    while (decision := other.decision) and other.state.phase == "Conduct Combat":
        other = Game(other.ruleset, dice=other.dice, record=loads(dumps(other.record)))
        assert other.decision == decision
        other.do(answer(other, decision, chance))
    assert other.state == game.state
