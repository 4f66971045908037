"""The truth of today's engine: games of 2.5 to 2.7 against the live states that it dumped itself.

A state is told by owners, units and money, as in the dumps beside the saves. Long dumps of every
step are sampled.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from a4a.core import events as ev
from a4a.core.state import State
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea.save import SavedRoll, SavedUnits
from tests import depth
from tests.importers.test_truth import Told, engine_view

ROUNDS = {
    "g40_25_easy": 9, "g40_26_fast": 8, "g40_27_resumed_edit": 8, "p40_27_hard": 6,
    "ww2v3_27_easy": 5, "ww2v5_27_easy": 7, "revised25_easy": 3,
    "Domination_1914_No_Mans_Land": 2, "Global_War": 2, "Oztea_1939_Global": 2,
    "Pacific_Theater_Solo_Challenge": 2, "Red_Sun_Over_China": 2, "The_Rising_Sun": 2,
    "WAW40": 2, "World_At_War": 2, "cold_war": 2, "ww2global40": 2,
}  # fmt: skip
"""By save, a round that it comes to: those of all versions of the engine first."""
MOST_STEPS = depth.number(60, deep=120)

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module", params=depth.sample([*ROUNDS], 10))
def told(shared: Path, request: pytest.FixtureRequest) -> Told:
    path = shared / "saves" / "triplea2" / f"{request.param}.tsvg"
    if not path.is_file():
        pytest.skip(f"no save {path.stem} beside the project")
    return Told(path)


def lines_of(told: Told, what: str) -> list[str]:
    """The lines of a dump; none where the engine dumped no such thing."""
    path = told.path.with_name(f"{told.path.stem}.{what}.jsonl.gz")
    if not path.is_file():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.readlines()


def as_dumped(told: Told, state: State) -> tuple[dict[str, Any], dict[str, int]]:
    """A state of the record as the engine dumps its own: no sea zone without units, and money."""
    view = {
        name: {"owner": here["owner"], "units": {
            unit.replace("None/", "Neutral/"): count for unit, count in here["units"].items()
        }}
        for name, here in engine_view(told.names, state).items()
    }  # fmt: skip
    money = {
        player: state.money(told.names.treasury(player), told.names.catalog.currency)
        for player in told.save.players
    }
    return without_empty_seas(told, view), money


def without_empty_seas(told: Told, view: dict[str, Any]) -> dict[str, Any]:
    territories = told.save.territories
    return {name: at for name, at in view.items() if at["units"] or not territories[name].water}


def assert_is(told: Told, state: State, dump: dict[str, Any]) -> None:
    territories, money = as_dumped(told, state)
    assert territories == without_empty_seas(told, dump["territories"]), dump["at"]
    assert {player: money[player] for player in dump["pus"]} == dump["pus"], dump["at"]


def test_the_state_at_each_round_is_the_engines_own(told: Told) -> None:
    record = told.record
    lines = lines_of(told, "states")
    numbers = [node.number for node in told.save.rounds if node.number]
    assert ROUNDS[told.path.stem] in numbers
    for line in lines:
        dump = json.loads(line)
        node = record.last
        if dump["at"] != "last node":
            node = record.node_at(round=int(dump["at"].removeprefix("start of Round: ")))
        assert_is(told, record.state_at(node), dump)
    assert len(lines) >= 4


def step_starts(told: Told) -> Iterator[tuple[str, int]]:
    """Each step of the history that logged anything, and the node at which it begins."""
    for number, step, node in told.watched.step_starts:
        yield f"{number}/{step.name}", node


def test_the_state_at_each_step_is_the_engines_own(told: Told) -> None:
    lines = lines_of(told, "steps")
    starts = list(step_starts(told))
    every = -(-len(lines) // MOST_STEPS)
    compared = 0
    for i, line in enumerate(lines):
        at = line[: line.index('","')].removeprefix('{"at":"')
        # A step in which nothing was logged is in the state in which the next one begins.
        node = starts[0][1] if starts else told.record.last
        if starts and starts[0][0] == at:
            del starts[0]
        if i % every == 0:
            assert_is(told, told.record.state_at(node), json.loads(line))
            compared += 1
    assert not lines or (not starts and compared > MOST_STEPS // 2)


def test_undo_to_the_start_and_redo_is_the_saved_state(told: Told) -> None:
    # Telling a record winds the engine's state to the start and forward again.
    assert told.save.end.snapshot() == told.saved
    assert told.save.end.faults == []


def test_nothing_is_left_that_a4a_does_not_know(told: Told) -> None:
    assert told.record.header.warnings == {}


def test_the_fold_is_where_the_engine_is(told: Told) -> None:
    assert told.watched.engine_units
    for node, units in told.watched.engine_units.items():
        assert dict(told.record.state_at(node).units) == units, told.record.step(node).text


def test_purchases_add_up(told: Told) -> None:
    currency = told.record.catalog.currency
    bills = 0
    for step in told.record.steps.values():
        bought = [event for event in step.events if isinstance(event, ev.Bought)]
        paid = sum(
            event.amount
            for event in step.events
            if isinstance(event, ev.ResourceChanged) and event.resource == currency
        )
        if bought:
            assert sum(line.cost for event in bought for line in event.lines) == -paid, step.text
            bills += len(bought)
    assert bills >= 5


def test_units_that_a_trigger_places_come_with_its_event(told: Told) -> None:
    placed = {
        event.text: event.data.units
        for node in told.save.rounds
        for step in node.steps
        for event in step.events
        if event.text.startswith("Trigger ") and " placed in " in event.text
        if isinstance(event.data, SavedUnits)
    }
    told_of = {
        step.text: tuple(
            unit.id
            for event in step.events
            if isinstance(event, ev.UnitsAdded) and event.reason == "trigger"
            for unit in event.units
        )
        for step in told.record.steps.values()
        if step.text in placed
    }
    assert {text: set(units) for text, units in told_of.items()} == {
        text: set(units) for text, units in placed.items()
    }


def test_a_frontier_has_its_name_in_every_change(told: Told) -> None:
    changes = [c for group in told.save.changes for c in group if isinstance(c, ch.SetFrontier)]
    frontiers = {change.new for change in changes} | {change.old for change in changes}
    assert frontiers <= set(told.save.frontiers)


def test_expected_hits_are_those_that_the_engine_notes(told: Told) -> None:
    noted = [
        line.data.expected
        for node in told.save.rounds
        for step in node.steps
        for event in step.events
        for line in event.lines
        if isinstance(line.data, SavedRoll)
    ]
    expected = [
        event.expected
        for step in told.record.steps.values()
        for event in step.events
        if isinstance(event, ev.Rolled)
        and event.purpose in ("attack", "defense", "aa", "bombard", "interception")
    ]
    assert len(expected) > 30
    assert expected == pytest.approx(noted)
