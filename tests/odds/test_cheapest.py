"""The cheapest force, against trying all of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from a4a.core.errors import BattleError
from a4a.odds import muster, pool
from a4a.odds.battle import Battle, Group, Side, Support, Weapon
from a4a.odds.cheapest import _OneByOne, cheapest_force
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.muster import Muster
from a4a.odds.pool import Pool
from a4a.odds.reserve import Reserve
from a4a.odds.retreat import AfterRounds, UnitsLeft
from a4a.odds.steps import PLAIN, CombatStep, Sequence, Volley
from tests.depth import examples
from tests.odds import kinds as k
from tests.odds.sequences import LAND, SEA

CHANCES = (1e-6, 0.01, 0.2, 0.5, 0.8, 0.9, 0.99, 0.99999)
GROUND = ("infantry", "mech", "artillery", "tank")
AIR = ("fighter", "tactical", "bomber", "heavy")
FLEET = ("submarine", "destroyer", "cruiser", "carrier", "battleship", "fighter", "tactical")
seeds = st.integers(0, 2**32)
firsts = st.sampled_from([1, 5, 1000])


def fleets(rng, kinds, names, number, most):
    chosen = rng.sample(names, number)
    return {name: rng.randint(1, most) for name in chosen}


def shuffled(rng, side):
    names = [g.kind.name for g in side.groups if g.kind.hits]
    rng.shuffle(names)
    return replace(side, order=tuple(names))


def land(rng):
    """A random battle on land; who comes ashore, if ships fire only in their support."""
    number = rng.randint(1, 2)
    ours = fleets(rng, k.ATTACK, GROUND, rng.randint(1, 3), 3)
    ours |= fleets(rng, k.ATTACK, (*AIR, "landed", "paratrooper"), number, 2)
    theirs = fleets(rng, k.DEFENSE, ("infantry", "artillery", "tank", "fighter", "bomber"), 2, 3)
    if rng.random() < 0.5:
        theirs |= fleets(rng, k.DEFENSE, ("AAA", "radar"), 1, 2)
    ashore = ()
    if rng.random() < 0.4:
        ours["gun"] = rng.randint(1, 3)
        ashore = ("landed",) if rng.random() < 0.7 else ()
    supports = rng.choice([(), k.SUPPORTS, k.TWICE])
    attacker, defender = k.side(k.ATTACK, supports, **ours), k.side(k.DEFENSE, **theirs)
    if rng.random() < 0.4:
        attacker = shuffled(rng, attacker)
    if rng.random() < 0.4:
        defender = shuffled(rng, defender)
    if rng.random() < 0.4:
        attacker = replace(attacker, keep=("captures", rng.randint(1, 4)))
    dice = rng.choice(
        [
            BattleDice(),
            BattleDice(),
            BattleDice(luck="low luck"),
            BattleDice(weights=(1, 2, 1, 1, 1, 3)),
        ]
    )
    return Battle(attacker, defender, LAND, dice), ashore


def sea(rng):
    """A random battle at sea."""
    ours = fleets(rng, k.SEA_ATTACK, FLEET, rng.randint(2, 4), 2)
    theirs = fleets(rng, k.SEA_DEFENSE, (*FLEET, "transport"), rng.randint(1, 3), 2)
    if rng.random() < 0.3:
        ours["transport"] = 1
    attacker = k.side(k.SEA_ATTACK, k.SUPPORTS, **ours)
    defender = k.side(k.SEA_DEFENSE, **theirs)
    if rng.random() < 0.3:
        groups = (replace(g, damaged=rng.randint(0, g.count)) if g.kind.hits > 1 else g
                  for g in attacker.groups)  # fmt: skip
        attacker = replace(attacker, groups=tuple(groups))
    if rng.random() < 0.4:
        attacker = shuffled(rng, attacker)
    if rng.random() < 0.4:
        defender = shuffled(rng, defender)
    if rng.random() < 0.3:
        defender = replace(defender, submerge="when possible")
    if rng.random() < 0.2:
        defender = replace(defender, allocation="along the order")
    dice = rng.choice([BattleDice(), BattleDice(), BattleDice(luck="low luck")])
    return Battle(attacker, defender, SEA, dice), ()


def every_force(battle, ashore):
    """All forces by hand: what each costs, how likely it wins and takes, its units."""
    groups = battle.attacker.groups
    ships = [g for g in groups if not g.kind.hits]
    for counts in product(*(range(g.count + 1) if g.kind.hits else (0,) for g in groups)):
        numbers = {g.kind.name: n for g, n in zip(groups, counts, strict=True)}
        landed = sum(numbers.get(name, 0) for name in ashore)
        for ship in ships:
            numbers[ship.kind.name] = min(ship.count, landed) if ashore else ship.count
        if not sum(counts):
            continue
        part = tuple(
            Group(g.kind, n, max(0, n - (g.count - g.damaged)))
            for g in groups
            for n in [numbers[g.kind.name]]
        )
        odds = solve(replace(battle, attacker=replace(battle.attacker, groups=part)))
        cost = sum(g.kind.cost * n for g, n in zip(groups, counts, strict=True))
        yield cost, sum(counts), odds.attacker_wins, odds.attacker_takes, part


def agrees(battle, ashore, wanted, first):
    """Ask for all chances, and compare with all forces; begin with so many of them."""
    with patch.object(Muster, "first", first), patch.object(Pool, "first", first):
        _agrees(battle, ashore, wanted)


def _agrees(battle, ashore, wanted):
    forces = list(every_force(battle, ashore))
    chances = [(f[2] if wanted == "wins" else f[3]) for f in forces]
    for chance in CHANCES:
        if any(abs(p - chance) < 1e-9 for p in chances):
            continue
        enough = [(f, p) for f, p in zip(forces, chances, strict=True) if p > chance]
        if not enough:
            with pytest.raises(BattleError, match=r"not even all units|no part of the units"):
                cheapest_force(battle, chance, wanted=wanted, ashore=ashore)
            continue
        found = cheapest_force(battle, chance, wanted=wanted, ashore=ashore)
        least = min(f[0] for f, _ in enough)
        assert found.cost == least
        tied = [(p, f[1]) for f, p in enough if f[0] == least]
        most = max(p for p, _ in tied)
        assert found.chance == pytest.approx(most, abs=1e-11)
        units = sum(g.count for g in found.groups if g.kind.hits)
        assert units == min(number for p, number in tied if p > most - 1e-11)
        mine = next(p for f, p in enough if f[4] == found.groups)
        assert found.chance == pytest.approx(mine, abs=1e-11)


@examples(5, deep=1000)
@given(seeds, st.sampled_from(["wins", "takes"]), firsts)
@example(380431509, "takes", 1000)  # paratroopers under antiaircraft fire, kept to the end
@example(380431509, "wins", 1000)
def test_on_land_it_is_the_cheapest_of_all(seed, wanted, first):
    battle, ashore = land(Random(seed))
    agrees(battle, ashore, wanted, first)


@examples(5, deep=1000)
@given(seeds, firsts)
def test_at_sea_it_is_the_cheapest_of_all(seed, first):
    battle, ashore = sea(Random(seed))
    agrees(battle, ashore, "wins", first)


@examples(2, deep=300)
@given(seeds)
@example(3)
def test_with_retreats_or_few_rounds_it_is_the_cheapest_of_all(seed):
    rng = Random(seed)
    battle, ashore = (land if rng.random() < 0.5 else sea)(rng)
    if rng.random() < 0.5:
        battle = replace(battle, rounds=rng.randint(1, 2))
    else:
        battle = replace(battle, retreat=rng.choice([AfterRounds(1), UnitsLeft(1)]))
    agrees(battle, ashore, "wins", 1000)


def test_most_battles_are_judged_all_at_once():
    """Else the tests above would hold the slow way to itself."""
    rng = Random(1)
    assert sum(muster.fits(land(rng)[0]) for _ in range(100)) > 70
    assert sum(pool.fits(sea(rng)[0]) for _ in range(100)) > 90


ON_LAND = Battle(
    k.side(k.ATTACK, infantry=2, fighter=1), k.side(k.DEFENSE, infantry=2, AAA=1), LAND
)


def fired(*volleys, before=()):
    return replace(ON_LAND, sequence=Sequence(before, (CombatStep("fire", volleys),)))


def attacked_by(side, **more):
    return replace(ON_LAND, attacker=side, **more)


@pytest.mark.parametrize(
    "battle",
    [
        replace(ON_LAND, retreat=AfterRounds(1)),
        replace(ON_LAND, rounds=2),
        replace(ON_LAND, sequence=Sequence((), PLAIN.rounds * 2)),
        attacked_by(k.side(k.ATTACK, infantry=5, keep=("captures", muster.MOST_KEPT + 1))),
        attacked_by(k.side(k.ATTACK, infantry=2, submerge="when possible")),
        replace(ON_LAND, defender=k.side(k.DEFENSE, infantry=2, submerge="when possible")),
        attacked_by(k.side(k.SEA_ATTACK, fighter=2, battleship=1), sequence=PLAIN),
        attacked_by(k.side(k.SEA_ATTACK, fighter=2, transport=1), sequence=PLAIN),
        attacked_by(
            Side((Group(k.ATTACK["tank"], 1), Group(replace(k.ATTACK["mech"], owner="Italy"), 1))),
            dice=BattleDice(luck="low luck"),
        ),
        fired(Volley("attacker"), Volley("defender", at=("ground",))),
        fired(Volley("attacker"), Volley("defender", by=("infantry",))),
        fired(Volley("attacker"), Volley("defender", but=("fighter",))),
        fired(Volley("attacker"), Volley("defender", limit="one a target")),
        fired(Volley("attacker"), Volley("defender", when="first round")),
        fired(Volley("attacker"), Volley("defender"), Volley("defender")),
        fired(*PLAIN.rounds[0].volleys, before=PLAIN.rounds),
        fired(*PLAIN.rounds[0].volleys, before=LAND.before * 2),
    ],
)  # fmt: skip
def test_what_cannot_be_judged_all_at_once_is_not(battle):
    assert muster.fits(ON_LAND)
    assert not muster.fits(battle)


def test_a_destroyer_more_may_win_less_often():
    """So that no cheaper force is enough cannot be told from a larger one that is not."""
    defender = k.side(k.SEA_DEFENSE, submarine=6, fighter=2, carrier=1)
    few = {"submarine": 7, "fighter": 3}
    battle = Battle(k.side(k.SEA_ATTACK, **few, destroyer=1), defender, SEA)
    without = Battle(k.side(k.SEA_ATTACK, **few), defender, SEA)
    assert solve(battle).attacker_wins < solve(without).attacker_wins - 0.05
    found = cheapest_force(battle, solve(without).attacker_wins)
    assert {g.kind.name: g.count for g in found.groups} == {**few, "destroyer": 0}


def test_what_all_units_can_do_is_said_if_it_is_not_enough():
    battle = Battle(k.side(k.ATTACK, infantry=2), k.side(k.DEFENSE, infantry=3), LAND)
    wins = solve(battle).attacker_wins
    with pytest.raises(BattleError, match=rf"not even all units win in 90%.*{wins:.4%}"):
        cheapest_force(battle, 0.9)


@pytest.mark.parametrize("chance", [0.0, -1.0, 1.5, float("nan")])
def test_a_probability_that_is_none_is_refused(chance):
    battle = Battle(k.side(k.ATTACK, infantry=2), k.side(k.DEFENSE, infantry=3), LAND)
    with pytest.raises(BattleError, match="a probability is"):
        cheapest_force(battle, chance)


def test_too_many_forces_are_refused(monkeypatch):
    monkeypatch.setattr(pool, "MOST_CELLS", 200_000)  # sooner, where the costs are known so far
    everybody = dict.fromkeys((*GROUND, *AIR, "paratrooper", "landed"), 1000)
    battle = Battle(k.side(k.ATTACK, **everybody), k.side(k.DEFENSE, infantry=90), LAND)
    with pytest.raises(BattleError, match="to choose from"):
        cheapest_force(battle, 0.99)
    ships = Battle(
        k.side(k.SEA_ATTACK, **dict.fromkeys(FLEET, 10)),
        k.side(k.SEA_DEFENSE, **dict.fromkeys(FLEET, 2)),
        SEA,
    )
    with pytest.raises(BattleError, match=r"to choose from .* \(none that costs \d+.* is enough\)"):
        cheapest_force(ships, 0.99)


def test_ships_that_bombard_cost_nothing():
    attacker = k.side(k.ATTACK, infantry=6, landed=3, gun=2)
    battle = Battle(attacker, k.side(k.DEFENSE, infantry=3), LAND)
    found = {g.kind.name: g.count for g in cheapest_force(battle, 0.6).groups}
    assert found["gun"] == 2
    found = {g.kind.name: g.count for g in cheapest_force(battle, 0.6, ashore=("landed",)).groups}
    assert found["gun"] == min(2, found["landed"])


def test_the_best_ships_fire_first():
    ships = [replace(k.ATTACK["gun"], name=name, weapons={"bombardment": Weapon(value)})
             for name, value in (("cruiser", 3), ("battleship", 4), ("monitor", 2))]  # fmt: skip
    landed = Group(k.ATTACK["landed"], 2)
    attacker = Side((landed, *(Group(ship, 1) for ship in ships)))
    battle = Battle(attacker, k.side(k.DEFENSE, infantry=1), LAND)
    found = {g.kind.name: g.count for g in cheapest_force(battle, 0.5, ashore=("landed",)).groups}
    assert found == {"landed": 1, "cruiser": 0, "battleship": 1, "monitor": 0}


def test_whoever_others_can_support_too_is_supported_last():
    """Else the gun supports the mechanized infantry, and the tank nobody."""
    supports = (
        Support("artillery", "captures", 2), Support("tank", "mech", 2),
        Support("tank", "infantry", 2),
    )  # fmt: skip
    attacker = k.side(k.ATTACK, supports, artillery=1, tank=1, mech=1, paratrooper=1)
    agrees(Battle(attacker, k.side(k.DEFENSE, infantry=2), LAND), (), "wins", 1000)


def test_a_defender_that_only_fires_at_aircraft():
    battle = Battle(k.side(k.ATTACK, bomber=2, infantry=1), k.side(k.DEFENSE, AAA=2), LAND)
    agrees(battle, (), "wins", 1)
    agrees(battle, (), "takes", 1000)


@pytest.mark.parametrize("sequence", [LAND, SEA])
def test_salvos_of_units_that_can_be_hit_are_fired_once(sequence):
    """A weapon that is fired in the first round only makes a force more than its values."""
    salvo = Volley("attacker", weapon="bombardment", when="first round")
    step = sequence.rounds[-1]
    rounds = (*sequence.rounds[:-1], replace(step, volleys=(salvo, *step.volleys)))
    target = "ship" if sequence is SEA else "ground"
    mortar = k.kind("mortar", 1, 5, target, ("captures",), weapons={"bombardment": Weapon(4)})
    rifles = k.kind("rifles", 2, 4, target, ("captures",))
    battle = Battle(
        Side((Group(mortar, 3), Group(rifles, 3))), Side((Group(rifles, 2),)),
        replace(sequence, rounds=rounds),
    )  # fmt: skip
    assert not muster.fits(battle)
    assert pool.fits(battle)
    found = cheapest_force(battle, 0.6)
    cheapest = min(cost for cost, _, wins, *_ in every_force(battle, ()) if wins >= 0.6)
    assert found.cost == cheapest < cheapest_force(replace(battle, sequence=sequence), 0.6).cost


EASY = Battle(k.side(k.ATTACK, infantry=4, tank=3), k.side(k.DEFENSE, infantry=1))


def test_no_force_dearer_than_one_that_is_enough_is_judged():
    """Forces that are judged one by one are judged by their costs."""
    judge = _OneByOne(Reserve(EASY, wanted="wins"), None, 0.5)
    found = judge.judge(1e9, 0.0)
    costs = judge.reserve.costs_of(found.ids)
    assert costs.max() == costs[found.worth >= 0.5].min() < judge.reserve.cost
