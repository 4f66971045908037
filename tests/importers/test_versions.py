"""What versions of the engine write each in its own way, and the old values it gets wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea.historyreader import HistoryReader
from a4a.importers.triplea.javastream import read_stream
from a4a.importers.triplea.lookup import SaveLookup
from a4a.importers.triplea.reader import parse_save
from a4a.importers.triplea.save import Save
from a4a.importers.triplea.translate import translate
from tests.importers.javawriter import Block, Class, Obj
from tests.importers.minisave import (
    CHANGES,
    ENGINE,
    TRIPLEA,
    Mini,
    amounts,
    integer,
    java_list,
    java_map,
)

_NO_FIT = "changes that do not fit the state before them"


def there_and_back(save: Save) -> None:
    """Wind a save's state to the start and forward again: it is the saved one, and all fits."""
    saved = save.end.snapshot()
    for group in reversed(save.changes):
        for change in reversed(group):
            change.undo(save.end)
    for group in save.changes:
        for change in group:
            change.apply(save.end)
    assert save.end.snapshot() == saved
    assert save.end.faults == []


# --- names and classes that changed ---------------------------------


def frontiers(names: str) -> bytes:
    """A player gets another frontier, in the fields that a version has for it."""
    m = Mini(modern=not names.startswith("L:m_"))
    named = m.cls(ENGINE + "DefaultNamed", "L:name", m.component)
    old = m.make(m.cls(ENGINE + "ProductionFrontier", "L:rules", named), name="poor")
    by_name = "Name" in names
    fields = [field[2:] for field in names.split()]
    values = (["Reds", "poor", "production"] if by_name
              else [m.players["Reds"], old, m.frontier])  # fmt: skip
    change = Obj(Class(CHANGES + "ProductionFrontierChange", names),
                 dict(zip(fields, values, strict=True)))  # fmt: skip
    m.round(1)
    m.step("redsPurchase", "purchase")
    m.event("Trigger Riches: Reds has their production frontier changed to: production")
    m.change(change)
    return m.save()


@pytest.mark.parametrize(
    "fields",
    [
        "L:m_player L:m_startFrontier L:m_endFrontier",
        "L:playerName L:startFrontierName L:endFrontierName",
    ],
    ids=["1.9", "2.5"],
)
def test_a_change_of_frontier_names_both(fields: str) -> None:
    save = parse_save(frontiers(fields))
    assert save.changes == ((ch.SetFrontier("Reds", "poor", "production"),),)
    there_and_back(save)


@pytest.mark.parametrize("name", ["GamePlayer$1", "PlayerList$1", "NullPlayer"])
def test_nobody_is_a_class_derived_from_players_whatever_its_name(name: str) -> None:
    m = Mini()
    m.nobody.cls.name = ENGINE + name
    guard = m.unit("infantry", None)
    m.put("Nowhere", guard)
    cls = Class(CHANGES + "AddUnits", "L:name L:type L:units L:unitOwnerMap")
    m.round(1)
    m.step("redsPlace", "place")
    m.event("A guard rises")
    m.change(Obj(cls, {"name": "Nowhere", "type": "T", "units": java_list(guard),
                       "unitOwnerMap": java_map([(guard.values["id"], "Neutral")])}))  # fmt: skip
    save = parse_save(m.save())
    assert save.end.owners["Nowhere"] is None
    assert [values["owner"] for values in save.end.units.values()] == [None]
    there_and_back(save)
    record = translate(parse_save(m.save()))
    assert [stack.power for stack in record.state_at(record.last).stacks("Nowhere")] == ["Neutral"]


# --- what is logged before the line that explains it ---------------------------------


@pytest.mark.parametrize("early", [False, True], ids=["2.5", "2.6"])
def test_units_that_a_trigger_places_come_with_its_event(early: bool) -> None:
    m = Mini()
    one, two = m.unit("infantry", "Reds"), m.unit("infantry", "Reds")
    m.put("Home", one)
    m.put("Abroad", two)
    m.round(1)
    m.step("redsPolitics", "politics")
    m.event("Reds think")
    for unit, place in ((one, "Home"), (two, "Abroad")):
        if early:
            m.change(m.add(place, unit))
        m.event(f"Trigger Gift: Reds has 1 infantry placed in {place}", java_list(unit))
        if not early:
            m.change(m.add(place, unit))
    record = translate(parse_save(m.save()))
    told = {
        step.text.rpartition(" in ")[2]: [
            (event.units[0].place, event.reason)
            for event in step.events
            if isinstance(event, ev.UnitsAdded)
        ]
        for step in record.steps.values()
        if step.text.startswith("Trigger")
    }
    assert told == {"Home": [("Home", "trigger")], "Abroad": [("Abroad", "trigger")]}


# --- what is attached to lines ---------------------------------


def singleton(thing: Obj) -> Obj:
    return Obj(Class("java.util.Collections$SingletonSet", "L:element"), {"element": thing})


def bag(*things: Obj) -> Obj:
    return Obj(Class("org.example.Bag", "L:things"), {"things": java_list(*things)})


def march(modern: bool, wrap: Callable[[Obj], Obj]) -> Mini:
    """One infantry walks, and the collection of the units that move is of a class of its own."""
    m = Mini(modern=modern)
    soldier = m.unit("infantry", "Reds")
    m.put("Abroad", soldier)
    m.round(1)
    m.step("redsCombatMove", "move")
    move = m.move_data(["Home", "Abroad"], soldier)
    move.values["units" if modern else "m_units"] = wrap(soldier)
    m.event("1 infantry moved from Home to Abroad", move)
    m.change(m.add("Abroad", soldier), m.remove("Home", soldier))
    return m


@pytest.mark.parametrize("modern", [True, False], ids=["2.x", "1.9"])
def test_a_move_of_a_single_unit_may_hold_it_in_a_singleton(modern: bool) -> None:
    record = translate(parse_save(march(modern, singleton).save()))
    (moved,) = [e for s in record.steps.values() for e in s.events if isinstance(e, ev.UnitsMoved)]
    assert (moved.path, moved.mode, len(moved.units)) == (("Home", "Abroad"), "combat", 1)
    assert record.header.warnings == {}


@pytest.mark.parametrize("modern", [True, False], ids=["2.x", "1.9"])
def test_an_unknown_class_within_what_is_attached_leaves_that_out_and_warns(modern: bool) -> None:
    record = translate(parse_save(march(modern, bag).save()))
    assert record.header.warnings == {"attachment of a line, class Bag": 1}
    assert [s.count for s in record.state_at(0).stacks("Home")] == [1]
    assert [s.count for s in record.state_at(record.last).stacks("Abroad")] == [1]


def test_whatever_is_attached_to_a_line_no_game_is_refused_for_it() -> None:
    m = Mini()
    dice = Class(TRIPLEA + "delegate.DiceRoll", flags=12)
    route = Class(ENGINE + "MoveDescription", "L:units L:route")
    place = Class(TRIPLEA + "delegate.data.PlacementDescription", "L:units L:territory")
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("dice of tomorrow", Obj(dice, {}, {dice.name: ["dice", Block(b"123")]}))
    m.event("a way of texts", Obj(route, {"units": java_list(), "route": "Home to Abroad"}))
    m.event("a place without a name", Obj(place, {"units": java_list(), "territory": bag()}))
    m.event("something", bag())
    m.line("and a line", Obj(Class("org.example.Gone", flags=12), {}, {"org.example.Gone": []}))
    save = parse_save(m.save())
    assert [event.data for event in save.rounds[0].steps[0].events] == [None] * 4
    assert save.unknown == {
        "attachment of a line, class DiceRoll": 1,
        "attachment of a line, class MoveDescription": 1,
        "attachment of a line, class PlacementDescription": 1,
        "attachment of a line, class Bag": 1,
        "attachment of a line, class Gone": 1,
    }


def test_what_is_attached_is_bounded_like_all_else() -> None:
    m = Mini()
    soldier = m.unit("infantry", "Reds")
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("crowd", java_list(*[soldier] * 3_000))
    _, game, _ = read_stream(m.finish())
    with pytest.raises(RecordError, match="steps"):
        HistoryReader(SaveLookup(work=2_500)).read(game.get("gameHistory"))


def test_the_survivors_of_a_battle_may_be_of_an_unknown_class() -> None:
    m = Mini()
    note = m.battle_record("CONQUERED", "ATTACKER")
    note.values["battleResults"].values["remainingAttackingUnits"] = bag()
    proxy = Class(TRIPLEA + "delegate.data.BattleRecords$SerializationProxy", "L:records")
    by_player = java_map({m.players["Reds"]: java_map({m.key(): note})})
    records = Class(ENGINE + "BattleRecordsList", "L:battleRecords")
    noted = Obj(records, {
        "battleRecords": java_map({integer(1): Obj(proxy, {"records": by_player})})
    })  # fmt: skip
    save = parse_save(m.save(battleRecordsList=noted))
    assert save.battles[1][0].result == "CONQUERED"
    assert save.unknown == {"survivors of a battle, class Bag": 1}


# --- old values that are not the true ones ---------------------------------


def test_an_attribute_set_twice_in_one_composite_holds_the_first_old_value_twice() -> None:
    m = Mini()
    soldier = m.unit("infantry", "Reds", alreadyMoved=integer(2))
    m.put("Home", soldier)
    m.round(1)
    m.step("redsNonCombatMove", "move")
    m.event("a long way")
    m.change(
        m.set(soldier, "alreadyMoved", integer(0), integer(1)),
        m.set(soldier, "alreadyMoved", integer(0), integer(2)),
    )
    save = parse_save(m.save())
    assert [(c.old, c.new) for c in save.changes[0] if isinstance(c, ch.SetUnit)] == [
        (0, 1), (1, 2),
    ]  # fmt: skip
    there_and_back(save)
    assert translate(parse_save(m.save())).header.warnings == {}


def test_two_changes_that_are_no_composite_must_fit_each_other() -> None:
    m = Mini()
    soldier = m.unit("infantry", "Reds", alreadyMoved=integer(2))
    m.put("Home", soldier)
    m.round(1)
    m.step("redsNonCombatMove", "move")
    m.event("a long way")
    m.change(m.set(soldier, "alreadyMoved", integer(0), integer(1)))
    m.change(m.set(soldier, "alreadyMoved", integer(0), integer(2)))
    assert translate(parse_save(m.save())).header.warnings == {_NO_FIT: 1}


def bombed(hits: int, *olds: int) -> Mini:
    """A factory is damaged to 3 and 5, and repaired; these are the old values that are written."""
    m = Mini()
    factory = m.unit("factory", "Blues", unitDamage=0, hits=hits)
    m.put("Abroad", factory)
    m.round(1)
    m.step("redsBattle", "battle")
    cls = Class(CHANGES + "BombingUnitDamageChange", "L:hits L:undoHits")
    for new, old in zip((3, 5, 0), olds, strict=True):
        m.event(f"damage is now {new}")
        m.change(Obj(cls, {"hits": amounts([(factory, new)]),
                           "undoHits": amounts([(factory, old)])}))  # fmt: skip
    return m


@pytest.mark.parametrize(("hits", "olds"), [(0, (0, 0, 0)), (0, (0, 3, 5)), (1, (0, 1, 1))])
def test_hits_in_place_of_damage_are_not_taken_for_it(hits: int, olds: tuple[int, ...]) -> None:
    m = bombed(hits, *olds)
    save = parse_save(m.save())
    assert [list(c.old.values()) for (c,) in save.changes if isinstance(c, ch.SetUnits)] == [
        [0], [3], [5],
    ]  # fmt: skip
    there_and_back(save)
    assert translate(parse_save(m.save())).header.warnings == {}


def test_damage_that_is_neither_the_hits_nor_what_it_was_does_not_fit() -> None:
    assert translate(parse_save(bombed(0, 0, 2, 5).save())).header.warnings == {_NO_FIT: 1}
