"""What becomes of a unit that changes where it stands: its type, owner, damage and flags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from a4a.core.units import Unit

if TYPE_CHECKING:
    from a4a.core.events import UnitsConverted


def converted(unit: Unit, event: UnitsConverted) -> Unit:
    """Return a unit as an event leaves it.

    Examples
    --------
    >>> from a4a.core.events import UnitsConverted
    >>> armor = Unit(1, "armor", "Italy", "Rome", flags=("ops complete",))
    >>> event = UnitsConverted((1,), "loss", damage=1, lost=("ops complete",))
    >>> after = converted(armor, event)
    >>> after.damage, after.flags
    (1, ())
    """
    flags = unit.flags
    if event.gained or event.lost:
        flags = tuple(sorted((set(flags) | set(event.gained)) - set(event.lost)))
    return Unit(
        unit.id,
        unit.type if event.type is None else event.type,
        unit.owner if event.owner is None else event.owner,
        unit.place,
        unit.damage if event.damage is None else event.damage,
        flags,
        unit.name,
    )
