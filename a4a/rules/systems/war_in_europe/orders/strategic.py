"""The orders of Strategic Warfare."""

from __future__ import annotations

from a4a.rules.order import Order


class Bomb(Order, frozen=True):
    """Bomb an enemy production city.

    Parameters
    ----------
    target
        The city's hex.
    units
        The bombers.
    """

    target: str
    units: tuple[int, ...]


class Intercept(Order, frozen=True):
    """Send up air units against the bombers of a city, or none.

    Parameters
    ----------
    units
        The interceptors.
    """

    units: tuple[int, ...]


class Lend(Order, frozen=True):
    """Announce the points that the United States sends as Lend-Lease.

    Parameters
    ----------
    britain, ussr
        Points for Great Britain and for the Soviet Union.

    Examples
    --------
    >>> Lend(britain=2, ussr=1).kind
    'Lend'
    """

    britain: int
    ussr: int = 0


class AttackConvoy(Order, frozen=True):
    """Attack the convoys in the Atlantic box.

    Parameters
    ----------
    units
        The fleets that do.
    """

    units: tuple[int, ...]


class Sink(Order, frozen=True):
    """Say which points are sunk, after a convoy attack.

    Parameters
    ----------
    points
        How many of each shipment, by its name.
    """

    points: dict[str, int]


class Cover(Order, frozen=True):
    """Let an air unit cover the ocean in a convoy attack, or none.

    Parameters
    ----------
    units
        The air unit.
    """

    units: tuple[int, ...] = ()


class MakePort(Order, frozen=True):
    """Retreat beaten fleets from the ocean.

    Parameters
    ----------
    to
        The port of each, by its id.
    """

    to: dict[int, str]


class PassStrategic(Order, frozen=True):
    """Bomb no city now, or do not attack convoys."""
