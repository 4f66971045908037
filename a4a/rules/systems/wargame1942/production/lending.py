"""Lend/Lease: who lends how much to whom, and what part of it buys anything.

Source: The War Game, "Phase I: Determine War Production", Lend/Lease and Pre-Game Lend/Lease.
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas.economy import economies
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.orders import Lend
from a4a.rules.systems.wargame1942.production.numbers import numbers

LENT = "lent"
"""Marker of a power: what it has lent in this turn."""
RECEIVED = "Lend/Lease"
"""Marker of a power: what it has been lent for its next spending."""


def borrowers(system: System, power: str) -> tuple[str, ...]:
    """Return to whom a nation may lend.

    Examples
    --------
    >>> from a4a.boards import load
    >>> borrowers(System(load("wargame1942"), games=("wargame1942",)), "Germany")
    ('Japan', 'Italy')
    """
    lists = (x.borrowers for x in numbers(system).lending if power in x.lenders)
    return tuple(name for names in lists for name in names if name != power)


def limit(system: System, state: State, power: str) -> int:
    """Return what a nation may lend in a turn of its own, by the land that it holds now."""
    if not borrowers(system, power):
        return 0
    (treasury,) = money.treasuries(system, power)
    value = economies.production(system, state, power, treasury)
    return -(-value // numbers(system).lent.part)


def left(system: System, state: State, power: str) -> int:
    """Return what a nation can still lend in this turn: of its limit, and of its own money."""
    (treasury,) = money.treasuries(system, power)
    rest = limit(system, state, power) - _marked(state, power, LENT)
    return max(0, min(rest, money.balance(system, state, treasury)))


def check(system: System, state: State, power: str, order: Lend) -> None:
    """Refuse what may not be lent; RuleViolation says why."""
    book, able = system.book, borrowers(system, power)
    tried = f"lend {order.amount} to {the(order.to)}"
    if not able:
        raise book.violation(
            "WG-INC-012", f"{system.called(power)} may only receive", tried=tried,
            allowed="loans by others",
        )  # fmt: skip
    if order.to not in able:
        sides = {system.catalog.side_of(order.to), system.catalog.side_of(power)}
        rule = "WG-INC-013" if len(sides) > 1 else "WG-INC-009"
        why = f"{system.called(power)} does not lend to {the(order.to)}"
        raise book.violation(
            rule, why, tried=tried, allowed=f"a loan to {either_of(map(the, able))}"
        )
    most = left(system, state, power)
    if not 0 < order.amount <= most:
        why = f"{system.called(power)} can lend {most or 'no more'} in this turn"
        raise book.violation(
            "WG-INC-014", why, tried=tried, allowed=f"1 to {most}" if most else "nothing"
        )


def lend(system: System, run: Run, power: str, order: Lend) -> None:
    """Take the money from one nation, and give it to another."""
    (own,), (theirs,) = money.treasuries(system, power), money.treasuries(system, order.to)
    lent = _marked(run.state, power, LENT) + order.amount
    run.emit(
        money.paid(system, own, -order.amount, "Lend/Lease", order.to),
        ev.MarkerChanged(ev.OnPower(power), LENT, lent),
    )
    receive(system, run, order.to, order.amount, theirs, power)


def receive(system: System, run: Run, power: str, amount: int, treasury: str, lender: str) -> None:
    """Give a nation what is lent to it: beyond what is free, it buys no infantry."""
    terms, had = numbers(system).lent, _marked(run.state, power, RECEIVED)
    free = max(0, min(amount, terms.free - had))
    if free:
        run.emit(money.paid(system, treasury, free, "Lend/Lease", lender))
    if amount > free:
        run.emit(
            money.paid(
                system, treasury, amount - free, "Lend/Lease", lender, restriction=terms.restriction
            )
        )
    run.emit(ev.MarkerChanged(ev.OnPower(power), RECEIVED, had + amount))


def pregame(system: System, run: Run, power: str) -> None:
    """Give a nation what was lent before the game, with its first income and never again."""
    resource = numbers(system).lent.pregame
    (treasury,) = money.treasuries(system, power)
    amount = run.state.money(treasury, resource)
    if amount:
        run.emit(ev.ResourceChanged(treasury, resource, -amount, "paid out"))
        receive(system, run, power, amount, treasury, "before the game")


def forget(run: Run, power: str, what: str) -> None:
    """Begin to count anew what a nation has lent, or been lent."""
    if _marked(run.state, power, what):
        run.emit(ev.MarkerChanged(ev.OnPower(power), what, 0))


def _marked(state: State, power: str, what: str) -> int:
    return state.markers.get((ev.OnPower(power), what), 0)
