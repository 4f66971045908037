"""The Italian Social Republic: what dice leave of Italy once Rome has fallen.

Source: book, Occupation of Capital Cities, Italy (Rome); R-480.
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases.facilities import facilities_in, most_damage
from a4a.rules.areas.control.conquest import cede
from a4a.rules.areas.economy import economies
from a4a.rules.areas.economy.capitals import exile, falls, in_exile
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.initiative import contest
from a4a.rules.systems.deluxe3g40.politics.changing import convert, remove

_REASON = "Social Republic"
_NORTH = "Northern Italy"


def due(system: System, state: State) -> bool:
    """Whether Rome has fallen, the north is not Allied, and the republic is not yet founded."""
    for succession in falls(system).successions:
        power = system.catalog.treasuries[succession.treasury].name
        if succession.cession or in_exile(state, power, succession.treasury):
            continue
        side = system.catalog.side_of(state.control.get(_NORTH))
        lost = economies.capital_lost(system, state, power)
        if lost and side == system.catalog.side_of(power):
            return True
    return False


def found(system: System, run: Run) -> None:
    """Turn Northern Italy German, contest fleets and territories, turn what is left German."""
    (entry,) = (s for s in falls(system).successions if not s.cession)
    heir, italy = entry.heir, system.catalog.treasuries[entry.treasury].name
    (rome,) = economies.capitals(system, italy)
    ally = run.state.control[rome] or ""
    status = (exile(money.treasuries(system, italy)[0]),)
    run.emit(ev.StatusChanged(italy, gained=status, reason=_REASON))
    if run.state.control.get(_NORTH) == italy:
        _join(system, run, _NORTH, italy, heir)
    rollers = {side: p for p in (heir, ally) if (side := system.catalog.side_of(p))}
    for zone in (s.name for s in system.board.spaces if s.kind == "sea"):
        ships = _units(system, run.state, zone, italy)
        if ships:
            if _wins(system, run, rollers, heir, zone):
                convert(run, ships, heir, _REASON)
            else:
                remove(run, ships, _REASON)
    for territory in tuple(economies.territories(system, run.state, italy)):
        if _wins(system, run, rollers, heir, territory):
            _join(system, run, territory, italy, heir)
            continue
        remove(run, _units(system, run.state, territory, italy), _REASON)
        for facility in facilities_in(system, run.state, territory):
            most = most_damage(system, run.state, facility)
            if facility.damage < most:
                run.emit(ev.UnitsConverted((facility.id,), _REASON, damage=most))
    for space in system.board.spaces:
        convert(run, _units(system, run.state, space.name, italy), heir, _REASON)


def _wins(system: System, run: Run, rollers: dict[str, str], heir: str, space: str) -> bool:
    """Whether the heir rolls higher than who holds the capital; equal dice are rolled again."""
    won = contest(system, run, rollers, f"Italians in {the(space)}", prize="gets them")
    return rollers[won] == heir


def _join(system: System, run: Run, territory: str, italy: str, heir: str) -> None:
    """Give a territory to the heir with its facilities and Italian units."""
    convert(run, _units(system, run.state, territory, italy), heir, _REASON)
    cede(system, run, territory, heir, _REASON)


def _units(system: System, state: State, space: str, power: str) -> tuple[Unit, ...]:
    """The units of a power in a space, cargo too, facilities not."""
    facilities = system.of_category("facility")
    return tuple(u for u in state.within(space) if u.owner == power and u.type not in facilities)
