"""What becomes of a pass-through once its first zone has been attacked.

Sources: The War Game, "Naval Pass-Through" and its sequence, "A Strange Possibility".
"""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core import events as ev
from a4a.core.events import Participant
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import landings, opening, retreats, sides
from a4a.rules.systems.wargame1942.combat import words as w


def is_open(system: System, state: State, battle: OpenBattle) -> bool:
    """Whether the way through a zone is free: no combat ship stays that is not lost.

    Who withdraws bars nothing (R-523); nor do transports (WG-NPT-005).
    """
    ships = sides.combat_ships(system)
    return not any(u.type in ships for u in sides.standing(state, battle, "defender"))


def settle(system: System, run: Run, battle: OpenBattle) -> None:
    """Let those who pass go on, or draw all who stood by into the battle.

    Only the attack of the first round decides; what is late stays late (WG-NPT-003).
    """
    state = run.state
    if battle.round != 1:
        return
    if not is_open(system, state, battle):
        _fail(system, run, battle)
    waiting = sides.waiting(system, state, battle)
    if not waiting:
        return
    here = battle.space
    landing = [u for u in waiting if state.memory(u.id).task not in w.PASSING]
    if is_open(system, state, battle):
        going = [u for u in waiting if state.memory(u.id).task in w.PASSING]
        pass_on(system, run, here, going, late=False)
        if landings.is_clear(system, run.state, battle):
            landings.land(system, run, here, late=False)
            return
        waiting = landing
    units = [u.id for u in waiting]
    if units:
        landings.stop(system, run, units)
        parts = tuple(
            Participant("attacker", u.owner, (u.id,), state.memory(u.id).via) for u in waiting
        )
        run.emit(
            ev.BattleJoined(battle.id, parts),
            ev.UnitsConverted(tuple(units), "stopped", gained=(w.STOPPED,), battle=battle.id),
        )


def _fail(system: System, run: Run, battle: OpenBattle) -> None:
    """Keep those who were to clear the zone from going on to another zone (WG-NPT-014).

    Aircraft that were to join a landing do as it does: they come if the round clears the zone
    after all (R-525).
    """
    state = run.state
    stay = tuple(
        u.id
        for u in sides.units(state, battle, "attacker")
        if state.memory(u.id).task == w.CLEAR
        and system.graph.is_sea[str(state.memory(u.id).target)]
    )
    if stay:
        run.emit(ev.UnitsTasked(stay, ""))


def pass_on(system: System, run: Run, here: str, units: Iterable[Unit], *, late: bool) -> None:
    """Move units on to where they were to pass, and into the battle there.

    Parameters
    ----------
    system, run
        The game, and what happens.
    here
        The zone where they stand.
    units
        Who goes on.
    late
        Whether they have fought in the first zone: they roll from the next round on.
    """
    arrived: dict[str, set[int]] = {}
    tasks = run.state.memories
    # Transports go first, as guns support what they land.
    for unit in sorted(units, key=lambda u: tasks[u.id].task != w.PASS_TO_OFFLOAD):
        memory = run.state.memory(unit.id)
        there = memory.target
        if there is None or there == here:
            run.emit(ev.UnitsTasked((unit.id,), ""))
            continue
        run.emit(ev.UnitsMoved((unit.id,), (here, there), "combat", 1))
        onward = {w.PASS_TO_BOMBARD: w.BOMBARD, w.PASS_TO_OFFLOAD: w.OFFLOAD}.get(memory.task, "")
        target = _coast(run.state, there) if onward == w.BOMBARD else None
        run.emit(ev.UnitsTasked((unit.id,), onward, target))
        battle = next((x for x in run.state.battles.values() if x.space == there), None)
        if battle is None:
            arrived.setdefault(there, set()).add(unit.id)
        elif not onward or _is_settled(battle):
            if onward:
                landings.stop(system, run, [unit.id])
            part = Participant("attacker", unit.owner, (unit.id,), here)
            run.emit(ev.BattleJoined(battle.id, (part,)))
            if late:
                run.emit(ev.UnitsConverted((unit.id,), "arrived", gained=(w.LATE,)))
    for there, came in arrived.items():
        if opening.enemies_in(system, run.state, there):
            retreats.meet(system, run, there, came)
        else:
            landings.land(system, run, there, late=False)


def _is_settled(battle: OpenBattle) -> bool:
    """Whether it has been seen who stays out of a battle; who comes after that is drawn in (R-544).

    So it is where units pass from each of two zones to the other: one of them is fought first.
    """
    return battle.step not in ("", *w.TOGETHER)


def _coast(state: State, zone: str) -> str | None:
    """Return the territory that a ship in a zone bombards: that where units land from there."""
    found = [state.memory(u.id).target for u in landings.cargo(state, zone)]
    return found[0] if found else None


def follow(system: System, run: Run, battle: OpenBattle) -> None:
    """After the exchange, let those go on who have cleared the zone, and land who was late.

    Aircraft that support a landing go on if it is made: transports hold it up too (R-524).
    """
    state = run.state
    clearing = [
        u for u in sides.units(state, battle, "attacker") if state.memory(u.id).task == w.CLEAR
    ]
    through = battle.round == 1 and is_open(system, state, battle)
    lands = through and landings.is_clear(system, state, battle)

    def goes_on(unit: Unit) -> bool:
        by_sea = system.graph.is_sea[str(state.memory(unit.id).target)]
        return through if by_sea else lands

    going = [u for u in clearing if goes_on(u)]
    staying = tuple(u.id for u in clearing if not goes_on(u))
    if staying:
        run.emit(ev.UnitsTasked(staying, ""))
    if going:
        run.emit(ev.BattleLeft(battle.id, tuple(u.id for u in going), "passed through"))
        pass_on(system, run, battle.space, going, late=True)
    if landings.is_clear(system, run.state, battle):
        landings.land(system, run, battle.space, late=True)
