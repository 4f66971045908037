"""Plain battles are solved along two lines: the answers are those of the solver for all battles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.odds import duel
from a4a.odds.battle import Battle
from a4a.odds.battle_tables import battle_tables
from a4a.odds.compiled import PATIENCE, Loop
from a4a.odds.exact import Flow
from tests import depth
from tests.odds import kinds
from tests.odds.test_exact import SALVO, endings, land_battle, salvo_battle
from tests.odds.test_montecarlo import LAND, LARGE


def flowed(battle, prune=0.0):
    flow = Flow(battle_tables(battle), prune=prune)
    flow.fight()
    return flow.odds()


def alike(battle, *, prune=0.0):
    ours, general = duel.solve(battle, prune=prune), flowed(battle, prune)
    found, expected = endings(ours), endings(general)
    for key in found.keys() | expected.keys():
        assert found.get(key, 0.0) == pytest.approx(expected.get(key, 0.0), abs=1e-12), key
    for name in ("attacker_takes", "attacker_wins", "rounds", "expected_swing"):
        assert getattr(ours, name) == pytest.approx(getattr(general, name), abs=1e-9), name
    assert abs(ours.chances.sum() + ours.pruned - 1.0) < 1e-12
    assert ours.attacker.kinds == general.attacker.kinds
    assert ours.attacker.began == general.attacker.began


@pytest.mark.soak
def test_plain_battles_come_out_as_with_the_solver_for_all():
    plain, seeds = 0, range(depth.number(40, deep=4000))
    for seed in seeds:
        battle = replace(land_battle(seed), rounds=None, retreat=None)
        if duel.fits(battle):
            plain += 1
            alike(battle)
    assert plain > len(seeds) * 0.75


@pytest.mark.soak
def test_salvos_come_out_as_with_the_solver_for_all():
    plain, seeds = 0, range(depth.number(25, deep=2000))
    for seed in seeds:
        battle = replace(salvo_battle(seed), rounds=None, retreat=None)
        assert battle.sequence is SALVO
        plain += duel.fits(battle)
        alike(battle)
    assert plain == len(seeds)


@pytest.mark.parametrize("order", [(), ("giant", "infantry", "giant", "fighter")])
@pytest.mark.parametrize("gun", ["AAA", "artillery"])
def test_units_of_several_hits_come_out_as_with_the_solver_for_all(order, gun):
    """Damaged or not, before others or after them, beside aircraft that guns fire at."""
    giant = kinds.ground("giant", 3, 9, hits=3)
    attacker = kinds.side({**kinds.ATTACK, "giant": giant}, giant=2, infantry=2, fighter=1)
    hurt = (replace(attacker.groups[0], damaged=1), *attacker.groups[1:])
    ogre = kinds.ground("ogre", 2, 5, hits=2)
    defender = kinds.side({**kinds.DEFENSE, "ogre": ogre}, ogre=2, infantry=1, **{gun: 1})
    battle = Battle(replace(attacker, groups=hurt, order=order), defender, LAND.sequence)
    assert duel.fits(battle)
    alike(battle)
    assert duel.solve(battle, prune=0.0).attacker.damaged.max() == 2


@pytest.mark.parametrize("battle", [LAND, LARGE["low luck"]])
def test_large_battles_come_out_as_with_the_solver_for_all(battle):
    alike(battle, prune=1e-12)


@pytest.mark.parametrize("name", ["landing", "sea", "submerging", "along the order"])
def test_battles_that_are_not_plain_are_left_to_the_solver_for_all(name):
    assert not duel.fits(LARGE[name])


def test_few_rounds_and_steps_that_hang_on_others_are_left_to_the_solver_for_all():
    sequence = LAND.sequence
    after = tuple(replace(step, after="dog fight") for step in sequence.before)
    assert duel.is_plain(LAND)
    assert not duel.is_plain(replace(LAND, rounds=2))
    assert not duel.is_plain(replace(LAND, sequence=replace(sequence, before=after)))


@pytest.mark.parametrize("prune", [1e-12, 1e-6, 1e-3, 0.1])
def test_what_is_left_out_is_told(prune):
    """Also where far more hit than there are units left: what is beyond the last is lost on it."""
    few, many = kinds.side(kinds.ATTACK, infantry=3), kinds.side(kinds.DEFENSE, infantry=90)
    for battle in (LAND, replace(LAND, attacker=few, defender=many), replace(LAND, attacker=few)):
        odds = duel.solve(battle, prune=prune)
        assert odds.pruned <= prune
        assert 1.0 - 1e-12 <= odds.chances.sum() + odds.pruned <= 1.0 + 1e-12 + 1e-3 * prune


@pytest.mark.parametrize(("units", "is_compiled"), [(60, True), (12, False)])
def test_a_large_battle_is_compiled_at_once(units, is_compiled, monkeypatch):
    """In plain Python one of 60 a side takes longer than loading what was compiled."""
    fresh = Loop(duel.duel.plain)
    monkeypatch.setattr(duel, "duel", fresh)
    attacker, defender = (kinds.side(k, infantry=units) for k in (kinds.ATTACK, kinds.DEFENSE))
    duel.solve(Battle(attacker, defender, LAND.sequence), prune=0.0)
    assert (fresh.spent >= PATIENCE) == is_compiled
