"""The root of all events."""

from __future__ import annotations

import msgspec


class Event(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"
):
    """The root of all events."""
