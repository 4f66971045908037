"""What powers forgo until they are at war with those who count: tankers, conscripts, tokens.

Source: book, Neutral Nations: Not at War. Objectives and moves into neutrals say it themselves.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas import data
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.conditions import Condition, all_hold


class Restraint(data.Entry, frozen=True, kw_only=True):
    """A nation that keeps out until it is at war.

    Parameters
    ----------
    treasury
        The nation, by its treasury.
    until
        What lets it in.
    """

    treasury: str
    until: tuple[Condition, ...]


class _Restraints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    restraints: tuple[Restraint, ...] = ()


@lru_cache(maxsize=16)
def restraints(system: System) -> tuple[Restraint, ...]:
    """Return the nations that keep out until they are at war."""
    return data.in_play(system, data.read(system, "restraints", _Restraints).restraints)


def is_free(system: System, state: State, treasury: str) -> bool:
    """Whether a nation may do what those out of their war forgo.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40")
    >>> [is_free(game.ruleset.game, game.state, t) for t in ("Soviet Union", "UK Europe")]
    [False, True]
    """
    power = system.catalog.treasuries[treasury].name
    now = situation_of(system, state, power)
    own = (entry for entry in restraints(system) if entry.treasury == treasury)
    return all(all_hold(entry.until, now) for entry in own)


def nation_in(system: System, power: str, territory: str) -> str:
    """Return the nation of a power in a territory: the treasury that its income goes to."""
    return money.treasury_of(system, territory, power)
