"""Units with identity, where they can be, and the stacks people see."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from a4a.core.numbers import Whole


class Holding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """A named place of a power off the board: bought units, a build queue, a force pool.

    Examples
    --------
    >>> Holding("Germany", "purchased")
    Holding(power='Germany', name='purchased')
    """

    power: str
    name: str


Place: TypeAlias = str | Whole | Holding
"""Where a unit is: a space (its name), aboard a unit (that unit's id), or in a holding."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One unit: a lifelong id, its type and owner, where and in what condition it is.

    Parameters
    ----------
    id
        Positive, never used again in the same record.
    type
        Name of its unit type in the catalog.
    owner
        Name of the power it belongs to.
    place
        A space, aboard another unit, or a holding.
    damage
        Hits or damage points it carries; of a two-step counter, steps lost.
    flags
        Lasting conditions, sorted: ``"submerged"``, ``"ops complete"``, ``"on mission"`` ...
    name
        The counter's own name in games with named counters ("1st Armor"), or "".
    """

    id: Whole
    type: str
    owner: str
    place: Place
    damage: Whole = 0
    flags: tuple[str, ...] = ()
    name: str = ""


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What a unit has done since the turn began; forgotten when a turn begins.

    Parameters
    ----------
    moved
        Movement used, in spaces or movement points.
    origin
        The space where its turn's first move began, or None.
    via
        The space from which it crossed the last border, or None.
    battles
        Battles it has taken part in.
    loaded, unloaded
        Whether it went aboard, or left a carrier, this turn.
    scrambled_from
        The space it scrambled from, or None.
    task, target
        What it is to do this turn and where, or "" and None.
    """

    moved: float = 0
    origin: str | None = None
    via: str | None = None
    battles: tuple[str, ...] = ()
    loaded: bool = False
    unloaded: bool = False
    scrambled_from: str | None = None
    task: str = ""
    target: str | None = None


class Stack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Interchangeable units in one space, as people see them.

    Parameters
    ----------
    space
        Where they are (the space of the ship they are aboard, if they are).
    power
        Who owns them.
    type
        Their unit type.
    damage
        Damage that each of them carries.
    flags
        Conditions that each of them is in.
    aboard
        Whether they are cargo.
    units
        Their ids.
    name
        The counter's own name, where units are named counters, or "".
    """

    space: str
    power: str
    type: str
    damage: int
    flags: tuple[str, ...]
    aboard: bool
    units: tuple[int, ...]
    name: str = ""

    @property
    def count(self) -> int:
        """How many units are in the stack."""
        return len(self.units)

    @property
    def condition(self) -> str:
        """The units' condition in words.

        Examples
        --------
        >>> Stack("Paris", "France", "infantry", 0, (), False, (1, 2)).condition
        'intact'
        """
        words = [f"damaged {self.damage}"] if self.damage else []
        words += self.flags
        if self.aboard:
            words.append("aboard")
        return ", ".join(words) or "intact"
