"""What would be allowed instead of a move that was refused, in words.

Everything named has been tried: the units may go there, or the move may be made once the step
named has been taken. This takes time, so it is worked out only when somebody reads the refusal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

import msgspec

from a4a.core.dice import ScriptedDice
from a4a.core.english import places_of
from a4a.core.errors import RuleViolation
from a4a.core.units import Unit
from a4a.rules.areas.movement import engaging, moving, paratroopers
from a4a.rules.areas.movement.airways import air_paths
from a4a.rules.areas.movement.field import DROP, Field
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.movement.reach import Way, ways
from a4a.rules.areas.movement.refusal import Refusal, refuse
from a4a.rules.areas.orders import Engage, Move
from a4a.rules.areas.politics import declarations
from a4a.rules.run import Run

_MOST_NAMES = 30
"""The most spaces named; if there are more, the nearest are named and the others counted."""
_FARTHEST_DROP = 6
_LATER = "Noncombat Move"
_TASKS = {
    "rail": "by rail to",
    "raid": "on a raid to",
    "escort": "as the escort of a raid to",
    "support": "in support of an assault to",
    "drop": "by parachute to",
}


def violation(field: Field, order: Move, refusal: Refusal) -> RuleViolation:
    """Make the error of a refused move; it says what would be allowed.

    Parameters
    ----------
    field
        Where and when.
    order
        The move.
    refusal
        Why it may not be made.
    """
    if refusal.rule and not refusal.allowed:
        first = refusal.first
        refusal = refusal._replace(allowed=lambda: instead(field, order, first=first))
    return refuse(field.system.book, refusal, tried=moving.tried(field, order))


def instead(field: Field, order: Move, *, first: str = "") -> str:
    """Say what can be done so that the move may be made, and where else the units can go.

    Parameters
    ----------
    field
        Where and when.
    order
        The move, which may not be made as things stand.
    first
        What has to be done first at sea, or ""; the answer says who could do it.
    """
    state = field.state
    units = [state.units[i] for i in order.units if i in state.units]
    if not units:
        return ""
    said = [*_first(field, order, first), *_ends(field, units, task=order.task)]
    if field.combat and _fresh(field, order, units):
        later = Field(field.ground, field.state, combat=False)
        if _may(later, msgspec.structs.replace(order, task="")):
            said.append(f"this move in the {_LATER} phase")
        elif not said:
            said += [f"in the {_LATER} phase {ends}" for ends in _ends(later, units, task="")]
    if said:
        return "; ".join(said)
    aboard = all(isinstance(u.place, int) for u in units)
    if len(units) == 1:
        return "it stays aboard" if aboard else "it stays where it is"
    return "they stay aboard" if aboard else "they stay where they are"


# --- where else ---------------------------------------------------------------------------------


def _ends(field: Field, units: Sequence[Unit], *, task: str) -> Iterator[str]:
    """Where the units can go together: first for the task ordered, then for none, then others."""
    found: dict[_How, dict[str, None]] = {}
    plain: set[str] = set()
    for way in chain(ways(field, units), _drops(field, units) if task == DROP else ()):
        end = way.path[-1]
        if not way.task:
            plain.add(end)
        elif way.task != task and end in plain:
            continue
        vehicle = None if way.aboard is None else field.state.unit(way.aboard).type
        if vehicle is not None and vehicle not in field.ground.lifters:
            vehicle = "transport"
        found.setdefault((way.task, vehicle or ""), {})[end] = None
    order = sorted(found, key=lambda kind: (kind[0] != task, kind[0] != "", kind))
    for kind in order:
        yield f"{_how(kind, task=task)} {_named(list(found[kind]))}"


_How: TypeAlias = tuple[str, str]
"""A task, and what they go aboard: "transport" for any ship, the type of an aircraft, or ""."""


def _how(kind: _How, *, task: str) -> str:
    way, vehicle = kind
    if vehicle == "transport":
        return "aboard a transport in"
    if vehicle:
        return f"by {vehicle} to"
    if way:
        return _TASKS[way]
    return f'without the task "{task}" to' if task else "to"


def _drops(field: Field, units: Sequence[Unit]) -> Iterator[Way]:
    """Where paratroopers can drop."""
    here = field.place(units[0])
    if here is None:
        return
    for path in air_paths(field, here, _FARTHEST_DROP).values():
        if paratroopers.check(field, units, path) is None:
            yield Way(path, None, "drop")


def _named(names: Sequence[str]) -> str:
    """Spaces by name: the nearest, if they are many."""
    more = len(names) - _MOST_NAMES
    if more < 2:
        return places_of(names)
    return f"{places_of(names[:_MOST_NAMES])}, and {more} more spaces farther away"


# --- what to do first ---------------------------------------------------------------------------


def _first(field: Field, order: Move, first: str) -> Iterator[str]:
    """What would let the move be made if done first: a declaration of war, or something at sea."""
    if not field.combat:
        return
    system, state, power = field.system, field.state, field.power
    if not declarations.has_moved(state, field.power):
        for other in declarations.may_declare(system, state, power):
            run = _trial(field)
            declarations.declare(system, run, power, (other,))
            if _may(Field(Ground(system, run.state, power), run.state, combat=True), order):
                yield f"declare war on {system.called(other)} first"
                return
    if first:
        yield next(_attacks(field, order, _zone(field, order)), first)


def _zone(field: Field, order: Move) -> str:
    """The sea zone where ships arrive, or out of which cargo goes ashore; "" for other moves."""
    start, end = order.path[0], order.path[-1]
    is_sea = field.system.graph.is_sea
    if not is_sea.get(start):
        return ""
    at_sea = field.system.types[field.state.unit(order.units[0]).type].category == "sea"
    return end if at_sea and is_sea.get(end) else "" if at_sea else start


def _attacks(field: Field, order: Move, zone: str) -> Iterator[str]:
    """Yield the attack in a sea zone that would let the move be made, by units there or coming."""
    attack = Engage(zone, "attack")
    if engaging.check_engage(field, attack) is None:
        run = _trial(field)
        engaging.engage(field, run, attack)
        if _may(field.after(run.state), order):
            yield f"attack what is in {zone} first"
            return
    seen: set[tuple[str, str | None]] = set()
    for unit in (*field.ships, *field.aircraft):
        alike = unit.type, field.place(unit)
        if unit.id in order.units or zone in alike or alike in seen:
            continue
        seen.add(alike)
        for way in ways(field, [unit]):
            if way.path[-1] == zone and not field.system.types[unit.type].transport_capacity:
                run = _trial(field)
                moving.carry_out(field, run, way.order([unit.id]))
                if _may(field.after(run.state), order):
                    yield f"send the {unit.type} in {alike[1]} to {zone} first"
                    return


def _trial(field: Field) -> Run:
    """A run without dice, to try what would be allowed afterwards."""
    return Run(field.state, ScriptedDice(()))


def _may(field: Field, order: Move) -> bool:
    return moving.check(field, order) is None


def _fresh(field: Field, order: Move, units: Sequence[Unit]) -> bool:
    """Whether units will still be free to move when the combat moves are over.

    Land units and ships that have moved, loaded or fought are not, nor is cargo of such ships.
    """
    if field.system.types[units[0].type].category == "air":
        return True
    ships = (i for i in (order.aboard, *(u.place for u in units)) if isinstance(i, int))
    for i in (*order.units, *ships):
        memory = field.state.memory(i)
        if memory.moved or memory.battles or memory.loaded or memory.unloaded or memory.task:
            return False
        if any(field.state.memory(cargo.id).loaded for cargo in field.state.at(i)):
            return False
    return True
