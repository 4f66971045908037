"""The orders that only The War Game has; all others are the engine's."""

from __future__ import annotations

import msgspec

from a4a.rules.order import Order


class Withdraw(Order, frozen=True):
    """Declare which units of a battle retreat, and where each goes; none is a choice too.

    Parameters
    ----------
    to
        Where each unit retreats, by its id. A submarine that dives, and an aircraft of the
        attacker that breaks off, name the space they are in.
    """

    to: dict[int, str] = msgspec.field(default_factory=dict)


class Gunnery(Order, frozen=True):
    """Say which bombers use their guns, or which guns fire at land units first, in a round.

    Parameters
    ----------
    units
        Their ids; all others bomb, or fire at aircraft first.
    """

    units: tuple[int, ...] = ()


class Scorch(Order, frozen=True):
    """Say which factories are to be reduced or destroyed at the end of a round.

    Parameters
    ----------
    factories
        Their ids.
    """

    factories: tuple[int, ...] = ()


class Own(Order, frozen=True):
    """Choose which nation controls land that several have conquered together.

    Parameters
    ----------
    nation
        Its name.
    """

    nation: str


ORDERS: dict[str, type[Order]] = {kind.__name__: kind for kind in (Withdraw, Gunnery, Scorch, Own)}
"""The orders by the name that records write."""
