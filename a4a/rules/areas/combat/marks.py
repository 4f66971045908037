"""What units of a power are in battles besides their types: raiders before a code is broken."""

from __future__ import annotations

from functools import lru_cache

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.combat.entries import Mark
from a4a.rules.areas.combat.listing import combat, types_of
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.conditions import all_hold

NONE: frozenset[str] = frozenset()


def marks_of(system: System, state: State, unit: Unit) -> frozenset[str]:
    """Return the marks that a unit has in a state.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40")
    >>> boat = next(u for u in game.state.units.values() if u.type == "submarine")
    >>> boat.owner, sorted(marks_of(game.ruleset.game, game.state, boat))
    ('Germany', ['U-boat'])
    """
    declared = _declared(system, unit.type).intersection(unit.flags) if unit.flags else NONE
    found = _marks(system).get((unit.owner, unit.type))
    if found is None:
        return declared
    now = situation_of(system, state, unit.owner)
    return declared | frozenset(mark.name for mark in found if all_hold(mark.when, now))


@lru_cache(maxsize=256)
def _declared(system: System, unit_type: str) -> frozenset[str]:
    """Return the marks that can be declared for units of a type."""
    return frozenset(
        mark.name
        for mark in combat(system).marks
        if mark.declared and any(unit_type in types_of(system, word) for word in mark.of)
    )


@lru_cache(maxsize=16)
def _marks(system: System) -> dict[tuple[str, str], tuple[Mark, ...]]:
    """Return the marks that units can have, by power and type."""
    found: dict[tuple[str, str], tuple[Mark, ...]] = {}
    for mark in combat(system).marks:
        types = frozenset().union(*(types_of(system, word) for word in mark.of))
        for key in ((power, kind) for power in mark.powers for kind in types):
            found[key] = (*found.get(key, ()), mark)
    return found
