"""The truth: real saves against the engine's own dumps, where they lie beside the project."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Unit
from a4a.importers.triplea import read
from a4a.importers.triplea.names import CLAIM, ECONOMY, NameMap
from a4a.importers.triplea.reader import read_save
from a4a.importers.triplea.save import Save, SavedUnits, StepNode
from a4a.importers.triplea.scenario import scenario
from a4a.importers.triplea.translate import _Translator
from tests import depth

SAVES = (
    "g40_fast_s303",
    "g40_hard_s101",
    "nwo_smalls_ai_game_during_combat",
    "revised_during_land_to_land_combat",
    "wwii_global_2nd_edition_during_g1_politics",
)
DUMPED = SAVES[:2]
GLOBAL = (*DUMPED, SAVES[4])


class Watched(_Translator):
    """The translator, with what the engine's state was at the ends and beginnings of things."""

    def __init__(self, save: Save) -> None:
        self.engine_units: dict[int, dict[int, Unit]] = {}
        self.step_starts: list[tuple[int, StepNode, int]] = []
        self.number = 0
        super().__init__(save, scenario(save), file="", anonymous=False)

    def _end_step(self, *args: Any, **kwargs: Any) -> None:
        super()._end_step(*args, **kwargs)
        node = len(self.steps)
        every = depth.number(27, deep=1)
        opens = any(isinstance(event, ev.BattleOpened) for event in self.steps[-1].events)
        if opens or (node - 1) % every == 0:
            held = {
                u: s for u in self.mirror.view.where if (s := self.mirror.view.unit(u)) is not None
            }
            self.engine_units[node] = held

    def _round(self, node: Any, *, last: bool) -> None:
        self.number = node.number
        super()._round(node, last=last)

    def _event(self, step: StepNode, node: Any, *, last: bool) -> None:
        if not self.step_starts or self.step_starts[-1][1] is not step:
            self.step_starts.append((self.number, step, len(self.steps)))
        super()._event(step, node, last=last)


class Told:
    """A save with its record, told once for all tests."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.save = read_save(path)
        self.saved = self.save.end.snapshot()
        self.watched = Watched(self.save)
        self.record: GameRecord = self.watched.record()
        self.names: NameMap = self.watched.names


@pytest.fixture(scope="module")
def tell(shared: Path) -> Any:
    told: dict[str, Told] = {}

    def get(name: str) -> Told:
        if name not in told:
            path = shared / "saves" / f"{name}.tsvg"
            if not path.is_file():
                pytest.skip(f"no save {name} beside the project")
            told[name] = Told(path)
        return told[name]

    return get


def engine_view(names: NameMap, state: State) -> dict[str, Any]:
    """What the engine calls a state of the record: owners and units of every territory."""
    types = {ours: theirs for theirs, ours in names.types.items()}
    view = {}
    for territory, space in names.spaces.items():
        units = Counter(
            f"{names.player_of_unit(state, unit)}/{types[unit.type]}"
            for unit in state.within(space)
        )
        owner = names.player_of_space(state, space) or "Neutral"
        view[territory] = {"owner": owner, "units": dict(units)}
    return view


@pytest.mark.parametrize("name", DUMPED)
def test_the_state_at_each_round_is_the_engines_own_dump(tell: Any, name: str) -> None:
    told = tell(name)
    record, names = told.record, told.names
    lines = (told.path.parent / f"{name}.states.jsonl").read_text().splitlines()
    assert len(lines) >= 10
    for line in lines:
        dump = json.loads(line)
        at = dump["at"]
        node = record.last
        if at.startswith("start of Round: "):
            node = record.node_at(round=int(at.removeprefix("start of Round: ")))
        state = record.state_at(node)
        assert engine_view(names, state) == dump["territories"], at
        money = {player: state.money(names.treasury(player), "IPC") for player in dump["pus"]}
        assert money == dump["pus"], at


@pytest.mark.parametrize("name", DUMPED)
def test_totals_at_each_step_agree_with_the_engines_statistics(tell: Any, name: str) -> None:
    told = tell(name)
    with (told.path.parent / f"{name}.stats_short.csv").open(newline="") as file:
        rows = list(csv.reader(file))
    header = next(i for i, row in enumerate(rows) if row and row[0] == "Round")
    names: NameMap = told.names
    compared = 0
    starts = list(told.watched.step_starts)
    types = {ours: theirs for theirs, ours in names.types.items()}
    for cells in rows[header + 1 :]:
        if len(cells) < 10 or not cells[0].isdigit():
            continue
        row = dict(zip(rows[header], cells, strict=False))
        player, phase = row["Player Turn"].strip(": "), row["Phase Name"]
        # Rows follow the history: each is the start of the next such step.
        while starts:
            number, step, node = starts.pop(0)
            if (number, step.player, step.delegate) == (int(row["Round"]), player, phase.lower()):
                break
        else:
            pytest.fail(f"no step for the row of round {row['Round']}, {player}, {phase}")
        state = told.record.state_at(node)
        units: Counter[tuple[str, str]] = Counter()
        for unit in state.units.values():
            if state.space_of(unit.id) is not None:
                units[names.player_of_unit(state, unit) or "", types[unit.type]] += 1
        for player in told.save.players:
            treasury = names.treasury(player)
            assert state.money(treasury, "IPC") == int(row[f"PUs {player}"]), (row["Round"], phase)
            tokens = int(row[f"Resource: SuicideAttackTokens {player}"])
            assert state.money(treasury, "kamikaze tokens") == tokens
            for kind in told.save.unit_types:
                assert units[player, kind] == int(row[f"UnitType: {kind} {player}"]), (
                    row["Round"], phase, player, kind,
                )  # fmt: skip
        compared += 1
    assert compared > 90


@pytest.mark.parametrize("name", SAVES)
def test_undo_to_the_start_and_redo_is_the_saved_state(tell: Any, name: str) -> None:
    told = tell(name)
    # Telling a record winds the engine's state to the start and forward again.
    assert told.save.end.snapshot() == told.saved


@pytest.mark.soak
@pytest.mark.parametrize("name", SAVES)
def test_the_fold_is_where_the_engine_is(tell: Any, name: str) -> None:
    told = tell(name)
    assert told.watched.engine_units
    for node, units in told.watched.engine_units.items():
        assert dict(told.record.state_at(node).units) == units, told.record.step(node).text


@pytest.mark.parametrize("name", SAVES)
def test_units_where_a_battle_opens_are_those_the_log_names(tell: Any, name: str) -> None:
    told = tell(name)
    record: GameRecord = told.record
    lines = {
        (event.text, units)
        for node in told.save.rounds
        for step in node.steps
        for event in step.events
        if event.text.startswith("Battle in ")
        for units in [
            frozenset(
                unit
                for line in event.lines
                if isinstance(line.data, SavedUnits)
                and any(verb in line.text for verb in (" attack with ", " defend with "))
                for unit in line.data.units
            )
        ]
        if units
    }
    opened = idle = 0
    for step in record.steps.values():
        battle = next((e for e in step.events if isinstance(e, ev.BattleOpened)), None)
        if battle is None or not step.text.startswith("Battle in "):
            continue
        state = record.state_at(step.parent)
        here = {unit.id for unit in state.within(battle.space)}
        named = {unit for part in battle.participants for unit in part.units}
        assert (step.text.strip(), frozenset(named)) in lines
        assert named <= here
        # Bombers on a raid, and friends of the attackers who loiter, are in no line.
        attackers = {part.power for part in battle.participants if part.role == "attacker"}
        for unit in here - named:
            owner = state.unit(unit).owner
            assert all(state.relation(owner, attacker) != "war" for attacker in attackers)
            idle += 1
        opened += 1
    assert idle <= 3
    assert opened == {SAVES[0]: 210, SAVES[1]: 154, SAVES[2]: 3, SAVES[3]: 1, SAVES[4]: 0}[name]


@pytest.mark.parametrize("name", GLOBAL)
def test_global_is_our_board_with_its_set_up(tell: Any, name: str) -> None:
    told = tell(name)
    record = told.record
    ours = a4a.start("global1940")
    assert record.board is ours.board
    assert record.catalog is ours.catalog
    start, printed = record.state_at(0), ours.state_at(0)
    assert start.control == printed.control
    assert start.balances == printed.balances
    for space in record.board:
        mine = Counter((u.owner, u.type, u.damage) for u in start.within(space.name))
        assert mine == Counter((u.owner, u.type, u.damage) for u in printed.within(space.name))
        assert start.income_value(space.name) == space.value
    # TripleA declares the kamikaze zones as the first thing in round 1.
    first_turn = record.state_at(record.node_at(round=1, power="Germany"))
    zones = {key for key, value in first_turn.values.items() if key[1] == "kamikaze" and value}
    assert zones == {key for key in printed.values if key[1] == "kamikaze"}


@pytest.mark.parametrize("name", SAVES)
def test_nothing_is_left_that_a4a_does_not_know(tell: Any, name: str) -> None:
    told = tell(name)
    assert told.record.header.warnings == {}


@pytest.mark.parametrize("name", SAVES)
def test_every_event_of_the_history_is_in_the_record(tell: Any, name: str) -> None:
    told = tell(name)
    texts = Counter(step.text for step in told.record.steps.values() if step.text)
    notes = Counter(
        event.text
        for step in told.record.steps.values()
        for event in step.events
        if isinstance(event, ev.Noted)
    )
    for node in told.save.rounds:
        for step in node.steps:
            for event in step.events:
                text = event.text.strip()[:500]
                assert texts[text] + notes[text] > 0, text


@pytest.mark.parametrize("name", DUMPED)
def test_every_die_of_the_history_is_in_the_record(tell: Any, name: str) -> None:
    from a4a.importers.triplea.save import SavedRoll

    told = tell(name)
    thrown = [
        die.face
        for node in told.save.rounds
        for step in node.steps
        for event in step.events
        for line in event.lines
        if isinstance(line.data, SavedRoll)
        for die in line.data.dice
    ]
    kept = [
        die.face
        for step in told.record.steps.values()
        for event in step.events
        if isinstance(event, ev.Rolled)
        and event.purpose in ("attack", "defense", "aa", "bombard", "other")
        for die in event.dice
    ]
    assert kept == thrown
    assert len(thrown) > 1_500


@pytest.mark.parametrize("name", DUMPED)
def test_battles_end_as_the_engine_noted(tell: Any, name: str) -> None:
    told = tell(name)
    lost_by_note = Counter(
        (number, note.site)
        for number, notes in told.save.battles.items()
        for note in notes
        if note.attacker_lost or note.defender_lost
    )
    spaces = {ours: theirs for theirs, ours in told.names.spaces.items()}
    lost: Counter[tuple[int, str]] = Counter()
    for step in told.record.steps.values():
        if any(isinstance(e, ev.UnitsRemoved) and e.battle for e in step.events):
            battle = next(e for e in step.events if isinstance(e, ev.BattleOpened))
            removed = [
                told.record.state_at(step.parent).unit(unit)
                for e in step.events
                if isinstance(e, ev.UnitsRemoved)
                for unit in e.units
            ]
            catalog = told.record.catalog
            if any(catalog.unit_type(u.type).category != "facility" for u in removed):
                lost[told.record.time(step.id).round, spaces[battle.space]] += 1
    assert lost == lost_by_note


@pytest.mark.soak
@pytest.mark.parametrize("name", SAVES[depth.number(len(DUMPED), deep=0) :])
def test_reading_again_gives_the_same_record(tell: Any, name: str) -> None:
    told = tell(name)
    again = read(told.path)
    assert again.start == told.record.start
    assert dict(again.steps) == dict(told.record.steps)


def test_whatever_changes_is_told_with_what_it_was(tell: Any) -> None:
    """A space that pays the other of the two British economies told so for the first time."""
    told = tell(DUMPED[1])
    british = {told.names.treasury(one) for one in told.names.players_of["United Kingdom"]}
    values, seen = dict(told.record.state_at(0).values), set[str]()
    for node in told.record.line()[1:]:
        for event in told.record.step(node).events:
            if isinstance(event, ev.ValueChanged):
                key = event.space, event.key
                if event.key == ECONOMY and key not in values:
                    assert {event.old, event.new} == british
                else:
                    assert (event.old or None) == (values.get(key) or None), (node, event)
                values[key] = event.new
                seen.add(event.key)
    assert seen >= {ECONOMY, CLAIM}


def test_a_facility_belongs_to_the_player_whom_its_space_pays(tell: Any) -> None:
    names = tell(DUMPED[0]).names
    state = tell(DUMPED[0]).record.state_at(0)
    base = next(
        unit for unit in state.within("India") if "base" in unit.type or "field" in unit.type
    )
    first, second = names.players_of["United Kingdom"]
    for player in (first, second):
        assert names.expected_player(base, names.treasury(player)) == player
    assert names.expected_player(base, "") == first


def test_steps_are_steps(tell: Any) -> None:
    told = tell(SAVES[3])
    assert all(isinstance(step, Step) for step in told.record.steps.values())
