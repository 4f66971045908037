"""What ``combat.toml`` is made of: targets, weapons, combined arms, works, steps of a battle."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from a4a.core.errors import DatasetError
from a4a.core.events import Role, RollPurpose
from a4a.odds.steps import Condition
from a4a.rules.areas import data
from a4a.rules.areas.combat.hits import Against, Kind
from a4a.rules.conditions import Condition as Circumstance

Does: TypeAlias = Literal["fire", "aim guns", "bombard", "land", "submerge", "retreat"]
"""What is done in a step: dice, or a procedure of `combat.rounds`."""


class Sort(data.Entry, frozen=True, kw_only=True):
    """What unit types are as targets; a type is what the first entry makes of it.

    Parameters
    ----------
    name
        The word for such targets. Those called "transport" are hit last.
    of
        Words for the unit types.
    """

    name: str
    of: tuple[str, ...]


class Reach(data.Entry, frozen=True, kw_only=True):
    """What hits may fall on.

    Parameters
    ----------
    name
        What volleys and records call it.
    targets
        What of; "paratrooper" is whoever drops from the air.
    first, then
        Other entries: the hits fall on what the one names as long as it lasts, and those left over
        on what the other names. "" for both if it makes no difference.
    """

    name: str
    targets: tuple[Kind, ...]
    first: Against = ""
    then: Against = ""


class Weapon(data.Entry, frozen=True, kw_only=True):
    """What units fire besides their general value.

    Parameters
    ----------
    name
        What volleys call it.
    value
        The number of a unit type that says on what it hits.
    shots, dice
        The numbers that say how often a unit fires, and how many dice are rolled for a shot, of
        which the best counts; one if it is "".
    whole
        Whether only units fire it that are undamaged, or were until they were hit in the exchange
        that is on, in a step of theirs that lets them fire back.
    halved
        Whether half of the value counts, rounded down.
    """

    name: str
    value: str
    shots: str = ""
    dice: str = ""
    whole: bool = False
    halved: bool = False


class Support(data.Entry, frozen=True, kw_only=True):
    """Combined arms: units that raise the value of others.

    Parameters
    ----------
    name
        Its name.
    side
        Whether it counts in attack or in defense.
    by, to
        Who helps, and who is helped: unit types that all of these words apply to.
    value
        The number of a unit type that is helped which says to what it is raised; "" for its own
        value.
    plus
        By how much more.
    each
        The number of a unit type that helps which says how many each helps; one if it is "".
    technology
        The technology that it takes; "" for none.
    """

    name: str
    side: Role
    by: tuple[str, ...]
    to: tuple[str, ...]
    value: str = ""
    plus: int = 0
    each: str = ""
    technology: str = ""


class Works(data.Entry, frozen=True, kw_only=True):
    """Facilities that take part in battles for their territory, point by point (`combat.works`).

    Parameters
    ----------
    name
        Their name.
    of
        Words for the unit types.
    points
        The number of a unit type that says how many points it has; damage takes them away.
    """

    name: str
    of: tuple[str, ...]
    points: str


class Boost(data.Entry, frozen=True, kw_only=True):
    """Facilities that raise a weapon of those who defend their territory.

    Parameters
    ----------
    name
        Its name.
    by
        Words for the facilities, of which one is enough.
    weapon
        What they raise.
    plus
        By how much.
    """

    name: str
    by: tuple[str, ...]
    weapon: str
    plus: int


class Mark(data.Entry, frozen=True, kw_only=True):
    """What a power's units are besides their types as long as conditions hold (`combat.marks`).

    Marks say when units fire, and with what; whom they can hit is as of their types.

    Parameters
    ----------
    name
        What volleys call such units.
    powers
        Whose they are.
    of
        Words for the unit types.
    when
        What must hold.
    declared
        Whether units have it, of whatever power, for which it was declared: as a flag of its name.
    given
        When there is something to declare, in conditions of a battle: "enemy has air".
    """

    name: str
    of: tuple[str, ...]
    powers: tuple[str, ...] = ()
    declared: bool = False
    given: tuple[str, ...] = ()
    when: tuple[Circumstance, ...] = ()

    def conditions(self) -> tuple[Condition, ...]:
        """Return when there is something to declare."""
        return tuple(map(_condition, self.given))


class Crossing(data.Entry, frozen=True, kw_only=True):
    """Borders that are the end of units that come across them to attack.

    Parameters
    ----------
    name
        The kind of border.
    of
        Words for the unit types that it is dangerous to.
    deadly
        The lowest roll, of a unit's own die in general combat, at which it is lost.
    """

    name: str
    of: tuple[str, ...]
    deadly: int


class Volley(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shots of a side in a step: as `a4a.odds.steps.Volley` has them.

    Parameters
    ----------
    by, but
        Who fires, and who does not, in words, marks among them; everybody if nothing is said.
    weapon
        What they fire; "" for their general value.
    at
        What hits may fall on.
    given
        Conditions in words: "enemy lacks anti-submarine".
    limit
        Whether a target is fired at once at most.
    when
        In which rounds only; "" for all of its step.
    """

    by: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    weapon: str = ""
    at: Against = ""
    given: tuple[str, ...] = ()
    limit: Literal["", "one a target"] = ""
    when: Literal["", "first round", "later rounds"] = ""

    def conditions(self) -> tuple[Condition, ...]:
        """Return the conditions that its words state.

        Examples
        --------
        >>> Volley(given=("enemy lacks anti-submarine",)).conditions()
        (Condition(whose='enemy', verb='lacks', word='anti-submarine'),)
        """
        return tuple(map(_condition, self.given))


def _condition(words: str) -> Condition:
    match words.split(" ", 2):
        case ["own" | "enemy" as whose, "has" | "lacks" as verb, word]:
            return Condition(whose, verb, word)
    raise DatasetError(f"combat.toml: {words!r} is no condition; say 'enemy lacks destroyer'")


class Step(data.Entry, frozen=True, kw_only=True):
    """A step of a battle.

    Parameters
    ----------
    name
        As the record calls it.
    when
        Before the first round, before it in landings only, in each round, or in the first alone.
    does
        What is done.
    side
        Whose step it is.
    exchange
        Which steps fire at the same time: what is hit in one of them still fires in the others.
    after, without
        Exchanges before it: it is fought only if something was fired in the one, or nothing in the
        other.
    volleys
        What is fired; of a step that fires nothing, whose units are meant.
    purpose
        What the dice are rolled for; "" for attack or defense.
    outright
        Who does not fire back if it is lost in this step, though others do, in words.
    """

    name: str
    when: Literal["before", "landing", "round", "first round"]
    does: Does = "fire"
    side: Role | Literal[""] = ""
    exchange: str = ""
    after: str = ""
    without: str = ""
    volleys: tuple[Volley, ...] = ()
    purpose: RollPurpose | Literal[""] = ""
    outright: tuple[str, ...] = ()

    @property
    def in_rounds(self) -> bool:
        """Whether it is a step of rounds, not one before them."""
        return self.when in ("round", "first round")


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the list says."""

    land: tuple[Step, ...]
    sea: tuple[Step, ...]
    targets: tuple[Sort, ...]
    reaches: tuple[Reach, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    supports: tuple[Support, ...] = ()
    works: tuple[Works, ...] = ()
    boosts: tuple[Boost, ...] = ()
    marks: tuple[Mark, ...] = ()
    crossings: tuple[Crossing, ...] = ()
