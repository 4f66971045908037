"""Money: the treasuries of powers, what stands in them, and which of them a space pays.

A power has a treasury for each of its economies; the board says to which economy a space belongs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.system import System


def treasuries(system: System, power: str) -> tuple[str, ...]:
    """Return the treasuries of a power, the main one first."""
    return system.catalog.power(power).treasuries


def treasury_of(system: System, territory: str, power: str) -> str:
    """Return the treasury that a territory pays while a power controls it."""
    payees = _payees(system, power)
    found = payees.get(territory)
    return found if found is not None else payees[system.board.space(territory).name]


@lru_cache(maxsize=128)
def _payees(system: System, power: str) -> Mapping[str, str]:
    """Which of its treasuries each space pays while a power controls it."""
    own = treasuries(system, power)
    return {
        space.name: next((t for t in space.economies if t in own), own[0])
        for space in system.board.spaces
    }


def payer(system: System, unit: Unit) -> str:
    """Return the treasury that paid for a unit which was bought and waits to be placed.

    For a unit elsewhere this is no longer known: the main treasury of its owner is returned.
    """
    own = treasuries(system, unit.owner)
    return next((t for t in own if system.catalog.purchases(t) == unit.place), own[0])


def balance(system: System, state: State, treasury: str) -> int:
    """What a treasury may spend on anything: money with a restriction is not among it.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940")
    >>> balance(game.ruleset.game, game.state, "UK Pacific")
    17
    """
    return state.balances.get((treasury, system.catalog.currency, ""), 0)


def treasury_with(state: State, power: str, resource: str) -> str:
    """Return the treasury of a power that has some of a resource; the main one if none has any.

    Examples
    --------
    >>> import a4a
    >>> treasury_with(a4a.new_game("global1940").state, "Japan", "kamikaze tokens")
    'Japan'
    """
    own = state.catalog.power(power).treasuries
    return next((treasury for treasury in own if state.money(treasury, resource)), own[0])


def paid(
    system: System,
    treasury: str,
    amount: int,
    reason: str,
    detail: str = "",
    *,
    restriction: str = "",
) -> ev.ResourceChanged:
    """Make the event of a gain (amount > 0) or payment (amount < 0)."""
    currency = system.catalog.currency
    return ev.ResourceChanged(treasury, currency, amount, reason, detail, restriction)
