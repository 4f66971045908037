"""Faults planted in a recorded game, one in each: the audit finds it at its node.

The game is one that comes with a4a; up to the fault it keeps to the rules. A plant tells one step
otherwise, as a cheat or a mistake would have, and names the rule it breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import polars as pl
import pytest
from msgspec.structs import replace

import a4a
from a4a.core import events as ev
from a4a.core.units import Holding
from tests import depth
from tests.analysis.planted import Scene, scene, units_in
from tests.shared_games import shipped

PURCHASE, COMBAT_MOVE = "Purchase and Repair Units", "Combat Move"
BATTLE, NONCOMBAT = "Conduct Combat", "Noncombat Move"
MOBILIZE, INCOME = "Mobilize New Units", "Collect Income"


class Plant(NamedTuple):
    """A kind of fault: how it is planted, the rule it breaks, what is judged when it shows."""

    plant: Callable[[], Scene]
    rule: str
    topic: str
    difference: int | None = None


PLANTS: dict[str, Plant] = {}


def purchased(power: str) -> Holding:
    """Where what a power bought waits."""
    return Holding(power, "purchased")


def damaged_ships(it: Scene, power: str) -> list[int]:
    """Capital ships of a power that carry damage."""
    return [
        u.id
        for u in it.before.units.values()
        if u.owner == power and u.damage and u.type in ("battleship", "aircraft carrier")
    ]


def fault(
    rule: str, topic: str, difference: int | None = None
) -> Callable[[Callable[[], Scene]], Callable[[], Scene]]:
    """Add a kind of fault to the list, by the name of its function."""

    def add(plant: Callable[[], Scene]) -> Callable[[], Scene]:
        PLANTS[plant.__name__] = Plant(plant, rule, topic, difference)
        return plant

    return add


# --- purchases and repairs ------------------------------------------------------------------------


def german_purchase() -> Scene:
    """Germany's first purchase: 6 infantry and 3 artillery for its 30 IPCs."""
    return scene(ev.Bought, power="Germany")


@fault("AA-PUR-004", "purchase", difference=6)
def units_too_cheap() -> Scene:
    it = german_purchase()
    bill = it.first(ev.Bought)
    lines = tuple(
        ev.BillLine(kind, count, 12 if kind == "infantry" else cost)
        for kind, count, cost in ((line.unit_type, line.count, line.cost) for line in bill.lines)
    )
    it.change(bill, lines=lines)
    return it.change(it.first(ev.ResourceChanged), amount=-24)


@fault("AA-PUR-004", "purchase", difference=20)
def a_price_not_paid() -> Scene:
    it = german_purchase()
    return it.change(it.first(ev.ResourceChanged), amount=-10)


@fault("AA-PUR-005", "purchase", difference=3)
def more_than_the_treasury_has() -> Scene:
    it = german_purchase()
    bill = it.first(ev.Bought)
    lines = tuple(
        ev.BillLine(kind, count + 1, cost + 3)
        if kind == "infantry"
        else ev.BillLine(kind, count, cost)
        for kind, count, cost in ((line.unit_type, line.count, line.cost) for line in bill.lines)
    )
    it.change(bill, lines=lines)
    it.change(it.first(ev.ResourceChanged), amount=-33)
    return it.also(
        ev.UnitsAdded((it.unit("infantry", purchased("Germany"), "Germany"),), "purchase")
    )


@fault("AA-PUR-013", "purchase")
def a_unit_nobody_bought() -> Scene:
    it = german_purchase()
    return it.also(ev.UnitsAdded((it.unit("tank", purchased("Germany"), "Germany"),), "purchase"))


@fault("AA-GLO-058", "purchase")
def a_tank_for_china() -> Scene:
    it = scene(ev.Bought, power="China")
    bill, added = it.first(ev.Bought), it.first(ev.UnitsAdded)
    it.change(bill, lines=(ev.BillLine("tank", 2, 12),))
    first = it.unit("tank", purchased("China"), "China")
    return it.change(added, units=(first, replace(first, id=first.id + 1)))


@fault("AA-PUR-001", "purchase")
def units_bought_in_battle() -> Scene:
    it = scene(ev.BattleClosed, power="Germany", phase=BATTLE)
    return it.also(
        ev.ResourceChanged("Germany", "IPC", 0, "purchase"),
        ev.Bought("Germany", "Germany", (ev.BillLine("infantry", 1, 0),)),
    )


@fault("AA-PUR-007", "repair", difference=3)
def repairs_for_nothing() -> Scene:
    it = scene(ev.ResourceChanged, where=lambda _, e: e.reason == "repair")
    return it.swap(it.first(ev.ResourceChanged))


@fault("AA-PUR-010", "repair")
def a_battleship_repaired_far_from_any_base() -> Scene:
    it = scene(
        ev.PhaseBegan, power="Italy", phase=PURCHASE,
        where=lambda s, _: any(damaged_ships(s, "Italy")),
    )  # fmt: skip
    (ship, *_) = damaged_ships(it, "Italy")
    it.also(ev.UnitsMoved((ship,), ("sea zone 93", "sea zone 92", "sea zone 91"), "other"))
    return it.also(ev.UnitsConverted((ship,), "repair", damage=0))


# --- placements -----------------------------------------------------------------------------------


def placement(power: str, unit_type: str) -> Scene:
    """The first unit of a type that a power places."""
    return scene(
        ev.UnitsPlaced, power=power, phase=MOBILIZE,
        where=lambda s, e: s.before.unit(e.units[0]).type == unit_type,
    )  # fmt: skip


@fault("AA-MOB-009", "placement")
def infantry_placed_where_there_is_no_complex() -> Scene:
    it = placement("Germany", "infantry")
    return it.change(it.first(ev.UnitsPlaced), place="Norway")


@fault("AA-MOB-002", "placement")
def infantry_placed_at_a_complex_captured_this_turn() -> Scene:
    it = placement("Germany", "infantry")
    assert it.before.control["France"] == "Germany"
    return it.change(it.first(ev.UnitsPlaced), place="France")


@fault("AA-MOB-005", "placement")
def four_units_placed_at_a_minor_complex() -> Scene:
    it = placement("Soviet Union", "infantry")
    waiting = tuple(u.id for u in it.before.at(purchased("Soviet Union")))[:4]
    return it.change(it.first(ev.UnitsPlaced), units=waiting, place="Ukraine")


@fault("AA-MOB-011", "placement")
def a_transport_placed_inland() -> Scene:
    it = placement("United Kingdom", "transport")
    return it.change(it.first(ev.UnitsPlaced), place="United Kingdom")


@fault("AA-MOB-010", "placement")
def infantry_placed_at_sea() -> Scene:
    it = placement("United Kingdom", "infantry")
    return it.change(it.first(ev.UnitsPlaced), place="sea zone 109")


@fault("AA-MOB-001", "placement")
def units_placed_in_the_combat_move() -> Scene:
    it = scene(ev.UnitsMoved, power="Germany", phase=COMBAT_MOVE)
    waiting = it.before.at(purchased("Germany"))
    return it.also(ev.UnitsPlaced((waiting[0].id,), "Germany", "mobilized"))


@fault("AA-MOB-001", "placement", difference=20)
def a_battleship_out_of_nothing() -> Scene:
    it = scene(ev.UnitsMoved, power="Germany", phase=NONCOMBAT)
    return it.also(ev.UnitsAdded((it.unit("battleship", "sea zone 113", "Germany"),), "event"))


@fault("AA-MOB-022", "placement", difference=9)
def money_back_for_nothing() -> Scene:
    it = placement("Germany", "infantry")
    return it.also(ev.ResourceChanged("Germany", "IPC", 9, "refund"))


@fault("AA-MOB-001", "placement")
def units_kept_for_another_turn() -> Scene:
    before = placement("Soviet Union", "mechanized infantry")
    it = scene(ev.TurnBegan, power="Japan", turn=1)
    it.events.insert(0, ev.UnitsPlaced(
        before.first(ev.UnitsPlaced).units, purchased("Soviet Union"), "queued"
    ))  # fmt: skip
    return it


# --- income ---------------------------------------------------------------------------------------


def income(power: str, reason: str, **chosen: object) -> Scene:
    """The first time a power collects for some reason."""
    return scene(
        ev.ResourceChanged, power=power, phase=INCOME, where=lambda _, e: e.reason == reason,
        **chosen,
    )  # fmt: skip


@fault("AA-INC-001", "income", difference=4)
def too_much_income() -> Scene:
    it = income("Germany", "income")
    event = it.first(ev.ResourceChanged)
    return it.change(event, amount=event.amount + 4)


@fault("AA-INC-001", "income", difference=5)
def income_in_the_wrong_phase() -> Scene:
    it = german_purchase()
    return it.also(ev.ResourceChanged("Germany", "IPC", 5, "income"))


@fault("AA-OBJ-004", "income", difference=5)
def an_objective_that_is_not_due() -> Scene:
    it = income("Germany", "objective")
    return it.also(
        ev.ResourceChanged("Germany", "IPC", 5, "objective", "Germans 3 Control Caucasus")
    )


@fault("AA-OBJ-006", "income", difference=-5)
def an_objective_missed() -> Scene:
    """The turn is over, and Germany has not been paid for Scandinavian iron."""
    return income("Germany", "income").also(ev.TurnBegan(("Soviet Union",)))


@fault("AA-OBJ-024", "income", difference=3)
def an_objective_that_pays_too_much() -> Scene:
    it = scene(
        ev.ResourceChanged, record=shipped("global1940_strong_computer"),
        where=lambda _, e: "Communism" in e.detail,
    )  # fmt: skip
    event = it.first(ev.ResourceChanged)
    return it.change(event, amount=event.amount + 3)


@fault("AA-CVY-010", "income", difference=2)
def convoys_that_lose_too_little() -> Scene:
    it = income("United States", "convoy")
    event = it.first(ev.ResourceChanged, lambda e: e.reason == "convoy")
    return it.change(event, amount=event.amount + 2)


@fault("AA-CVY-006", "income")
def convoys_nobody_rolled_for() -> Scene:
    """The dice against the convoys of the United States are left out: fewer are rolled."""
    it = scene(ev.Rolled, power="United States", phase=INCOME)
    roll = it.first(ev.Rolled)
    it.change(roll, dice=roll.dice[:-1])
    collected = Scene(it.record, it.record.children(it.node)[0])
    return it.also(*collected.events)


# --- politics -------------------------------------------------------------------------------------


def war(power: str, other: str) -> tuple[ev.Decided, ev.RelationChanged]:
    """A declaration of war."""
    a, b = sorted((power, other))
    return (
        ev.Decided((power,), "declaration of war", other),
        ev.RelationChanged(a, b, "neutral", "war"),
    )


def phase_begins(power: str, phase: str) -> Scene:
    """The first time a power's phase begins."""
    return scene(ev.PhaseBegan, power=power, phase=phase)


@fault("AA-POL-045", "declaration")
def a_soviet_war_on_italy_before_its_time() -> Scene:
    """Germany has declared war on it; but a declaration is needed on whom and when."""
    record = shipped("global1940_strong_computer")
    it = scene(ev.PhaseBegan, power="Soviet Union", phase=COMBAT_MOVE, record=record)
    return it.also(*war("Soviet Union", "Italy"))


@fault("AA-DOW-001", "declaration")
def war_declared_after_a_move() -> Scene:
    it = scene(ev.UnitsMoved, power="Germany", phase=COMBAT_MOVE)
    return it.also(*war("Germany", "United States"))


@fault("AA-DOW-001", "declaration")
def war_nobody_declared() -> Scene:
    it = phase_begins("Italy", COMBAT_MOVE)
    return it.also(ev.RelationChanged("China", "Italy", "neutral", "war"))


@fault("", "declaration")
def a_peace() -> Scene:
    it = phase_begins("Italy", COMBAT_MOVE)
    return it.also(ev.RelationChanged("France", "Italy", "war", "neutral"))


@fault("AA-RND-001", "technology")
def a_technology_in_a_game_without_research() -> Scene:
    it = phase_begins("Germany", COMBAT_MOVE)
    return it.also(ev.TechnologyChanged("Germany", gained=("Radar",)))


# --- conquest -------------------------------------------------------------------------------------


@fault("AA-CON-001", "conquest")
def a_territory_taken_by_nobody() -> Scene:
    it = scene(ev.BattleClosed, power="Germany", phase=BATTLE)
    return it.also(ev.ControlChanged("Egypt", "United Kingdom", "Germany", "conquest"))


@fault("AA-CON-021", "conquest", difference=-9)
def plunder_too_small() -> Scene:
    it = scene(ev.ResourceChanged, phase=BATTLE, where=lambda _, e: e.reason == "plunder")
    event = it.first(ev.ResourceChanged, lambda e: e.amount > 0)
    return it.change(event, amount=event.amount - 9)


@fault("AA-CON-013", "conquest")
def a_friends_territory_kept() -> Scene:
    """ANZAC takes back what Italy took from the United Kingdom, and keeps it."""
    it = scene(ev.ControlChanged, power="ANZAC", where=lambda _, e: e.new == "United Kingdom")
    return it.change(it.first(ev.ControlChanged), new="ANZAC")


@fault("AA-CON-009", "conquest")
def a_captured_major_complex_that_stays_major() -> Scene:
    it = scene(ev.UnitsAdded, phase=BATTLE, where=lambda _, e: e.reason == "captured")
    added = it.first(ev.UnitsAdded)
    major = replace(added.units[0], type="major industrial complex")
    return it.change(added, units=(major,))


# --- moves ----------------------------------------------------------------------------------------


def german_move(phase: str = COMBAT_MOVE) -> Scene:
    return scene(ev.UnitsMoved, power="Germany", phase=phase)


@fault("AA-MOV-039", "move")
def infantry_that_moves_too_far() -> Scene:
    it = german_move()
    unit = units_in(it.before, "Germany", "Germany", "infantry")[0]
    path = ("Germany", "Slovakia/Hungary", "Yugoslavia")
    return it.also(ev.UnitsMoved((unit,), path, "combat", 2))


@fault("AA-MOV-059", "move")
def tanks_that_drive_through_an_army() -> Scene:
    it = german_move()
    unit = units_in(it.before, "Holland/Belgium", "Germany", "tank")[0]
    path = ("Holland/Belgium", "France", "Southern France")
    return it.also(ev.UnitsMoved((unit,), path, "combat", 2))


@fault("AA-POL-037", "move")
def an_attack_on_a_power_one_is_not_at_war_with() -> Scene:
    record = shipped("global1940_strong_computer")
    it = scene(ev.UnitsMoved, power="Germany", phase=COMBAT_MOVE, turn=1, record=record)
    unit = units_in(it.before, "Poland", "Germany", "infantry")[0]
    return it.also(ev.UnitsMoved((unit,), ("Poland", "Eastern Poland"), "combat", 1))


@fault("AA-MOV-018", "move")
def ships_through_a_closed_strait() -> Scene:
    it = scene(ev.UnitsMoved, power="United Kingdom", phase=COMBAT_MOVE)
    (unit, *_) = units_in(it.before, "sea zone 98", "United Kingdom", "destroyer")
    return it.also(
        ev.UnitsMoved((unit,), ("sea zone 98", "sea zone 99", "sea zone 100"), "combat", 2)
    )


@fault("AA-UNI-079", "move")
def a_transport_with_three_aboard() -> Scene:
    def rested(it: Scene, space: str) -> list[int]:
        there = units_in(it.before, space, "United Kingdom", "infantry")
        return [unit for unit in there if it.before.memory(unit).origin is None]

    it = scene(
        ev.UnitsMoved, power="United Kingdom", phase=NONCOMBAT,
        where=lambda s, e: e.aboard is not None and len(rested(s, e.path[0])) >= 3,
    )  # fmt: skip
    move = it.first(ev.UnitsMoved)
    it.change(move, units=tuple(rested(it, move.path[0])[:3]))
    return it.also(ev.PhaseBegan(MOBILIZE))


# --- battles --------------------------------------------------------------------------------------


def german_battle() -> Scene:
    """The first battle that Germany fights on land in more than one round."""
    return scene(
        ev.BattleOpened, power="Germany", phase=BATTLE,
        where=lambda s, e: e.kind == "land"
        and any(isinstance(x, ev.UnitsRemoved) for x in s.events),
    )  # fmt: skip


@fault("AA-CMB-041", "casualty")
def one_casualty_too_few() -> Scene:
    it = german_battle()
    removed = it.first(ev.UnitsRemoved)
    return it.change(removed, units=removed.units[:-1])


@fault("AA-CMB-040", "casualty")
def a_casualty_that_was_not_there() -> Scene:
    it = german_battle()
    removed = it.first(ev.UnitsRemoved)
    elsewhere = units_in(it.before, "Romania", "Germany", "infantry")[0]
    return it.change(removed, units=(*removed.units[1:], elsewhere))


@fault("AA-CMB-018", "roll")
def a_die_at_the_wrong_number() -> Scene:
    it = german_battle()
    roll = it.first(ev.Rolled)
    dice = (ev.Die(roll.dice[0].face, 5, roll.dice[0].result), *roll.dice[1:])
    return it.change(roll, dice=dice)


@fault("AA-CMB-058", "battle")
def a_retreat_to_where_nobody_came_from() -> Scene:
    it = scene(ev.UnitsMoved, phase=BATTLE, where=lambda _, e: e.mode == "retreat")
    move = it.first(ev.UnitsMoved)
    return it.change(move, path=(move.path[0], "Switzerland"))


# --- what nothing accounts for, and the order of play ---------------------------------------------


def later() -> Scene:
    """A quiet moment: Germany's first noncombat move."""
    return scene(ev.UnitsMoved, power="Germany", phase=NONCOMBAT)


def soviet_infantry(it: Scene) -> int:
    return units_in(it.before, "Russia", "Soviet Union", "infantry")[0]


@fault("", "casualty")
def a_unit_that_vanishes() -> Scene:
    it = later()
    return it.also(ev.UnitsRemoved((soviet_infantry(it),), "event"))


@fault("", "conquest")
def a_unit_that_changes_sides() -> Scene:
    it = later()
    return it.also(ev.UnitsConverted((soviet_infantry(it),), "event", owner="Germany"))


@fault("", "placement")
def infantry_that_becomes_a_tank() -> Scene:
    it = later()
    return it.also(ev.UnitsConverted((soviet_infantry(it),), "event", type="tank"))


@fault("", "move")
def a_unit_put_elsewhere() -> Scene:
    it = later()
    return it.also(ev.UnitsPlaced((soviet_infantry(it),), "Germany", "event"))


@fault("", "battle")
def damage_by_nobody() -> Scene:
    it = later()
    (complex_, *_) = units_in(
        it.before, "Russia", "Soviet Union", "major industrial complex", "minor industrial complex"
    )
    return it.also(ev.UnitsConverted((complex_,), "event", damage=6))


@fault("AA-INC-006", "income", difference=20)
def a_gift() -> Scene:
    return later().also(ev.ResourceChanged("Germany", "IPC", 20, "gift", "Italy"))


@fault("AA-NEU-004", "conquest")
def a_neutral_that_leans_for_no_reason() -> Scene:
    return later().also(ev.ValueChanged("Turkey", "leaning", "strict", "pro-Axis"))


@fault("AA-SET-046", "turn")
def a_turn_out_of_order() -> Scene:
    it = scene(ev.TurnBegan, power="Soviet Union")
    return it.change(it.first(ev.TurnBegan), powers=("Japan",))


@fault("AA-SET-043", "turn")
def combat_moves_after_the_battles() -> Scene:
    return later().also(ev.PhaseBegan(COMBAT_MOVE))


@fault("AA-SET-042", "turn")
def a_round_left_out() -> Scene:
    it = scene(ev.RoundBegan, turn=2)
    return it.change(it.first(ev.RoundBegan), number=3)


# --- the test -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PLANTS)
def test_a_planted_fault_is_caught_at_its_node(kind: str) -> None:
    plant = PLANTS[kind]
    it = plant.plant()
    found = a4a.audit(it.cut(), progress=None).filter(pl.col("severity") != "engine option")
    assert set(found["node"]) == {it.node}, found
    same = found.filter(pl.col("topic") == plant.topic)
    assert plant.rule in [rule or "" for rule in same["rule"]], found.select(
        "topic", "rule", "what"
    )
    (row,) = same.filter(pl.col("rule").fill_null("") == plant.rule).head(1).to_dicts()
    assert row["severity"] == "illegal"
    assert row["difference"] == plant.difference or plant.difference is None
    assert row["what"]
    assert row["says"]


@pytest.mark.soak
@pytest.mark.parametrize("kind", [*PLANTS][:: depth.number(4, deep=1)])
def test_without_the_fault_nothing_is_found_there(kind: str) -> None:
    it = PLANTS[kind].plant()
    clean = Scene(it.record, it.node).cut()
    found = a4a.audit(clean, progress=None).filter(pl.col("severity") == "illegal")
    assert found.is_empty(), found


def test_there_are_faults_of_every_topic() -> None:
    assert len(PLANTS) >= 20
    assert {plant.topic for plant in PLANTS.values()} == {
        "turn", "move", "purchase", "repair", "placement", "income", "declaration", "battle",
        "roll",
        "casualty", "conquest", "technology",
    }  # fmt: skip
