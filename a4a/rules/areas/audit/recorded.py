"""Recorded moves as orders to the kernel.

A program writes down where units went, not what for: the task of a move is told by another
event of its step, or not at all.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from a4a.core.events import AnyEvent, UnitsMoved, UnitsTasked
from a4a.core.state import State
from a4a.core.steps import NodeId, Step
from a4a.rules.areas.movement.field import ASSAULT

Task: TypeAlias = Literal["", "raid", "escort", "support", "drop", "rail"]

_JUDGED = ("combat", "noncombat", "airdrop", "amphibious", "rail")
_TOLD: dict[str, Task] = {"raid": "raid", "escort": "escort", "support": "support", "drop": "drop"}
_MODES: dict[str, Task] = {"airdrop": "drop", "rail": "rail"}


class Recorded(NamedTuple):
    """A move as it was recorded.

    Parameters
    ----------
    node, event
        The step, and the number of its first event in it.
    events
        The events themselves, which are applied if the kernel refuses the move.
    units, path, aboard
        As for an order.
    tasks
        What it may have been for; one task if the record tells.
    ordered
        Whether the record has it as an order that the kernel was given.
    """

    node: NodeId
    event: int
    events: tuple[AnyEvent, ...]
    units: tuple[int, ...]
    path: tuple[str, ...]
    aboard: int | None
    tasks: tuple[Task, ...]
    ordered: bool


def moves_of(step: Step, before: State) -> dict[int, Recorded]:
    """Return the moves that a step records, by the number of their first event.

    Parameters
    ----------
    step
        A step of a movement phase.
    before
        The recorded state before it.
    """
    ordered = step.order is not None
    found: dict[int, Recorded] = {}
    last: Recorded | None = None
    for number, event in enumerate(step.events):
        if isinstance(event, UnitsTasked):
            if event.task == ASSAULT and event.target is not None:
                path = (before.space_of(event.units[0]) or "", event.target)
                found[number] = Recorded(
                    step.id, number, (event,), event.units, path, None, ("",), ordered
                )  # fmt: skip
            continue
        if not isinstance(event, UnitsMoved) or event.mode not in _JUDGED or event.battle:
            continue
        if last is not None and last.units == event.units and last.path[-1] == event.path[0]:
            # A blitz, told territory by territory.
            last = last._replace(
                events=(*last.events, event),
                path=(*last.path, *event.path[1:]),
                aboard=event.aboard,
            )
        else:
            last = Recorded(
                step.id, number, (event,), event.units, event.path, event.aboard, ("",), ordered
            )  # fmt: skip
        task = _task(step, last)
        if event.mode in _MODES:
            last = last._replace(tasks=(_MODES[event.mode],))
        elif task is not None:
            last = last._replace(tasks=(task,))
        elif not ordered:
            last = last._replace(tasks=("", "support", "rail"))
        found[last.event] = last
    return found


def joined(
    log: Iterable[Recorded | AnyEvent], aircraft: Container[int]
) -> list[Recorded | AnyEvent]:
    """Return moves and other events, the legs of each flight joined in the place of the last.

    By the rules aircraft make their combat move in one go; a program lets them fly on.

    Parameters
    ----------
    log
        What happened in a phase, in order.
    aircraft
        The units that fly.
    """
    found: list[Recorded | AnyEvent] = []
    legs: dict[int, int] = {}  # of aircraft, the number of their last one in `found`
    for item in log:
        if isinstance(item, Recorded) and not item.ordered and item.aboard is None:
            item = _after_legs(found, legs, item)
            legs.update({unit: len(found) for unit in item.units if unit in aircraft})
        found.append(item)
    return [item for item in found if not isinstance(item, Recorded) or item.units]


def _after_legs(
    found: list[Recorded | AnyEvent], legs: Mapping[int, int], move: Recorded
) -> Recorded:
    """Return a move joined to the leg before it, if all its units flew that; take them off it."""
    numbers = {legs.get(unit) for unit in move.units}
    number = numbers.pop()
    leg = found[number] if number is not None and not numbers else None
    if not isinstance(leg, Recorded) or number is None or leg.path[-1] != move.path[0]:
        return move
    first, rest = _only(leg, move.units), tuple(u for u in leg.units if u not in move.units)
    found[number] = _only(leg, rest)
    return move._replace(events=(*first.events, *move.events), path=(*leg.path, *move.path[1:]))


def _only(move: Recorded, units: tuple[int, ...]) -> Recorded:
    """A move, with only some of its units."""
    events = tuple(
        msgspec.structs.replace(event, units=units) if isinstance(event, UnitsMoved) else event
        for event in move.events
    )
    return move._replace(units=units, events=events)


def _task(step: Step, move: Recorded) -> Task | None:
    """The task that a step gives to the units it moves, or None."""
    for event in step.events:
        if (
            isinstance(event, UnitsTasked)
            and event.units == move.units
            and event.target == move.path[-1]
        ):
            return _TOLD.get(event.task)
    return None
