"""Funds: what of a treasury's money pays for which units, where some of it is restricted.

Money with a restriction buys only the units that ``restrictions.toml`` says; it is spent before
money that buys anything. Repairs, instalments and research are paid with the latter alone. What
goes back unplaced is paid back in the money that paid for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.errors import DatasetError
from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas import data
from a4a.rules.areas.economy.allotment import allot
from a4a.rules.areas.system import System
from a4a.rules.conditions import types_of

REPAIRS = ""
"""Stands for repairs among what is paid for by unit types."""


class Restriction(data.Entry, frozen=True, kw_only=True):
    """What money with a restriction may buy.

    Parameters
    ----------
    name
        The restriction, as events and balances have it.
    of
        Words for the unit types that it buys: names, categories, abilities.
    but
        Words for those of them that it does not.
    """

    name: str
    of: tuple[str, ...]
    but: tuple[str, ...] = ()


class _Restrictions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    restrictions: tuple[Restriction, ...] = ()


@lru_cache(maxsize=16)
def restrictions(system: System) -> tuple[Restriction, ...]:
    """Return the restrictions that money can have; DatasetError if one names no unit type."""
    found = data.in_play(system, data.read(system, "restrictions", _Restrictions).restrictions)
    for entry in found:
        for word in (*entry.of, *entry.but):
            if not _types(system, word):
                raise DatasetError(f"restrictions.toml: no unit type is a {word!r}")
    return found


def _types(system: System, word: str) -> frozenset[str]:
    return frozenset({word}) if word in system.types else types_of(system, word)


@lru_cache(maxsize=64)
def _buyable(system: System, restriction: str) -> frozenset[str]:
    """The unit types that money with a restriction buys; none if no list knows it."""
    for entry in restrictions(system):
        if entry.name == restriction:
            but = frozenset[str]().union(*(_types(system, word) for word in entry.but))
            return frozenset[str]().union(*(_types(system, word) for word in entry.of)) - but
    return frozenset()


def restricted(system: System, state: State, treasury: str) -> Mapping[str, int]:
    """Return the money of a treasury that buys only some units, by its restriction.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940")
    >>> dict(restricted(game.ruleset.game, game.state, "UK Europe"))
    {}
    """
    return {
        restriction: amount
        for (owner, resource, restriction), amount in state.balances.items()
        if owner == treasury and resource == system.catalog.currency and restriction and amount > 0
    }


def available(system: System, state: State, treasury: str, kind: str) -> int:
    """What a treasury can spend on units of one type, and on nothing else."""
    held = restricted(system, state, treasury)
    return money.balance(system, state, treasury) + useful(system, held, kind)


def useful(system: System, held: Mapping[str, int], kind: str) -> int:
    """How much of restricted money, by its restriction, buys units of one type."""
    return sum(amount for name, amount in held.items() if kind in _buyable(system, name))


def relief(system: System, state: State, treasury: str, costs: Mapping[str, int]) -> dict[str, int]:
    """Return how much of a bill restricted money pays, by its restriction: as much as it can.

    Parameters
    ----------
    system, state, treasury
        Who pays.
    costs
        What is paid for each unit type in all, and for `REPAIRS`.
    """
    return _shared(system, restricted(system, state, treasury), costs)


def _shared(system: System, held: Mapping[str, int], costs: Mapping[str, int]) -> dict[str, int]:
    """How much of a bill restricted money can pay, by its restriction."""
    if not held:
        return {}
    ways = {kind: [name for name in held if kind in _buyable(system, name)] for kind in costs}
    spent = dict.fromkeys(held, 0)
    for (name, _), amount in allot(held, costs, ways).items():
        spent[name] += amount
    return {name: amount for name, amount in spent.items() if amount}


def spendable(system: System, state: State, treasury: str, costs: Mapping[str, int]) -> int:
    """What a treasury has for a bill: money that buys anything, and what else pays some of it."""
    spent = relief(system, state, treasury, costs)
    return money.balance(system, state, treasury) + sum(spent.values())


def payments(
    system: System, state: State, treasury: str, costs: Mapping[str, int], reason: str
) -> list[ev.ResourceChanged]:
    """Return the events that pay a bill, restricted money first."""
    spent = relief(system, state, treasury, costs)
    rest = sum(costs.values()) - sum(spent.values())
    made = [
        money.paid(system, treasury, -amount, reason, restriction=name)
        for name, amount in spent.items()
    ]
    return [*made, money.paid(system, treasury, -rest, reason)] if rest or not made else made


def refunds(
    system: System, state: State, treasury: str, costs: Mapping[str, int], detail: str = ""
) -> list[ev.ResourceChanged]:
    """Return the events that pay back what was paid for units: restricted money stays so.

    No unit remembers which money paid for it. All restricted money that is gone since the turn
    began has bought units, so as much of their price comes back restricted as it could have paid.

    Parameters
    ----------
    system, state, treasury
        Who is paid back.
    costs
        What was paid for what goes back, for each unit type in all.
    detail
        What goes back.
    """
    now = restricted(system, state, treasury)
    start = restricted(system, state.turn_start or state, treasury)
    gone = {name: had - now.get(name, 0) for name, had in start.items() if had > now.get(name, 0)}
    back = _shared(system, gone, costs)
    free = sum(costs.values()) - sum(back.values())
    amounts = {**back, "": free} if free or not back else back
    return [
        money.paid(system, treasury, amount, "refund", detail, restriction=name)
        for name, amount in amounts.items()
    ]
