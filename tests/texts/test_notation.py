"""A game as a notation reads back into the same bytes, whoever played it, however it branches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import a4a
from a4a.core.dice import SeededDice
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.core.units import Unit
from a4a.players import RandomPlayer
from a4a.store.writer import dumps
from a4a.texts.turns import turns_of
from tests import depth
from tests.core.small import BOARD, CATALOG
from tests.core.small import record as small_record
from tests.core.test_properties import play
from tests.depth import examples, soaking
from tests.shared_games import opened, shipped

GAMES = a4a.games()
SAVES = ("wwii_global_2nd_edition_during_g1_politics", "triplea2/revised25_easy")
"""Shared saves that are always tried; all of them are when tests go deep."""
LONG = ["global1940_fast_computer", "global1940_strong_computer", "wargame1942_1942_1943"]
"""Games of which there are shorter ones by the same rules, or saves by the same program."""
TRIED = depth.sample([name for name in GAMES if name not in LONG], 7) + depth.sample(LONG, 0)
SEEDS = st.integers(0, 10**6)


def same(record: GameRecord, *, rules: Path | None = None) -> str:
    """Hold a record to its notation, which is returned."""
    text = a4a.notation(record, rules=rules)
    again = a4a.read_notation(text, rules=rules)
    assert again == record
    assert dumps(again) == dumps(record)
    return text


@cache
def told(name: str) -> str:
    """The notation of a shipped game."""
    return a4a.notation(shipped(name))


def lines_of(text: str) -> list[str]:
    """The lines of power-turns."""
    return [line for line in text.split("\n") if line and line[0] not in "[()"]


@pytest.mark.soak
@pytest.mark.parametrize("name", TRIED)
def test_a_shipped_game_reads_back_into_the_same_bytes(name: str) -> None:
    assert dumps(a4a.read_notation(told(name))) == dumps(shipped(name))


def test_our_shipped_games_read_back_into_their_files(project: Path) -> None:
    ours = [name for name in GAMES if shipped(name).header.source.program == "a4a"]
    assert len(ours) == 8
    for name in ours:
        file = project / "datasets" / "games" / f"{name}.a4a"
        assert dumps(shipped(name)) == file.read_bytes()


@pytest.mark.soak
@pytest.mark.parametrize("name", TRIED)
def test_it_has_a_line_a_power_turn(name: str) -> None:
    record = shipped(name)
    main = told(name).split("\n(after")[0]
    turns = [turn for turn in turns_of(record) if any(record.step(n).order for n in turn.nodes)]
    if name.startswith("global1940"):  # another program's: every turn has events
        turns = list(turns_of(record))
    assert 0 < len(turns) <= len(lines_of(main)) <= len(turns_of(record))


def test_a_game_of_ours_is_orders_and_faces_alone(europe: GameRecord, war: GameRecord) -> None:
    for record in (europe, war):
        text = same(record)
        orders = [step for step in record.steps.values() if step.order is not None]
        items = [item for line in lines_of(text) for item in line.split(": ", 1)[1].split("; ")]
        assert len(items) == len(orders) + 1
        assert items[0] == "begin"
        assert all(item[0].isupper() or item[0] == "(" for item in items[1:])


def test_global_1940_played_at_random_reads_back() -> None:
    game = a4a.new_game("global1940", dice=SeededDice(5), options={"research": True})
    player = RandomPlayer(5)
    for _ in range(4):
        player.play_turn(game)
    same(game.record)


def test_a_save_of_another_program_reads_back(shared: Path) -> None:
    saves = SAVES
    if soaking():
        found = sorted((shared / "saves").rglob("*.tsvg"))
        saves = tuple(str(f.relative_to(shared / "saves").with_suffix("")) for f in found)
    for save in saves:
        record = opened(shared / "saves" / f"{save}.tsvg")
        again = a4a.read_notation(a4a.notation(record))
        assert dumps(again) == dumps(record)
        for turn in turns_of(record)[-3:]:
            assert again.state_at(turn.nodes[-1]) == record.state_at(turn.nodes[-1])


def test_a_game_that_is_played_on_is_events_and_then_orders() -> None:
    record = shipped("global1940_strong_computer")
    record = record.copy_line(record.node_at(round=2))
    game = a4a.new_game(record, node=record.node_at(round=1, power="Japan"), dice=SeededDice(1))
    player = RandomPlayer(1)
    for _ in range(2):
        player.play_turn(game)
    text = same(record)
    variation = text.split("\n(after ")[1]
    assert "Move " in variation
    assert "moved " not in variation


def test_variations_of_variations_promoted_and_deleted_read_back(europe: GameRecord) -> None:
    record = europe.copy_line(europe.line()[len(europe.line()) // 2])
    middle = record.line()[len(record.line()) // 2]
    ends = []
    for seed, node in ((8, middle), (9, record.parent(middle)), (10, middle)):
        game = a4a.new_game(record, node=node, dice=SeededDice(seed))
        player = RandomPlayer(seed)
        player.play_turn(game)
        ends.append(game.node)
    leaf = a4a.new_game(record, node=record.parent(ends[0]), dice=SeededDice(11))
    RandomPlayer(11).play_turn(leaf)
    first, *_, last = record.variations
    record.do(a4a.Rename(first=first.first, name="Sea (Lion), + more: 1"))
    assert same(record).count("(after ") == 4
    record.do(a4a.Promote(first=first.first, to="main"))
    same(record)
    record.do(a4a.Delete(node=record.first_of(last.first) or last.first))
    same(record)


def test_an_order_whose_fields_stand_in_another_order_keeps_them_so(war: GameRecord) -> None:
    steps = []
    for step in war.steps.values():
        order = step.order
        if order is not None:
            turned = dict(reversed(order.fields.items()))
            order = msgspec.structs.replace(order, fields=turned)
        steps.append(msgspec.structs.replace(step, order=order))
    record = GameRecord(war.header, war.board, war.catalog, war.start, steps=steps)
    assert record == war
    assert dumps(record) != dumps(war)
    same(record)


def test_withdrawn_ids_stay_used(war: GameRecord) -> None:
    record = war.copy_line(war.last)
    record.withdraw(record.last)
    text = same(record)
    assert f"[Used {war.used}]" in text


ODD = 'brace } { quote " back\\slash\nnew line \t \x01 \u2028 [Tag] (after 1 ; | é 🜨'


def test_every_kind_of_note_reads_back_wherever_it_hangs(war: GameRecord) -> None:
    record = war.copy_line(war.last)
    spaces = tuple(record.board.index)
    view = a4a.core.annotations.NoteView(bounds=(1.5, 2, 3, 4), layers={"units": {"on": False}})
    for node in (0, *record.line()[1:40:3]):
        record.annotate(a4a.Comment(node=node, text=ODD, when="before", markup="markdown"))
        record.annotate(a4a.Comment(node=node, text="plain", author='A "b", c', key="k" * 16))
        record.annotate(a4a.Glyph(node=node, sign="=∞"))
        record.annotate(a4a.Glyph(node=node, sign="+−", side="Axis"))
        record.annotate(a4a.Arrow(node=node, path=spaces[:3], colour="#d55e00", view=view))
        record.annotate(a4a.Highlight(node=node, spaces=spaces[:2]))
    record.remove_annotation(record.annotations[4].id)
    record.edit_annotation(record.annotations[0].id, node=record.last)
    same(record)


def test_a_notation_that_was_written_once_is_read_for_ever(project: Path) -> None:
    """Version 1: change the reader so that it still reads this, or count the version up."""
    text = (project / "tests" / "texts" / "golden" / "notation.txt").read_text(encoding="utf-8")
    assert a4a.notation(a4a.read_notation(text)) == text


def test_names_that_look_like_signs_read_back() -> None:
    names = ("a + b", "null", "1 tank", "x; y", 'q"q', " edge", "(p)", "a > b: c", "#5", "{z}", "")
    spaces = (*BOARD.spaces, *(a4a.core.board.Space(name=n or "e", kind="land") for n in names))
    types = (*CATALOG.unit_types, a4a.core.catalog.UnitType(name="2 (odd); #1", category="land"))
    board = msgspec.structs.replace(BOARD, spaces=spaces)
    catalog = msgspec.structs.replace(CATALOG, unit_types=types)
    units = tuple(
        Unit(i, types[-1].name, "Italy", name or "e", name=f"{i} Corps" if i % 2 else "")
        for i, name in enumerate(names, start=1)
    )
    record = GameRecord(small_record().header, board, catalog, Position(units=units))
    for i, name in enumerate(names, start=1):
        there = (name or "e", spaces[0].name)
        record.append([a4a.core.events.UnitsMoved((i,), there, "combat", battle="")], text=name)
        record.append([a4a.core.events.Noted(name, kind=ODD)], actors=("Italy",), cause="edit")
    same(record)


@given(SEEDS)
@examples(10, deep=300)
def test_random_records_read_back(seed: int) -> None:
    """With events of every kind, wherever they can happen, and variations anywhere."""
    same(play(Random(seed), steps=40))


def test_the_command_writes_a_notation_and_reads_it_back(
    europe: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from a4a.cli import main

    game, text, back = (tmp_path / name for name in ("game.a4a", "game.txt", "back.a4a"))
    game.write_bytes(dumps(europe))
    assert main(["notation", str(game), "--out", str(text)]) == 0
    assert main(["notation", str(text), "--out", str(back)]) == 0
    assert back.read_bytes() == game.read_bytes()
    assert main(["notation", str(text)]) == 1
    assert "--out OUT.a4a" in capsys.readouterr().err
    text.write_bytes(b"\xff\xfe")
    assert main(["notation", str(text), "--out", str(back)]) == 1
    assert "is no text" in capsys.readouterr().err


def test_a_game_of_a_mod_is_read_with_its_folder(project: Path) -> None:
    mod = project / "tests" / "mods" / "sealion1940"
    game = a4a.new_game(mod, dice=SeededDice(1))
    RandomPlayer(1).play_turn(game)
    text = same(game.record, rules=mod)
    with pytest.raises(a4a.A4AError, match=r"does not come with a4a.*rules="):
        a4a.read_notation(text)
    same(game.record)  # without the folder it stands as events, with its board
