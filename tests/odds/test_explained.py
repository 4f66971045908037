"""A battle in words: all that changes how it goes is told."""

from __future__ import annotations

from dataclasses import replace

from a4a.odds.battle import Battle, Group, Side
from tests.odds import kinds as k
from tests.odds.sequences import LAND


def test_a_battle_in_words():
    attacker = k.side(
        k.ATTACK, k.SUPPORTS[:2], infantry=1, artillery=2, heavy=1, gun=1,
        order=("infantry", "heavy", "artillery"), keep=("captures", 1),
    )  # fmt: skip
    ship = replace(k.SEA_DEFENSE["battleship"], target="ground")
    defender = Side(
        (Group(ship, 2, damaged=1), Group(k.DEFENSE["AAA"], 1)), order=("AAA", "battleship")
    )
    assert Battle(attacker, defender, LAND).explain("land").splitlines() == [
        "land battle, standard dice",
        "attacker:",
        "  1 infantry; hits on 1 or less",
        "  2 artillery; hits on 2 or less",
        "  1 heavy; hits on 4 or less, the best of 2 dice",
        "  1 gun; bombardment: 1 at 3 or less",
        "  each artillery helps 1 infantry to hit on 2 or less",
        "  loses infantry, heavy, artillery; 1 land unit last of all",
        "defender:",
        "  2 battleships; 1 damaged; hits on 4 or less",
        "  1 AAA; antiaircraft: 3 at 1 or less",
        "  loses AAA, battleship",
    ]
