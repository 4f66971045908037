"""Neutral territories: which are, how they lean, and who fights with their armies.

A neutral territory has a value ``leaning``: "pro-Axis", "pro-Allies", "strict", or the name of a
pact's leaning, which is strict in all but what the pact says. Its standing army stands in it from
the start (R-009), owned by the neutral power of its leaning.
"""

from __future__ import annotations

from a4a.core.neutrals import LEANING
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.politics.wards import ward_in
from a4a.rules.areas.system import System
from a4a.rules.relations import is_at_war


def is_neutral(system: System, state: State, territory: str) -> bool:
    """Whether a territory that can be controlled is held by no ward and no power with a side."""
    space = system.board.space(territory)
    if space.kind == "sea" or space.impassable:
        return False
    if system.catalog.side_of(state.control.get(territory)):
        return False
    return ward_in(system, state, territory) is None


def is_strict(state: State, territory: str) -> bool:
    """Whether a territory leans to no side: a strict neutral, under a pact or not."""
    leaning = state.value(territory, LEANING)
    return isinstance(leaning, str) and not leaning.startswith("pro-")


def army(system: System, state: State, territory: str) -> tuple[Unit, ...]:
    """Return the units of a neutral territory's own army, or what is left of it."""
    return tuple(u for u in state.at(territory) if not system.catalog.side_of(u.owner))


def other_side(system: System, power: str) -> str:
    """Return the side a power does not belong to."""
    side = system.catalog.side_of(power)
    return next(s for s in system.catalog.sides if s != side)


def commander(system: System, state: State, attacker: str) -> str:
    """Return the power whose player fights with the army of a neutral that is attacked.

    Any power of the side it joins will do; it is the one that plays next after the attacker, of
    those at war if there are any (R-033).
    """
    order = system.order_of_play
    side = other_side(system, attacker)
    start = order.index(attacker) + 1
    friends = [p for p in (*order[start:], *order[:start]) if system.catalog.side_of(p) == side]
    return next((p for p in friends if is_at_war(system, state, p)), friends[0])
