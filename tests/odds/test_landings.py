"""Who has come ashore stays, and fights on when the others retreat."""

from __future__ import annotations

from a4a.odds.battle import Battle, Group, Side
from a4a.odds.retreat import AfterRounds
from tests.odds import kinds as k
from tests.odds.sequences import LAND
from tests.odds.test_exact import differences


def test_others_retreat_while_either_kind_that_stays_is_left():
    gliders = k.kind("gliders", 1, 3, "paratrooper", ("captures", "stays"))
    groups = Group(k.ATTACK["landed"], 1), Group(gliders, 1), Group(k.ATTACK["tank"], 1)
    attacker = Side(groups, order=("gliders", "landed", "tank"))
    defender = k.side(k.DEFENSE, infantry=1, AAA=1, order=("AAA", "infantry"))
    battle = Battle(attacker, defender, LAND, retreat=AfterRounds(1))
    assert differences(battle, sea=False, prune=0.0) == {}
