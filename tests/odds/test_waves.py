"""Battles one after the other, against the slow solver run on every way the first can end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle, Group
from a4a.odds.exact import solve
from a4a.odds.retreat import AfterRounds
from a4a.odds.waves import hold, mix, waves
from tests.odds import kinds as k
from tests.odds.brute import Brute
from tests.odds.sequences import LAND

ORDER = ("infantry", "tank", "fighter")
FIRST = Battle(
    k.side(k.ATTACK, infantry=2, tank=1, order=("infantry", "tank")),
    k.side(k.DEFENSE, infantry=2, fighter=1, order=("infantry", "fighter")),
    rounds=2,
)
SECOND = Battle(
    k.side(k.ATTACK, tank=2, order=("tank",)),
    k.side(k.DEFENSE, infantry=0, fighter=0, order=("infantry", "fighter")),
)


def left(groups, force):
    return {g.kind.name: sum(unit[0] == i for unit in force) for i, g in enumerate(groups)}


def filled(battle, counts):
    groups = tuple(Group(g.kind, counts.get(g.kind.name, g.count)) for g in battle.defender.groups)
    return replace(battle, defender=replace(battle.defender, groups=groups))


def test_the_second_wave_meets_what_the_first_has_left():
    expected = 0.0
    for (_, d, _), p in Brute(FIRST, sea=False).solve().items():
        battle = filled(SECOND, left(FIRST.defender.groups, d))
        for (a2, d2, _), q in Brute(battle, sea=False).solve().items():
            expected += p * q * bool(a2 and not d2)
    first, second = waves([FIRST, SECOND])
    assert second.attacker_wins == pytest.approx(expected, abs=1e-12)
    assert second.chances.sum() == pytest.approx(1.0, abs=1e-12)
    assert first.both_survive == pytest.approx(solve(FIRST).both_survive, abs=1e-12)


def test_a_place_is_held_against_those_who_come_back():
    attack = replace(FIRST, rounds=None)
    counter = Battle(
        k.side(k.ATTACK, infantry=2, order=("infantry",)),
        k.side(k.DEFENSE, infantry=0, tank=0, AAA=1, order=("AAA", "infantry", "tank")),
        LAND,
    )
    held, lost = 0.0, 0.0
    for (a, d, broken_off), p in Brute(attack, sea=False).solve().items():
        if broken_off or d or not a:
            continue
        battle = filled(counter, left(attack.attacker.groups, a))
        for (a2, d2, _), q in Brute(battle, sea=False).solve().items():
            held += p * q * (not (a2 and not d2))
        lost += p * solve(battle).expected_swing
    found = hold(attack, counter)
    assert found.held == pytest.approx(held, abs=1e-12)
    assert found.counter_attack is not None
    swing = solve(attack).expected_swing
    assert found.expected_swing == pytest.approx(swing - lost, abs=1e-9)


def test_aircraft_take_no_place_that_could_be_held():
    attack = Battle(k.side(k.ATTACK, fighter=3), k.side(k.DEFENSE, infantry=1), LAND)
    counter = Battle(k.side(k.ATTACK, infantry=1), k.side(k.DEFENSE, fighter=0), LAND)
    found = hold(attack, counter)
    assert found.held == 0.0
    assert found.counter_attack is None
    assert found.expected_swing == solve(attack).expected_swing


def test_the_next_battle_must_know_what_can_be_left():
    strangers = Battle(k.side(k.ATTACK, tank=1), k.side(k.DEFENSE, infantry=1))
    with pytest.raises(BattleError, match="fighter"):
        waves([FIRST, strangers])


def test_mixing_battles_keeps_what_is_likely():
    a, b = solve(FIRST), solve(SECOND)
    both = mix([(0.25, a), (0.75, b)])
    assert both.attacker_wins == pytest.approx(0.25 * a.attacker_wins + 0.75 * b.attacker_wins)
    with pytest.raises(BattleError):
        mix([])
    with pytest.raises(BattleError, match="rounds"):
        _ = both.by_round


def test_only_those_who_stay_hold_the_place():
    attack = Battle(k.side(k.ATTACK, infantry=2, fighter=2), k.side(k.DEFENSE, infantry=1))
    counter = Battle(k.side(k.ATTACK, infantry=2), k.side(k.DEFENSE, infantry=0, fighter=0))
    without = Battle(k.side(k.ATTACK, infantry=2), k.side(k.DEFENSE, infantry=0))
    all_stay = hold(attack, counter).held
    some_stay = hold(attack, without, staying={"infantry": "infantry"}).held
    assert some_stay < all_stay - 0.1
    both = hold(attack, counter, staying={"infantry": "infantry", "fighter": "fighter"})
    assert both.held == pytest.approx(all_stay, abs=1e-12)


def test_who_has_retreated_does_not_hold_what_others_have_won():
    """What came ashore fights on and is struck back at; what came overland is elsewhere."""
    attack = Battle(
        k.side(k.ATTACK, infantry=2, landed=2, order=("infantry", "landed")),
        k.side(k.DEFENSE, infantry=2, order=("infantry",)),
        LAND,
        retreat=AfterRounds(1),
    )
    there = k.named(k.ground("infantry", 2, 3), k.ground("landed", 2, 3))

    def counter(**counts):
        ours = k.side(there, order=("infantry", "landed"), **counts)
        return Battle(k.side(k.ATTACK, tank=2, order=("tank",)), ours, LAND)

    by_hand = 0.0
    for (a, d, broken_off), chance in Brute(attack, sea=False).solve().items():
        left = [sum(g == i and not away for g, _, away in a) for i in (0, 1)]
        if not d and not broken_off and any(left):
            back = Brute(counter(infantry=left[0], landed=left[1]), sea=False).takes()
            by_hand += chance * (1 - back)
    assert hold(attack, counter(infantry=0, landed=0)).held == pytest.approx(by_hand, abs=1e-12)


def test_what_one_name_means_differs_in_no_two_battles():
    """Else what is left of both could not be told in one table."""
    stronger = replace(k.ATTACK["tank"], value=4)
    other = replace(SECOND, attacker=replace(SECOND.attacker, groups=(Group(stronger, 2),)))
    with pytest.raises(BattleError, match="'tank' means different kinds"):
        mix(
            [
                (0.5, solve(filled(SECOND, {"infantry": 1}))),
                (0.5, solve(filled(other, {"infantry": 1}))),
            ]
        )


def test_the_rounds_of_a_mix_are_those_of_its_battles_on_average():
    one, two = solve(FIRST), solve(filled(SECOND, {"infantry": 3}))
    mixed = mix([(0.25, one), (0.75, two)])
    assert mixed.rounds == pytest.approx(0.25 * one.rounds + 0.75 * two.rounds, abs=1e-12)
