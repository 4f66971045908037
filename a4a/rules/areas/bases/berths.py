"""Berths: bases of friends and neutrals that serve only so many ships of a power in a turn.

A power's own bases serve all its ships. Games in which friends' bases do so too, and neutral ones
serve nobody, have no ``berths.toml``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

import msgspec

from a4a.core.units import Unit
from a4a.rules.areas import data
from a4a.rules.areas.bases.facilities import operative_base
from a4a.rules.areas.politics.situation import Situation, Stance
from a4a.rules.areas.system import System

_BERTH = "berthed in "


class Terms(data.Entry, frozen=True, kw_only=True):
    """On what terms the bases of others serve ships.

    Parameters
    ----------
    where
        What the base's territory is to the power.
    price
        What it costs in a turn. What is free need not be ordered: it serves the costliest ships
        that lie beside it, unless others are named.
    ships
        How many ships it serves.
    """

    where: Stance
    price: int
    ships: int


class _Berths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    berths: tuple[Terms, ...] = ()


@lru_cache(maxsize=16)
def berths(system: System) -> tuple[Terms, ...]:
    """Return the terms of a system.

    Examples
    --------
    >>> import a4a
    >>> [(b.where, b.price) for b in berths(a4a.new_game("deluxe3g40").ruleset.game)]
    [('strict neutral', 6), ('friendly neutral', 3), ('friendly', 0)]
    """
    return data.in_play(system, data.read(system, "berths", _Berths).berths)


def terms(here: Situation, territory: str) -> Terms | None:
    """Return the terms on which a power has berths in a territory now, or None if it has none."""
    stance = here.stance(territory)
    if stance == "friendly" and not here.was_friendly(territory):
        return None
    return next((entry for entry in berths(here.system) if entry.where == stance), None)


def berth(territory: str) -> str:
    """Return the flag of a ship that has a berth in a territory.

    Examples
    --------
    >>> berth("Spain")
    'berthed in Spain'
    """
    return f"{_BERTH}{territory}"


def berthed(here: Situation) -> Iterator[tuple[Unit, str]]:
    """Yield the ships of a power that have berths, with the flags that say where."""
    for unit in here.state.units.values():
        if unit.owner == here.power:
            for flag in unit.flags:
                if flag.startswith(_BERTH):
                    yield unit, flag


def served(
    here: Situation, ships: Iterable[Unit], ability: str, *, without: Collection[str] = ()
) -> frozenset[int]:
    """Return the ids of the ships of a power that operative bases serve where they lie.

    Parameters
    ----------
    here, ships
        How things stand for the power, and its ships, where they lie.
    ability
        What the bases must be able to do.
    without
        Territories whose bases do not count.
    """
    system, state = here.system, here.state
    lying = tuple(ships)
    taken = {flag for _, flag in berthed(here)}
    kinds = system.able(ability)
    found: set[int] = set()
    for base in state.units.values():
        where = base.place
        if base.type not in kinds or not isinstance(where, str) or where in without:
            continue
        if operative_base(system, state, where, ability) is not base:
            continue
        beside = [
            u for u in lying if isinstance(u.place, str) and where in system.graph.coast[u.place]
        ]
        if here.stance(where) == "own":
            found.update(u.id for u in beside if here.was_friendly(where))
        elif (entry := terms(here, where)) is not None:
            if berth(where) in taken:
                beside = [u for u in beside if berth(where) in state.unit(u.id).flags]
            elif entry.price:
                continue
            beside.sort(key=lambda u: (-system.types[u.type].cost, u.id))
            found.update(u.id for u in beside[: entry.ships])
    return frozenset(found)
