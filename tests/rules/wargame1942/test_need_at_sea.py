"""What is needed at sea in The War Game: all forces judged at once are judged as one by one."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import a4a
from a4a.odds import compiled, pool, pooling
from a4a.odds.compiled import Loop
from a4a.odds.exact import solve
from a4a.odds.reserve import Reserve
from tests import depth
from tests.rules.wargame1942.test_odds import SEA, some


@pytest.mark.parametrize("seed", range(depth.number(8, deep=300)))
def test_forces_at_sea_are_judged_as_battles_are_solved(seed: int) -> None:
    """With ambushes, transports behind the casualty line, damage, lone aircraft."""
    rng = random.Random(seed)
    ours, theirs = some(rng, SEA, 4), some(rng, (*SEA[:4], *SEA[5:]), 4)
    ours["destroyer"] = ours.get("destroyer", 0) + (set(ours) == {"transport"})
    ours = {kind: number for kind, number in ours.items() if number}
    hurt = {
        f"{role}_damaged": {"battleship": 1}
        for role, units in (("attacker", ours), ("defender", theirs))
        if "battleship" in units and rng.random() < 0.5
    }
    fires_first = {  # WG-BUB-002, -003
        f"{role}_declares": {"preemptive": {"battleship": 1}}
        for role, units in (("attacker", ours), ("defender", theirs))
        if "battleship" in units and f"{role}_damaged" not in hurt and rng.random() < 0.5
    }
    model = a4a.battle(
        "wargame1942", kind="sea", attacker=ours, defender=theirs, **hurt, **fires_first
    ).model
    order = tuple(rng.sample(model.attacker.order, len(model.attacker.order)))
    model = replace(model, attacker=replace(model.attacker, order=order))
    assert pool.fits(model)
    reserve = Reserve(model, wanted="wins")
    judge = pool.Pool(reserve)
    for part in (0.3, 0.6):  # what is judged first is kept
        judge.judge(max(reserve.cost * part, reserve.costs.min()), 0.0)
    judged = judge.judge(reserve.cost, 0.0)
    one_by_one = [
        solve(
            replace(model, attacker=replace(model.attacker, groups=reserve.part(force)))
        ).attacker_wins
        for force in judged.ids.tolist()
    ]
    assert judged.worth == pytest.approx(np.array(one_by_one), abs=1e-10)


def test_lists_that_are_full_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where throws lead is kept as long as there is room, and found again after that."""
    ours, theirs = {"destroyer": 3, "submarine": 2}, {"destroyer": 2, "battleship": 1}
    model = a4a.battle("wargame1942", kind="sea", attacker=ours, defender=theirs).model
    reserve = Reserve(model, wanted="wins")
    kept = pool.Pool(reserve).judge(reserve.cost, 0.0)
    monkeypatch.setattr(pooling, "pooled", Loop(pooling.pooled.plain))
    monkeypatch.setattr(pooling, "ROOM", 1)
    monkeypatch.setattr(compiled, "PATIENCE", 10**9)
    monkeypatch.setattr(compiled, "COMPILING", 10**9)
    assert pool.Pool(reserve).judge(reserve.cost, 0.0).worth == pytest.approx(kept.worth, abs=1e-12)
