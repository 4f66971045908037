"""What occurs in random games: how often each kind of order, decision and event.

A rule that no random game comes to is not tried by them, however many are played. So the counts of
all games of a run are printed together, and `make soak` fails where one is zero that should not be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import get_args

from a4a.core.record import GameRecord
from a4a.core.steps import AnyEvent
from a4a.players import RandomPlayer
from a4a.rules import Game
from a4a.rules.aa.orders import ORDERS
from a4a.rules.decision import Decision

DECISIONS = (
    "bombardment", "breakthrough chart", "casualties", "combat move", "battle",
    "declaration of war", "interception", "kamikaze", "landing", "liberation bonus", "mobilize",
    "noncombat move", "permission", "purchase", "research", "retreat", "rockets", "scramble",
    "submerge", "targets",
)  # fmt: skip
"""The decisions that players of the Axis & Allies family are asked for."""
EVENTS = tuple(str(event.__struct_config__.tag) for event in get_args(AnyEvent))
EXPECTED = frozenset(
    [f"order {name}" for name in ORDERS]
    + [f"decision {name}" for name in DECISIONS]
    + [f"event {name}" for name in EVENTS]
)
"""All that may occur."""
NEVER: Mapping[str, str] = {}
"""What no random game comes to, and why."""


class CountedPlayer(RandomPlayer):
    """A random player that counts what it is asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: Counter[str] = Counter()

    def act(self, game: Game, asked: Decision) -> None:
        self.asked[f"decision {asked.kind}"] += 1
        super().act(game, asked)


def occurred(record: GameRecord) -> Counter[str]:
    """How often each kind of order and event stands in a record."""
    found: Counter[str] = Counter()
    for step in record.steps.values():
        if step.order is not None:
            found[f"order {step.order.kind}"] += 1
        found.update(f"event {event.__struct_config__.tag}" for event in step.events)
    return found


def faults(found: Mapping[str, int]) -> list[str]:
    """What should have occurred and did not, or did and is not known."""
    missing = sorted(EXPECTED - set(found) - set(NEVER))
    strange = sorted(set(found) - EXPECTED)
    idle = sorted(set(NEVER) & set(found))
    return [
        *(f"{name}: never occurred" for name in missing),
        *(f"{name}: not in the census's list" for name in strange),
        *(f"{name}: occurred, though it is excused" for name in idle),
    ]
