"""The orders that only this book has, besides those of the engine."""

from __future__ import annotations

import msgspec

from a4a.rules.order import Order


class Assign(Order, frozen=True):
    """Put assignment markers on aircraft or ships that shall go on missions.

    Parameters
    ----------
    units
        Their ids.
    """

    units: tuple[int, ...]


class Choose(Order, frozen=True):
    """Choose one of the options that are offered.

    Parameters
    ----------
    option
        The option, in the words in which it is offered.
    """

    option: str


class ChooseSide(Order, frozen=True):
    """Choose the side that acts first.

    Parameters
    ----------
    side
        Its name.
    """

    side: str


class Raid(Order, frozen=True):
    """Raid the facilities of a territory in the missions phase; without units: stand down.

    Parameters
    ----------
    space
        The territory.
    units
        Bombers, or ships of one sea zone, and the units that escort them.
    """

    space: str = ""
    units: tuple[int, ...] = ()


class FireAt(Order, frozen=True):
    """Let a bunker fire at the fleet in a sea zone.

    Parameters
    ----------
    space
        The sea zone.
    """

    space: str


class Sabotage(Order, frozen=True):
    """Send partisans against facilities; none is a choice too.

    Parameters
    ----------
    targets
        How many tokens for each facility, by its id.
    """

    targets: dict[int, int] = msgspec.field(default_factory=dict)


class Rent(Order, frozen=True):
    """Have ships served for a turn by a naval base of a neutral, or of a friend.

    Parameters
    ----------
    treasury
        Which treasury pays.
    base
        The territory with the base.
    ships
        Their ids.
    """

    treasury: str
    base: str
    ships: tuple[int, ...]


ORDERS: dict[str, type[Order]] = {
    kind.__name__: kind for kind in (Assign, Choose, ChooseSide, Raid, FireAt, Sabotage, Rent)
}
"""The orders by the name that records write."""
