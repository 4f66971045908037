"""All forces at sea at once: who is lost last."""

from __future__ import annotations

import numpy as np
import pytest

from a4a.odds import pool
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.pool import Pool
from a4a.odds.reserve import Reserve
from a4a.rules.aa.sequences import SEA
from tests.odds import kinds as k


def test_transports_are_lost_when_no_warship_is_left():
    attacker = k.side(k.SEA_ATTACK, destroyer=2, transport=2, cruiser=1)
    battle = Battle(attacker, k.side(k.SEA_DEFENSE, destroyer=1, submarine=1), SEA)
    assert pool.fits(battle)
    every = Pool(Reserve(battle, wanted="wins")).judge(1e9, -1.0)
    worth = every.worth[np.argmax(every.ids)]
    assert worth == pytest.approx(solve(battle).attacker_wins, abs=1e-12)
