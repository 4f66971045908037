"""How the units of a game fight, as the program that recorded it says: for games without rules.

A catalog has the numbers that every game prints; what else decides a battle (who fires first, whom
nobody can hit, who helps whom, what technologies change) a system's rules say. A record of a game
that a4a has no rules for carries it here, so that odds can be told of its battles.
"""

from __future__ import annotations

import msgspec

from a4a.core.numbers import Printed


class Flak(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What units fire at others before they fight: antiaircraft fire, usually.

    Parameters
    ----------
    group
        Units of one group fire together, at most one shot at a target.
    value, attack
        What it hits on in defense, and in attack; 0 for none.
    shots
        Shots of each unit; 0 for as many as there are targets.
    at
        Unit types that it is fired at.
    rounds
        Whether it is fired in each round, not only before the first.
    crowds
        Whether shots may be more than targets: several at one.
    """

    group: str
    value: Printed = 0
    attack: Printed = 0
    shots: Printed = 0
    at: tuple[str, ...] = ()
    rounds: bool = False
    crowds: bool = False


class Bombs(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What a bomber drops in a raid.

    Parameters
    ----------
    faces
        Faces of its dice; 0 for those of the game's dice.
    plus
        What is added to each die.
    at
        Unit types that it may bomb; none for all that can be bombed.
    """

    faces: Printed = 0
    plus: Printed = 0
    at: tuple[str, ...] = ()


class Target(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What can be bombed in a raid.

    Parameters
    ----------
    most
        The most damage that it can have, where raids damage units and take no money.
    by_worth
        Whether that is times the worth of the space it is in.
    strange
        What of raids on it is not understood, in words.
    """

    most: Printed = 0
    by_worth: bool = False
    strange: tuple[str, ...] = ()


class Prowess(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """How units of a type fight, besides the numbers that the catalog has.

    Parameters
    ----------
    dice, defense_dice
        Dice that each throws in attack, and in defense.
    best
        Whether the best of them counts; if not, each does.
    strikes_first
        Whether it fires before others, where no enemy hunts it.
    hunts
        Whether it takes from enemies that they fire first, withdraw, or hide.
    withdraws
        Whether it may leave a battle, where no enemy hunts it.
    misses
        Unit types that it cannot hit.
    hides_from
        Unit types that cannot hit it, unless one that hunts is with them.
    landing
        What it hits on more in attack where it lands.
    untouchable
        Whether it is no target.
    helpless
        Whether it is hit last, and lost with the last unit beside it that can fight.
    flak
        What it fires at others before the battle, if anything.
    moves
        How it moves, in words of `UnitType.abilities`: "blitz".
    bombs
        What it drops in a raid; None for units that bomb nothing.
    target
        What raids do to it; None for units that cannot be bombed.
    guards
        What it fires at bombers in a raid, if anything.
    escorts, intercepts
        Whether it may go with bombers, and rise against them.
    air_attack, air_defense
        What it hits on in the air battle before a raid.
    strange
        What of it is not understood, in words.
    """

    dice: Printed = 1
    defense_dice: Printed = 1
    best: bool = False
    strikes_first: bool = False
    hunts: bool = False
    withdraws: bool = False
    misses: tuple[str, ...] = ()
    hides_from: tuple[str, ...] = ()
    landing: Printed = 0
    untouchable: bool = False
    helpless: bool = False
    flak: Flak | None = None
    moves: tuple[str, ...] = ()
    bombs: Bombs | None = None
    target: Target | None = None
    guards: Flak | None = None
    escorts: bool = False
    intercepts: bool = False
    air_attack: Printed = 0
    air_defense: Printed = 0
    strange: tuple[str, ...] = ()


class Aid(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """Units of a type that raise what others hit on.

    Parameters
    ----------
    by, to
        The type that helps, and those that are helped.
    attack, defense
        Whether it does so in attack, and in defense.
    plus
        By how much.
    number
        How many units each helps.
    sort
        Of each sort of help a unit gets one.
    powers
        Whose units help.
    improved_by
        The technology that doubles how many each helps; "" for none.
    strange
        What of it is not understood, in words.
    """

    by: str
    to: tuple[str, ...]
    attack: bool = False
    defense: bool = False
    plus: Printed = 1
    number: Printed = 1
    sort: str = ""
    powers: tuple[str, ...] = ()
    improved_by: str = ""
    strange: tuple[str, ...] = ()


class Fighting(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """How the units of a game fight.

    Parameters
    ----------
    units
        By unit type.
    aids
        Who helps whom.
    technologies
        By technology: what it adds to numbers of unit types, ``{"fighter": {"attack": 1}}``. They
        are "attack", "defense", "dice", "defense dice", "antiaircraft", "bombard", "air attack",
        "air defense" and "damage" (what a bomber's dice do in a raid, together).
    ground
        By kind of ground: what units hit on more or less on it, by type, in attack and in defense.
    grounds
        The kinds of ground of spaces, by name.
    worth
        What spaces count for damage to what is in them, by name, if that is not their value.
    strange
        What of all battles is not understood, in words.
    """

    units: dict[str, Prowess] = {}
    aids: tuple[Aid, ...] = ()
    technologies: dict[str, dict[str, dict[str, Printed]]] = {}
    ground: dict[str, dict[str, tuple[Printed, Printed]]] = {}
    grounds: dict[str, tuple[str, ...]] = {}
    worth: dict[str, Printed] = {}
    strange: tuple[str, ...] = ()

    @property
    def tells_raids(self) -> bool:
        """Whether anything is said of bombing raids."""
        of = self.units.values()
        return any(how.bombs or how.target or how.guards or how.air_attack for how in of)
