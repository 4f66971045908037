"""What holds for every record: random legal games with variations, asked in any order."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.setup import open_position, position_of
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId
from a4a.core.units import Unit
from a4a.core.words import describe_step
from a4a.store import dumps, loads
from tests.core import legal, naive
from tests.core.small import CATALOG, START, record
from tests.depth import examples

POWERS = tuple(CATALOG.power_order)
TAGS = {event.__struct_config__.tag for event in ev.AnyEvent.__args__}

seeds = st.integers(0, 2**32)


def play(draw: Random, *, steps: int) -> GameRecord:
    """A random game: each step goes on with the last one, or branches from any node."""
    game = record()
    node = ROOT
    for serial in range(1, steps + 1):
        if draw.random() < 0.1:
            node = draw.choice((ROOT, *game.steps))
        told = legal.events(game.state_at(node), draw, draw.randint(0, 4), serial=serial)
        node = game.append(told, parent=node)
    return game


def judged(game: GameRecord) -> dict[NodeId, naive.Tables]:
    """The tables of every node, folded the plain way."""
    tables = {ROOT: naive.begin(game.start, POWERS)}
    for node, step in game.steps.items():
        tables[node] = naive.after(tables[step.parent], step.events)
    return tables


def unread(game: GameRecord) -> GameRecord:
    """The same record, none of whose states has been asked for."""
    return GameRecord(
        game.header, game.board, game.catalog, game.start, steps=game.steps.values()
    )  # fmt: skip


@examples(6, deep=1200)
@given(seeds)
def test_states_asked_for_in_any_order_are_those_of_the_plain_fold(seed: int) -> None:
    draw = Random(seed)
    game = play(draw, steps=90)
    expected = judged(game)
    fresh = unread(game)
    nodes = [ROOT, *game.steps] * 2
    draw.shuffle(nodes)
    for node in nodes:
        assert naive.tables_of(fresh.state_at(node)) == expected[node], f"node {node}"


@examples(12, deep=1200)
@given(seeds)
def test_a_state_handed_out_never_changes(seed: int) -> None:
    draw = Random(seed)
    game = record()
    held: list[tuple[State, naive.Tables, object]] = []  # both of the record and of apply
    node = ROOT
    for serial in range(1, 40):
        state = game.state_at(node)
        held.append((state, naive.tables_of(state), state.fingerprint()))
        if draw.random() < 0.15:
            node = draw.choice((ROOT, *game.steps))
        told = legal.events(game.state_at(node), draw, draw.randint(1, 4), serial=serial)
        after = game.state_at(node).apply(*told)
        held.append((after, naive.tables_of(after), after.fingerprint()))
        node = game.append(told, parent=node)
        assert game.state_at(node) == after
    for state, tables, fingerprint in held:
        assert naive.tables_of(state) == tables
        assert state.fingerprint() == fingerprint


@examples(24)
@given(seeds)
def test_every_unit_stands_in_exactly_one_place_and_none_is_lost(seed: int) -> None:
    game = play(Random(seed), steps=40)
    for node in (ROOT, *game.steps):
        state = game.state_at(node)
        way = [game.step(n) for n in game.way_to(node)[1:]]
        told = [event for step in way for event in step.events]
        added = sum(len(e.units) for e in told if isinstance(e, ev.UnitsAdded))
        removed = sum(len(set(e.units)) for e in told if isinstance(e, ev.UnitsRemoved))
        assert len(state.units) == len(START.units) + added - removed

        listed = [u.id for s in state.board.index for u in state.within(s)]
        for holding in state.holdings:
            listed += [u.id for u in state._nested(holding)]
        assert sorted(listed) == sorted(state.units)
        for unit in state.units.values():
            assert unit in state.at(unit.place)
        on_board = {i for stack in state.stacks() for i in stack.units}
        assert on_board == {i for i in state.units if state.space_of(i) is not None}


@examples(16)
@given(seeds)
def test_treasuries_hold_the_sum_of_the_ledger(seed: int) -> None:
    game = play(Random(seed), steps=40)
    for node in (ROOT, *game.steps):
        ledger = {(b.treasury, b.resource, b.restriction): b.amount for b in START.balances}
        for step in (game.step(n) for n in game.way_to(node)[1:]):
            for e in step.events:
                if isinstance(e, ev.ResourceChanged):
                    key = (e.treasury, e.resource, e.restriction)
                    ledger[key] = ledger.get(key, 0) + e.amount
        assert game.state_at(node).balances == ledger


@examples(16)
@given(seeds)
def test_time_agrees_with_the_state_on_every_line(seed: int) -> None:
    game = play(Random(seed), steps=60)
    lines = [node for name in game.lines for node in game.line(name)]
    assert sorted(lines) == [ROOT, *game.steps]
    for node in lines:
        state, time = game.state_at(node), game.time(node)
        assert (state.round, state.label, state.turn, state.active, state.phase) == (
            time.round, time.label, time.turn, time.powers, time.phase,
        )  # fmt: skip


@examples(16)
@given(seeds)
def test_a_record_is_written_and_read_back_equal(seed: int) -> None:
    game = play(Random(seed), steps=40)
    again = loads(dumps(game))
    assert again == game
    assert [again.time(n) for n in game.steps] == [game.time(n) for n in game.steps]
    assert naive.tables_of(again.state_at(40)) == naive.tables_of(game.state_at(40))


@examples(16)
@given(seeds)
def test_a_settled_state_begins_a_new_game_equal_to_it(seed: int) -> None:
    game = play(Random(seed), steps=40)
    for node in game.steps:
        state = game.state_at(node)
        if state.settled and not state.victors:
            again = open_position(position_of(state), game.board, game.catalog)
            assert again == state
            assert hash(again) == hash(state)


@examples(16)
@given(seeds)
def test_renumbering_the_units_makes_no_difference(seed: int) -> None:
    draw = Random(seed)
    state = play(draw, steps=25).state_at(25)
    state = state.apply(*(ev.BattleClosed(b, "unknown", "nobody") for b in state.battles))
    state = state.apply(*(ev.Decided(("Italy",), "x", "no", d) for d in state.decisions))
    state = state.apply(*(ev.UnitsPlaced((i,), state.unit(i).place, "on") for i in state.halted))
    position = position_of(state)
    new = dict(zip(state.units, draw.sample(range(1, 10_000), len(state.units)), strict=True))
    units = [
        Unit(
            new[u.id], u.type, u.owner, new[u.place] if isinstance(u.place, int) else u.place,
            u.damage, u.flags, u.name,
        )
        for u in position.units
    ]  # fmt: skip
    draw.shuffle(units)
    markers = tuple(
        type(m)(ev.OnUnit(new[m.subject.unit]), m.marker, m.count)
        if isinstance(m.subject, ev.OnUnit)
        else m
        for m in position.markers
    )
    fields = {name: getattr(position, name) for name in position.__struct_fields__}
    renumbered = type(position)(**{**fields, "units": tuple(units), "markers": markers})
    other = open_position(renumbered, state.board, state.catalog)
    same = open_position(position, state.board, state.catalog)
    assert other == same
    assert hash(other) == hash(same)


@examples(12)
@given(seeds)
def test_every_step_can_be_said_in_words(seed: int) -> None:
    game = play(Random(seed), steps=30)
    for step in game.steps.values():
        said = describe_step(step, game.state_at(step.parent))
        assert len(said) == len(step.events)
        assert all(said)


def test_the_random_games_use_every_event_there_is() -> None:
    games = [play(Random(seed), steps=60) for seed in range(12)]
    used = {
        event.__struct_config__.tag
        for game in games
        for step in game.steps.values()
        for event in step.events
    }
    assert used == TAGS
    assert any(len(game.lines) > 1 for game in games)
