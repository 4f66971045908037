"""Positions into states, and settled states into positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core import position as pos
from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.errors import RecordError
from a4a.core.fold import Fold
from a4a.core.position import Position
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.workingcopy import TABLES


def open_position(position: Position, board: Board, catalog: Catalog) -> State:
    """Return the state of a position: the root of every fold.

    Raises
    ------
    RecordError
        If the position names anything not on the board or in the catalog, or a unit twice.
    """
    state = State()
    for table in TABLES:
        setattr(state, table, {})
    state.board, state.catalog = board, catalog
    state.round, state.label, state.turn = position.round, position.label, position.turn
    state.active, state.phase = position.active, position.phase
    state.victors, state.turn_start, state.last_unit, state.asked = (), None, 0, 0
    state._halted = frozenset()
    fold = Fold(state)
    try:
        for power in position.active:
            fold._check_power(power, ev.TurnBegan(position.active))
        fold.apply_all(_set_up(position))
    except RecordError as error:
        raise RecordError(f"start position: {error}") from None
    return fold.state()


def _set_up(position: Position) -> Iterator[ev.AnyEvent]:
    """Yield the events that make a position out of nothing."""
    for space, power in position.control.items():
        yield ev.ControlChanged(space, None, power, "set-up")
    for relation in position.relations:
        yield ev.RelationChanged(relation.a, relation.b, "", relation.state)
    for b in position.balances:
        yield ev.ResourceChanged(b.treasury, b.resource, b.amount, "set-up", "", b.restriction)
    for value in position.values:
        yield ev.ValueChanged(value.space, value.key, None, value.value)
    for power, statuses in position.statuses.items():
        yield ev.StatusChanged(power, gained=statuses)
    for power, technologies in position.technologies.items():
        yield ev.TechnologyChanged(power, gained=technologies)
    yield ev.UnitsAdded(tuple(_carriers_first(position.units)), "set-up")
    for marker in position.markers:
        yield ev.MarkerChanged(marker.subject, marker.marker, marker.count)


def _carriers_first(units: tuple[Unit, ...]) -> Iterator[Unit]:
    """Yield units in an order in which each carrier comes before what is aboard it."""
    cargo: dict[int, list[Unit]] = {}
    ready: deque[Unit] = deque()
    for unit in units:
        if isinstance(unit.place, int):
            cargo.setdefault(unit.place, []).append(unit)
        else:
            ready.append(unit)
    while ready:
        unit = ready.popleft()
        yield unit
        ready.extend(cargo.pop(unit.id, ()))
    # Units that are left over are aboard nothing: the fold refuses them.
    for left in cargo.values():
        yield from left


def position_of(state: State) -> Position:
    """Write a settled state down as a position, from which a new record can start.

    Raises
    ------
    RecordError
        If something is open: a battle, a decision, an interrupted move.
    """
    if not state.settled:
        raise RecordError("a position can only be taken where nothing is open")
    return Position(
        round=state.round,
        label=state.label,
        turn=state.turn,
        active=state.active,
        phase=state.phase,
        units=tuple(state.units.values()),
        control=dict(state.control),
        relations=tuple(pos.Relation(a, b, r) for (a, b), r in state.relations.items()),
        balances=tuple(pos.Balance(t, r, n, x) for (t, r, x), n in state.balances.items()),
        values=tuple(pos.SpaceValue(s, k, v) for (s, k), v in state.values.items()),
        markers=tuple(pos.Marker(s, m, n) for (s, m), n in state.markers.items()),
        statuses=dict(state._statuses),
        technologies=dict(state._technologies),
    )
