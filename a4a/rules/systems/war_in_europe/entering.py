"""What happens the instant units enter hexes: hexes change hands, neutrals come into the war.

`entered` is for land units that have moved, retreated or advanced, `flown` for air units, and
`attacked` for a declared attack; each after the event that tells of the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from a4a.core import events as ev
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import iraq, vichy
from a4a.rules.systems.war_in_europe.access import ITALY
from a4a.rules.systems.war_in_europe.neutrality import invade, join
from a4a.rules.systems.war_in_europe.standing import ALLIES, standing_of
from a4a.rules.systems.war_in_europe.system import System


def entered(system: System, run: Run, power: str, path: Sequence[str], *, battle: str = "") -> None:
    """Let land units of a power pass through hexes: they are taken, neutrals invaded (3.4.7, 5.3).

    Hexes that their side holds already, and those that belong to nobody, stay as they are.

    Parameters
    ----------
    system, run
        The game, and where events go.
    power
        Whose units they are.
    path
        The hexes they have entered, in order.
    battle
        The battle after which they advance, or "".
    """
    for space in path:
        _cross(system, run, power, space)
        for rump in system.countries.rumps.values():
            if space in rump.keys:
                vichy.reached(system, run, rump, power)
        _take(system, run, power, space, battle)


def flown(system: System, run: Run, power: str, path: Sequence[str]) -> None:
    """Let air units, or trains, of a power pass through hexes: none is taken (5.3.1)."""
    for space in path:
        _cross(system, run, power, space)


def attacked(system: System, run: Run, attackers: Iterable[str], defenders: Iterable[str]) -> None:
    """Let powers attack others: neutrals on either side of it come into the war (R-311, R-313).

    Parameters
    ----------
    system, run
        The game, and where events go.
    attackers, defenders
        Whose units attack, and whose are attacked.
    """
    powers = tuple(attackers)
    for power in powers:
        _leave(system, run, power)
    for other in defenders:
        standing = standing_of(system, run.state)
        if standing.is_neutral(other) and other not in powers:
            if other == ITALY and standing.side_of(powers[0]) == ALLIES:
                join(system, run, other, standing.side_of(other), f"attacked by {powers[0]}")
            else:
                invade(system, run, powers[0], other)


def _cross(system: System, run: Run, power: str, space: str) -> None:
    """Let neutrals come into the war whose border is crossed, from without or from within."""
    standing = standing_of(system, run.state)
    land = system.countries.land_of(space)
    if land is not None and land != power and standing.is_neutral(power):
        _leave(system, run, power)
    owner = run.state.control.get(space)
    if owner is not None and owner != power and standing.is_neutral(owner):
        invade(system, run, power, owner)


def _leave(system: System, run: Run, power: str) -> None:
    """Let a minor power of a side join it, as its own units leave its land or attack."""
    standing = standing_of(system, run.state)
    if side := standing.side_of(power):
        join(system, run, power, side, "its units have left it")


def _take(system: System, run: Run, power: str, space: str, battle: str) -> None:
    """Let a hex change hands, with what hangs on it."""
    standing = standing_of(system, run.state)
    countries, side = system.countries, standing.side_of(power)
    holder = run.state.control.get(space)
    if holder is None or holder == power or standing.holder(space) == side:
        return
    run.emit(ev.ControlChanged(space, holder, power, "entered", battle))
    for rump in countries.rumps.values():
        theirs = standing.side_of(rump.power) != side
        fallen = vichy.is_rump(run.state, rump)
        if space in countries.capitals[rump.power] and theirs and not fallen:
            vichy.falls(system, run, rump, power, battle=battle)
        elif space == rump.seat:
            vichy.seat_captured(system, run, rump, power, battle=battle)
    if space in countries.region_capitals:
        vichy.territory_captured(system, run, space, power, battle=battle)
    for other in countries.rebellions:
        if space in countries.capitals[other]:
            iraq.capital_captured(system, run, other, power, battle=battle)
