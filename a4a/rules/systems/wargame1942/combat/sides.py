"""Who is in a battle, and in which way: fighting, withdrawing, giving support, standing by."""

from __future__ import annotations

from functools import lru_cache

from a4a.core.events import Participant, Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.system import System
from a4a.rules.systems.wargame1942.combat import words as w

SHOTS_ONLY = (w.SUPPORT, w.BOMBARD)
"""What participants do that only give support shots."""


@lru_cache(maxsize=16)
def fighters(system: System) -> frozenset[str]:
    """Return the unit types that fight: neither factories nor Generals do."""
    return frozenset().union(*map(system.of_category, ("land", "sea", "air")))


def part(battle: OpenBattle, unit: int) -> Participant | None:
    """Return the part that a unit plays in a battle, or None."""
    return next((p for p in battle.participants if unit in p.units), None)


def supporters(state: State, battle: OpenBattle) -> list[Unit]:
    """Return the units that only give support shots; no hit can fall on them (WG-CMB-013)."""
    there = state.units
    return [there[i] for p in battle.participants if p.task in SHOTS_ONLY for i in p.units]


def units(state: State, battle: OpenBattle, role: Role) -> list[Unit]:
    """Return the units of a side that can be hit: all but those that only give support shots."""
    there = state.units
    return [
        there[i]
        for p in battle.participants
        if p.role == role and p.task not in SHOTS_ONLY
        for i in p.units
    ]


def withdraws(state: State, unit: Unit) -> bool:
    """Whether a unit has declared its retreat in the round that is on."""
    return state.memory(unit.id).task == w.WITHDRAW


def engaged(state: State, battle: OpenBattle, role: Role) -> list[Unit]:
    """Return the units of a side that fight on, those behind the casualty line among them."""
    return [u for u in units(state, battle, role) if not withdraws(state, u)]


def standing(state: State, battle: OpenBattle, role: Role) -> list[Unit]:
    """Return the units of a side that fight on and have not been lost in this round."""
    return [u for u in engaged(state, battle, role) if w.HIT not in u.flags]


def waiting(system: System, state: State, battle: OpenBattle) -> list[Unit]:
    """Return the attackers in a sea zone that stay out of its battle as long as it is won."""
    if not b.is_sea(system, battle):
        return []
    taking = {i for p in battle.participants for i in p.units}
    return [
        u
        for u in state.at(battle.space)
        if u.owner in state.active and u.id not in taking and state.memory(u.id).task in w.WAITING
    ]


@lru_cache(maxsize=16)
def combat_ships(system: System) -> frozenset[str]:
    """Return the unit types that stop a fleet: all ships but transports (WG-NPT-005)."""
    return frozenset(t for t in system.of_category("sea") if not system.types[t].transport_capacity)


def is_ashore(battle: OpenBattle, unit: int) -> bool:
    """Whether a unit has landed in a battle, from the sea or from the air: it cannot retreat."""
    found = part(battle, unit)
    return found is not None and found.task in (w.LANDING, w.DROP)


def deciders(state: State, role: Role, battle: OpenBattle) -> tuple[str, ...]:
    """Return the powers that decide for a side: those of the turn, or whose units defend."""
    if role == "attacker":
        return state.active
    order = state.catalog.power_order
    owners = {u.owner for u in units(state, battle, role)}
    return tuple(p for p in order if p in owners)


@lru_cache(maxsize=4096)
def is_harsh(system: System, here: str, there: str) -> bool:
    """Whether harsh terrain lies between two territories (WG-TER-001)."""
    border = system.board.border(here, there)
    return border is not None and border.kind == "harsh"
