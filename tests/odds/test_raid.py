"""Bombing raids, against every throw of every die."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from a4a.core.errors import BattleError
from a4a.odds.battle import Group, Kind, Side, Weapon
from a4a.odds.raid import Raid, solve_raid

BOMBER = Kind("bomber", 1, cost=12, target="air", weapons={"bombs": Weapon(2)})
HEAVY = Kind("heavy", 1, cost=12, target="air", weapons={"bombs": Weapon(2, dice=2)})
TACTICAL = Kind("tactical", 1, cost=11, target="air", weapons={"bombs": Weapon(0)})
ESCORT = Kind("fighter", 1, cost=10, target="air")
JET = Kind("jet", 2, cost=10, target="air")


def brute(raid):
    """Throw every die: fighters, the target's guns, the bombs."""
    attackers = [(i, g.kind) for i, g in enumerate(raid.attacker.groups) for _ in range(g.count)]
    defenders = [(i, g.kind) for i, g in enumerate(raid.defender.groups) for _ in range(g.count)]
    faces = range(1, 7)
    ends = {}

    def lose(units, hits, side, only_bombers=False):
        for name in side.order:
            for unit in list(units):
                if (
                    hits
                    and unit[1].name == name
                    and ("bombs" in unit[1].weapons or not only_bombers)
                ):
                    units = list(units)
                    units.remove(unit)
                    hits -= 1
        return units

    def fought():
        if not defenders:
            yield attackers, defenders, 1.0
            return
        thrown = list(attackers) + list(defenders)
        for hits in product((True, False), repeat=len(thrown)):
            p = 1.0
            for (_, kind), hit in zip(thrown, hits, strict=True):
                p *= kind.value / 6 if hit else 1 - kind.value / 6
            n = len(attackers)
            yield (
                lose(attackers, sum(hits[n:]), raid.attacker),
                lose(defenders, sum(hits[:n]), raid.defender),
                p,
            )

    for a, d, p in fought():
        bombers = [u for u in a if "bombs" in u[1].weapons]
        for flak in product((True, False), repeat=len(bombers)):
            q = p
            for hit in flak:
                q *= raid.antiaircraft / 6 if hit else 1 - raid.antiaircraft / 6
            left = lose(a, sum(flak), raid.attacker, only_bombers=True)
            bombs = [u[1].weapons["bombs"] for u in left if "bombs" in u[1].weapons]
            dice = [b.dice for b in bombs]
            for throw in product(faces, repeat=sum(dice)):
                thrown, points = list(throw), 0
                for bomb in bombs:
                    points += bomb.value + max(thrown[: bomb.dice])
                    del thrown[: bomb.dice]
                key = (
                    tuple(sum(u[0] == i for u in left) for i in range(len(raid.attacker.groups))),
                    tuple(sum(u[0] == i for u in d) for i in range(len(raid.defender.groups))),
                    min(points, raid.room),
                )
                ends[key] = ends.get(key, 0.0) + q / 6 ** sum(dice)
    return ends


def drawn(seed):
    draw = random.Random(seed)
    kinds = draw.sample([BOMBER, HEAVY, TACTICAL], draw.randint(1, 2))
    groups = [Group(kind, 1) for kind in kinds]
    if draw.random() < 0.7:
        groups.append(Group(draw.choice([ESCORT, JET]), draw.randint(1, 2)))
    names = [g.kind.name for g in groups]
    draw.shuffle(names)
    rising = draw.choice([(), (Group(ESCORT, 2),), (Group(JET, 1), Group(ESCORT, 1))])
    return Raid(
        Side(tuple(groups), order=tuple(names)),
        Side(rising, order=tuple(g.kind.name for g in rising)),
        antiaircraft=draw.choice([0, 1, 2]),
        room=draw.choice([0, 3, 6, 20]),
    )


@pytest.mark.parametrize("seed", range(25))
def test_raids_agree_with_every_throw_of_every_die(seed):
    raid = drawn(seed)
    ours, theirs = solve_raid(raid).ends, brute(raid)
    for key in ours.keys() | theirs.keys():
        assert ours.get(key, 0.0) == pytest.approx(theirs.get(key, 0.0), abs=1e-12), key


def test_a_raid_tells_what_is_lost_and_done():
    odds = solve_raid(Raid(Side((Group(BOMBER, 2), Group(ESCORT, 1))), Side((Group(ESCORT, 1),))))
    assert odds.damage["probability"].sum() == pytest.approx(1.0, abs=1e-12)
    per_kind = odds.losses.group_by("side", "kind").agg(total=odds.losses["probability"].sum() / 3)
    assert per_kind.height == 3
    mean = (odds.damage["damage"] * odds.damage["probability"]).sum()
    assert odds.expected_damage == pytest.approx(mean)


def test_a_raid_needs_a_bomber():
    with pytest.raises(BattleError, match="bomber"):
        Raid(Side((Group(ESCORT, 2),)))


def test_the_swing_of_a_raid_is_that_of_its_ends():
    raid = drawn(3)
    odds = solve_raid(raid)
    mean = odds.expected_damage
    for rows in odds.losses.rows(named=True):
        sides = {"attacker": (raid.attacker, -1), "defender": (raid.defender, 1)}
        side, sign = sides[rows["side"]]
        cost = next(g.kind.cost for g in side.groups if g.kind.name == rows["kind"])
        mean += sign * cost * rows["lost"] * rows["probability"]
    assert odds.swing["probability"].sum() == pytest.approx(1.0, abs=1e-12)
    assert odds.expected_swing == pytest.approx(mean, abs=1e-9)
    assert odds.swing["swing"].is_sorted()


def test_a_raid_of_very_many_is_refused_or_answered_in_time():
    swarm = Side((Group(BOMBER, 60), Group(ESCORT, 40)))
    odds = solve_raid(Raid(swarm, Side((Group(ESCORT, 40),)), room=6))
    assert sum(odds.ends.values()) == pytest.approx(1.0, abs=1e-12)
    with pytest.raises(BattleError, match="1000 aircraft in a raid: there can be 200"):
        Raid(Side((Group(BOMBER, 1000),)))
    kinds = [replace(BOMBER, name=f"bomber {i}", cost=i) for i in range(90)]
    many = Side(tuple(Group(kind, 1) for kind in kinds))
    with pytest.raises(BattleError, match="ways: more than"):
        solve_raid(Raid(many, Side((Group(ESCORT, 100),)), room=900))


def test_raids_that_are_alike_are_one_key():
    """20 damage and the bombs of the weapon are what is meant where nothing is said."""
    party = Side((Group(BOMBER, 1),))
    assert {Raid(party): "known"}[Raid(party, room=20, loads={})] == "known"
