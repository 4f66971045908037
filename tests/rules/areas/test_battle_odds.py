"""Battles fought many times come out as often as the book's arithmetic says."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, sqrt

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.orders import Retreat, Submerge
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.order import Order
from a4a.rules.run import Run
from tests import depth
from tests.rules.areas.positions import position, rules

pytestmark = pytest.mark.soak

BELGIUM, FRANCE, SZ110, SZ112 = "Holland/Belgium", "France", "sea zone 110", "sea zone 112"
GERMANY, UK = "Germany", "United Kingdom"
FIGHTS = depth.number(200, deep=3_000)


def wins(attackers: dict[str, int], defenders: dict[str, int], *, at_sea: bool = False) -> float:
    """The share of fights that the attacker wins outright, pressing on and never submerging."""
    start, end = (SZ112, SZ110) if at_sea else (BELGIUM, FRANCE)
    owner = UK if at_sea else FRANCE
    game = position(units={start: {GERMANY: attackers}, end: {owner: defenders}},
                    phase="Combat Move")  # fmt: skip
    units = tuple(u.id for u in game.state.at(start) if u.type in attackers)
    ready = game.state.apply(
        ev.UnitsMoved(units, (start, end), "combat", cost=1), ev.PhaseBegan("Conduct Combat")
    )
    system = rules().game
    phase = ConductCombat(system)
    won = 0
    for seed in range(FIGHTS):
        run = Run(ready, SeededDice(seed))
        phase.enter(run)
        while asked := next(iter(run.state.decisions.values()), None):
            answers: dict[str, Order] = {"retreat": Retreat(), "submerge": Submerge()}
            if asked.kind == "casualties":
                answers["casualties"] = casualties.suggest(system, run.state, asked)
            phase.execute(run, answers[asked.kind])
        (closed,) = [e for e in run.events if isinstance(e, ev.BattleClosed)]
        won += closed.winner == "attacker"
    return won / FIGHTS


def near(chance: float) -> object:
    """Within four standard deviations."""
    return pytest.approx(chance, abs=4 * sqrt(chance * (1 - chance) / FIGHTS))


@cache
def duel(a: int, d: int, hit: float, back: float) -> float:
    """The chance that the attacker alone survives, all on one side having one value and one hit."""
    if not a or not d:
        return float(a > 0)
    chance, stay = 0.0, 0.0
    for x, y in product(range(a + 1), range(d + 1)):
        p = comb(a, x) * hit**x * (1 - hit) ** (a - x)
        p *= comb(d, y) * back**y * (1 - back) ** (d - y)
        if x == y == 0:
            stay = p
        else:
            chance += p * duel(max(a - y, 0), max(d - x, 0), hit, back)
    return chance / (1 - stay)


@pytest.mark.rule("AA-CMB-013", "AA-CMB-018", "AA-CMB-042")
def test_tanks_against_infantry() -> None:
    assert wins({"tank": 2}, {"infantry": 3}) == near(duel(2, 3, 3 / 6, 2 / 6))


@pytest.mark.rule("AA-CMB-029", "AA-CMB-033")
def test_a_submarine_against_a_cruiser() -> None:
    """It wins if it hits before the cruiser does, and strikes first: 1/3 : 2/3 * 1/2."""
    chance = (1 / 3) / (1 / 3 + 2 / 3 * 1 / 2)
    assert wins({"submarine": 1}, {"cruiser": 1}, at_sea=True) == near(chance)


@pytest.mark.rule("AA-CMB-026", "AA-CMB-013")
def test_a_submarine_against_a_destroyer() -> None:
    """The destroyer takes the surprise away: both fire at once, with 2."""
    assert wins({"submarine": 1}, {"destroyer": 1}, at_sea=True) == near(duel(1, 1, 1 / 3, 1 / 3))


@pytest.mark.rule("AA-UNI-024", "AA-UNI-027")
def test_a_fighter_against_infantry_with_AAA() -> None:
    """The AAA takes the infantry's place as the first casualty if it is cheaper; it is not.

    The fighter comes through the AAA's shot in 5 of 6 cases, then fights the infantry alone: when
    that falls, the AAA goes too.
    """
    chance = 5 / 6 * duel(1, 1, 3 / 6, 2 / 6)
    assert wins({"fighter": 1}, {"infantry": 1, "AAA": 1}) == near(chance)


@pytest.mark.rule("AA-UNI-045")
def test_a_cruiser_against_a_battleship() -> None:
    """It must hit twice before it is hit once; the battleship fires in every round, hit or not."""
    hit, back = 3 / 6, 4 / 6
    last = hit * (1 - back) / (1 - (1 - hit) * (1 - back))
    chance = hit * (1 - back) * last / (1 - (1 - hit) * (1 - back))
    assert wins({"cruiser": 1}, {"battleship": 1}, at_sea=True) == near(chance)
