"""The fold: what each event does to a state, and what cannot have happened."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import A4AError, RecordError
from a4a.core.events import OnPower, OnSpace, OnUnit, Participant
from a4a.core.fold import Fold
from a4a.core.units import Holding, Unit
from tests.core.small import (
    BOUGHT,
    CARGO,
    CARRIER,
    DEFENDER,
    FELLOW,
    FIGHTER,
    INFANTRY,
    TANK,
    TRANSPORT,
    after,
    state,
)

LANDING = ev.BattleOpened(
    "b1",
    "Malta",
    "amphibious",
    (
        Participant("attacker", "Italy", (INFANTRY, FELLOW), "Sicily"),
        Participant("attacker", "Italy", (TANK,), "Sicily", "landing"),
        Participant("defender", "United Kingdom", (DEFENDER,)),
    ),
    links=("b0",),
)


def refused(*events: ev.AnyEvent) -> str:
    """The words with which the last of these events is refused."""
    *before, last = events
    earlier = state().apply(*before)
    with pytest.raises(RecordError) as caught:
        earlier.apply(last)
    return str(caught.value)


# --- time ---------------------------------------------------------------------------------------


def test_a_round_ends_the_turn_before_it() -> None:
    told = after(ev.TurnBegan(("Italy",)), ev.PhaseBegan("Combat"), ev.RoundBegan(3, "Spring 1941"))
    assert (told.round, told.label, told.active, told.phase) == (3, "Spring 1941", (), "")
    assert told.turn == 1


def test_a_turn_forgets_the_turn_before_and_keeps_how_it_began() -> None:
    moved = ev.UnitsMoved((TANK,), ("Sicily", "sea zone 95"), "combat", cost=1)
    told = after(ev.TurnBegan(("Italy",)), ev.PhaseBegan("Combat Move"), moved)
    assert told.turn_start is not None
    assert told.turn_start.unit(TANK).place == "Sicily"
    assert told.turn_start.active == ("Italy",)
    assert told.turn_start.turn_start is None
    assert told.memory(TANK).moved == 1

    later = told.apply(ev.TurnBegan(("United Kingdom", "Italy")))
    assert (later.turn, later.active, later.phase) == (2, ("United Kingdom", "Italy"), "")
    assert later.memory(TANK).moved == 0
    assert later.turn_start is not None
    assert later.turn_start.unit(TANK).place == "sea zone 95"
    assert told.memory(TANK).moved == 1


def test_a_turn_of_nobody_we_know_is_refused() -> None:
    assert refused(ev.TurnBegan(("Atlantis",))) == (
        "turn event names 'Atlantis', not a power of the catalog"
    )


# --- units --------------------------------------------------------------------------------------


def test_units_are_added_where_they_say() -> None:
    told = after(
        ev.UnitsAdded(
            (
                Unit(20, "transport", "Italy", "sea zone 96"),
                Unit(21, "tank", "Italy", 20, damage=1, flags=("a",), name="1st"),
                Unit(22, "infantry", "Italy", Holding("Italy", "queue")),
            ),
            "bonus",
        )
    )
    assert [unit.id for unit in told.within("sea zone 96")] == [CARRIER, FIGHTER, 20, 21]
    assert told.unit(21) == Unit(21, "tank", "Italy", 20, 1, ("a",), "1st")
    assert [unit.id for unit in told.at(Holding("Italy", "queue"))] == [22]


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Unit(TANK, "tank", "Italy", "Sicily"), "added event brings unit 3, which is already"),
        (Unit(0, "tank", "Italy", "Sicily"), "added event brings unit 0; ids are positive"),
        (Unit(20, "trireme", "Italy", "Sicily"), "added event names 'trireme', not a unit type"),
        (Unit(20, "armour", "Italy", "Sicily"), "added event names 'armour', not a unit type"),
        (Unit(20, "tank", "Atlantis", "Sicily"), "added event names 'Atlantis', not a power"),
        (Unit(20, "tank", "Italy", "Atlantis"), "added event names 'Atlantis', not a space"),
        (Unit(20, "tank", "Italy", "96 Sea Zone"), "added event names '96 Sea Zone', not a space"),
        (Unit(20, "tank", "Italy", 99), "added event names unit 99, which is not in the game"),
        (Unit(20, "tank", "Italy", 20), "added event names unit 20, which is not in the game"),
        (Unit(20, "tank", "Italy", Holding("Atlantis", "x")), "names 'Atlantis', not a power"),
    ],
)
def test_units_that_cannot_be_are_not_added(unit: Unit, words: str) -> None:
    assert words in refused(ev.UnitsAdded((unit,), "bonus"))


def test_a_unit_added_twice_in_one_event_is_refused() -> None:
    twice = (Unit(20, "tank", "Italy", "Sicily"),) * 2
    assert "already there" in refused(ev.UnitsAdded(twice, "bonus"))


def test_units_are_placed_without_a_move() -> None:
    told = after(ev.UnitsPlaced((BOUGHT,), "Sicily", "mobilized"))
    assert told.unit(BOUGHT).place == "Sicily"
    assert told.holdings == ()
    assert told.memory(BOUGHT) == state().memory(BOUGHT)


def test_a_casualty_may_go_to_a_force_pool_and_leaves_its_battle() -> None:
    pool = Holding("United Kingdom", "force pool")
    told = after(LANDING, ev.UnitsPlaced((DEFENDER,), pool, "casualty", "b1"))
    assert told.unit(DEFENDER).place == pool
    assert [p.role for p in told.battles["b1"].participants] == ["attacker", "attacker"]


def test_units_move_along_a_path_and_remember_it() -> None:
    told = after(
        ev.UnitsMoved((FIGHTER,), ("sea zone 96", "Malta"), "combat", cost=1, battle="b1"),
        ev.UnitsMoved((FIGHTER,), ("Malta", "sea zone 96", "Sicily"), "return", cost=2),
    )
    assert told.unit(FIGHTER).place == "Sicily"
    memory = told.memory(FIGHTER)
    assert (memory.moved, memory.origin, memory.via) == (3, "sea zone 96", "sea zone 96")
    assert memory.battles == ("b1",)
    assert (memory.loaded, memory.unloaded, memory.scrambled_from) == (False, True, None)


def test_cargo_goes_where_its_ship_goes() -> None:
    told = after(ev.UnitsMoved((TRANSPORT,), ("sea zone 95", "sea zone 96"), "combat", cost=1))
    assert told.unit(CARGO).place == TRANSPORT
    assert told.space_of(CARGO) == "sea zone 96"
    assert told.at("sea zone 95") == ()


def test_units_load_and_unload() -> None:
    loaded = after(
        ev.UnitsMoved((INFANTRY, TANK), ("Sicily", "sea zone 95"), "combat", aboard=TRANSPORT)
    )
    assert [unit.id for unit in loaded.at(TRANSPORT)] == [CARGO, INFANTRY, TANK]
    assert loaded.memory(TANK).loaded
    assert not loaded.memory(TANK).unloaded
    landed = loaded.apply(ev.UnitsMoved((TANK,), ("sea zone 95", "Sicily"), "amphibious"))
    assert landed.unit(TANK).place == "Sicily"
    assert landed.memory(TANK).loaded
    assert landed.memory(TANK).unloaded


def test_a_scramble_is_remembered() -> None:
    told = after(
        ev.UnitsPlaced((FIGHTER,), "Malta", "landed"),
        ev.UnitsMoved((FIGHTER,), ("Malta", "sea zone 96"), "scramble"),
        ev.UnitsMoved((FIGHTER,), ("sea zone 96", "Malta"), "return"),
    )
    assert told.memory(FIGHTER).scrambled_from == "Malta"


def test_an_interrupted_move_is_open_until_it_goes_on() -> None:
    halted = after(
        ev.UnitsMoved((TRANSPORT,), ("sea zone 95", "sea zone 96"), "combat", cost=1, halted=True)
    )
    assert halted.halted == {TRANSPORT}
    assert not halted.settled
    assert halted.unsettled == f"the move of unit {TRANSPORT} is interrupted"
    on = ev.UnitsMoved((TRANSPORT,), ("sea zone 96", "sea zone 95"), "combat", cost=1)
    assert halted.apply(on).settled
    assert halted.apply(ev.UnitsPlaced((TRANSPORT,), "sea zone 95", "edit")).settled
    assert halted.apply(ev.UnitsRemoved((CARGO,), "x"), ev.UnitsRemoved((TRANSPORT,), "x")).settled


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.UnitsMoved((TANK,), (), "combat"), "moved event has an empty path"),
        (
            ev.UnitsMoved((TANK,), ("Malta", "sea zone 96"), "combat"),
            "moved event takes unit 3 (tank) from 'Malta', but it is in 'Sicily'",
        ),
        (
            ev.UnitsMoved((BOUGHT,), ("Malta", "sea zone 96"), "combat"),
            "takes unit 8 (infantry) from 'Malta', but it is in Holding(power='Italy'",
        ),
        (ev.UnitsMoved((99,), ("Malta",), "combat"), "moved event names unit 99, which is not in"),
        (ev.UnitsMoved((TANK,), ("Sicily", "Gozo"), "combat"), "names 'Gozo', not a space of"),
        (ev.UnitsMoved((TANK,), ("Gozo", "Sicily"), "combat"), "names 'Gozo', not a space of"),
        (
            ev.UnitsMoved((TANK,), ("Sicily", "sea zone 96"), "combat", aboard=TRANSPORT),
            "moved event puts units aboard unit 4, which is not in 'sea zone 96'",
        ),
        (ev.UnitsMoved((TANK, TANK), ("Sicily", "sea zone 96"), "combat"), "names a unit twice"),
        (
            ev.UnitsMoved((TRANSPORT,), ("sea zone 95",), "combat", aboard=CARGO),
            "moved event puts unit 4 aboard itself",
        ),
        (
            ev.UnitsPlaced((TRANSPORT,), TRANSPORT, "x"),
            "placed event puts unit 4 aboard itself",
        ),
        (ev.UnitsPlaced((TANK,), "Gozo", "x"), "placed event names 'Gozo', not a space of"),
        (ev.UnitsPlaced((TANK,), 99, "x"), "placed event names unit 99, which is not in the game"),
        (ev.UnitsPlaced((99,), "Malta", "x"), "placed event names unit 99, which is not in"),
        (ev.UnitsPlaced((TANK, TANK), "Malta", "x"), "placed event names a unit twice"),
        (ev.UnitsPlaced((TANK,), Holding("Gozo", "x"), "x"), "names 'Gozo', not a power"),
        (ev.UnitsRemoved((99,), "casualty"), "removed event names unit 99, which is not in"),
        (
            ev.UnitsRemoved((TRANSPORT,), "casualty"),
            "removed event takes unit 4 away from under its cargo",
        ),
        (ev.UnitsConverted((99,), "hit", damage=1), "converted event names unit 99, which is not"),
        (ev.UnitsConverted((TANK,), "x", type="trireme"), "names 'trireme', not a unit type of"),
        (ev.UnitsConverted((TANK,), "x", owner="Gozo"), "names 'Gozo', not a power of"),
    ],
)
def test_what_units_cannot_do(event: ev.AnyEvent, words: str) -> None:
    assert words in refused(event)


def test_units_do_not_nest_without_end() -> None:
    carriers = tuple(
        Unit(20 + i, "carrier", "Italy", "sea zone 95" if i == 0 else 19 + i) for i in range(8)
    )
    eight = state().apply(ev.UnitsAdded(carriers, "bonus"))
    assert len(eight.within("sea zone 95")) == 8 + 2
    ninth = Unit(28, "tank", "Italy", 27)
    with pytest.raises(RecordError, match="aboard unit 27: more than 8 units aboard one another"):
        eight.apply(ev.UnitsAdded((ninth,), "bonus"))
    with pytest.raises(RecordError, match="aboard unit 4: more than 8 units aboard one another"):
        eight.apply(ev.UnitsPlaced((20,), TRANSPORT, "x"))
    eight.apply(ev.UnitsPlaced((22,), TRANSPORT, "x"))


def test_removed_units_take_markers_and_battles_with_them() -> None:
    told = after(LANDING, ev.UnitsRemoved((TANK, DEFENDER), "casualty"))
    assert TANK not in told.units
    assert (OnUnit(TANK), "engineer") not in told.markers
    assert (OnSpace("Sicily"), "convoy") in told.markers
    assert [p.units for p in told.battles["b1"].participants] == [(INFANTRY, FELLOW)]


def test_nothing_is_remembered_of_a_unit_that_is_gone() -> None:
    moved = ev.UnitsMoved((TANK,), ("Sicily", "sea zone 95"), "combat", cost=1)
    again = Unit(TANK, "tank", "Italy", "Malta")
    told = after(moved, ev.UnitsRemoved((TANK,), "edit"), ev.UnitsAdded((again,), "edit"))
    assert told.memory(TANK).moved == 0


def test_a_ship_and_its_cargo_may_go_down_together() -> None:
    told = after(ev.UnitsRemoved((TRANSPORT, CARGO), "casualty"))
    assert told.within("sea zone 95") == ()


def test_units_are_converted_in_place() -> None:
    told = after(
        ev.UnitsConverted((TANK,), "hit", damage=1, gained=("b", "a")),
        ev.UnitsConverted((TANK,), "flip", type="infantry", owner="neutrals", lost=("b",)),
    )
    assert told.unit(TANK) == Unit(TANK, "infantry", "neutrals", "Sicily", 1, ("a",))
    assert told.apply(ev.UnitsConverted((TANK,), "repair", damage=0)).unit(TANK).damage == 0


# --- spaces, powers, money ----------------------------------------------------------------------


def test_control_passes_and_ends() -> None:
    told = after(
        ev.ControlChanged("Malta", "United Kingdom", "Italy", "conquest"),
        ev.ControlChanged("Sicily", "Italy", None, "edit"),
        ev.ControlChanged("Holland/Belgium", None, "neutrals", "edit"),
    )
    assert told.control == {
        "Malta": "Italy", "Southern Italy": "Italy", "Holland/Belgium": "neutrals",
    }  # fmt: skip


def test_relations_have_no_order() -> None:
    told = after(ev.RelationChanged("United Kingdom", "Italy", "war", "allied"))
    assert told.relation("Italy", "United Kingdom") == "allied"
    assert told.relation("United Kingdom", "Italy") == "allied"
    assert told.relation("Italy", "neutrals") == ""


def test_statuses_and_technologies_come_and_go() -> None:
    told = after(
        ev.StatusChanged("Italy", gained=("capital held", "Vichy"), lost=("at war",)),
        ev.TechnologyChanged("United Kingdom", gained=("jets", "radar")),
        ev.TechnologyChanged("United Kingdom", gained=("rockets",), lost=("jets",)),
    )
    assert told.statuses("Italy") == ("Vichy", "capital held")
    assert told.technologies("United Kingdom") == ("radar", "rockets")
    assert told.statuses("neutrals") == told.technologies("neutrals") == ()


def test_values_of_spaces_change() -> None:
    told = after(
        ev.ValueChanged("Malta", "value", 2, 0), ev.ValueChanged("Sicily", "leaning", None, "pro")
    )
    assert (told.income_value("Malta"), told.income_value("Sicily")) == (0, 2)
    assert told.value("Sicily", "leaning") == "pro"
    assert told.value("Sicily", "unheard of", 7) == 7
    back = told.apply(ev.ValueChanged("Malta", "value", 0, None))
    assert back.income_value("Malta") == 1


def test_markers_are_counted() -> None:
    told = after(
        ev.MarkerChanged(OnSpace("Malta"), "convoy", 3),
        ev.MarkerChanged(OnPower("Italy"), "token", 0),
        ev.MarkerChanged(OnUnit(TANK), "paid", 5),
    )
    assert told.markers == {
        (OnSpace("Sicily"), "convoy"): 2,
        (OnSpace("Malta"), "convoy"): 3,
        (OnUnit(TANK), "engineer"): 1,
        (OnUnit(TANK), "paid"): 5,
    }


def test_money_is_kept_by_treasury_resource_and_restriction() -> None:
    told = after(
        ev.ResourceChanged("UK Europe", "IPC", -20, "purchase"),
        ev.ResourceChanged("UK Europe", "IPC", 7, "gift", "Lend-Lease", "no infantry"),
        ev.ResourceChanged("Italy", "oil", 2, "income"),
    )
    assert told.money("UK Europe", "IPC") == 20
    assert told.balances["UK Europe", "IPC", ""] == 8
    assert told.balances["UK Europe", "IPC", "no infantry"] == 12
    assert (told.money("Italy", "oil"), told.money("Italy", "IPC")) == (2, 10)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.ControlChanged("Gozo", None, "Italy", "x"), "control event names 'Gozo', not a space"),
        (ev.ControlChanged("Malta", None, "Gozo", "x"), "control event names 'Gozo', not a power"),
        (ev.RelationChanged("Gozo", "Italy", "", "war"), "relation event names 'Gozo', not a"),
        (ev.RelationChanged("Italy", "Gozo", "", "war"), "relation event names 'Gozo', not a"),
        (ev.StatusChanged("Gozo", ("x",)), "status event names 'Gozo', not a power"),
        (ev.TechnologyChanged("Gozo", ("x",)), "technology event names 'Gozo', not a power"),
        (ev.ValueChanged("Gozo", "value", 1, 2), "value event names 'Gozo', not a space"),
        (ev.ValueChanged("Malta", "value", 1, "two"), "'Malta' worth 'two', no number"),
        (ev.ValueChanged("Malta", "value", 1, 1.5), "'Malta' worth 1.5, no number"),
        (ev.MarkerChanged(OnSpace("Gozo"), "x", 1), "marker event names 'Gozo', not a space"),
        (ev.MarkerChanged(OnPower("Gozo"), "x", 1), "marker event names 'Gozo', not a power"),
        (ev.MarkerChanged(OnUnit(99), "x", 1), "marker event names unit 99, which is not in"),
        (ev.MarkerChanged(OnUnit(TANK), "x", -1), "marker event leaves -1 'x' markers"),
        (ev.ResourceChanged("Gozo", "IPC", 1, "x"), "resource event names 'Gozo', not a treasury"),
        (ev.ResourceChanged("United Kingdom", "IPC", 1, "x"), "'United Kingdom', not a treasury"),
    ],
)
def test_what_cannot_become_of_spaces_powers_and_money(event: ev.AnyEvent, words: str) -> None:
    assert words in refused(event)


@pytest.mark.parametrize(
    "event",
    [
        ev.Bought("Italy", "Italy", (ev.BillLine("tank", 1, 6),)),
        ev.Rolled("attack", "Italy", (ev.Die(1, 3, "hit"),), 6, hits=1),
        ev.Noted("weather"),
        ev.Decided(("Italy",), "mission", "stand down"),
    ],
)
def test_events_that_only_tell_change_nothing(event: ev.AnyEvent) -> None:
    assert after(event) == state()


# --- battles and decisions ----------------------------------------------------------------------


def test_a_battle_is_open_from_opened_to_closed() -> None:
    opened = after(LANDING)
    battle = opened.battles["b1"]
    assert (battle.space, battle.kind, battle.links, battle.round) == (
        "Malta", "amphibious", ("b0",), 0,
    )  # fmt: skip
    assert battle.participants == LANDING.participants
    assert opened.unsettled == "battle 'b1' in Malta is open"
    assert opened.memory(TANK).battles == ("b1",)
    closed = opened.apply(
        ev.CombatRoundBegan("b1", 1), ev.BattleClosed("b1", "attacker wins", "attacker")
    )
    assert closed.settled
    assert closed.unsettled == ""
    assert closed.memory(TANK).battles == ("b1",)


def test_units_join_and_leave_a_battle() -> None:
    told = after(
        LANDING,
        ev.CombatRoundBegan("b1", 2),
        ev.BattleJoined("b1", (Participant("defender", "United Kingdom", (FIGHTER,), None, "up"),)),
        ev.BattleLeft("b1", (FELLOW, TANK), "retreat"),
    )
    battle = told.battles["b1"]
    assert battle.round == 2
    assert [p.units for p in battle.participants] == [(INFANTRY,), (DEFENDER,), (FIGHTER,)]
    assert told.memory(FIGHTER).battles == ("b1",)
    assert TANK in told.units


def test_several_battles_are_open_at_once_and_keep_their_own_rounds() -> None:
    other = ev.BattleOpened("b2", "sea zone 96", "sea", (), ("b1",))
    told = after(LANDING, other, ev.CombatRoundBegan("b2", 1), ev.CombatRoundBegan("b1", 4))
    assert {b.id: b.round for b in told.battles.values()} == {"b1": 4, "b2": 1}
    assert not told.apply(ev.BattleClosed("b2", "no effect", "nobody")).settled


def test_a_decision_is_open_until_it_is_decided() -> None:
    asked = ev.Asked("d1", ("Italy",), "retreat", ("yes", "no"), "R-1", "b1")
    told = after(asked)
    assert told.decisions == {"d1": asked}
    assert told.unsettled == "decision 'd1' is open"
    assert told.apply(ev.Decided(("Italy",), "retreat", "no", "d1")).settled


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ((LANDING, LANDING), "battle 'b1' opened twice"),
        ((ev.BattleOpened("b", "Gozo", "land", ()),), "battle event names 'Gozo', not a space"),
        (
            (ev.BattleOpened("b", "Malta", "land", (Participant("attacker", "Italy", (99,)),)),),
            "battle event names unit 99, which is not in the game",
        ),
        (
            (LANDING, ev.BattleJoined("b1", (Participant("attacker", "Italy", (99,)),))),
            "joined event names unit 99, which is not in the game",
        ),
        ((ev.BattleJoined("b1", ()),), "joined event names battle 'b1', which is not open"),
        ((ev.BattleLeft("b1", (), "x"),), "left event names battle 'b1', which is not open"),
        ((ev.CombatRoundBegan("b1", 1),), "combat round event names battle 'b1', which is not"),
        (
            (ev.BattleClosed("b1", "unknown", "nobody"),),
            "closed event names battle 'b1', which is not open",
        ),
        (
            (ev.Asked("d", ("Italy",), "x"), ev.Asked("d", ("Italy",), "x")),
            "decision 'd' asked twice",
        ),
        (
            (ev.Decided(("Italy",), "x", "no", "d"),),
            "decided event answers 'd', which is not open",
        ),
    ],
)
def test_what_battles_and_decisions_cannot_do(events: tuple[ev.AnyEvent, ...], words: str) -> None:
    assert words in refused(*events)


def test_victory_is_known() -> None:
    assert after(ev.VictoryWon(("Axis",), "cities")).victors == ("Axis",)


# --- the fold itself ----------------------------------------------------------------------------


def test_every_event_of_the_set_has_a_handler() -> None:
    from typing import get_args

    from a4a.core.fold import _HANDLERS
    from a4a.core.sentences import SENTENCES

    kinds = set(get_args(ev.AnyEvent))
    assert set(_HANDLERS) == kinds
    assert set(SENTENCES) == kinds
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)


def test_a_refused_event_leaves_the_state_as_it_was() -> None:
    before = state()
    with pytest.raises(RecordError):
        before.apply(
            ev.UnitsRemoved((TANK,), "casualty"),
            ev.UnitsMoved((TANK,), ("Sicily", "sea zone 95"), "combat"),
        )
    assert before == state()
    assert before.unit(TANK).place == "Sicily"


def test_a_fold_goes_on_after_it_handed_a_state_out() -> None:
    fold = Fold(state())
    first = fold.state()
    fold.apply(ev.UnitsRemoved((TANK,), "casualty"))
    second = fold.state()
    fold.apply(ev.UnitsRemoved((INFANTRY,), "casualty"))
    assert TANK in first.units
    assert TANK not in second.units
    assert INFANTRY in second.units
    assert INFANTRY not in fold.state().units


def test_the_working_state_is_the_state_so_far() -> None:
    fold = Fold(state())
    before = fold.state()
    fold.apply(ev.UnitsRemoved((TANK,), "casualty"))
    assert TANK not in fold.working.units
    assert fold.working == fold.state()
    assert TANK in before.units


def test_the_state_is_read_only() -> None:
    told = after(LANDING)
    for table in (
        told.units, told.control, told.relations, told.balances, told.values, told.markers,
        told.battles, told.decisions,
    ):  # fmt: skip
        with pytest.raises(TypeError):
            table["x"] = None  # type: ignore[index]
    with pytest.raises(AttributeError):
        told.unit(TANK).damage = 3  # type: ignore[misc]


def test_a_unit_that_is_not_there_is_an_error() -> None:
    with pytest.raises(A4AError, match="no unit 99 is in the game at this node"):
        state().unit(99)
