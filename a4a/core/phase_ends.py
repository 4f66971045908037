"""That a power has ended a phase which others of its turn still play: a marker of the power.

Its count is the number of the turn, so that it says nothing of later ones.
"""

from __future__ import annotations

_ENDED = "has ended: "


def ended(phase: str) -> str:
    """Return the marker of a power that has ended a phase."""
    return f"{_ENDED}{phase}"


def phase_ended(marker: str) -> str:
    """Return which phase a marker says that its power has ended; "" for any other marker.

    Examples
    --------
    >>> phase_ended(ended("Combat Move")), phase_ended("blockaded")
    ('Combat Move', '')
    """
    return marker.removeprefix(_ENDED) if marker.startswith(_ENDED) else ""
