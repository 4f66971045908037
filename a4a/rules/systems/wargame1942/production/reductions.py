"""Factories that their owner reduces or destroys, instead of producing with them.

Source: The War Game, "The Ups and Downs of Factories".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import list_of, the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.orders import Reduce
from a4a.rules.systems.wargame1942.owned import owned
from a4a.rules.systems.wargame1942.production import repairs
from a4a.rules.systems.wargame1942.production.capacity import held_since_start, output, works_of
from a4a.rules.systems.wargame1942.production.numbers import numbers


def reducible(system: System, state: State, power: str) -> dict[int, tuple[str, ...]]:
    """Return the factories of a power that it may reduce or destroy now, with what may be left."""
    found, factories = {}, numbers(system).by_unit
    for unit in owned(system, state, power):
        if unit.type not in factories or not isinstance(unit.place, str):
            continue
        ways = tuple(dict.fromkeys((factories[unit.type].falls_to, "")))
        if held_since_start(state, power, unit.place):
            left = tuple(to for to in ways if _spare(system, state, power, unit, to))
            if left:
                found[unit.id] = left
    return found


def _spare(system: System, state: State, power: str, factory: Unit, to: str) -> bool:
    """Whether what is left of a factory could have built all that was built in this turn."""
    place = str(factory.place)
    works, left = works_of(system, state, power), numbers(system).factory(to)
    if place not in works.sources.factories or not works.made:
        return True
    most = output(system, state, power, place, left) if left else 0
    return works.with_sources(works.sources.changed(place, left, most)).fits({})


def check_reduction(system: System, state: State, power: str, order: Reduce) -> None:
    """Refuse to reduce what is not one's own, or has built more than is left of it."""
    able = reducible(system, state, power)
    if order.to not in able.get(order.factory, ()):
        unit = state.units.get(order.factory)
        mine = unit is not None and unit.owner == power and numbers(system).factory(unit.type)
        why = (
            "it has built more in this turn than is left of it would" if mine
            else f"that is no factory of {system.called(power)}"
        )  # fmt: skip
        named = [the(str(state.units[i].place)) for i in able]
        raise system.book.violation(
            "WG-FAC-025", why, tried="reduce or destroy a factory",
            allowed=f"factories in {list_of(named)}" if named else "no reduction in this turn",
        )  # fmt: skip


def reduce(system: System, run: Run, power: str, order: Reduce) -> None:
    """Reduce a factory, or remove it; nothing is paid for that. Repairs that need it fail."""
    if order.to:
        run.emit(ev.UnitsConverted((order.factory,), "reduced", type=order.to))
    else:
        run.emit(ev.UnitsRemoved((order.factory,), "destroyed by its owner"))
    repairs.review(system, run)
