"""Single battles of The War Game under a policy of retreat, by round and by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import sqrt

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.odds.retreat import AfterRounds
from a4a.rules.systems.wargame1942.combat import retreats
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import BRITISH

FACES = 12
FIGHTS = 200

Force = tuple[int, ...]
"""How many there are of each type, in the order of loss."""


def throws(values: Sequence[int]) -> dict[int, float]:
    """How likely each number of hits is."""
    found = {0: 1.0}
    for value in values:
        after: dict[int, float] = {}
        for hits, chance in found.items():
            after[hits + 1] = after.get(hits + 1, 0.0) + chance * value / FACES
            after[hits] = after.get(hits, 0.0) + chance * (1 - value / FACES)
        found = after
    return found


def lose(force: Force, hits: int, among: Sequence[int]) -> tuple[Force, int]:
    """Lose units of some types, the first first; and the hits that are left."""
    left = list(force)
    for i in among:
        taken = min(left[i], hits)
        left[i] -= taken
        hits -= taken
    return tuple(left), hits


def fought(
    ours: Force,
    theirs: Force,
    attack: Callable[[Force, int], Sequence[int]],
    defense: Callable[[Force, Force], tuple[Sequence[int], Sequence[int]]],
    air: Sequence[int] = (),
    until: int | None = None,
) -> float:
    """How likely the attackers are left alone, round by round, with flak that hits air first."""
    everything = range(len(ours))
    ground = [i for i in everything if i not in air]

    @cache
    def wins(ours: Force, theirs: Force, number: int) -> float:
        if not sum(theirs):
            return float(sum(ours) > 0)
        if not sum(ours) or (until is not None and number > until):
            return 0.0
        total = stays = 0.0
        general, flak = defense(theirs, ours)
        ways = product(
            throws(attack(ours, number)).items(), throws(general).items(), throws(flak).items()
        )
        for (hits, p), (back, q), (shot, r) in ways:
            left, rest = lose(ours, shot, air)
            # Who is left to be hit by anybody is hit by the others; flak goes on to the ground.
            left, _ = lose(left, rest, ground)
            left, _ = lose(left, back, everything)
            right, _ = lose(theirs, hits, range(len(theirs)))
            if (left, right) == (ours, theirs) and (until is None and number > 1):
                stays += p * q * r
            else:
                total += p * q * r * wins(left, right, number + 1 if until or number == 1 else 2)
        return total / (1 - stays)

    return wins(ours, theirs, 1)


def chance(**asked: object) -> float:
    """What the odds say: how likely the attackers are left alone."""
    return float(a4a.battle("wargame1942", **asked).odds().attacker_wins)


@pytest.mark.parametrize("guns", [0, 1, 2])
@pytest.mark.parametrize("until", [None, 1, 3])
def test_support_shots_and_a_policy_of_retreat(guns: int, until: int | None) -> None:
    """Infantry and armor with guns that stay and fire; they retreat after so many rounds."""

    def attack(ours: Force, number: int) -> list[int]:
        return [2] * ours[0] + [8] * ours[1] + [5] * (guns if number == 1 else 0)

    def defense(theirs: Force, _: Force) -> tuple[list[int], list[int]]:
        return [4] * sum(theirs), []

    found = chance(
        attacker={"infantry": 3, "armor": 2}, defender={"infantry": 4}, keep_land=0,
        bombard={"artillery": guns} if guns else None, attacker_loses=("infantry", "armor"),
        retreat=AfterRounds(until) if until else None,
    )  # fmt: skip
    assert found == pytest.approx(fought((3, 2), (4,), attack, defense, until=until), abs=1e-12)


@pytest.mark.parametrize("planes", [1, 2, 3])
@pytest.mark.parametrize("cannon", [1, 2])
def test_flak_falls_on_aircraft_first(planes: int, cannon: int) -> None:
    """Fighters are lost last by choice, and first to flak; both sides have one value."""

    def attack(ours: Force, _: int) -> list[int]:
        return [2] * ours[0] + [4] * ours[1]

    def defense(theirs: Force, _: Force) -> tuple[list[int], list[int]]:
        return [4] * theirs[0], [5] * theirs[1]

    found = chance(
        attacker={"infantry": 2, "fighter": planes}, keep_land=0,
        defender={"infantry": 2, "artillery": cannon},
        attacker_loses=("infantry", "fighter"), defender_loses=("infantry", "artillery"),
    )  # fmt: skip
    brute = fought((2, planes), (2, cannon), attack, defense, air=(1,))
    assert found == pytest.approx(brute, abs=1e-12)


def ships(whole: int, hurt: int) -> list[int]:
    """What battleships roll."""
    return [8, 6] * whole + [8] * hurt


@cache
def duel_of_battleships(ours: tuple[int, int], theirs: tuple[int, int]) -> float:
    """How likely battleships, whole and damaged, sink all others, which are damaged first."""
    if not sum(theirs):
        return float(sum(ours) > 0)
    if not sum(ours):
        return 0.0

    def struck(force: tuple[int, int], hits: int) -> tuple[int, int]:
        for _ in range(hits):
            whole, hurt = force
            force = (whole - 1, hurt + 1) if whole else (0, max(0, hurt - 1))
        return force

    total = stays = 0.0
    for (hits, p), (back, q) in product(
        throws(ships(*ours)).items(), throws(ships(*theirs)).items()
    ):
        if not hits and not back:
            stays = p * q
        else:
            total += p * q * duel_of_battleships(struck(ours, back), struck(theirs, hits))
    return total / (1 - stays)


@pytest.mark.parametrize(("ours", "theirs", "hurt"), [(1, 1, 0), (2, 2, 1), (3, 2, 2)])
def test_battleships_lose_their_6_with_the_first_hit(ours: int, theirs: int, hurt: int) -> None:
    found = chance(
        kind="sea", attacker={"battleship": ours}, defender={"battleship": theirs},
        defender_damaged={"battleship": hurt},
    )  # fmt: skip
    brute = duel_of_battleships((ours, 0), (theirs - hurt, hurt))
    assert found == pytest.approx(brute, abs=1e-12)


def test_an_ambush_denies_the_return_of_round_1() -> None:
    """A submarine against a destroyer: 4 in 12, or else both roll on together."""
    ambush, hit, back = 4 / 12, 4 / 12, 5 / 12
    # Round 1: sunk without an answer, or the destroyer rolls; from then on both at once.
    nothing = (1 - hit) * (1 - back)
    later = hit * (1 - back) / (1 - nothing)
    brute = ambush + (1 - ambush) * (1 - back) * later
    found = chance(kind="sea", attacker={"submarine": 1}, defender={"destroyer": 1})
    assert found == pytest.approx(brute, abs=1e-12)


def kernel(guns: int, until: int, seed: int) -> bool:
    """Whether the attackers take Tunisia; they retreat after so many rounds."""
    orders = Orders(*BRITISH)
    own = orders.send("U.K.", "infantry", "Libya", "Tunisia", number=3)
    own += orders.send("U.K.", "armor", "Libya", "Tunisia", number=2)
    for gun in orders.put("Libya", "U.K.", "artillery", guns):
        orders.task((gun,), "support", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry", 4)
    fighting = orders.begin(*[FACES] * 60)
    fighting.game.dice = SeededDice(seed)
    while fighting.asked:
        decision = fighting.game.decision
        assert decision is not None
        state = fighting.game.state
        number = state.battles[decision.battle].round if decision.battle else 0
        if fighting.asked.endswith("attacker") and number > until:
            battle = state.battles[decision.battle]
            found = retreats.options(fighting.system, state, battle, "attacker")
            fighting.do(Withdraw(to={unit: spaces[0] for unit, spaces in found.items()}))
        else:
            fighting.plainly()
    return any(fighting.where(unit) == ["Tunisia"] for unit in own)


def test_the_kernel_fights_as_often_to_the_same_end() -> None:
    found = chance(
        attacker={"infantry": 3, "armor": 2}, defender={"infantry": 4}, keep_land=0,
        bombard={"artillery": 2}, attacker_loses=("infantry", "armor"), retreat=AfterRounds(2),
    )  # fmt: skip
    won = sum(kernel(2, 2, seed) for seed in range(FIGHTS)) / FIGHTS
    assert won == pytest.approx(found, abs=4 * sqrt(found * (1 - found) / FIGHTS))
