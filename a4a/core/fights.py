"""What counts in a battle: its losses, and the role of units that did not join it."""

from __future__ import annotations

from collections.abc import Container

from a4a.core import events as ev
from a4a.core.catalog import Catalog
from a4a.core.units import Holding, Unit

CAPTURED = "captured"
"""The reason for units destroyed or changed when their space is taken: not lost in battle."""

TAKEN = frozenset({CAPTURED, "conquered", "fallen", "liberated"})
"""Reasons for units that go because their space or their country is taken, after the battle."""

HITTING = frozenset({"attack", "defense", "aa", "bombard", "interception", "kamikaze"})
"""Purposes of rolls that score hits."""


def lost_in(event: ev.AnyEvent) -> str:
    """The battle in which an event's units were lost; "" if none were.

    A counter lost in battle may go back to its force pool, where it can be built again. What goes
    with the fall of its country is not lost in the battle that brought it about.

    Examples
    --------
    >>> lost_in(ev.UnitsRemoved((1, 2), "casualty", "b1")), lost_in(ev.UnitsRemoved((3,), "edit"))
    ('b1', '')
    >>> lost_in(ev.UnitsRemoved((1,), "fallen", "b1"))
    ''
    """
    match event:
        case ev.UnitsRemoved() | ev.UnitsPlaced(place=Holding()) if event.reason not in TAKEN:
            return event.battle
    return ""


def damage_in(event: ev.UnitsConverted, unit: Unit) -> int:
    """The points of damage that a unit takes in a battle and lives: a hit on a ship, a lost step.

    Parameters
    ----------
    event
        What becomes of it.
    unit
        As it was before.

    Examples
    --------
    >>> flipped = ev.UnitsConverted((1,), "loss", damage=1, battle="b1")
    >>> damage_in(flipped, Unit(1, "armor", "Italy", "Rome"))
    1
    """
    if not event.battle or event.reason == CAPTURED:
        return 0
    points = 0 if event.damage is None else event.damage - unit.damage
    if event.type is not None and event.type != unit.type:
        points = max(points, 1)  # a counter turned to its reduced side
    return max(points, 0)


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


def expected_of(roll: ev.Rolled) -> float | None:
    """The hits to expect of a roll: as it says, else by what its dice had to roll at most to hit.

    Examples
    --------
    >>> expected_of(ev.Rolled("attack", "Japan", (ev.Die(6, 3), ev.Die(1, 3)), 6, 1))
    1.0
    """
    if roll.expected is not None:
        return roll.expected
    if roll.purpose in HITTING and roll.dice and all(die.target for die in roll.dice):
        return sum(min(die.target, roll.sides) for die in roll.dice) / roll.sides
    return None
