"""Where units can go: what is listed may be ordered, and what may be ordered is listed."""

from __future__ import annotations

import random

import pytest

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.movement.reach import Reach
from tests.rules.areas.positions import ids, one, position, rules

UK, GERMANY = "United Kingdom", "Germany"
PHASES = {"combat": "Combat Move", "noncombat": "Noncombat Move"}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("power", [GERMANY, UK, "Italy", "Soviet Union"])
def test_every_way_listed_may_be_ordered(power, phase):
    game = position(power=power, phase=PHASES[phase], round=1, keep_set_up=True)
    reach = Reach(game.ruleset.game)
    seen = set()
    for unit in game.state.units.values():
        if unit.owner != power or (unit.type, unit.place) in seen:
            continue
        seen.add((unit.type, unit.place))
        for way in reach.ways(game.state, [unit.id], phase=phase):
            game.verify(way.order([unit.id]))


@pytest.mark.parametrize("phase", PHASES)
def test_one_way_that_is_picked_is_any_of_those_listed(phase):
    game = position(power=GERMANY, phase=PHASES[phase], round=1, keep_set_up=True)
    reach = Reach(game.ruleset.game)
    for kind in ("tank", "fighter", "submarine", "transport", "infantry"):
        unit = next(u.id for u in game.state.units.values() if (u.owner, u.type) == (GERMANY, kind))
        listed = list(reach.ways(game.state, [unit], phase=phase))
        shuffle = random.Random(1).shuffle
        picked = {reach.pick(game.state, [unit], phase=phase, shuffle=shuffle) for _ in range(400)}
        assert picked == (set(listed) or {None})
        assert reach.pick(game.state, [unit], phase=phase) == next(iter(listed), None)
        for end in {way.path[-1] for way in listed}:
            there = reach.pick(game.state, [unit], phase=phase, ends={end})
            assert there == next(way for way in listed if way.path[-1] == end)
        assert reach.pick(game.state, [unit], phase=phase, ends=set()) is None


def test_each_end_over_land_is_listed_once():
    game = position(units={"Germany": {GERMANY: {"tank": 1}}}, phase=PHASES["noncombat"])
    tank = one(game, "Germany", "tank")
    ways = Reach(game.ruleset.game).ways(game.state, [tank], phase="noncombat")
    ends = [way.path[-1] for way in ways]
    assert len(ends) == len(set(ends))


def test_destinations_of_a_stack_are_those_of_its_slowest_unit():
    game = position(
        units={"Germany": {GERMANY: {"infantry": 1, "tank": 1}}}, phase=PHASES["noncombat"]
    )
    reach = Reach(game.ruleset.game)
    tank, infantry = one(game, "Germany", "tank"), one(game, "Germany", "infantry")
    alone = reach.destinations(game.state, [tank], phase="noncombat")
    both = reach.destinations(game.state, [tank, infantry], phase="noncombat")
    near = {"Poland", "Western Germany", "Slovakia/Hungary", "Greater Southern Germany"}
    assert set(both) == near
    assert set(alone) > near
    assert alone["Denmark"].path == ("Germany", "Western Germany", "Denmark")


def test_a_blitz_and_a_bonus_of_a_base_show_in_the_destinations():
    game = position(
        units={
            "Western Germany": {GERMANY: {"tank": 1, "mechanized infantry": 1, "fighter": 1}},
            "France": {"France": {"infantry": 1}},
        },
        control={"Holland/Belgium": "France"},
        phase=PHASES["combat"],
    )
    reach = Reach(game.ruleset.game)
    tank = one(game, "Western Germany", "tank")
    mechanized = one(game, "Western Germany", "mechanized infantry")
    ends = reach.destinations(game.state, [tank], phase="combat")
    assert {"Normandy/Bordeaux", "Western Germany", "France"} <= set(ends)
    alone = reach.destinations(game.state, [mechanized], phase="combat")
    assert "Normandy/Bordeaux" not in alone
    paired = reach.destinations(game.state, [tank, mechanized], phase="combat")
    assert "Normandy/Bordeaux" in paired


def test_what_can_reach_a_space():
    game = position(
        units={
            "Germany": {GERMANY: {"infantry": 1, "tank": 1}},
            "sea zone 113": {GERMANY: {"cruiser": 1}},
        },
        phase=PHASES["noncombat"],
    )
    reach = Reach(game.ruleset.game)
    found = reach.reachers(game.state, "Denmark", phase="noncombat")
    assert set(found) == set(ids(game, "Germany", "tank"))
    found = reach.reachers(game.state, "sea zone 114", phase="noncombat")
    assert set(found) == set(ids(game, "sea zone 113", "cruiser"))


def test_the_answers_follow_the_state():
    """One helper asked about one state after another never mixes them up."""
    made = rules()
    start = made.start().state_at(0)
    reach = Reach(made.game)

    def turn(power: str) -> State:
        return start.apply(
            ev.RoundBegan(1), ev.TurnBegan((power,)), ev.PhaseBegan("Noncombat Move")
        )

    german, british = turn(GERMANY), turn(UK)
    infantry = next(
        u.id for u in start.units.values() if u.type == "infantry" and u.place == "Germany"
    )
    before = reach.destinations(german, [infantry], phase="noncombat")
    assert not reach.destinations(british, [infantry], phase="noncombat")
    moved = german.apply(ev.UnitsMoved((infantry,), ("Germany", "Poland"), "noncombat", 1))
    assert before
    assert not reach.destinations(moved, [infantry], phase="noncombat")
    assert reach.destinations(german, [infantry], phase="noncombat") == before


@pytest.mark.parametrize("phase", PHASES)
def test_who_reaches_a_space_are_those_who_have_a_way_there(phase):
    """Asked space by space, with what is remembered between, or unit by unit: the same."""
    game = position(power=GERMANY, phase=PHASES[phase], round=1, keep_set_up=True)
    reach = Reach(game.ruleset.game)
    own = [u.id for u in game.state.units.values() if u.owner == GERMANY]
    ways = {unit: list(reach.ways(game.state, [unit], phase=phase)) for unit in own}
    for space in game.state.board.index:
        first = {
            unit: next((way for way in found if way.path[-1] == space), None)
            for unit, found in ways.items()
        }
        expected = {unit: way for unit, way in first.items() if way is not None}
        assert reach.reachers(game.state, space, phase=phase) == expected
