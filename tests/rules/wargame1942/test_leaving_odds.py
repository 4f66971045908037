"""Odds of battles of The War Game that units leave, or that their own dice end: by brute force."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import a4a
from a4a.core.errors import BattleError
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.retreat import AfterRounds, BestSwing, UnitsLeft
from a4a.rules.fight import Army, Band, Fight
from tests import depth
from tests.rules.wargame1942.brute import Policy
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.leaving import Leave, Leaving, Troop
from tests.rules.wargame1942.test_odds import LAND, SEA, some, told

NEVER = Leave()


def asked(kind: str, ours: Any, theirs: Any, leaves: tuple[Leave, Leave], **more: Any) -> Battle:
    """The model of a battle as people ask for it."""
    retreat, defender_retreat = map(policy_of, leaves)
    return a4a.battle(
        "wargame1942", kind=kind, attacker=ours, defender=theirs, retreat=retreat,
        defender_retreat=defender_retreat, keep_land=0, **more,
    ).model  # fmt: skip


def policy_of(leave: Leave) -> AfterRounds | UnitsLeft | None:
    if leave.after == 0:
        return UnitsLeft(99)
    if leave.after is not None:
        return AfterRounds(leave.after)
    return None if leave.left is None else UnitsLeft(leave.left)


def shuffled(model: Battle, rng: random.Random) -> Battle:
    ours, theirs = (
        replace(side, order=tuple(rng.sample(side.order, len(side.order))))
        for side in (model.attacker, model.defender)
    )
    return replace(model, attacker=ours, defender=theirs)


def troop(side: Any) -> Troop:
    return tuple(
        sorted(
            (g.kind.name, int(n < g.damaged), "")
            for g in side.groups
            if g.kind.hits
            for n in range(g.count)
        )
    )


def agree(model: Battle, leaves: tuple[Leave, Leave], *, sea: bool, **more: Any) -> None:
    """The odds are those of brute force."""
    before = more.pop("before", ())
    policy = Policy(model.attacker.order, model.defender.order, **more)
    slow = Leaving(policy, sea=sea, attacker=leaves[0], defender=leaves[1], before=before)
    brute = slow.outcome(troop(model.attacker), troop(model.defender))
    found = told(solve(model, prune=0.0))
    wrong = {k: (brute.get(k, 0.0), found.get(k, 0.0)) for k in brute.keys() | found.keys()}
    assert not {k: v for k, v in wrong.items() if abs(v[0] - v[1]) > 1e-12}
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)


def a_leave(rng: random.Random, *, soonest: int) -> Leave:
    return rng.choice([NEVER, Leave(after=rng.randrange(soonest, 3)), Leave(left=rng.randrange(4))])


def a_part(rng: random.Random, units: dict[str, int], leave: Leave) -> dict[str, int] | None:
    if leave == NEVER or rng.random() < 0.3:
        return None
    name = rng.choice(list(units))
    return {name: rng.randrange(1, units[name] + 1)}


@pytest.mark.parametrize("seed", range(depth.number(10, deep=300)))
def test_on_land_sides_retreat_wholly_or_in_part(seed: int) -> None:
    """WG-RET-005, -023 to -029: who stays fights on; who leaves is hit last, and rolls no more."""
    rng = random.Random(seed)
    ours, theirs = some(rng, LAND, 4), some(rng, LAND[:4], 4)
    leaves = a_leave(rng, soonest=1), a_leave(rng, soonest=0)
    model = asked(
        "land", ours, theirs, leaves, attacker_stays=a_part(rng, ours, leaves[0]),
        defender_stays=a_part(rng, theirs, leaves[1]),
    )  # fmt: skip
    agree(shuffled(model, rng), leaves, sea=False)


@pytest.mark.parametrize("seed", range(depth.number(10, deep=300)))
def test_at_sea_sides_retreat_wholly_or_in_part(seed: int) -> None:
    """With submarines, transports behind the casualty line, lone aircraft and damage."""
    rng = random.Random(seed)
    ours, theirs = some(rng, SEA, 4), some(rng, (*SEA[:4], *SEA[5:]), 3)
    leaves = a_leave(rng, soonest=1), a_leave(rng, soonest=0)
    hurt = {"battleship": 1} if "battleship" in theirs and rng.random() < 0.5 else None
    model = asked(
        "sea", ours, theirs, leaves, attacker_stays=a_part(rng, ours, leaves[0]),
        defender_stays=a_part(rng, theirs, leaves[1]), defender_damaged=hurt,
    )  # fmt: skip
    agree(shuffled(model, rng), leaves, sea=True)


@pytest.mark.parametrize("seed", range(depth.number(10, deep=300)))
def test_harsh_terrain_and_drops(seed: int) -> None:
    """WG-TER-003, WG-PAR-010, -012: their own dice, bombers that are gone, a fight to the end."""
    rng = random.Random(seed)
    ours, theirs = some(rng, LAND, 3), some(rng, LAND[:3], 3)
    harsh = {k: rng.randrange(1, n + 1) for k, n in ours.items() if k in ("armor", "artillery")}
    drops = {k: rng.randrange(1, n + 1) for k, n in ours.items() if k in ("infantry", "bomber")}
    leaves = a_leave(rng, soonest=1), a_leave(rng, soonest=0)
    model = asked(
        "land", ours, theirs, leaves, across={"harsh": harsh} if harsh else None,
        dropping=drops or None,
    )  # fmt: skip
    agree(shuffled(model, rng), leaves, sea=False)


def test_WG_RET_028_who_has_landed_fights_on_when_the_others_retreat_under_fire() -> None:
    leaves = Leave(after=1), NEVER
    model = asked(
        "amphibious", {"infantry": 3, "armor": 1, "fighter": 1}, {"infantry": 2, "artillery": 1},
        leaves, landing={"infantry": 2},
    )  # fmt: skip
    agree(model, leaves, sea=False)


def test_generals_lead_units_across_harsh_terrain() -> None:
    """WG-GEN-004: armor then hits at 9, and is still lost at 10."""
    model = asked("land", {"armor": 2, "general": 1}, {"infantry": 2}, (NEVER, NEVER),
                  across={"harsh": {"armor": 2}})  # fmt: skip
    agree(model, (NEVER, NEVER), sea=False, led=(1, 0))


def test_a_defender_that_retreats_leaves_the_land_to_who_attacks() -> None:
    b = a4a.battle("wargame1942", attacker={"armor": 2}, defender={"infantry": 2},
                   defender_retreat=UnitsLeft(2))  # fmt: skip
    odds = b.odds()
    assert odds.attacker_takes == pytest.approx(1)
    assert odds.retreats("defender") == pytest.approx(1 - (8 / 12) ** 2)
    assert odds.losses.filter(side="attacker")["lost"].to_list()[-1] == 0


def test_what_is_played_at_random_is_what_is_solved() -> None:
    leaves = Leave(after=1), Leave(left=1)
    model = asked("land", {"infantry": 3, "armor": 2}, {"infantry": 3, "fighter": 1}, leaves,
                  attacker_stays={"infantry": 1}, across={"harsh": {"armor": 1}})  # fmt: skip
    exact, played = model.solve(), model.simulate(20_000, seed=3)
    for name in ("attacker_wins", "defender_wins", "both_destroyed", "expected_swing"):
        assert getattr(played, name) == pytest.approx(getattr(exact, name), abs=0.25)
    assert played.attacker_wins == pytest.approx(exact.attacker_wins, abs=0.015)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"defender_retreat": BestSwing()}, "a defender retreats by AfterRounds"),
        ({"retreat": BestSwing(), "defender_retreat": UnitsLeft(1)}, "looks ahead"),
        ({"attacker_stays": {"infantry": 1}}, "nobody retreats unless retreat says when"),
        ({"defender_stays": {"infantry": 1}}, "unless defender_retreat says when"),
        ({"retreat": UnitsLeft(1), "attacker_stays": {"infantry": 3}}, "not so many"),
        ({"across": {"sand": {"infantry": 1}}}, "no difference to it that it comes across sand"),
        ({"across": {"harsh": {"fighter": 1}}}, "no difference to it"),
        ({"across": {"harsh": {"infantry": 3}}}, "3 of 2 'infantry' across harsh"),
        ({"across": 3}, "units by the kind of border"),
        ({"across": {"harsh": {"infantry": 1}}, "dice": "low luck"}, "only with fair dice"),
        ({"dropping": {"fighter": 1}}, "cannot drop"),
    ],
)
def test_what_cannot_be_asked_is_refused(more: Any, why: str) -> None:
    units = {"infantry": 2, "fighter": 1}
    with pytest.raises(BattleError, match=why):
        a4a.battle("wargame1942", attacker=units, defender=units, **more).odds()


def test_what_is_asked_of_parts_and_waves_says_who_is_there() -> None:
    b = a4a.battle("wargame1942", attacker={"infantry": 4}, defender={"infantry": 2},
                   retreat=UnitsLeft(1), attacker_stays={"infantry": 1})  # fmt: skip
    with pytest.raises(BattleError, match="leave out attacker_stays"):
        b.need(0.1)
    left = a4a.battle("wargame1942", attacker={"armor": 4}, defender={"infantry": 3},
                      defender_retreat=UnitsLeft(1))  # fmt: skip
    with pytest.raises(BattleError, match="not there for the next wave"):
        left.then({"armor": 1})
    part = left.need(0.9)
    assert part.odds().attacker_takes >= 0.9 > part.sending({"armor": 1}).odds().attacker_takes
    held = left.hold({"infantry": 4})
    assert 0 < held.held < 1
    (row,) = a4a.battles("wargame1942", [{
        "attacker": {"armor": 2}, "defender": {"infantry": 2}, "defender_retreat": UnitsLeft(2),
    }]).rows(named=True)  # fmt: skip
    assert row["attacker_takes"] == pytest.approx(1)


def test_in_other_games_nobody_leaves_so() -> None:
    with pytest.raises(BattleError, match="no such choice"):
        a4a.battle("global1940", attacker="2 inf", defender="2 inf", defender_retreat=UnitsLeft(1))


@pytest.mark.parametrize("ships", [1, 2])
def test_WG_BUB_007_bombarding_battleships_fire_their_8_before_all_else(ships: int) -> None:
    """Who is hit by it does not fire back; their 6 is fired with all others in the first round."""
    never = NEVER, NEVER
    ours, theirs = {"infantry": 2, "armor": 1}, {"infantry": 2, "artillery": 1}
    model = asked("amphibious", ours, theirs, never, bombard={"battleship": ships},
                  attacker_declares={"preemptive": {"battleship": ships}})  # fmt: skip
    agree(model, never, sea=False, before=(8,) * ships, support=(6,) * ships)
    plain = asked("amphibious", ours, theirs, never, bombard={"battleship": ships})
    agree(plain, never, sea=False, support=(8, 6) * ships)
    army = Army((Band("infantry", 2, duty="landing"), Band("armor", 1, duty="landing"),
                 Band("battleship", ships, duty="bombarding")))  # fmt: skip
    fight = Fight("amphibious", army, (Army((Band("infantry", 2), Band("artillery", 1))),))
    option = rules("preemptive battleships").battles.fight(fight)
    kept = replace(option, attacker=replace(option.attacker, keep=("", 0)))
    assert kept.solve().attacker_wins == pytest.approx(model.solve().attacker_wins, abs=1e-12)
