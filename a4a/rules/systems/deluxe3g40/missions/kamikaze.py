"""Kamikaze raids as battles: what may be struck, who can block it, and how it goes.

Sources: book, The Strategic Missions Phase, #7 (DX-SMP-125 to 137, DX-POL-023); R-447.
"""

from __future__ import annotations

from collections.abc import Mapping

from a4a.core import events as ev
from a4a.core.events import Asked, Die
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.bases.facilities import operative_base
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.money import treasury_with
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.flights import is_free, settle
from a4a.rules.systems.deluxe3g40.missions.targets import Strikes, beside, missions, takes_part

NAME = "Kamikaze Raids"
TOKEN = "kamikaze"
"""Marker on a ship: how many tokens go for it."""
BLOCK = "block"
"""Task of aircraft that block strikes."""
LOSSES = "kamikaze losses"
"""Kind of the question which tokens are lost to aircraft."""


def ships(here: Situation, strikes: Strikes) -> list[Unit]:
    """Return the ships that may be struck: enemies' surface warships in the marked zones."""
    state, able = here.state, here.system.able(strikes.targets)
    if not takes_part(here, NAME) or not tokens(state, strikes):
        return []
    zones = [
        z for z, sea in here.system.graph.is_sea.items() if sea and state.value(z, strikes.zones)
    ]
    return [u for zone in zones for u in here.enemies_in(zone) if u.type in able]


def tokens(state: State, strikes: Strikes) -> int:
    """Return how many tokens are left."""
    return state.money(treasury_with(state, strikes.power, strikes.resource), strikes.resource)


def committed(state: State, zone: str) -> dict[int, int]:
    """Return the tokens that are on their way to each ship of a zone."""
    marked = {u.id: state.markers.get((ev.OnUnit(u.id), TOKEN), 0) for u in state.at(zone)}
    return {ship: number for ship, number in marked.items() if number}


def blockers(here: Situation, strikes: Strikes, power: str, zone: str) -> dict[int, str]:
    """Return the aircraft of a power that can block strikes in a zone, with where they are.

    Parameters
    ----------
    here
        How things stand for the power that strikes.
    strikes
        Its strikes.
    power
        One of its enemies.
    zone
        The sea zone.
    """
    state, system = here.state, here.system
    found = {
        u.id: zone
        for u in state.within(zone)
        if u.owner == power and u.type in strikes.blocks and is_free(state, u)
    }
    for territory in system.graph.coast[zone]:
        if scrambles_left(system, state, territory) > 0:
            found |= {
                u.id: territory
                for u in state.at(territory)
                if u.owner == power
                and u.type in strikes.blocks
                and u.type in system.able("scramble")
                and is_free(state, u)
            }
    return found


def scrambles_left(system: System, state: State, territory: str) -> int:
    """How many more aircraft may scramble from a territory in this phase."""
    base = operative_base(system, state, territory, "scramble base")
    if base is None:
        return 0
    most = int(system.types[base.type].numbers["scrambles"])
    most += sum(one.scrambles for one in beside(system, state, territory))
    return most - sum(state.memory(u.id).task == BLOCK for u in state.at(territory))


def commit(run: Run, zone: str, targets: Mapping[int, int]) -> None:
    """Let so many tokens go for each ship of a zone."""
    for ship, number in committed(run.state, zone).items():
        if targets.get(ship, 0) != number:
            run.emit(ev.MarkerChanged(ev.OnUnit(ship), TOKEN, targets.get(ship, 0)))


def go_on(system: System, run: Run, battle: str) -> None:
    """Let the blocking aircraft fire, then the tokens that are left."""
    (strikes,) = missions(system).kamikaze
    found = run.state.battles[battle]
    planes = b.side(run.state, found, "defender", task=b.INTERCEPTOR)
    if not found.step and planes:
        _block(system, run, strikes, battle, planes)
        if any(asked.battle == battle for asked in run.state.decisions.values()):
            return
    _strike(system, run, strikes, battle)


def _block(system: System, run: Run, strikes: Strikes, battle: str, planes: list[Unit]) -> None:
    """Fire once at the tokens, which fire at nobody; their power takes away those hit."""
    zone, sides = run.state.battles[battle].space, system.catalog.dice_sides
    run.emit(ev.CombatStepBegan(battle, b.DEFENSE))
    hits = 0
    for power in dict.fromkeys(unit.owner for unit in planes):
        values = [(u.type, strikes.blocks[u.type]) for u in planes if u.owner == power]
        faces = run.dice.roll(len(values), sides=sides)
        dice = tuple(
            Die(face, value, "hit" if face <= value else "miss", kind)
            for face, (kind, value) in zip(faces, values, strict=True)
        )
        scored = sum(die.result == "hit" for die in dice)
        hits += scored
        run.emit(
            ev.Rolled(
                "interception", power, dice, sides, hits=scored,
                expected=sum(value for _, value in values) / sides, battle=battle,
                role="defender", against="kamikaze tokens",
            )
        )  # fmt: skip
    there = committed(run.state, zone)
    left = max(0, sum(there.values()) - hits)
    if not hits:
        return
    if not left or len(there) == 1:
        commit(run, zone, {ship: left for ship in there if left})
        return
    name = f"{battle}: {LOSSES}"
    options = (zone, str(left))
    run.emit(Asked(name, (strikes.power,), LOSSES, options, "DX-SMP-134", battle))


def _strike(system: System, run: Run, strikes: Strikes, battle: str) -> None:
    """Roll a die for each token, ship by ship; what is sunk goes down with what is aboard."""
    zone, sides = run.state.battles[battle].space, system.catalog.dice_sides
    run.emit(ev.CombatStepBegan(battle, b.ATTACK))
    done = 0
    for ship, number in committed(run.state, zone).items():
        unit, value = run.state.unit(ship), strikes.hits_on
        faces = run.dice.roll(number, sides=sides)
        dice = tuple(Die(f, value, "hit" if f <= value else "miss") for f in faces)
        hits = sum(die.result == "hit" for die in dice)
        done += hits
        run.emit(
            ev.Rolled(
                "kamikaze", strikes.power, dice, sides, hits=hits,
                expected=number * value / sides, battle=battle, role="attacker", against=unit.type,
            )
        )  # fmt: skip
        run.emit(ev.MarkerChanged(ev.OnUnit(ship), TOKEN, 0))
        if unit.damage + hits >= system.types[unit.type].hits:
            b.remove(run, [ship], battle)
        elif hits:
            run.emit(ev.UnitsConverted((ship,), "hit", damage=unit.damage + hits, battle=battle))
    won = ("attacker wins", "attacker") if done else ("no effect", "nobody")
    run.emit(ev.BattleClosed(battle, *won))  # type: ignore[arg-type]
    settle(system, run)
