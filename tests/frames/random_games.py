"""Random games on the small war's board: legal for the core, senseless otherwise."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.core.units import Holding, Unit
from tests.frames.small_war import BOARD, CATALOG, START

POWERS = [power.name for power in CATALOG.powers]
TYPES = [kind.name for kind in CATALOG.unit_types]
SPACES = [space.name for space in BOARD.spaces]
TREASURIES = list(CATALOG.treasuries)
REASONS = ["income", "objective", "plunder", "convoy", "purchase", "repair", "technology", "bid"]


def random_games() -> st.SearchStrategy[GameRecord]:
    """Games of up to 60 steps with variations and several turns."""
    return st.builds(_game, st.integers(0, 2**32), st.integers(0, 60))


def _game(seed: int, steps: int) -> GameRecord:
    draw = random.Random(seed)
    record = GameRecord(Header(system="small", title="random"), BOARD, CATALOG, START)
    round_ = 0
    for _ in range(steps):
        nodes = [0, *record.steps]
        parent = record.last if draw.random() < 0.85 else draw.choice(nodes)
        state = record.state_at(parent)
        events: list[ev.AnyEvent] = []
        for _ in range(draw.randint(1, 3)):
            round_ += 1
            event = _event(draw, state, round_)
            events.append(event)
            state = state.apply(event)
        record.append(events, parent=parent, actors=(draw.choice(POWERS),))
    return record


def _event(draw: random.Random, state: State, fresh: int) -> ev.AnyEvent:
    power, space = draw.choice(POWERS), draw.choice(SPACES)
    units = list(state.units)
    some = tuple(draw.sample(units, min(len(units), draw.randint(1, 2))))
    kind = draw.randint(0, 11)
    if kind == 0:
        return ev.RoundBegan(state.round + 1)
    if kind == 1:
        return ev.TurnBegan(tuple(draw.sample(POWERS, draw.randint(1, 2))))
    if kind == 2:
        return ev.PhaseBegan(draw.choice(["Move", "Income"]))
    if kind == 3:
        return ev.ControlChanged(
            space, state.control.get(space), draw.choice([*POWERS, None]), "conquest"
        )
    if kind == 4:
        return ev.ValueChanged(space, draw.choice(["value", "mood"]), None, draw.randint(0, 9))
    if kind <= 6:
        return ev.ResourceChanged(
            draw.choice(TREASURIES), draw.choice(["IPC", "tokens"]), draw.randint(-9, 9),
            draw.choice(REASONS),
        )  # fmt: skip
    place = draw.choice([space, Holding(power, "pool")])
    if kind == 7 or not some:
        new = Unit(1000 + fresh, draw.choice(TYPES), power, place)
        return ev.UnitsAdded((new, Unit(2000 + fresh, "infantry", power, new.id)), "reinforcement")
    if kind == 8:
        carried = {i for u in some for i in _under(state, u)}
        others = [u for u in units if u not in carried and u not in some]
        return ev.UnitsPlaced(some, draw.choice([place, *others[:1]]), "placed")
    if kind == 9:
        cargo = {i for u in some for i in _under(state, u)}.difference(some)
        return ev.UnitsRemoved((*some, *cargo), "casualty")
    if kind == 10:
        return ev.UnitsConverted(
            some, "edit", type=draw.choice([None, *TYPES]), owner=draw.choice([None, power]),
            damage=draw.choice([None, 0, 1]), gained=draw.choice([(), ("dug in",)]),
            lost=draw.choice([(), ("tired",)]),
        )  # fmt: skip
    here = state.space_of(some[0])
    if here is None:
        return ev.Noted("nothing")
    return ev.UnitsMoved(some[:1], (here, space), "other", cost=1)


def _under(state: State, unit: int) -> set[int]:
    """Ids of what is aboard a unit."""
    found: set[int] = set()
    for cargo in state.at(unit):
        found |= {cargo.id} | _under(state, cargo.id)
    return found
