"""Facilities: construction, damage, what they do for others, where they may stand, oil derricks."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.rules.areas import orders as o
from a4a.rules.areas.bases.facilities import (
    most_damage,
    operative,
    under_construction,
    unfinished,
)
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import economies
from a4a.rules.areas.economy.bills import repair_cost
from a4a.rules.areas.economy.placement import site_fault
from a4a.rules.areas.movement.fields import Fields
from a4a.rules.areas.politics import limits
from a4a.rules.game import Game
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.events import tankers
from a4a.rules.systems.deluxe3g40.missions.situation_data import situations
from tests.rules.deluxe3g40.positions import SYSTEM, go, ids, one, position, refused, war

GERMANY, FRANCE, UK, ITALY = "Germany", "France", "United Kingdom", "Italy"
TACTICAL = {
    "air base", "naval base", "rail station", "oil derrick", "major bunker", "minor bunker",
}  # fmt: skip
PRODUCTION = {"industrial complex", "major factory", "minor factory"}
PLACE = "Mobilize New Units"


def placed(kind: str) -> tuple[Game, int]:
    """France with a facility just placed in Normandy."""
    where = "Normandy/Bordeaux"
    game = position(power=FRANCE, phase=PLACE, purchased={FRANCE: {kind: 1, "AAA": 1}})
    (unit,) = [u.id for u in game.state.at(SYSTEM.catalog.purchases(FRANCE)) if u.type == kind]
    if kind == "naval base":
        where = "Southern France"
    sites = [where, "France", "Southern France", "Syria", "Morocco"]
    site = next(s for s in sites if game.can(o.Place((unit,), s)))
    game.do(o.Place((unit,), site))
    return game, unit


def with_flags(game: Game, unit: int, *flags: str) -> Run:
    run = Run(game.state, ScriptedDice(()))
    run.emit(ev.UnitsConverted((unit,), "test", gained=flags))
    return run


# --- what they are --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "price"),
    [("air base", 10), ("naval base", 10), ("major bunker", 20), ("minor bunker", 10)],
)
def test_DX_FAC_001_014_046_064_prices(kind: str, price: int) -> None:
    assert SYSTEM.types[kind].cost == price
    assert kind in limits.for_sale(SYSTEM, position(phase="Combat Move").state, GERMANY)


@pytest.mark.parametrize("kind", ["rail station", "oil derrick"])
def test_DX_FAC_025_039_stations_and_derricks_are_not_bought(kind: str) -> None:
    game = position(power=FRANCE, phase="Purchase Units", money={FRANCE: 50})
    refused(game, o.Buy(FRANCE, {kind: 1}), "AA-PUR-002")


@pytest.mark.rule("AA-UNI-080")
@pytest.mark.parametrize("kind", sorted(TACTICAL))
def test_DX_FAC_002_015_026_039_047_065_no_facility_moves(kind: str) -> None:
    game = position(
        power=FRANCE, phase="Combat Move", units={"Syria": {FRANCE: {kind: 1}}},
        relations=war((FRANCE, GERMANY)),
    )  # fmt: skip
    move = o.Move((one(game, "Syria", kind),), ("Syria", "Iraq"))
    refused(game, move, SYSTEM.book.cite("facility.move", of=kind))


def test_DX_FAC_048_066_080_the_kinds_of_facilities_have_no_combat_values() -> None:
    facilities = {t.name for t in SYSTEM.types.values() if t.category == "facility"}
    assert facilities - {"radar tower"} == TACTICAL | PRODUCTION
    assert SYSTEM.able("tactical facility") - {"radar tower"} == TACTICAL
    assert SYSTEM.able("industrial complex") == PRODUCTION
    assert all(SYSTEM.types[k].attack == SYSTEM.types[k].defense == 0 for k in facilities)


def test_DX_FAC_079_production_facilities_are_as_reconstructed() -> None:
    """R-434: price, units a turn, most damage."""
    rows = {
        kind: (SYSTEM.types[kind].cost, SYSTEM.types[kind].numbers["production"],
               SYSTEM.types[kind].numbers["max damage"])
        for kind in PRODUCTION
    }  # fmt: skip
    assert rows == {
        "industrial complex": (30, 10, 20), "major factory": (20, 5, 10),
        "minor factory": (15, 3, 6),
    }  # fmt: skip


# --- construction ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "markers"),
    [("air base", 1), ("naval base", 1), ("minor bunker", 1), ("major bunker", 2)],
)
def test_DX_FAC_003_016_050_068_QUE_008_a_new_facility_has_construction_markers(
    kind: str, markers: int
) -> None:
    game, unit = placed(kind)
    assert unfinished(game.state.unit(unit)) == markers
    assert not operative(SYSTEM, game.state.unit(unit))


@pytest.mark.parametrize(("kind", "turns"), [("air base", 1), ("major bunker", 2)])
def test_DX_QUE_010_it_is_of_use_when_its_owner_has_begun_so_many_turns(
    kind: str, turns: int
) -> None:
    game, unit = placed(kind)
    run = Run(game.state, ScriptedDice(()))
    from a4a.rules.systems.deluxe3g40.turn.markers import RemoveMarkers

    for turn in range(1, turns + 1):
        assert not operative(SYSTEM, run.state.unit(unit))
        RemoveMarkers(SYSTEM).begin(run, FRANCE)
        assert operative(SYSTEM, run.state.unit(unit)) == (turn == turns)


@pytest.mark.parametrize(
    ("kind", "where", "mover"),
    [("air base", "Holland/Belgium", "fighter"), ("naval base", "Holland/Belgium", "destroyer")],
)
def test_DX_FAC_004_008_009_017_021_022_a_base_lets_move_one_farther_only_if_whole_and_finished(
    kind: str, where: str, mover: str
) -> None:
    here = where if mover == "fighter" else "sea zone 110"
    own = {kind: 1} if here == where else {}
    game = position(
        power=UK, phase="Combat Move", control={where: UK},
        units={where: {UK: {kind: 1}}} | {here: {UK: {mover: 1, **own}}},
    )  # fmt: skip
    base = one(game, where, kind)

    def range_of(*events: ev.AnyEvent) -> int:
        run = Run(game.state, ScriptedDice(()))
        run.emit(*events)
        field = Fields(SYSTEM).of(run.state, combat=True, power=UK)
        return field.left(run.state.unit(one(game, here, mover)))

    move = SYSTEM.types[mover].move
    spoiled = [i for i in ids(game, where, kind) if i != base]
    gone = [ev.UnitsRemoved(tuple(spoiled), "test")] if spoiled else []
    others = tuple(
        u.id
        for u in game.state.units.values()
        if u.type == kind and u.place != where and u.place in SYSTEM.graph.coast.get(here, ())
    )
    gone += [ev.UnitsRemoved(others, "test")] if others else []
    assert range_of(*gone) == move + 1
    assert range_of(*gone, ev.UnitsConverted((base,), "bombed", damage=1)) == move
    unfinished_ = ev.UnitsConverted((base,), "test", gained=(under_construction(1),))
    assert range_of(*gone, unfinished_) == move


@pytest.mark.parametrize("kind", ["air base", "naval base", "major bunker", "minor bunker"])
def test_DX_FAC_013_024_062_078_QUE_011_captured_unfinished_it_is_destroyed(kind: str) -> None:
    game = position(
        power=GERMANY, phase="Combat Move", units={"Syria": {FRANCE: {kind: 1}}},
        relations=war((GERMANY, FRANCE)),
    )  # fmt: skip
    base = one(game, "Syria", kind)
    run = with_flags(game, base, under_construction(1))
    conquest.take(SYSTEM, run, "Syria", GERMANY)
    assert base not in run.state.units
    whole = Run(game.state, ScriptedDice(()))
    conquest.take(SYSTEM, whole, "Syria", GERMANY)
    assert whole.state.unit(base).owner == GERMANY


def test_DX_QUE_011_a_friend_that_is_given_land_goes_on_building() -> None:
    game = position(power=UK, phase="Combat Move", units={"Malaya": {UK: {"air base": 1}}})
    base = one(game, "Malaya", "air base")
    run = with_flags(game, base, under_construction(1))
    conquest.cede(SYSTEM, run, "Malaya", "Commonwealth", "exile")
    assert (run.state.unit(base).owner, unfinished(run.state.unit(base))) == ("Commonwealth", 1)


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "most"),
    [("air base", 6), ("naval base", 6), ("rail station", 6), ("major bunker", 6),
     ("minor bunker", 3)],
)  # fmt: skip
def test_DX_FAC_007_020_029_053_070_most_damage(kind: str, most: int) -> None:
    game = position(power=UK, phase="Combat Move", units={"Egypt": {UK: {kind: 1}}})
    assert most_damage(SYSTEM, game.state, game.state.unit(one(game, "Egypt", kind))) == most


@pytest.mark.parametrize("kind", ["air base", "naval base", "rail station"])
def test_DX_FAC_008_021_030_any_damage_puts_it_out_of_action(kind: str) -> None:
    game = position(power=UK, phase="Combat Move", units={"Malta": {UK: {kind: 1}}})
    unit = game.state.unit(ids(game, "Malta", kind)[-1])
    assert operative(SYSTEM, unit)
    run = Run(game.state, ScriptedDice(()))
    run.emit(ev.UnitsConverted((unit.id,), "bombed", damage=1))
    assert not operative(SYSTEM, run.state.unit(unit.id))


@pytest.mark.parametrize("kind", sorted(TACTICAL))
def test_DX_FAC_054_071_082_a_point_of_damage_costs_1_to_repair(kind: str) -> None:
    """R-434."""
    game = position(
        power=UK, phase="Combat Move", units={"Egypt": {UK: {kind: 1}}},
        damage={("Egypt", kind): 3},
    )  # fmt: skip
    unit = game.state.unit(one(game, "Egypt", kind))
    assert repair_cost(SYSTEM, game.state, unit, 3) == 3


# --- oil derricks ---------------------------------------------------------------------------------


def oil(where: str, damage: int = 0) -> Game:
    return position(
        power=UK, phase="Combat Move", control={where: UK},
        units={where: {UK: {"oil derrick": 1}}}, damage={(where, "oil derrick"): damage},
    )  # fmt: skip


@pytest.mark.parametrize(("where", "most"), [("Borneo", 3), ("Burma", 1), ("Malta", 0)])
def test_DX_FAC_042_damage_of_a_derrick_is_capped_by_its_land_and_by_3(
    where: str, most: int
) -> None:
    game = oil(where)
    derrick = game.state.unit(one(game, where, "oil derrick"))
    assert most_damage(SYSTEM, game.state, derrick) == min(most, game.state.income_value(where))


def test_DX_FAC_043_044_each_point_of_damage_on_a_derrick_costs_its_owner_1() -> None:
    game = oil("Borneo", damage=2)
    derrick = one(game, "Borneo", "oil derrick")
    whole = Run(game.state, ScriptedDice(()))
    whole.emit(
        *(ev.UnitsConverted((i,), "repaired", damage=0) for i in ids(game, "Borneo", "oil derrick"))
    )
    before = economies.production(SYSTEM, game.state, UK, "UK Pacific")
    hurt = len(ids(game, "Borneo", "oil derrick")) * 2
    assert economies.production(SYSTEM, whole.state, UK, "UK Pacific") == before + hurt
    one_left = Run(whole.state, ScriptedDice(()))
    one_left.emit(ev.UnitsConverted((derrick,), "bombed", damage=1))
    assert economies.production(SYSTEM, one_left.state, UK, "UK Pacific") == before + hurt - 1


# --- where they may stand -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "there", "rule"),
    [
        ("major bunker", "major bunker", "DX-FAC-057"),
        ("major bunker", "minor bunker", "DX-FAC-057"),
        ("minor bunker", "minor bunker", "DX-FAC-074"),
        ("minor bunker", "major bunker", "DX-FAC-074"),
    ],
)  # fmt: skip
def test_DX_FAC_057_058_074_075_a_territory_has_one_bunker_of_either_kind(
    new: str, there: str, rule: str
) -> None:
    game = position(
        power=FRANCE, phase=PLACE, units={"France": {FRANCE: {there: 1}}},
        purchased={FRANCE: {new: 1, "AAA": 1}},
    )  # fmt: skip
    (bunker,) = [u.id for u in game.state.at(SYSTEM.catalog.purchases(FRANCE)) if u.type == new]
    refused(game, o.Place((bunker,), "France"), rule)
    assert game.can(o.Place((bunker,), "Southern France"))


@pytest.mark.parametrize(("kind", "may"), [("minor factory", True), ("major factory", False),
                                           ("industrial complex", False)])  # fmt: skip
def test_DX_NEU_001_on_neutral_land_only_minor_factories_are_built(kind: str, may: bool) -> None:
    game = position(
        power=GERMANY, phase="Combat Move", control={"Sweden": GERMANY, "Bulgaria": GERMANY},
        values={("Sweden", "value"): 3},
    )  # fmt: skip
    fault = site_fault(SYSTEM, game.state, GERMANY, kind, "Sweden")
    assert (fault is None) == may
    assert may or SYSTEM.book.cite(fault.rule) == "DX-NEU-001"  # type: ignore[union-attr]


def test_DX_FAC_079_no_factory_is_made_of_another() -> None:
    """R-434."""
    game = position(power=GERMANY, phase="Combat Move")
    for kind in PRODUCTION:
        fault = site_fault(SYSTEM, game.state, GERMANY, kind, "Germany")
        assert fault is not None
        assert "has its" in fault.why


def test_DX_FAC_063_a_bunker_is_operational_once_it_is_finished() -> None:
    """R-436: damage weakens it, point by point, and does not put it out of action."""
    game = position(
        power=UK, phase="Combat Move", units={"Egypt": {UK: {"major bunker": 1}}},
        damage={("Egypt", "major bunker"): 5},
    )  # fmt: skip
    bunker = one(game, "Egypt", "major bunker")
    assert operative(SYSTEM, game.state.unit(bunker))
    assert not operative(SYSTEM, with_flags(game, bunker, under_construction(1)).state.unit(bunker))


@pytest.mark.parametrize("damage", [0, 1])
def test_DX_FAC_045_a_damaged_derrick_counts_for_tankers(damage: int) -> None:
    """R-436."""
    lands = ("France", "Syria", "Morocco")
    game = position(
        power=FRANCE, phase="Combat Move", relations=war((FRANCE, GERMANY)),
        damage={(land, "oil derrick"): damage for land in lands},
        units={land: {FRANCE: {"oil derrick": 1}} for land in lands},
    )  # fmt: skip
    (listed,) = situations(SYSTEM).tankers
    assert tankers(SYSTEM, game.state, listed, FRANCE) == 1


def test_DX_FAC_043_a_derrick_goes_with_the_dutch_land_that_is_taken_over() -> None:
    """Else nobody would lose what damage to it lowers."""
    units = {
        "sea zone 42": {UK: {"sea transport: regular infantry": 1}},
        "Java": {"Dutch": {"oil derrick": 1}},
    }
    game = position(power=UK, phase="Noncombat Move", units=units)
    go(game, "regular infantry", "sea zone 42", "Java")
    game.do(o.EndPhase())
    assert game.state.control["Java"] == UK
    assert game.state.unit(one(game, "Java", "oil derrick")).owner == UK
