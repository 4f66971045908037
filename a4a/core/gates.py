"""Gates: straits and canals, which the powers that hold their land can close to ships.

The powers that hold the land decide who passes, those that held it as the turn began unless a gate
opens at once to who takes it (`Border.opens_at_once`). Neutral land lets nobody through.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from a4a.core.board import Border
from a4a.core.fronts import hostile
from a4a.core.state import State

GATES = ("strait", "canal")
"""Kinds of borders that are gates."""


class Bar(msgspec.Struct, frozen=True):
    """Why a gate is closed to a power.

    Parameters
    ----------
    reason
        ``taken``: its land was taken only in this turn; ``neutral``: its land is neutral;
        ``enemy``: an enemy holds its land; ``divided``: both sides do.
    territory, owner
        The land this is about, and who holds it (`holder`).
    """

    reason: Literal["taken", "neutral", "enemy", "divided"]
    territory: str
    owner: str | None


def holder(state: State, gate: Border, territory: str) -> str | None:
    """Who holds land of a gate, as far as passing it goes."""
    then = state if gate.opens_at_once else state.turn_start or state
    return then.control.get(territory)


def bar(state: State, gate: Border, power: str) -> Bar | None:
    """Return what closes a gate to a power's ships, leave from its holders aside; None if nothing.

    Parameters
    ----------
    state
        When.
    gate
        The strait or canal.
    power
        Whose ships.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.start("global1940").state_at(0)
    >>> gates = {border.name: border for border in state.board.borders if border.name}
    >>> bar(state, gates["Suez Canal"], "United Kingdom")
    >>> bar(state, gates["Suez Canal"], "Italy")
    Bar(reason='enemy', territory='Egypt', owner='United Kingdom')
    >>> bar(state, gates["Turkish Straits"], "Italy").reason
    'neutral'
    """
    side_of = state.catalog.side_of
    own = side_of(power)
    sides: dict[str, Bar] = {}
    for territory in gate.controllers:
        owner = holder(state, gate, territory)
        side, now = side_of(owner), state.control.get(territory)
        if now != owner and own and side_of(now) == own != side:
            return Bar("taken", territory, owner)
        if not side:
            return Bar("neutral", territory, owner)
        if hostile(state, power, owner):
            return Bar("enemy", territory, owner)
        sides.setdefault(side, Bar("divided", territory, owner))
    return list(sides.values())[1] if len(sides) > 1 else None


def is_open(state: State, gate: Border, power: str) -> bool:
    """Whether a power's ships may pass a gate without asking anyone but friends.

    Nothing bars them, and nobody of the other side holds its land: a power of the other side that
    is at peace may still give leave. Exceptions for single types of ships are not considered.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.start("global1940").state_at(0)
    >>> danish = state.board.border("sea zone 112", "sea zone 113")
    >>> [p for p in ("Germany", "Soviet Union", "France") if is_open(state, danish, p)]
    ['Germany']
    """
    if bar(state, gate, power) is not None:
        return False
    side_of = state.catalog.side_of
    return all(side_of(holder(state, gate, land)) == side_of(power) for land in gate.controllers)
