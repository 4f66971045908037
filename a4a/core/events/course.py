"""The course of the game: its rounds, turns and phases."""

from __future__ import annotations

from a4a.core.events.root import Event
from a4a.core.numbers import Whole


class RoundBegan(Event, frozen=True, tag="round"):
    """A round (a full turn of every power) began; ``label`` names its season, if it has one."""

    number: Whole
    label: str = ""


class TurnBegan(Event, frozen=True, tag="turn"):
    """A turn began: of one power, of several at once, or of a whole side.

    The fold forgets the units' memory of the turn before, and keeps the state as of this event.
    """

    powers: tuple[str, ...]


class PhaseBegan(Event, frozen=True, tag="phase"):
    """A phase of the turn began."""

    phase: str
