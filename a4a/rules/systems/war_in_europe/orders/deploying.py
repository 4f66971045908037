"""The orders of the set-up."""

from __future__ import annotations

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
