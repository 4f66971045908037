"""Shore bombardments of the missions phase."""

from __future__ import annotations

from typing import Any

import pytest

from a4a.core import events as ev
from a4a.rules.areas import orders as o
from a4a.rules.choices import Tally
from a4a.rules.game import Game
from a4a.rules.systems.deluxe3g40.missions.targets import may_strike
from a4a.rules.systems.deluxe3g40.orders import ChooseSide, Raid
from tests.rules.deluxe3g40.missions import (
    GERMANY,
    SYSTEM,
    UK,
    begun,
    happened,
    ids,
    one,
    refused,
    rules,
    war,
)

PART = "Shore Bombardments"
LAND, SZ, FAR = "Western Germany", "sea zone 112", "sea zone 113"
NAVAL, FACTORY, SUPER = "naval base", "major factory", "super battleship"
CARRIER = "aircraft carrier"


def coast(
    *dice: int, home: Any = None, more: Any = None, also: Any = None, marked: Any = (), **fleet: int
) -> Game:
    """British ships off Western Germany, all ships assigned."""
    ships = {kind.replace("_", " "): n for kind, n in fleet.items()}
    units = {SZ: {UK: ships}, **({LAND: {GERMANY: home}} if home else {}), **(also or {})}
    assigned = [(SZ, kind) for kind in ships if SYSTEM.types[kind].category == "sea"]
    return begun(
        PART, units=units, relations=war((GERMANY, UK)), assigned=(*assigned, *marked),
        dice=(*dice, *[8] * 20), **(more or {}),
    )  # fmt: skip


def sail(game: Game, *kinds: str, **at: str) -> Game:
    """Send units of these types, and say what the ships strike."""
    game.do(Raid(LAND, tuple(i for kind in kinds for i in ids(game, SZ, kind, UK))))
    if at:
        aim(game, **at)
    return game


def aim(game: Game, **at: str) -> Game:
    if game.decision is not None and game.decision.kind == "targets":
        kinds = {k.replace("_", " "): v for k, v in at.items()}
        state = game.state
        chosen = {i: one(game, LAND, kinds[state.unit(i).type]) for i in game.decision.units}
        game.do(o.Aim(chosen))
    return game


def damage(game: Game, kind: str) -> int:
    return game.state.unit(one(game, LAND, kind)).damage


def kind_of(game: Game) -> str:
    return game.decision.kind if game.decision else ""


def test_the_coast_is_there() -> None:
    assert SZ in SYSTEM.graph.coast[LAND]


def test_DX_SMP_111_112_the_higher_roll_chooses_and_the_others_follow() -> None:
    game = coast(
        2, 6, cruiser=1, also={"sea zone 110": {GERMANY: {"cruiser": 1}}},
        marked=(("sea zone 110", "cruiser"),),
    )  # fmt: skip
    assert game.decision is not None
    assert (kind_of(game), game.decision.powers) == ("initiative", (UK,))
    game.do(ChooseSide("Axis"))
    assert game.decision.powers == (GERMANY,)
    game.do(Raid())
    assert (kind_of(game), game.decision.powers) == ("shore bombardment", (UK,))
    assert happened(game, ev.Asked)[0].rule == "DX-SMP-111"


def test_DX_SMP_113_SEA_065_assigned_ships_beside_enemy_land() -> None:
    game = coast(cruiser=1, also={FAR: {UK: {"battleship": 1}}})
    assert game.decision is not None
    assert game.decision.units == ids(game, SZ, "cruiser")
    others = ids(game, FAR, "battleship")
    refused(game, Raid(LAND, (*ids(game, SZ, "cruiser"), *others)), "DX-SMP-113")
    sail(game, "cruiser", cruiser=NAVAL)
    assert all(not game.state.unit(i).flags for i in ids(game, SZ, "cruiser"))
    assert [e.kind for e in happened(game, ev.BattleOpened)] == ["bombardment"]


def test_DX_SMP_113_one_fleet_at_a_time() -> None:
    zones = [z for z in SYSTEM.graph.coast[LAND] if z != SZ]
    game = coast(cruiser=1, also={zones[0]: {UK: {"cruiser": 1}}}, marked=((zones[0], "cruiser"),))
    both = (*ids(game, SZ, "cruiser"), *ids(game, zones[0], "cruiser"))
    refused(game, Raid(LAND, both), "DX-SMP-113")


def test_DX_SMP_114_fighters_on_carriers_of_the_fleet_need_no_marker() -> None:
    game = sail(coast(cruiser=1, aircraft_carrier=1, fighter=2), "cruiser", CARRIER, "fighter")
    (battle,) = happened(game, ev.BattleOpened)
    assert {p.task: len(p.units) for p in battle.participants} == {"raid": 1, "escort": 3}
    without = coast(cruiser=1, fighter=1)
    force = (*ids(without, SZ, "cruiser"), *ids(without, SZ, "fighter"))
    refused(without, Raid(LAND, force), "DX-SMP-113")


def test_DX_SMP_114_a_carrier_without_a_marker_is_none_of_the_fleet() -> None:
    beside = {SZ: {UK: {"cruiser": 1, CARRIER: 1, "fighter": 1}}}
    game = coast(cruiser=1, also=beside)
    force = (*ids(game, SZ, "cruiser"), *ids(game, SZ, "fighter"))
    refused(game, Raid(LAND, force), "DX-SMP-113")


def test_DX_SMP_115_no_fleet_has_to_bombard() -> None:
    game = coast(cruiser=1)
    game.do(Raid())
    assert game.state.phase != PART


def test_DX_SMP_116_a_fighter_that_has_flown_does_not_escort() -> None:
    game = coast(cruiser=1, aircraft_carrier=1, fighter=1)
    flown = ids(game, SZ, "fighter")
    task = ev.UnitsTasked(flown, "escort", LAND)
    game.node = game.record.append([task], parent=game.node)
    refused(game, Raid(LAND, (*ids(game, SZ, "cruiser"), *flown)), "DX-SMP-113")


def test_DX_SMP_117_interceptors_come_after_the_escorts() -> None:
    game = sail(coast(cruiser=1, home={"fighter": 2}), "cruiser")
    assert game.decision is not None
    assert (kind_of(game), game.decision.powers) == ("interception", (GERMANY,))
    assert game.decision.rule == "DX-SMP-117"


def test_DX_SMP_118_123_SEA_061_064_086_SPC_006_010_053_ships_fire_their_air_cover() -> None:
    game = coast(
        cruiser=1, battleship=1, super_battleship=1, aircraft_carrier=1, home={"fighter": 1}
    )
    sail(game, "cruiser", "battleship", SUPER, CARRIER)
    game.do(o.Intercept(ids(game, LAND, "fighter")))
    cover = happened(game, ev.Rolled)[0]
    values = {d.unit_type: d.target for d in cover.dice}
    assert values == {"cruiser": 1, CARRIER: 1, "battleship": 2, SUPER: 3}


def test_DX_SMP_118_no_shots_without_interceptors() -> None:
    game = sail(coast(battleship=1), "battleship", battleship=NAVAL)
    assert not happened(game, ev.Rolled)


@pytest.mark.parametrize(
    ("kind", "facility", "points"),
    [(SUPER, FACTORY, 5), ("battleship", FACTORY, 4), ("cruiser", NAVAL, 2), (SUPER, NAVAL, 5)],
)
def test_DX_SMP_119_120_121_SEA_088_SPC_012_fixed_damage(
    kind: str, facility: str, points: int
) -> None:
    assert {FACTORY, NAVAL} <= {u.type for u in coast(cruiser=1).state.at(LAND)}
    key = kind.replace(" ", "_")
    game = sail(coast(**{key: 1}), kind, **{key: facility})
    assert damage(game, facility) == points
    assert not happened(game, ev.Rolled)
    assert not any("antiaircraft" in e.step for e in happened(game, ev.CombatStepBegan))


def test_DX_SMP_121_SEA_065_a_cruiser_strikes_no_production() -> None:
    assert not may_strike(SYSTEM, "cruiser", FACTORY)
    game = sail(coast(cruiser=1), "cruiser")
    if kind_of(game) == "targets":
        cruiser = ids(game, SZ, "cruiser")[0]
        refused(game, o.Aim({cruiser: one(game, LAND, FACTORY)}), "DX-SMP-121")


@pytest.mark.parametrize(("kind", "hits"), [("battleship", 1), (SUPER, 1), (SUPER, 2)])
def test_DX_SEA_087_SPC_011_EXA_014_a_damaged_ship_does_not_bombard(kind: str, hits: int) -> None:
    game = coast(**{kind.replace(" ", "_"): 1}, more={"damage": {(SZ, kind): hits}})
    assert kind_of(game) == ""


def test_DX_SMP_122_only_ships_that_survive_do_damage() -> None:
    """The interceptor rolls 1 and sinks the cruiser, which hits nothing."""
    game = sail(coast(8, 1, cruiser=1, home={"fighter": 1}), "cruiser")
    game.do(o.Intercept(ids(game, LAND, "fighter")))
    assert not ids(game, SZ, "cruiser")
    assert damage(game, NAVAL) == 0


def test_DX_SMP_124_hits_fall_where_the_owner_chooses() -> None:
    game = coast(8, 8, 8, 1, cruiser=1, aircraft_carrier=1, fighter=1, home={"fighter": 1})
    sail(game, "cruiser", CARRIER, "fighter")
    game.do(o.Intercept(ids(game, LAND, "fighter")))
    assert game.decision is not None
    assert (kind_of(game), game.decision.powers) == ("casualties", (UK,))
    assert len(game.decision.units) == 3


def test_forms_say_what_to_expect() -> None:
    game = coast(battleship=1, home={"fighter": 1})
    (tally,) = [f for f in rules().choices(game.state) if isinstance(f, Tally) and f.space == LAND]
    assert tally.forecast is not None
    said = tally.forecast({tally.items[0].key: {"": 1}})
    assert any(line.startswith("The naval base: 4.0 of 6 points of damage") for line in said)
    assert all("if 1 fighter intercept" in line for line in said)
