"""Special situations in which nobody has a choice: gifts, evacuations, conscripts, tankers.

Source: book, The Strategic Missions Phase, #1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases.facilities import operative
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.conditions import all_hold
from a4a.rules.remembered import remembered
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.situation_data import Tankers, situations
from a4a.rules.systems.deluxe3g40.politics.restraints import is_free, nation_in


def give(system: System, run: Run) -> None:
    """Give each power the units that are due to it."""
    for gift in situations(system).gifts:
        now = Situation(system, run.state, gift.asked)
        if run.state.control.get(gift.at) == gift.power and all_hold(gift.when, now):
            unit = Unit(run.state.last_unit + 1, gift.unit, gift.power, gift.at)
            run.emit(ev.UnitsAdded((unit,), gift.reason))


def evacuate(system: System, run: Run) -> None:
    """Bring the units of a side from where they would be lost, if there is a way out."""
    facilities = system.of_category("facility")
    for one in situations(system).evacuations:
        refuge = system.catalog.side_of(run.state.control.get(one.to))
        if one.round != run.state.round or refuge != one.side:
            continue
        units = tuple(
            unit.id
            for unit in run.state.at(one.origin)
            if unit.type not in facilities and system.catalog.side_of(unit.owner) == one.side
        )
        if units:
            run.emit(ev.UnitsPlaced(units, one.to, one.reason))


def levy(system: System, run: Run) -> None:
    """Raise conscripts at operational stations, for who controls their territory."""
    for levy in situations(system).levies:
        cities = set(levy.cities.names(system))
        for space in system.board.spaces:
            power = run.state.control.get(space.name)
            if power not in system.order_of_play:
                continue
            here = [u for u in run.state.at(space.name) if u.type == levy.facility]
            if not here or not is_free(system, run.state, nation_in(system, power, space.name)):
                continue
            city = space.name in cities
            count = 1 + city + (city and bool(space.capital_of))
            for _ in (u for u in here if operative(system, u)):
                first = run.state.last_unit + 1
                raised = (Unit(first + i, levy.unit, power, space.name) for i in range(count))
                run.emit(ev.UnitsAdded(tuple(raised), "conscripts"))


def nations(system: System) -> Iterator[str]:
    """Yield the nations, by their treasuries, in the order of play."""
    for power in system.order_of_play:
        yield from money.treasuries(system, power)


def tankers(system: System, state: State, listed: Tankers, nation: str) -> int:
    """How many tankers a nation has of its own: of derricks that it controls, or another lends it.

    A nation that still keeps out has none; where derricks count for another, they do so then.
    """
    if not is_free(system, state, nation):
        return 0
    count = 0
    for (facility, whose), number in _facilities_held(system, state).items():
        if facility == listed.facility:
            if whose in listed.lent and not is_free(system, state, whose):
                whose = listed.lent[whose]
            count += number if whose == nation else 0
    return count // listed.each


def _count_facilities(system: System, state: State) -> Mapping[tuple[str, str], int]:
    kinds, playing, control = system.of_category("facility"), system.order_of_play, state.control
    return Counter(
        (unit.type, nation_in(system, power, unit.place))
        for unit in state.units.values()
        if unit.type in kinds and isinstance(unit.place, str)
        if (power := control.get(unit.place, "")) in playing
    )


_facilities_held = remembered(_count_facilities)
"""How many facilities of each type stand in the territories of each nation."""
