"""What victory weighs: how the worth of land stands to what would win the game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """How the worth of land stands, in one position, to one condition of a way to win.

    Parameters
    ----------
    winner
        The side that would win.
    reason
        How the game would be won, in words.
    by
        Whose land is weighed.
    worth
        What it is worth.
    against
        Whose land it is compared with; "" where it is compared with a number.
    needed
        What that land is worth, or that number.
    met
        Whether the condition holds.
    others
        Whether all else holds that this way to win asks for.
    """

    winner: str
    reason: str
    by: str
    worth: int
    against: str
    needed: int
    met: bool
    others: bool
