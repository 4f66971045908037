"""One worked example of each rulebook: folded node by node, saved, put into words."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.core import events as ev
from a4a.core.setup import open_position, position_of
from a4a.store import load, save
from tests.examples import europe1940, war_in_europe, wargame1942
from tests.examples.log import EXAMPLES, LOGS, log_of, story_of
from tests.examples.story import Story, difference, picture


@pytest.fixture(params=EXAMPLES)
def example(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def story(example: str) -> Story:
    return story_of(example)


def test_every_step_changes_exactly_what_is_written_beside_it(story: Story) -> None:
    record = story.record
    assert set(story.changes) == set(record.steps)
    for node, step in record.steps.items():
        changed = difference(record.state_at(step.parent), record.state_at(node))
        assert changed == dict(story.changes[node]), f"node {node}"


def test_the_start_is_what_the_position_says(story: Story) -> None:
    start, state = story.record.start, story.record.state_at(0)
    assert set(state.units.values()) == set(start.units)
    assert dict(state.control) == start.control
    assert sum(state.balances.values()) == sum(b.amount for b in start.balances)


def test_a_saved_example_loads_equal(story: Story, tmp_path: Path) -> None:
    record = story.record
    save(record, tmp_path / "example.a4a")
    loaded = load(tmp_path / "example.a4a")
    assert loaded == record
    assert loaded.lines == record.lines
    for node in record.steps:
        assert picture(loaded.state_at(node)) == picture(record.state_at(node))
        assert loaded.time(node) == record.time(node)


def test_the_log_in_words_is_the_one_written_down(example: str, story: Story) -> None:
    assert log_of(story.record) == (LOGS / f"{example}.txt").read_text(encoding="utf-8")


def test_no_example_needs_a_note_to_say_what_happened(story: Story) -> None:
    events = [event for step in story.record.steps.values() for event in step.events]
    assert not any(isinstance(event, ev.Noted) for event in events)
    assert not any(step.text or step.order for step in story.record.steps.values())


def test_every_battle_and_decision_is_opened_once_and_closed(story: Story) -> None:
    last = story.record.state_at(story.record.last)
    assert last.settled
    steps = [story.record.step(node) for node in story.record.line()[1:]]
    events = [event for step in steps for event in step.events]
    opened = [e.battle for e in events if isinstance(e, ev.BattleOpened)]
    closed = [e.battle for e in events if isinstance(e, ev.BattleClosed)]
    assert sorted(opened) == sorted(closed)
    assert opened


def test_a_new_game_can_begin_from_the_end_of_an_example(story: Story) -> None:
    last = story.record.state_at(story.record.last)
    assert open_position(position_of(last), last.board, last.catalog) == last


def test_the_dice_say_how_many_hits_there_were(story: Story) -> None:
    for step in story.record.steps.values():
        for event in step.events:
            if not isinstance(event, ev.Rolled):
                continue
            assert all(1 <= die.face <= event.sides for die in event.dice)
            for die in event.dice:
                assert die.result == (
                    "" if not die.target else "hit" if die.face <= die.target else "miss"
                )
            if event.chart:
                assert event.hits == event.chart.loss
            else:
                assert event.hits == sum(die.result == "hit" for die in event.dice)
            if event.expected is not None:
                targets = sum(die.target for die in event.dice)
                assert event.expected == pytest.approx(targets / event.sides)


# --- what single rulebooks ask of the core ------------------------------------------------------


def test_a_declined_scramble_is_a_step_of_its_own() -> None:
    record = europe1940.story().record
    (declined,) = (
        step
        for node in record.line()[1:]
        for step in [record.step(node)]
        for event in step.events
        if isinstance(event, ev.Decided) and event.kind == "scramble"
    )
    assert declined.actors == (europe1940.GERMANY,)
    assert not record.settled(declined.parent)
    assert record.settled(declined.id)


def test_an_accepted_scramble_remembers_where_it_came_from() -> None:
    record = europe1940.story().record
    (name,) = (line for line in record.lines if line != "main")
    state = record.state_at(record.line(name)[-1])
    fighter = state.memory(europe1940.JAGER)
    assert fighter.scrambled_from == europe1940.NORMANDY
    assert fighter.battles == ("off Normandy",)
    assert state.battles["landing"].links == ("off Normandy",)


def test_a_landing_remembers_ship_and_sea_zone() -> None:
    record = europe1940.story().record
    memory = record.state_at(10).memory(europe1940.TANK)
    assert (memory.origin, memory.via) == (europe1940.UK, europe1940.SZ110)
    assert memory.loaded
    assert memory.unloaded
    assert memory.battles == ("landing",)


def test_the_seas_of_the_turn_are_known_as_they_were_when_it_began() -> None:
    record = europe1940.story().record
    start = record.state_at(record.last).turn_start
    assert start is not None
    assert start.control[europe1940.NORMANDY] == europe1940.GERMANY
    assert start.unit(europe1940.AIR_BASE).owner == europe1940.GERMANY


def test_a_ship_retreats_from_one_open_battle_and_defends_in_another() -> None:
    record = wargame1942.story().record
    opened = next(
        node
        for node, step in record.steps.items()
        for event in step.events
        if isinstance(event, ev.BattleOpened) and event.battle == "adriatic"
    )
    step = record.step(opened)
    state = record.state_at(step.parent).apply(step.events[0])
    assert set(state.battles) == {"aegean", "adriatic"}
    assert state.battles["aegean"].round == 2
    assert state.battles["adriatic"].links == ("aegean", "levant")
    defenders = state.battles["adriatic"].participants[1]
    assert defenders.units == (wargame1942.JANUS,)
    assert state.memory(wargame1942.JANUS).battles == ("aegean", "adriatic")


def test_jordan_is_no_retreat_while_the_flank_attack_lasts() -> None:
    record = wargame1942.story().record
    asked = [
        (node, event.options)
        for node, step in record.steps.items()
        for event in step.events
        if isinstance(event, ev.Asked) and event.battle == "egypt"
    ]
    flank = [("jordan" in record.state_at(node).battles) for node, _ in asked]
    assert [options for _, options in asked] == [("no",), ("no", wargame1942.JORDAN)]
    assert flank == [True, False]


def test_two_powers_play_one_turn() -> None:
    record = wargame1942.story().record
    assert record.time(record.last).powers == ("Germany", "Italy")
    assert record.node_at(round=7, power="Italy", phase="combat") == 5


def test_restricted_money_is_kept_apart() -> None:
    state = wargame1942.story().record.state_at(0)
    assert state.money("U.K.", "dollars") == 18
    assert state.balances["U.K.", "dollars", "Lend/Lease, no infantry"] == 3


def test_losses_of_the_chart_are_the_rulebooks() -> None:
    record = war_in_europe.story().record
    readings = [
        (event.chart.line, event.chart.strength, event.chart.final, face, event.chart.loss)
        for step in record.steps.values()
        for event in step.events
        if isinstance(event, ev.Rolled) and event.chart
        for face in [sum(die.face for die in event.dice)]
    ]
    assert readings == [
        ("Land vs. Land", 9, "8-11", 6, 1),
        ("Land vs. Land", 4, "4-7", 9, 0),
        ("Air vs. Sea", 4, "1-4", 3, 1),
        ("Sea vs. Air", 3, "1-3", 8, 0),
        ("Land vs. Land", 12, "12-15", 8, 1),
        ("Land vs. Land", 14, "12-15", 5, 2),
    ]


def test_factors_on_the_board_are_those_that_fired() -> None:
    record = war_in_europe.story().record
    strengths = {}
    for node, step in record.steps.items():
        state = record.state_at(step.parent)
        for event in step.events:
            if isinstance(event, ev.Rolled) and event.chart:
                battle = state.battles[event.battle]
                ids = [i for p in battle.participants if p.role == event.role for i in p.units]
                types = [record.catalog.unit_type(state.unit(i).type) for i in ids]
                strengths[node, event.role] = (
                    sum(t.attack if event.role == "attacker" else t.defense for t in types),
                    event.chart.strength,
                )
            state = state.apply(event)
    assert strengths
    for of_units, fired in strengths.values():
        assert of_units == fired
