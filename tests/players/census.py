"""What occurs in random games: how often each kind of order, decision and event.

A rule that no random game comes to is not tried by them, however many are played. So the counts of
all games of a run are printed together, and `make soak` fails where one is zero that should not be,
in any family of systems of which games were played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import get_args

from a4a.core.record import GameRecord
from a4a.core.steps import AnyEvent
from a4a.players import FormPlayer, RandomPlayer
from a4a.rules import Game
from a4a.rules.areas import orders as aa
from a4a.rules.decision import Decision
from a4a.rules.systems.deluxe3g40 import orders as deluxe
from a4a.rules.systems.war_in_europe import orders as war_in_europe
from a4a.rules.systems.wargame1942 import orders as war_game

AXIS_AND_ALLIES, DELUXE, SECOND_WORLD_WAR = "Axis & Allies", "3G40 Deluxe", "2WW"
WAR_GAME = "The War Game"
DECISIONS = (
    "bombardment", "breakthrough chart", "casualties", "combat move", "battle",
    "declaration of war", "interception", "kamikaze", "landing", "liberation bonus", "mobilize",
    "noncombat move", "permission", "purchase", "research", "retreat", "rockets", "scramble",
    "submerge", "targets",
)  # fmt: skip
"""The decisions that players of the Axis & Allies family are asked for."""
DECISIONS_OF_DELUXE = (
    "Vichy roll", "assignment", "bargain", "battle", "blocking", "bombardment", "bombing raid",
    "casualties", "coastal defense", "combat move", "declaration of war", "engineers",
    "initiative", "interception", "kamikaze", "kamikaze losses", "landing",
    "liberation bonus", "mobilize", "new capital", "noncombat move", "oil tankers",
    "partisan raid", "permission", "purchase",
    "reassignment", "rent", "retreat", "scorched earth", "scramble", "shore bombardment",
    "submerge", "targets", "winter",
)  # fmt: skip
"""Those that players of 3G40 Deluxe are asked for."""
DECISIONS_OF_2WW = (
    "advance", "air cover", "armored movement", "attack", "city bombing", "convoy attack",
    "deploy", "displacement", "interception", "Lend-Lease", "losses", "movement", "port",
    "press on", "production", "retreat", "retreat from the ocean", "sunk points", "support",
    "too many units", "transit", "unnamed forts", "winter production",
)  # fmt: skip
"""Those that players of 2WW: The War in Europe are asked for."""
DECISIONS_OF_WAR_GAME = (
    "battle", "build", "casualties", "combat move", "flights", "guns", "losses on the way",
    "noncombat move", "owner", "preemptive fire", "retreats", "scorched earth", "war production",
)  # fmt: skip
"""Those that players of The War Game are asked for."""
ORDERS_OF_WAR_GAME = (
    "Casualties", "EndPhase", "Fight", *war_game.ORDERS,
)  # fmt: skip
"""The orders of The War Game: of those of the engine it has few."""
EVENTS = tuple(str(event.__struct_config__.tag) for event in get_args(AnyEvent))
NOT_IN_DELUXE = ("Research", "PickChart")
"""Orders of the engine that are for what it does not have."""
NOT_IN_2WW = ("added", "technology")
"""Events of things that it does not have: all its units are there from the start."""
NOT_IN_WAR_GAME = ("noted", "relation", "status", "technology", "value")
"""Events of things that it does not have.

Sides never change, so that nothing is declared of powers (relations, statuses) or noted; a side
wins at once, so no status keeps since when it holds what it needs; and no land changes its value.
"""


def _all(
    family: str, orders: Iterable[str], decisions: Iterable[str], events: Iterable[str]
) -> frozenset[str]:
    """The names of what may occur in a family."""
    kinds = {"order": orders, "decision": decisions, "event": events}
    return frozenset(f"{family} {kind} {name}" for kind, names in kinds.items() for name in names)


EXPECTED = {
    AXIS_AND_ALLIES: _all(AXIS_AND_ALLIES, aa.ORDERS, DECISIONS, EVENTS),
    DELUXE: _all(
        DELUXE,
        [kind for kind in (*aa.ORDERS, *deluxe.ORDERS) if kind not in NOT_IN_DELUXE],
        DECISIONS_OF_DELUXE,
        [event for event in EVENTS if event != "technology"],
    ),
    SECOND_WORLD_WAR: _all(
        SECOND_WORLD_WAR,
        war_in_europe.ORDERS,
        DECISIONS_OF_2WW,
        [event for event in EVENTS if event not in NOT_IN_2WW],
    ),
    WAR_GAME: _all(
        WAR_GAME,
        ORDERS_OF_WAR_GAME,
        DECISIONS_OF_WAR_GAME,
        [event for event in EVENTS if event not in NOT_IN_WAR_GAME],
    ),
}
"""All that may occur, by family."""
NEVER: Mapping[str, str] = {}
"""What no random game comes to, and why."""


def family_of(record: GameRecord) -> str:
    """The family of the system that a game is of."""
    system = record.header.system
    names = {
        "war_in_europe": SECOND_WORLD_WAR,
        "deluxe3g40": DELUXE,
        "wargame1942": WAR_GAME,
    }
    found = (family for name, family in names.items() if system.startswith(name))
    return next(found, AXIS_AND_ALLIES)


class CountedPlayer(RandomPlayer):
    """A random player that counts what it is asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: Counter[str] = Counter()

    def act(self, game: Game, asked: Decision) -> None:
        self.asked[f"{AXIS_AND_ALLIES} decision {asked.kind}"] += 1
        super().act(game, asked)


@dataclass(frozen=True)
class CountedFormPlayer(FormPlayer):
    """A player by forms that counts what it is asked."""

    asked: Counter[str] = field(default_factory=Counter, init=False, compare=False)

    def act(self, game: Game) -> None:
        if game.decision is not None:
            self.asked[f"{family_of(game.record)} decision {game.decision.kind}"] += 1
        super().act(game)


def occurred(record: GameRecord) -> Counter[str]:
    """How often each kind of order and event stands in a record."""
    found: Counter[str] = Counter()
    family = family_of(record)
    for step in record.steps.values():
        if step.order is not None:
            found[f"{family} order {step.order.kind}"] += 1
        found.update(f"{family} event {event.__struct_config__.tag}" for event in step.events)
    return found


def faults(found: Mapping[str, int]) -> list[str]:
    """What should have occurred and did not, or did and is not known."""
    played = [every for every in EXPECTED.values() if any(n in every for n in found)]
    expected = frozenset().union(*played)
    missing = sorted(expected - set(found) - set(NEVER))
    strange = sorted(set(found) - expected)
    idle = sorted(set(NEVER) & set(found))
    return [
        *(f"{name}: never occurred" for name in missing),
        *(f"{name}: not in the census's list" for name in strange),
        *(f"{name}: occurred, though it is excused" for name in idle),
    ]
