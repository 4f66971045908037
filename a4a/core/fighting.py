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
    """

    group: str
    value: Printed = 0
    attack: Printed = 0
    shots: Printed = 0
    at: tuple[str, ...] = ()
    rounds: bool = False


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
    untouchable
        Whether it is no target.
    helpless
        Whether it is hit last, and lost with the last unit beside it that can fight.
    flak
        What it fires at others before the battle, if anything.
    moves
        How it moves, in words of `UnitType.abilities`: "blitz".
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
    untouchable: bool = False
    helpless: bool = False
    flak: Flak | None = None
    moves: tuple[str, ...] = ()
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
        are "attack", "defense", "dice", "defense dice", "antiaircraft" and "bombard".
    strange
        What of all battles is not understood, in words.
    """

    units: dict[str, Prowess] = {}
    aids: tuple[Aid, ...] = ()
    technologies: dict[str, dict[str, dict[str, Printed]]] = {}
    strange: tuple[str, ...] = ()
