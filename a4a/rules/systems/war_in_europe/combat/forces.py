"""What a battle is fought with: the units in it as pieces, and what their stages fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from a4a.core.events import Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.fight import Band
from a4a.rules.hexes.exchange import Force, Piece, strength
from a4a.rules.hexes.odds import Stage
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import pieces
from a4a.rules.systems.war_in_europe.combat.stages import (
    AIR,
    SEA,
    Land,
)
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.strength import factors, needs_line
from a4a.rules.systems.war_in_europe.supply import supply_of
from a4a.rules.systems.war_in_europe.system import System

STAGES: Final = ("air", "sea", "land")
_DEFENDS_ONLY, _DIVES = "defends only", "submarine"


def is_fort(system: System, unit: Unit) -> bool:
    """Whether a unit neither attacks nor moves."""
    return _DEFENDS_ONLY in system.catalog.unit_type(unit.type).abilities


def is_submarine(system: System, unit: Unit) -> bool:
    """Whether a unit is a submarine fleet."""
    return _DIVES in system.catalog.unit_type(unit.type).abilities


def steps_left(system: System, unit: Unit) -> int:
    """Return how many losses eliminate a unit; a counter with a blank back has one (R-240)."""
    return max(1, system.catalog.counter(unit.owner, unit.name).steps - unit.damage)


def piece(system: System, state: State, unit: Unit) -> Piece:
    """Return a unit as the exchanges of a battle see it."""
    standing = tuple(marks(system, state, unit))
    band = Band(unit.type, 1, unit.damage, name=unit.name, power=unit.owner, marks=standing)
    return pieces.piece(system, band, unit.id)


def marks(system: System, state: State, unit: Unit) -> Iterator[str]:
    """How a unit stands: out of supply, Ops Complete."""
    if needs_line(system, unit) and not supply_of(system, state).is_supplied(unit):
        yield pieces.UNSUPPLIED
    if system.media[unit.type] != "land" and not field_of(system, state).is_ready(unit):
        yield pieces.SPENT


def force(system: System, state: State, battle: OpenBattle, role: Role) -> Force:
    """Return the pieces of one side of a battle that still take part."""
    return tuple(
        piece(system, state, state.unit(unit))
        for p in battle.participants
        if p.role == role and p.task != b.COVER
        for unit in p.units
    )


def stage(system: System, state: State, battle: OpenBattle, name: str) -> Stage:
    """Return a stage of a battle as it is fought now."""
    if name == AIR.name:
        return AIR
    if name == SEA.name:
        return SEA
    return Land(shift(system, state, battle), defense(system, state, battle))


def shift(system: System, state: State, battle: OpenBattle) -> int:
    """Return by how many columns the target's terrain shifts the attackers (WE-LCB-009)."""
    attackers = units_on_land(system, state, battle, "attacker")
    return shift_from(system, battle.space, [str(unit.place) for unit in attackers])


def shift_from(system: System, target: str, origins: Iterable[str]) -> int:
    """Return the shift of an attack from some hexes; a river counts if all cross one (R-217)."""
    board, froms = system.board, list(origins)
    borders = [border for o in froms if (border := board.border(o, target)) is not None]
    if len(borders) < len(froms):  # some are in the hex already
        borders = []
    return -system.terrain.shift(board.space(target), borders)


def units_on_land(system: System, state: State, battle: OpenBattle, role: Role) -> list[Unit]:
    """Return the land units of a side that fight in a battle; not those that lend strength."""
    units = [
        state.unit(unit)
        for p in battle.participants
        if p.role == role and p.task != b.COVER
        for unit in p.units
    ]
    return [unit for unit in units if system.media[unit.type] == "land"]


# --- undefended ports (8.1.4.3) -------------------------------------------------------------------


def covering(system: System, state: State, space: str, side: str) -> tuple[Unit, ...]:
    """Return the units that lend strength to a port of a side without land units.

    One artillery unit, two other land units - the strongest, which the defender would pick
    (R-279) -, and all fleets and air units that are ready; none if no land unit's zone holds it.
    Of allies that do not fight together the stronger party (WE-SOV-010).
    """
    zones = field_of(system, state).zones
    near = [
        state.unit(unit)
        for medium in ("land", "sea", "air")
        for unit in zones.over(space, side, medium)
    ]
    return strongest(
        system, state, (_cover(system, state, party) for party in parties(system, near))
    )


def parties(system: System, units: Iterable[Unit]) -> tuple[list[Unit], list[Unit]]:
    """Return units of a side as two parties that do not fight together (WE-SOV-010)."""
    own: tuple[list[Unit], list[Unit]] = [], []
    for unit in units:
        own[unit.owner in system.countries.apart].append(unit)
    return own


def strongest(system: System, state: State, among: Iterable[Sequence[Unit]]) -> tuple[Unit, ...]:
    """Return the units of the strongest party, the first of several."""
    return tuple(max(among, key=lambda own: sum(factors(system, state, u).combat for u in own)))


def _cover(system: System, state: State, near: list[Unit]) -> tuple[Unit, ...]:
    """The units of one party that lend strength to a port."""
    field = field_of(system, state)
    land = [unit for unit in near if system.media[unit.type] == "land"]
    land.sort(key=lambda unit: -factors(system, state, unit).combat)
    guns = [unit for unit in land if unit.type == "artillery"]
    others = [unit for unit in land if unit.type != "artillery" and not is_fort(system, unit)]
    rest = [u for u in near if system.media[u.type] != "land" and field.is_ready(u)]
    return (*guns[:1], *others[:2], *rest) if land else ()


def defense(system: System, state: State, battle: OpenBattle) -> int | None:
    """Return the strength of an undefended port; None where land units defend the hex.

    Half the sum, fractions dropped (R-278); one if no land unit's zone holds it.
    """
    if b.kind_of(battle.id) != "amphibious" or units_on_land(system, state, battle, "defender"):
        return None
    numbers = system.numbers
    units = [state.unit(unit) for unit in b.units_of(battle, "defender", b.COVER)]
    if not units:
        return numbers["strength of an undefended port"]
    whole = strength(piece(system, state, unit) for unit in units)
    return whole // numbers["strength around an undefended port divided by"]
