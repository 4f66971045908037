"""Facilities in battles of their territory: bunkers that fire, help and are hit, radar that aids.

Which they are says ``combat.toml``. They are no units of a battle: nobody fights for their sake,
and what is left of them falls to whoever takes the territory. What is undamaged of them counts by
points: each fires, helps a unit and takes a hit as a unit does.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from a4a.core import events as ev
from a4a.core.events import Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas import technology
from a4a.rules.areas.bases.facilities import unfinished
from a4a.rules.areas.combat.listing import combat, types_of
from a4a.rules.areas.system import System
from a4a.rules.run import Run

_HITS = "hits"
"""Marker of works that were hit in an exchange which is not over."""


@lru_cache(maxsize=16)
def points_of(system: System) -> dict[str, int]:
    """Return how many points each facility type has that takes part in battles.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("deluxe3g40"), games=("both", "global", "deluxe"), options={})
    >>> points_of(game)
    {'major bunker': 6, 'minor bunker': 3}
    """
    return {
        unit: technology.changed(system, (), unit, entry.points)
        for entry in combat(system).works
        for word in entry.of
        for unit in sorted(types_of(system, word), key=system.catalog.type_order.__getitem__)
    }


@lru_cache(maxsize=16)
def aids(system: System) -> frozenset[str]:
    """Return the facility types that only raise a weapon of others."""
    every = (types_of(system, word) for entry in combat(system).boosts for word in entry.by)
    return frozenset().union(*every)


def boost(system: System, weapon: str, role: Role, facilities: Collection[str]) -> int:
    """Return by how much facilities of these types raise a weapon of the side that has them."""
    return sum(
        entry.plus
        for entry in combat(system).boosts
        if entry.weapon == weapon
        and role == "defender"
        and any(not types_of(system, word).isdisjoint(facilities) for word in entry.by)
    )


def standing(system: System, state: State, space: str) -> tuple[Unit, ...]:
    """Return the finished facilities of a space that take part in battles for it.

    So do units that are no target: guns that fire at aircraft, and fall to whoever takes it.
    """
    kinds = points_of(system).keys() | aids(system) | system.able("untouchable")
    if not kinds:
        return ()
    return tuple(unit for unit in state.at(space) if unit.type in kinds and not unfinished(unit))


def works(system: System, state: State, battle: OpenBattle) -> tuple[Unit, ...]:
    """Return those that take part in a battle, on the defender's side."""
    if battle.kind not in ("land", "amphibious"):
        return ()
    return standing(system, state, battle.space)


def left(system: System, state: State, unit: Unit) -> int:
    """Return how many points of works are undamaged as the exchange began."""
    return max(0, points_of(system).get(unit.type, 0) - unit.damage)


def room(system: System, state: State, unit: Unit) -> int:
    """Return how many hits works can still take."""
    return left(system, state, unit) - state.markers.get((ev.OnUnit(unit.id), _HITS), 0)


def suffer(run: Run, battle: str, unit: Unit, hits: int, *, later: bool) -> None:
    """Damage works, or mark them if they still fire and help in this exchange."""
    if later:
        subject = ev.OnUnit(unit.id)
        before = run.state.markers.get((subject, _HITS), 0)
        run.emit(ev.MarkerChanged(subject, _HITS, before + hits))
    else:
        damage = run.state.units[unit.id].damage + hits
        run.emit(ev.UnitsConverted((unit.id,), "hit", damage=damage, battle=battle))


def settle(system: System, run: Run, battle: OpenBattle) -> None:
    """Damage the works that were hit in an exchange which is over."""
    for unit in works(system, run.state, battle):
        hits = run.state.markers.get((ev.OnUnit(unit.id), _HITS), 0)
        if hits:
            run.emit(ev.MarkerChanged(ev.OnUnit(unit.id), _HITS, 0))
            suffer(run, battle.id, unit, hits, later=False)
