"""Neutral land that is invaded: what it costs, whose die answers, and to whom it falls.

Source: The War Game, "Neutral Nations".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.events import Die
from a4a.core.state import OpenBattle, State
from a4a.rules import money
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.production.numbers import numbers


def is_neutral(system: System, state: State, space: str) -> bool:
    """Whether a territory belongs to a nation of neither side."""
    owner = state.control.get(space)
    return owner is not None and not system.catalog.side_of(owner)


def price(system: System, territory: str) -> int:
    """Return what the invasion of neutral land costs: double its value (WG-NEU-009)."""
    (invasion,) = numbers(system).invasions
    return invasion.times * system.board.space(territory).value


def payer(system: System, state: State, territory: str) -> str:
    """Return the nation that pays for an invasion: the first that invades and can (R-533)."""
    due = price(system, territory)
    invading = [p for p in state.active if _invades(state, p, territory)] or state.active

    def able(power: str) -> bool:
        return money.balance(system, state, money.treasuries(system, power)[0]) >= due

    return next((p for p in invading if able(p)), invading[0])


def _invades(state: State, power: str, territory: str) -> bool:
    """Whether units of a nation are in a territory, or are to come ashore there."""
    if any(u.owner == power for u in state.at(territory)):
        return True
    return any(
        memory.target == territory and state.units[i].owner == power
        for i, memory in state.memories.items()
    )


def pay(system: System, run: Run, territory: str) -> None:
    """Pay for the invasion of neutral land."""
    treasury = money.treasuries(system, payer(system, run.state, territory))[0]
    due = price(system, territory)
    if due:
        run.emit(money.paid(system, treasury, -due, "neutral invaded", territory))


def nearest_opponent(system: System, state: State, territory: str) -> str:
    """Return the enemy nation of the turn's nations whose land is nearest to a territory (R-532).

    Spaces are counted as aircraft fly. Of nations equally near it is the one that plays next.
    """
    side = system.catalog.side_of(state.active[0])
    turns = system.order_of_play
    start = turns.index(state.active[-1]) + 1
    enemies = [p for p in (*turns[start:], *turns[:start]) if system.catalog.side_of(p) != side]
    near, reached = {territory}, {territory}
    while near:
        holders = {state.control.get(space) for space in near}
        if (found := next((p for p in enemies if p in holders), None)) is not None:
            return found
        near = {x for space in near for x in system.graph.air[space]} - reached
        reached |= near
    return enemies[0]


def resist(system: System, run: Run, battle: OpenBattle) -> None:
    """Roll the die of the nearest opponent, which hits at the value of the land (WG-NEU-010)."""
    value = system.board.space(battle.space).value
    if _is_certain(system, battle):
        return
    power = nearest_opponent(system, run.state, battle.space)
    sides = system.catalog.dice_sides
    (face,) = run.dice.roll(1, sides=sides)
    hit = face <= value
    die = Die(face, value, "hit" if hit else "miss")
    run.emit(
        ev.Rolled("defense", power, (die,), sides, hits=int(hit), expected=value / sides,
                  battle=battle.id, role="defender")
    )  # fmt: skip


def _is_certain(system: System, battle: OpenBattle) -> bool:
    """Whether neutral land destroys a land unit without a roll (WG-NEU-011)."""
    (invasion,) = numbers(system).invasions
    return system.board.space(battle.space).value > invasion.beyond


def toll(system: System, battle: OpenBattle) -> dict[str, int]:
    """Return the hits on those who invade: the die's on any unit, or one on a land unit."""
    if _is_certain(system, battle):
        return {"land units": 1}
    hits = sum(rolled.hits for rolled in battle.rolls)
    return {"": hits} if hits else {}
