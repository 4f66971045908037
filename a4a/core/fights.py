"""What counts in a battle: its losses, and the role of units that did not join it."""

from __future__ import annotations

from collections.abc import Container

from a4a.core import events as ev
from a4a.core.catalog import Catalog
from a4a.core.units import Holding, Unit

CAPTURED = "captured"
"""The reason for units destroyed or changed when their space is taken: not lost in battle."""

HITTING = frozenset({"attack", "defense", "aa", "bombard", "interception", "kamikaze"})
"""Purposes of rolls that score hits."""


def lost_in(event: ev.AnyEvent) -> str:
    """The battle in which an event's units were lost; "" if none were.

    A counter lost in battle may go back to its force pool, where it can be built again.

    Examples
    --------
    >>> lost_in(ev.UnitsRemoved((1, 2), "casualty", "b1")), lost_in(ev.UnitsRemoved((3,), "edit"))
    ('b1', '')
    """
    match event:
        case ev.UnitsRemoved() | ev.UnitsPlaced(place=Holding()) if event.reason != CAPTURED:
            return event.battle
    return ""


def role_of(
    unit: Unit, attackers: Container[str], defenders: Container[str], catalog: Catalog
) -> ev.Role:
    """The role of a unit that is lost in a battle without having joined it, such as cargo.

    It is its owner's role; an owner that does not fight counts with the attackers if it is on the
    side of one of them.
    """
    if unit.owner in attackers:
        return "attacker"
    if unit.owner in defenders:
        return "defender"
    side = catalog.side_of(unit.owner)
    allied = any(p.side == side and p.name in attackers for p in catalog.powers)
    return "attacker" if side and allied else "defender"
