"""A TripleA save in TripleA's own terms: map, players, the state at the end, and the history."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from a4a.importers.triplea.changes import EngineState, SavedChange


class Player(msgspec.Struct, frozen=True):
    """A player of the map: a power, or part of one.

    `controller` is who played it when the game was saved ("Human:Human", "AI:Hard (AI)").
    """

    name: str
    alliances: tuple[str, ...] = ()
    controller: str | None = None
    technologies: tuple[str, ...] = ()


class Territory(msgspec.Struct, frozen=True):
    """A territory or sea zone, with the values of its attachments at the end of the game."""

    name: str
    water: bool
    values: dict[str, Any]
    canals: tuple[Canal, ...] = ()


class Canal(msgspec.Struct, frozen=True):
    """A canal that two sea zones share: its name, and the territories that control it."""

    name: str
    territories: tuple[str, ...]


class SavedUnitType(msgspec.Struct, frozen=True):
    """A unit type with the values of its attachment."""

    name: str
    values: dict[str, Any]


class SavedSupport(msgspec.Struct, frozen=True):
    """A support: the unit type that gives it, its sort, and the values of its attachment."""

    unit_type: str
    sort: str
    values: dict[str, Any]


class ProductionRule(msgspec.Struct, frozen=True):
    """A production rule: what it costs, by resource, and what it makes, by name."""

    name: str
    costs: tuple[tuple[str, int], ...]
    results: tuple[tuple[str, int], ...]


class SequenceStep(msgspec.Struct, frozen=True):
    """A step of a round: its name, whose it is, and the delegate that runs it."""

    name: str
    player: str | None
    delegate: str
    display: str


class BattleRecord(msgspec.Struct, frozen=True):
    """What TripleA itself noted of a battle when it was over; losses are in TUV."""

    site: str
    attacker: str | None
    defender: str | None
    kind: str
    result: str
    winner: str
    rounds: int
    attacker_lost: int
    defender_lost: int
    attackers_left: tuple[int, ...] = ()


# --- history -----------------------------------------------------------------------------------


class SavedDie(msgspec.Struct, frozen=True):
    """A die: the face from 1, what it had to roll at most, and 0 a miss, 1 a hit, 2 ignored."""

    face: int
    rolled_at: int
    kind: int


class SavedRoll(msgspec.Struct, frozen=True):
    """A roll, as it is attached to a line of the history."""

    dice: tuple[SavedDie, ...]
    hits: int
    expected: float | None = None
    player: str = ""


class SavedMove(msgspec.Struct, frozen=True):
    """A move: the units, the territories from the first to the last, who boards which transport."""

    units: tuple[int, ...]
    route: tuple[str, ...]
    aboard: dict[int, int]


class Placement(msgspec.Struct, frozen=True):
    """Units put on the map, and where."""

    units: tuple[int, ...]
    territory: str


class SavedUnits(msgspec.Struct, frozen=True):
    """The units a line speaks of."""

    units: tuple[int, ...]


class Site(msgspec.Struct, frozen=True):
    """The territory a line speaks of."""

    territory: str


Data: TypeAlias = SavedRoll | SavedMove | Placement | SavedUnits | Site | None
"""What is attached to a line of the history."""


class SavedLine(msgspec.Struct, frozen=True):
    """A line within an event."""

    text: str
    data: Data


class EventNode(msgspec.Struct, frozen=True):
    """An event: its line, the lines under it; `start` and `end` bound its changes."""

    text: str
    data: Data
    lines: tuple[SavedLine, ...]
    start: int
    end: int


class StepNode(msgspec.Struct, frozen=True):
    """A step of a player's turn. `start` counts the changes before it.

    Changes between `start` and the first event's start belong to no event.
    """

    name: str
    delegate: str
    player: str | None
    display: str
    events: tuple[EventNode, ...]
    start: int
    end: int


class RoundNode(msgspec.Struct, frozen=True):
    """A round. Changes between `start` and the first step's start belong to no step."""

    number: int
    steps: tuple[StepNode, ...]
    start: int
    end: int


class Save(msgspec.Struct, frozen=True):
    """A whole save.

    Attributes
    ----------
    engine
        Version of the program that wrote it.
    game, version, map
        Name and version of the game, and name of the map.
    round
        The round in which it was saved.
    dice_sides
        Faces of the dice.
    players
        In order; neutral ones too.
    territories, connections
        The map. A connection is a pair of names, once in each direction.
    unit_types, rules, frontiers, resources
        What can be bought, by name.
    stances
        What a relationship type amounts to: "war", "allied" or "neutral".
    sequence
        The steps of a round.
    options
        Rules options, those of them that are known.
    battles
        TripleA's own notes on battles, by round.
    end
        The state in which it was saved.
    rounds
        The history.
    changes
        The history's changes in order; each is a group of small ones.
    unknown
        Classes of changes and of attached data that are not known, and how often they were met.
    unit_keys
        Ids of units by TripleA's own.
    supports
        Which units help which others.
    advances
        What technologies do: the values of their attachments by the field that says who has one.
    effects
        By effect of land: what unit types hit on more or less, in attack and in defense.
    limits
        Further options of battles (`options.LIMITS`).
    """

    engine: str
    game: str
    version: str
    map: str
    round: int
    dice_sides: int
    players: dict[str, Player]
    territories: dict[str, Territory]
    connections: tuple[tuple[str, str], ...]
    unit_types: dict[str, SavedUnitType]
    rules: dict[str, ProductionRule]
    frontiers: dict[str, tuple[str, ...]]
    resources: tuple[str, ...]
    stances: dict[str, str]
    sequence: tuple[SequenceStep, ...]
    options: dict[str, Any]
    battles: dict[int, tuple[BattleRecord, ...]]
    end: EngineState
    rounds: tuple[RoundNode, ...]
    changes: tuple[tuple[SavedChange, ...], ...]
    unknown: dict[str, int]
    unit_keys: dict[str, int]
    supports: tuple[SavedSupport, ...] = ()
    advances: dict[str, dict[str, Any]] = {}
    effects: dict[str, dict[str, tuple[int, int]]] = {}
    limits: dict[str, Any] = {}


def whole(value: Any, default: int = 0) -> int:
    """Return a number that an attachment holds as a whole one; the default for anything else."""
    return int(value) if isinstance(value, int | float) and abs(value) < 1e9 else default
