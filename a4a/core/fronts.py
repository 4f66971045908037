"""Fronts: the borders along which hostile sides face each other.

Two powers are *hostile* when they fight for different sides (`a4a.core.sides`) and are at war. The
rulebooks draw no fronts; these put their terms into the words of history. A *land front* is a
border that can be crossed on foot and whose ends are held by powers hostile to each other. A
*contested coast* is a shore off which hostile ships or aircraft lie.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from a4a.core.board import Border
from a4a.core.position import WAR
from a4a.core.sides import side_in
from a4a.core.state import State

FrontKind = Literal["land", "coast"]
AFLOAT = ("sea", "air")
"""Categories of the units that contest a coast."""


class Front(msgspec.Struct, frozen=True):
    """One border of a front, seen from the side that comes first in the catalog's order.

    Parameters
    ----------
    a, b
        The spaces at its ends: `a` is the end of the side that comes first in `Catalog.sides`.
    side_a, side_b
        The sides of the powers that hold them; at a sea end, of the ships and aircraft there.
    kind
        ``land``, or ``coast`` where one end is sea.
    """

    a: str
    b: str
    side_a: str
    side_b: str
    kind: FrontKind


def hostile(state: State, power_a: str | None, power_b: str | None) -> bool:
    """Whether two powers fight for different sides and are at war.

    Where the relations of a state say nothing about the two, different sides are at war: many maps
    know no politics. Neutrals, nobody and unknown names are hostile to none.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.start("global1940").state_at(0)
    >>> hostile(state, "Germany", "France"), hostile(state, "Germany", "Soviet Union")
    (True, False)
    """
    if not power_a or not power_b or not at_war(state.relation(power_a, power_b)):
        return False
    side_a, side_b = side_in(state, power_a), side_in(state, power_b)
    return bool(side_a and side_b and side_a != side_b)


def at_war(relation: str) -> bool:
    """Whether powers of different sides are at war under a relation: "war", "neutral", "" ...

    Examples
    --------
    >>> at_war("war"), at_war(""), at_war("neutral")
    (True, True, False)
    """
    return relation in (WAR, "")


Afloat: TypeAlias = dict[str, dict[str, int]]
"""What ships and aircraft are worth in a sea zone, by owner; of the zones looked at so far."""


def front(state: State, border: Border, *, afloat: Afloat | None = None) -> Front | None:
    """Return the front along a border of the board in this state, or None.

    A space counts by its controller, also while enemies stand in it. Facilities do not contest a
    coast, nor do land units without a ship.

    Parameters
    ----------
    state
        When.
    border
        A border of its board.
    afloat
        Remembers zones of this state, for whoever asks about many of its borders.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.start("global1940").state_at(0)
    >>> front(state, state.board.border("France", "Western Germany"))
    Front(a='Western Germany', b='France', side_a='Axis', side_b='Allies', kind='land')
    >>> front(state, state.board.border("Normandy/Bordeaux", "sea zone 110"))
    >>> front(state, state.board.border("Western Germany", "sea zone 112"))
    """
    seas = state.board.seas
    afloat = {} if afloat is None else afloat
    a, b = border.a, border.b
    if a in seas:
        return None if b in seas else _coast(state, afloat, land=b, sea=a)
    if b in seas:
        return _coast(state, afloat, land=a, sea=b)
    if not state.board.on_foot(border):
        return None
    control = state.control
    power_a, power_b = control.get(a), control.get(b)
    if power_a == power_b or not hostile(state, power_a, power_b):
        return None
    return _told(state, a, b, side_in(state, power_a), side_in(state, power_b), "land")


def fronts(state: State) -> tuple[Front, ...]:
    """All the fronts of a state, in the order of the board's borders.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.start("global1940").state_at(0)
    >>> [(f.a, f.b) for f in fronts(state) if f.kind == "land"][:2]
    [('Tobruk', 'Alexandria'), ('Ethiopia', 'Anglo-Egyptian Sudan')]
    """
    afloat: Afloat = {}
    found = (front(state, border, afloat=afloat) for border in state.board.borders)
    return tuple([f for f in found if f is not None])


def _coast(state: State, afloat: Afloat, *, land: str, sea: str) -> Front | None:
    """Return the front along a shore off which hostile ships or aircraft lie, or None."""
    power = state.control.get(land)
    if power is None:
        return None
    if sea not in afloat:
        afloat[sea] = _worth_afloat(state, sea)
    enemies: dict[str, int] = {}
    for owner, value in afloat[sea].items():
        if hostile(state, power, owner):
            side = side_in(state, owner)
            enemies[side] = enemies.get(side, 0) + value
    if not enemies:
        return None
    order = state.catalog.sides
    # Where several sides are hostile to the shore's holder, the strongest of them counts.
    strongest = min(enemies, key=lambda side: (-enemies[side], order.index(side)))
    return _told(state, land, sea, side_in(state, power), strongest, "coast")


def _worth_afloat(state: State, sea: str) -> dict[str, int]:
    catalog = state.catalog
    there: dict[str, int] = {}
    for unit in state.at(sea):
        if catalog.unit_type(unit.type).category in AFLOAT:
            there[unit.owner] = there.get(unit.owner, 0) + catalog.worth(unit)
    return there


def _told(state: State, a: str, b: str, side_a: str, side_b: str, kind: FrontKind) -> Front:
    """Return a front with its ends in the order of the sides."""
    order = state.catalog.sides
    if order.index(side_a) <= order.index(side_b):
        return Front(a, b, side_a, side_b, kind)
    return Front(b, a, side_b, side_a, kind)
