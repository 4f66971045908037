"""The root of all events."""

from __future__ import annotations

import msgspec


class Event(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="event",
    gc=False,
):
    """The root of all events.

    Events, and what they are made of, hold nothing that could hold them: collecting garbage need
    not look at them (`gc=False`), nor at tables of units, and long games are full of both.
    """
