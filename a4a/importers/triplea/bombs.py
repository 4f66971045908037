"""Dice of bombing raids: TripleA writes each die with what the bomber adds to it.

TripleA gives a unit type a bonus to its bombing dice (+2 for strategic bombers) and writes the sum
as if it were the die. A record has the face that was rolled; the damage is the sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from a4a.importers.triplea import texts
from a4a.importers.triplea.save import Save

_USE_BONUS: Final = "Use Bombing Max Dice Sides And Bonus"
_LOW_LUCK: Final = "Low Luck for Bombing and Territory Damage"
_LUCKY_SIDES: Final = 5  # smaller dice stay as they are under low luck
_MOST_ROLLS: Final = 10
_TARGET: Final = " damage to unit: "


def thrown(save: Save, bombers: Iterable[str], text: str) -> tuple[int, ...]:
    """Return the faces of the dice that a line of a raid shows.

    Parameters
    ----------
    save
        What the bombers' types add to their dice, and under which options.
    bombers
        TripleA's types of the bombers left, in their order.
    text
        The line: ``Bombing raid in X rolls: 7,3 and causes: 10 damage to unit: airfield``.
    """
    shown = texts.faces(text)
    target = text.rpartition(_TARGET)[2].strip() if _TARGET in text else ""
    bonuses: list[int] = []
    for kind in bombers:
        if _can_bomb(save, kind, target):
            bonuses += [_bonus_of(save, kind)] * _rolls_of(save, kind)
    return faces(shown, bonuses, sides=save.dice_sides)


def damage_in(text: str) -> int | None:
    """Return the damage that a line of a raid speaks of.

    Examples
    --------
    >>> damage_in("Bombing raid in France rolls: 7 and causes: 5 damage to unit: airfield")
    5
    """
    damage = texts.number(text.partition(" and ")[2].partition(": ")[2])
    return None if damage is None else max(0, damage)


def faces(shown: Sequence[int], bonuses: Iterable[int], *, sides: int) -> tuple[int, ...]:
    """Return the faces of dice that are shown with their bonuses.

    Parameters
    ----------
    shown
        The dice as TripleA writes them.
    bonuses
        What was added to each, in the same order as far as that is known; missing ones are 0.
    sides
        Faces of a die. Where the order gives a face that no die has, the greatest bonus belongs
        to the greatest number.

    Returns
    -------
    tuple of int
        In the order shown.

    Examples
    --------
    >>> faces([7, 3], [2, 2], sides=6)
    (5, 1)
    >>> faces([1, 8], [2, 0], sides=6)
    (1, 6)
    """
    added = [*bonuses][: len(shown)]
    added += [0] * (len(shown) - len(added))
    found = [number - bonus for number, bonus in zip(shown, added, strict=True)]
    if all(1 <= face <= sides for face in found):
        return tuple(found)
    order = sorted(range(len(shown)), key=lambda i: shown[i])
    result = list(shown)
    for i, bonus in zip(order, sorted(added), strict=True):
        result[i] -= bonus
    return tuple(result)


def _bonus_of(save: Save, unit_type: str) -> int:
    """Return what TripleA adds to a bombing die of a unit type before it writes it down.

    With low luck for bombing it rolls a smaller die, and adds what is taken off.
    """
    kind = save.unit_types.get(unit_type)
    values = kind.values if kind is not None and save.options.get(_USE_BONUS) is True else {}
    bonus, sides = values.get("bombingBonus"), values.get("bombingMaxDieSides")
    added = bonus if isinstance(bonus, int) and bonus > 0 else 0
    most = sides if isinstance(sides, int) and sides >= 0 else save.dice_sides
    if save.options.get(_LOW_LUCK) is True and most >= _LUCKY_SIDES:
        added += (most + 1) // 3
    return added


def _rolls_of(save: Save, unit_type: str) -> int:
    """Return how many dice a unit type rolls when it attacks."""
    kind = save.unit_types.get(unit_type)
    rolls = kind.values.get("attackRolls") if kind is not None else None
    return rolls if isinstance(rolls, int) and 1 <= rolls <= _MOST_ROLLS else 1


def _can_bomb(save: Save, unit_type: str, target: str) -> bool:
    """Tell whether a unit type may bomb a target; those that name no targets bomb any."""
    kind = save.unit_types.get(unit_type)
    named = kind.values.get("bombingTargets") if kind is not None else None
    return not (isinstance(named, tuple) and named and target) or target in named
