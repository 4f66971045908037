"""The orders of 2WW: The War in Europe, as far as its rules are in a4a: those of the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.rules.order import Order


class Deploy(Order, frozen=True):
    """Put counters of a power, which may stand anywhere in an area, into hexes of it.

    Parameters
    ----------
    owner
        Whose counters.
    counters
        The hex of each, by the counter's name: its number, or the place there.

    Examples
    --------
    >>> Deploy("France", {"1st armor": "Paris", "2nd infantry": "1808"}).kind
    'Deploy'
    """

    owner: str
    counters: dict[str, str]


class EndDeployment(Order, frozen=True):
    """Leave the counters that are being deployed where they stand: the next power deploys."""


ORDERS: Mapping[str, type[Order]] = MappingProxyType(
    {order.__name__: order for order in (Deploy, EndDeployment)}
)
"""The orders by the name that records write."""
