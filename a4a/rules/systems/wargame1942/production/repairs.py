"""Damaged battleships: what their repair costs, where it is made, and when it fails.

Source: The War Game, "Battleship Damage and Repair"; "F.E.R.", Battleship Repair.
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.english import either_of, places_of, the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.politics.separations import separated, separations
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat.words import RETREATED
from a4a.rules.systems.wargame1942.orders import Assess, Repair
from a4a.rules.systems.wargame1942.owned import owned
from a4a.rules.systems.wargame1942.production.capacity import factory_in
from a4a.rules.systems.wargame1942.production.numbers import RepairPlace, numbers
from a4a.rules.systems.wargame1942.production.undertakings import Undertaking

PRICE = "repair price"
"""Marker of a damaged ship: what its repair costs, once that is rolled."""
_UNDER_REPAIR = "under repair at "


def damaged(system: System, state: State, power: str) -> list[Unit]:
    """Return the damaged ships of a power on the board."""
    kinds = system.able("capital ship")
    return [
        u for u in owned(system, state, power)
        if u.damage and u.type in kinds and isinstance(u.place, str)
    ]  # fmt: skip


def price(state: State, ship: int) -> int:
    """Return what the repair of a ship costs, or 0 if that has not been rolled."""
    return state.markers.get((ev.OnUnit(ship), PRICE), 0)


def unassessed(system: System, state: State, power: str) -> list[Unit]:
    """Return the damaged ships of a power whose price has not been rolled."""
    return [u for u in damaged(system, state, power) if not price(state, u.id)]


def repairing(ship: Unit) -> str:
    """Return the territory that repairs a ship, or ""."""
    flags = (f.removeprefix(_UNDER_REPAIR) for f in ship.flags if f.startswith(_UNDER_REPAIR))
    return next(flags, "")


def need(system: System, amount: int) -> RepairPlace:
    """Return what land must be to make a repair of a price."""
    return next(entry for entry in numbers(system).repairs if amount <= entry.up_to)


def places(system: System, state: State, ship: Unit) -> tuple[str, ...]:
    """Return the territories beside a ship that can make its repair, once its price is rolled."""
    amount = price(state, ship.id)
    if not amount or not isinstance(ship.place, str):
        return ()
    near = system.graph.coast[ship.place]
    return tuple(t for t in near if not _unfit(system, state, ship, t, need(system, amount)))


def _unfit(system: System, state: State, ship: Unit, territory: str, place: RepairPlace) -> str:
    """Say by which rule a territory cannot make a ship's repair, or "" if it can."""
    holder = state.control.get(territory)
    if holder is None or system.catalog.side_of(holder) != system.catalog.side_of(ship.owner):
        return "WG-BB-010"
    if holder != ship.owner and separated(system, holder, ship.owner, territory):
        mine = _is_apart(system, ship.owner)
        return "WG-BB-013" if mine else "WG-BB-014"
    if state.income_value(territory) < place.value:
        return place.rule
    if place.factory and factory_in(system, state, territory) is None:
        return place.rule
    return ""


def _is_apart(system: System, power: str) -> bool:
    """Whether a power shares its land with nobody."""
    return any(power in entry.powers for entry in separations(system) if "land" in entry.of)


def check_assessment(system: System, state: State, power: str, order: Assess) -> None:
    """Refuse a roll for a ship that is whole, or whose price is known."""
    able = [u.id for u in unassessed(system, state, power)]
    if order.ship not in able:
        known = order.ship in state.units and price(state, order.ship)
        why = f"its price is {known}, and stays so" if known else (
            f"that is no damaged battleship of {system.called(power)}"
        )  # fmt: skip
        raise system.book.violation(
            "WG-BB-009" if known else "WG-BB-008", why, tried="roll the price of a repair",
            allowed=f"a roll for ship {either_of(map(str, able))}" if able else "no roll",
        )  # fmt: skip


def assess(system: System, run: Run, power: str, order: Assess) -> None:
    """Roll what a repair costs, once and for all."""
    sides = system.catalog.dice_sides
    (face,) = run.dice.roll(1, sides=sides)
    run.emit(
        ev.Rolled("other", power, (ev.Die(face),), sides, outcome=f"repair costs {face}"),
        ev.MarkerChanged(ev.OnUnit(order.ship), PRICE, face),
    )


ASSESSMENT = Undertaking("prices of repairs are rolled", check_assessment, assess)
"""Whenever a nation deals with its money, it may learn what repairs cost."""


def repairable(system: System, state: State, power: str) -> dict[int, tuple[str, ...]]:
    """Return the ships of a power that can be repaired and paid for now, with where."""
    (treasury,) = money.treasuries(system, power)
    has = money.balance(system, state, treasury)
    return {
        u.id: found
        for u in damaged(system, state, power)
        if not repairing(u) and price(state, u.id) <= has and (found := places(system, state, u))
    }


def check_repair(system: System, state: State, power: str, order: Repair) -> None:
    """Refuse a repair that cannot be made there, or paid for; RuleViolation says why."""
    book, tried = system.book, f"repair a ship in {the(order.at)}"
    ship = next((u for u in damaged(system, state, power) if u.id == order.ship), None)
    if ship is None or repairing(ship):
        why = f"that is no damaged battleship of {system.called(power)} that waits for repair"
        raise book.violation(
            "WG-BB-008", why, tried=tried, allowed="repairs of damaged battleships"
        )
    amount, able = price(state, ship.id), places(system, state, ship)
    if not amount:
        raise book.violation(
            "WG-BB-008", "its price has not been rolled", tried=tried, allowed="a roll for it"
        )
    if order.at not in able:
        near = order.at in system.graph.coast[str(ship.place)]
        place = need(system, amount)
        rule = _unfit(system, state, ship, order.at, place) if near else place.rule
        what = f"friendly land worth {place.value} or more beside it" + (
            ", with a factory" if place.factory else ""
        )
        raise book.violation(
            rule, f"a repair for {amount} needs {what}", tried=tried,
            allowed=f"repair in {places_of(able, either_of)}" if able else "no repair where it is",
        )  # fmt: skip
    (treasury,) = money.treasuries(system, power)
    has = money.balance(system, state, treasury)
    if amount > has:
        raise book.violation(
            "WG-BLD-004", f"it costs {amount}, and {system.called(power)} has {has} for repairs",
            tried=tried, allowed="the repair in a later turn",
        )  # fmt: skip


def repair(system: System, run: Run, power: str, order: Repair) -> None:
    """Pay, and put the ship under repair until its nation's next turn."""
    (treasury,) = money.treasuries(system, power)
    amount = price(run.state, order.ship)
    run.emit(
        money.paid(system, treasury, -amount, "repair", run.state.units[order.ship].type),
        ev.UnitsConverted((order.ship,), "under repair", gained=(_UNDER_REPAIR + order.at,)),
    )


def finish(system: System, run: Run, power: str) -> None:
    """Make ships whole whose repair has not failed, as their nation's turn begins."""
    review(system, run)
    for ship, at in tuple(_under_repair(run.state)):
        if ship.owner == power:
            run.emit(
                ev.UnitsConverted((ship.id,), "repaired", damage=0, lost=(_UNDER_REPAIR + at,)),
                ev.MarkerChanged(ev.OnUnit(ship.id), PRICE, 0),
            )


def review(system: System, run: Run) -> None:
    """End the repairs of ships that retreated, and those whose land or factory is lost."""
    state = run.state
    for ship, at in tuple(_under_repair(state)):
        place = need(system, price(state, ship.id))
        gone = state.memory(ship.id).task == RETREATED
        if gone or _unfit(system, state, ship, at, place):
            flag = (_UNDER_REPAIR + at,)
            run.emit(ev.UnitsConverted((ship.id,), "repair failed", lost=flag))


def _under_repair(state: State) -> Iterator[tuple[Unit, str]]:
    """Yield the ships under repair, each with where: all of them have a price."""
    priced = (subject for subject, marker in state.markers if marker == PRICE)
    for ship in sorted(subject.unit for subject in priced if isinstance(subject, ev.OnUnit)):
        if (unit := state.units.get(ship)) is not None and (at := repairing(unit)):
            yield unit, at
