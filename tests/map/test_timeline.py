from __future__ import annotations

import gzip
import re
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import pytest

import a4a
from a4a import boards
from a4a.core import events as ev
from a4a.core.fronts import front
from a4a.core.gates import is_open
from a4a.core.neutrals import leaning
from a4a.core.phrases import flag_called
from a4a.map.timeline import DrawnWay, Timeline, Track
from a4a.map.timeline_builder import build_timeline
from tests.map.skirmish import mischievous, skirmish
from tests.shared_games import opened, shipped

if TYPE_CHECKING:
    from pathlib import Path

    from a4a.core.record import GameRecord


def value_at(track: Track, position: int) -> int:
    """The value of a track, by reading it from its beginning."""
    values = [v for at, v in zip(track[::2], track[1::2], strict=True) if at <= position]
    return values[-1]


def assert_tells_the_states(record: GameRecord, timeline: Timeline, positions: range) -> None:
    """Every track says what the state at each position says."""
    powers = [power.name for power in timeline.powers]
    types = [kind.name for kind in timeline.types]
    for position in positions:
        state = record.state_at(timeline.nodes[position])
        expected: dict[str, Counter[tuple[str, str, str]]] = {}
        for stack in state.stacks():
            words = "" if stack.condition == "intact" else stack.condition
            condition = ", ".join(map(flag_called, words.split(", ")))
            key = (stack.power, stack.type, condition)
            expected.setdefault(stack.space, Counter())[key] += stack.count
        fought = {battle.space for battle in state.battles.values()}
        for i, space in enumerate(timeline.spaces):
            owner = value_at(timeline.owner[i], position)
            assert (powers[owner] if owner >= 0 else None) == state.control.get(space.name)
            content = timeline.stacks[value_at(timeline.stack[i], position)]
            shown = Counter(
                {
                    (powers[p], types[t], timeline.conditions[c]): count
                    for p, t, c, count in zip(*[iter(content)] * 4, strict=True)
                }
            )
            assert shown == expected.get(space.name, Counter()), (position, space.name)
            fighting = value_at(timeline.battle.get(i, [0, 0]), position)
            assert bool(fighting) == (space.name in fought)
            worth = value_at(timeline.value.get(i, [0, space.value]), position)
            assert worth == state.income_value(space.name)
            word = timeline.leanings[value_at(timeline.leaning.get(i, [0, 0]), position)]
            assert word == leaning(state, space.name), (position, space.name)
        for i, row in enumerate(timeline.borders):
            ends = timeline.spaces[row.a].name, timeline.spaces[row.b].name
            border = state.board.border(*ends)
            assert border is not None
            assert (border.a, border.b, border.kind, border.name) == (*ends, row.kind, row.name)
            found = front(state, border)
            expected_front = 0
            if found is not None:
                expected_front = {"land": 1, "coast": 3}[found.kind] + (found.a == border.b)
            assert value_at(timeline.fronts.get(i, [0, 0]), position) == expected_front, ends
        for strait in timeline.straits:
            row = timeline.borders[strait.border]
            gate = state.board.border(timeline.spaces[row.a].name, timeline.spaces[row.b].name)
            assert gate is not None
            moving = [p for p in state.active if state.catalog.side_of(p)]
            shown_open = value_at(strait.open, position)
            if not moving or not gate.controllers:
                assert shown_open == -1
            else:
                assert shown_open == any(is_open(state, gate, power) for power in moving)
        for treasury, track in zip(timeline.treasuries, timeline.money, strict=True):
            assert value_at(track, position) == state.money(treasury.name, treasury.resource)


def test_every_position_shows_what_the_state_there_says() -> None:
    record = skirmish(rounds=1, moves=2)
    timeline = build_timeline(record, record.line())
    assert_tells_the_states(record, timeline, range(len(timeline.nodes)))


def test_tracks_rise_and_never_repeat_a_value() -> None:
    record = skirmish(rounds=1)
    timeline = build_timeline(record, record.line())
    tracks = [
        *timeline.owner, *timeline.stack, *timeline.money, *timeline.battle.values(),
        *timeline.fronts.values(), *timeline.value.values(), *timeline.leaning.values(),
        *(strait.open for strait in timeline.straits),
    ]  # fmt: skip
    for track in tracks:
        assert track[0] == 0
        assert all(a < b for a, b in zip(track[::2], track[2::2], strict=False))
        assert all(a != b for a, b in zip(track[1::2], track[3::2], strict=False))


def test_a_played_game_shows_what_its_states_say(shared: Path) -> None:
    record = opened(shared / "saves" / "g40_hard_s101.tsvg")
    timeline = build_timeline(record, record.line())
    last = len(timeline.nodes) - 1
    assert_tells_the_states(record, timeline, range(0, last + 1, 97))
    assert_tells_the_states(record, timeline, range(last, last + 1))


def test_stops_say_where_rounds_turns_and_phases_begin() -> None:
    record = skirmish(rounds=2)
    stops = build_timeline(record, record.line()).stops
    assert [stop.number for stop in stops.round] == [0, 1, 2]
    assert stops.round[2].at == record.node_at(round=2)
    japan = next(s for s in stops.turn if s.name == "Japan")
    assert japan.at == record.node_at(round=1, power="Japan")
    move = next(s for s in stops.phase if s.name == "Combat Move")
    assert move.at == record.node_at(round=1, phase="Combat Move")
    for kind in (stops.round, stops.turn, stops.phase):
        assert kind[0].at == 0
        assert [s.at for s in kind] == sorted(s.at for s in kind)


def test_a_turns_first_phase_begins_with_the_turn() -> None:
    record = skirmish(rounds=1)
    stops = build_timeline(record, record.line()).stops
    assert {turn.at for turn in stops.turn} <= {phase.at for phase in stops.phase}
    assert all(phase.name for phase in stops.phase[1:])


def test_the_log_has_a_row_for_every_position_in_words() -> None:
    record = skirmish(rounds=1)
    timeline = build_timeline(record, record.line())
    assert len(timeline.log) == len(timeline.nodes) == len(record) + 1
    assert timeline.log[1].text == "Round 1"
    assert timeline.log[1].kind == "round"
    assert {row.kind for row in timeline.log} >= {"start", "round", "turn", "phase", "battle", ""}


def test_an_order_that_ends_its_phase_is_no_heading_in_the_log() -> None:
    record = a4a.start("global1940")
    record.append([ev.PhaseBegan("Combat Move")])
    record.append([ev.Noted("the last order"), ev.PhaseBegan("Conduct Combat")])
    log = build_timeline(record, record.line()).log
    assert [row.kind for row in log[1:]] == ["phase", ""]


def test_marks_show_the_way_units_went() -> None:
    record = boards.start("global1940")
    germany = next(
        u.id for u in record.state_at(0).at("Germany") if u.type == "infantry"
    )  # fmt: skip
    node = record.append([ev.UnitsMoved((germany,), ("Germany", "Poland"), "noncombat", 1)])
    timeline = build_timeline(record, record.line())
    index = record.board.index
    owner = [power.name for power in timeline.powers].index("Germany")
    path = (index["Germany"], index["Poland"])
    assert timeline.marks[node].ways == (DrawnWay(owner, "noncombat", 1, path),)


def test_a_variation_has_a_timeline_of_its_own() -> None:
    record = boards.start("global1940")
    record.append([ev.ControlChanged("Poland", "Germany", "Soviet Union", "conquest")])
    other = record.append(
        [ev.ControlChanged("Poland", "Germany", "Italy", "conquest")], parent=0
    )  # fmt: skip
    timeline = build_timeline(record, (0, other))
    assert timeline.nodes == [0, other]
    assert_tells_the_states(record, timeline, range(2))


def test_the_payload_is_gzipped_json_that_reads_back_equal() -> None:
    record = skirmish(rounds=1)
    timeline = build_timeline(record, record.line())
    assert msgspec.json.decode(gzip.decompress(timeline.pack()), type=Timeline) == timeline


def test_a_record_without_steps_has_one_position() -> None:
    record = boards.start("europe1940")
    timeline = build_timeline(record, record.line())
    assert_tells_the_states(record, timeline, range(1))
    assert len(timeline.log) == 1


def test_colours_from_a_file_are_colours() -> None:
    timeline = build_timeline(mischievous(), (0,))
    assert all(re.fullmatch("#[0-9a-f]{6}", power.colour) for power in timeline.powers)


@pytest.mark.parametrize("colour", ["#2f2f37", "#ffa400", "#a89d7c", "#546857"])
def test_ink_reads_on_every_colour(colour: str) -> None:
    from a4a.map.colours import ink_on

    def luminance(text: str) -> float:
        parts = [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(colour), luminance(ink_on(colour))))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_a_line_can_begin_anywhere() -> None:
    record = shipped("global1940_strong_computer")
    nodes = record.line()[1500:1700]
    timeline = build_timeline(record, nodes)
    assert timeline.nodes == list(nodes)
    assert_tells_the_states(record, timeline, range(0, 200, 20))


def test_a_battle_that_is_open_where_a_line_begins_is_told_from_there() -> None:
    record = skirmish(rounds=1)
    states = dict(record.states())
    opened = next(node for node, state in states.items() if state.battles)
    fighting = next(iter(states[opened].battles.values()))
    nodes = [node for node in record.line() if node >= opened]
    timeline = build_timeline(record, nodes)
    first = timeline.battles[0]
    assert (first.at, timeline.spaces[first.space].name) == (0, fighting.space)
    assert sum(force.units for force in first.attacking) == len(fighting.participants[0].units)
    assert first.closed > 0
    assert_tells_the_states(record, timeline, range(0, len(nodes), 3))


def test_a_turn_of_all_of_a_side_is_shown_as_the_sides_and_one_of_both_as_nobodys() -> None:
    record = a4a.start("war_in_europe")
    sides = record.catalog.sides
    every = tuple(power.name for power in record.catalog.powers if power.playable)
    for powers in (("Italy",), ("Italy", "Germany"), every):
        record.append([ev.TurnBegan(powers), ev.PhaseBegan("Movement")])
    timeline = build_timeline(record, record.line())
    italy, axis = record.catalog.power_order["Italy"], -2 - sides.index("Axis")
    assert [stop.power for stop in timeline.stops.turn[-3:]] == [italy, axis, -1]
    assert [row.power for row in timeline.log[-3:]] == [italy, axis, -1]
