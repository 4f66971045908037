"""All forces on land at once: who supports whom."""

from __future__ import annotations

import pytest

from a4a.odds.battle import Battle
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.muster import Muster
from a4a.odds.reserve import Reserve
from a4a.rules.aa.sequences import LAND
from tests.odds import kinds as k


def judged(attacker, defender):
    return Muster(Reserve(Battle(attacker, defender, LAND), wanted="wins")).judge(1e9, -1.0)


def test_who_has_nobody_to_support_first_supports_the_next():
    attacker = k.side(k.ATTACK, k.SUPPORTS, fighter=1, artillery=1, mech=1)
    defender = k.side(k.DEFENSE, infantry=3)
    every = solve(Battle(attacker, defender, LAND)).attacker_wins
    assert judged(attacker, defender).worth[-1] == pytest.approx(every, abs=1e-12)


def test_by_low_luck_what_all_units_hit_is_added_up():
    attacker = k.side(k.ATTACK, infantry=1, artillery=2, tank=1)
    defender = k.side(k.DEFENSE, infantry=3)
    battle = Battle(attacker, defender, LAND, BattleDice(luck="low luck"))
    every = Muster(Reserve(battle, wanted="wins")).judge(1e9, -1.0)
    assert every.worth[-1] == pytest.approx(solve(battle).attacker_wins, abs=1e-12)
