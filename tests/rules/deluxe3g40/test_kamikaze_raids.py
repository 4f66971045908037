"""Kamikaze raids of the missions phase."""

from __future__ import annotations

from typing import Any

import pytest

from a4a.core import events as ev
from a4a.rules.areas import orders as o
from a4a.rules.areas.combat.kamikaze import kamikazes
from a4a.rules.choices import Tally
from a4a.rules.game import Game
from a4a.widgets.decision_rows import DecisionRows
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    CHINA,
    GERMANY,
    JAPAN,
    SYSTEM,
    UK,
    begun,
    happened,
    ids,
    log,
    one,
    refused,
    rules,
    war,
)

PART = "Kamikaze Raids"
SZ6, SZ7, SZ19 = "sea zone 6", "sea zone 7", "sea zone 19"
TOKENS = "kamikaze tokens"
BATTLESHIP, CARRIER, TACTICAL = "battleship", "aircraft carrier", "tactical bomber"


def raid(
    *dice: int, pairs: Any = ((JAPAN, AMERICA),), also: Any = None, zone: str = SZ6, **fleet: int
) -> Game:
    """American ships in a kamikaze zone off Japan."""
    units = {zone: {AMERICA: {k.replace("_", " "): n for k, n in fleet.items()}}, **(also or {})}
    return begun(PART, units=units, relations=war(*pairs), dice=(*dice, *[8] * 20))


def strike(game: Game, **targets: int) -> Game:
    """Tokens for the first ship of each type."""
    game.do(o.Kamikaze({one(game, SZ6, k.replace("_", " ")): n for k, n in targets.items()}))
    return game


def kind(game: Game) -> str:
    return game.decision.kind if game.decision else ""


def left(game: Game) -> int:
    return game.state.money(JAPAN, TOKENS)


def test_DX_SMP_125_surface_warships_of_enemies_in_kamikaze_zones() -> None:
    also = {SZ6: {AMERICA: {"cruiser": 1, "submarine": 1, "sea transport": 1}, UK: {"cruiser": 1}},
            SZ7: {AMERICA: {"cruiser": 1}}}  # fmt: skip
    game = raid(also=also)
    assert game.decision is not None
    assert (kind(game), game.decision.powers) == ("kamikaze", (JAPAN,))
    assert game.decision.units == ids(game, SZ6, "cruiser", AMERICA)
    refused(game, o.Kamikaze({one(game, SZ6, "submarine"): 1}), "DX-SMP-125")


def test_DX_SMP_126_up_to_three_tokens_a_zone() -> None:
    game = raid(cruiser=1, destroyer=1, also={SZ19: {AMERICA: {"cruiser": 1}}})
    first, second = one(game, SZ6, "cruiser"), one(game, SZ6, "destroyer")
    refused(game, o.Kamikaze({first: 2, second: 2}), "DX-SMP-126")
    game.do(o.Kamikaze({first: 2, second: 1, one(game, SZ19, "cruiser"): 3}))
    assert left(game) == 15 - 6


def test_DX_SMP_127_128_each_token_hits_the_chosen_ship_on_3() -> None:
    game = strike(raid(3, 4, 8, battleship=1, destroyer=1), battleship=2, destroyer=1)
    rolls = [(e.against, [d.target for d in e.dice], e.hits) for e in happened(game, ev.Rolled)]
    assert rolls == [(BATTLESHIP, [3, 3], 1), ("destroyer", [3], 0)]
    assert game.state.unit(one(game, SZ6, BATTLESHIP)).damage == 1
    assert ids(game, SZ6, "destroyer")


def test_DX_SMP_128_two_hits_sink_a_battleship() -> None:
    game = strike(raid(1, 2, 8, battleship=1), battleship=3)
    assert not ids(game, SZ6, BATTLESHIP)
    assert [e.winner for e in happened(game, ev.BattleClosed)] == ["attacker"]


def test_DX_SMP_128_one_hit_sinks_a_damaged_battleship() -> None:
    game = begun(
        PART, relations=war((JAPAN, AMERICA)), dice=[1, *[8] * 9],
        units={SZ6: {AMERICA: {BATTLESHIP: 1}}}, damage={(SZ6, BATTLESHIP): 1},
    )  # fmt: skip
    strike(game, battleship=1)
    assert not ids(game, SZ6, BATTLESHIP)


def test_DX_SMP_116_129_aircraft_that_have_flown_a_mission_do_not_block() -> None:
    game = raid(aircraft_carrier=1, fighter=1)
    task = ev.UnitsTasked(ids(game, SZ6, "fighter"), "escort", SZ7)
    game.node = game.record.append([task], parent=game.node)
    strike(game, aircraft_carrier=1)
    assert kind(game) != "blocking"


@pytest.mark.parametrize("there", [True, False])
def test_DX_SMP_129_aircraft_on_carriers_can_block(there: bool) -> None:
    game = raid(aircraft_carrier=1, **({"fighter": 1} if there else {}))
    strike(game, aircraft_carrier=1)
    assert (kind(game) == "blocking") == there


@pytest.mark.parametrize(("damage", "asked"), [(0, True), (1, False)])
def test_DX_SMP_129_so_can_those_at_an_operational_air_base_beside_the_zone(
    damage: int, asked: bool
) -> None:
    land = next(t for t in SYSTEM.graph.coast[SZ6] if t != JAPAN)
    game = begun(
        PART, relations=war((JAPAN, AMERICA)), dice=[8] * 20, control={land: AMERICA},
        units={SZ6: {AMERICA: {"cruiser": 1}}, land: {AMERICA: {"fighter": 5, "air base": 1}}},
        damage={(land, "air base"): damage},
    )  # fmt: skip
    strike(game, cruiser=1)
    assert (kind(game) == "blocking") == asked
    if asked:
        refused(game, o.Intercept(ids(game, land, "fighter")[:4]), "DX-FAC-010")
        game.do(o.Intercept(ids(game, land, "fighter")[:3]))


def test_DX_FAC_010_three_scramble_from_a_base_whoever_they_belong_to() -> None:
    land = next(t for t in SYSTEM.graph.coast[SZ6] if t != JAPAN)
    home = {AMERICA: {"fighter": 2, "air base": 1}, UK: {"fighter": 2}}
    game = raid(cruiser=1, also={land: home}, pairs=((JAPAN, AMERICA), (JAPAN, UK)))
    strike(game, cruiser=1)
    for power in (UK, AMERICA):
        assert game.decision is not None
        assert (kind(game), game.decision.powers) == ("blocking", (power,))
        fighters = ids(game, land, "fighter", power)
        if power == AMERICA:
            refused(game, o.Intercept(fighters), "DX-FAC-010")
            fighters = fighters[:1]
        game.do(o.Intercept(fighters))


def test_DX_FAC_011_four_scramble_beside_a_radar_tower() -> None:
    land = next(t for t in SYSTEM.graph.coast[SZ6] if t != JAPAN)
    base = {"fighter": 5, "air base": 1, "radar tower": 1}
    game = raid(cruiser=1, also={land: {AMERICA: base}})
    strike(game, cruiser=1)
    game.do(o.Intercept(ids(game, land, "fighter")[:4]))
    assert sum(len(e.dice) for e in happened(game, ev.Rolled) if e.purpose == "interception") == 4


def test_DX_SMP_130_131_132_tactical_bombers_block_at_1_and_fighters_at_2() -> None:
    game = raid(aircraft_carrier=2, fighter=1, tactical_bomber=1, war_plane=1, jet_fighter=1)
    strike(game, aircraft_carrier=1)
    assert game.decision is not None
    assert set(game.decision.units).isdisjoint(ids(game, SZ6, "war plane"))
    refused(game, o.Intercept(ids(game, SZ6, "war plane")), "DX-SMP-129")
    game.do(o.Intercept(game.decision.units))
    air = next(e for e in happened(game, ev.Rolled) if e.purpose == "interception")
    values = {d.unit_type: d.target for d in air.dice}
    assert values == {"fighter": 2, TACTICAL: 1, "jet fighter": 2}


def test_DX_SMP_133_Japan_begins_with_15_and_cannot_spend_more() -> None:
    assert left(raid(cruiser=1)) == 15
    units = {SZ6: {AMERICA: {"cruiser": 1}}}
    game = begun(PART, units=units, relations=war((JAPAN, AMERICA)))
    spent = ev.ResourceChanged(JAPAN, TOKENS, -13, "kamikaze")
    game.node = game.record.append([spent], parent=game.node)
    refused(game, o.Kamikaze({one(game, SZ6, "cruiser"): 3}), "DX-SMP-133")


def test_DX_SMP_134_Japan_removes_the_tokens_that_are_shot_down() -> None:
    game = raid(2, battleship=1, aircraft_carrier=1, fighter=1)
    strike(game, battleship=1, aircraft_carrier=2)
    assert kind(game) == "blocking"
    game.do(o.Intercept(ids(game, SZ6, "fighter")))
    assert game.decision is not None
    assert (kind(game), game.decision.powers) == ("kamikaze losses", (JAPAN,))
    carrier, battleship = one(game, SZ6, CARRIER), one(game, SZ6, BATTLESHIP)
    refused(game, o.Kamikaze({carrier: 3}), "DX-SMP-134")
    refused(game, o.Kamikaze({battleship: 2}), "DX-SMP-134")
    refused(game, o.Kamikaze({carrier: 1}), "DX-SMP-134")
    game.do(o.Kamikaze({carrier: 1, battleship: 1}))
    strikes = [e for e in happened(game, ev.Rolled) if e.purpose == "kamikaze"]
    assert sorted((e.against, len(e.dice)) for e in strikes) == [(CARRIER, 1), (BATTLESHIP, 1)]


def test_DX_SMP_134_what_is_shot_down_does_not_roll() -> None:
    game = strike(raid(1, aircraft_carrier=1, fighter=1), aircraft_carrier=1)
    game.do(o.Intercept(ids(game, SZ6, "fighter")))
    assert [e.purpose for e in happened(game, ev.Rolled)] == ["interception"]


def test_DX_SMP_135_tokens_fire_at_no_aircraft() -> None:
    game = strike(raid(8, 1, aircraft_carrier=1, fighter=1), aircraft_carrier=1)
    game.do(o.Intercept(ids(game, SZ6, "fighter")))
    assert [e.purpose for e in happened(game, ev.Rolled)] == ["interception", "kamikaze"]
    assert ids(game, SZ6, "fighter")


def test_DX_SMP_136_no_battle_is_needed_and_battles_bring_none() -> None:
    assert kind(raid(cruiser=1)) == "kamikaze"
    assert kamikazes(SYSTEM) == ()


def test_DX_SMP_137_a_token_is_used_up_by_a_miss() -> None:
    game = strike(raid(8, cruiser=1), cruiser=1)
    assert left(game) == 14
    assert not game.state.markers.get((ev.OnUnit(one(game, SZ6, "cruiser")), "kamikaze"))


def test_DX_POL_023_025_not_before_a_war_with_a_Pacific_ally() -> None:
    china = {SZ6: {CHINA: {"destroyer": 1}}}
    assert kind(raid(pairs=((JAPAN, CHINA),), also=china)) == ""
    assert kind(raid(pairs=((JAPAN, CHINA), (JAPAN, UK)), also=china)) == "kamikaze"
    assert kind(raid(pairs=((GERMANY, AMERICA),), cruiser=1)) == ""


def test_what_a_carrier_carried_is_lost_with_it_unless_another_takes_it() -> None:
    game = strike(raid(1, 1, aircraft_carrier=1, fighter=2), aircraft_carrier=2)
    game.do(o.Intercept())
    assert not ids(game, SZ6, "fighter")
    game = strike(raid(1, 1, aircraft_carrier=2, fighter=2), aircraft_carrier=2)
    game.do(o.Intercept())
    assert len(ids(game, SZ6, "fighter")) == 2


def test_forms_say_what_tokens_are_expected_to_do_and_the_log_what_they_did() -> None:
    game = raid(1, cruiser=1)
    (tally,) = rules().choices(game.state)
    assert isinstance(tally, Tally)
    assert tally.forecast is not None
    picks = {tally.items[0].key: {"": 2}}
    assert tally.forecast(picks) == ("2 tokens: 0.8 hits expected if none is blocked",)
    (order,) = tally.make(picks)
    game.do(order)
    said = log(game)
    assert "Japan made kamikaze attacks: 2 tokens at the cruiser" in said
    assert "Kamikaze attack in sea zone 6 against 1 American cruiser" in said


def test_the_panel_names_no_sides_and_no_odds_where_tokens_attack() -> None:
    """Nothing of the attacker is on the board."""
    game = strike(raid(aircraft_carrier=1, fighter=1), aircraft_carrier=1)
    assert kind(game) == "blocking"
    assert game.decision is not None
    rows = DecisionRows(game)
    assert rows.of(game.decision, ())["sides"] == []
    assert rows.sides(game.decision.battle) == []
