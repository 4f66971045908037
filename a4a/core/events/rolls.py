"""Rolls of dice, and what they meant."""

from __future__ import annotations

from typing import Literal

import msgspec

from a4a.core.events.battles import Role
from a4a.core.events.root import Event
from a4a.core.numbers import Whole

RollPurpose = Literal[
    "attack", "defense", "aa", "bombard", "bombing", "interception", "kamikaze", "technology",
    "convoy", "repair", "event", "chart", "contest", "other",
]  # fmt: skip


class Die(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """One die: the face, the most it could roll to hit (0: no target), and the result."""

    face: Whole
    target: Whole = 0
    result: Literal["hit", "miss", ""] = ""
    unit_type: str = ""


class ChartReading(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """How a roll was read off a combat chart.

    Parameters
    ----------
    line
        The chart's line: "Land vs. Land".
    strength
        Combat factors that fired.
    column
        The column by strength alone.
    shift
        Columns shifted, right positive.
    final
        The column read.
    loss
        Loss points of the result.
    """

    line: str
    strength: Whole
    column: str
    final: str
    loss: Whole
    shift: Whole = 0


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice were rolled, and this is what they meant.

    Parameters
    ----------
    purpose
        What for.
    power
        Who rolled.
    dice
        Each die, in order.
    sides
        Faces of the dice.
    hits
        Hits scored in all (under low luck more than the dice show).
    expected
        Hits expected before the roll, or None where that means nothing.
    battle, role
        The battle it belongs to, or ""; the role that rolled, or None.
    against
        What the hits may fall on ("aircraft", "sea units" ...), or "" for anything.
    chart
        The reading of a combat chart, or None.
    contest
        An id shared by the rolls of one contest, or "".
    outcome
        What a table, contest or event roll meant, in its rule's words, or "".
    """

    purpose: RollPurpose
    power: str
    dice: tuple[Die, ...]
    sides: Whole
    hits: Whole = 0
    expected: float | None = None
    battle: str = ""
    role: Role | None = None
    against: str = ""
    chart: ChartReading | None = None
    contest: str = ""
    outcome: str = ""
