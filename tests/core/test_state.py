"""The state: places, stacks, and equality that looks through the ids."""

from __future__ import annotations

import msgspec
import pytest

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.events import OnUnit
from a4a.core.position import Marker, Position, Relation
from a4a.core.setup import open_position, position_of
from a4a.core.state import State
from a4a.core.units import Holding, Stack, Unit
from a4a.core.workingcopy import copy_of
from tests.core.small import (
    BOARD,
    BOUGHT,
    CARGO,
    CATALOG,
    DEFENDER,
    FELLOW,
    FIGHTER,
    INFANTRY,
    START,
    TANK,
    TRANSPORT,
    after,
    state,
)


def with_units(*units: Unit, markers: tuple[Marker, ...] = ()) -> State:
    return open_position(Position(units=units, markers=markers), BOARD, CATALOG)


# --- places and stacks --------------------------------------------------------------------------


def test_a_copy_has_all_of_a_state() -> None:
    one = state()
    copy = copy_of(one)
    for slot in State.__slots__:
        assert getattr(copy, slot) is getattr(one, slot)


def test_what_is_asked_changes_nothing_of_the_field_but_a_move_does() -> None:
    one = state()
    asked = ev.Asked("scramble 1", ("Italy",), "scramble")
    assert one.apply(asked).same_field(one)
    assert not after(ev.UnitsPlaced((TANK,), "Sicily", "set up")).same_field(one)
    assert not one.apply(ev.ControlChanged("Sicily", "Italy", None, "revolt")).same_field(one)


@pytest.mark.parametrize(
    ("event", "whose"),
    [
        (ev.UnitsAdded((Unit(20, "infantry", "Italy", "Sicily"),), "set up"), {"Italy"}),
        (ev.UnitsPlaced((TANK,), "Southern Italy", "set up"), {"Italy"}),
        (ev.UnitsMoved((TRANSPORT,), ("sea zone 95", "sea zone 96"), "noncombat"), {"Italy"}),
        (ev.UnitsRemoved((DEFENDER,), "casualty"), {"United Kingdom"}),
        (ev.UnitsConverted((INFANTRY,), "hit", damage=1), {"Italy"}),
        (ev.UnitsConverted((DEFENDER,), "joins", owner="Italy"), {"Italy", "United Kingdom"}),
        (ev.UnitsTasked((TANK,), "wait"), set()),
        (ev.ControlChanged("Malta", "United Kingdom", "Italy", "conquest"), set()),
    ],
)
def test_units_of_a_power_are_the_same_until_something_happens_to_them(
    event: ev.AnyEvent, whose: set[str]
) -> None:
    one = state()
    other = one.apply(event)
    stirred = {p.name for p in CATALOG.powers if not other.same_units(one, [p.name])}
    assert stirred == whose
    assert not (whose and other.same_units(one, ["Italy", "United Kingdom"]))
    assert other.apply(ev.Noted("nothing")).same_units(other, whose)


def test_at_and_within_tell_cargo_apart() -> None:
    assert [unit.id for unit in state().at("sea zone 95")] == [TRANSPORT]
    assert [unit.id for unit in state().within("sea zone 95")] == [TRANSPORT, CARGO]
    assert [unit.id for unit in state().at(TRANSPORT)] == [CARGO]
    assert state().at("Tibet") == state().within("Tibet") == ()


def test_the_space_of_a_unit_is_its_carriers() -> None:
    assert state().space_of(FIGHTER) == "sea zone 96"
    assert state().space_of(TANK) == "Sicily"
    assert state().space_of(BOUGHT) is None
    assert state().holdings == (Holding("Italy", "purchased"),)


def test_stacks_come_in_board_then_power_then_type_order() -> None:
    stacks = after(ev.UnitsPlaced((DEFENDER,), "Sicily", "edit")).stacks()
    assert [(s.space, s.power, s.type, s.count, s.aboard) for s in stacks] == [
        ("Sicily", "Italy", "infantry", 2, False),
        ("Sicily", "Italy", "tank", 1, False),
        ("Sicily", "United Kingdom", "infantry", 1, False),
        ("sea zone 95", "Italy", "infantry", 1, True),
        ("sea zone 95", "Italy", "transport", 1, False),
        ("sea zone 96", "United Kingdom", "fighter", 1, True),
        ("sea zone 96", "United Kingdom", "carrier", 1, False),
    ]


def test_stacks_part_by_damage_flags_and_cargo() -> None:
    told = after(
        ev.UnitsConverted((FELLOW,), "hit", damage=1, gained=("tired",)),
    )
    infantry = [s for s in told.stacks("Sicily") if s.type == "infantry"]
    assert [(s.units, s.condition) for s in infantry] == [
        ((INFANTRY,), "intact"), ((FELLOW,), "damaged 1, tired"),
    ]  # fmt: skip
    assert told.stacks("Tibet") == ()
    assert Stack("x", "y", "z", 0, (), True, (1,)).condition == "aboard"


# --- equality -----------------------------------------------------------------------------------


def test_ids_of_interchangeable_units_do_not_matter() -> None:
    one = with_units(
        Unit(1, "infantry", "Italy", "Sicily"), Unit(2, "infantry", "Italy", "Malta"),
        Unit(3, "transport", "Italy", "sea zone 95"), Unit(4, "tank", "Italy", 3),
    )  # fmt: skip
    other = with_units(
        Unit(7, "transport", "Italy", "sea zone 95"), Unit(2, "infantry", "Italy", "Sicily"),
        Unit(9, "tank", "Italy", 7), Unit(1, "infantry", "Italy", "Malta"),
    )  # fmt: skip
    assert one == other
    assert hash(one) == hash(other)


def test_which_ship_carries_which_cargo_matters() -> None:
    ships = (
        Unit(1, "transport", "Italy", "sea zone 95"),
        Unit(2, "transport", "Italy", "sea zone 95"),
    )
    together = with_units(*ships, Unit(3, "tank", "Italy", 1), Unit(4, "infantry", "Italy", 1))
    apart = with_units(*ships, Unit(3, "tank", "Italy", 1), Unit(4, "infantry", "Italy", 2))
    swapped = with_units(*ships, Unit(3, "tank", "Italy", 2), Unit(4, "infantry", "Italy", 1))
    assert together != apart
    assert apart == swapped


@pytest.mark.parametrize(
    "unit",
    [
        Unit(1, "tank", "Italy", "Sicily"),
        Unit(1, "infantry", "neutrals", "Sicily"),
        Unit(1, "infantry", "Italy", "Malta"),
        Unit(1, "infantry", "Italy", Holding("Italy", "queue")),
        Unit(1, "infantry", "Italy", "Sicily", damage=1),
        Unit(1, "infantry", "Italy", "Sicily", flags=("tired",)),
        Unit(1, "infantry", "Italy", "Sicily", name="1st"),
    ],
)
def test_everything_else_of_a_unit_matters(unit: Unit) -> None:
    assert with_units(Unit(1, "infantry", "Italy", "Sicily")) != with_units(unit)


def test_a_marker_on_one_of_two_units_matters_but_not_on_which() -> None:
    pair = (Unit(1, "infantry", "Italy", "Sicily"), Unit(2, "infantry", "Italy", "Sicily"))
    bare = with_units(*pair)
    first = with_units(*pair, markers=(Marker(OnUnit(1), "paid", 1),))
    second = with_units(*pair, markers=(Marker(OnUnit(2), "paid", 1),))
    assert first == second
    assert first != bare


@pytest.mark.parametrize(
    "event",
    [
        ev.RoundBegan(2),
        ev.PhaseBegan("x"),
        ev.TurnBegan(("Italy",)),
        ev.ControlChanged("Sicily", None, None, "x"),
        ev.RelationChanged("Italy", "neutrals", "", "war"),
        ev.StatusChanged("Italy", gained=("x",)),
        ev.TechnologyChanged("Italy", gained=("x",)),
        ev.ValueChanged("Sicily", "x", None, 1),
        ev.MarkerChanged(ev.OnSpace("Malta"), "x", 1),
        ev.ResourceChanged("Italy", "IPC", 1, "x"),
        ev.BattleOpened("b", "Malta", "land", ()),
        ev.Asked("d", ("Italy",), "x"),
        ev.VictoryWon(("Italy",)),
    ],
)
def test_every_kind_of_fact_counts_in_a_comparison(event: ev.AnyEvent) -> None:
    assert after(event) != state()


def test_what_is_only_remembered_does_not_count() -> None:
    there = ev.UnitsMoved((TANK,), ("Sicily", "sea zone 95"), "combat", cost=1)
    back = ev.UnitsMoved((TANK,), ("sea zone 95", "Sicily"), "combat", cost=1)
    assert after(there, back) == state()


def test_an_empty_purse_is_no_purse() -> None:
    assert after(ev.ResourceChanged("Italy", "oil", 0, "x")) == state()


def test_a_state_is_not_equal_to_other_things() -> None:
    assert state() != "state"
    assert repr(after(ev.TurnBegan(("Italy",)), ev.PhaseBegan("Combat"))) == (
        "<State round 0, Italy, Combat>"
    )


# --- positions ----------------------------------------------------------------------------------


def test_a_position_is_read_back_equal() -> None:
    told = after(ev.RoundBegan(4, "Spring"), ev.TurnBegan(("Italy",)), ev.PhaseBegan("Combat Move"))
    again = open_position(position_of(told), BOARD, CATALOG)
    assert again == told
    assert again.label == "Spring"
    assert position_of(again) == position_of(told)


def test_no_position_is_taken_where_something_is_open() -> None:
    with pytest.raises(RecordError, match="only be taken where nothing is open"):
        position_of(after(ev.Asked("d", ("Italy",), "x")))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"control": {"Gozo": "Italy"}}, "control event names 'Gozo', not a space"),
        ({"control": {"Malta": "Gozo"}}, "control event names 'Gozo', not a power"),
        ({"relations": (Relation("Italy", "Gozo", "war"),)}, "names 'Gozo', not a power"),
        ({"active": ("Gozo",)}, "names 'Gozo', not a power"),
        ({"statuses": {"Gozo": ("x",)}}, "names 'Gozo', not a power"),
        ({"units": (Unit(1, "tank", "Italy", 2), Unit(2, "tank", "Italy", 1))}, "names unit 2"),
        ({"units": (Unit(1, "tank", "Italy", "Malta"),) * 2}, "unit 1, which is already there"),
        ({"markers": (Marker(OnUnit(99), "x", 1),)}, "names unit 99"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(RecordError, match=r"^start position: ") as caught:
        open_position(msgspec.structs.replace(START, **change), BOARD, CATALOG)
    assert words in str(caught.value)


def test_a_long_chain_of_carriers_is_refused_without_long_work() -> None:
    chain = [Unit(1, "carrier", "Italy", "sea zone 95")]
    chain += [Unit(i, "carrier", "Italy", i - 1) for i in range(2, 50_000)]
    with pytest.raises(RecordError, match="more than 8 units aboard one another"):
        open_position(Position(units=tuple(reversed(chain))), BOARD, CATALOG)
