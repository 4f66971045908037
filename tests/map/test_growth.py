"""A timeline grows with its record: what the browser makes of it is the timeline made anew."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId, Step
from a4a.core.units import Holding, Unit
from a4a.core.variations import Delete, Promote
from a4a.map.assets import script
from a4a.map.cursor import Cursor
from a4a.map.forest import Forest
from a4a.map.timeline_builder import build_timeline
from a4a.players import RandomPlayer
from a4a.rules.areas import orders as o
from a4a.rules.game import Game
from a4a.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from pathlib import Path

READ = """
import fs from "node:fs";
import { Lines } from "./lines.mjs";
const read = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
const [packet, growth, rows] = process.argv.slice(2).map(read);
const lines = new Lines(packet, growth, rows);
const told = [0, ...rows.map(({ first }) => first)].map((first) => [first, lines.timeline(first)]);
console.log(JSON.stringify(Object.fromEntries(told)));
"""


@pytest.fixture
def merged(all_lines: Any) -> Any:
    """What the browser's code makes of the line that a cursor shows."""

    def merge(cursor: Cursor) -> dict[str, Any]:
        found: dict[str, Any] = all_lines(cursor)[cursor.variation]
        return found

    return merge


@pytest.fixture
def all_lines(tmp_path: Path) -> Any:
    """What the browser's code makes of a cursor's lines, by their first nodes."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node to run the browser's code with")
    (tmp_path / "read.mjs").write_text(READ)
    (tmp_path / "lines.mjs").write_text(script("map/lines.js"))

    def merge(cursor: Cursor) -> dict[int, dict[str, Any]]:
        packet, growth, rows = (tmp_path / f"{name}.json" for name in ("packet", "growth", "rows"))
        packet.write_bytes(gzip.decompress(cursor.timeline))
        growth.write_text(cursor.growth or "null")
        rows.write_text(json.dumps(cursor.variations))
        files = map(str, (tmp_path / "read.mjs", packet, growth, rows))
        command = [node, *files]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return {int(first): line for first, line in json.loads(done.stdout).items()}

    return merge


def seen(timeline: dict[str, Any]) -> dict[str, Any]:
    """A timeline by what it means: contents in place of their numbers, no empty tracks."""
    stacks, words, counters = (timeline[name] for name in ("stacks", "conditions", "counters"))

    def content(number: int) -> list[Any]:
        flat = stacks[number]
        rows = [flat[i : i + 4] for i in range(0, len(flat), 4)]
        said = [[p, kind, words[c], n, counters.get(str(c), {})] for p, kind, c, n in rows]
        return sorted(said, key=str)

    def track(flat: list[int], meaning: Any = None) -> list[Any]:
        pairs = [[flat[i], flat[i + 1]] for i in range(0, len(flat), 2)]
        return [[at, meaning(value) if meaning else value] for at, value in pairs]

    def tracks(of: dict[str, Any], meaning: Any = None) -> dict[str, Any]:
        return {k: t for k, flat in of.items() if len(t := track(flat, meaning)) > 1}

    leanings = timeline["leanings"]
    held = zip(timeline["holdings"], timeline["held"], strict=True)
    treasuries = zip(timeline["treasuries"], timeline["money"], strict=True)
    rest = ("nodes", "log", "marks", "stops", "battles", "title", "spaces", "powers", "types")
    return {
        **{name: timeline[name] for name in rest},
        "owner": [track(t) for t in timeline["owner"]],
        "stack": [track(t, content) for t in timeline["stack"]],
        "battle": tracks(timeline["battle"]),
        "value": tracks(timeline["value"]),
        "fronts": tracks(timeline["fronts"]),
        "joined": tracks(timeline["joined"]),
        "leaning": tracks(timeline["leaning"], leanings.__getitem__),
        "money": sorted([row["name"], row["resource"], track(t)] for row, t in treasuries),
        "held": sorted(
            [
                [row["power"], row["name"], told]
                for row, t in held
                if (told := track(t, content))[1:]
            ],
            key=str,
        ),
        "straits": [[border, track(t)] for border, t in timeline["straits"]],
    }


def anew(cursor: Cursor) -> dict[str, Any]:
    packed = build_timeline(cursor.record, cursor.line).pack()
    found: dict[str, Any] = json.loads(gzip.decompress(packed))
    return found


def played(turns: int) -> Game:
    game = a4a.new_game("global1940", dice=SeededDice(3))
    player = RandomPlayer(3)
    for _ in range(turns):
        player.play_turn(game)
    return game


def test_steps_that_were_added_come_as_growth(merged: Any) -> None:
    game = played(2)
    cursor = Cursor(game.record, node=game.node)
    whole = cursor.timeline
    player = RandomPlayer(4)
    for _ in range(3):
        player.play_turn(game)
        cursor.refresh(game.node)
    assert cursor.timeline is whole
    assert cursor.growth
    assert seen(merged(cursor)) == seen(anew(cursor))
    assert cursor.node == game.node == cursor.line[cursor.position]


def test_steps_that_were_taken_back_are_cut_off(merged: Any) -> None:
    game = played(1)
    game.do(o.Buy(game.state.active[0], {"infantry": 2}))
    cursor = Cursor(game.record, node=game.node)
    whole = cursor.timeline
    game.take_back()
    cursor.refresh()
    assert cursor.node == game.node
    assert cursor.timeline is whole
    assert seen(merged(cursor)) == seen(anew(cursor))
    game.do(o.Buy(game.state.active[0], {"tank": 1}))
    game.do(o.EndPhase())
    cursor.refresh(game.node)
    assert cursor.timeline is whole
    assert seen(merged(cursor)) == seen(anew(cursor))


def test_battles_that_were_opened_and_taken_back_leave_no_story(merged: Any) -> None:
    game = played(1)
    cursor = Cursor(game.record)
    record = game.record
    enemy = next(u for u in game.state.at("Germany"))
    fighter = ev.Participant("attacker", enemy.owner, (enemy.id,))
    node = record.append([ev.BattleOpened("b1", "Germany", "land", (fighter,))])
    cursor.refresh(node)
    assert len(merged(cursor)["battles"]) == len(anew(cursor)["battles"]) > 0
    record.withdraw(node)
    cursor.refresh()
    assert seen(merged(cursor)) == seen(anew(cursor))


def test_counters_that_flip_and_leave_the_board_come_as_growth(merged: Any) -> None:
    record = a4a.start("war_in_europe")
    cursor = Cursor(record)
    whole = cursor.timeline
    start = record.state_at(0)
    pool = next(place for place in start.holdings if place.name == "force pool")
    built, fallen = start.at(pool)[0], start.at("1709")[0]
    aside = Holding(fallen.owner, "set aside")
    last = 0
    for event in (
        ev.UnitsPlaced((built.id,), "1709", "built"),
        ev.UnitsConverted((built.id,), "damaged", damage=1),
        ev.UnitsPlaced((fallen.id,), aside, "casualty"),
    ):
        last = record.append([event])
        cursor.refresh(last)
        assert seen(merged(cursor)) == seen(anew(cursor))
    assert cursor.timeline is whole
    assert [row["name"] for row in merged(cursor)["holdings"]][-1] == "set aside"
    record.withdraw(last)
    cursor.refresh()
    assert seen(merged(cursor)) == seen(anew(cursor))


def test_a_battle_that_went_on_and_was_taken_back_stays_as_it_was(merged: Any) -> None:
    game = played(1)
    record = game.record
    unit = next(u for u in game.state.at("Germany"))
    side = ev.Participant("attacker", unit.owner, (unit.id,))
    record.append([ev.BattleOpened("b1", "Germany", "land", (side,))])
    cursor = Cursor(record)
    node = record.append([ev.CombatRoundBegan("b1", 1)])
    cursor.refresh(node)
    record.withdraw(node)
    cursor.refresh()
    assert seen(merged(cursor)) == seen(anew(cursor))


def test_lines_that_have_grown_much_are_sent_whole_again(monkeypatch: Any, merged: Any) -> None:
    monkeypatch.setattr("a4a.map.forest._MOST_GROWTH", 20)
    game = played(0)
    cursor = Cursor(game.record, node=game.node)
    RandomPlayer(1).play_turn(game)
    cursor.refresh(game.node)
    assert (cursor.edition, cursor.growth) == (1, "")
    assert seen(merged(cursor)) == seen(anew(cursor))


def test_a_cursor_that_looks_elsewhere_stays_there_while_the_game_goes_on() -> None:
    game = played(1)
    cursor = Cursor(game.record, node=3)
    RandomPlayer(1).play_turn(game)
    cursor.refresh()
    assert cursor.node == 3
    assert cursor.line[-1] == game.node


def branch(record: GameRecord, ruleset: Ruleset, node: NodeId, seed: int) -> Game:
    """A variation of a turn, played from a node."""
    game = Game(ruleset, record=record, node=node, dice=SeededDice(seed))
    RandomPlayer(seed).play_turn(game)
    return game


def test_every_line_is_what_it_would_be_alone(all_lines: Any) -> None:
    """Variations from a battle, from a phase, inside a variation; then played on, then promoted."""
    game = played(1)
    record = game.record
    fought = next(node for node in record.steps if record.state_at(node).battles)
    inside = branch(record, game.ruleset, fought, 5)
    deeper = branch(record, game.ruleset, record.line_to(inside.node)[fought + 3], 6)
    cursor = Cursor(record)

    def check() -> None:
        for first, line in all_lines(cursor).items():
            nodes = record.line_to(first)
            packed = build_timeline(record, nodes).pack()
            assert seen(line) == seen(json.loads(gzip.decompress(packed))), first

    assert {row["deep"] for row in cursor.variations} == {1, 2}
    check()
    whole = cursor.timeline
    branch(record, game.ruleset, 2, 7)
    RandomPlayer(8).play_turn(deeper)
    RandomPlayer(9).play_turn(game)
    cursor.refresh()
    assert cursor.timeline is whole
    check()
    record.do(Promote(first=record.first_of(deeper.node), to="main"))
    cursor.refresh(deeper.node)
    assert cursor.variation == 0
    check()
    record.do(Delete(node=record.first_of(game.node)))
    cursor.refresh()
    check()


def test_cursors_of_one_record_each_show_all_of_it_whichever_goes_on_first(merged: Any) -> None:
    game = played(1)
    early = Cursor(game.record)
    branch(game.record, game.ruleset, 2, 7)
    late = Cursor(game.record)  # it has been along another line since
    RandomPlayer(1).play_turn(game)
    for cursor in (late, early):
        cursor.refresh(game.node)
        packed = build_timeline(game.record, game.record.line_to(game.node)).pack()
        assert seen(merged(cursor)) == seen(json.loads(gzip.decompress(packed)))


def test_a_name_given_to_a_player_shows_in_what_is_opened_next() -> None:
    game = played(1)
    before = Cursor(game.record)
    game.record.name_players({"Germany": "Anna", "Italy": "Bert"})
    after = Cursor(game.record)
    told = ["Anna" in gzip.decompress(cursor.timeline).decode() for cursor in (before, after)]
    assert told == [False, True]


def test_a_line_that_cannot_be_told_is_refused_alike_by_all_views() -> None:
    record = a4a.start("europe1940")
    forest = Forest(record)
    moved = ev.UnitsMoved((9**9,), ("France",), "combat")
    added = ev.UnitsAdded((Unit(id=9**8, type="infantry", owner="France", place="France"),), "x")
    record._add_step(Step(id=1, parent=0, events=(added, moved)))
    for tell in (forest.follow, lambda: Forest(record)):
        with pytest.raises(RecordError, match="step 1, event 1"):
            tell()


def test_a_variation_changes_what_its_line_never_does(all_lines: Any) -> None:
    """The name of the turn's first phase; what a space yields, from what it yields at the start."""
    record = a4a.start("europe1940")
    turn = record.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",))])
    record.append([ev.PhaseBegan("Combat Move")])
    cursor = Cursor(record)
    node = record.append([ev.PhaseBegan("Purchase")], parent=turn)
    record.append([ev.ValueChanged("France", "value", 4, 7)], parent=node)
    cursor.refresh()
    for first, line in all_lines(cursor).items():
        packed = build_timeline(record, record.line_to(first)).pack()
        alone = json.loads(gzip.decompress(packed))
        assert seen(line) == seen(alone)
    france = str(record.board.index["France"])
    assert line["value"][france] == alone["value"][france]


def test_a_variation_that_was_begun_comes_as_growth(merged: Any) -> None:
    game = played(1)
    cursor = Cursor(game.record, node=game.node)
    whole = cursor.timeline
    variation = branch(game.record, game.ruleset, 2, 1)
    cursor.node = variation.node
    assert cursor.timeline is whole
    assert (cursor.line[-1], cursor.line[2]) == (variation.node, 2)
    assert cursor.variation == game.record.children(2)[1]
    assert seen(merged(cursor)) == seen(anew(cursor))
