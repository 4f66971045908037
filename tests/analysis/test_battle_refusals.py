"""What nobody can ask of battles and raids."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import a4a
from a4a.analysis.raids import SCHEMAS as RAID_SCHEMAS
from a4a.core.errors import A4AError, BattleError
from a4a.odds.retreat import KeepSafe
from tests.analysis.battles import GLOBAL, MEN, TANKS, ask


def test_a_raid_is_asked_for_as_a_battle_is() -> None:
    """A bomber comes through the complex's fire in 5 of 6 cases, and does 1 to 6 and 2 points."""
    bombed = {"kind": "raid", "target": "factory_major"}
    o = a4a.battle(GLOBAL, attacker={"bomber": 1}, **bombed).odds()
    assert o.expected_damage == pytest.approx(5 / 6 * 5.5)
    assert o.swing == pytest.approx(5 / 6 * 5.5 - 12 / 6)
    assert repr(o) == "<RaidOutcome: damage 4.58, swing +2.58>"
    for name, frame in (("damage", o.damage), ("raid_losses", o.losses)):
        assert frame.schema == RAID_SCHEMAS[name].polars({})
        assert frame.null_count().sum_horizontal()[0] == 0
    assert o.damage["probability"].sum() == pytest.approx(1)
    assert o.damage.filter(pl.col("damage") == 0)["probability"][0] == pytest.approx(1 / 6)
    assert o.losses.filter(pl.col("lost") == 1)["probability"][0] == pytest.approx(1 / 6)
    full = a4a.battle(GLOBAL, attacker={"bomber": 1}, target_damage=20, **bombed).odds()
    assert full.expected_damage == 0


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"target": None}, "name what is bombed"),
        ({"target": "air bass"}, "target: no unit type 'air bass'; did you mean 'air base'"),
        ({"target": "air base", "target_damage": 1.5}, "target_damage is a whole number"),
        ({"target": "air base", "target_damage": ""}, "target_damage is a whole number"),
        ({"target": "air base", "rounds": 2}, "a raid is one round"),
        ({"target": "air base", "allocation": np.ones(2)}, "a raid is one round"),
        ({"target": "air base", "attacker": {"strategic bomber": 900}}, "900 aircraft in a raid"),
        ({"target": "air base", "landing": {"infantry": 1}}, "of 0 'infantry' landing"),
        ({"target": "air base", "attacker_loses": ["fighter"]}, "attacker_loses names 'fighter'"),
        ({"kind": "land", "target": "air base"}, "it is for raids"),
    ],
)
def test_odd_raids_are_refused(asked: dict[str, object], why: str) -> None:
    with pytest.raises(BattleError, match=why):
        ask(**{"kind": "raid", "attacker": {"strategic bomber": 1}, **asked})


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"attacker": {"tnak": 1}, "defender": MEN}, "attacker: no unit type 'tnak'; did you mean"),
        ({"attacker": {3: 1}, "defender": MEN}, "attacker: 3 is no unit type: give its name"),
        ({"attacker": ["tank"], "defender": MEN}, "attacker: units are a mapping"),
        ({"attacker": {"tank": -1}, "defender": MEN}, "attacker: -1 of 'tank'; there can be 0 to"),
        ({"attacker": {"tank": 10**9}, "defender": MEN}, "1000000000 of 'tank'; there can be"),
        ({"attacker": {"tank": 1.5}, "defender": MEN}, "1.5 of 'tank' is no whole number"),
        ({"attacker": {"tank": True}, "defender": MEN}, "True of 'tank' is no whole number"),
        ({"attacker": {"tank": 1, "armour": 1}, "defender": MEN}, "'tank' comes twice"),
        ({"attacker": {"destroyer": 1}, "defender": MEN}, "destroyer .attacker.: ships do not"),
        ({"attacker": TANKS, "defender": {"air base": 1}}, "air base .defender.: a facility"),
        ({"attacker": TANKS, "defender": {}}, "the defender has no units"),
        ({"attacker": {"tank": 0}, "defender": {"tank": 0}}, "the attacker has no units"),
        ({"defender": MEN}, "the attacker has no units"),
        ({"attacker": TANKS, "defender": MEN, "kind": "air"}, "a battle is 'land' or 'sea' or"),
        ({"attacker": TANKS, "defender": MEN, "attacker_loses": ["infantry"]},
         "attacker_loses names 'infantry'; the side has tank"),
        ({"attacker": TANKS, "defender": MEN, "defender_loses": ["infantry", "infantry"]},
         "defender_loses names 'infantry' 2 times"),
        ({"attacker": TANKS, "defender": MEN, "defender_loses": "infantry"},
         "defender_loses: an order is a list"),
        ({"attacker": TANKS, "defender": MEN, "attacker_loses": ["tonk"]}, "no unit type 'tonk'"),
        ({"attacker": TANKS, "defender": MEN, "rounds": 0}, "rounds=0: give 1 or more"),
        ({"attacker": TANKS, "defender": MEN, "rounds": "two"}, "rounds is a whole number"),
        ({"attacker": TANKS, "defender": MEN, "keep_land": -1}, "keep_land=-1: give 0 or more"),
        ({"attacker": TANKS, "defender": MEN, "retreat": 2}, "retreat is a policy of"),
        ({"attacker": TANKS, "defender": MEN, "retreat": KeepSafe("fightre")},
         "no units are called 'fightre': give a unit type, or 'air'"),
        ({"attacker": TANKS, "defender": MEN, "submerge": "all"}, "submerge is 'attacker'"),
        ({"attacker": TANKS, "defender": MEN, "dice": "loaded"}, "dice are 'standard', 'low luck'"),
        ({"attacker": TANKS, "defender": MEN, "dice": []}, "dice are 'standard', 'low luck'"),
        ({"attacker": TANKS, "defender": MEN, "dice": [10**400] * 6}, "a finite number"),
        ({"attacker": TANKS, "defender": MEN, "dice": np.ones(6)}, "dice are 'standard'"),
        ({"attacker": TANKS, "defender": MEN, "kind": np.ones(2)}, "a battle is 'land' or"),
        ({"attacker": TANKS, "defender": MEN, "kind": ""}, "a battle is 'land' or"),
        ({"attacker": TANKS, "defender": MEN, "submerge": np.ones(2)}, "submerge is 'attacker'"),
        ({"attacker": TANKS, "defender": MEN, "allocation": [10**400]}, "hits go 'volley by"),
        ({"attacker": TANKS, "defender": MEN, "keep_land": "1"}, "keep_land is a whole number"),
        ({"attacker": TANKS, "defender": MEN, "attacker_damaged": 0}, "units are a mapping"),
        ({"attacker": TANKS, "defender": MEN, "defender_technologies": [[]]}, "give its name"),
        ({"attacker": TANKS, "defender": MEN, "attacker_loses": [10**400]}, "give its name"),
        ({"attacker": TANKS, "defender": MEN, "dice": [1, 2]}, "2 weights for dice of 6 faces"),
        ({"attacker": TANKS, "defender": MEN, "allocation": "mine"}, "hits go 'volley by volley'"),
        ({"attacker": TANKS, "defender": MEN, "bombard": {"cruiser": 1}}, "of a landing only"),
        ({"attacker": TANKS, "defender": MEN, "kind": "amphibious", "bombard": {"cruiser": 3}},
         "3 ships bombard for 2 units"),
        ({"attacker": TANKS, "defender": MEN, "kind": "amphibious", "landing": {"tank": 3}},
         "attacker: 3 of 2 'tank' landing"),
        ({"attacker": TANKS, "defender": MEN, "attacker_damaged": {"tank": 3}},
         "attacker: 3 of 2 'tank' damaged"),
        ({"attacker": TANKS, "defender": MEN, "attacker_damaged": {"tank": 1}},
         "takes one hit: none can be damaged"),
        ({"attacker": TANKS, "defender": MEN, "defender_technologies": ["Lasers"]},
         "no technology 'Lasers'; there are"),
        ({"attacker": TANKS, "defender": MEN, "defender_technologies": "Radar"},
         "technologies are a list of names"),
        ({"attacker": TANKS, "defender": MEN, "space": "Malta"}, "space='Malta': it is for games"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(asked: dict[str, object], why: str) -> None:
    with pytest.raises(BattleError, match=why):
        ask(**asked)


def test_hostile_names_are_shown_short_and_do_nothing() -> None:
    with pytest.raises(BattleError) as caught:
        ask(attacker={"<img src=x onerror=alert(1)>" * 1000: 1}, defender=MEN)
    assert len(str(caught.value)) < 300


def test_there_must_be_such_a_game() -> None:
    with pytest.raises(A4AError, match="cannot be played by its rules"):
        a4a.battle("chess", attacker=TANKS, defender=MEN)
