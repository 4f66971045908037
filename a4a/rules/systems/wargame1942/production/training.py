"""Paratroopers: infantry that is trained at factories.

Source: The War Game, "Special Additions", Paratroopers.
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import list_of, the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.declaring.lifts import TRAINED
from a4a.rules.systems.wargame1942.orders import Train
from a4a.rules.systems.wargame1942.production.capacity import TRAINED_HERE, capacity, trained_in
from a4a.rules.systems.wargame1942.production.numbers import numbers


def trainable(system: System, state: State, power: str) -> dict[str, list[Unit]]:
    """Return the infantry of a nation that can be trained now, by territory with a factory.

    No more are trained at a factory than it could build units.
    """
    found = {}
    for place, most in capacity(system, state, power).items():
        if most <= 0:
            continue
        units = [
            u for u in state.at(place)
            if u.owner == power and u.type in numbers(system).training[0].units
            and TRAINED not in u.flags
        ]  # fmt: skip
        if units:
            found[place] = units
    return found


def check(system: System, state: State, power: str, order: Train) -> None:
    """Refuse who may not be trained; RuleViolation says why."""
    book, places = system.book, trainable(system, state, power)
    tried = "train paratroopers"
    able = {u.id: place for place, units in places.items() for u in units}
    allowed = f"infantry in {list_of(map(the, places))}" if places else "nobody"
    if not order.units or len(set(order.units)) < len(order.units):
        raise book.violation(
            "WG-PAR-002", "the order names no unit, or one twice", tried=tried, allowed=allowed
        )
    for unit in order.units:
        if unit not in able:
            why = f"only untrained infantry at a factory of {system.called(power)} is trained"
            raise book.violation("WG-PAR-002", why, tried=tried, allowed=allowed)
    most = capacity(system, state, power)
    for place in dict.fromkeys(able[unit] for unit in order.units):
        wanted = sum(able[unit] == place for unit in order.units)
        if wanted > most[place]:
            why = f"the factory in {the(place)} builds {most[place]} units, and trains no more"
            raise book.violation("WG-PAR-004", why, tried=tried, allowed=f"{most[place]} there")
    (treasury,) = money.treasuries(system, power)
    bill, has = price(system, order), money.balance(system, state, treasury)
    if bill > has:
        raise book.violation(
            "WG-PAR-001", f"it costs {bill}, and {system.called(power)} has {has}", tried=tried,
            allowed=f"{has // numbers(system).training[0].price} or fewer",
        )  # fmt: skip


def price(system: System, order: Train) -> int:
    """Return what training costs."""
    return len(order.units) * numbers(system).training[0].price


def train(system: System, run: Run, power: str, order: Train) -> None:
    """Pay, mark the units for good, and note that the factories build fewer in this turn."""
    (treasury,) = money.treasuries(system, power)
    run.emit(
        money.paid(system, treasury, -price(system, order), "training"),
        ev.UnitsConverted(order.units, "trained", gained=(TRAINED,)),
    )
    for place in dict.fromkeys(str(run.state.units[unit].place) for unit in order.units):
        count = sum(run.state.units[unit].place == place for unit in order.units)
        have = trained_in(run.state, place)
        run.emit(ev.MarkerChanged(ev.OnSpace(place), TRAINED_HERE, have + count))
