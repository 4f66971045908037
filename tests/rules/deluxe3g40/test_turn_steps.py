"""The ten steps of a turn: markers, assignments, reclaimed land, repairs, placing, income."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.rules.areas import orders as o
from a4a.rules.areas.bases.facilities import under_construction, unfinished
from a4a.rules.areas.economy import economies
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.movement.stranded import stranded
from a4a.rules.choices import Tally
from a4a.rules.game import Game
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.orders import Assign
from a4a.rules.systems.deluxe3g40.turn.assigning import RepairAndAssign
from a4a.rules.systems.deluxe3g40.turn.markers import ASSIGNED, assigned
from a4a.rules.systems.deluxe3g40.turn.purchase import PurchaseUnits
from tests.rules.deluxe3g40.positions import (
    SYSTEM,
    ids,
    one,
    position,
    refused,
    rules,
    war,
)

GERMANY, JAPAN, ITALY, CHINA = "Germany", "Japan", "Italy", "China"
RUSSIA, AMERICA, UK, FRANCE = "Soviet Union", "United States", "United Kingdom", "France"
AIR, SHIPS = "Repair and Assign Aircraft", "Repair Ships and Assign Fleets"


def entered(game: Game, phase: str, *events: ev.AnyEvent, dice: Iterable[int] = ()) -> Game:
    """The game once events have happened and a phase has begun."""
    run = Run(game.state, ScriptedDice(dice))
    run.emit(*events, ev.PhaseBegan(phase))
    found = rules().phase(run.state)
    assert found is not None
    found.enter(run)
    game.node = game.record.append(run.events, parent=game.node)
    return game


def flagged(flag: str, *units: int) -> ev.UnitsConverted:
    return ev.UnitsConverted(units, "test", gained=(flag,))


# --- 1 remove markers -----------------------------------------------------------------------------


def test_DX_TRN_001_003_assignment_markers_come_off_aircraft_and_fleets() -> None:
    """R-427: a power's own only."""
    game = position(
        power=FRANCE, phase="Combat Move",
        units={
            "France": {FRANCE: {"fighter": 1}, UK: {"fighter": 1}},
            "sea zone 110": {FRANCE: {"cruiser": 1}},
        },
    )  # fmt: skip
    units = (*ids(game, "France", "fighter"), one(game, "sea zone 110"))
    entered(game, "Remove Markers", flagged(ASSIGNED, *units))
    left = [game.state.unit(i).owner for i in units if assigned(game.state.unit(i))]
    assert left == [UK]


def test_DX_TRN_002_QUE_009_each_unfinished_facility_loses_one_construction_marker() -> None:
    game = position(
        power=FRANCE, phase="Combat Move",
        units={"France": {FRANCE: {"major bunker": 1, "radar tower": 1}, UK: {"air base": 1}}},
    )  # fmt: skip
    bunker, tower = one(game, "France", "major bunker"), one(game, "France", "radar tower")
    entered(
        game, "Remove Markers",
        flagged(under_construction(2), bunker), flagged(under_construction(1), tower),
    )  # fmt: skip
    assert [unfinished(game.state.unit(i)) for i in (bunker, tower)] == [1, 0]
    entered(game, "Remove Markers")
    assert [game.state.unit(i).flags for i in (bunker, tower)] == [(), ()]


# --- 2 repair and assign --------------------------------------------------------------------------


def damaged(**more: object) -> Game:
    return position(
        power=UK, phase=AIR, money={"UK Europe": 10},
        units={"Scotland": {UK: {"fighter": 2, "naval base": 1}}},
        damage={("Scotland", "naval base"): 2, ("United Kingdom", "industrial complex"): 3}, **more,
    )  # fmt: skip


@pytest.mark.rule("AA-PUR-007", "AA-PUR-008")
def test_DX_TRN_004_FAC_082_production_and_tactical_facilities_are_repaired_for_1_a_point() -> None:
    game = damaged()
    base, works = (
        one(game, "Scotland", "naval base"),
        one(game, "United Kingdom", "industrial complex"),
    )
    game.do(o.Buy("UK Europe", {}, {base: 2, works: 1}))
    assert [game.state.unit(i).damage for i in (base, works)] == [0, 2]
    assert game.state.money("UK Europe", "IPC") == 10 - 3


@pytest.mark.rule("AA-PUR-009")
def test_AA_PUR_009_what_is_repaired_works_at_once() -> None:
    game = position(
        power=UK, phase=AIR, money={"UK Europe": 10},
        units={"Scotland": {UK: {"fighter": 1}}}, damage={("Scotland", "air base"): 1},
    )  # fmt: skip
    for repaired in (False, True):
        if repaired:
            game.do(o.Buy("UK Europe", {}, {one(game, "Scotland", "air base"): 1}))
        unit = game.state.unit(one(game, "Scotland", "fighter"))
        field = Field(Ground(SYSTEM, game.state, UK), game.state, combat=False)
        assert field.left(unit) == 4 + repaired


@pytest.mark.rule("AA-PUR-013")
def test_DX_TRN_004_007_repairs_are_of_step_2_and_units_are_of_step_3() -> None:
    game = damaged()
    base = one(game, "Scotland", "naval base")
    refused(game, o.Buy("UK Europe", {"AAA": 1}), "DX-TRN-007")
    game.do(o.EndPhase())
    assert game.state.phase == "Purchase Units"
    refused(game, o.Buy("UK Europe", {}, {base: 1}), "DX-TRN-004")
    assert game.decision is not None
    assert game.decision.units == ()
    game.do(o.Buy("UK Europe", {"AAA": 1}))
    waiting = game.state.at(SYSTEM.catalog.purchases("UK Europe"))
    assert [unit.type for unit in waiting] == ["AAA"]
    game.do(o.EndPhase())
    assert game.state.phase == "Combat Move"
    assert not game.can(o.Move((waiting[0].id,), ("United Kingdom", "Scotland")))


def test_DX_TRN_005_aircraft_are_assigned() -> None:
    game = damaged()
    fighter, other = ids(game, "Scotland", "fighter")
    game.do(Assign((fighter,)))
    assert assigned(game.state.unit(fighter))
    assert not assigned(game.state.unit(other))
    refused(game, Assign((fighter,)), "DX-TRN-005")
    refused(game, Assign((one(game, "Scotland", "naval base"),)), "DX-TRN-005")
    refused(game, Assign(()), "DX-TRN-005")
    refused(game, Assign((other, other)), "DX-TRN-005")


def test_DX_TRN_005_aircraft_aboard_are_assigned_too() -> None:
    units = {"sea zone 112": {GERMANY: {"aircraft carrier: fighter": 1}}}
    game = position(phase=AIR, units=units)
    game.do(Assign((one(game, "sea zone 112", "fighter"),), power=GERMANY))
    assert assigned(game.state.unit(one(game, "sea zone 112", "fighter")))


def test_DX_TRN_005_aircraft_are_assigned_without_a_capital() -> None:
    game = position(
        power=FRANCE, phase=AIR, control={"France": GERMANY},
        units={"Algeria": {FRANCE: {"fighter": 1}}},
    )  # fmt: skip
    assert RepairAndAssign(SYSTEM).has(game.state, FRANCE)
    assert not PurchaseUnits(SYSTEM).has(game.state, FRANCE)
    game.do(Assign((one(game, "Algeria", "fighter"),)))
    assert assigned(game.state.unit(one(game, "Algeria", "fighter")))


@pytest.mark.parametrize(
    ("kind", "rule"), [("air transport", "DX-AIR-012"), ("war plane", "DX-AIR-023")]
)
def test_DX_AIR_012_023_air_transports_and_war_planes_get_no_marker(kind: str, rule: str) -> None:
    game = position(
        phase="Repair and Assign Aircraft", units={"Norway": {"Germany": {kind: 1, "fighter": 1}}}
    )
    plane = one(game, "Norway", kind)
    assert game.decision is not None
    assert plane not in game.decision.units
    refused(game, Assign((plane,), power="Germany"), rule)


def test_DX_TRN_005_the_form_assigns_what_was_counted() -> None:
    game = damaged()
    form = next(
        f for f in rules().choices(game.state) if isinstance(f, Tally) and "Assign" in f.title
    )
    (order,) = form.make({"fighter in Scotland": {"": 2}})
    assert order == Assign(ids(game, "Scotland", "fighter"))
    assert form.make({}) == ()


def test_DX_TRN_006_an_assigned_aircraft_neither_moves_nor_attacks() -> None:
    """R-428."""
    game = position(
        power=UK, phase="Combat Move", relations=war((GERMANY, UK)),
        units={
            "Scotland": {UK: {"fighter": 2}}, "sea zone 119": {GERMANY: {"destroyer": 1}},
        },
    )  # fmt: skip
    fighter, free = ids(game, "Scotland", "fighter")
    run = Run(game.state, ScriptedDice(()))
    run.emit(flagged(ASSIGNED, fighter))
    game.node = game.record.append(run.events, parent=game.node)
    path = ("Scotland", "sea zone 119")
    refused(game, o.Move((fighter,), path), "DX-TRN-006")
    assert game.can(o.Move((free,), path))
    game.do(o.EndPhase())
    assert game.state.phase == "Noncombat Move"
    refused(game, o.Move((fighter,), ("Scotland", "United Kingdom")), "DX-TRN-006")
    assert game.can(o.Move((free,), ("Scotland", "United Kingdom")))


# --- 3 China --------------------------------------------------------------------------------------


def china(**more: object) -> Game:
    """Japan holds Yunnan, Hunan, Kweichow and Kiangsu; units stand in the last two."""
    game = position(
        power=CHINA, phase="Combat Move", relations=war((CHINA, JAPAN)),
        units={
            "Kiangsu": {JAPAN: {"regular infantry": 1}}, "Hunan": {JAPAN: {"air base": 1}},
            "Kweichow": {JAPAN: {"light tank": 1}},
        },
        control=dict.fromkeys(("Yunnan", "Hunan", "Kweichow", "Kiangsu"), JAPAN)
        | {"Korea": JAPAN, "Manchuria": JAPAN},
    )  # fmt: skip
    return entered(game, "Purchase Units")


def test_DX_TRN_009_china_takes_back_its_land_where_no_enemy_unit_stands() -> None:
    """R-429: a facility alone holds nothing; land that was not Chinese is not taken."""
    held = china().state.control
    assert {t for t in ("Yunnan", "Hunan", "Kweichow", "Kiangsu") if held[t] == CHINA} == {
        "Yunnan", "Hunan",
    }  # fmt: skip
    assert held["Korea"] == JAPAN


def test_DX_TRN_009_what_a_friend_holds_stays_with_it() -> None:
    game = position(power=CHINA, phase="Combat Move", control={"Yunnan": UK})
    assert entered(game, "Purchase Units").state.control["Yunnan"] == UK


def test_DX_TRN_009_income_is_that_of_the_new_land_at_once() -> None:
    before = position(power=CHINA, phase="Purchase Units", control={"Yunnan": JAPAN}).state
    after = china().state
    assert economies.production(SYSTEM, after, CHINA, CHINA) > 0
    own = list(economies.territories(SYSTEM, after, CHINA))
    assert "Yunnan" in own
    assert before.control["Yunnan"] == JAPAN


def test_DX_TRN_010_011_one_free_regular_infantry_stands_in_each() -> None:
    """R-429: no other infantry is free."""
    game = china()
    own = [(u.type, u.place) for u in game.state.units.values() if u.owner == CHINA]
    assert ("regular infantry", "Yunnan") in own
    assert ("regular infantry", "Hunan") in own
    assert len([kind for kind, _ in own if kind == "regular infantry"]) == len(
        [e for e in happened(game) if isinstance(e, ev.UnitsAdded) and e.reason == "reclaimed"]
    )


def happened(game: Game) -> list[ev.AnyEvent]:
    return [e for node in game.record.line()[1:] for e in game.record.steps[node].events]


# --- 4, 6 and 7 are those of Global 1940 ----------------------------------------------------------


def test_DX_TRN_012_016_017_moves_battles_and_noncombat_moves_follow_each_other() -> None:
    game = position(
        power=UK, phase="Combat Move", relations=war((UK, ITALY)),
        units={
            "Alexandria": {UK: {"light tank": 1, "regular infantry": 1}},
            "Tobruk": {ITALY: {}},
        },
        control={"Tobruk": ITALY},
    )  # fmt: skip
    tank, foot = one(game, "Alexandria", "light tank"), one(game, "Alexandria", "regular infantry")
    game.do(o.Move((tank,), ("Alexandria", "Tobruk")))
    game.do(o.EndPhase())
    assert game.state.control["Tobruk"] == UK
    assert game.state.phase == "Noncombat Move"
    assert game.can(o.Move((foot,), ("Alexandria", "Tobruk")))
    assert not game.can(o.Move((tank,), ("Tobruk", "Alexandria")))


# --- 8 ships --------------------------------------------------------------------------------------


def harbour(hits: int) -> Game:
    return position(
        power=JAPAN, phase="Noncombat Move", force=(JAPAN,),
        units={"sea zone 6": {JAPAN: {"super battleship": 1, "destroyer": 1}}},
        damage={("sea zone 6", "super battleship"): hits},
    )  # fmt: skip


@pytest.mark.rule("AA-PUR-011")
def test_DX_TRN_018_019_FAC_023_a_ship_sheds_one_marker_a_turn_beside_a_naval_base() -> None:
    """R-435: in step 8, once a turn, for nothing."""
    game = harbour(2)
    ship, money = one(game, "sea zone 6", "super battleship"), game.state.money(JAPAN, "IPC")
    entered(game, SHIPS)
    assert game.state.unit(ship).damage == 1
    entered(game, SHIPS)
    assert game.state.unit(ship).damage == 0
    assert game.state.money(JAPAN, "IPC") == money


def test_DX_TRN_018_no_ship_is_repaired_with_purchases() -> None:
    game = position(
        power=JAPAN, phase="Purchase Units", units={"sea zone 6": {JAPAN: {"battleship": 1}}},
        damage={("sea zone 6", "battleship"): 1},
    )  # fmt: skip
    game.do(o.EndPhase())
    assert game.state.phase == "Combat Move"
    assert game.state.unit(one(game, "sea zone 6", "battleship")).damage == 1


@pytest.mark.parametrize("spoiled", ["damage", "construction"])
def test_DX_FAC_017_021_a_base_that_is_damaged_or_unfinished_repairs_no_ship(spoiled: str) -> None:
    game = harbour(1)
    ship, base = one(game, "sea zone 6", "super battleship"), one(game, "Japan", "naval base")
    event = (
        ev.UnitsConverted((base,), "bombed", damage=1)
        if spoiled == "damage"
        else flagged(under_construction(1), base)
    )
    entered(game, SHIPS, event)
    assert game.state.unit(ship).damage == 1


def test_DX_TRN_020_fleets_are_assigned_in_step_8() -> None:
    game = entered(harbour(0), SHIPS)
    ship = one(game, "sea zone 6", "super battleship")
    game.do(Assign((ship,)))
    assert assigned(game.state.unit(ship))
    refused(game, Assign((ship,)), "DX-TRN-020")


# --- 9 placing ------------------------------------------------------------------------------------


def test_DX_TRN_021_022_new_units_are_placed_at_factories_or_paid_back() -> None:
    game = position(
        power=FRANCE, phase="Repair Ships and Assign Fleets", purchased={FRANCE: {"AAA": 2}},
        money={FRANCE: 0}, damage={("France", "industrial complex"): 9},
        control={"Southern France": GERMANY, "Normandy/Bordeaux": GERMANY},
    )  # fmt: skip
    entered(game, "Mobilize New Units")
    unit = game.state.at(SYSTEM.catalog.purchases(FRANCE))[0]
    game.do(o.Place((unit.id,), "France"))
    assert game.state.money(FRANCE, "IPC") >= 5
    assert len(ids(game, "France", "AAA")) == 1


def test_DX_TRN_023_china_places_anywhere_it_controls_three_units_at_most() -> None:
    game = position(
        power=CHINA, phase="Mobilize New Units", purchased={CHINA: {"regular infantry": 5}},
        control={"Burma": CHINA},
    )  # fmt: skip
    units = tuple(u.id for u in game.state.at(SYSTEM.catalog.purchases(CHINA)))
    refused(game, o.Place(units[:4], "Szechwan"), "DX-TRN-023")
    game.do(o.Place(units[:3], "Szechwan"))
    game.do(o.Place(units[3:], "Burma"))
    assert len(ids(game, "Burma", "regular infantry", CHINA)) == 2


# --- 10 income ------------------------------------------------------------------------------------


def test_DX_TRN_024_026_territories_pay_whole_and_no_convoy_is_lost() -> None:
    game = position(
        power=UK, phase="Combat Move", money={"UK Europe": 0, "UK Pacific": 0},
        units={"sea zone 109": {GERMANY: {"submarine": 3}}}, relations=war((GERMANY, UK)),
    )  # fmt: skip
    due = economies.production(SYSTEM, game.state, UK, "UK Europe")
    while game.state.active == (UK,):
        game.do(o.EndPhase())
    paid = [e for e in happened(game) if isinstance(e, ev.ResourceChanged)]
    assert ("UK Europe", due, "income") in [(e.treasury, e.amount, e.reason) for e in paid]
    assert not [e for e in paid if e.amount < 0]
    assert not any("convoy dice" in kind.numbers for kind in SYSTEM.types.values())


@pytest.mark.rule("AA-SET-044", "AA-INC-003", "AA-INC-007", "AA-GLO-039")
def test_AA_SET_044_INC_003_007_income_and_bonuses_join_what_is_left_of_each_economy() -> None:
    """Britain only ends its phases: no Axis warship is at sea, the road to China is open."""
    game = position(
        power=UK, phase="Purchase Units", money={"UK Europe": 4, "UK Pacific": 7},
        relations=war((GERMANY, UK), (JAPAN, UK)),
    )  # fmt: skip
    due = {t: economies.production(SYSTEM, game.state, UK, t) for t in ("UK Europe", "UK Pacific")}
    before, kept = len(happened(game)), {"UK Europe": 4, "UK Pacific": 7}
    while game.state.active == (UK,):
        game.do(o.EndPhase())
    phase, bonus = "", dict.fromkeys(due, 0)
    for event in happened(game)[before:]:
        if isinstance(event, ev.PhaseBegan):
            phase = event.phase
        elif isinstance(event, ev.ResourceChanged) and event.reason == "objective":
            assert phase == "Collect Income"
            bonus[event.treasury] += event.amount
    assert min(bonus.values()) > 0
    for treasury, income in due.items():
        money = game.state.money(treasury, "IPC")
        assert money == kept[treasury] + income + bonus[treasury]


def test_DX_TRN_025_the_cash_of_a_capital_changes_hands_as_it_falls() -> None:
    """R-429."""
    from a4a.rules.areas.control import conquest

    game = position(
        power=GERMANY, phase="Conduct Combat", money={GERMANY: 1, FRANCE: 19},
        relations=war((GERMANY, FRANCE)),
    )  # fmt: skip
    run = Run(game.state, ScriptedDice(()))
    conquest.take(SYSTEM, run, "France", GERMANY)
    assert run.state.money(GERMANY, "IPC") == 20
    assert run.state.money(FRANCE, "IPC") == 0


# --- 7 defenders that have lost their home --------------------------------------------------------


@pytest.mark.parametrize(("holder", "goes"), [(JAPAN, True), (CHINA, False)])
def test_DX_TRN_015_a_defending_aircraft_goes_home_and_stays_where_it_is_if_that_is_lost(
    holder: str, goes: bool
) -> None:
    game = position(
        power=CHINA, phase="Combat Move", relations=war((CHINA, JAPAN)),
        units={"Kiangsu": {JAPAN: {"fighter": 1}}},
        control={"Kiangsu": JAPAN, "Anhwe": JAPAN, "Chahar": JAPAN},
    )  # fmt: skip
    fighter = one(game, "Kiangsu", "fighter")
    run = Run(game.state, ScriptedDice(()))
    run.emit(ev.UnitsMoved((fighter,), ("Kiangsu", "Anhwe", "Chahar"), "scramble", 2))
    run.emit(ev.ControlChanged("Kiangsu", JAPAN, holder, "test"))
    assert [u.id for u in stranded(SYSTEM, run.state)] == ([fighter] if goes else [])
