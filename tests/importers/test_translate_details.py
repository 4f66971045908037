"""Details of what a record makes of a save: reasons, former values, and types that share a name."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.importers.triplea.reader import parse_save
from a4a.importers.triplea.translate import translate
from tests.importers.javawriter import Array, Block, Class, Obj
from tests.importers.minisave import BOOLEAN, TRIPLEA, Mini, java_list, packed


def events_of(mini: Mini) -> list[ev.AnyEvent]:
    record = translate(parse_save(mini.save()))
    return [event for step in record.steps.values() for event in step.events]


def test_what_a_kamikaze_costs_is_paid_for_it() -> None:
    m = Mini()
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Kamikaze Suicide Attack attacks bigship scoring 1 hits. Rolls: 2,6")
    m.change(m.pay("Reds", -1))
    events = events_of(m)
    assert ev.ResourceChanged("Reds", "PUs", -1, "kamikaze") in events
    (roll,) = [event for event in events if isinstance(event, ev.Rolled)]
    assert (roll.purpose, roll.power, roll.hits) == ("kamikaze", "Reds", 1)


@pytest.mark.parametrize("under", [True, False])
def test_a_unit_that_submerges_does_so_in_its_battle(under: bool) -> None:
    """If the engine remembers of it that it did; else it only leaves."""
    m = Mini()
    boat, enemy = m.unit("bigship", "Reds", submerged=under), m.unit("bigship", "Blues")
    m.put("1 Sea Zone", boat, enemy)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in 1 Sea Zone", m.territories["1 Sea Zone"])
    m.line("Reds attack with 1 bigship", java_list(boat))
    m.line("Blues defend with 1 bigship", java_list(enemy))
    m.line("1 bigship owned by the Reds submerged", java_list(boat))
    if under:
        no, yes = (Obj(BOOLEAN, {"value": value}) for value in (False, True))
        m.change(m.set(boat, "submerged", no, yes))
    events = events_of(m)
    (opened,) = [event for event in events if isinstance(event, ev.BattleOpened)]
    left = [event for event in events if isinstance(event, ev.BattleLeft)]
    turned = [event for event in events if isinstance(event, ev.UnitsConverted)]
    assert [(event.battle, event.reason) for event in left] == [(opened.battle, "submerged")]
    told = [(event.battle, event.gained) for event in turned]
    assert told == [(opened.battle, ("submerged",))] * under


def test_units_taken_from_the_board_again_are_withdrawn() -> None:
    m = Mini()
    recruit = m.unit("infantry", "Reds")
    (held,) = m.held["Reds"].notes.values()
    held += [recruit]
    m.round(1)
    m.step("redsPlace", "place")
    m.event("EDIT: Removing what was placed")
    m.change(m.remove("Home", recruit), m.add("Reds", recruit))
    (placed,) = [event for event in events_of(m) if isinstance(event, ev.UnitsPlaced)]
    assert placed.reason == "withdrawn"


def test_of_two_types_by_one_of_our_names_the_second_keeps_its_own() -> None:
    m = Mini()
    m.types["factory_major"] = m.make(
        m._named("games.strategy.engine.data.UnitType"),
        name="factory_major",
        attachments=m.types["factory"].values["attachments"],
    )
    catalog = translate(parse_save(m.save())).catalog
    names = {kind.name for kind in catalog.unit_types}
    assert {"major industrial complex", "factory_major"} <= names


def test_a_roll_whose_line_says_nothing_is_of_who_threw_it() -> None:
    m = Mini()
    cls = Class(TRIPLEA + "delegate.DiceRoll", flags=12)
    thrown = [Block(packed(1)), Array("[I", [0x20301]), Block(packed(1) + bytes(8)), "Blues"]
    m.round(1)
    m.step("redsEndTurn", "endTurn")
    m.event("Something else")
    m.line("who knows", Obj(cls, {}, {cls.name: thrown}))
    (roll,) = [event for event in events_of(m) if isinstance(event, ev.Rolled)]
    assert roll.power == "Blues"
