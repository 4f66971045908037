"""The state of a game at a node: immutable to whoever holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.errors import A4AError
from a4a.core.events import AnyEvent, Asked, BattleKind, OnUnit, Participant, Rolled, Subject, Value
from a4a.core.units import Holding, Memory, Place, Stack, Unit


class OpenBattle(msgspec.Struct, frozen=True, gc=False):
    """A battle that has opened and not yet closed.

    Parameters
    ----------
    id, space, kind, participants, links
        As in `BattleOpened`, with the units that joined since and without those that left.
    round
        The combat round it is in; 0 before the first.
    step
        The step of that round, or "".
    rolls
        What was rolled in that step.
    """

    id: str
    space: str
    kind: BattleKind
    participants: tuple[Participant, ...]
    links: tuple[str, ...] = ()
    round: int = 0
    step: str = ""
    rolls: tuple[Rolled, ...] = ()


BalanceKey: TypeAlias = tuple[str, str, str]
"""Treasury, resource, restriction."""

_EMPTY: tuple[int, ...] = ()
_NOBODY: tuple[Unit, ...] = ()
_NOTHING = Memory()
_GROUND = ("_control", "_relations", "_values")
_POWERS = ("_control", "_statuses")


class State:
    """Everything that holds at one node. Readers cannot change it; `apply` makes a new one.

    States come from `GameRecord.state_at`. Two states are equal when the same things stand in
    the same places, whichever of several interchangeable units has which id; what is only
    remembered (`memory`, `turn_start`) does not count.

    Attributes
    ----------
    board, catalog
        Where and with what it is played.
    round, label
        The round, and the name of its season; 0 before the first.
    turn
        Turns begun so far in the game.
    active
        The powers whose turn it is.
    phase
        The phase, or "".
    last_unit
        The highest id any unit has had so far.
    asked
        Questions asked so far in the game (`Asked`).
    victors
        Who has won, or empty.
    turn_start
        The state as the current turn began (its own `turn_start` is None), or None.
    """

    __slots__ = (
        "_balances", "_battles", "_contents", "_control", "_decisions", "_halted", "_markers",
        "_memory", "_relations", "_statuses", "_stirred", "_technologies", "_units", "_values",
        "active", "asked", "board", "catalog", "label", "last_unit", "phase", "round", "turn",
        "turn_start", "victors",
    )  # fmt: skip

    board: Board
    catalog: Catalog
    round: int
    label: str
    turn: int
    active: tuple[str, ...]
    phase: str
    last_unit: int
    asked: int
    victors: tuple[str, ...]
    turn_start: State | None
    _units: dict[int, Unit]
    _contents: dict[Place, tuple[int, ...]]
    _stirred: dict[str, object]  # by power: another object whenever its units change
    _control: dict[str, str]
    _relations: dict[tuple[str, str], str]
    _balances: dict[BalanceKey, int]
    _values: dict[tuple[str, str], Value]
    _markers: dict[tuple[Subject, str], int]
    _statuses: dict[str, tuple[str, ...]]
    _technologies: dict[str, tuple[str, ...]]
    _memory: dict[int, Memory]
    _battles: dict[str, OpenBattle]
    _decisions: dict[str, Asked]
    _halted: frozenset[int]

    # --- units ----------------------------------------------------------------------------------

    @property
    def units(self) -> Mapping[int, Unit]:
        """All units in the game by id."""
        return MappingProxyType(self._units)

    def unit(self, unit: int) -> Unit:
        """Return the unit of this id; A4AError if it is not in the game."""
        found = self._units.get(unit)
        if found is None:
            raise A4AError(f"no unit {unit} is in the game at this node")
        return found

    def at(self, place: Place) -> tuple[Unit, ...]:
        """Units standing directly in a space, aboard a unit, or in a holding.

        Cargo of ships in a space is not among them; see `within`.
        """
        there = self._contents.get(place)
        if there is None:
            return _NOBODY
        units = self._units
        return tuple([units[i] for i in there])

    def within(self, space: str) -> tuple[Unit, ...]:
        """Units in a space, each followed by what is aboard it."""
        return tuple(self._nested(space))

    def _nested(self, place: Place) -> Iterator[Unit]:
        for unit in self._contents.get(place, _EMPTY):
            yield self._units[unit]
            if unit in self._contents:
                yield from self._nested(unit)

    def space_of(self, unit: int) -> str | None:
        """The space where a unit is, itself or aboard another; None if it is in a holding."""
        place = self.unit(unit).place
        while isinstance(place, int):
            place = self._units[place].place
        return place if isinstance(place, str) else None

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """The holdings that hold anything."""
        return tuple(place for place in self._contents if isinstance(place, Holding))

    def memory(self, unit: int) -> Memory:
        """What a unit has done since the turn began."""
        return self._memory.get(unit, _NOTHING)

    @property
    def memories(self) -> Mapping[int, Memory]:
        """What units have done since the turn began, by id; those that did nothing are absent."""
        return MappingProxyType(self._memory)

    @property
    def halted(self) -> frozenset[int]:
        """Units whose move was interrupted and may go on."""
        return self._halted

    def stacks(self, space: str | None = None) -> tuple[Stack, ...]:
        """Stacks of interchangeable units, in one space or on the whole board.

        Returns
        -------
        tuple of Stack
            In board order, then by power and unit type in catalog order.
        """
        names = [space] if space is not None else [s.name for s in self.board.spaces]
        power_order, type_order = self.catalog.power_order, self.catalog.type_order
        stacks: list[Stack] = []
        for name in names:
            if name not in self._contents:
                continue
            groups: dict[tuple[str, str, int, tuple[str, ...], bool, str], list[int]] = {}
            for unit in self._nested(name):
                aboard = unit.place != name
                key = (unit.owner, unit.type, unit.damage, unit.flags, aboard, unit.name)
                groups.setdefault(key, []).append(unit.id)
            found = [Stack(name, *key[:5], tuple(ids), key[5]) for key, ids in groups.items()]
            found.sort(
                key=lambda s: (
                    power_order[s.power], type_order[s.type], s.damage, s.aboard,
                )
            )  # fmt: skip
            stacks += found
        return tuple(stacks)

    # --- spaces, powers, money ------------------------------------------------------------------

    @property
    def control(self) -> Mapping[str, str]:
        """Controller by space; spaces that nobody controls are absent."""
        return MappingProxyType(self._control)

    def same_ground(self, other: State) -> bool:
        """Whether control, relations and values of spaces are those of another state."""
        return self._same(_GROUND, other)

    def same_control(self, other: State) -> bool:
        """Whether powers control the spaces that they do in another state."""
        return self._control is other._control or self._control == other._control

    def same_relations(self, other: State) -> bool:
        """Whether powers stand to each other as they do in another state."""
        return self._relations is other._relations or self._relations == other._relations

    def same_field(self, other: State) -> bool:
        """Whether units, what they did, their battles and spaces are the very ones of another.

        What is asked may differ.
        """
        return (
            self._units is other._units and self._memory is other._memory
            and self._battles is other._battles and self._markers is other._markers
            and self._contents is other._contents and self._control is other._control
        )  # fmt: skip

    def same_units(self, other: State, powers: Iterable[str]) -> bool:
        """Whether nothing has happened to the units of some powers between another state and this.

        Nothing to them themselves: they may be aboard what has moved.
        """
        mine, theirs = self._stirred, other._stirred
        return mine is theirs or all(mine.get(power) is theirs.get(power) for power in powers)

    def same_powers(self, other: State) -> bool:
        """Whether powers control the spaces and have the statuses that they do in another state."""
        return self._same(_POWERS, other)

    def _same(self, tables: tuple[str, ...], other: State) -> bool:
        for table in tables:
            mine, theirs = getattr(self, table), getattr(other, table)
            if mine is not theirs and mine != theirs:
                return False
        return True

    @property
    def relations(self) -> Mapping[tuple[str, str], str]:
        """How powers stand, by the sorted pair of their names."""
        return MappingProxyType(self._relations)

    def relation(self, a: str, b: str) -> str:
        """How two powers stand: "war", "allied", "neutral" ..., or "" if nothing is said."""
        return self._relations.get((a, b) if a <= b else (b, a), "")

    @property
    def balances(self) -> Mapping[BalanceKey, int]:
        """Money by treasury, resource and restriction."""
        return MappingProxyType(self._balances)

    def money(self, treasury: str, resource: str) -> int:
        """All of a resource in a treasury, restricted or not."""
        return sum(
            amount
            for (owner, kind, _), amount in self._balances.items()
            if owner == treasury and kind == resource
        )

    def value(self, space: str, key: str, default: Value = None) -> Value:
        """Return a changeable value of a space, or the default if none was ever set."""
        return self._values.get((space, key), default)

    @property
    def values(self) -> Mapping[tuple[str, str], Value]:
        """Changeable values by space and key."""
        return MappingProxyType(self._values)

    def income_value(self, space: str) -> int:
        """What a space yields now: its printed value unless the game has changed it."""
        value = self._values.get((space, "value"))
        return int(value) if value is not None else self.board.space(space).value

    @property
    def markers(self) -> Mapping[tuple[Subject, str], int]:
        """How many markers and tokens there are, by what they are on and their kind."""
        return MappingProxyType(self._markers)

    def statuses(self, power: str) -> tuple[str, ...]:
        """Return the statuses of a power, sorted."""
        return self._statuses.get(power, ())

    def technologies(self, power: str) -> tuple[str, ...]:
        """Return the technologies of a power, in the order gained."""
        return self._technologies.get(power, ())

    # --- what is open ---------------------------------------------------------------------------

    @property
    def battles(self) -> Mapping[str, OpenBattle]:
        """Open battles by id."""
        return MappingProxyType(self._battles)

    @property
    def decisions(self) -> Mapping[str, Asked]:
        """Open decisions by id."""
        return MappingProxyType(self._decisions)

    @property
    def settled(self) -> bool:
        """Whether nothing is open: no battle, no decision, no interrupted move."""
        return not (self._battles or self._decisions or self._halted)

    @property
    def unsettled(self) -> str:
        """What is open, in words; "" if nothing is."""
        parts = [f"battle {b.id!r} in {b.space} is open" for b in self._battles.values()]
        parts += [f"decision {d!r} is open" for d in self._decisions]
        parts += [f"the move of unit {unit} is interrupted" for unit in sorted(self._halted)]
        return ", ".join(parts)

    # --- change and comparison ------------------------------------------------------------------

    def apply(self, *events: AnyEvent) -> State:
        """Return the state after these events; this one stays as it is.

        Raises
        ------
        RecordError
            If an event cannot have happened here: a unit is not where it moves from.
        """
        from a4a.core.fold import Fold

        return Fold(self).apply_all(events).state()

    def fingerprint(self) -> tuple[object, ...]:
        """A value equal for equal states, whatever the ids of interchangeable units."""
        on_units: dict[int, list[tuple[str, int]]] = {}
        for (subject, marker), count in self._markers.items():
            if isinstance(subject, OnUnit):
                on_units.setdefault(subject.unit, []).append((marker, count))

        def describe(unit: Unit) -> tuple[object, ...]:
            cargo = tuple(sorted(map(describe, self.at(unit.id)), key=repr))
            on_it = tuple(sorted(on_units.get(unit.id, ())))
            return (unit.type, unit.owner, unit.damage, unit.flags, unit.name, on_it, cargo)

        def tally(units: Iterable[Unit]) -> frozenset[tuple[object, int]]:
            return frozenset(Counter(map(describe, units)).items())

        places = [place for place in self._contents if not isinstance(place, int)]
        return (
            (self.round, self.turn, self.active, self.phase, self.victors),
            frozenset((place, tally(self.at(place))) for place in places),
            frozenset(self._control.items()),
            frozenset(self._relations.items()),
            frozenset(item for item in self._balances.items() if item[1]),
            frozenset(self._values.items()),
            frozenset(
                (k, n) for k, n in self._markers.items() if n and not isinstance(k[0], OnUnit)
            ),
            frozenset(item for item in self._statuses.items() if item[1]),
            frozenset((p, frozenset(t)) for p, t in self._technologies.items() if t),
            frozenset((b.id, b.space, b.kind, b.round) for b in self._battles.values()),
            frozenset(self._decisions),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.fingerprint() == other.fingerprint()

    def __hash__(self) -> int:
        return hash(self.fingerprint())

    def __repr__(self) -> str:
        who = " and ".join(self.active) or "nobody"
        return f"<State round {self.round}, {who}, {self.phase or 'no phase'}>"
