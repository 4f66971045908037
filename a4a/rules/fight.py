"""A fight as a question: which units of which powers fight, in words that every game has.

A ruleset answers it (`Ruleset.fight`) with a battle of `a4a.odds`: what these units mean for the
odds. It also says who could fight for a space (`Ruleset.engagement`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

FightKind: TypeAlias = Literal["land", "sea", "amphibious", "raid"]
"""What is fought for: a territory, a sea zone, a territory where units come ashore; or over a
territory, about its facilities."""

FIGHT_KINDS: tuple[FightKind, ...] = get_args(FightKind)

KEPT: Final = 1
"""Land units that an attacker keeps to the end, to take a territory: only they can, so players lose
the last of them after everything else."""

Duty: TypeAlias = Literal["", "landing", "dropping", "bombarding"]
"""What units are in a battle for besides fighting: they come ashore, they drop from the air
(neither can retreat as others do), or they only fire from the sea."""


@dataclass(frozen=True, slots=True)
class Band:
    """Units of a type that fight together.

    Parameters
    ----------
    unit
        The unit type's name.
    count
        How many.
    damaged
        How many of them have taken a hit already.
    duty
        What they are there for.
    cargo
        The worth of each one's cargo, lost with it.
    """

    unit: str
    count: int
    damaged: int = 0
    duty: Duty = ""
    cargo: float = 0.0


@dataclass(frozen=True, slots=True)
class Army:
    """What one power has in a battle.

    Parameters
    ----------
    bands
        Its units.
    power
        Its name; "" if it makes no difference.
    technologies
        Its technologies by name.
    """

    bands: tuple[Band, ...]
    power: str = ""
    technologies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """Who fights.

    Parameters
    ----------
    kind
        What is fought.
    attacker
        The attacker's army.
    defenders
        The defenders' armies.
    """

    kind: FightKind
    attacker: Army
    defenders: tuple[Army, ...]


@dataclass(frozen=True, slots=True)
class Reacher:
    """Units of the attacker that can be in a battle.

    Parameters
    ----------
    band
        The units.
    origin
        Where they are.
    ids
        Their ids.
    """

    band: Band
    origin: str
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Engagement:
    """Who could fight for a space.

    Parameters
    ----------
    space
        The space.
    fight
        The fight if all units come that can.
    reachers
        Who they are and where they come from.
    """

    space: str
    fight: Fight
    reachers: tuple[Reacher, ...]
