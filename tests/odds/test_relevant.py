"""What of a sequence matters to two sides: what is left out changes no battle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.odds.battle import Battle, Group, Kind, Side
from a4a.odds.exact import solve
from a4a.odds.relevant import relevant
from a4a.odds.steps import CombatStep, Role, Sequence, Volley, both

MEN, TANK, TRUCK = Kind("infantry", 2), Kind("tank", 3), Kind("truck")
APART = (Volley("attacker", but=("tank",)), Volley("attacker", by=("tank",)))
ROLES: tuple[Role, ...] = ("attacker", "defender")


def battle(*kinds: Kind, volleys: tuple[Volley, ...] = APART) -> Battle:
    side = Side(tuple(Group(kind, 2) for kind in kinds))
    return Battle(side, side, Sequence((), (CombatStep("fire", both(*volleys)),)))


def fired(made: Battle) -> list[Volley]:
    """What is left of a battle's only step, which comes out as with all of it."""
    found = relevant(made)
    assert solve(found).attacker_wins == pytest.approx(solve(made).attacker_wins, abs=1e-12)
    (step,) = found.sequence.rounds
    return list(step.volleys)


def test_volleys_in_which_everybody_armed_fires_once_are_one() -> None:
    """Trucks fire in none of them, and there is nobody in the last group."""
    made = battle(MEN, TANK, TRUCK)
    some = Side((*made.attacker.groups, Group(Kind("horse", 1), 0)))
    assert fired(Battle(some, some, made.sequence)) == [Volley(role) for role in ROLES]


def test_volleys_in_which_some_fire_twice_stay_apart() -> None:
    twice = (Volley("attacker"), Volley("attacker", by=("tank",)))
    assert fired(battle(MEN, TANK, volleys=twice)) == list(both(*twice))


def test_steps_before_the_rounds_stay_if_they_fire_at_something_that_is_there() -> None:
    flak, depth_charges = (
        CombatStep(name, (Volley("attacker", at=(at,)),))
        for name, at in (("flak", "air"), ("depth charges", "submarine"))
    )
    plane = Kind("plane", 1, target="air")
    made = battle(MEN, TANK, plane)
    made = replace(made, sequence=replace(made.sequence, before=(flak, depth_charges)))
    found = relevant(made)
    assert [step.name for step in found.sequence.before] == ["flak"]
    assert solve(found).attacker_wins == pytest.approx(solve(made).attacker_wins, abs=1e-12)


def test_words_for_all_who_are_armed_are_left_out_and_words_for_some_are_not() -> None:
    tanks = (Volley("attacker", by=("tank",)),)
    assert fired(battle(TANK, TRUCK, volleys=tanks)) == [Volley(role) for role in ROLES]
    assert fired(battle(TANK, MEN, volleys=tanks)) == list(both(*tanks))
