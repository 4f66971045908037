"""Rolls of dice, as TripleA keeps them and as a record does."""

from __future__ import annotations

from typing import Final

from a4a.core import events as ev
from a4a.importers.triplea.save import Dice

_FIRE: Final = ("attack", "defense", "aa", "bombard", "interception")


def rolled_event(
    dice: Dice,
    purpose: ev.RollPurpose,
    power: str,
    *,
    sides: int,
    low_luck: bool = False,
    battle: str = "",
    role: ev.Role | None = None,
    unit_type: str = "",
    outcome: str = "",
) -> ev.Rolled:
    """Make the event of a roll.

    TripleA 1.9 does not keep how many hits it expected. Without low luck that is the sum of each
    die's chance; with it a roll has fewer dice than hits, and the expectation stays unknown.
    """
    expected = dice.expected
    if expected is None and not low_luck and purpose in _FIRE:
        expected = sum(min(die.rolled_at, sides) for die in dice.dice) / max(1, sides)
    return ev.Rolled(
        purpose,
        power,
        tuple(
            ev.Die(die.face, die.rolled_at, ("miss", "hit", "")[min(die.kind, 2)], unit_type)
            for die in dice.dice
        ),
        sides,
        max(0, dice.hits),
        expected,
        battle,
        role,
        "aircraft" if purpose == "aa" else "",
        outcome=outcome,
    )
