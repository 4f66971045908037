"""Tracks of what follows from a state alone, in wars where anything may happen."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core import events as ev
from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.position import Position, Relation, SpaceValue
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.core.units import Unit
from a4a.map.timeline_builder import build_timeline
from tests.depth import examples
from tests.examples.log import EXAMPLES, story_of
from tests.frames.random_games import random_games
from tests.map.test_timeline import assert_tells_the_states

POWERS = ("Germany", "Italy", "Britain", "Soviets", "Neutrals")
LANDS = ("Denmark", "Sweden", "Norway", "Rhine")
SEAS = ("Baltic", "North Sea")
BOARD = Board(
    name="the Sound",
    spaces=(
        *(Space(name=name, kind="land", value=2) for name in LANDS),
        *(Space(name=name, kind="sea") for name in SEAS),
        Space(name="Coastal Hex", kind="coast"),
    ),
    borders=(
        Border("Denmark", "Rhine", "land"),
        Border("Sweden", "Norway", "land"),
        Border("Norway", "Coastal Hex", "land"),
        Border("Denmark", "Sweden", "strait"),
        Border("Rhine", "Norway", "box"),
        *(Border(land, sea, "coast") for land in ("Denmark", "Sweden") for sea in SEAS),
        Border("North Sea", "Norway", "coast"),
        Border("Baltic", "North Sea", "canal", "The Sound", ("Denmark", "Sweden")),
        Border("North Sea", "Coastal Hex", "sea"),
    ),
)
CATALOG = Catalog(
    system="sound",
    dice_sides=6,
    currency="IPC",
    powers=(
        Power(name="Germany", side="Axis"),
        Power(name="Italy", side="Axis"),
        Power(name="Britain", side="Allies"),
        Power(name="Soviets", side="Comintern"),
        Power(name="Neutrals", playable=False),
    ),
    unit_types=(
        UnitType(name="infantry", category="land", cost=3),
        UnitType(name="fighter", category="air", cost=10),
        UnitType(name="destroyer", category="sea", cost=8),
        UnitType(name="harbour", category="facility", cost=9),
    ),
)
START = Position(
    units=(
        Unit(1, "destroyer", "Germany", "Baltic"),
        Unit(2, "destroyer", "Britain", "North Sea"),
        Unit(3, "infantry", "Germany", 1),
        Unit(4, "fighter", "Soviets", "Norway"),
        Unit(5, "harbour", "Britain", "North Sea"),
    ),
    control={"Denmark": "Germany", "Rhine": "Germany", "Sweden": "Neutrals", "Norway": "Britain"},
    relations=(Relation("Germany", "Soviets", "neutral"), Relation("Germany", "Britain", "war")),
    values=(SpaceValue("Sweden", "leaning", "pro-Axis"), SpaceValue("Rhine", "value", 4)),
)


def war(seed: int, steps: int) -> GameRecord:
    draw = random.Random(seed)
    record = GameRecord(Header(system="sound", title="random"), BOARD, CATALOG, START)
    for number in range(steps):
        state = record.state_at(record.last)
        events = []
        for again in range(draw.randint(1, 3)):
            events.append(happening(draw, state, 100 + 10 * number + again))
            state = state.apply(events[-1])
        record.append(events)
    return record


def happening(draw: random.Random, state: State, fresh: int) -> ev.AnyEvent:
    names = [space.name for space in BOARD.spaces]
    a, b = draw.sample(POWERS, 2)
    units = [i for i in state.units if not state.at(i)]
    match draw.randint(0, 8):
        case 0 | 1:
            space = draw.choice([*LANDS, "Coastal Hex"])
            old, new = state.control.get(space), draw.choice([*POWERS, None])
            return ev.ControlChanged(space, old, new, "conquest")
        case 2:
            word = draw.choice(["war", "neutral", "allied", ""])
            return ev.RelationChanged(a, b, state.relation(a, b), word)
        case 3:
            return ev.TurnBegan(tuple(draw.sample(POWERS, draw.randint(0, 2))))
        case 4:
            word = draw.choice(["pro-Axis", "pro-Allies", "strict", None])
            return ev.ValueChanged(draw.choice(LANDS), "leaning", None, word)
        case 5:
            return ev.ValueChanged(draw.choice(names), "value", None, draw.choice([0, 2, 5, None]))
        case 6 if units:
            return ev.UnitsConverted((draw.choice(units),), "mutiny", owner=a)
        case 7 if units:
            return ev.UnitsRemoved((draw.choice(units),), "casualty")
    if units and draw.random() < 0.6:
        unit = draw.choice(units)
        here = state.space_of(unit)
        assert here is not None
        return ev.UnitsMoved((unit,), (here, draw.choice(names)), "other", cost=1)
    kind = draw.choice([kind.name for kind in CATALOG.unit_types])
    return ev.UnitsAdded((Unit(fresh, kind, a, draw.choice(names)),), "reinforcement")


@examples(24)
@given(st.builds(war, st.integers(0, 2**32), st.integers(0, 40)))
def test_every_track_of_a_random_war_tells_its_states(record: GameRecord) -> None:
    timeline = build_timeline(record, record.line())
    assert_tells_the_states(record, timeline, range(len(timeline.nodes)))


@examples(10)
@given(random_games())
def test_every_line_of_a_random_game_tells_its_states(record: GameRecord) -> None:
    for line in record.lines:
        nodes = record.way_to(record.line(line)[-1])
        timeline = build_timeline(record, nodes)
        assert_tells_the_states(record, timeline, range(len(nodes)))


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_four_systems_tell_their_states(example: str) -> None:
    record = story_of(example).record
    for line in record.lines:
        nodes = record.way_to(record.line(line)[-1])
        timeline = build_timeline(record, nodes)
        assert_tells_the_states(record, timeline, range(len(nodes)))


def test_random_wars_have_fronts_straits_and_leanings() -> None:
    """Or the tests above would hold of nothing."""
    record = war(1940, 120)
    timeline = build_timeline(record, record.line())
    kinds = {value for track in timeline.fronts.values() for value in track[1::2]}
    assert kinds == {0, 1, 2, 3, 4}
    assert len(timeline.straits) == 2
    assert set(timeline.straits[1].open[1::2]) >= {0, 1}
    assert set(timeline.leanings) == {"", "pro-Axis", "pro-Allies", "strict"}
    assert timeline.value
