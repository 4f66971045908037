"""All forces on land at once: who supports whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.odds import muster
from a4a.odds.battle import Battle, Group, Side, Weapon
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.muster import Muster
from a4a.odds.reserve import Reserve
from tests.odds import kinds as k
from tests.odds.sequences import LAND
from tests.odds.test_cheapest import agrees


def judged(attacker, defender, *, luck="standard"):
    battle = Battle(attacker, defender, LAND, BattleDice(luck=luck))
    return Muster(Reserve(battle, wanted="wins")).judge(1e9, -1.0)


def test_who_has_nobody_to_support_first_supports_the_next():
    attacker = k.side(k.ATTACK, k.SUPPORTS, fighter=1, artillery=1, mech=1)
    defender = k.side(k.DEFENSE, infantry=3)
    every = solve(Battle(attacker, defender, LAND)).attacker_wins
    assert judged(attacker, defender).worth[-1] == pytest.approx(every, abs=1e-12)


def test_by_low_luck_what_all_units_hit_is_added_up():
    attacker = k.side(k.ATTACK, infantry=1, artillery=2, tank=1)
    defender = k.side(k.DEFENSE, infantry=3)
    battle = Battle(attacker, defender, LAND, BattleDice(luck="low luck"))
    every = judged(attacker, defender, luck="low luck")
    assert every.worth[-1] == pytest.approx(solve(battle).attacker_wins, abs=1e-12)


def test_who_is_shot_down_and_would_be_kept_is_judged_one_by_one():
    """The guns fall before their bearers also once the cadets are gone: whom to keep is decided."""
    guns, cadets = k.ground("guns", 5, 6), k.kind("cadets", 0, 3, "paratrooper", ("captures",))
    bearers = k.ground("bearers", 0, 3, tags=())
    attacker = Side(
        (Group(guns, 1), Group(cadets, 1), Group(bearers, 1)),
        order=("guns", "cadets", "bearers"),
        keep=("captures", 1),
    )
    battle = Battle(attacker, k.side(k.DEFENSE, infantry=2, AAA=1), LAND)
    assert not muster.fits(battle)
    assert muster.fits(replace(battle, attacker=replace(attacker, keep=("", 0))))
    agrees(battle, (), "wins", 1000)


def test_aircraft_that_are_shot_down_do_not_fight():
    attacker = k.side(k.ATTACK, fighter=2, infantry=1)
    defender = k.side(k.DEFENSE, infantry=2, AAA=1)
    wins = solve(Battle(attacker, defender, LAND)).attacker_wins
    assert judged(attacker, defender).worth[-1] == pytest.approx(wins, abs=1e-12)


def test_of_two_ships_the_one_with_the_better_chance_comes_first():
    """The best of two dice at 2 is more than one die at 3, and less than one at 4."""
    weapons = Weapon(3), Weapon(2, dice=2), Weapon(4)
    ships = [replace(k.ATTACK["gun"], name=f"ship {i}", weapons={"bombardment": weapon})
             for i, weapon in enumerate(weapons)]  # fmt: skip
    attacker = Side((Group(k.ATTACK["landed"], 1), *(Group(ship, 1) for ship in ships)))
    reserve = Reserve(Battle(attacker, k.side(k.DEFENSE, infantry=1), LAND), wanted="wins")
    assert reserve.ships == [3, 2, 1]
