"""Fighters that are put on the carriers that a factory beside them has just built.

Source: The War Game, "Production of Fighters and Carriers".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import count_of, list_of, the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.bases.carriers import is_carrier, spare_places
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.orders import Embark
from a4a.rules.systems.wargame1942.owned import owned
from a4a.rules.systems.wargame1942.production.capacity import FACTORY, Sink, Source, works_of

EMBARKED = "gone aboard"
"""Task of a fighter that has been put on a new carrier; its target is the land it came from."""


def decks(system: System, state: State, power: str) -> dict[tuple[str, str], int]:
    """Return from where fighters can be put on new carriers, in which zones, and how many.

    They are those of the land whose factory has built the carriers, or could have (R-577).
    """
    found: dict[tuple[str, str], int] = {}
    works = works_of(system, state, power)
    start = state.turn_start or state
    new = {
        Sink(u.type, u.place): system.types[u.type].carrier_capacity
        for u in owned(system, state, power)
        if u.id > start.last_unit and is_carrier(system, u)
        and isinstance(u.place, str)
    }  # fmt: skip
    for sink, capacity in new.items():
        zone = sink.space
        room = spare_places(system, state, power, zone)
        for place in system.graph.coast[zone] if room > 0 else ():
            if _flyers(system, state, power, place):
                built = works.most_of(sink, Source(FACTORY, place))
                left = built * capacity - _aboard_from(system, state, place, zone)
                if left > 0:
                    found[place, zone] = min(room, found.get((place, zone), 0) + left)
    return found


def _aboard_from(system: System, state: State, place: str, zone: str) -> int:
    """How much room those take who went aboard in a zone from a territory in this turn."""
    return sum(
        system.types[state.units[i].type].carrier_cost
        for i, memory in state.memories.items()
        if (memory.task, memory.target) == (EMBARKED, place) and state.space_of(i) == zone
    )


def _flyers(system: System, state: State, power: str, place: str) -> list[Unit]:
    """The aircraft of a power in a territory that carriers take."""
    types = system.types
    return [u for u in state.at(place) if u.owner == power and types[u.type].carrier_cost]


def check_embarking(system: System, state: State, power: str, order: Embark) -> None:
    """Refuse fighters that are not beside a factory that has built carriers with room for them."""
    able = decks(system, state, power)
    places = {str(state.units[i].place) for i in order.units if i in state.units}
    place = places.pop() if len(places) == 1 else ""
    fit = {u.id for u in _flyers(system, state, power, place)} if place else set()
    need = sum(system.types[state.units[i].type].carrier_cost for i in order.units if i in fit)
    if (
        not order.units or len(set(order.units)) < len(order.units)
        or not fit.issuperset(order.units) or need > able.get((place, order.zone), 0)
    ):  # fmt: skip
        ways = [f"{n} from {the(t)} to {the(z)}" for (t, z), n in able.items()]
        raise system.book.violation(
            "WG-FAC-016",
            "fighters go aboard new carriers from the land of the factory that built them",
            tried=f"put {count_of(len(order.units), 'fighter')} aboard in {the(order.zone)}",
            allowed=list_of(ways) if ways else "none",
        )  # fmt: skip


def embark(system: System, run: Run, power: str, order: Embark) -> None:
    """Put fighters with the carriers in a zone, and note where they came from."""
    place = str(run.state.units[order.units[0]].place)
    run.emit(
        ev.UnitsPlaced(order.units, order.zone, "put aboard"),
        ev.UnitsTasked(order.units, EMBARKED, place),
    )
