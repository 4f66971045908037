"""Fronts: which borders are one, told from which side."""

from __future__ import annotations

import msgspec
import pytest

from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.events import ControlChanged, RelationChanged, UnitsPlaced
from a4a.core.fronts import Front, front, fronts, hostile
from a4a.core.position import Position, Relation
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.core.units import Unit
from tests.core.small import record as small_record

REICH, ITALY, UNION, SWEDEN, REBELS = "Reich", "Italy", "Union", "Sweden", "Rebels"

BOARD = Board(
    name="fronts",
    spaces=(
        Space(name="west", kind="land"),
        Space(name="east", kind="land"),
        Space(name="north", kind="land"),
        Space(name="south", kind="land"),
        Space(name="shore", kind="coast"),
        Space(name="reserve", kind="box"),
        Space(name="gulf", kind="sea"),
        Space(name="ocean", kind="sea"),
    ),
    borders=(
        Border("east", "west", "land"),
        Border("west", "north", "harsh"),
        Border("west", "shore", "river"),
        Border("shore", "south", "strait"),
        Border("west", "reserve", "box"),
        Border("west", "south", "sea"),
        Border("gulf", "west", "coast"),
        Border("shore", "gulf", "sea"),
        Border("gulf", "ocean", "sea"),
    ),
)
CATALOG = Catalog(
    system="fronts",
    dice_sides=6,
    currency="IPC",
    powers=(
        Power(name=REICH, side="Axis"),
        Power(name=UNION, side="Allies"),
        Power(name=ITALY, side="Axis"),
        Power(name=REBELS, side="Rebels"),
        Power(name=SWEDEN, playable=False),
    ),
    unit_types=(
        UnitType(name="infantry", category="land", cost=3),
        UnitType(name="fighter", category="air", cost=10),
        UnitType(name="destroyer", category="sea", cost=8),
        UnitType(name="battleship", category="sea", cost=20),
        UnitType(name="port", category="facility", cost=15),
    ),
)
SHIP, PLANE, SOLDIER, PORT, REBEL, FRIEND = range(1, 7)
START = Position(
    units=(
        Unit(SHIP, "battleship", UNION, "ocean"), Unit(PLANE, "fighter", UNION, "ocean"),
        Unit(SOLDIER, "infantry", UNION, "ocean"), Unit(PORT, "port", UNION, "ocean"),
        Unit(REBEL, "destroyer", REBELS, "ocean"), Unit(FRIEND, "destroyer", ITALY, "ocean"),
    ),
    control={"west": REICH, "east": UNION, "north": UNION, "shore": UNION, "south": REICH,
             "reserve": UNION},
    relations=(Relation(REICH, UNION, "war"),),
)  # fmt: skip


def state(start: Position = START) -> State:
    return GameRecord(Header(system="fronts"), BOARD, CATALOG, start).state_at(0)


def told(at: State, a: str, b: str) -> Front | None:
    border = at.board.border(a, b)
    assert border is not None
    return front(at, border)


def test_a_front_is_told_from_the_side_that_plays_first():
    assert told(state(), "west", "east") == Front("west", "east", "Axis", "Allies", "land")


@pytest.mark.parametrize(("a", "b"), [("west", "north"), ("west", "shore"), ("shore", "south")])
def test_land_fronts_run_along_any_border_crossed_on_foot(a, b):
    found = told(state(), a, b)
    assert found is not None
    assert found.kind == "land"


@pytest.mark.parametrize(("a", "b"), [("west", "reserve"), ("gulf", "ocean")])
def test_no_front_runs_through_water_or_off_the_map(a, b):
    assert told(state().apply(UnitsPlaced((SHIP,), "gulf", "sailed")), a, b) is None


def test_two_lands_across_water_have_no_front():
    held = state().apply(ControlChanged("south", REICH, UNION, "conquest"))
    assert told(held, "west", "south") is None


def test_peace_is_no_front_and_a_declaration_of_war_makes_one():
    peace = state().apply(RelationChanged(REICH, UNION, "war", "neutral"))
    assert fronts(peace) == ()
    war = peace.apply(RelationChanged(REICH, UNION, "neutral", "war"))
    assert len(fronts(war)) == 4


def test_sides_fight_where_nothing_is_said_of_two_powers():
    at = state(msgspec.structs.replace(START, relations=()))
    assert hostile(at, REICH, UNION)
    assert not hostile(at, REICH, ITALY)


@pytest.mark.parametrize("word", ["neutral", "allied", "strict neutral"])
def test_only_war_is_hostile(word):
    at = state(msgspec.structs.replace(START, relations=(Relation(REICH, UNION, word),)))
    assert not hostile(at, REICH, UNION)
    assert not hostile(at, UNION, REICH)


@pytest.mark.parametrize("power", [SWEDEN, None, "nobody knows"])
def test_neutrals_nobody_and_unknown_names_are_hostile_to_none(power):
    at = state(msgspec.structs.replace(START, relations=(Relation(REICH, SWEDEN, "war"),)))
    assert not hostile(at, REICH, power)
    assert not hostile(at, power, REICH)


def test_a_space_counts_by_its_controller_while_enemies_stand_in_it():
    at = state().apply(UnitsPlaced((SOLDIER,), "west", "landed"))
    assert told(at, "west", "east") == Front("west", "east", "Axis", "Allies", "land")


def test_land_that_nobody_controls_has_no_front():
    assert told(state().apply(ControlChanged("west", REICH, None, "edit")), "west", "east") is None


def test_hostile_ships_contest_a_coast():
    assert told(state(), "west", "gulf") is None
    at = state().apply(UnitsPlaced((SHIP,), "gulf", "sailed"))
    assert told(at, "west", "gulf") == Front("west", "gulf", "Axis", "Allies", "coast")


def test_a_sea_end_may_come_first():
    at = state().apply(
        RelationChanged(UNION, ITALY, "", "war"), UnitsPlaced((FRIEND,), "gulf", "sailed")
    )
    assert told(at, "shore", "gulf") == Front("gulf", "shore", "Axis", "Allies", "coast")


def test_aircraft_contest_a_coast_but_cargo_and_facilities_alone_do_not():
    assert told(state().apply(UnitsPlaced((PLANE,), "gulf", "flew")), "west", "gulf") is not None
    at = state().apply(UnitsPlaced((SOLDIER, PORT), "gulf", "drifted"))
    assert told(at, "west", "gulf") is None


def test_the_strongest_hostile_side_off_a_shore_tells_the_front():
    at = state().apply(UnitsPlaced((PLANE, REBEL, FRIEND), "gulf", "sailed"))
    found = told(at, "west", "gulf")
    assert found is not None
    assert found.side_b == "Allies"
    at = at.apply(UnitsPlaced((PLANE,), "ocean", "flew"))
    found = told(at, "west", "gulf")
    assert found is not None
    assert found.side_b == "Rebels"


def test_fronts_come_in_the_order_of_the_borders():
    at = state().apply(UnitsPlaced((SHIP,), "gulf", "sailed"))
    assert [(f.a, f.b, f.kind) for f in fronts(at)] == [
        ("west", "east", "land"),
        ("west", "north", "land"),
        ("west", "shore", "land"),
        ("south", "shore", "land"),
        ("west", "gulf", "coast"),
    ]


def test_the_shared_small_position_has_its_contested_coasts():
    assert [(f.a, f.b) for f in fronts(small_record().state_at(0))] == [
        ("Sicily", "sea zone 96"),
        ("Southern Italy", "sea zone 96"),
    ]
