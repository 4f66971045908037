"""All forces on land at once: who supports whom."""

from __future__ import annotations

import pytest

from a4a.odds.battle import Battle
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
