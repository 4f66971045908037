"""What becomes of a nation whose capital falls: another takes its economy over, or it moves.

Games in which a lost capital is only lost have no ``capitals.toml``.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from a4a.core.state import State
from a4a.rules.areas import data
from a4a.rules.areas.system import System

_EXILE, _SEAT = "in exile: ", "capital moved to "


class Succession(data.Entry, frozen=True, kw_only=True):
    """An economy that another power takes over for good once its capital has fallen.

    Parameters
    ----------
    treasury
        Whose economy.
    heir
        The power that gets its territories, and those that are liberated later.
    map
        The map on which the units of the economy's power go, once the heir loses its own capital
        of that economy; "" for none.
    cession
        Whether all its territories go to the heir at once.
    """

    treasury: str
    heir: str
    map: str = ""
    cession: bool = True


class Surrender(data.Entry, frozen=True, kw_only=True):
    """Units that an enemy gets, on one of the maps, once a power has lost all its capitals."""

    power: str
    map: str
    heir: str


class Relocation(data.Entry, frozen=True, kw_only=True):
    """A power that names a new capital once, where it has one of these facilities."""

    power: str
    facilities: tuple[str, ...]


class Capitals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list ``capitals.toml``."""

    successions: tuple[Succession, ...] = ()
    surrenders: tuple[Surrender, ...] = ()
    relocations: tuple[Relocation, ...] = ()


@lru_cache(maxsize=16)
def falls(system: System) -> Capitals:
    """Return what follows from the fall of capitals.

    Examples
    --------
    >>> import a4a
    >>> [s.heir for s in falls(a4a.new_game("deluxe3g40").ruleset.game).successions]
    ['Commonwealth', 'Commonwealth', 'Germany']
    """
    found = data.read(system, "capitals", Capitals)
    return Capitals(
        data.in_play(system, found.successions),
        data.in_play(system, found.surrenders),
        data.in_play(system, found.relocations),
    )


def entries(system: System) -> tuple[data.Entry, ...]:
    """Return all entries."""
    found = falls(system)
    return (*found.successions, *found.surrenders, *found.relocations)


def exile(treasury: str) -> str:
    """The status of a power whose economy another has taken over."""
    return f"{_EXILE}{treasury}"


def in_exile(state: State, power: str, treasury: str) -> bool:
    """Whether another power has taken over an economy of a power."""
    return exile(treasury) in state.statuses(power)


def successor(system: System, state: State, power: str, treasury: str) -> str | None:
    """Return the power that has taken over an economy, or None."""
    if not in_exile(state, power, treasury):
        return None
    return next((s.heir for s in falls(system).successions if s.treasury == treasury), None)


def moved_to(space: str) -> str:
    """The status of a power that has named a new capital."""
    return f"{_SEAT}{space}"


def new_seat(state: State, power: str) -> str | None:
    """Return the capital that a power has named anew, or None."""
    found = (s for s in state.statuses(power) if s.startswith(_SEAT))
    status = next(found, None)
    return None if status is None else status.removeprefix(_SEAT)
