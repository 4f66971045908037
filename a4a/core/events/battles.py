"""The course of a battle: who fights, its rounds and steps, how it ends."""

from __future__ import annotations

from typing import Literal

import msgspec

from a4a.core.events.root import Event
from a4a.core.numbers import Whole

BattleKind = Literal[
    "land", "sea", "air", "amphibious", "support", "bombing raid", "bombardment", "transit",
    "convoy", "kamikaze", "other",
]  # fmt: skip
BattleResult = Literal[
    "attacker takes", "attacker wins", "defender wins", "mutual destruction", "stalemate",
    "attacker retreats", "defender retreats", "bombed", "no effect", "called off", "unknown",
]  # fmt: skip
Winner = Literal["attacker", "defender", "nobody"]
Role = Literal["attacker", "defender"]


class Participant(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """Some units of one power in a battle.

    Parameters
    ----------
    role
        Attacker or defender.
    power
        Who owns them.
    units
        Their ids.
    origin
        The space they came from, or fire from when they do not enter, or None.
    task
        "escort", "interceptor", "bombardment", "support", "flank" ..., or "" for the plain fight.
    """

    role: Role
    power: str
    units: tuple[Whole, ...]
    origin: str | None = None
    task: str = ""


class BattleOpened(Event, frozen=True, tag="battle"):
    """A battle opened; several may be open at once.

    Parameters
    ----------
    battle
        Its id, unique in the record.
    space
        Where it is fought.
    kind
        What kind of fight it is.
    participants
        Who fights, by role and where from.
    links
        Ids of battles whose course bears on this one (the sea battle before a landing, a flank).
    """

    battle: str
    space: str
    kind: BattleKind
    participants: tuple[Participant, ...]
    links: tuple[str, ...] = ()


class BattleJoined(Event, frozen=True, tag="joined"):
    """Units came into an open battle: a scramble, a late landing."""

    battle: str
    participants: tuple[Participant, ...]


class BattleLeft(Event, frozen=True, tag="left"):
    """Units left an open battle alive: retreated, submerged, broke off."""

    battle: str
    units: tuple[Whole, ...]
    reason: str


class CombatRoundBegan(Event, frozen=True, tag="combat round"):
    """A combat round of an open battle began; the first is 1."""

    battle: str
    number: Whole


class CombatStepBegan(Event, frozen=True, tag="combat step"):
    """A step of a combat round began: "surprise strike", "attack", "defense", "retreat" ..."""

    battle: str
    step: str


class BattleClosed(Event, frozen=True, tag="closed"):
    """A battle ended."""

    battle: str
    result: BattleResult
    winner: Winner
