"""The odds of attacks, against all throws of the dice that the rules of play themselves take."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

from a4a.core.errors import BattleError
from a4a.rules.hexes.odds import keeping_most
from a4a.rules.systems.war_in_europe.combat import forces, losses
from a4a.rules.systems.war_in_europe.combat.engaging import engagement
from a4a.rules.systems.war_in_europe.combat.outlook import outlook
from a4a.rules.systems.war_in_europe.orders.fighting import Attack, PressOn, Support, TakeLosses
from tests.rules.war_in_europe.fighting import Play, throw
from tests.rules.war_in_europe.positions import system

ARMOR, INFANTRY, PLANE = "Germany: 1st armor", "Germany: 1st infantry", "Germany: 1st air"
FRENCH, OTHER, FORT = "France: 2nd infantry", "France: 1st armor", "Soviet Union: Moscow fort"
RAF, HOME = "Great Britain: 1st RAF", "Great Britain: Home fleet"
CHANCE = {
    roll: sum(a + b == roll for a, b in product(range(1, 7), repeat=2)) / 36
    for roll in range(2, 13)
}


def end_of(play: Play) -> tuple[object, ...]:
    """Play on to the end of the fire: steps left of each counter, and who has won."""
    while (asked := play.asked) is not None and asked.kind in ("losses", "support", "press on"):
        if asked.kind == "support":
            play.give(Support(()))
        elif asked.kind == "press on":
            play.give(PressOn("yes"))
        else:
            question = losses.Losses(system())
            open_ = [a for a in play.state.decisions.values() if a.kind == "losses"][-1]
            points, hit, _ = question._due(play.state, open_)
            play.give(TakeLosses(dict(keeping_most(points, hit))))
    rolls = {roll.role: roll.hits for roll in play.rolls}
    return rolls.get("attacker", 0), rolls.get("defender", 0)


@pytest.mark.parametrize(
    ("counters", "target", "units"),
    [
        ({ARMOR: "1908", INFANTRY: "1908", FRENCH: "1808", OTHER: "1808"}, "1808", (0, 1)),
        ({ARMOR: "1908", INFANTRY: "1908", FRENCH: "1909", OTHER: "1908"}, "1909", (0, 1)),
        ({PLANE: "1708", RAF: "1607"}, "1607", (0,)),
    ],
    ids=["land", "rough ground", "air"],
)
def test_odds_are_those_of_all_throws_of_the_kernel(counters, target, units) -> None:
    if len(counters) == 4 and target == "1909":
        del counters[OTHER]
    names = [list(counters)[i] for i in units]
    control = {"1708": "Germany"}
    first = Play("Axis", counters, control=control)
    found = outlook(system(), first.state, Attack(target, first.ids(*names)), "Axis")
    mine: dict[tuple[float, float], float] = defaultdict(float)
    for end, chance in found.fire.items():
        left = [sum(piece.steps for piece in side) for side in (end.attacker, end.defender)]
        mine[left[0], left[1]] += chance
    wanted: dict[tuple[float, float], float] = defaultdict(float)
    for a, d in product(CHANCE, CHANCE):
        play = Play("Axis", counters, throw(a, d), control=control).attack(target, *names)
        on_defender, on_attacker = end_of(play)
        steps = [
            sum(piece.steps for piece in side)
            for side in (found.battle.attacker, found.battle.defender)
        ]
        key = max(0, steps[0] - on_attacker), max(0, steps[1] - on_defender)
        wanted[key] += CHANCE[a] * CHANCE[d]
    assert mine.keys() == wanted.keys()
    assert all(abs(mine[key] - p) < 1e-12 for key, p in wanted.items())


@pytest.mark.parametrize("defenders", [(FRENCH,), (FRENCH, FORT)])
def test_the_winner_of_the_odds_is_the_kernels(defenders) -> None:
    counters = {ARMOR: "1908", INFANTRY: "1908"} | dict.fromkeys(defenders, "1808")
    first = Play("Axis", counters)
    found = outlook(system(), first.state, Attack("1808", first.ids(ARMOR, INFANTRY)), "Axis")
    wins: dict[str, float] = defaultdict(float)
    for a, d in product(CHANCE, CHANCE):
        play = Play("Axis", counters, throw(a, d)).attack("1808", ARMOR, INFANTRY)
        end_of(play)
        wins[_winner(play)] += CHANCE[a] * CHANCE[d]
    for name in ("attacker", "defender", "nobody"):
        assert abs(found.chance(winner=name) - wins[name]) < 1e-12
    assert abs(sum(wins.values()) - 1) < 1e-12


def _winner(play: Play) -> str:
    """Who has won, as the battle closes or by whom is asked."""
    if play.winners:
        return play.winners[0]
    asked = play.asked
    assert asked is not None
    axis = "Germany" in asked.powers
    beaten = "attacker" if axis else "defender"
    if asked.kind == "retreat":
        return "defender" if beaten == "attacker" else "attacker"
    return "attacker" if axis else "defender"


def test_odds_tell_what_support_is_worth() -> None:
    counters = {INFANTRY: "1908", PLANE: "2007", FRENCH: "1808", "France: 1st air": "1709"}
    play = Play("Axis", counters)
    alone = outlook(system(), play.state, Attack("1808", play.ids(INFANTRY)), "Axis")
    helped = Attack("1808", play.ids(INFANTRY, PLANE))
    supported = outlook(system(), play.state, helped, "Axis")
    opposed = outlook(system(), play.state, helped, "Axis", support=play.ids("France: 1st air"))
    assert alone.attacker_wins < supported.attacker_wins
    assert opposed.attacker_wins < supported.attacker_wins
    assert alone.expected_swing < supported.expected_swing
    assert forces.STAGES == ("air", "sea", "land")


def test_nobody_attacks_a_hex_in_which_friends_alone_stand() -> None:
    now = Play("Axis", {ARMOR: "1908", INFANTRY: "1907", FRENCH: "1808"}).state
    assert engagement(system(), now, "1808", "Germany").space == "1808"
    with pytest.raises(BattleError, match="nobody to attack in 1908"):
        engagement(system(), now, "1908", "Germany")
