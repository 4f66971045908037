"""The rows of a timeline that tell battles: who fought, what was thrown, what came of it.

What happens while a battle goes on says at which position (`at`), so that it can be told so far.
"""

from __future__ import annotations

import msgspec


class Force(msgspec.Struct, frozen=True, array_like=True):
    """Units of a power and type that were in a battle, and how many of them it lost.

    Late arrivals count, and cargo that went down; a unit that changed its type counts as what it
    was when it came. A named counter has a row of its own: `name`, what it came for ("support"),
    and how many steps it lost and lived. `since` is the position at which the first of them
    joined; 0 if they were there as it opened.
    """

    power: int
    type: int
    units: int
    lost: int
    name: str = ""
    task: str = ""
    damage: int = 0
    since: int = 0


class Throw(msgspec.Struct, frozen=True, array_like=True):
    """Dice of a battle, thrown together for one thing.

    Parameters
    ----------
    power, purpose
        The power that rolled, and what for; "" if only `outcome` says that.
    faces
        The faces, in order.
    hits
        The hits; -1 where hits mean nothing: `outcome` says what the roll meant.
    role
        0 for the attackers, 1 for the defenders, -1 for neither.
    type, target
        The unit type that rolled, or -1; what had to be rolled (or less), 0 if unknown.
    outcome
        What it meant, in words, or "".
    at
        The position; 0 if it is not told.
    """

    power: int
    purpose: str
    faces: tuple[int, ...]
    hits: int
    role: int = -1
    type: int = -1
    target: int = 0
    outcome: str = ""
    at: int = 0


class Loss(msgspec.Struct, frozen=True, array_like=True):
    """Units a power lost in a combat round, by type."""

    power: int
    type: int
    units: int
    at: int = 0


class Damage(msgspec.Struct, frozen=True, array_like=True):
    """Damage points that units of a power took in a combat round and lived, by type."""

    power: int
    type: int
    points: int
    at: int = 0


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A sentence on what happened."""

    text: str
    at: int = 0


class Stage(msgspec.Struct, frozen=True, array_like=True):
    """A stage of a combat round that is fought on a chart: its title, its throws, what came of it.

    `told` are sentences on losses, retreats and advances.
    """

    title: str
    throws: tuple[Throw, ...]
    told: tuple[Told, ...]


class Passage(msgspec.Struct, frozen=True, array_like=True):
    """Units that came into a battle or left it, by type: how, and from or to which space.

    `how` is "from", "to", or why they left; `space` is -1 where it is not known.
    """

    power: int
    type: int
    units: int
    how: str
    space: int = -1
    at: int = 0


class Round(msgspec.Struct, frozen=True, array_like=True):
    """A combat round: its number (0: before the first), its throws, losses and damage.

    Where it is fought on a chart, `stages` tell the same in order. Where battles are linked,
    `passages` tell who came and who left.
    """

    number: int
    throws: tuple[Throw, ...]
    losses: tuple[Loss, ...]
    damage: tuple[Damage, ...] = ()
    stages: tuple[Stage, ...] = ()
    passages: tuple[Passage, ...] = ()


class BattleRow(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The story of a battle.

    Parameters
    ----------
    space, kind
        Where, and what kind.
    at, closed
        Positions at which it opened and ended; `closed` is -1 while it is open at the line's end.
    attackers, defenders
        The powers.
    attacking, defending
        The forces with their losses.
    rounds
        Combat round by combat round.
    winner, result
        "attacker", "defender" or "nobody", and in words; "" while it is open.
    worth, loss
        The TUV of attackers and defenders, and what they lost of it.
    swing
        TUV the attackers gained on balance.
    links
        Battles that bear on it, by number.
    """

    space: int
    kind: str
    at: int
    closed: int = -1
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    attacking: tuple[Force, ...] = ()
    defending: tuple[Force, ...] = ()
    rounds: tuple[Round, ...] = ()
    winner: str = ""
    result: str = ""
    worth: tuple[int, int] = (0, 0)
    loss: tuple[int, int] = (0, 0)
    swing: int = 0
    links: tuple[int, ...] = ()
