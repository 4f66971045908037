"""Money: whose treasury it is, what stands in it, and whether its power's capital is free.

Sources: AA rulebook, "Capturing and Liberating Capitals" (p. 21), "Collect Income" (p. 23).
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.aa.system import System


def capitals(system: System, power: str) -> tuple[str, ...]:
    """Return the territories that hold a power's capital."""
    return tuple(s.name for s in system.board.spaces if power in s.capital_of)


def capital_lost(system: System, state: State, power: str) -> bool:
    """Whether a power's capital is under the control of a power of another side (p. 21)."""
    side = system.catalog.side_of(power)
    held = capitals(system, power)
    return bool(held) and all(system.catalog.side_of(state.control.get(c)) != side for c in held)


def treasuries(system: System, power: str) -> tuple[str, ...]:
    """Return the treasuries of a power, the main one first."""
    return system.catalog.power(power).treasuries


def treasury_of(system: System, territory: str, power: str) -> str:
    """Return the treasury that a territory pays while a power controls it."""
    own = treasuries(system, power)
    economy = system.board.space(territory).economy
    return economy if economy in own else own[0]


def balance(system: System, state: State, treasury: str) -> int:
    """What is in a treasury."""
    return state.money(treasury, system.catalog.currency)


def paid(
    system: System, treasury: str, amount: int, reason: str, detail: str = ""
) -> ev.ResourceChanged:
    """Make the event of a gain (amount > 0) or payment (amount < 0)."""
    return ev.ResourceChanged(treasury, system.catalog.currency, amount, reason, detail)


def territories(system: System, state: State, power: str) -> Iterator[str]:
    """Yield the territories that a power controls, in board order."""
    for space in system.board.spaces:
        if state.control.get(space.name) == power:
            yield space.name


def production(system: System, state: State, power: str, treasury: str) -> int:
    """A treasury's national production level: the values of the territories that pay it (p. 6)."""
    return sum(
        state.income_value(name)
        for name in territories(system, state, power)
        if treasury_of(system, name, power) == treasury
    )
