"""Naval bases of others: neutrals rent theirs for a turn, friends lend theirs.

Source: book, Naval Ports on Neutral Territories; R-486.
"""

from __future__ import annotations

from collections.abc import Mapping

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules import money
from a4a.rules.areas.bases.berths import Terms, berth, berthed, terms
from a4a.rules.areas.bases.facilities import operative_base
from a4a.rules.areas.economy import economies
from a4a.rules.areas.politics.situation import Situation, situation_of
from a4a.rules.areas.system import System
from a4a.rules.choices import Form, Picks, Tally
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.remembered import remembered_each
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.forms import grouped, items, picked
from a4a.rules.systems.deluxe3g40.orders import Rent

_ABILITY = "repairs"


def ships(here: Situation) -> list[Unit]:
    """Return the ships of a power on the board."""
    return _ships_of(here.system, here.state, here.power)


def _ships(system: System, state: State, power: str) -> list[Unit]:
    kinds = system.of_category("sea")
    return [
        unit
        for unit in state.units.values()
        if unit.owner == power and unit.type in kinds and isinstance(unit.place, str)
    ]


_ships_of = remembered_each(_ships)


def open_bases(here: Situation) -> Mapping[str, Terms]:
    """Return where a power can have berths in this turn, and on what terms."""
    system, state = here.system, here.state
    taken = {flag for _, flag in berthed(here)}
    kinds = system.able(_ABILITY)
    found = {}
    for base in state.units.values():
        where = base.place
        if base.type not in kinds or not isinstance(where, str):
            continue
        entry = terms(here, where)
        if entry is None or berth(where) in taken or not here.is_at_war_in(where):
            continue
        if operative_base(system, state, where, _ABILITY) is not None:
            found[where] = entry
    return found


def payers(here: Situation, price: int) -> tuple[str, ...]:
    """Return the treasuries of a power that can pay a price."""
    system, state = here.system, here.state
    free = economies.open_treasuries(system, state, here.power)
    return tuple(t for t in free if money.balance(system, state, t) >= price)


def customers(here: Situation, territory: str) -> list[Unit]:
    """Return the ships of a power that a base may be of use to: beside it, or damaged."""
    coast, hurt = here.system.graph.coast, here.system.able("capital ship")
    return [
        unit
        for unit in ships(here)
        if territory in coast[str(unit.place)] or (unit.damage and unit.type in hurt)
    ]


def rentable(here: Situation) -> tuple[str, ...]:
    """Return the bases that a power can pay for, and has ships for.

    Those of friends only where more ships lie beside them than they serve: else none is named.
    """
    found = []
    for territory, entry in open_bases(here).items():
        least = 0 if entry.price else entry.ships
        if payers(here, entry.price) and len(customers(here, territory)) > least:
            found.append(territory)
    return tuple(found)


def check(system: System, state: State, power: str, order: Rent) -> None:
    """Refuse a rent that is not possible; RuleViolation says why."""
    here, tried = situation_of(system, state, power), f"rent the naval base in {the(order.base)}"

    def refusal(rule: str, why: str, allowed: str) -> RuleViolation:
        return system.book.violation(rule, why, tried=tried, allowed=allowed)

    if not here.is_at_war:
        why = f"{system.called(power)} is at war with nobody"
        raise refusal("DX-NEU-005", why, "its own naval bases")
    bases = open_bases(here)
    if state.control.get(order.base) == power:
        raise refusal("DX-NEU-011", "it serves all ships of its own power", "no rent")
    entry = bases.get(order.base)
    if entry is None:
        why = (
            f"no working naval base in {the(order.base)} has berths for {system.called(power)} now"
        )
        raise refusal(
            "DX-NEU-012", why, f"bases in {either_of(map(the, bases))}" if bases else "none"
        )
    if order.treasury not in payers(here, entry.price):
        able = payers(here, entry.price)
        why = f"{order.treasury!r} does not pay {entry.price} IPC for {system.called(power)}"
        raise refusal("DX-NEU-006", why, either_of(able) if able else "no rent")
    own = {unit.id for unit in ships(here)}
    if len(set(order.ships)) < len(order.ships) or not own.issuperset(order.ships):
        raise refusal(
            entry.rule, "it names what is no ship of the power, or one twice", "its ships"
        )
    if not 1 <= len(order.ships) <= entry.ships:
        why = f"{count_of(len(order.ships), 'ship')} cannot be served there"
        raise refusal(entry.rule, why, f"1 to {entry.ships}")


def rent(system: System, run: Run, power: str, order: Rent) -> None:
    """Pay, and give the ships berths."""
    entry = open_bases(situation_of(system, run.state, power))[order.base]
    if entry.price:
        run.emit(money.paid(system, order.treasury, -entry.price, "rent", the(order.base)))
    run.emit(ev.UnitsConverted(order.ships, "rent", gained=(berth(order.base),)))


def leave(system: System, run: Run, power: str) -> None:
    """Take all berths back: they are for one turn."""
    for unit, flag in tuple(berthed(situation_of(system, run.state, power))):
        run.emit(ev.UnitsConverted((unit.id,), "rent", lost=(flag,)))


def forms(system: System, state: State, asked: Decision) -> tuple[Form, ...]:
    """Return a tally of ships for each base that can be rented, and each treasury that can pay."""
    here = situation_of(system, state, asked.powers[0])
    bases = open_bases(here)
    return tuple(
        _form(here, base, bases[base], treasury)
        for base in rentable(here)
        for treasury in payers(here, bases[base].price)
    )


def _form(here: Situation, base: str, entry: Terms, treasury: str) -> Tally:
    groups = grouped(here.state, customers(here, base))

    def make(picks: Picks) -> tuple[Order, ...]:
        chosen = picked(groups, picks)
        return (Rent(treasury, base, tuple(unit.id for unit in chosen)),) if chosen else ()

    several = len(money.treasuries(here.system, here.power)) > 1
    whose = f" of {treasury}" if several else ""
    price = f"{entry.price} IPC{whose}" if entry.price else "free"
    return Tally(
        title=f"Use the naval base in {the(base)}: {price}, up to {count_of(entry.ships, 'ship')}",
        items=items(groups), make=make, commit="Rent", least=1, most=entry.ships, space=base,
        aside=True,
    )  # fmt: skip
