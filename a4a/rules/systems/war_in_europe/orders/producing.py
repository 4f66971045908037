"""The orders of Production, and of the end of a turn."""

from __future__ import annotations

from a4a.rules.order import Order


class OfCounter(Order, frozen=True):
    """The root of the orders about one counter.

    Parameters
    ----------
    owner
        Whose it is.
    counter
        Its name.
    """

    owner: str
    counter: str


class Build(OfCounter, frozen=True):
    """Build a counter of a force pool at full strength.

    Parameters
    ----------
    space
        The hex in which it appears.

    Examples
    --------
    >>> Build("Germany", "3rd armor", "Berlin").kind
    'Build'
    """

    space: str


class Upgrade(OfCounter, frozen=True):
    """Restore a reduced counter on the map to full strength."""


class Allot(Order, frozen=True):
    """Let the point of a captured city serve another major power of its side, from now on.

    Parameters
    ----------
    city
        The city's hex.
    to
        The power.
    """

    city: str
    to: str


class EndProduction(Order, frozen=True):
    """Produce nothing more: what points are left are lost, and the next power produces."""


class RemoveFort(OfCounter, frozen=True):
    """Take an unnamed fort off the map, at the end of a turn."""


class EndTurn(Order, frozen=True):
    """Leave all other unnamed forts where they are: the turn ends."""
