"""What is needed in a fight on a chart, and the best use of support: against all there is."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

import a4a
from a4a.core.errors import BattleError

TROOPS = ("Germany: 1st armor", "Germany: 2nd armor", "Germany: 1st infantry")
HELP = ("Germany: 1st air", "Germany: surface fleet")
FOES = {"France: 2nd infantry": 1, "France: 1st armor": 1}
FRIENDS = ("France: 1st air", "Great Britain: Home fleet")


def some(names):
    return chain.from_iterable(combinations(names, n) for n in range(len(names) + 1))


def fought(attackers, defenders=(), **terms):
    return a4a.battle(
        "war_in_europe", attacker=dict.fromkeys(attackers, 1),
        defender=FOES | dict.fromkeys(defenders, 1), **terms,
    )  # fmt: skip


@pytest.mark.parametrize("chance", [0.3, 0.55, 0.7])
def test_the_cheapest_part_is_found(chance: float) -> None:
    whole = fought((*TROOPS, *HELP), terrain="forest")
    enough = {}
    for names in some((*TROOPS, *HELP)):
        if any(name in TROOPS for name in names):
            one = fought(names, terrain="forest")
            if (takes := one.odds().attacker_takes) >= chance:
                enough[names] = one.attacker_cost, -takes, len(names)
    found = whole.need(chance)
    names = {f"{b.power}: {b.name}" for b in found.fight.attacker.bands}
    assert names == set(min(enough, key=lambda names: enough[names]))


def test_what_cannot_be_had_is_refused_with_the_best_there_is() -> None:
    with pytest.raises(BattleError, match=r"no part of the units takes it in 99.9% of battles"):
        fought(TROOPS).need(0.999)
    with pytest.raises(BattleError, match="a probability is above 0"):
        fought(TROOPS).need(2)


@pytest.mark.parametrize("answered", [True, False])
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_the_best_support_is_that_of_all_ways_to_send_it(role: str, answered: bool) -> None:
    mine, theirs = (HELP, FRIENDS) if role == "attacker" else (FRIENDS, HELP)

    def chance(own, other) -> float:
        ours, foes = (own, other) if role == "attacker" else (other, own)
        outcome = fought((TROOPS[2], *ours), foes).odds()
        return outcome.attacker_wins if role == "attacker" else outcome.defender_wins

    answers = list(some(theirs)) if answered else [theirs]
    best = max(min(chance(own, other) for other in answers) for own in some(mine))
    found = fought((TROOPS[2], *HELP), FRIENDS).best_support(role, answered=answered).odds()
    wins = found.attacker_wins if role == "attacker" else found.defender_wins
    assert wins == pytest.approx(best, abs=1e-12)
