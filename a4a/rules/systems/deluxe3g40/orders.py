"""The orders that only this book has, besides those of the engine."""

from __future__ import annotations

from a4a.rules.order import Order


class ChooseSide(Order, frozen=True):
    """Choose the side that acts first.

    Parameters
    ----------
    side
        Its name.
    """

    side: str


ORDERS: dict[str, type[Order]] = {kind.__name__: kind for kind in (ChooseSide,)}
"""The orders by the name that records write."""
