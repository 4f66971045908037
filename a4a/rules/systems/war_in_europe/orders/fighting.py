"""The orders of combat, and the answers to what is asked in it."""

from __future__ import annotations

from typing import Literal

import msgspec

from a4a.rules.order import Order


class Attack(Order, frozen=True):
    """Declare an attack on the enemies in a hex.

    Land units make it a land combat, which fleets and air units support; fleets a sea combat; air
    units alone strike at air units and fleets.

    Parameters
    ----------
    space
        The hex.
    units
        The ids of all that attack or support.

    Examples
    --------
    >>> Attack("2106", (3, 4)).kind
    'Attack'
    """

    space: str
    units: tuple[int, ...]


class Support(Order, frozen=True):
    """Send air units and fleets to defend a hex that is attacked; none is a choice too."""

    units: tuple[int, ...] = ()


class TakeLosses(Order, frozen=True):
    """Say which units take loss points: how many each, by its id."""

    points: dict[int, int]


class PressOn(Order, frozen=True):
    """Say whether air units that have won in the air go on to attack the fleets below."""

    choice: Literal["yes", "no"]


class Retreat(Order, frozen=True):
    """Retreat beaten land units: the hex each goes to, by its id."""

    to: dict[int, str]


class RetreatToPort(Order, frozen=True):
    """Say to which of several equally near ports, or to which hex, a beaten fleet retreats."""

    space: str


class Advance(Order, frozen=True):
    """Advance units that have won into vacated hexes, by unit's id; none is a choice too."""

    to: dict[int, str] = msgspec.field(default_factory=dict)


class EndCombat(Order, frozen=True):
    """Attack no more in this phase."""
