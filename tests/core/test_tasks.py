"""Tasks of units, steps of combat rounds, and the rolls that a step is waiting on."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.errors import RecordError
from a4a.core.position import Position
from a4a.core.setup import open_position
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import describe


@pytest.fixture
def state() -> State:
    board = Board(
        name="two",
        spaces=(Space(name="Malta", kind="land"), Space(name="Sicily", kind="land")),
        borders=(Border("Malta", "Sicily", "land"),),
    )
    catalog = Catalog(
        system="small",
        dice_sides=6,
        currency="IPC",
        powers=(Power(name="Italy", adjective="Italian"), Power(name="France")),
        unit_types=(UnitType(name="bomber", category="air"),),
    )
    units = (Unit(4, "bomber", "Italy", "Sicily"), Unit(2, "bomber", "France", "Malta"))
    return open_position(Position(units=units), board, catalog)


def test_a_task_is_remembered_until_the_turn_ends(state: State) -> None:
    tasked = ev.UnitsTasked((4,), "raid", "Malta")
    assert describe(tasked, state) == "1 Italian bomber is to raid in Malta"
    after = state.apply(tasked, ev.UnitsMoved((4,), ("Sicily", "Malta"), "combat", 1))
    assert (after.memory(4).task, after.memory(4).target, after.memory(4).moved) == (
        "raid",
        "Malta",
        1,
    )
    assert after.apply(ev.UnitsTasked((4,), "")).memory(4).task == ""
    assert after.apply(ev.TurnBegan(("France",))).memory(4).task == ""


def test_a_task_names_units_and_spaces_that_exist(state: State) -> None:
    with pytest.raises(RecordError, match="unit 9"):
        state.apply(ev.UnitsTasked((9,), "raid", "Malta"))
    with pytest.raises(RecordError, match="'Gozo'"):
        state.apply(ev.UnitsTasked((4,), "raid", "Gozo"))


def test_a_battle_holds_the_rolls_of_its_step_only(state: State) -> None:
    opened = state.apply(
        ev.BattleOpened("b", "Malta", "air", (ev.Participant("attacker", "Italy", (4,)),)),
        ev.CombatRoundBegan("b", 1),
        ev.CombatStepBegan("b", "attack"),
        ev.Rolled("attack", "Italy", (ev.Die(1, 3, "hit"),), 6, 1, battle="b", role="attacker"),
        ev.Rolled("technology", "Italy", (ev.Die(1),), 6),
    )
    battle = opened.battles["b"]
    assert (battle.round, battle.step, [r.hits for r in battle.rolls]) == (1, "attack", [1])
    defending = opened.apply(ev.CombatStepBegan("b", "defense")).battles["b"]
    assert (defending.step, defending.rolls) == ("defense", ())
    again = opened.apply(ev.CombatRoundBegan("b", 2)).battles["b"]
    assert (again.round, again.step, again.rolls) == (2, "", ())


def test_the_highest_unit_id_is_known_also_when_the_unit_is_gone(state: State) -> None:
    assert state.last_unit == 4
    after = state.apply(ev.UnitsRemoved((4,), "casualty"))
    assert after.last_unit == 4
    assert after.apply(ev.UnitsAdded((Unit(7, "bomber", "Italy", "Sicily"),), "x")).last_unit == 7
