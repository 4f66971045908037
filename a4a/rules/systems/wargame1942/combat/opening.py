"""Which battles there are: all of them open before the first die is rolled.

Sources: The War Game, "Phase II: Combat Orders", "Phase III: Combat", "Naval Pass-Through".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from a4a.core import events as ev
from a4a.core.events import BattleKind, Participant, Role
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import groups, landings, neutrals, sides
from a4a.rules.systems.wargame1942.combat import words as w

FOUGHT_OVER = "fought over"
"""Marker of a space: the turn in which it was last fought over."""


def open_battles(system: System, run: Run) -> None:
    """Open every battle of the nations whose turn it is, with the links between them."""
    fields = battlefields(system, run.state)
    _engage_all(system, run, fields)
    neutrals.pay(system, run, fields)
    state = run.state
    shooting = [u for u in state.units.values() if _gives_support(state, u)]
    parts = {space: _participants(system, state, space, shooting) for space in fields}
    origins = {
        space: {
            p.origin
            for p in parts[space]
            if p.role == "attacker" and p.origin and system.graph.is_sea[p.origin]
        } if system.graph.is_sea[space] else set()
        for space in fields
    }  # fmt: skip
    linked = groups.links(system, state, origins)
    for space in fields:
        around = (x for x in fields if x in linked[space])
        kind = _kind(system, state, space)
        run.emit(
            ev.BattleOpened(
                battle_id(state, space), space, kind, parts[space],
                tuple(battle_id(state, x) for x in around),
            ),
            ev.MarkerChanged(ev.OnSpace(space), FOUGHT_OVER, state.turn),
        )  # fmt: skip
    for zone in landings.zones(system, run.state):
        if zone not in fields:
            landings.land(system, run, zone, late=False)


def battle_id(state: State, space: str) -> str:
    """Return the id of the first battle of a turn in a space."""
    return f"{state.turn} {space}"


def new_battle_id(state: State, space: str) -> str:
    """Return the id of a battle that opens where there may have been one in this turn already."""
    known = {name for memory in state.memories.values() for name in memory.battles}
    found = battle_id(state, space) + (", again" if was_fought_over(state, space) else "")
    while found in known or found in state.battles:
        found += ", again"
    return found


def was_fought_over(state: State, space: str) -> bool:
    """Whether combat took place in a space in this turn, or does."""
    return state.markers.get((ev.OnSpace(space), FOUGHT_OVER)) == state.turn


def is_enemy(system: System, state: State, power: str | None) -> bool:
    """Whether a power is on the other side than those whose turn it is."""
    return power in foes(system, state.active[0])


@lru_cache(maxsize=64)
def foes(system: System, power: str) -> frozenset[str]:
    """Return the powers of the other side; nobody is a neutral's enemy."""
    own = system.catalog.side_of(power)
    return frozenset(p.name for p in system.catalog.powers if p.side not in ("", own))


def enemies_in(system: System, state: State, space: str) -> list[Unit]:
    """Return the enemy units that defend a space; factories and Generals are none."""
    kinds = sides.fighters(system)
    return [u for u in state.at(space) if u.type in kinds and is_enemy(system, state, u.owner)]


def battlefields(system: System, state: State) -> list[str]:
    """Return where there is fighting: where units of the turn stand, and are to go."""
    kinds, active = sides.fighters(system), state.active
    spaces: set[str] = set()
    for unit in state.units.values():
        if unit.owner not in active or unit.type not in kinds:
            continue
        memory = state.memory(unit.id)
        if isinstance(unit.place, str):
            spaces.add(unit.place)
        if memory.target is not None and memory.task in groups.ONWARD:
            spaces.add(memory.target)
    sea = system.graph.is_sea
    found = (
        space
        for space in spaces
        if enemies_in(system, state, space)
        or (
            not sea[space]
            and (
                is_enemy(system, state, state.control.get(space))
                or neutrals.is_neutral(system, state, space)
            )
        )
    )
    return sorted(found, key=lambda space: (not sea[space], system.board.index[space]))


def _engage_all(system: System, run: Run, fields: Iterable[str]) -> None:
    """Let those fight who would wait for others where nobody else fights."""
    for zone in fields:
        if not system.graph.is_sea[zone]:
            continue
        state = run.state
        own = [u for u in state.at(zone) if u.owner in state.active]
        if own and all(state.memory(u.id).task in w.WAITING for u in own):
            landings.stop(system, run, [u.id for u in own])


def _kind(system: System, state: State, space: str) -> BattleKind:
    if system.graph.is_sea[space]:
        return "sea"
    return "amphibious" if landings.is_to_come(state, space) else "land"


def _gives_support(state: State, unit: Unit) -> bool:
    return unit.owner in state.active and state.memory(unit.id).task == w.SUPPORT


def _participants(
    system: System, state: State, space: str, shooting: Iterable[Unit]
) -> tuple[Participant, ...]:
    """Return who fights in a space from the first, by owner and by where they came from."""
    found: dict[tuple[Role, str, str | None, str], list[int]] = {}

    def add(unit: Unit, role: Role, task: str = "") -> None:
        memory = state.memory(unit.id)
        away = unit.place if unit.place != space and isinstance(unit.place, str) else None
        origin = away or memory.via
        found.setdefault((role, unit.owner, origin, task), []).append(unit.id)

    kinds, sea = sides.fighters(system), system.graph.is_sea[space]
    for unit in state.at(space):
        if unit.owner not in state.active or unit.type not in kinds:
            continue
        if sea and state.memory(unit.id).task in w.WAITING:
            continue
        add(unit, "attacker")
        for dropped in state.at(unit.id):
            if state.memory(dropped.id).task == w.DROP:
                add(dropped, "attacker", w.DROP)
    for unit in shooting:
        if state.memory(unit.id).target == space:
            add(unit, "attacker", w.SUPPORT)
    for unit in enemies_in(system, state, space):
        add(unit, "defender")
    return tuple(
        Participant(role, owner, tuple(ids), origin, task)
        for (role, owner, origin, task), ids in found.items()
    )
