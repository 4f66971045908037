"""What odds tell: means over what is certain, and nothing of what cannot be asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from a4a.core.errors import BattleError
from a4a.odds.answer import Survivors, moments
from a4a.odds.battle import Battle, Kind
from a4a.odds.exact import solve
from a4a.odds.retreat import AfterRounds
from a4a.odds.tallied import interval
from tests.odds import kinds as k
from tests.odds.sequences import LAND


def test_what_was_left_out_of_the_chances_moves_no_mean():
    """Chances that add up to a half are twice as likely each."""
    values = np.array([0.0, 2.0])
    assert moments(values, np.array([0.25, 0.25])) == moments(values, np.array([0.5, 0.5]))


def test_dice_are_thrown_until_a_battle_is_fought_out():
    assert solve(Battle(k.side(k.ATTACK, tank=1), k.side(k.DEFENSE, tank=1), LAND)).to_the_end


def test_an_end_says_whether_the_attacker_broke_off():
    battle = Battle(k.side(k.ATTACK, tank=2), k.side(k.DEFENSE, infantry=2), retreat=AfterRounds(1))
    frame = solve(battle).survivors
    both = (frame["attacker tank"] > 0) & (frame["defender infantry"] > 0)
    assert frame["broken_off"].to_list() == both.to_list()


@pytest.mark.parametrize("ends", ["one side is helpless", "both are helpless"])
@pytest.mark.parametrize("retreat", [None, AfterRounds(1)])
def test_every_end_is_one_result(ends, retreat):
    """Also where both sides are destroyed, and where some retreat while others stay."""
    attacker = k.side(k.ATTACK, landed=1, tank=2)
    sequence = replace(LAND, ends=ends)
    odds = solve(Battle(attacker, k.side(k.DEFENSE, infantry=2), sequence, retreat=retreat))
    told = sum(table for _, table in odds.results())
    assert told == pytest.approx(odds.chances, abs=1e-12)


def test_where_nobody_can_leave_nobody_has():
    counts = np.array([[2], [1], [0]])
    left = Survivors((Kind("infantry", 1),), (2,), counts, counts * 0, counts)
    assert left.fled.tolist() == [False, False, False]
    assert left.gone.tolist() == [False, False, True]


def test_how_sure_a_share_shall_be_is_a_probability():
    with pytest.raises(BattleError, match="the level"):
        interval(0.5, 100, 1.5)
