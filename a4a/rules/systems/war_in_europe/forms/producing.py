"""How production is chosen: counters of the force pools, counters to restore, points to leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.choices import Answer, Answers, Form, Item, Picks, Tally, TallyTarget
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.economy.placing import placements
from a4a.rules.systems.war_in_europe.economy.producing import PRODUCTION, Production
from a4a.rules.systems.war_in_europe.forms.answers import answer
from a4a.rules.systems.war_in_europe.naming import called
from a4a.rules.systems.war_in_europe.orders.producing import (
    Allot,
    Build,
    EndProduction,
    Upgrade,
)
from a4a.rules.systems.war_in_europe.pool import pool
from a4a.rules.systems.war_in_europe.system import System


def production_forms(phase: Production, state: State) -> tuple[Form, ...]:
    """Return the forms of the production of a power, or of a side's minor powers."""
    asked, decision = phase.asked(state), phase.decision(state)
    if asked is None or decision is None:
        return ()
    (who,) = asked.options
    offered = [state.unit(number) for number in decision.units]
    system, major = phase.system, asked.kind == PRODUCTION
    funds = money.balance(system, state, who) if major else None
    forms: list[Form] = []
    builds = tuple(_builds(system, state, offered))
    if builds:
        forms.append(_bill(system, "Build", builds, _build(state), funds))
    upgrades = tuple(_upgrades(system, state, offered))
    if upgrades:
        forms.append(_bill(system, "Restore", upgrades, _upgrade(state), funds))
    if major and (left := tuple(_allotments(phase, state, who))):
        forms.append(Answers("Let captured cities serve another", left, aside=True))
    end = answer(phase.verify, state, f"End the production of {who}", EndProduction())
    return (*forms, Answers("", (end,)))


def _builds(system: System, state: State, offered: list[Unit]) -> Iterator[Item]:
    for unit in offered:
        hexes = tuple(placements(system, state, unit)) if unit.place == pool(unit.owner) else ()
        if hexes:
            targets = tuple(TallyTarget(s, system.board.space(s).title, 1) for s in hexes)
            price = system.catalog.price(unit.type, unit.owner)
            yield _item(system, unit, price, targets)


def _upgrades(system: System, state: State, offered: list[Unit]) -> Iterator[Item]:
    for unit in offered:
        if unit.place != pool(unit.owner):
            where = (TallyTarget("", "", 1),)
            price = system.catalog.upgrade_price(unit.type, unit.owner)
            yield _item(system, unit, price, where, detail=_where(system, state, unit))


def _where(system: System, state: State, unit: Unit) -> str:
    """Where a unit is, in words."""
    space = state.space_of(unit.id)
    return "" if space is None else f"in {system.board.space(space).title}"


def _item(
    system: System,
    unit: Unit,
    price: int,
    targets: tuple[TallyTarget, ...],
    *,
    detail: str = "",
) -> Item:
    return Item(
        key=str(unit.id), label=called(system, unit), most=1, type=unit.type, power=unit.owner,
        detail=detail, price=price, targets=targets,
        spaces=tuple(t.key for t in targets if t.key),
    )  # fmt: skip


def _build(state: State) -> Callable[[Picks], tuple[Order, ...]]:
    def make(picks: Picks) -> tuple[Order, ...]:
        return tuple(
            Build(state.unit(int(key)).owner, state.unit(int(key)).name, space)
            for key, own in picks.items()
            for space, number in own.items()
            if number
        )

    return make


def _upgrade(state: State) -> Callable[[Picks], tuple[Order, ...]]:
    def make(picks: Picks) -> tuple[Order, ...]:
        units = (state.unit(int(key)) for key, own in picks.items() if any(own.values()))
        return tuple(Upgrade(unit.owner, unit.name) for unit in units)

    return make


def _bill(
    system: System,
    title: str,
    items: tuple[Item, ...],
    make: Callable[[Picks], tuple[Order, ...]],
    funds: int | None,
) -> Tally:
    """A form of things that cost points."""
    prices = {item.key: item.price for item in items}

    def bill(picks: Picks) -> int:
        return sum(prices[key] * sum(own.values()) for key, own in picks.items())

    return Tally(
        title=title, items=items, make=make, commit=title, funds=funds,
        currency=system.catalog.currency, bill=bill,
    )  # fmt: skip


def _allotments(phase: Production, state: State, who: str) -> Iterator[Answer]:
    board = phase.system.board
    for city, other in phase.allotments(state, who):
        label = f"{board.space(city).city or city} to {phase.system.called(other)}"
        yield answer(phase.verify, state, label, Allot(city, other), spaces=(city,))
