"""Details of what a record makes of a save: reasons, former values, and types that share a name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from a4a.core import events as ev
from a4a.importers.triplea.reader import parse_save
from a4a.importers.triplea.results import result_of
from a4a.importers.triplea.rolls import rolled_event
from a4a.importers.triplea.save import BattleRecord, SavedDie, SavedRoll
from a4a.importers.triplea.translate import _is_bid, translate
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


def test_who_is_lost_on_the_way_does_not_move() -> None:
    m = Mini()
    soldier = m.unit("infantry", "Reds")
    m.put("Home", soldier)
    m.round(1)
    m.step("redsCombatMove", "move")
    m.event("1 infantry moved from Home to Abroad", m.move_data(["Home", "Abroad"], soldier))
    m.change(m.remove("Home", soldier))
    kinds = [type(event) for event in events_of(m)]
    assert ev.UnitsRemoved in kinds
    assert ev.UnitsMoved not in kinds


def test_a_battle_in_a_sea_zone_is_one_at_sea() -> None:
    m = Mini()
    ships = [m.unit("bigship", name) for name in ("Reds", "Blues")]
    m.put("1 Sea Zone", *ships)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in 1 Sea Zone", m.territories["1 Sea Zone"])
    m.line("Reds attack with 1 bigship", java_list(ships[0]))
    m.line("Blues defend with 1 bigship", java_list(ships[1]))
    (opened,) = [event for event in events_of(m) if isinstance(event, ev.BattleOpened)]
    assert opened.kind == "sea"


def test_who_retreats_goes_before_the_others_fight_on() -> None:
    m = Mini()
    soldiers = [m.unit("infantry", "Reds") for _ in range(2)]
    enemy = m.unit("infantry", "Blues")
    m.put("Abroad", enemy, *soldiers)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attack with 2 infantry", java_list(*soldiers))
    m.line("Blues defend with 1 infantry", java_list(enemy))
    m.line("1 infantry owned by the Reds retreated to Home", java_list(soldiers[0]))
    m.line("Reds roll dice for 1 infantry in Abroad, round 2 : 6", m.dice((6, 1, False)))
    m.change(m.remove("Abroad", soldiers[0]), m.add("Home", soldiers[0]))
    kinds = [type(event) for event in events_of(m)]
    assert kinds.index(ev.UnitsMoved) < kinds.index(ev.Rolled)


def test_cargo_that_goes_aboard_or_ashore_without_a_move_is_loaded_and_unloaded() -> None:
    m = Mini()
    ship, cargo = m.unit("bigship", "Reds"), m.unit("infantry", "Reds")
    m.put("1 Sea Zone", ship, cargo)
    m.round(1)
    m.step("redsEndTurn", "endTurn")
    for text, before, after in (("aboard", None, ship), ("ashore", ship, None)):
        m.event(text)
        m.change(m.set(cargo, "transportedBy", before, after))
    placed = [event.reason for event in events_of(m) if isinstance(event, ev.UnitsPlaced)]
    assert placed == ["loaded", "unloaded"]


def a_battle() -> tuple[Mini, Obj, Obj]:
    m = Mini()
    ours, theirs = m.unit("bigship", "Reds"), m.unit("bigship", "Blues")
    m.put("1 Sea Zone", ours, theirs)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in 1 Sea Zone", m.territories["1 Sea Zone"])
    m.line("Reds attack with 1 bigship", java_list(ours))
    m.line("Blues defend with 1 bigship", java_list(theirs))
    return m, ours, theirs


def test_ships_are_hit_when_the_line_says_so() -> None:
    m, _, theirs = a_battle()
    m.line("Units damaged: 1 bigship", java_list(theirs))
    m.line("Blues roll dice for 1 bigship in 1 Sea Zone, round 2 : 6", m.dice((6, 1, False)))
    m.change(m.hits(theirs, 0, 1))
    events = events_of(m)
    kinds = [type(event) for event in events]
    assert kinds.index(ev.UnitsConverted) < kinds.index(ev.Rolled)
    (hit,) = [event for event in events if isinstance(event, ev.UnitsConverted)]
    assert (hit.reason, hit.damage) == ("hit", 1)


def test_who_is_called_lost_and_is_there_to_the_end_is_not_lost() -> None:
    m, ours, theirs = a_battle()
    m.line("2 bigships owned by the Blues lost in 1 Sea Zone", java_list(ours, theirs))
    m.change(m.remove("1 Sea Zone", theirs))
    (lost,) = [event for event in events_of(m) if isinstance(event, ev.UnitsRemoved)]
    assert len(lost.units) == 1


def test_a_place_is_a_city_only_where_the_save_says_so() -> None:
    m = Mini()
    m.round(1)
    board = translate(parse_save(m.save())).board
    assert [space.name for space in board.spaces if space.city] == ["Home"]


@pytest.mark.parametrize(
    ("name", "delegate", "bid"),
    [("redBid", "purchase", True), ("start", "placeBid", True), ("redsPlace", "place", False)],
)
def test_a_bid_is_known_by_its_step_or_by_who_runs_it(name: str, delegate: str, bid: bool) -> None:
    assert _is_bid(cast(Any, SimpleNamespace(name=name, delegate=delegate))) == bid


@pytest.mark.parametrize(
    ("retreated", "attackers", "result"),
    [
        (True, True, "attacker retreats"),
        (True, False, "defender wins"),
        (False, True, "defender wins"),
    ],
)
def test_a_battle_lost_by_who_lives_on_elsewhere_is_a_retreat(
    retreated: bool, attackers: bool, result: str
) -> None:
    note = BattleRecord("Abroad", None, None, "NORMAL", "LOST", "DEFENDER", 1, 0, 0)
    found = result_of(
        "land", note, took=False, retreated=retreated, defended=True, attackers=attackers,
        defenders=True,
    )  # fmt: skip
    assert found == (result, "defender")


def test_who_is_damaged_keeps_the_owner() -> None:
    m = Mini()
    ship = m.unit("bigship", "Reds")
    m.put("1 Sea Zone", ship)
    m.round(1)
    m.step("redsEndTurn", "endTurn")
    m.event("a storm")
    m.change(m.hits(ship, 0, 1))
    (hit,) = [event for event in events_of(m) if isinstance(event, ev.UnitsConverted)]
    assert (hit.damage, hit.owner) == (1, None)


def test_a_battle_in_a_place_that_is_not_there_is_a_note() -> None:
    m = Mini()
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in Atlantis")
    assert ev.Noted("Battle in Atlantis", "battle") in events_of(m)


def test_who_plays_somebody_unknown_is_a_line_like_others() -> None:
    m = Mini()
    m.round(1)
    m.step("redsPurchase", "purchase")
    m.event("Game Loaded")
    m.line("Greys are now being played by: Ada")
    notes = [event.text for event in events_of(m) if isinstance(event, ev.Noted)]
    assert "Greys are now being played by: Ada" in notes


@pytest.mark.parametrize(("purpose", "expected"), [("attack", 0.5), ("other", 0.25)])
def test_hits_are_expected_of_fire_and_other_rolls_say_it_themselves(
    purpose: ev.RollPurpose, expected: float
) -> None:
    dice = SavedRoll((SavedDie(3, 3, 1),), 1, 0.25)
    assert rolled_event(dice, purpose, "Reds", sides=6).expected == pytest.approx(expected)
