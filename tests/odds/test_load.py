"""What a bomber drops: dice that add up or the best of them, what is added, what limits it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from a4a.odds.battle import Group, Kind, Side, Weapon
from a4a.odds.dice import FAIR, BattleDice
from a4a.odds.raid import Load, Raid, solve_raid

BOMBER = Kind("bomber", 1, cost=12, weapons={"bombs": Weapon(0)})


def by_hand(load: Load, weights: tuple[float, ...]) -> list[float]:
    found: Counter[int] = Counter()
    for faces in product(range(1, load.faces + 1), repeat=load.dice):
        chance = 1.0
        for face in faces:
            chance *= weights[face - 1] / sum(weights)
        points = [face + load.each for face in faces]
        damage = (max(points) if load.best else sum(points)) + load.once
        found[max(0, damage) if load.most is None else min(load.most, max(0, damage))] += chance
    return [found[n] for n in range(max(found) + 1)]


@pytest.mark.parametrize(
    "load",
    [
        Load(6),
        Load(6, dice=2),
        Load(6, dice=3, best=True, once=1),
        Load(2, dice=2, each=2),
        Load(4, dice=2, once=-3),
        Load(6, dice=2, most=3),
    ],
)
def test_a_load_does_what_every_throw_of_its_dice_does(load: Load) -> None:
    fair = (1.0,) * load.faces
    assert list(load.chances(FAIR)) == pytest.approx(by_hand(load, fair))
    loaded = BattleDice(weights=(3, 1, 1, 1, 1, 1))
    weights = (3.0, 1, 1, 1, 1, 1) if load.faces == 6 else fair  # other dice are not those
    assert list(load.chances(loaded)) == pytest.approx(by_hand(load, weights))


def test_each_bomber_has_its_own_limit_and_all_together_the_room() -> None:
    """Two bombers of at most 2 each: a die is 1 in a sixth of throws."""
    raid = Raid(
        Side((Group(BOMBER, 2),)), antiaircraft=0, room=3, loads={"bomber": Load(6, most=2)}
    )
    assert solve_raid(raid).damage["probability"].to_list() == pytest.approx(
        [0, 0, 1 / 36, 35 / 36]
    )
    assert solve_raid(replace(raid, room=9)).expected_damage == pytest.approx(2 * 11 / 6)


def test_a_gun_with_few_shots_misses_the_rest() -> None:
    raid = Raid(Side((Group(BOMBER, 3),)), antiaircraft=2, shots=1)
    lost = solve_raid(raid).losses.filter(side="attacker").sort("lost")["probability"].to_list()
    assert lost == pytest.approx([2 / 3, 1 / 3])
