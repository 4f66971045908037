"""What treasuries gain and pay, and what is bought."""

from __future__ import annotations

import msgspec

from a4a.core.events.root import Event
from a4a.core.numbers import Whole


class ResourceChanged(Event, frozen=True, tag="resource"):
    """A treasury gained (amount > 0) or paid (amount < 0) a resource.

    Parameters
    ----------
    treasury, resource
        Whose and what ("Germany", "IPC").
    amount
        The difference.
    reason
        "income", "objective", "purchase", "repair", "plunder", "convoy", "technology" ...
    detail
        Which objective, from whom, for what; or "".
    restriction
        What this money may not or only buy ("hardware only"), or "".
    """

    treasury: str
    resource: str
    amount: Whole
    reason: str
    detail: str = ""
    restriction: str = ""


class BillLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """One line of a bill: so many of a unit type for so much together."""

    unit_type: str
    count: Whole
    cost: Whole


Line = BillLine
"""The old name of `BillLine`."""


class Bought(Event, frozen=True, tag="bought"):
    """A power bought units, or work on them; payment and units are events of their own.

    Parameters
    ----------
    power
        Who bought.
    treasury
        What paid, or "" where no treasury did: a point that is good for one unit alone.
    lines
        What was bought.
    """

    power: str
    treasury: str
    lines: tuple[BillLine, ...]
