"""Rolls of dice, as TripleA keeps them and as a record does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from a4a.core import events as ev
from a4a.importers.triplea.save import SavedDie, SavedRoll

_FIRE: Final = ("attack", "defense", "aa", "bombard", "interception")
_HIT: Final = 1
_IGNORED: Final = 2


def rolled_event(
    dice: SavedRoll,
    purpose: ev.RollPurpose,
    power: str,
    *,
    sides: int,
    battle: str = "",
    role: ev.Role | None = None,
    unit_type: str = "",
    outcome: str = "",
) -> ev.Rolled:
    """Make the event of a roll.

    The expected hits are computed from the dice: TripleA 1.9 does not keep them, and later versions
    compute too few where the best of several dice counts.
    """
    expected = expected_hits(dice, sides=sides) if purpose in _FIRE else dice.expected
    if purpose == "technology":  # only the highest face of a die is a success
        expected = len(dice.dice) / max(1, sides)
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


def expected_hits(roll: SavedRoll, *, sides: int) -> float:
    """Return the hits that could be expected of a roll before it was made.

    A die counts as its chance to hit. For a unit that throws several and keeps the best (a heavy
    bomber by the rules called LHTR), TripleA first writes the die that counts and then the others
    as ignored: together they hit unless all of them miss. Under low luck, hits that no die shows
    are certain.

    Examples
    --------
    >>> infantry, bomber = SavedDie(2, 3, 1), (SavedDie(3, 4, 1), SavedDie(5, 4, 2))
    >>> round(expected_hits(SavedRoll((infantry, *bomber), hits=2), sides=6), 2)
    1.39
    >>> round(expected_hits(SavedRoll((SavedDie(4, 2, 0),), hits=3), sides=6), 2)
    3.33
    """
    sides = max(1, sides)
    single, best = 0, 0.0
    for target, dice in _units(roll.dice):
        target = min(target, sides)
        if dice == 1:
            single += target
        else:
            best += 1 - (1 - target / sides) ** dice
    sure = max(0, roll.hits - sum(die.kind == _HIT for die in roll.dice))
    return single / sides + best + sure


def _units(dice: Iterable[SavedDie]) -> list[tuple[int, int]]:
    """Return what each unit that threw had to roll, and with how many dice."""
    units: list[tuple[int, int]] = []
    for die in dice:
        if die.kind != _IGNORED:
            units.append((die.rolled_at, 1))
        elif units:
            units[-1] = (units[-1][0], units[-1][1] + 1)
    return units
