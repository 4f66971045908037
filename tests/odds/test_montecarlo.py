"""Large battles: the exact odds, the simulation, and dice thrown one by one by code of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.montecarlo import simulate
from a4a.odds.retreat import (
    AfterRounds,
    BestSwing,
    KeepSafe,
    OddsBelow,
    Strafe,
    SwingNegative,
    UnitsLeft,
)
from tests.odds import kinds as k
from tests.odds import sequences
from tests.odds.kinds import agree

GAMES = 40_000

LAND = Battle(
    k.side(k.ATTACK, k.SUPPORTS, infantry=12, mech=4, artillery=5, tank=6, fighter=4, tactical=3),
    k.side(k.DEFENSE, infantry=17, artillery=3, tank=3, AAA=2, fighter=3),
    sequences.LAND,
)
ARMIES = Battle(
    k.side(k.ATTACK, k.SUPPORTS, infantry=8, mech=2, artillery=3, tank=4, fighter=3, tactical=2),
    k.side(k.DEFENSE, infantry=11, artillery=2, tank=2, AAA=1, fighter=2),
    sequences.LAND,
)
"""In which it takes less long to find out when it is best to retreat."""
LANDING = Battle(
    k.side(k.ATTACK, k.SUPPORTS, landed=8, artillery=2, tank=2, fighter=3, gun=3),
    k.side(k.DEFENSE, infantry=9, artillery=2, AAA=1),
    sequences.LAND,
    retreat=AfterRounds(2),
)
FLEETS = Battle(
    k.side(
        k.SEA_ATTACK, submarine=6, destroyer=4, cruiser=3, carrier=2, battleship=2, fighter=5,
        transport=2,
    ),
    k.side(
        k.SEA_DEFENSE, submarine=5, destroyer=4, cruiser=3, carrier=2, battleship=1, fighter=4,
        transport=3,
    ),
    sequences.SEA,
)  # fmt: skip
LARGE = {
    "land": LAND,
    "landing": LANDING,
    "sea": FLEETS,
    "submerging": replace(FLEETS, attacker=replace(FLEETS.attacker, submerge="when possible")),
    "along the order": replace(
        FLEETS,
        attacker=replace(FLEETS.attacker, allocation="along the order"),
        defender=replace(FLEETS.defender, allocation="along the order"),
    ),
    "low luck": replace(LAND, dice=BattleDice(luck="low luck")),
    "d12": replace(FLEETS, dice=BattleDice(faces=12)),
    **{
        f"{where}, {policy}": replace(battle, retreat=policy)
        for where, battle in (("land", ARMIES), ("sea", FLEETS))
        for policy in (
            UnitsLeft(9), OddsBelow(0.4), SwingNegative(), BestSwing(10.0), KeepSafe("air", 0.3),
            Strafe(0.2),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("prune", [1e-12, 1e-6, 1e-3])
def test_no_more_is_left_out_than_may_be(prune):
    """It is told, and no answer is further from that with nothing left out."""
    every, odds = solve(FLEETS, prune=0.0), solve(FLEETS, prune=prune)
    assert every.pruned == 0.0
    assert 0.0 < odds.pruned < prune
    assert odds.chances.sum() + odds.pruned == pytest.approx(1.0, abs=1e-13)
    assert abs(odds.chances - every.chances).sum() < odds.pruned + 1e-13


@pytest.mark.parametrize("name", LARGE)
def test_the_simulation_agrees_with_the_exact_odds(name):
    exact = solve(LARGE[name])
    assert abs(exact.chances.sum() + exact.pruned - 1.0) < 1e-12
    assert 0.0 <= exact.pruned <= 1e-12
    agree(exact, simulate(LARGE[name], GAMES, seed=1940), GAMES)


@pytest.mark.parametrize("allocation", ["volley by volley", "along the order"])
def test_submarines_submerge_in_games_as_in_chances(allocation):
    """Few games, in plain Python, in which faults can be planted."""
    theirs = k.side(
        k.SEA_DEFENSE, submarine=1, cruiser=1, submerge="when possible", allocation=allocation
    )
    battle = Battle(k.side(k.SEA_ATTACK, cruiser=2), theirs, sequences.SEA)
    agree(solve(battle), simulate(battle, 1000, seed=7), 1000)


SURE = k.named(k.kind("submarine", 6, 6, "submarine"), k.kind("fighter", 6, 10, "air"))
PREY = k.named(
    *(replace(kind, value=6 * (name == "destroyer")) for name, kind in k.SEA_DEFENSE.items())
)


@pytest.mark.parametrize(
    ("fleet", "lost"),
    [
        ({"cruiser": 1, "submarine": 1, "fighter": 1, "destroyer": 1}, 12 + 6),
        ({"fighter": 2, "submarine": 2, "destroyer": 1}, 10 + 6),
        ({"submarine": 2, "fighter": 2, "destroyer": 1}, 6 + 10),
    ],
)
def test_games_match_hits_with_the_first_of_the_order(fleet, lost):
    """A submarine, which hits no aircraft, and aircraft, which hit no submarine, always hit.

    So does the destroyer, which hits the submarine.
    """
    theirs = k.side(PREY, order=(*fleet,), allocation="along the order", **fleet)
    battle = Battle(k.side(SURE, submarine=1, fighter=1), theirs, sequences.SEA, rounds=1)
    for odds in (solve(battle), simulate(battle, 1, seed=1)):
        assert odds.expected_swing == pytest.approx(lost - 6)


def test_a_seed_gives_the_same_answer_again():
    first, second = (simulate(LAND, 1000, seed=7) for _ in range(2))
    assert (first.finished == second.finished).all()
    assert (first.finished != simulate(LAND, 1000, seed=8).finished).any()
    assert first.games == 1000


@pytest.mark.parametrize("games", [0, -5, 10**12])
def test_a_number_of_games_that_cannot_be_played_is_refused(games):
    with pytest.raises(BattleError, match="games"):
        simulate(LAND, games, seed=1)


def test_dice_thrown_one_by_one_agree_on_land():
    """All games at once, a row of units each: another way to play than by states."""
    rng = np.random.default_rng(12)
    games = 20_000
    attack = ["infantry"] * 12 + ["mech"] * 4 + ["artillery"] * 5 + ["tank"] * 6
    attack += ["fighter"] * 4 + ["tactical"] * 3
    defense = ["infantry"] * 17 + ["artillery"] * 3 + ["AAA"] * 2 + ["tank"] * 3 + ["fighter"] * 3
    value = {"infantry": 2, "artillery": 2, "tank": 3, "fighter": 4, "AAA": 0}
    order_a = ("infantry", "artillery", "mech", "tank", "fighter", "tactical")
    order_d = ("infantry", "artillery", "AAA", "tank", "fighter")
    battle = replace(
        LAND,
        attacker=replace(LAND.attacker, order=order_a),
        defender=replace(LAND.defender, order=order_d),
    )
    left_a = np.array([[attack.count(n) for n in order_a]] * games)
    left_d = np.array([[defense.count(n) for n in order_d]] * games)

    def thrown(number, hits_on):
        most = int(number.max())
        dice = rng.integers(1, 7, size=(games, most))
        return ((dice <= hits_on) & (np.arange(most) < number[:, None])).sum(axis=1)

    def suffer(left, hits, columns):
        hits = hits.copy()
        for c in columns:
            gone = np.minimum(left[:, c], hits)
            left[:, c] -= gone
            hits -= gone

    suffer(left_a, thrown(np.full(games, 6), 1), [4, 5])
    for _ in range(60):
        infantry, guns, mech, tanks, fighters, tacticals = left_a.T
        helped = np.minimum(guns, infantry)
        helped_mech = np.minimum(guns - helped, mech)
        raised = np.minimum(tacticals, fighters + tanks)
        tanks_left = tanks - np.maximum(0, raised - fighters)
        helped_mech = helped_mech + np.minimum(tanks_left, mech - helped_mech)
        hits = thrown(infantry - helped + mech - helped_mech, 1)
        hits += thrown(helped + helped_mech + guns, 2)
        hits += thrown(tanks + fighters + tacticals - raised, 3) + thrown(raised, 4)
        back = sum(thrown(left_d[:, i], value[name]) for i, name in enumerate(order_d))
        alive = (left_a.sum(axis=1) > 0) & (left_d.sum(axis=1) > 0)
        if not alive.any():
            break
        suffer(left_d, np.where(alive, hits, 0), range(5))
        suffer(left_a, np.where(alive, back, 0), range(6))
    only_guns = left_d[:, [0, 1, 3, 4]].sum(axis=1) == 0
    wins = (only_guns & (left_a.sum(axis=1) > 0)).mean()
    p = solve(battle).attacker_wins
    assert abs(wins - p) < 4 * np.sqrt(p * (1 - p) / games)
