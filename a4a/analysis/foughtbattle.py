"""A battle of a record: who fought as the shooting began, how it went, what was lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from a4a.core import events as ev
from a4a.core.steps import NodeId
from a4a.rules.fight import Fight

Broken: TypeAlias = Literal["", "retreat", "defender", "other"]
"""How a battle was broken off: not at all, by a retreat of the attacker or one in which defenders
took part, or in another way."""


@dataclass(slots=True)
class Fought:
    """A battle of a record.

    Attributes
    ----------
    battle
        Its id.
    node
        The step that opened it.
    space
        Where it is fought.
    kind
        What kind of fight it is, as the record says.
    fight
        Who fights as the shooting begins; None if it is of a kind that has no odds.
    powers
        The attacking power, then the defending ones.
    worth
        By power: what its units are worth, cargo included.
    rounds
        How many rounds were fought, that is, rounds in which a unit fired or was lost.
    lost
        By role: what its losses are worth.
    broken
        How it was broken off, if it is fought in rounds: a retreat, or submarines submerged after
        the first shots. (Those that submerge before them do not fight.)
    result
        How it ended; "" while it is going on.
    targets
        What a raid bombs, and the damage that has already; what it may bomb if the record does not
        say.
    damage
        The damage a raid does.
    changed
        Why no odds of those who began it say how it could end: who fought in a battle that was
        linked with others changed after the first shots. "" if that did not happen.
    """

    battle: str
    node: NodeId
    space: str
    kind: str
    fight: Fight | None = None
    powers: tuple[str, tuple[str, ...]] = ("", ())
    worth: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    lost: Counter[ev.Role] = field(default_factory=Counter)
    broken: Broken = ""
    result: str = ""
    targets: tuple[tuple[str, int], ...] = ()
    damage: int = 0
    changed: str = ""

    @property
    def swing(self) -> int:
        """What the defender lost, repair of damage included, less what the attacker lost."""
        return self.damage + self.lost["defender"] - self.lost["attacker"]
