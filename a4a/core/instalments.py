"""How much is paid of a unit that waits in a build queue: a flag of the unit."""

from __future__ import annotations

from a4a.core.units import Unit

_PAID = "paid "


def paid_flag(amount: int) -> str:
    """Return the flag of a unit in a build queue of which so much is paid."""
    return f"{_PAID}{amount}"


def paid(unit: Unit) -> int:
    """How much is paid of a unit in a build queue.

    Examples
    --------
    >>> from a4a.core.units import Holding
    >>> paid(Unit(1, "cruiser", "Italy", Holding("Italy", "build queue"), flags=(paid_flag(5),)))
    5
    """
    found = (flag for flag in unit.flags if flag.startswith(_PAID))
    return int(next(found, "0").removeprefix(_PAID))
