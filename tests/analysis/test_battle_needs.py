"""What follows a battle, and what would be better: waves, orders of loss, what is needed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import polars as pl
import pytest

from a4a.analysis.battle import Battle
from a4a.analysis.outcome import Outcome
from a4a.core.errors import BattleError
from tests.analysis.battles import MEN, TANKS, ask


def test_the_next_wave_meets_what_the_first_has_left() -> None:
    """The same by hand: a battle for each way in which the first can end."""
    second = {"infantry": 2, "artillery": 1}
    first = ask(attacker={"tank": 2}, defender={"infantry": 3, "tank": 1}, rounds=2)
    before, after = first.then(second)
    assert before.survivors.equals(first.odds().survivors)
    wins = 0.0
    for chance, left in before.survivors.select("probability", "defender_left").iter_rows():
        units = dict(zip(before.defender_units, left, strict=True))
        wins += chance * (
            ask(attacker=second, defender=units).odds().attacker_wins if any(left) else 1.0
        )
    assert after.attacker_wins == pytest.approx(wins, abs=1e-12)
    with pytest.raises(BattleError, match="begins in one of many ways"):
        _ = after.by_round


def test_losses_after_waves_are_the_defenders_of_all_the_attackers_of_the_last() -> None:
    """Two tanks that fight one round, and then one infantry: of a whole, three defenders."""
    first = ask(attacker={"tank": 2}, defender={"infantry": 3}, rounds=1)
    before, after = first.then({"infantry": 1})

    def lost(outcome: Outcome, side: str) -> tuple[int, float]:
        row = outcome.losses.filter(pl.col("side") == side, pl.col("unit").is_null())
        return row["began"].item(), row["lost"].item()

    assert (lost(before, "attacker")[0], lost(after, "attacker")[0]) == (2, 1)
    assert lost(before, "defender") == (3, pytest.approx(1.0))  # two tanks, half of them hit
    began, all_lost = lost(after, "defender")
    assert began == 3
    assert all_lost == pytest.approx(
        sum(
            chance * (3 - sum(left))
            for chance, left in after.survivors.select("probability", "defender_left").iter_rows()
        )
    )
    assert all_lost > 1.0
    assert lost(after, "attacker")[1] <= 1
    by_hand = all_lost * 3 - lost(after, "attacker")[1] * 3
    assert after.swing == pytest.approx(by_hand)


def test_a_territory_is_held_by_the_land_units_that_took_it() -> None:
    """The same by hand: a counter-attack on each way in which the attack can end."""
    counter = {"infantry": 2, "fighter": 1}
    attack = ask(
        attacker={"infantry": 2, "tank": 2, "fighter": 1}, defender={"infantry": 2, "AAA": 1}
    )
    for help_ in ({}, {"infantry": 1, "AAA": 1}):
        found = attack.hold(counter, reinforced=help_)
        held = 0.0
        for chance, result, left in found.attack.survivors.select(
            "probability", "result", "attacker_left"
        ).iter_rows():
            if result != "attacker takes":
                continue
            units = dict(zip(found.attack.attacker_units, left, strict=True))
            units.pop("fighter")
            units = {name: units.get(name, 0) + help_.get(name, 0) for name in {**units, **help_}}
            lost = ask(attacker=counter, defender=units).odds().attacker_takes
            held += chance * (1 - lost)
        assert found.held == pytest.approx(held, abs=1e-12)
        assert found.counter_attack is not None


def test_aircraft_alone_hold_nothing() -> None:
    attack = ask(attacker={"fighter": 4}, defender={"infantry": 2})
    found = attack.hold({"infantry": 1})
    assert (found.held, found.counter_attack) == (0.0, None)
    assert found.swing == attack.odds().swing
    assert attack.hold({"infantry": 1}, reinforced={"infantry": 2}).held == 0.0  # nobody took it


def test_the_best_order_is_no_worse_than_any_other() -> None:
    force = {
        "attacker": {"infantry": 2, "tank": 1, "fighter": 1},
        "defender": {"infantry": 2, "tank": 1},
    }
    battle = ask(**force)
    for goal, worth in (("win", "attacker_wins"), ("swing", "swing")):
        best = battle.best_order(goal=goal)
        assert best.is_best
        assert set(best.order) == set(force["attacker"])
        again = ask(**force, attacker_loses=best.order).odds()
        assert getattr(again, worth) == pytest.approx(best.value)
        for order in permutations(force["attacker"]):
            other = ask(**force, attacker_loses=order).odds()
            assert getattr(other, worth) <= best.value + 1e-12


def test_what_is_needed_is_the_cheapest_that_suffices() -> None:
    """All forces by hand."""
    reach, men = {"infantry": 4, "artillery": 2, "tank": 2}, {"infantry": 2}
    needed = ask(attacker=reach, defender=men).need(0.85)
    assert needed.odds().attacker_takes >= 0.85

    def cost(units: dict[str, int]) -> int:
        return 3 * units["infantry"] + 4 * units["artillery"] + 6 * units["tank"]

    enough = [
        cost(units)
        for counts in product(*(range(n + 1) for n in reach.values()))
        if any(counts)
        for units in [dict(zip(reach, counts, strict=True))]
        if ask(attacker=units, defender=men).odds().attacker_takes >= 0.85
    ]
    found = dict.fromkeys(reach, 0) | {b.unit: b.count for b in needed.fight.attacker.bands}
    assert cost(found) == min(enough)
    with pytest.raises(BattleError, match="not even all units take it in 90% of battles, but in"):
        ask(attacker=reach, defender={"infantry": 40}).need(0.9)


def test_no_more_ships_are_needed_than_may_bombard() -> None:
    battle = ask(
        kind="amphibious",
        attacker={"infantry": 4, "fighter": 3},
        defender={"infantry": 2},
        bombard={"battleship": 3},
    )
    needed = battle.need(0.6)
    assert needed.odds().attacker_takes >= 0.6
    by_duty = dict.fromkeys(("landing", "bombarding", ""), 0)
    for band in needed.fight.attacker.bands:
        by_duty[band.duty] += band.count
    assert by_duty["bombarding"] <= by_duty["landing"] < 4


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda b: b.best_order("both"), "side is 'attacker' or 'defender'"),
        (lambda b: b.best_order(goal="glory"), "maximise 'win' or 'swing'"),
        (lambda b: b.need(0), "a probability is above 0"),
        (lambda b: b.need("half"), "a probability is a number"),
        (lambda b: b.need(0.5, wanted="all"), "wanted is 'wins' or 'takes'"),
        (lambda b: b.then({"destroyer": 1}), "ships do not fight on land"),
        (lambda b: b.hold({"battleship": 1}), "ships do not fight on land"),
        (lambda b: b.simulate(0), "games"),
        (lambda b: b.simulate(1.5), "games is a whole number"),
        (lambda b: b.simulate(10, seed=None), "seed is a whole number"),
        (lambda b: b.simulate(10, seed=-1), "seed=-1: give 0 or more"),
    ],
)
def test_odd_questions_are_refused(call: Callable[[Battle], object], why: str) -> None:
    with pytest.raises(BattleError, match=why):
        call(ask(attacker=TANKS, defender=MEN))
