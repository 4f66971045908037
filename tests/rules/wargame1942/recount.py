"""An independent recount of random attacks: hits within reach, dice by units, by naive means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from tests.rules.wargame1942.declared import Fighting

SHIPS = {"battleship": 2, "destroyer": 1, "aircraft carrier": 1, "submarine": 1, "transport": 1}
AIR = {"fighter", "bomber"}
LAND = {"infantry", "artillery", "armor"}

REACH = {
    "": {*SHIPS, *AIR, *LAND},
    "naval units": {*SHIPS},
    "land and sea units": {*SHIPS, *LAND},
    "surface ships": {*SHIPS} - {"submarine"},
    "submarines": {"submarine"},
    "all but submarines": {*SHIPS, *AIR} - {"submarine"},
    "aircraft, then land units": {*AIR, *LAND},
    "land units, then aircraft": {*AIR, *LAND},
}
"""What each sort of hit may fall on, as the book says it."""


class Exchange(NamedTuple):
    """The dice of a step of a battle, and whom they hit.

    Parameters
    ----------
    before
        The state as the step began.
    battle, step, role
        Where, and who fired.
    hits
        For each hit, what it may fall on.
    dice
        For each die, who rolled it.
    struck
        The units hit, as often as they were.
    """

    before: State
    battle: OpenBattle
    step: str
    role: str
    hits: tuple[str, ...]
    dice: tuple[str, ...]
    struck: tuple[int, ...]


def exchanges(fighting: Fighting) -> Iterator[Exchange]:
    """Yield the steps of a Combat phase in which dice were rolled."""
    record = fighting.game.record
    way = record.way_to(fighting.game.node)
    state = record.state_at(way[0])
    before, battle, step = state, "", ""
    rolled: list[ev.Rolled] = []
    struck: list[int] = []
    for node in way[1:]:
        for event in record.step(node).events:
            ends = isinstance(event, ev.CombatStepBegan | ev.CombatRoundBegan | ev.BattleClosed)
            if ends and rolled:
                yield _exchange(before, battle, step, rolled, struck)
                rolled, struck = [], []
            if isinstance(event, ev.Rolled):
                if not rolled:
                    before = state
                rolled.append(event)
            elif rolled and isinstance(event, ev.UnitsConverted) and event.reason == "hit":
                for unit in event.units:
                    struck += [unit] * _number(state.unit(unit), event)
            elif rolled and isinstance(event, ev.UnitsRemoved) and event.reason == "casualty":
                for unit in event.units:
                    here = state.unit(unit)
                    if isinstance(here.place, str):
                        struck += [unit] * (SHIPS.get(here.type, 1) - here.damage)
            if isinstance(event, ev.CombatStepBegan):
                battle, step = event.battle, event.step
            state = state.apply(event)


def _number(unit: Unit, event: ev.UnitsConverted) -> int:
    if "hit" in event.gained:
        return SHIPS.get(unit.type, 1) - unit.damage
    return (event.damage or 0) - unit.damage if event.damage is not None else 0


def _exchange(
    before: State, battle: str, step: str, rolled: Sequence[ev.Rolled], struck: Sequence[int]
) -> Exchange:
    hits = tuple(e.against for e in rolled for _ in range(e.hits))
    dice = tuple(str(die.unit_type) for e in rolled for die in e.dice)
    role = str(rolled[0].role)
    return Exchange(before, before.battles[battle], step, role, hits, dice, tuple(struck))


def side(exchange: Exchange, role: str, *, withdrawing: bool | None = None) -> list[Unit]:
    """The units of a side that can be hit, perhaps only those that retreat, or do not."""
    found = [
        exchange.before.unit(i)
        for p in exchange.battle.participants
        if p.role == role and p.task not in ("support", "bombard")
        for i in p.units
    ]
    if withdrawing is None:
        return found
    state = exchange.before
    return [u for u in found if (state.memory(u.id).task == "withdraw") == withdrawing]


def targets(exchange: Exchange, *, withdrawing: bool | None = None) -> list[str]:
    """The types of what is fired at, each as often as it can be hit."""
    other = "defender" if exchange.role == "attacker" else "attacker"
    return [
        unit.type
        for unit in side(exchange, other, withdrawing=withdrawing)
        if "hit" not in unit.flags
        for _ in range(SHIPS.get(unit.type, 1) - unit.damage)
    ]


def matching(hits: Sequence[str], types: Sequence[str]) -> int:
    """How many of some hits can fall on some targets, one each: found by augmenting paths."""
    taken: dict[int, int] = {}

    def place(hit: int, seen: set[int]) -> bool:
        for number, kind in enumerate(types):
            if number in seen or kind not in REACH[hits[hit]]:
                continue
            seen.add(number)
            if number not in taken or place(taken[number], seen):
                taken[number] = hit
                return True
        return False

    return sum(place(hit, set()) for hit in range(len(hits)))
