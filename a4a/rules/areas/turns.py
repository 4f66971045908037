"""The order of play of a round: whose turns there are, and which phases each has.

It is data: ``turns.toml``. A game without one gives each power that plays a turn of all phases, in
the order of ``powers.csv``. In a turn of several powers all of them have each of its phases at the
same time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from a4a.core.names import plain
from a4a.rules.areas import data
from a4a.rules.areas.system import System
from a4a.rules.lists import Entry
from a4a.rules.phased import Turn


class PlayedTurn(Entry, frozen=True, kw_only=True):
    """A turn in the order of play.

    Parameters
    ----------
    powers
        Whose turn it is.
    phases
        The names of its phases, in order; all that the game has if none is named.
    first
        The power that goes first where it could meet another of them, or "".
    """

    powers: tuple[str, ...]
    phases: tuple[str, ...] = ()
    first: str = ""


class _Turns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: tuple[PlayedTurn, ...] = ()


@lru_cache(maxsize=16)
def played_turns(system: System) -> tuple[PlayedTurn, ...]:
    """Return the turns that a dataset lists; none where each power has a turn of its own."""
    return data.in_play(system, data.read(system, "turns", _Turns).turns)


def turns(system: System, phases: tuple[str, ...]) -> tuple[Turn, ...]:
    """Return the turns of a round, given the names of all phases of the game, in order."""
    listed = played_turns(system)
    if not listed:
        return tuple(Turn((power,), phases) for power in system.order_of_play)
    return tuple(Turn(turn.powers, turn.phases or phases) for turn in listed)


def forces(system: System) -> tuple[tuple[str, ...], ...]:
    """Return the forces that play in a round, in order.

    Examples
    --------
    >>> import a4a
    >>> forces(a4a.new_game("europe1940").ruleset.game)[:2]
    (('Germany',), ('Soviet Union',))
    """
    return tuple(turn.force for turn in turns(system, ()))


def goes_first(system: System, force: tuple[str, ...]) -> PlayedTurn | None:
    """Return the turn of a force in which one of its powers goes first, or None."""
    if len(force) < 2:
        return None
    return next((t for t in played_turns(system) if t.powers == force and t.first), None)


def unknown_phases(system: System) -> Iterator[str]:
    """Say which phases the turns name that the dataset does not have."""
    known = {plain(phase.name) for phase in system.dataset.phases}
    for turn in played_turns(system):
        for phase in turn.phases:
            if plain(phase) not in known:
                yield f"{turn.rule}: there is no phase {phase!r}"
