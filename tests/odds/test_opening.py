"""Fire before the first round: when it is fired, and at whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.odds.battle import Battle, Weapon
from a4a.odds.exact import solve
from a4a.odds.montecarlo import simulate
from a4a.odds.steps import PLAIN, CombatStep, Condition, Volley
from tests.odds import kinds as k
from tests.odds.test_exact import differences

FLAK = Volley("defender", weapon="antiaircraft", at=("air",))


def fought(*volleys, **attackers):
    """Against infantry and a gun, after volleys before the first round."""
    sequence = replace(PLAIN, before=(CombatStep("opening", volleys),)) if volleys else PLAIN
    defender = k.side(k.DEFENSE, infantry=1, AAA=1)
    return solve(Battle(k.side(k.ATTACK, **attackers), defender, sequence)).attacker_wins


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Condition("own", "has", "infantry"), True),
        (Condition("own", "lacks", "infantry"), False),
        (Condition("own", "has", "tank"), False),
        (Condition("enemy", "has", "tank"), True),
        (Condition("enemy", "lacks", "tank"), False),
        (Condition("enemy", "lacks", "infantry"), True),
    ],
)
def test_a_volley_is_fired_if_its_condition_holds(condition, holds):
    ours = {"fighter": 2, "tank": 1}
    fired, silent = fought(FLAK, **ours), fought(**ours)
    assert fired < silent - 0.05
    found = fought(replace(FLAK, given=(condition,)), **ours)
    assert found == pytest.approx(fired if holds else silent, abs=1e-12)


def test_hits_beyond_the_last_target_are_lost():
    gun = replace(k.DEFENSE["AAA"], weapons={"antiaircraft": Weapon(3, shots=3)})
    defenders = k.DEFENSE | {"AAA": gun}
    sides = k.side(k.ATTACK, fighter=1), k.side(defenders, infantry=1, AAA=1)
    fired = replace(PLAIN, before=(CombatStep("opening", (FLAK,)),))
    unharmed = solve(Battle(*sides, PLAIN)).attacker_wins
    wins = solve(Battle(*sides, fired)).attacker_wins
    assert wins == pytest.approx(unharmed / 8, abs=1e-12)


def test_where_nobody_fires_a_volley_the_next_is_fired():
    nobody = replace(FLAK, weapon="torpedo")
    ours = {"fighter": 2, "tank": 1}
    assert fought(nobody, FLAK, **ours) == pytest.approx(fought(FLAK, **ours), abs=1e-12)


def test_a_salvo_of_the_defender_alone_is_fired_in_the_first_round_alone():
    mortar = k.ground("mortar", 0, 4, weapons={"bombardment": Weapon(3, shots=2)})
    defender = k.side({**k.DEFENSE, "mortar": mortar}, mortar=1, infantry=1)
    salvo = Volley("defender", weapon="bombardment", when="first round")
    rounds = (CombatStep("fire", (salvo, *PLAIN.rounds[0].volleys)),)
    giant = k.ground("giant", 2, 6, hits=2)  # so that it is not solved as a duel
    attacker = k.side({"giant": giant}, giant=2, order=("giant", "giant"))
    battle = Battle(attacker, replace(defender, order=("mortar", "infantry")))
    battle = replace(battle, sequence=replace(PLAIN, rounds=rounds))
    assert differences(battle, sea=False, salvo=("defender",), prune=0.0) == {}


@pytest.mark.parametrize(
    ("enemy", "after", "without", "fires"),
    [
        ({"fighter": 1}, "dog fight", "", True), ({"fighter": 1}, "", "dog fight", False),
        ({"infantry": 1}, "dog fight", "", False), ({"infantry": 1}, "", "dog fight", True),
    ],
)  # fmt: skip
def test_a_step_depends_on_whether_anything_was_fired_before_it(enemy, after, without, fires):
    """A fighter fires at another, if there is one; then a tank fires, or does not."""
    duel = Volley("attacker", ("fighter",), weapon="cannon", at=("air",))
    tank = Volley("attacker", ("tank",))
    unarmed = k.ATTACK | {"fighter": replace(k.ATTACK["fighter"], weapons={"cannon": Weapon(1)})}

    def wins(*steps):
        sequence = replace(PLAIN, before=steps)
        sides = k.side(unarmed, fighter=1, tank=1), k.side(k.DEFENSE, **enemy)
        return solve(Battle(*sides, sequence)).attacker_wins

    fought = CombatStep("dog fight", (duel,))
    plain = wins(fought)
    struck = wins(fought, CombatStep("strike", (tank,)))
    assert struck > plain + 0.01
    found = wins(fought, CombatStep("strike", (tank,), after, without))
    assert found == pytest.approx(struck if fires else plain, abs=1e-12)
    battle = Battle(
        k.side(unarmed, fighter=1, tank=1), k.side(k.DEFENSE, **enemy),
        replace(PLAIN, before=(fought, CombatStep("strike", (tank,), after, without))),
    )  # fmt: skip
    k.agree(solve(battle), simulate(battle, 20_000, seed=1), 20_000)


def test_general_fire_before_the_rounds_is_raised_as_in_them():
    """An artillery that strikes first with its infantry: the infantry hits on 2."""
    strike = CombatStep("strike", (Volley("attacker"),))
    sequence = replace(PLAIN, before=(strike,))
    helped = k.side(k.ATTACK, k.SUPPORTS, infantry=1, artillery=1)
    raised = k.ATTACK | {"infantry": replace(k.ATTACK["infantry"], value=2)}
    theirs = k.side(k.DEFENSE, infantry=1)
    found = [
        solve(Battle(side, theirs, sequence, rounds=1)).attacker_wins
        for side in (helped, k.side(raised, infantry=1, artillery=1))
    ]
    assert found[0] == pytest.approx(found[1], abs=1e-12)
