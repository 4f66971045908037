"""Neutral land that is invaded: what it costs, whose die answers, and to whom it falls.

Source: The War Game, "Neutral Nations".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from a4a.core import events as ev
from a4a.core.events import Die
from a4a.core.state import OpenBattle, State
from a4a.rules import money
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.production.numbers import numbers


def is_neutral(system: System, state: State, space: str) -> bool:
    """Whether a territory belongs to a nation of neither side."""
    owner = state.control.get(space)
    return owner is not None and not system.catalog.side_of(owner)


def price(system: System, territory: str) -> int:
    """Return what the invasion of neutral land costs: double its value (WG-NEU-009)."""
    (invasion,) = numbers(system).invasions
    return invasion.times * system.board.space(territory).value


def invaded(system: System, state: State) -> dict[str, set[str]]:
    """Return the neutral land that is attacked, and which nations are there or to come ashore."""
    found: dict[str, set[str]] = {}
    for unit in state.units.values():
        if unit.owner not in state.active:
            continue
        memory = state.memory(unit.id)
        where = memory.target if memory.task == w.ASSAULT else unit.place
        if isinstance(where, str) and is_neutral(system, state, where):
            found.setdefault(where, set()).add(unit.owner)
    return found


def payers(
    system: System, state: State, invaders: Mapping[str, Collection[str]]
) -> dict[str, str] | None:
    """Return who pays for each of some invasions, so that all can be paid, or None (R-597).

    Parameters
    ----------
    system, state
        The game.
    invaders
        To each territory that is invaded the nations that may pay for it; of several that can the
        first of the turn pays.
    """
    prices = {territory: price(system, territory) for territory in invaders}
    funds = {
        power: money.balance(system, state, money.treasuries(system, power)[0])
        for power in state.active
    }

    def share(left: Sequence[str], funds: Mapping[str, int]) -> dict[str, str] | None:
        if not left:
            return {}
        first, *rest = left
        for power in state.active:
            after = funds[power] - prices[first]
            if power in invaders[first] and after >= 0:
                shared = share(rest, {**funds, power: after})
                if shared is not None:
                    return {first: power, **shared}
        return None

    return share(sorted(invaders, key=system.board.index.__getitem__), funds)


def pay(system: System, run: Run, fields: Iterable[str]) -> None:
    """Pay for the invasions of neutral land among some battlefields, as combat begins.

    Where those who were to pay have been lost on the way, any nation of the turn does.
    """
    state = run.state
    fields = [space for space in fields if is_neutral(system, state, space)]
    invaders = invaded(system, state)
    declared = {space: invaders.get(space, set()) for space in fields}
    shared = payers(system, state, declared)
    if shared is None:
        shared = payers(system, state, dict.fromkeys(fields, state.active)) or {}
    for space, power in shared.items():
        treasury, due = money.treasuries(system, power)[0], price(system, space)
        if due:
            run.emit(money.paid(system, treasury, -due, "neutral invaded", space))


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
