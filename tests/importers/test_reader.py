"""What the reader makes of whole saves: tiny ones, written by hand in both dialects."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from a4a.core.errors import RecordError
from a4a.core.events import UnitsRemoved
from a4a.core.record import GameRecord, Step
from a4a.importers import triplea
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea.reader import parse_save, read_save
from a4a.importers.triplea.save import (
    Placement,
    Save,
    SavedDie,
    SavedMove,
    SavedRoll,
    SavedUnits,
    Site,
)
from tests.importers.javawriter import Array, Block, Class, Obj, stream
from tests.importers.minisave import (
    ARRAY_LIST,
    ENGINE,
    TRIPLEA,
    Mini,
    integer,
    java_list,
    java_map,
    packed,
    small_war,
)


@pytest.fixture(params=[True, False], ids=["2.x", "1.9"])
def modern(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def save(modern: bool) -> Save:
    return parse_save(small_war(modern=modern).save())


def test_players_map_and_units_are_read_in_both_dialects(save: Save, modern: bool) -> None:
    assert save.engine == ("2.0.20123" if modern else "1.9.0")
    assert (save.game, save.map, save.round, save.dice_sides) == ("Mini", "mini", 1, 6)
    assert list(save.players) == ["Reds", "Blues"]
    assert save.players["Reds"].alliances == ("East",)
    assert save.players["Reds"].controller == "Human:Alice"
    assert list(save.territories) == ["Home", "Abroad", "Nowhere", "1 Sea Zone"]
    assert save.territories["1 Sea Zone"].water
    assert save.territories["Home"].values["production"] == 3
    assert ("Home", "Abroad") in save.connections
    assert ("Abroad", "Home") in save.connections
    assert save.unit_types["bigship"].values["hitPoints"] == 2
    assert save.rules["buyinfantry"].costs == (("PUs", 3),)
    assert save.frontiers == {"production": ("buyinfantry", "buybigship", "buyinfantrydearly")}
    assert save.stances == {"War": "war", "Neutrality": "neutral"}
    assert [step.name for step in save.sequence][:2] == ["redsPurchase", "redsCombatMove"]
    assert save.resources == ("PUs",)


def test_canals_are_read_with_who_controls_them_even_nobody(modern: bool) -> None:
    war = small_war(modern=modern)
    prefix = "" if modern else "m_"
    canals = {}
    for name, land in (("Suez", java_list(*(war.territories[n] for n in ("Home", "Abroad")))),
                       ("Panama", None)):  # fmt: skip
        canals[f"canalAttachment{name}"] = war.make(
            Class(TRIPLEA + "CanalAttachment", f"L:{prefix}canalName L:{prefix}landTerritories"),
            canalName=name,
            landTerritories=land,
        )
    war.territories["1 Sea Zone"].values[f"{prefix}attachments"] = java_map(canals)
    zone = parse_save(war.save()).territories["1 Sea Zone"]
    assert [(c.name, c.territories) for c in zone.canals] == [
        ("Suez", ("Abroad", "Home")),
        ("Panama", ()),
    ]


def test_the_end_state_is_the_saved_one(save: Save) -> None:
    end = save.end
    assert end.owners == {"Home": "Reds", "Abroad": "Reds", "Nowhere": None, "1 Sea Zone": None}
    assert end.resources == {("Reds", "PUs"): 12, ("Blues", "PUs"): 5}
    assert end.relations == {("Blues", "Reds"): "War"}
    assert end.frontiers == {"Reds": "production", "Blues": "production"}
    owners = sorted(str(end.units[unit]["owner"]) for unit in end.units)
    assert owners == [
        "Blues",
        "Blues",
        "None",
        "Reds",
        "Reds",
        "Reds",
        "Reds",
        "Reds",
        "Reds",
        "Reds",
    ]
    assert {place: len(units) for place, units in end.territories.items()} == {
        "Home": 1, "Abroad": 3, "Nowhere": 1, "1 Sea Zone": 2,
    }  # fmt: skip
    moved = [values["alreadyMoved"] for values in end.units.values()]
    assert sorted(moved) == [0] * 7 + [1] * 3


def test_the_history_is_a_tree_with_the_changes_beside_it(save: Save) -> None:
    (round_,) = save.rounds
    assert [step.name for step in round_.steps] == [
        "gameInitDelegate",
        "redsPurchase",
        "redsCombatMove",
        "redsBattle",
        "redsPlace",
        "redsEndTurn",
    ]
    battle = round_.steps[3].events[0]
    assert battle.text == "Battle in Abroad"
    assert battle.data == Site("Abroad")
    assert len(battle.lines) == 12
    assert battle.end - battle.start == 6
    first_roll = battle.lines[2].data
    assert isinstance(first_roll, SavedRoll)
    assert first_roll.dice == (SavedDie(1, 1, 1), SavedDie(5, 1, 0), SavedDie(6, 1, 0))
    assert first_roll.hits == 1
    attackers = battle.lines[0].data
    assert isinstance(attackers, SavedUnits)
    move = round_.steps[2].events[2].data
    assert isinstance(move, SavedMove)
    assert (move.units, move.route) == (attackers.units, ("Home", "Abroad"))
    placed = round_.steps[4].events[0].data
    assert isinstance(placed, Placement)
    assert placed.territory == "Home"


def test_expected_hits_are_there_when_the_version_writes_them(save: Save, modern: bool) -> None:
    roll = save.rounds[0].steps[3].events[0].lines[2].data
    assert isinstance(roll, SavedRoll)
    assert roll.expected == (0.5 if modern else None)


def test_changes_are_known_by_what_they_do(save: Save) -> None:
    kinds = {type(change) for group in save.changes for change in group}
    assert kinds == {
        ch.AddUnits, ch.RemoveUnits, ch.SetUnit, ch.SetUnits, ch.SetOwner, ch.AddResource,
        ch.SetRelation, ch.SetAttachment, ch.Opaque,
    }  # fmt: skip
    assert save.unknown == {"change SomethingOfTomorrow": 1}
    assert ch.Opaque("SomethingOfTomorrow", known=False) in save.changes[-1]


def test_only_known_options_leave_the_reader(save: Save) -> None:
    assert save.options == {"Low Luck": False, "WW2V3": True}


def test_undo_to_the_start_and_redo_is_the_saved_state(save: Save) -> None:
    saved = save.end.snapshot()
    for group in reversed(save.changes):
        for change in reversed(group):
            change.undo(save.end)
    start = save.end.snapshot()
    assert start["owners"]["Abroad"] == "Blues"
    assert {place: len(units) for place, units in start["territories"].items()} == {
        "Home": 4, "Abroad": 3, "Nowhere": 1, "1 Sea Zone": 1,
    }  # fmt: skip
    assert start != saved
    for group in save.changes:
        for change in group:
            change.apply(save.end)
    assert save.end.snapshot() == saved
    assert save.end.fault_count == 0


def test_a_change_that_does_not_fit_is_a_fault_and_no_more(save: Save) -> None:
    unit = next(iter(save.end.units))
    ch.SetUnit(unit, "hits", 7, 8).apply(save.end)
    ch.RemoveUnits("T", "Home", (unit, 10_000)).apply(save.end)
    ch.SetOwner("Home", "Blues", "Reds").apply(save.end)
    assert save.end.fault_count == len(save.end.faults) >= 3
    assert save.end.units[unit]["hits"] == 8


def test_a_history_that_was_cut_at_its_front_is_read() -> None:
    m = Mini()
    m.line("a line without its event")
    m.event("an event without its step")
    m.change(m.pay("Reds", 1))
    m.round(4)
    save = parse_save(m.save())
    assert [node.number for node in save.rounds] == [0, 4]
    assert [event.text for event in save.rounds[0].steps[0].events] == [
        "",
        "an event without its step",
    ]
    assert save.rounds[0].steps[0].events[1].end == 1


def test_newer_damage_changes_are_read_by_the_text_of_keys() -> None:
    m = Mini()
    ship = m.unit("bigship", "Reds", hits=1)
    m.put("1 Sea Zone", ship)
    key = ship.values["id"]
    high, low = (key.values[n] & (1 << 64) - 1 for n in ("mostSigBits", "leastSigBits"))
    text = f"{high:016x}{low:016x}"
    text = "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
    cls = Class(
        ENGINE + "changefactory.UnitDamageReceivedChange", "L:newTotalDamage L:oldTotalDamage"
    )
    change = Obj(cls, {"newTotalDamage": java_map({text: integer(1)}),
                       "oldTotalDamage": java_map({text: integer(0)})})  # fmt: skip
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("hit")
    m.change(change)
    save = parse_save(m.save())
    assert save.changes == ((ch.SetUnits("hits", {1: 0}, {1: 1}),),)


def test_owners_that_come_with_added_units_are_set() -> None:
    m = Mini()
    unit = m.unit("infantry", "Reds")
    m.put("Home", unit)
    cls = Class(ENGINE + "changefactory.AddUnits", "L:name L:type L:units L:unitOwnerMap")
    add = Obj(cls, {"name": "Home", "type": "T", "units": java_list(unit),
                    "unitOwnerMap": java_map([(unit.values["id"], "Blues")])})  # fmt: skip
    m.round(1)
    m.step("redsPlace", "place")
    m.event("placed")
    m.change(add)
    save = parse_save(m.save())
    save.changes[0][0].undo(save.end)
    save.changes[0][0].apply(save.end)
    assert save.end.units[1]["owner"] == "Blues"


def test_dice_with_a_version_number_are_read() -> None:
    m = Mini()
    cls = Class(TRIPLEA + "delegate.DiceRoll", flags=12)
    block = packed(2) + b"\x3f\xf0\0\0\0\0\0\0"
    dice = Obj(
        cls, {}, {cls.name: [Block(packed(1)), Array("[I", [0x01020301]), Block(block), "Reds"]}
    )
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("roll", dice)
    data = parse_save(m.save()).rounds[0].steps[0].events[0].data
    assert data == SavedRoll((SavedDie(3, 3, 1),), 2, 1.0, "Reds")


def test_a_move_says_who_boards_which_transport() -> None:
    m = Mini()
    soldier, ship = m.unit("infantry", "Reds"), m.unit("bigship", "Reds")
    base = m.cls(ENGINE + "AbstractMoveDescription", "L:units")
    cls = m.cls(ENGINE + "MoveDescription", "L:unitsToTransports", base)
    m.round(1)
    m.step("redsMove", "move")
    aboard = java_map([(soldier, ship)])
    m.event("moved", m.make(cls, units=java_list(soldier, ship), unitsToTransports=aboard))
    data = parse_save(m.save()).rounds[0].steps[0].events[0].data
    assert isinstance(data, SavedMove)
    assert data.aboard == dict([data.units])


@pytest.mark.parametrize("known", [True, False])
def test_a_move_may_list_its_transports_and_nothing_else(known: bool) -> None:
    m = Mini()
    soldier = m.unit("infantry", "Reds")
    cls = m.cls(ENGINE + "MoveDescription", "L:unitsToTransports L:units")
    transports = java_list() if known else Obj(Class("demo.Bag"))
    m.round(1)
    m.step("redsMove", "move")
    m.event("moved", m.make(cls, units=java_list(soldier), unitsToTransports=transports))
    data = parse_save(m.save()).rounds[0].steps[0].events[0].data
    assert data == (SavedMove((1,), (), {}) if known else None)


def test_dice_that_no_version_writes_are_left_out() -> None:
    m = Mini()
    cls = Class(TRIPLEA + "delegate.DiceRoll", flags=12)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("roll", Obj(cls, {}, {cls.name: [Array("[I", [0x20301]), Block(packed(1) + b"\0")]}))
    assert parse_save(m.save()).rounds[0].steps[0].events[0].data is None


def test_a_line_may_be_of_one_unit_and_steps_name_who_runs_them() -> None:
    m = Mini()
    soldier = m.unit("infantry", "Reds")
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("alone", soldier)
    assert parse_save(m.save()).rounds[0].steps[0].events[0].data == SavedUnits((1,))
    assert all(step.delegate for step in parse_save(small_war().save()).sequence)


# --- files that are no saves ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"", "the file is empty"),
        (b"PK\x03\x04zip", "byte 0 should start gzip"),
        (gzip.compress(b"", mtime=0), "the Java stream is empty"),
        (gzip.compress(b"plain text", mtime=0), "should start a Java stream"),
        (gzip.compress(stream("just a text"), mtime=0), "does not begin with a version and a game"),
        (
            gzip.compress(stream(Obj(Class("a.Memento")), Obj(Class("a.B"))), mtime=0),
            "it holds Memento and B",
        ),
        (gzip.compress(stream("x"), mtime=0)[:-9], "cut short"),
        (gzip.compress(stream("x"), mtime=0) + b"trailing", "no gzip data follow"),
    ],
)
def test_what_is_no_save_is_refused_with_the_reason(raw: bytes, what: str) -> None:
    with pytest.raises(RecordError, match=what):
        parse_save(raw)


def test_padding_behind_a_save_does_no_harm() -> None:
    assert parse_save(small_war().save() + b"\0" * 512).game == "Mini"


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read absent\.tsvg"):
        read_save(tmp_path / "absent.tsvg")


def test_a_gzip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.tsvg"
    with gzip.open(bomb, "wb", compresslevel=1) as file:
        for _ in range(80):
            file.write(b"\0" * (1 << 20))
    with pytest.raises(RecordError, match="unpacks to more than"):
        read_save(bomb)


def test_a_file_larger_than_any_save_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "large.tsvg"
    with file.open("wb") as raw:
        raw.truncate(40 * (1 << 20))
    with pytest.raises(RecordError, match="larger than"):
        read_save(file)


def test_a_game_without_its_parts_is_refused() -> None:
    m = small_war()
    with pytest.raises(RecordError, match="damaged save"):
        parse_save(m.save(map="not a map"))


def test_changes_that_share_and_nest_without_end_are_refused() -> None:
    m = small_war()
    composite = m.cls(ENGINE + "CompositeChange", "L:changes")
    change = m.pay("Reds", 1)
    for _ in range(60):
        change = m.make(composite, changes=java_list(change, change))
    m.change(change)
    with pytest.raises(RecordError, match="steps"):
        parse_save(m.save())


def test_a_change_that_holds_itself_is_refused() -> None:
    m = small_war()
    composite = m.cls(ENGINE + "CompositeChange", "L:changes")
    items = java_list()
    loop = m.make(composite, changes=items)
    items.notes[ARRAY_LIST.name].append(loop)
    m.change(loop)
    with pytest.raises(RecordError, match="nested over"):
        parse_save(m.save())


def test_a_game_that_cannot_be_followed_is_refused_as_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "small.tsvg"
    file.write_bytes(small_war().save())
    good = triplea.read(file)
    step = Step(id=1, parent=0, events=(UnitsRemoved((99,), "edit"),))
    spoilt = GameRecord(good.header, good.board, good.catalog, good.start, steps=[step])
    monkeypatch.setattr(triplea, "translate", lambda save, **options: spoilt)
    with pytest.raises(RecordError, match="99"):
        triplea.read(file)
