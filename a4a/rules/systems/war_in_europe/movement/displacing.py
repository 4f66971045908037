"""Displacement: fleets and air units that must leave a hex at once, and who says where to (5.1).

A fleet leaves when a land unit of the other side enters its hex; an air unit when it is in a zone
of enemy land units and no land unit of its side is with it, and out of a hex that enemy land units
share. Each goes to the nearest hex where it may be; its owner chooses between equally near ones,
which is a question in the middle of whatever goes on.

`displace` moves all that must go, and asks where it has to; call it again when the answer is in.
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.decision import Decision
from a4a.rules.hexes.movement import nearest
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import may_share
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.naming import called
from a4a.rules.systems.war_in_europe.orders.moving import Displace
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import LANDING

KIND = "displacement"
FLEET, AIRCRAFT, CHOICE = "WE-ZOC-008", "WE-ZOC-009", "WE-ZOC-010"


def must_leave(field: Field, side: str) -> Iterator[Unit]:
    """Find the units that must leave their hexes as land units of a side have come.

    Parameters
    ----------
    field
        What stands where.
    side
        The side whose land units came. Of its own units only air units can have to leave.
    """
    land = {own: field.occupied(own, "land") for own in OTHER}
    for unit in field.state.units.values():
        medium, place = field.category(unit), unit.place
        if medium == "land" or not isinstance(place, str):
            continue
        own = field.side_of(unit)
        if own not in OTHER:
            continue
        enemy = OTHER[own]
        shared = place in land[enemy]
        if medium == "sea" and shared and own != side and not has_brought(field.state, unit):
            yield unit
        if medium == "air":
            alone = place not in land[own]
            if (shared and own != side) or (alone and place in field.zones.held(enemy, "land")):
                yield unit


def has_brought(state: State, fleet: Unit) -> bool:
    """Whether a fleet is where it brought an assault, until that is fought (5.2.3)."""
    memory = state.memory(fleet.id)
    return memory.task == LANDING and memory.target == fleet.place


def ways(field: Field, unit: Unit) -> tuple[tuple[str, ...], ...]:
    """Return the ways to the nearest hexes to which a displaced unit may go."""
    system, own = field.system, field.side_of(unit)
    enemy, medium = OTHER[own], field.category(unit)
    taken: frozenset[str] = frozenset().union(
        *(field.occupied(enemy, kind) for kind in ("land", "sea", "air"))
    )
    boxes = frozenset(system.boxes)

    def free(space: str) -> bool:
        return space not in taken and not may_share(field.standing, field.state, unit, space)

    if medium == "sea":
        shut = frozenset(
            space
            for space, water in system.barriers.waters.items()
            if water.side == own and not waters_open(field, space)
        )
        steps = system.ground.by_ship
        return nearest(steps, str(unit.place), free, barred=boxes | shut)
    shut = field.closed | system.board.seas | system.countries.closed
    away = field.zones.held(enemy, "land") | shut
    steps = system.ground.by_air
    return nearest(steps, str(unit.place), lambda s: s not in away and free(s))


def waters_open(field: Field, space: str) -> bool:
    """Whether waters that are shut to a side at first are open to it now (8.3.2)."""
    water = field.system.barriers.waters[space]
    taken = water.clear and field.units(space, OTHER[water.side])
    return not taken and space not in field.shut_waters[water.side]


def displace(system: System, run: Run, side: str) -> None:
    """Move what must leave its hex as land units of a side have come, or ask where it goes.

    Parameters
    ----------
    system, run
        The game, and where events go.
    side
        The side whose land units came.
    """
    while True:
        field = field_of(system, run.state)
        unit = next(must_leave(field, side), None)
        if any(asked.kind == KIND for asked in run.state.decisions.values()):
            return  # its answer goes on with all others
        if unit is None:
            return
        found = ways(field, unit)
        if not found:
            eliminate(run, [unit.id], reason=KIND)
        elif len(found) == 1:
            _move(run, unit, found[0])
        else:
            asked = f"{KIND} {run.state.turn}.{unit.id} from {unit.place}"
            if run.state.memory(unit.id).origin is not None:  # it may come back to a hex, and leave
                asked = f"{asked}, {run.state.asked + 1}"
            players = system.players_of(field.side_of(unit))
            hexes = tuple(path[-1] for path in found)
            run.emit(ev.Asked(asked, players, KIND, (str(unit.id), side, *hexes), CHOICE))
            return


def _move(run: Run, unit: Unit, path: tuple[str, ...]) -> None:
    run.emit(ev.UnitsMoved((unit.id,), path, "displacement"))


class Displacement(Question[System]):
    """Where a displaced unit goes, if several hexes are equally near."""

    kind = KIND
    order = Displace.__name__

    def _unit(self, state: State, asked: ev.Asked) -> Unit:
        return state.unit(int(asked.options[0]))

    def decision(self, state: State, asked: ev.Asked) -> Decision:
        """Return what is asked."""
        unit = self._unit(state, asked)
        hexes = asked.options[2:]
        return Decision(
            kind=KIND,
            powers=asked.powers,
            orders=(self.order,),
            rule=CHOICE,
            text=f"{called(self.system, unit)} must leave {unit.place}: where does it go?",
            options=hexes,
            units=(unit.id,),
            spaces=hexes,
        )

    def verify(self, state: State, asked: ev.Asked, order: Order) -> None:
        """Refuse a hex that is none of the nearest."""
        assert isinstance(order, Displace)
        hexes = asked.options[2:]
        if order.space not in hexes:
            rule = FLEET if self.system.media[self._unit(state, asked).type] == "sea" else AIRCRAFT
            raise self.system.book.violation(
                rule,
                "it goes to the nearest hex where it may be",
                tried=f"displace it to {order.space}",
                allowed=" or ".join(hexes),
            )

    def answer(self, run: Run, asked: ev.Asked, order: Order) -> None:
        """Move the unit, and then all others that must go."""
        assert isinstance(order, Displace)
        unit = self._unit(run.state, asked)
        found = ways(field_of(self.system, run.state), unit)
        run.emit(ev.Decided(asked.powers, KIND, order.space, asked.decision, (unit.id,)))
        _move(run, unit, next(path for path in found if path[-1] == order.space))
        side = asked.options[1]
        for mover in (side, OTHER[side]):
            displace(self.system, run, mover)
