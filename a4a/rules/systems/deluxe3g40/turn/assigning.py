"""Steps 2 and 8: repairs, and assignment markers for those that shall go on missions.

Source: "Each Turn Sequence", steps 2 and 8.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.english import list_of, the
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules.areas.orders import Buy
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.phases.purchase import PurchaseAndRepair, serviced_ships
from a4a.rules.areas.system import System
from a4a.rules.choices import Form, Item, Picks, Tally
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.remembered import remembered
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.targets import barred
from a4a.rules.systems.deluxe3g40.orders import Assign
from a4a.rules.systems.deluxe3g40.turn import renting
from a4a.rules.systems.deluxe3g40.turn.markers import ASSIGNED, assigned

_RULES = {"air": "DX-TRN-005", "sea": "DX-TRN-020"}
_WORDS = {"air": "aircraft", "sea": "ships"}


def assignable(system: System, state: State, power: str, category: str) -> tuple[Unit, ...]:
    """Return the units of a power that can be given a marker: on the board, and without one."""
    return tuple(_free_of(system, state).get((power, category), ()))


def _free(system: System, state: State) -> Mapping[tuple[str, str], list[Unit]]:
    """The units that can be given a marker, by power and category."""
    found: dict[tuple[str, str], list[Unit]] = {}
    categories = _categories(system)
    for unit in state.units.values():
        category = categories.get(unit.type)
        if category and not isinstance(unit.place, Holding) and not assigned(unit):
            found.setdefault((unit.owner, category), []).append(unit)
    return found


@lru_cache(maxsize=16)
def _categories(system: System) -> Mapping[str, str]:
    """The categories of the unit types that can be given a marker."""
    never = barred(system)
    return {
        kind.name: kind.category
        for kind in system.types.values()
        if kind.category in _RULES and kind.name not in never
    }


_free_of = remembered(_free)


def _ask(system: System, state: State, power: str, category: str) -> Decision | None:
    units = assignable(system, state, power, category)
    if not units:
        return None
    return Decision(
        kind="assignment",
        powers=(power,),
        orders=("Assign", "EndPhase"),
        rule=_RULES[category],
        text=f"assign {_WORDS[category]} to missions, or end the phase",
        options=(category,),
        units=tuple(unit.id for unit in units),
    )


def _check(system: System, state: State, power: str, order: Assign, category: str) -> None:
    able = {unit.id for unit in assignable(system, state, power, category)}
    named = [state.units[i].type if i in state.units else f"unit {i}" for i in order.units]
    tried = f"assign {list_of(named) or 'nothing'}"
    words = _WORDS[category]
    if not order.units or len(set(order.units)) < len(order.units):
        raise system.book.violation(
            _RULES[category], "it names no unit, or a unit twice", tried=tried,
            allowed="end the phase instead",
        )  # fmt: skip
    kinds = barred(system)
    for unit in order.units:
        kind = state.units[unit].type if unit in state.units else ""
        if kind in kinds:
            raise system.book.violation(
                kinds[kind], f"{one(kind)} goes on no mission", tried=tried,
                allowed=f"other {words}",
            )  # fmt: skip
        if unit not in able:
            raise system.book.violation(
                _RULES[category],
                f"{_named(state, unit)} is none of the {words} of {system.called(power)} "
                "without an assignment marker",
                tried=tried,
                allowed=f"{words} of its own, each once",
            )


def _named(state: State, unit: int) -> str:
    return f"the {state.units[unit].type}" if unit in state.units else f"unit {unit}"


def _assign(run: Run, order: Assign) -> None:
    run.emit(ev.UnitsConverted(order.units, "assigned", gained=(ASSIGNED,)))


class RepairAndAssign(PurchaseAndRepair):
    """Repair facilities; assign aircraft to missions. An assigned aircraft stays where it is."""

    name = "Repair and Assign Aircraft"
    asks = "repair facilities and assign aircraft to missions, or end the phase"

    def has(self, state: State, power: str) -> bool:
        """Every power has the phase: aircraft are assigned without a capital, too."""
        return True

    def wares(self, state: State, power: str) -> tuple[str, ...]:
        """Return nothing: units are bought in the next phase."""
        return ()

    def queue(self, state: State, treasury: str) -> tuple[Unit, ...]:
        """Return nothing: instalments are paid in the next phase."""
        return ()

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for repairs as long as any can be paid, and for aircraft without a marker."""
        repairs, flights = super().ask(state, power), _ask(self.system, state, power, "air")
        if repairs is None or flights is None:
            return repairs or flights
        return msgspec.structs.replace(
            repairs,
            orders=("Buy", *flights.orders),
            options=flights.options,
            units=repairs.units + flights.units,
        )

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse repairs and assignments that are not possible; RuleViolation says why."""
        if isinstance(order, Assign):
            _check(self.system, state, power, order, "air")
        elif isinstance(order, Buy) and order.units:
            raise self.system.book.violation(
                "DX-TRN-007",
                "units are bought in the Purchase Units phase",
                tried="buy units",
                allowed="repairs",
            )
        else:
            super().check(state, power, order)

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Take damage off, or put markers on aircraft."""
        if isinstance(order, Assign):
            _assign(run, order)
        else:
            super().carry_out(run, power, order)

    def end(self, run: Run, power: str) -> None:
        """Do nothing: ships are repaired in a phase of their own."""


class RepairShipsAndAssign(LockstepPhase):
    """Take a damage marker off each ship that a naval base serves; assign fleets to missions."""

    name = "Repair Ships and Assign Fleets"

    def begin(self, run: Run, power: str) -> None:
        """Take the markers off: it costs nothing."""
        for ship in serviced_ships(self.system, run.state, power):
            run.emit(ev.UnitsConverted((ship.id,), "repaired", damage=ship.damage - 1))
        renting.leave(self.system, run, power)

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for ships without a marker."""
        return _ask(self.system, state, power, "sea")

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse an assignment that is not possible; RuleViolation says why."""
        if isinstance(order, Assign):
            _check(self.system, state, power, order, "sea")

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Put markers on ships."""
        if isinstance(order, Assign):
            _assign(run, order)


def assignments(system: System, state: State, asked: Decision) -> Form:
    """Lay out the aircraft or ships that can be assigned: how many of each type in each space."""
    (power,) = asked.powers
    category = next(c for c in ("air", "sea") if c in asked.options)
    groups: dict[str, list[Unit]] = {}
    for unit in assignable(system, state, power, category):
        words = [f"{unit.type} in {the(state.space_of(unit.id) or '')}"]
        words += [f"damaged {unit.damage}"] if unit.damage else []
        words += ["aboard"] if isinstance(unit.place, int) else []
        groups.setdefault(", ".join(words), []).append(unit)
    items = []
    for key, units in groups.items():
        kind, space = units[0].type, state.space_of(units[0].id) or ""
        items.append(
            Item(key=key, label=key, most=len(units), type=kind, power=power, spaces=(space,))
        )
    order = system.board.index
    items.sort(key=lambda item: order[item.spaces[0]])

    def make(picks: Picks) -> tuple[Order, ...]:
        ids = [u.id for key, n in picks.items() for u in groups[key][: sum(n.values())]]
        return (Assign(tuple(ids)),) if ids else ()

    title = f"Assign {_WORDS[category]} to missions"
    return Tally(title=title, items=tuple(items), make=make, commit="Assign")
