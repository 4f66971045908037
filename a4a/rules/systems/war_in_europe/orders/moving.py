"""The orders of movement, and the answers to what interrupts it."""

from __future__ import annotations

from typing import Literal

from a4a.rules.order import Order


class MoveTogether(Order, frozen=True):
    """The root of the orders that move units together, hex by hex.

    Parameters
    ----------
    units
        Their ids.
    path
        The hexes from where they stand to where they go, both included.
    """

    units: tuple[int, ...]
    path: tuple[str, ...]


class March(MoveTogether, frozen=True):
    """Move land units together, by their movement factors.

    Examples
    --------
    >>> March((3, 4), ("2106", "2206")).kind
    'March'
    """


class Rail(MoveTogether, frozen=True):
    """Move land or air units together by rail."""


class Fly(MoveTogether, frozen=True):
    """Move air units together to another base."""


class Airdrop(Order, frozen=True):
    """Drop a paratroop unit into a hex.

    Parameters
    ----------
    unit
        Its id.
    space
        The hex.
    """

    unit: int
    space: str


class Sail(MoveTogether, frozen=True):
    """Move fleets together, with what is aboard them."""


class Assault(MoveTogether, frozen=True):
    """Move fleets together into an enemy port, and put the units aboard ashore to attack it."""


class Embark(Order, frozen=True):
    """Put a land or air unit aboard a fleet in the same port.

    Parameters
    ----------
    unit, fleet
        Their ids.
    """

    unit: int
    fleet: int


class Disembark(Order, frozen=True):
    """Put a unit ashore from the fleet it is aboard, in the hex where the fleet is.

    Parameters
    ----------
    unit
        Its id.
    """

    unit: int


class EndMovement(Order, frozen=True):
    """Move nothing more in this phase."""


class AttackInTransit(Order, frozen=True):
    """Attack the fleets that come into zones of control, where they are now.

    Parameters
    ----------
    units
        The fleets and air units that attack.
    """

    units: tuple[int, ...]


class LetPass(Order, frozen=True):
    """Do not attack the fleets that come into zones of control.

    Parameters
    ----------
    until
        "next": they are let pass here; "end": to the end of this move.
    """

    until: Literal["next", "end"] = "next"


class Displace(Order, frozen=True):
    """Say to which of several equally near hexes a displaced unit goes.

    Parameters
    ----------
    space
        The hex.
    """

    space: str


class Eliminate(Order, frozen=True):
    """Give up units of a hex that holds too many.

    Parameters
    ----------
    units
        Their ids.
    """

    units: tuple[int, ...]
