"""What odds tell: means over what is certain, and nothing of what cannot be asked."""

from __future__ import annotations

import numpy as np

from a4a.odds.answer import moments
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.retreat import AfterRounds
from tests.odds import kinds as k


def test_what_was_left_out_of_the_chances_moves_no_mean():
    """Chances that add up to a half are twice as likely each."""
    values = np.array([0.0, 2.0])
    assert moments(values, np.array([0.25, 0.25])) == moments(values, np.array([0.5, 0.5]))


def test_an_end_says_whether_the_attacker_broke_off():
    battle = Battle(k.side(k.ATTACK, tank=2), k.side(k.DEFENSE, infantry=2), retreat=AfterRounds(1))
    frame = solve(battle).survivors
    both = (frame["attacker tank"] > 0) & (frame["defender infantry"] > 0)
    assert frame["broken_off"].to_list() == both.to_list()
