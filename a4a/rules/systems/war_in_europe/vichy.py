"""Vichy France: the fall of Paris, the neutral that is left, what becomes of it (12.2)."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import may_share
from a4a.rules.systems.war_in_europe.countries import Rump
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.neutrality import align, join
from a4a.rules.systems.war_in_europe.possession import hand_over, withdraw
from a4a.rules.systems.war_in_europe.standing import CONQUERED, NEUTRAL, OTHER, standing_of
from a4a.rules.systems.war_in_europe.system import System

FALLEN, CAPTURED = "fallen", "captured"


def land(system: System, rump: Rump) -> frozenset[str]:
    """Return the land of a rump: the home hexes it keeps, and the territories."""
    board, countries = system.board, system.countries
    home = {s for s in countries.lands[rump.power] if rump.feature in board.space(s).features}
    away = (s for region in countries.territories(rump.power) for s in board.region(region))
    return frozenset({*home, *away})


def is_rump(state: State, rump: Rump) -> bool:
    """Whether a power has fallen and left a rump, whatever has become of that since."""
    return rump.name in state.statuses(rump.power)


def falls(system: System, run: Run, rump: Rump, taker: str, *, battle: str = "") -> None:
    """Let a power fall, the instant the other side takes its capital (12.2.1).

    Its garrisons stay at full strength, its other units are lost for good. It keeps its land as a
    neutral, whatever others held of it, and their units leave; the rest of its home is the taker's,
    and what it held elsewhere its heir's.
    """
    power, own = rump.power, land(system, rump)
    run.emit(ev.StatusChanged(power, (CONQUERED, NEUTRAL, rump.name), (), FALLEN))
    _keep_garrisons(run, rump, battle)
    standing = standing_of(system, run.state)
    control = run.state.control
    rest = [s for s, holder in control.items() if holder == power and s not in own]
    home = frozenset(system.countries.lands[power])
    allies = field_of(system, run.state).occupied(standing.side_of(power), "land")
    lost = [s for s in rest if s in home and s not in allies]
    hand_over(system, run, lost, taker, FALLEN, battle=battle)
    for space in rest:
        if space not in lost:
            run.emit(ev.ControlChanged(space, power, rump.heir, FALLEN, battle))
    for space in sorted(own, key=system.board.index.__getitem__):
        if (old := run.state.control.get(space)) not in (None, power):
            run.emit(ev.ControlChanged(space, old, power, FALLEN, battle))
    withdraw(system, run, list(_strangers(system, run.state, rump, own)), battle=battle)
    align(system, run)


def _keep_garrisons(run: Run, rump: Rump, battle: str) -> None:
    """Put the garrisons where they belong, and take all other units of the power away."""
    units = [u for u in run.state.units.values() if u.owner == rump.power]
    lost = tuple(u.id for u in units if u.name not in rump.garrisons)
    if lost:
        run.emit(ev.UnitsRemoved(lost, FALLEN, battle))
    for unit in units:
        if (space := rump.garrisons.get(unit.name)) is not None:
            run.emit(
                ev.UnitsPlaced((unit.id,), space, FALLEN, battle),
                ev.UnitsConverted((unit.id,), FALLEN, damage=0, lost=unit.flags, battle=battle),
            )


def _strangers(system: System, state: State, rump: Rump, own: frozenset[str]) -> Iterator[int]:
    """Units of others that have to leave: all in its land, but Allied fleets and what is aboard.

    A fleet that does not stack with one of its garrisons leaves, too (12.4.3).
    """
    field = field_of(system, state)
    side = field.standing.side_of(rump.power)
    for unit in state.units.values():
        if unit.owner == rump.power or not (theirs := field.side_of(unit)):
            continue
        carrier = state.unit(unit.place) if isinstance(unit.place, int) else None
        if carrier is not None:
            leaves = carrier.owner == rump.power
        elif theirs == side and field.category(unit) == "sea":
            leaves = may_share(field.standing, state, unit, str(unit.place)) is not None
        else:
            leaves = unit.place in own
        if leaves:
            yield unit.id


def reached(system: System, run: Run, rump: Rump, power: str) -> None:
    """Let the power join its side, as land units of that side come to one of the keys (12.2.2)."""
    standing = standing_of(system, run.state)
    side = standing.side_of(rump.power)
    if is_rump(run.state, rump) and standing.side_of(power) == side:
        join(system, run, rump.power, side, f"{power} has come")


def seat_captured(system: System, run: Run, rump: Rump, taker: str, *, battle: str = "") -> None:
    """Give a side what the seat brings: the home hexes, and territories (12.2.3).

    A territory stays as it is if an enemy's land units stand in its capital.
    """
    side, board = standing_of(system, run.state).side_of(taker), system.board
    if not is_rump(run.state, rump):
        return
    garrisoned = field_of(system, run.state).occupied(OTHER[side], "land")
    capitals = {region: space for space, region in system.countries.region_capitals.items()}
    home = [
        s for s in system.countries.lands[rump.power] if rump.feature in board.space(s).features
    ]
    _give(system, run, home, taker, rump, battle)
    for region in system.countries.territories(rump.power):
        if capitals.get(region) not in garrisoned:
            _give(system, run, board.region(region), taker, rump, battle)


def territory_captured(system: System, run: Run, capital: str, taker: str, *, battle: str) -> None:
    """Let a territory change sides the instant a unit enters its capital (12.2.3)."""
    region = system.countries.region_capitals[capital]
    hexes = system.board.region(region)
    owner = system.board.space(capital).original
    rump = system.countries.rumps.get(owner or "")
    _give(system, run, hexes, taker, rump, battle)


def _give(
    system: System,
    run: Run,
    hexes: tuple[str, ...] | list[str],
    taker: str,
    rump: Rump | None,
    battle: str,
) -> None:
    """Give hexes that others hold to a side: to the rump's power if it is at war on that side."""
    standing = standing_of(system, run.state)
    side = standing.side_of(taker)
    owner = rump.power if rump is not None else ""
    if standing.side_of(owner) == side and not standing.is_neutral(owner):
        taker = owner
    others = [s for s in hexes if standing.holder(s) != side]
    hand_over(system, run, others, taker, CAPTURED, battle=battle)


def produces(system: System, state: State, space: str) -> bool:
    """Whether the seat of a rump is a production city now: the power has joined, no enemy is there.

    (12.2.2; whether it is held and in supply is asked as of any city.)
    """
    standing = standing_of(system, state)
    for rump in system.countries.rumps.values():
        if rump.seat == space and is_rump(state, rump):
            side = standing.side_of(rump.power)
            enemies = field_of(system, state).units(space, OTHER[side])
            return not standing.is_neutral(rump.power) and not enemies
    return False
