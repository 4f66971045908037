"""On which side powers fight: that of the catalog, or one that a neutral has joined in play."""

from __future__ import annotations

from collections.abc import Callable

from a4a.core.catalog import Catalog
from a4a.core.position import ALLIED, WAR
from a4a.core.state import State


def side_in(state: State, power: str | None) -> str:
    """Return the side that a power fights on in a state; "" for nobody, and for neutrals.

    A power that the catalog gives no side has joined one if it is allied with powers of that side,
    of no other, and at war with any of another.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.start("war_in_europe").state_at(0)
    >>> side_in(state, "Germany"), side_in(state, "Norway"), side_in(state, None)
    ('Axis', '', '')
    """
    return side_under(state.catalog, state.relation, power)


def side_under(catalog: Catalog, relation: Callable[[str, str], str], power: str | None) -> str:
    """Return the side that a power fights on under relations: a function of two powers.

    Examples
    --------
    >>> import a4a
    >>> catalog = a4a.dataset("war_in_europe").catalog
    >>> invaded = {"Germany": "war", "Great Britain": "allied"}
    >>> side_under(catalog, lambda power, other: invaded.get(other, "neutral"), "Norway")
    'Allies'
    """
    if power is None or (own := catalog.side_of(power)):
        return "" if power is None else own
    sides: dict[str, set[str]] = {ALLIED: set(), WAR: set()}
    for other in catalog.powers:
        if other.side and (word := relation(power, other.name)) in sides:
            sides[word].add(other.side)
    friends, enemies = sides[ALLIED], sides[WAR]
    return next(iter(friends)) if len(friends) == 1 and enemies - friends else ""
