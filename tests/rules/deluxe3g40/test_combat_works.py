"""Bunkers and radar towers in battles for their territory."""

from __future__ import annotations

from collections import Counter

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import BattleError
from a4a.odds.exact import solve
from a4a.odds.montecarlo import simulate
from a4a.rules.areas.bases.facilities import under_construction
from a4a.rules.areas.orders import Casualties
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.fight import Band
from a4a.rules.run import Run
from tests.rules.areas.fights import set_up
from tests.rules.deluxe3g40.battles import MISS, SYSTEM, agree, fight, fought, model

RIFLES = "regular infantry"


def damaged(kind: str, points: int) -> list[Band]:
    """A bunker with damage."""
    return [Band(kind, 1, points)]


@pytest.mark.parametrize(
    ("kind", "damage", "raised"),
    [("major bunker", 0, 6), ("major bunker", 2, 4), ("major bunker", 6, 0), ("minor bunker", 0, 3),
     ("minor bunker", 1, 2)],
)  # fmt: skip
def test_DX_EXA_002_FAC_049_056_067_073_LND_007_a_bunker_raises_as_many_as_it_has_points(
    kind: str, damage: int, raised: int
) -> None:
    """Derived: beside eight infantry, and two less for two points of damage."""
    theirs = [Band(RIFLES, 8), *damaged(kind, damage)]
    found = fought("land", {"heavy tank": 1}, theirs)
    assert Counter(found.values["defense"]) == +Counter({3: raised, 2: 8 - raised})
    assert len(found.values.get("bunker fire", [])) == raised


def test_DX_LND_015_025_a_bunker_helps_elite_infantry_too_but_no_mechanized() -> None:
    theirs = {"elite infantry": 1, "mechanized infantry": 2, "cavalry": 1, "minor bunker": 1}
    assert fought("land", {"heavy tank": 1}, theirs).values["defense"] == [2, 2, 2, 3]


@pytest.mark.parametrize(("kind", "dice"), [("major bunker", 6), ("minor bunker", 3)])
def test_DX_FAC_059_060_061_076_077_CMB_010_011_a_bunker_fires_once_at_land_units(
    kind: str, dice: int
) -> None:
    """Who is hit is removed at once: of two tanks one is left to attack."""
    ours = {"light tank": 2, "fighter": 1}
    found = fought("land", ours, {RIFLES: 1, kind: 1}, [1])
    assert found.values["bunker fire"] == [1] * dice
    assert found.values["attack"] == [4, 4]
    assert found.left("attacker") == {"light tank": 1, "fighter": 1}
    only = fought("land", {"fighter": 1}, {RIFLES: 1, kind: 1})
    assert "bunker fire" not in only.steps


def test_DX_FAC_048_051_052_066_069_hits_are_assigned_to_a_bunker_as_to_units() -> None:
    """R-417: it still helps in that round, and less in the next."""
    found = fought("land", {"heavy tank": 1}, {RIFLES: 3, "minor bunker": 1}, [8, 8, 8, 1])
    (bunker,) = found.setting.units["defender"]["minor bunker"]
    assert found.values["defense"] == [3, 3, 3]
    assert found.state.units[bunker].damage == 1
    assert found.left() == {RIFLES: 3, "minor bunker": 1}
    assert found.steps[-1] == "retreat"


def test_DX_FAC_053_070_a_bunker_takes_no_more_than_its_most_damage_and_falls_with_its_land() -> (
    None
):
    """It does not hold a territory by itself."""
    ours = {"heavy tank": 6}
    found = fought("land", ours, [Band(RIFLES, 1), *damaged("minor bunker", 2)], [8, 1, 1, 1])
    (bunker,) = found.setting.units["defender"]["minor bunker"]
    assert found.state.units[bunker].damage == 3
    assert found.state.control["France"] == "Germany"


def test_DX_CMB_016_FAC_051_carpet_bombs_fall_on_no_bunker() -> None:
    ours, theirs = {"strategic bomber": 1, RIFLES: 1}, {RIFLES: 1, "minor bunker": 1}
    found = fought("land", ours, theirs, [8, 8, 8, 1, 1, 1])
    (bunker,) = found.setting.units["defender"]["minor bunker"]
    assert bunker not in found.state.units or found.state.units[bunker].damage == 0
    assert found.left().get(RIFLES, 0) == 0


def test_DX_FAC_052_the_owner_may_spare_a_bunker() -> None:
    setting = set_up(
        fight("land", {"heavy tank": 1}, {RIFLES: 2, "minor bunker": 1}), system=SYSTEM
    )
    run = Run(setting.state, ScriptedDice([MISS, MISS, MISS, 1, *[MISS] * 9]))
    phase = ConductCombat(setting.system)
    phase.enter(run)
    rifles, bunker = (setting.units["defender"][kind] for kind in (RIFLES, "minor bunker"))
    decision = phase.decision(run.state)
    assert decision is not None
    assert set(decision.units) == {*rifles, *bunker}
    phase.execute(run, Casualties({rifles[0]: 1}))
    assert run.state.units[bunker[0]].damage == 0
    assert rifles[0] not in run.state.units


@pytest.mark.parametrize("kind", ["major bunker", "minor bunker"])
def test_DX_FAC_050_068_an_unfinished_bunker_does_nothing(kind: str) -> None:
    setting = set_up(fight("land", {"heavy tank": 1}, {RIFLES: 1, kind: 1}), system=SYSTEM)
    (bunker,) = setting.units["defender"][kind]
    building = ev.UnitsConverted((bunker,), "construction", gained=(under_construction(1),))
    run = Run(setting.state.apply(building), ScriptedDice([MISS] * 9))
    ConductCombat(setting.system).enter(run)
    rolled = [[die.target for die in e.dice] for e in run.events if isinstance(e, ev.Rolled)]
    assert rolled == [[5], [2]]


def test_DX_CMB_009_SPC_018_020_EXA_008_radar_helps_the_guns_of_its_own_territory() -> None:
    """R-418: a defending gun hits one in four, an attacking one, one in eight."""
    ours, theirs = {"fighter": 1, "AAA": 1}, {"AAA": 1, "fighter": 1}
    radar = fought("land", ours, {**theirs, "radar tower": 1})
    assert radar.values["defender's barrage"] == [2]
    assert radar.values["attacker's barrage"] == [1]
    assert fought("land", ours, theirs).values["defender's barrage"] == [1]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"light tank": 2, RIFLES: 4}, {RIFLES: 3, "major bunker": 1}),
        ({"light tank": 2, RIFLES: 3, "fighter": 2}, {RIFLES: 3, "AAA": 1, "minor bunker": 1}),
        ({"heavy tank": 2, "strategic bomber": 1}, {"elite infantry": 2, "minor bunker": 1}),
        ({"fighter": 3}, {RIFLES: 1, "AAA": 1, "minor bunker": 1, "radar tower": 1}),
    ],
)
def test_bunkers_and_radar_do_in_the_odds_as_in_the_kernel(
    attacker: dict[str, int], defender: dict[str, int]
) -> None:
    agree("land", attacker, defender)


def test_a_damaged_bunker_does_in_the_odds_as_in_the_kernel_and_by_simulation() -> None:
    theirs = [Band(RIFLES, 2), *damaged("major bunker", 4)]
    agree("land", {"light tank": 3}, theirs)
    battle = model("land", {"light tank": 3}, theirs)
    assert simulate(battle, 20_000, seed=1).attacker_wins == pytest.approx(
        solve(battle).attacker_wins, abs=0.015
    )


def test_bunkers_are_named_in_battles_with_the_points_of_their_damage() -> None:
    battle = a4a.battle(
        SYSTEM, attacker={"light tank": 4}, defender={RIFLES: 2, "minor bunker": 1},
        defender_damaged={"minor bunker": 1},
    )  # fmt: skip
    whole = a4a.battle(SYSTEM, attacker={"light tank": 4}, defender={RIFLES: 2, "minor bunker": 1})
    none = a4a.battle(SYSTEM, attacker={"light tank": 4}, defender={RIFLES: 2})
    odds = [x.odds().attacker_wins for x in (whole, battle, none)]
    assert odds == sorted(odds)
    assert len(set(odds)) == 3


@pytest.mark.parametrize(
    ("ours", "theirs", "why"),
    [
        ({"minor bunker": 1}, {RIFLES: 1}, "in defense of its own territory only"),
        ({"light tank": 1}, {RIFLES: 1, "air base": 1}, "takes no part in combat"),
    ],
)
def test_facilities_are_refused_where_they_take_no_part(
    ours: dict[str, int], theirs: dict[str, int], why: str
) -> None:
    with pytest.raises(BattleError, match=why):
        a4a.battle(SYSTEM, attacker=ours, defender=theirs).odds()
    with pytest.raises(BattleError, match="too many"):
        model("land", {"light tank": 1}, [Band(RIFLES, 1), *damaged("minor bunker", 4)])
