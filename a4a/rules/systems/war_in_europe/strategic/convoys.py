"""Convoy attacks: Axis fleets in the Atlantic box sink points, and fight Allied fleets there (6.2).

Beaten fleets retreat to port as after any sea combat, and can be attacked on their way (8.3.5).
Before Spring 1943 the attack on the convoy comes first, from then on the sea battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from a4a.core import events as ev
from a4a.core.events import Role, Winner
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.hexes.exchange import winner
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import Bar
from a4a.rules.systems.war_in_europe.combat import eligible, ports
from a4a.rules.systems.war_in_europe.combat.battles import units_of
from a4a.rules.systems.war_in_europe.combat.forces import force, parties, strongest
from a4a.rules.systems.war_in_europe.combat.losses import rolled
from a4a.rules.systems.war_in_europe.economy import shipments
from a4a.rules.systems.war_in_europe.economy.shipments import AMERICA
from a4a.rules.systems.war_in_europe.field import ACTS_ABOARD, field_of
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, OPS_COMPLETE
from a4a.rules.systems.war_in_europe.strategic import stages
from a4a.rules.systems.war_in_europe.strategic.firing import participants, shoot
from a4a.rules.systems.war_in_europe.system import System

OCEAN: Final = "Atlantic"
"""The ocean part of the Atlantic box; its land part is the United States (R-208)."""
COVER_LANDS: Final = ("Great Britain", "Eire", "Northern Ireland", AMERICA)
"""The regions from which an air unit may cover the ocean: Britain, Ireland and America (6.2.2)."""
CONVOY, BATTLE = "convoy", "sea"
"""The steps of a convoy attack."""
ROLES: Final[tuple[Role, Role]] = ("attacker", "defender")


def improved(system: System, state: State) -> bool:
    """Whether convoys are protected as from Spring 1943 on (6.2.2, R-226)."""
    return state.round >= system.numbers["convoys improve in turn"]


def raiders(system: System, state: State) -> tuple[int, ...]:
    """Return the Axis fleets that could attack a convoy now."""
    field = field_of(system, state)
    here = field.units(OCEAN, AXIS, "sea")
    return tuple(unit.id for unit in here if field.is_ready(unit))


def escorts(system: System, state: State) -> tuple[int, ...]:
    """Return the Allied fleets in the ocean, and the naval air units aboard that are ready.

    Of allies that do not fight together the stronger party escorts (R-328).
    """
    field = field_of(system, state)
    own = parties(system, field.units(OCEAN, ALLIES, "sea"))
    fleets = [unit.id for unit in strongest(system, state, own)]
    planes = (
        unit.id
        for fleet in fleets
        for unit in state.at(fleet)
        if ACTS_ABOARD in system.catalog.unit_type(unit.type).abilities and field.is_ready(unit)
    )
    return (*fleets, *planes)


def covers(system: System, state: State) -> tuple[int, ...]:
    """Return the Allied air units one of which may cover the ocean, from Spring 1943 on."""
    field = field_of(system, state)
    if not improved(system, state):
        return ()
    own = tuple(map(state.unit, escorts(system, state)))
    return tuple(
        unit.id
        for unit in state.units.values()
        if isinstance(unit.place, str)
        and system.media[unit.type] == "air"
        and field.side_of(unit) == ALLIES
        and field.is_ready(unit)
        and system.board.region_of(unit.place) in COVER_LANDS
        and eligible.apart(field, (*own, unit)) is None
    )


def attack_bar(system: System, state: State, units: tuple[int, ...]) -> Bar | None:
    """Return why some units may not attack a convoy; None if they may."""
    able = raiders(system, state)
    if not units or not set(units) <= set(able) or len(set(units)) < len(units):
        why = "only ready Axis fleets in the ocean part of the Atlantic box attack"
        return Bar("WE-CVY-003", why, "one of them or more")
    return None


def sail(system: System, run: Run, battle: str, units: tuple[int, ...]) -> None:
    """Open the attack: the raiders, and all that can oppose them."""
    state = run.state
    sides = (
        *participants(state, "attacker", units),
        *participants(state, "defender", escorts(system, state)),
    )
    run.emit(ev.BattleOpened(battle, OCEAN, "convoy", sides), ev.CombatRoundBegan(battle, 1))


def sink(system: System, run: Run, battle: str) -> int:
    """Roll for the convoy; return how many of the points at sea are sunk."""
    opened = run.state.battles[battle]
    run.emit(ev.CombatStepBegan(battle, CONVOY))
    pieces = force(system, run.state, opened, "attacker")
    shot = shoot(system, run, battle, "attacker", stages.convoy_attack(pieces))
    return min(shot.loss, sum(shipments.at_sea(run.state).values()))


def raiding(state: State, battle: str) -> bool:
    """Whether any raiders are left in the ocean (6.2.2)."""
    return bool(units_of(state.battles[battle], "attacker"))


def exchange(system: System, run: Run, battle: str) -> None:
    """Let the fleets and their air units fire at each other, if both sides have any fleets."""
    run.emit(ev.CombatStepBegan(battle, BATTLE))
    opened = run.state.battles[battle]
    own, other = (force(system, run.state, opened, role) for role in ROLES)
    volleys = stages.ESCORT.volleys(own, other)
    if volleys is not None:
        shoot(system, run, battle, "defender", volleys[1])
        shoot(system, run, battle, "attacker", volleys[0])


def _is_fleet(system: System, unit: Unit) -> bool:
    return system.media[unit.type] == "sea"


def won(battle: OpenBattle) -> Winner:
    """Return who has won the exchange that was fought last."""
    (attacker, by_attacker), (defender, by_defender) = (rolled(battle, role) for role in ROLES)
    return winner(
        attacker_lost=by_defender,
        defender_lost=by_attacker,
        attacker_rolled=attacker,
        defender_rolled=defender,
    )


# --- retreat --------------------------------------------------------------------------------------


def beaten(system: System, state: State, battle: OpenBattle) -> tuple[Unit, ...]:
    """Return the fleets of the loser that are left, which must make for port."""
    who = won(battle)
    if who == "nobody" or not battle.rolls:
        return ()
    role: Role = "defender" if who == "attacker" else "attacker"
    units = (state.unit(i) for i in units_of(battle, role))
    return tuple(unit for unit in units if _is_fleet(system, unit))


def harbours(system: System, state: State, fleet: Unit) -> tuple[str, ...]:
    """Return the ports to which a beaten fleet may retreat from the ocean."""
    return tuple(way[-1] for way in ports.havens(system, state, fleet))


def make_port(system: System, run: Run, battle: str, to: Mapping[int, str]) -> None:
    """Let beaten fleets leave, each for its port, Ops Complete; the rest are lost.

    A fleet that is given no port has none. Who leaves has yet to sail (`ports.withdrawing`).
    """
    units = [unit.id for unit in beaten(system, run.state, run.state.battles[battle])]
    eliminate(run, [unit for unit in units if unit not in to], battle=battle)
    fleets = tuple(unit for unit in units if unit in to)
    if fleets:
        aboard = (cargo.id for fleet in fleets for cargo in run.state.at(fleet))
        run.emit(
            ev.BattleLeft(battle, (*fleets, *aboard), "retreated"),
            ev.UnitsConverted(fleets, "retreated", gained=(OPS_COMPLETE,), battle=battle),
            *(ev.UnitsTasked((fleet,), ports.RETREAT, to[fleet]) for fleet in fleets),
        )


def sunk_bar(state: State, points: Mapping[str, int], due: int) -> Bar | None:
    """Return why points may not be sunk in this way; None if they may."""
    there = {shipment.called: count for shipment, count in shipments.at_sea(state).items()}
    for name, count in points.items():
        if name not in there:
            return Bar("WE-CVY-014", f"no {name!r} is at sea", _listed(there))
        if not 0 <= count <= there[name]:
            return Bar("WE-CVY-012", f"{count} of {name} are not at sea", f"0 to {there[name]}")
    if sum(points.values()) != due:
        return Bar("WE-CVY-012", f"{sum(points.values())} points, not {due}", f"{due} in all")
    return None


def _listed(there: Mapping[str, int]) -> str:
    return ", ".join(f"{name} ({count})" for name, count in there.items())


def ways_to_sink(state: State, due: int) -> Iterator[Mapping[str, int]]:
    """Find all ways to take points off the shipments at sea."""
    there = [(s.called, count) for s, count in shipments.at_sea(state).items()]

    def spread(left: int, rest: list[tuple[str, int]]) -> Iterator[dict[str, int]]:
        if not rest:
            if not left:
                yield {}
            return
        (name, count), *others = rest
        for taken in range(min(left, count), -1, -1):
            for way in spread(left - taken, others):
                yield {name: taken, **way} if taken else way

    return spread(due, there)


def go_down(system: System, run: Run, points: Mapping[str, int]) -> None:
    """Take sunk points off their shipments."""
    for shipment in shipments.at_sea(run.state):
        if lost := points.get(shipment.called, 0):
            shipments.go_down(system, run, shipment, lost)
            run.emit(ev.Noted(f"{lost} of {shipment.called} sunk", "convoy"))
