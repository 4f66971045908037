"""The odds of battles of 3G40 Deluxe, held against every throw of the dice; and asked of a board."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.rules.areas.odds import fights as odds
from a4a.rules.fight import Band
from tests.rules.areas.positions import rules
from tests.rules.deluxe3g40.battles import SYSTEM, fight, model
from tests.rules.deluxe3g40.slow import Slow

RIFLES = "regular infantry"


def endings(battle: Battle) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
    """How likely each number of survivors of each kind is, as the odds have it."""
    answer = solve(battle, prune=0.0)
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
    for a, d in zip(*np.nonzero(answer.chances), strict=True):
        left = tuple(answer.attacker.living[a].tolist()), tuple(answer.defender.living[d].tolist())
        found[left] = found.get(left, 0.0) + float(answer.chances[a, d])
    return found


def hold(battle: Battle, *, sea: bool, raiders: bool = False) -> None:
    """The odds are those that come of every throw."""
    ours, theirs = endings(battle), Slow(battle, sea=sea, raiders=raiders).solve()
    for ending in ours.keys() | theirs.keys():
        assert ours.get(ending, 0.0) == pytest.approx(theirs.get(ending, 0.0), abs=1e-10), ending


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"fighter": 1, "tactical bomber": 1, RIFLES: 1}, {"fighter": 1, RIFLES: 1}),
        ({"fighter": 1, "strategic bomber": 1, RIFLES: 1}, {"AAA": 1, "fighter": 1}),
        ({"fighter": 2, "AAA": 1, RIFLES: 1}, {"AAA": 1, "tactical bomber": 2}),
        ({"tactical bomber": 1, RIFLES: 1}, {RIFLES: 2}),
        ({"tactical bomber": 1, "heavy artillery": 1}, {"tactical bomber": 1, RIFLES: 1}),
        ({"fighter": 1, "heavy artillery": 1}, {"fighter": 1, "heavy artillery": 1, RIFLES: 1}),
        ({"strategic bomber": 1, RIFLES: 1}, {"fighter": 1, RIFLES: 2}),
        ({"light tank": 2}, {RIFLES: 1, "light tank": 1}),
        ({"light tank": 1, "war plane": 1}, {"war plane": 1, RIFLES: 1}),
        ({"heavy tank": 1, "light tank": 1}, {RIFLES: 2, "minor bunker": 1}),
        ({"light tank": 1, "fighter": 1}, {RIFLES: 1, "minor bunker": 1, "heavy artillery": 1}),
        ({"fighter": 2, "heavy tank": 1}, {"air transport": 4, RIFLES: 1}),
    ],
)  # fmt: skip
def test_battles_on_land_are_what_comes_of_every_throw(
    attacker: Mapping[str, int], defender: Mapping[str, int]
) -> None:
    """Dog fight, barrage, both first strikes, bombs, superiority, bunkers, damaged tanks."""
    hold(model("land", attacker, defender), sea=False)


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"fighter": 1, "destroyer": 1}, {"cruiser": 1, "submarine": 1}),
        ({"fighter": 1, "cruiser": 1}, {"fighter": 1, "aircraft carrier": 1}),
        ({"tactical bomber": 2}, {"destroyer": 1, "sea transport": 2}),
        ({"tactical bomber": 1, "battleship": 1}, {"battleship": 1, "fighter": 1}),
        ({"strategic bomber": 1, "warship": 1}, {"warship": 1, "submarine": 1}),
        ({"submarine": 2}, {"cruiser": 1, "sea transport": 4}),
        ({"cruiser": 1, "submarine": 1}, {"sea transport": 5, "fighter": 1, "destroyer": 1}),
    ],
)  # fmt: skip
def test_battles_at_sea_are_what_comes_of_every_throw(
    attacker: Mapping[str, int], defender: Mapping[str, int]
) -> None:
    """Air cover, first strikes, bombs, superiority, surprise strikes, three transports a hit."""
    hold(model("sea", attacker, defender), sea=True)


def test_DX_SEA_024_odds_of_raiders_are_what_comes_of_every_throw() -> None:
    boats = [Band("submarine", 2, marks=("U-boat",)), Band("destroyer", 1)]
    asked = fight("sea", boats, {"destroyer": 1, "cruiser": 1, "submarine": 1})
    battle = odds.battle(rules(system=SYSTEM).game, asked)
    hold(battle, sea=True, raiders=True)
    with pytest.raises(AssertionError):
        hold(battle, sea=True)
