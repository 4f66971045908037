"""Economies: whether their capitals are free, and what their territories produce.

A power has one economy or several, each with a capital and a treasury (`a4a.rules.money`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from a4a.core.state import State
from a4a.rules.areas.bases.divided import at_odds
from a4a.rules.areas.economy.capitals import in_exile, new_seat
from a4a.rules.areas.system import System
from a4a.rules.money import treasuries, treasury_of
from a4a.rules.remembered import remembered


@lru_cache(maxsize=256)
def capitals(system: System, power: str, treasury: str | None = None) -> tuple[str, ...]:
    """Return the territories that hold a power's capital, or that of one of its economies."""
    return tuple(
        space.name
        for space in system.board.spaces
        if power in space.capital_of and treasury in (None, treasury_of(system, space.name, power))
    )


def capital_lost(system: System, state: State, power: str, treasury: str | None = None) -> bool:
    """Whether a power's capital is under the control of a power of another side.

    So is that of an economy which another power has taken over.

    Parameters
    ----------
    system, state, power
        Whose capital.
    treasury
        The economy whose capital it is; None asks whether the power has lost those of all its
        economies.
    """
    own = treasuries(system, power)
    if treasury is None and len(own) > 1:
        return all(capital_lost(system, state, power, one) for one in own)
    if in_exile(state, power, treasury or own[0]):
        return True
    side = system.catalog.side_of(power)
    held = seats(system, state, power, treasury)
    return bool(held) and all(system.catalog.side_of(state.control.get(c)) != side for c in held)


def seats(system: System, state: State, power: str, treasury: str | None = None) -> tuple[str, ...]:
    """Return the capitals of a power, or of one of its economies, as things stand.

    They are those of the board, unless it has named a new one.
    """
    seat = new_seat(state, power)
    return capitals(system, power, treasury) if seat is None else (seat,)


def open_treasuries(system: System, state: State, power: str) -> tuple[str, ...]:
    """Return the treasuries of a power that may collect and spend: those with a free capital.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940")
    >>> open_treasuries(game.ruleset.game, game.state, "United Kingdom")
    ('UK Europe', 'UK Pacific')
    """
    return tuple(
        treasury
        for treasury in treasuries(system, power)
        if not capital_lost(system, state, power, treasury)
    )


def territories(system: System, state: State, power: str) -> Iterator[str]:
    """Return the territories that a power controls, in board order."""
    return iter(_held_by(system, state).get(power, ()))


def _held(system: System, state: State) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for space in system.board.spaces:
        if (power := state.control.get(space.name)) is not None:
            found.setdefault(power, []).append(space.name)
    return found


_held_by = remembered(_held, same=State.same_control)


def production(system: System, state: State, power: str, treasury: str) -> int:
    """A treasury's national production level: the values of the territories that pay it.

    A divided territory pays nobody while two sides hold parts of it, and damage of facilities that
    earn what their territory pays lowers it.
    """
    own = [
        name
        for name in territories(system, state, power)
        if treasury_of(system, name, power) == treasury and not at_odds(system, state, name)
    ]
    earning = system.able("damage lowers income")
    lost = sum(u.damage for t in own for u in state.at(t) if u.type in earning) if earning else 0
    return sum(map(state.income_value, own)) - lost
