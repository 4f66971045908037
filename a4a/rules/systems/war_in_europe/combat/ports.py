"""Beaten fleets: they retreat to the nearest port of their side, marked Ops Complete (4.2.C.3).

A fleet whose retreat has begun has the task `RETREAT` until it is in port; the task's target is
where it goes, once that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.hexes.movement import Rules, nearest, reach
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import may_share
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.movement.displacing import waters_open
from a4a.rules.systems.war_in_europe.orders.fighting import RetreatToPort
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE, OTHER
from a4a.rules.systems.war_in_europe.strength import factors
from a4a.rules.systems.war_in_europe.system import System

KIND = "port"
RETREAT: Final = "retreat to port"
"""The task of a beaten fleet until it is in port."""
DONE: Final = "retreated to port"
"""The task of a beaten fleet that is in port."""
TO_PORT, NO_WAY, NOT_PORT = "WE-SCB-008", "WE-CMB-019", "WE-STK-016"


def barred(field: Field, side: str) -> frozenset[str]:
    """Return the spaces that a beaten fleet of a side does not enter.

    Hexes that enemies close to it, hexes beside their fleets without a friendly one (WE-ZOC-020),
    boxes, and waters that are shut, but for those through which it may have come to an assault.
    """
    system, enemy = field.system, OTHER[side]
    near = field.zones.beside_fleets(enemy) - field.occupied(side, "sea")
    shut = {
        space
        for space, water in system.barriers.waters.items()
        if water.side == side and not (water.open_to_assaults or waters_open(field, space))
    }
    return field.blockaded(side) | near | shut | frozenset(system.boxes)


def _havens(field: Field, fleet: Unit) -> frozenset[str]:
    """The ports of a fleet's side without enemies in them."""
    side = field.side_of(fleet)
    return frozenset(
        port
        for port in field.system.ports
        if field.standing.holder(port) == side
        and not field.units(port, OTHER[side])
        and may_share(field.standing, field.state, fleet, port) is None
    )


def havens(system: System, state: State, unit: Unit) -> tuple[tuple[str, ...], ...]:
    """Return the ways of a beaten fleet to the nearest ports of its side; none if there are none.

    From a box it goes by the west edge, at a hex of its owner's choice: the ports nearest to each
    hex there are returned, with the way from the edge on (R-277).
    """
    field = field_of(system, state)
    side, here = field.side_of(unit), str(state.space_of(unit.id))
    if not (ports := _havens(field, unit)):
        return ()
    found: dict[str, tuple[str, ...]] = {}
    for way in _ways(system, here, ports.__contains__, barred(field, side)):
        found.setdefault(way[-1], way)
    return tuple(found.values())


def _ways(
    system: System, here: str, wanted: Callable[[str], bool], shut: frozenset[str]
) -> Iterator[tuple[str, ...]]:
    """Find the ways to the nearest hexes that are wanted; from a box, from each hex of its edge."""
    steps = system.ground.by_ship
    if wanted(here):
        yield (here,)
    elif here not in system.boxes:
        yield from nearest(steps, here, wanted, barred=shut)
    else:
        for edge in steps[here]:
            if wanted(edge):
                yield here, edge
            elif edge not in shut:
                yield from ((here, *way) for way in nearest(steps, edge, wanted, barred=shut))


def elsewhere(system: System, state: State, unit: Unit) -> tuple[tuple[str, ...], ...]:
    """Return the ways of a fleet without a port to all hexes without enemies (WE-STK-016)."""
    field = field_of(system, state)
    side, here = field.side_of(unit), str(state.space_of(unit.id))
    rules = Rules(barred=barred(field, side))
    found = reach(system.ground.by_ship, here, factors(system, state, unit).move, rules)
    return tuple(
        found.path(space)
        for space in found
        if not field.units(space, OTHER[side])
        and may_share(field.standing, state, unit, space) is None
    )


def way(system: System, state: State, unit: Unit, target: str) -> tuple[str, ...] | None:
    """Return the shortest way of a beaten fleet to where it retreats, or None if it is shut."""
    field = field_of(system, state)
    shut = barred(field, field.side_of(unit))
    ways = _ways(system, str(state.space_of(unit.id)), lambda space: space == target, shut)
    return min(ways, key=len, default=None)


def is_shared(system: System, state: State, space: str) -> bool:
    """Whether land units of both sides, or fleets and enemy land units, are in a hex."""
    field = field_of(system, state)
    return all(field.units(space, side) for side in OTHER)


def beaten(system: System, run: Run, units: Iterable[int], *, battle: str = "") -> None:
    """Mark beaten fleets, and let them retreat: `go_on` sends them on their way."""
    fleets = tuple(units)
    if fleets:
        run.emit(
            ev.UnitsConverted(fleets, "beaten", gained=(OPS_COMPLETE,), battle=battle),
            ev.UnitsTasked(fleets, RETREAT),
        )


def withdrawing(state: State) -> tuple[Unit, ...]:
    """Return the fleets whose retreat has begun and not ended."""
    return tuple(
        state.unit(number)
        for number, memory in sorted(state.memories.items())
        if memory.task == RETREAT and number in state.units and state.space_of(number) is not None
    )


def choose(system: System, run: Run, unit: Unit) -> None:
    """Find out where a beaten fleet goes: it may be lost, or its owner asked."""
    state = run.state
    ways = havens(system, state, unit)
    here = str(unit.place)
    field = field_of(system, state)
    theirs = field.standing.holder(here) == OTHER[field.side_of(unit)]
    if not ways and (theirs or is_shared(system, state, here)):
        ways = elsewhere(system, state, unit)
    if not ways:
        eliminate(run, [unit.id])
    elif len(ways) == 1:
        run.emit(ev.UnitsTasked((unit.id,), RETREAT, ways[0][-1]))
    else:
        side = field.side_of(unit)
        asked = f"{KIND} of {unit.id} from {unit.place} in {state.turn}"
        ends = tuple(sorted(way[-1] for way in ways))
        run.emit(ev.Asked(asked, system.players_of(side), KIND, (str(unit.id), *ends), TO_PORT))


class Ports(Question[System]):
    """To which of several ports a beaten fleet goes."""

    kind = KIND
    order = RetreatToPort.__name__

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked."""
        unit, *ports = asked.options
        name = state.unit(int(unit)).name
        return Decision(
            kind=KIND,
            powers=asked.powers,
            orders=(self.order,),
            rule=TO_PORT,
            text=f"{name} retreats: to which port?",
            options=tuple(ports),
            units=(int(unit),),
            spaces=tuple(ports),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse a hex that is none of the nearest ports."""
        assert isinstance(order, RetreatToPort)
        ports = asked.options[1:]
        if order.space not in ports:
            raise self.system.book.violation(
                TO_PORT,
                "it retreats to the nearest port of its side",
                tried=f"retreat to {order.space}",
                allowed=list_of(ports),
            )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Remember the port."""
        if not isinstance(order, RetreatToPort):
            raise RuleViolation("a port is asked for", tried=order.kind)
        unit = int(asked.options[0])
        run.emit(
            ev.Decided(asked.powers, KIND, order.space, asked.decision, (unit,)),
            ev.UnitsTasked((unit,), RETREAT, order.space),
        )
