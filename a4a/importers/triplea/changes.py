"""What a TripleA history changes: small reversible facts, and the engine's state they change.

Everything is in TripleA's own terms: names of players and territories, ids of units. A
`SavedChange` can be applied and undone; one that does not fit the state it meets says so in
`EngineState.faults`, which shows a damaged save or a fault of the reader, and goes on.
"""

from __future__ import annotations

# `apply` and `undo` of every change do what `Change` says of them.
# ruff: noqa: D102
from typing import Any, TypeAlias

import msgspec

HolderKind: TypeAlias = str
"""``"T"`` a territory, ``"P"`` a player's units that are bought and not yet placed."""

Key: TypeAlias = tuple[str, str, str]
"""An attachment: the kind and the name of what it is attached to, and its own name."""

_MAX_FAULTS = 100


class EngineState:
    """The part of a game that a history changes.

    Attributes
    ----------
    units
        Every unit that ever existed, by id: its attributes by TripleA's names.
    territories, held
        Ids of the units in a territory, and of a player's unplaced units; ordered, dict keys.
    owners
        Owner of each territory, None for nobody.
    resources
        Amount by player and resource.
    relations
        Relationship type by the sorted pair of players.
    frontiers
        Production frontier by player.
    controllers
        Who plays a player, as TripleA writes it ("Human:Human").
    attachments
        Values of attachments.
    rules
        Production rules of each frontier.
    properties
        Game properties that changes set.
    faults
        Changes that did not fit, the first hundred; `fault_count` counts all of them.
    """

    def __init__(self) -> None:
        self.units: dict[int, dict[str, Any]] = {}
        self.territories: dict[str, dict[int, None]] = {}
        self.held: dict[str, dict[int, None]] = {}
        self.owners: dict[str, str | None] = {}
        self.resources: dict[tuple[str, str], int] = {}
        self.relations: dict[tuple[str, str], str] = {}
        self.frontiers: dict[str, str | None] = {}
        self.controllers: dict[str, str | None] = {}
        self.attachments: dict[Key, dict[str, Any]] = {}
        self.rules: dict[str, list[str]] = {}
        self.properties: dict[str, Any] = {}
        self.faults: list[str] = []
        self.fault_count = 0

    def fault(self, what: str) -> None:
        """Note that a change did not fit."""
        self.fault_count += 1
        if len(self.faults) < _MAX_FAULTS:
            self.faults.append(what)

    def forget_faults(self) -> None:
        """Begin to count faults anew."""
        self.faults, self.fault_count = [], 0

    def holder(self, kind: HolderKind, name: str) -> dict[int, None]:
        """Return the units in a territory ("T") or held by a player ("P")."""
        return (self.territories if kind == "T" else self.held).setdefault(name, {})

    def snapshot(self) -> dict[str, Any]:
        """Return a comparable copy of everything, in which the order of units has no meaning."""
        return {
            "units": {unit: dict(values) for unit, values in self.units.items()},
            "territories": {name: frozenset(ids) for name, ids in self.territories.items() if ids},
            "held": {name: frozenset(ids) for name, ids in self.held.items() if ids},
            "owners": dict(self.owners),
            "resources": {key: amount for key, amount in self.resources.items() if amount},
            "relations": dict(self.relations),
            "frontiers": dict(self.frontiers),
            "controllers": dict(self.controllers),
            "rules": {name: sorted(rules) for name, rules in self.rules.items()},
        }


class SavedChange(msgspec.Struct, frozen=True):
    """The root of all changes."""

    def apply(self, state: EngineState) -> None:
        """Change the state."""

    def undo(self, state: EngineState) -> None:
        """Take the change back."""


class SetUnit(SavedChange, frozen=True):
    """An attribute of one unit got another value."""

    unit: int
    key: str
    old: Any
    new: Any

    def apply(self, state: EngineState) -> None:
        _set(state, self.unit, self.key, self.old, self.new)

    def undo(self, state: EngineState) -> None:
        _set(state, self.unit, self.key, self.new, self.old)


class SetUnits(SavedChange, frozen=True):
    """An attribute of several units got other values: hits, damage, owners."""

    key: str
    old: dict[int, Any]
    new: dict[int, Any]

    def apply(self, state: EngineState) -> None:
        for unit, value in self.new.items():
            _set(state, unit, self.key, self.old.get(unit, value), value)

    def undo(self, state: EngineState) -> None:
        for unit, value in self.old.items():
            _set(state, unit, self.key, self.new.get(unit, value), value)


class AddUnits(SavedChange, frozen=True):
    """Units were put into a territory, or among a player's unplaced units."""

    kind: HolderKind
    holder: str
    units: tuple[int, ...]
    owners: dict[int, str | None] | None = None

    def apply(self, state: EngineState) -> None:
        _add(state, self)

    def undo(self, state: EngineState) -> None:
        _remove(state, self)


class RemoveUnits(SavedChange, frozen=True):
    """Units were taken out of a territory, or from among a player's unplaced units."""

    kind: HolderKind
    holder: str
    units: tuple[int, ...]
    owners: dict[int, str | None] | None = None

    def apply(self, state: EngineState) -> None:
        _remove(state, self)

    def undo(self, state: EngineState) -> None:
        _add(state, self)


class SetOwner(SavedChange, frozen=True):
    """A territory got another owner; None is nobody."""

    territory: str
    old: str | None
    new: str | None

    def apply(self, state: EngineState) -> None:
        _replace(state, state.owners, self.territory, self.old, self.new)

    def undo(self, state: EngineState) -> None:
        _replace(state, state.owners, self.territory, self.new, self.old)


class AddResource(SavedChange, frozen=True):
    """A player got (or, negative, spent) an amount of a resource."""

    player: str
    resource: str
    amount: int

    def apply(self, state: EngineState) -> None:
        key = (self.player, self.resource)
        state.resources[key] = state.resources.get(key, 0) + self.amount

    def undo(self, state: EngineState) -> None:
        key = (self.player, self.resource)
        state.resources[key] = state.resources.get(key, 0) - self.amount


class SetRelation(SavedChange, frozen=True):
    """The relationship of two players changed."""

    a: str
    b: str
    old: str
    new: str

    def apply(self, state: EngineState) -> None:
        _replace(state, state.relations, pair(self.a, self.b), self.old, self.new)

    def undo(self, state: EngineState) -> None:
        _replace(state, state.relations, pair(self.a, self.b), self.new, self.old)


class SetFrontier(SavedChange, frozen=True):
    """A player got another production frontier: what it may buy, and for how much."""

    player: str
    old: str | None
    new: str | None

    def apply(self, state: EngineState) -> None:
        _replace(state, state.frontiers, self.player, self.old, self.new)

    def undo(self, state: EngineState) -> None:
        _replace(state, state.frontiers, self.player, self.new, self.old)


class SetController(SavedChange, frozen=True):
    """A player is played by somebody else."""

    player: str
    old: str | None
    new: str | None

    def apply(self, state: EngineState) -> None:
        _replace(state, state.controllers, self.player, self.old, self.new)

    def undo(self, state: EngineState) -> None:
        _replace(state, state.controllers, self.player, self.new, self.old)


class SetAttachment(SavedChange, frozen=True):
    """A value of an attachment changed. The new value may be raw text of the map's XML."""

    key: Key
    property: str
    old: Any
    new: Any

    def apply(self, state: EngineState) -> None:
        state.attachments.setdefault(self.key, {})[self.property] = self.new

    def undo(self, state: EngineState) -> None:
        state.attachments.setdefault(self.key, {})[self.property] = self.old


class SetRule(SavedChange, frozen=True):
    """A production rule was added to a frontier, or removed from it."""

    frontier: str
    rule: str
    added: bool

    def apply(self, state: EngineState) -> None:
        _rule(state, self, self.added)

    def undo(self, state: EngineState) -> None:
        _rule(state, self, not self.added)


class SetProperty(SavedChange, frozen=True):
    """A game property changed."""

    property: str
    old: Any
    new: Any

    def apply(self, state: EngineState) -> None:
        state.properties[self.property] = self.new

    def undo(self, state: EngineState) -> None:
        state.properties[self.property] = self.old


class Opaque(SavedChange, frozen=True):
    """A change of nothing that a state holds, or an unknown one; by its class's name."""

    name: str
    known: bool


def pair(a: str, b: str) -> tuple[str, str]:
    """Return two names in order, since relations have no direction."""
    return (a, b) if a <= b else (b, a)


def _set(state: EngineState, unit: int, key: str, old: Any, new: Any) -> None:
    values = state.units.get(unit)
    if values is None:
        state.fault(f"{key} of a unit that does not exist changes")
        return
    if values.get(key, old) != old:
        state.fault(
            f"{key} of unit {unit} is {values[key]!r:.60}, where a change expects {old!r:.60}"
        )
    values[key] = new


def _replace(state: EngineState, table: dict[Any, Any], key: Any, old: Any, new: Any) -> None:
    if table.get(key) != old:
        state.fault(f"{key!r:.80} is {table.get(key)!r:.60}, where a change expects {old!r:.60}")
    table[key] = new


def _add(state: EngineState, change: AddUnits | RemoveUnits) -> None:
    holder = state.holder(change.kind, change.holder)
    for unit in change.units:
        if unit in holder:
            state.fault(f"unit {unit} comes to {change.holder!r:.60}, where it is already")
        holder[unit] = None
    for unit, owner in (change.owners or {}).items():
        if unit in state.units:
            state.units[unit]["owner"] = owner


def _remove(state: EngineState, change: AddUnits | RemoveUnits) -> None:
    holder = state.holder(change.kind, change.holder)
    for unit in change.units:
        if unit not in holder:
            state.fault(f"unit {unit} leaves {change.holder!r:.60}, where it is not")
        holder.pop(unit, None)


def _rule(state: EngineState, change: SetRule, added: bool) -> None:
    rules = state.rules.setdefault(change.frontier, [])
    if added:
        rules.append(change.rule)
    elif change.rule in rules:
        rules.remove(change.rule)
    else:
        state.fault(f"rule {change.rule!r:.60} leaves frontier {change.frontier!r:.60}: not there")
