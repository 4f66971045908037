"""Technologies that matter in fights: those that change a number that is fought with."""

from __future__ import annotations

from a4a.rules.areas import technology
from a4a.rules.areas.combat.listing import combat
from a4a.rules.areas.system import System

_FOUGHT_WITH = frozenset(
    {"attack", "defense", "dice", "defense dice", "hits", "raid", "raid bonus"}
)
"""Numbers of unit types that matter in a fight, besides those of weapons and supports."""


def technologies(system: System) -> tuple[str, ...]:
    """Return the technologies that change fights or raids, in the order of their charts.

    Examples
    --------
    >>> from a4a.boards import load
    >>> technologies(System(load("europe1940"), games=("both", "europe"), options={}))[:2]
    ('Advanced Artillery', 'Improved Mechanized Infantry')
    """
    listed = combat(system)
    needed = {s.technology for s in listed.supports}
    numbers = _FOUGHT_WITH.union(
        *({weapon.value, weapon.shots, weapon.dice} for weapon in listed.weapons),
        *({arms.value, arms.each} for arms in listed.supports),
    )
    return tuple(
        advance.name
        for advance in technology.research(system).technologies
        if advance.name in needed
        or any(numbers.intersection(changed) for changed in advance.units.values())
    )
