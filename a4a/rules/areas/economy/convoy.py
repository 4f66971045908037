"""Convoy disruption: what enemy warships cost a power as it collects income."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases.decks import traps
from a4a.rules.areas.economy.allotment import allot
from a4a.rules.areas.politics import limits
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.conditions import types_of
from a4a.rules.run import Run

_COUNTS = 3
"""A die that shows this or less costs that many IPCs, a higher one nothing."""


class Convoy(NamedTuple):
    """A disrupted convoy: who rolls against it, and the territories whose income is at stake."""

    enemies: tuple[Unit, ...]
    territories: tuple[str, ...]


def counted(faces: Iterable[int]) -> int:
    """Return what dice against convoys cost, before any limit."""
    return sum(face for face in faces if face <= _COUNTS)


def disrupted_zones(system: System, state: State, power: str) -> Iterator[tuple[str, list[Unit]]]:
    """Yield the convoy zones where a power is disrupted, with the enemy units that roll there."""
    if limits.exempt(system, power, "convoys"):
        return
    situation = Situation(system, state, power)
    for space in system.board.spaces:
        if "convoy" not in space.features:
            continue
        if not any(state.control.get(t) == power for t in system.graph.coast[space.name]):
            continue
        enemies = tuple(u for u in state.within(space.name) if u.owner in situation.enemies)
        if any(u.type in types_of(system, "warship") for u in enemies):
            yield space.name, [u for u in enemies if dice_of(system, state, u)]


def dice_of(system: System, state: State, unit: Unit) -> int:
    """How many dice a unit rolls; aircraft trapped on a damaged carrier roll none (R-023)."""
    if isinstance(unit.place, int) and traps(system, state.unit(unit.place)):
        return 0
    return int(system.types[unit.type].numbers.get("convoy dice", 0))


def convoys(system: System, state: State, power: str, treasury: str) -> dict[str, Convoy]:
    """Return the convoys of a treasury that are disrupted, by their zones, in board order."""
    found: dict[str, Convoy] = {}
    for zone, enemies in disrupted_zones(system, state, power):
        territories = tuple(
            t
            for t in system.graph.coast[zone]
            if state.control.get(t) == power and money.treasury_of(system, t, power) == treasury
        )
        if any(state.income_value(t) for t in territories):  # else no dice are rolled
            found[zone] = Convoy(tuple(enemies), territories)
    return found


def losses(
    state: State, disrupted: Mapping[str, Convoy], damage: Mapping[str, int]
) -> dict[str, int]:
    """Return the losses of convoys by zone, given what the dice count in each.

    A zone costs no more than the power's territories around it are worth, and a territory no
    more than its own value, however many zones it borders (R-022).
    """
    around = {zone: convoy.territories for zone, convoy in disrupted.items()}
    worth = {t: state.income_value(t) for places in around.values() for t in places}
    lost = dict.fromkeys(disrupted, 0)
    for (_, zone), amount in allot(worth, damage, around).items():
        lost[zone] += amount
    return lost


def disrupt(system: System, run: Run, power: str, treasury: str) -> int:
    """Roll for every convoy of a treasury that is disrupted; take what is lost from its income.

    Returns
    -------
    int
        The total loss.
    """
    disrupted = convoys(system, run.state, power, treasury)
    damage = {
        zone: sum(
            _roll(system, run, owner, units, zone)
            for owner, units in _by_owner(list(convoy.enemies))
        )
        for zone, convoy in disrupted.items()
    }
    lost = losses(run.state, disrupted, damage)
    for zone, amount in lost.items():
        if amount:
            run.emit(money.paid(system, treasury, -amount, "convoy", zone))
    return sum(lost.values())


def _by_owner(units: list[Unit]) -> Iterator[tuple[str, list[Unit]]]:
    for owner in dict.fromkeys(u.owner for u in units):
        yield owner, [u for u in units if u.owner == owner]


def _roll(system: System, run: Run, owner: str, units: list[Unit], zone: str) -> int:
    """Roll for the owner of some ships and aircraft; return what the dice count."""
    types = [u.type for u in units for _ in range(dice_of(system, run.state, u))]
    sides = system.catalog.dice_sides
    faces = run.dice.roll(len(types), sides=sides)
    cost = counted(faces)
    dice = tuple(
        ev.Die(face, _COUNTS, "hit" if face <= _COUNTS else "miss", kind)
        for face, kind in zip(faces, types, strict=True)
    )
    expected = len(types) * sum(range(1, _COUNTS + 1)) / sides
    run.emit(
        ev.Rolled(
            "convoy", owner, dice, sides, hits=cost, expected=expected,
            outcome=f"{cost} in {zone}",
        )
    )  # fmt: skip
    return cost
