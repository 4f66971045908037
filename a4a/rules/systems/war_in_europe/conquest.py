"""Conquest and liberation of countries (5.3.2, 5.3.3).

`settle` is asked once, at the end of a game turn. `conquer` and `liberate` are what follows; Iraq
knows other times for them (12.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from a4a.boards.columns import FORCE_POOL, OUT_OF_PLAY
from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.neutrality import align
from a4a.rules.systems.war_in_europe.possession import hand_over, withdraw
from a4a.rules.systems.war_in_europe.standing import (
    CONQUERED,
    NEUTRAL,
    OTHER,
    Standing,
    standing_of,
)
from a4a.rules.systems.war_in_europe.system import System

OVERCOME, LIBERATED = "conquered", "liberated"

Traces: TypeAlias = Callable[[State, str, str, frozenset[str]], bool]
"""Whether a side can trace a supply line in a state, from a hex to one of some others."""


def settle(system: System, run: Run, traces: Traces) -> None:
    """Let countries be conquered and liberated, at the end of a game turn.

    Parameters
    ----------
    system, run
        The game, and where events go.
    traces
        Tells whether a supply line can be traced.
    """
    state = run.state
    standing = standing_of(system, state)
    due = [power for power in system.countries.capitals if _is_due(system, state, power, traces)]
    for power in due:
        if standing.is_conquered(power):
            liberate(system, run, power)
        else:
            (first, *_) = system.countries.capitals[power]
            conquer(system, run, power, state.control[first])


def _is_due(system: System, state: State, power: str, traces: Traces) -> bool:
    """Whether a side has all capitals of a country that it has not yet, in supply."""
    standing = standing_of(system, state)
    countries, side = system.countries, standing.side_of(power)
    conquered = standing.is_conquered(power)
    if side not in OTHER:
        return False
    comes = side if conquered else OTHER[side]
    capitals = countries.capitals[power]
    if any(standing.holder(space) != comes for space in capitals):
        return False
    sources = frozenset(friendly_capitals(standing, comes)).difference(capitals)
    return all(traces(state, comes, space, sources) for space in capitals)


def friendly_capitals(standing: Standing, side: str) -> Iterator[str]:
    """The capitals that a side holds of the countries that it controls (R-318)."""
    for power, capitals in standing.system.countries.capitals.items():
        if standing.controller(power) == side:
            yield from (space for space in capitals if standing.holder(space) == side)


def conquer(system: System, run: Run, power: str, taker: str, *, battle: str = "") -> None:
    """Let a country be conquered: its units leave the game until it is liberated, its land is lost.

    Hexes in which land units of its side stand stay with them, and so do territories that hold any
    (R-317).
    """
    state = run.state
    side = standing_of(system, state).side_of(power)
    run.emit(ev.StatusChanged(power, (CONQUERED,), (), f"conquered by {taker}"))
    _retire(system, run, power, battle)
    hexes = list(_land(system, run.state, power, against=side))
    standing = standing_of(system, run.state)
    lost = [space for space in hexes if standing.holder(space) == side]
    hand_over(system, run, lost, taker, OVERCOME, battle=battle)


def _retire(system: System, run: Run, power: str, battle: str) -> None:
    """Take the units of a conquered country out of play; what else is aboard its fleets lands."""
    state = run.state
    own = [u for u in state.units.values() if u.owner == power and _is_ready(u)]
    guests = [g.id for u in own for g in state.at(u.id) if g.owner != power]
    withdraw(system, run, guests, battle=battle)
    for unit in own:
        if unit.flags:
            run.emit(ev.UnitsConverted((unit.id,), OVERCOME, lost=unit.flags, battle=battle))
    if own:
        ids = tuple(unit.id for unit in own)
        run.emit(ev.UnitsPlaced(ids, Holding(power, OUT_OF_PLAY), OVERCOME, battle))


def _is_ready(unit: Unit) -> bool:
    """Whether a counter is on the map or in its force pool, not on the turn track."""
    return not isinstance(unit.place, Holding) or unit.place.name == FORCE_POOL


def liberate(system: System, run: Run, power: str, *, battle: str = "") -> None:
    """Let a country be free: its land is its own but where enemies stand, its units can be built.

    A power that has left a rump is whole again: the rump is neutral no more (R-322).
    """
    run.emit(ev.StatusChanged(power, (), (CONQUERED, NEUTRAL), LIBERATED))
    waiting = tuple(unit.id for unit in run.state.at(Holding(power, OUT_OF_PLAY)))
    if waiting:
        run.emit(ev.UnitsPlaced(waiting, Holding(power, FORCE_POOL), LIBERATED, battle))
    enemies = OTHER[standing_of(system, run.state).side_of(power)]
    land = list(_land(system, run.state, power, against=enemies))
    hand_over(system, run, land, power, LIBERATED, battle=battle)
    align(system, run)


def _land(system: System, state: State, power: str, *, against: str) -> Iterator[str]:
    """The land that goes with a country: its home, territories without land units of a side.

    Territories that change hands with their own capitals do not go with it.
    """
    board, countries = system.board, system.countries
    held = field_of(system, state).occupied(against, "land")
    apart = set(countries.region_capitals.values())
    stays = {
        region
        for region in countries.territories(power)
        if region in apart or not held.isdisjoint(board.region(region))
    }
    return (s for s in countries.lands[power] if board.region_of(s) not in stays)
