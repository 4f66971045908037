"""What can be chosen in purchases: units for sale, instalments that are due, repairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from a4a.core.english import list_of, the
from a4a.core.instalments import paid
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import orders as o
from a4a.rules.areas import technology
from a4a.rules.areas.economy import build_queue, funds
from a4a.rules.areas.economy.bills import bill as bill_of
from a4a.rules.areas.economy.bills import costs, repair_cost
from a4a.rules.areas.economy.market import Offer, offers
from a4a.rules.areas.phases.purchase import damaged_facilities
from a4a.rules.areas.system import System
from a4a.rules.choices import Item, Picks, Refused
from a4a.rules.decision import Decision
from a4a.rules.order import Order

_REPAIR, _PAY = "repair ", "pay for "
Refusing = Callable[[State, Order], Refused | None]
"""Says why an order may not be given, or None if it may."""


def items(
    system: System, state: State, asked: Decision, treasury: str, refusing: Refusing
) -> Iterator[Item]:
    """Yield the rows of a treasury: what it can buy, what is due in its queue, and repairs."""
    for kind, offer in offers(system, state, treasury).items() if asked.options else ():
        if kind in asked.options:
            yield _offer(system, state, treasury, kind, offer, refusing)
    if "Pay" in asked.orders:
        yield from _instalments(system, state, treasury, refusing)
    for unit in damaged_facilities(system, state, asked.powers[0]):
        if unit.id in asked.units:
            refused = refusing(state, o.Buy(treasury, {}, {unit.id: 1}))
            yield Item(
                key=f"{_REPAIR}{unit.id}",
                label=f"repair the {unit.type} in {the(str(unit.place))}",
                most=0 if refused else unit.damage,
                type=unit.type,
                power=unit.owner,
                detail=f"{unit.damage} damage",
                price=repair_cost(system, state, unit, 1),
                spaces=(str(unit.place),),
                refused=refused,
            )


def _offer(
    system: System, state: State, treasury: str, kind: str, offer: Offer, refusing: Refusing
) -> Item:
    power = system.catalog.treasuries[treasury].name
    refused = refusing(state, o.Buy(treasury, {kind: 1}))
    full = technology.price(system, state, power, kind)
    words = [f"{offer.price} now, of {full}"] if offer.price < full else []
    words += [] if offer.spaces else ["nowhere to place it as things stand"]
    return Item(
        key=kind, label=kind, most=0 if refused else offer.most, type=kind, power=power,
        detail="; ".join(words), price=offer.price, whole=full if offer.price < full else 0,
        spaces=offer.spaces, refused=refused,
    )  # fmt: skip


def _instalments(system: System, state: State, treasury: str, refusing: Refusing) -> Iterator[Item]:
    for key, units in _due(system, state, treasury).items():
        unit = units[0]
        full = technology.price(system, state, unit.owner, unit.type)
        refused = refusing(state, o.Pay(treasury, (unit.id,)))
        yield Item(
            key=key,
            label=key,
            most=0 if refused else len(units),
            type=unit.type,
            power=unit.owner,
            detail=f"{paid(unit)} of {full} paid",
            price=build_queue.due(system, state, unit),
            whole=full,
            owed=True,
            refused=refused,
        )


def _due(system: System, state: State, treasury: str) -> Mapping[str, list[Unit]]:
    """Units in the queue that can be paid for; alike are those of which as much is paid."""
    found: dict[str, list[Unit]] = {}
    several: dict[str, set[int]] = {}
    units = tuple(build_queue.payable(state, build_queue.queued(system, state, treasury)))
    for unit in units:
        several.setdefault(unit.type, set()).add(paid(unit))
    for unit in units:
        much = f" ({paid(unit)} paid)" if len(several[unit.type]) > 1 else ""
        found.setdefault(f"{_PAY}{unit.type}{much}", []).append(unit)
    return found


def orders(system: System, state: State, treasury: str, picks: Picks) -> tuple[Order, ...]:
    """Return the orders of what was picked: instalments, then units by type and repairs."""
    counts = {key: n for key in picks if (n := sum(picks[key].values()))}
    due = _due(system, state, treasury)
    dues = [u.id for key, n in counts.items() for u in due.get(key, ())[:n]]
    units = {k: n for k, n in counts.items() if not k.startswith((_REPAIR, _PAY))}
    repairs = {int(k.removeprefix(_REPAIR)): n for k, n in counts.items() if k.startswith(_REPAIR)}
    made: list[Order] = [o.Pay(treasury, tuple(dues))] if dues else []
    if units or repairs or not made:
        made.append(o.Buy(treasury, units, repairs))
    return tuple(made)


def bill(system: System, state: State, treasury: str, picks: Picks) -> int:
    """What picks cost now, less what money pays that buys nothing but them."""
    made: Iterable[Order] = orders(system, state, treasury, picks)
    return sum(
        bill_of(system, state, order) - _relief(system, state, order)
        for order in made
        if isinstance(order, o.Buy | o.Pay)
    )


def _relief(system: System, state: State, order: o.Buy | o.Pay) -> int:
    if isinstance(order, o.Pay):
        return 0
    return sum(funds.relief(system, state, order.treasury, costs(system, state, order)).values())


def title(system: System, state: State, treasury: str) -> str:
    """Return what a treasury's purchases are called, with money that buys only some of them."""
    held = funds.restricted(system, state, treasury)
    also = list_of(f"{amount} for {name}" for name, amount in held.items())
    return f"{treasury}, with {also}" if also else treasury
