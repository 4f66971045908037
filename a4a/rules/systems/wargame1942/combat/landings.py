"""Who comes ashore, when, and with or without the initiative; whose guns may shoot for them.

Sources: The War Game, "Amphibious Attacks" (Retreat and Naval Pass-Through), "Amphibious Shore
Bombardment".
"""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core import events as ev
from a4a.core.events import Participant
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import sides
from a4a.rules.systems.wargame1942.combat import words as w


def cargo(state: State, zone: str) -> list[Unit]:
    """Return the units aboard ships in a zone that are to land."""
    return [
        state.units[i]
        for i, memory in state.memories.items()
        if memory.task == w.ASSAULT
        and isinstance(state.units[i].place, int)
        and state.space_of(i) == zone
    ]


def zones(system: System, state: State) -> list[str]:
    """Return the zones in which units aboard wait to land, those that are to go on left out."""
    found = {
        str(state.space_of(i))
        for i, memory in state.memories.items()
        if memory.task == w.ASSAULT and isinstance(state.units[i].place, int)
    }
    return sorted(found, key=system.board.index.__getitem__)


def is_to_come(state: State, territory: str) -> bool:
    """Whether units aboard are still to land in a territory."""
    return any(
        memory.target == territory and memory.task == w.ASSAULT
        for memory in state.memories.values()
    )


def is_clear(system: System, state: State, battle: OpenBattle) -> bool:
    """Whether no ship that defends a zone is left in it but those that withdraw (R-524)."""
    ships = system.of_category("sea")
    return not any(u.type in ships for u in sides.standing(state, battle, "defender"))


def land(system: System, run: Run, zone: str, *, late: bool) -> None:
    """Put ashore what is to land from a zone, and bring the guns of its ships to bear.

    Parameters
    ----------
    system, run
        The game, and what happens.
    zone
        Which zone; no enemy bars it any more.
    late
        Whether the initiative is lost: those who land do not roll in this round (WG-AMP-002), and
        no guns support them (WG-NPT-023).
    """
    state = run.state
    fighting = {x.space: x for x in state.battles.values()}
    for unit in cargo(state, zone):
        carrier = state.units[int(str(unit.place))]
        if state.memory(carrier.id).task in w.PASSING:
            continue
        target = state.memory(unit.id).target
        battle = fighting.get(str(target))
        if battle is None:
            run.emit(ev.UnitsTasked((unit.id,), ""))
            continue
        run.emit(
            ev.UnitsMoved((unit.id,), (zone, battle.space), "amphibious", battle=battle.id),
            ev.UnitsTasked((unit.id,), ""),
            _joined(battle, unit, zone, w.LANDING),
        )
        if late:
            run.emit(ev.UnitsConverted((unit.id,), "landed late", gained=(w.LATE,)))
    for gun in [u for u in run.state.at(zone) if run.state.memory(u.id).task == w.BOMBARD]:
        battle = fighting.get(str(run.state.memory(gun.id).target))
        if battle is not None and guns_allowed(run.state, battle.id) > 0:
            run.emit(_joined(battle, gun, zone, w.BOMBARD))
        run.emit(ev.UnitsTasked((gun.id,), ""))


def _joined(battle: OpenBattle, unit: Unit, zone: str, task: str) -> ev.BattleJoined:
    part = Participant("attacker", unit.owner, (unit.id,), zone, task)
    return ev.BattleJoined(battle.id, (part,))


def guns_allowed(state: State, battle: str) -> int:
    """Return how many more ships may bombard: one for each unit that lands (WG-BB-024)."""
    parts = state.battles[battle].participants
    landed = sum(len(p.units) for p in parts if p.task == w.LANDING)
    return landed - sum(len(p.units) for p in parts if p.task == w.BOMBARD)


def stop(system: System, run: Run, units: Iterable[int]) -> None:
    """Let ships be drawn into the fight where they stand: they pass no more, nor bombard.

    What is aboard ships that were to go on does not land any more (WG-NPT-026); what was to land
    from here lands later. They have no preemptive fire (WG-BUB-009).
    """
    for unit in units:
        state = run.state
        task = state.memory(unit).task
        if task in w.PASSING:
            aboard = tuple(
                i for i in b.cargo(state, unit) if state.memory(i).task == w.ASSAULT
            )  # fmt: skip
            if aboard:
                run.emit(ev.UnitsTasked(aboard, ""))
        run.emit(ev.UnitsTasked((unit,), ""))
        if w.PREEMPTIVE in state.unit(unit).flags:
            run.emit(ev.UnitsConverted((unit,), "stopped", lost=(w.PREEMPTIVE,)))
