"""Defections: what becomes of a power without a side once a side attacks its land.

All that it has turns at once, what is attacked too. Its land is for others like that of strict
neutrals, but only those may attack it who are at war with the power it would turn to.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from a4a.rules.areas import data
from a4a.rules.areas.system import System


class Defection(data.Entry, frozen=True, kw_only=True):
    """Whom the land and units of a power turn to once a side attacks its land.

    Parameters
    ----------
    power
        Whose.
    attacked_by
        The side.
    heir
        The power that they turn to.
    elsewhere
        Territories that turn to another power.
    """

    power: str
    attacked_by: str
    heir: str
    elsewhere: Mapping[str, str] = {}


class _Defections(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    defections: tuple[Defection, ...] = ()


@lru_cache(maxsize=16)
def defections(system: System) -> tuple[Defection, ...]:
    """Return what drives powers without a side to one.

    Examples
    --------
    >>> import a4a
    >>> [d.heir for d in defections(a4a.new_game("deluxe3g40").ruleset.game)]
    ['Germany', 'France']
    """
    found = data.in_play(system, data.read(system, "defections", _Defections).defections)
    for entry in found:
        data.known_spaces(system, entry.elsewhere, f"defections.toml ({entry.rule})")
    return found


def defection(system: System, owner: str | None, side: str) -> Defection | None:
    """Return what an attack of a side on the land of a power brings about, or None."""
    found = (d for d in defections(system) if d.power == owner and d.attacked_by == side)
    return next(found, None)


def heir_of(entry: Defection, territory: str) -> str:
    """Return the power that a territory turns to."""
    return entry.elsewhere.get(territory, entry.heir)
