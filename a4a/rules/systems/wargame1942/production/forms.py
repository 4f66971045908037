"""How the decisions of War Production and of Build and Recruit are laid out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from a4a.core.english import the
from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas.economy import funds
from a4a.rules.areas.system import System
from a4a.rules.choices import Answer, Answers, Item, Picks, Tally, TallyTarget
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.systems.wargame1942.orders import (
    Assess,
    Build,
    Embark,
    Lend,
    Reduce,
    Repair,
    Train,
)
from a4a.rules.systems.wargame1942.production import (
    decks,
    lending,
    reductions,
    repairs,
    training,
)
from a4a.rules.systems.wargame1942.production.building import builder_of
from a4a.rules.systems.wargame1942.production.capacity import capacity
from a4a.rules.systems.wargame1942.production.numbers import numbers

if TYPE_CHECKING:
    from a4a.rules.areas.forms.choices import FormOf


def loans(system: System, state: State, asked: Decision) -> tuple[Tally, ...]:
    """Return a tally of what is lent to each nation."""
    (power,) = asked.powers
    most = lending.left(system, state, power)
    rows = tuple(
        Item(key=name, label=name, most=most, power=name, price=1)
        for name in lending.borrowers(system, power)
    )
    if not most:
        return ()
    return (
        Tally(
            title="Lend/Lease", items=rows, least=1, most=most, commit="Lend", aside=True,
            make=lambda picks: tuple(Lend(name, n) for name, n in _counts(picks).items()),
            funds=most, currency=system.catalog.currency,
            bill=lambda picks: sum(_counts(picks).values()),
        ),
    )  # fmt: skip


def trainees(system: System, state: State, asked: Decision) -> tuple[Tally, ...]:
    """Return a tally of the infantry that is trained in each territory with a factory."""
    (power,) = asked.powers
    found, most = training.trainable(system, state, power), capacity(system, state, power)
    (treasury,) = money.treasuries(system, power)
    price = numbers(system).training[0].price
    rows = tuple(
        Item(
            key=place, label=f"infantry in {the(place)}", most=min(len(units), most[place]),
            type=units[0].type, power=power, price=price, spaces=(place,),
        )
        for place, units in found.items()
    )  # fmt: skip

    def make(picks: Picks) -> tuple[Order, ...]:
        units = [u.id for place, n in _counts(picks).items() for u in found[place][:n]]
        return (Train(tuple(units)),) if units else ()

    if not rows:
        return ()
    return (
        Tally(
            title="Train paratroopers", items=rows, make=make, commit="Train", least=1, aside=True,
            funds=money.balance(system, state, treasury), currency=system.catalog.currency,
            bill=lambda picks: price * sum(_counts(picks).values()),
        ),
    )  # fmt: skip


def rolls(system: System, state: State, asked: Decision) -> tuple[Answers, ...]:
    """Return a button for each damaged ship whose price has not been rolled."""
    return _buttons("What a repair costs", [
        Answer(f"Roll for the {u.type} in {the(str(u.place))}", Assess(u.id), None, (str(u.place),))
        for u in repairs.unassessed(system, state, asked.powers[0])
    ])  # fmt: skip


def repairs_paid(system: System, state: State, asked: Decision) -> tuple[Answers, ...]:
    """Return a button for each repair that can be made, and each territory that can make it."""
    return _buttons("Repairs", [
        Answer(
            f"Repair the {state.units[ship].type} in {the(place)} for {repairs.price(state, ship)}",
            Repair(ship, place), None, (place,),
        )
        for ship, places in repairs.repairable(system, state, asked.powers[0]).items()
        for place in places
    ])  # fmt: skip


def purchases(system: System, state: State, asked: Decision) -> tuple[Tally, ...]:
    """Return a tally of unit types, by the spaces where they are built, and one of factories."""
    (power,) = asked.powers
    builder = builder_of(system, state, power)
    has = money.balance(system, state, builder.treasury)
    rows: dict[str, dict[str, int]] = {}
    for (kind, space), most in builder.offers().items():
        rows.setdefault(kind, {})[space] = most
    units = tuple(
        Item(
            key=kind, label=kind, most=builder.affordable(kind, next(iter(spaces))),
            type=kind, power=power, price=builder.price(kind, next(iter(spaces))),
            targets=tuple(TallyTarget(s, s, most) for s, most in spaces.items()),
            spaces=tuple(spaces),
        )
        for kind, spaces in rows.items()
        if numbers(system).factory(kind) is None
    )  # fmt: skip
    factories = tuple(
        Item(
            key=f"{kind} in {space}", label=f"{kind} in {the(space)}", most=1, type=kind,
            power=power, price=builder.price(kind, space), spaces=(space,),
        )
        for kind, spaces in rows.items()
        for space in spaces
        if numbers(system).factory(kind) is not None
    )  # fmt: skip
    of_factory = {item.key: item for item in factories}
    sites = {f"{kind} in {space}": (kind, space) for kind in rows for space in rows[kind]}

    def make(picks: Picks) -> tuple[Order, ...]:
        spaces: dict[str, dict[str, int]] = {}
        for kind, counts in picks.items():
            for space, n in counts.items():
                if n:
                    spaces.setdefault(space, {})[kind] = n
        return tuple(Build(wanted, space) for space, wanted in spaces.items())

    def make_factories(picks: Picks) -> tuple[Order, ...]:
        chosen = (sites[key] for key in _counts(picks))
        return tuple(Build({kind: 1}, space) for kind, space in chosen)

    def bill(picks: Picks) -> int:
        counts = _counts(picks)
        costs = {i.key: i.price * n for i in units if (n := counts.get(i.key))}
        lent = sum(funds.relief(system, state, builder.treasury, costs).values())
        return sum(costs.values()) - lent

    def factory_bill(picks: Picks) -> int:
        counts = _counts(picks)
        chosen = [of_factory[key] for key in counts if key in of_factory]
        costs = {i.type: i.price for i in chosen}
        lent = sum(funds.relief(system, state, builder.treasury, costs).values())
        return sum(i.price for i in chosen) - lent

    currency = system.catalog.currency
    made = []
    if units:
        made.append(Tally(
            title=f"Build and recruit{_lent(system, state, builder.treasury)}", items=units,
            make=make, commit="Build", funds=has, currency=currency, bill=bill,
        ))  # fmt: skip
    if factories:
        made.append(Tally(
            title="Build factories", items=factories, make=make_factories, commit="Build",
            funds=has, currency=currency, bill=factory_bill, aside=True,
        ))  # fmt: skip
    return tuple(made)


def _lent(system: System, state: State, treasury: str) -> str:
    """Say how much of a treasury's money buys only some units."""
    held = funds.restricted(system, state, treasury)
    return "".join(f", with {amount} for {name}" for name, amount in held.items())


def falls(system: System, state: State, asked: Decision) -> tuple[Tally, ...]:
    """Return a tally of factories that are reduced, or destroyed."""
    found = reductions.reducible(system, state, asked.powers[0])
    orders = {
        f"{'reduce' if to else 'destroy'} the {state.units[i].type} in {the(_place(state, i))}":
        Reduce(i, to)
        for i, ways in found.items() for to in ways
    }  # fmt: skip
    rows = tuple(
        Item(key=key, label=key, most=1, spaces=(_place(state, order.factory),))
        for key, order in orders.items()
    )
    return (
        Tally(
            title="Reduce or destroy a factory", items=rows, commit="Reduce", least=1, most=1,
            make=lambda picks: tuple(orders[key] for key in _counts(picks)), aside=True,
            gives_up=True,
        ),
    ) if rows else ()  # fmt: skip


def boardings(system: System, state: State, asked: Decision) -> tuple[Answers, ...]:
    """Return a button for one fighter from each territory to each new carrier beside it."""
    (power,) = asked.powers
    kinds = system.types
    return _buttons("New carriers", [
        Answer(
            f"Put a {u.type} from {the(place)} aboard a new carrier in {the(zone)}",
            Embark((u.id,), zone), spaces=(zone,),
        )
        for (place, zone), room in decks.decks(system, state, power).items()
        for u in {u.type: u for u in state.at(place) if u.owner == power}.values()
        if 0 < kinds[u.type].carrier_cost <= room
    ])  # fmt: skip


def _place(state: State, unit: int) -> str:
    return str(state.units[unit].place)


def _buttons(title: str, answers: list[Answer]) -> tuple[Answers, ...]:
    return (Answers(title, tuple(answers)),) if answers else ()


def _counts(picks: Picks) -> dict[str, int]:
    return {key: n for key, counts in picks.items() if (n := sum(counts.values()))}


FORMS: Mapping[str, FormOf] = {
    "Lend": loans, "Train": trainees, "Assess": rolls, "Build": purchases,
    "Repair": repairs_paid, "Reduce": falls, "Embark": boardings,
}  # fmt: skip
"""The forms by the kind of order that they give."""
