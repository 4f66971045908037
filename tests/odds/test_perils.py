"""Units that their own dice may destroy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle, Group, Kind, Side
from a4a.odds.dice import BattleDice
from a4a.odds.perils import unfolded

GUN = Side((Group(Kind("gun", 2), 1),))
CROSSING = Kind("infantry", 4, target="ground", fatal=2)


def test_a_die_whose_faces_hit_or_are_fatal_is_unfolded() -> None:
    assert unfolded(Battle(Side((Group(CROSSING, 1),)), GUN)).sequence.rounds[0].name == "own dice"


@pytest.mark.parametrize(
    "kind",
    [replace(CROSSING, value=5), replace(CROSSING, hits=2), replace(CROSSING, dice=2)],
)
def test_one_die_and_one_hit_are_told_apart_by_faces(kind: Kind) -> None:
    with pytest.raises(BattleError, match="no face both hits and is its end"):
        unfolded(Battle(Side((Group(kind, 1),)), GUN))


@pytest.mark.parametrize(
    "dice", [BattleDice(luck="low luck"), BattleDice(weights=(1, 1, 1, 1, 1, 2))]
)
def test_only_fair_dice_are_their_end(dice: BattleDice) -> None:
    with pytest.raises(BattleError, match="only with fair dice"):
        unfolded(Battle(Side((Group(CROSSING, 1),)), GUN, dice=dice))
