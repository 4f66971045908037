"""Coastal defenses of the missions phase."""

from __future__ import annotations

from typing import Any

import pytest

from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.rules.areas import orders as o
from a4a.rules.areas.bases.facilities import under_construction
from a4a.rules.choices import Answers
from a4a.rules.game import Game
from a4a.rules.systems.deluxe3g40.missions.coastal import dice_of
from a4a.rules.systems.deluxe3g40.orders import FireAt
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    FRANCE,
    GERMANY,
    JAPAN,
    RUSSIA,
    SYSTEM,
    UK,
    begun,
    happened,
    ids,
    log,
    refused,
    rules,
    war,
)

PART = "Coastal Defenses"
NORMANDY = "Normandy/Bordeaux"
SZ105, SZ110 = "sea zone 105", "sea zone 110"
MINOR, MAJOR = "minor bunker", "major bunker"


def coast(
    *dice: int, bunker: str = MINOR, pairs: Any = ((GERMANY, UK),), damage: int = 0, **fleets: Any
) -> Game:
    """A German bunker in Normandy, and British fleets beside it."""
    units: dict[str, Any] = {NORMANDY: {GERMANY: {bunker: 1}}}
    for name, fleet in fleets.items():
        ships = {k.replace("_", " "): n for k, n in fleet.items()}
        units[name.replace("sz", "sea zone ")] = {UK: ships}
    return begun(
        PART, units=units, relations=war(*pairs), dice=(*dice, *[8] * 12),
        control={NORMANDY: GERMANY}, damage={(NORMANDY, bunker): damage},
    )  # fmt: skip


def rolls(game: Game) -> list[int]:
    return [len(e.dice) for e in happened(game, ev.Rolled)]


def test_the_zones_are_beside_Normandy() -> None:
    assert {SZ105, SZ110} <= set(SYSTEM.graph.coast[NORMANDY])


@pytest.mark.parametrize(
    ("fleet", "fires"),
    [
        ({"destroyer": 3}, True),
        ({"destroyer": 1, "submarine": 1, "cruiser": 1}, True),
        ({"destroyer": 2}, False),
        ({"destroyer": 2, "sea_transport": 3}, False),
    ],
)
def test_DX_SMP_084_fleets_of_three_or_more_transports_not_counted(
    fleet: dict[str, int], fires: bool
) -> None:
    assert bool(rolls(coast(sz110=fleet))) == fires


@pytest.mark.parametrize(("bunker", "dice"), [(MINOR, 3), (MAJOR, 6)])
def test_DX_SMP_085_086_a_minor_bunker_rolls_3_dice_at_1_a_major_one_6(
    bunker: str, dice: int
) -> None:
    game = coast(bunker=bunker, sz110={"destroyer": 3})
    (fired,) = happened(game, ev.Rolled)
    assert [d.target for d in fired.dice] == [1] * dice


def test_DX_SMP_087_each_1_destroys_or_damages_a_ship_at_once() -> None:
    game = coast(1, 2, 1, sz110={"destroyer": 3})
    assert len(ids(game, SZ110, "destroyer")) == 1
    game = coast(1, sz110={"battleship": 3})
    if game.decision is not None and game.decision.kind == "casualties":
        game.do(o.Casualties({game.decision.units[0]: 1}))
    assert sorted(game.state.unit(i).damage for i in ids(game, SZ110)) == [0, 0, 1]


def test_DX_SMP_087_aircraft_are_lost_with_their_carrier() -> None:
    game = coast(
        1, 1, 1, 1, bunker=MAJOR, sz110={"aircraft_carrier": 1, "destroyer": 2, "fighter": 1}
    )
    assert not ids(game, SZ110)


def test_DX_SMP_088_one_fleet_a_phase_chosen_by_who_holds_the_bunker() -> None:
    game = coast(sz110={"destroyer": 3}, sz105={"cruiser": 3})
    assert game.decision is not None
    assert (game.decision.kind, game.decision.powers) == ("coastal defense", (GERMANY,))
    assert set(game.decision.options) == {SZ105, SZ110}
    refused(game, FireAt("sea zone 106"), "DX-SMP-088")
    game.do(FireAt(SZ105))
    assert rolls(game) == [3]
    assert [e.space for e in happened(game, ev.BattleOpened)] == [SZ105]
    assert game.state.phase != PART


def test_DX_SMP_089_only_nations_at_war() -> None:
    assert rolls(coast(sz110={"destroyer": 3}, pairs=((GERMANY, FRANCE),))) == []


@pytest.mark.parametrize(
    ("pairs", "fires"),
    [(((JAPAN, RUSSIA),), False), (((JAPAN, RUSSIA), (GERMANY, RUSSIA)), True)],
)
def test_DX_SMP_089_Russia_must_be_at_war_with_a_European_Axis_power(
    pairs: Any, fires: bool
) -> None:
    zone = SYSTEM.graph.coast["Amur"][0]
    units = {"Amur": {RUSSIA: {MINOR: 1}}, zone: {JAPAN: {"destroyer": 3}}}
    game = begun(PART, units=units, relations=war(*pairs), dice=[8] * 9)
    assert bool(rolls(game)) == fires


def test_DX_SMP_090_the_owner_chooses_and_transports_are_not_hit() -> None:
    game = coast(1, sz110={"destroyer": 2, "cruiser": 1, "sea_transport": 1})
    assert game.decision is not None
    assert (game.decision.kind, game.decision.powers) == ("casualties", (UK,))
    assert set(game.decision.units) == {
        *ids(game, SZ110, "destroyer"),
        *ids(game, SZ110, "cruiser"),
    }
    game.do(o.Casualties({ids(game, SZ110, "cruiser")[0]: 1}))
    assert not ids(game, SZ110, "cruiser")
    assert happened(game, ev.BattleClosed)[-1].winner == "attacker"


def test_DX_SMP_091_damage_takes_dice_away() -> None:
    assert rolls(coast(bunker=MAJOR, damage=2, sz110={"destroyer": 3})) == [4]
    assert rolls(coast(damage=3, sz110={"destroyer": 3})) == []


def test_DX_SMP_084_FAC_050_068_an_unfinished_bunker_is_silent() -> None:
    bunker = Unit(1, MINOR, GERMANY, NORMANDY, flags=(under_construction(1),))
    assert dice_of(SYSTEM, bunker) == 0


def test_fleets_of_several_powers_count_together() -> None:
    units = {
        NORMANDY: {GERMANY: {MINOR: 1}},
        SZ110: {UK: {"destroyer": 1}, AMERICA: {"cruiser": 2}},
    }
    relations = war((GERMANY, UK), (GERMANY, AMERICA))
    game = begun(PART, units=units, relations=relations, dice=[8] * 3, control={NORMANDY: GERMANY})
    assert rolls(game) == [3]


def test_buttons_say_what_to_expect_and_the_log_what_was_done() -> None:
    game = coast(sz110={"destroyer": 3}, sz105={"cruiser": 3})
    (form,) = rules().choices(game.state)
    assert isinstance(form, Answers)
    assert form.answers[0].label.endswith(": 0.4 hits expected")
    game.do(form.answers[0].order)
    assert any("fired at the fleet in sea zone" in line for line in log(game))
