"""Edits: what somebody sets a board up with, as events. They know no rules of play.

Each function takes the state and what is wanted, and returns the events that make it so. What
cannot be done is refused with what would be right.
"""

from __future__ import annotations

from typing import Final

from a4a.core import events as ev
from a4a.core.counters import Counter
from a4a.core.english import count_of, either_of, list_of
from a4a.core.errors import A4AError
from a4a.core.fold import Fold
from a4a.core.names import plain
from a4a.core.state import State
from a4a.core.units import Holding, Place, Unit

EDIT: Final = "edit"
"""The reason of the events."""
MOST: Final = 999
"""Most units of one edit."""


def put(
    state: State,
    power: str,
    kind: str,
    count: int,
    at: str,
    *,
    damage: int = 0,
    aboard: str | None = None,
) -> tuple[ev.AnyEvent, ...]:
    """Put units on the board, or into a holding of their power.

    Parameters
    ----------
    state
        How things stand.
    power, kind
        Whose; a unit type, or the name of a counter where units are named counters.
    count
        How many.
    at
        A space, or the name of a holding.
    damage
        Hits, damage points or lost steps that each carries.
    aboard
        The type of a ship there that carries them; "" for the first with room, None for none.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.start("europe1940").state_at(0)
    >>> (event,) = put(state, "Germany", "tank", 2, "poland")
    >>> [(unit.id - state.last_unit, unit.place) for unit in event.units]
    [(1, 'Poland'), (2, 'Poland')]
    """
    if aboard is not None:
        events = put(state, power, kind, count, at, damage=damage)
        there = Fold(state).apply_all(events).state()
        return (*events, *load(there, power, kind, count, at, aboard))
    owner = state.catalog.power(power).name
    _check_count(count)
    place = place_of(state, owner, at)
    counters = _counters_of(state, owner, kind)
    if counters is not None:
        return _put_counters(state, owner, kind, counters, count, place, damage)
    kind = state.catalog.unit_type(kind).name
    check_damage(damage)
    first = state.last_unit + 1
    units = tuple(Unit(first + n, kind, owner, place, damage) for n in range(count))
    return (ev.UnitsAdded(units, EDIT),)


def take(state: State, power: str, kind: str, count: int, at: str) -> tuple[ev.AnyEvent, ...]:
    """Take units away, with what is aboard them."""
    ids = chosen(state, power, kind, count, at)
    going: list[int] = []
    for unit in ids:
        going += [*_aboard(state, unit), unit]
    return (ev.UnitsRemoved(tuple(going), EDIT),)


def move(
    state: State, power: str, kind: str, count: int, start: str, end: str
) -> tuple[ev.AnyEvent, ...]:
    """Put units somewhere else."""
    ids = chosen(state, power, kind, count, start)
    owner = state.catalog.power(power).name
    return (ev.UnitsPlaced(ids, place_of(state, owner, end), EDIT),)


def load(
    state: State, power: str, kind: str, count: int, at: str, carrier: str
) -> tuple[ev.AnyEvent, ...]:
    """Put units aboard the first unit in the same space, of a type or any (""), that has room."""
    ids = chosen(state, power, kind, count, at, direct=True)
    ships = state.catalog.unit_type(carrier).name if carrier else ""
    space = space_of(state, at)
    ship = ship_for(state, ids, space, ships)
    if ship is None:
        what = carrier or "ship"
        raise A4AError(f"no {what} in {space} has room for {count_of(len(ids), kind)}")
    return (ev.UnitsPlaced(ids, ship, EDIT),)


def ship_for(state: State, units: tuple[int, ...], space: str, kind: str = "") -> int | None:
    """Return the first unit in a space, of a type if one is named, with room for units; or None."""
    types = state.catalog
    for ship in state.at(space):
        if ship.id in units or (kind and ship.type != kind):
            continue
        room = types.unit_type(ship.type)
        cargo = [u.type for u in state.at(ship.id)] + [state.unit(unit).type for unit in units]
        costs = [
            (types.unit_type(k).transport_cost, types.unit_type(k).carrier_cost) for k in cargo
        ]
        loaded, landed = (sum(column) for column in zip(*costs, strict=True))
        if all(cost for cost, _ in costs) and loaded <= room.transport_capacity:
            return ship.id
        if all(cost for _, cost in costs) and landed <= room.carrier_capacity:
            return ship.id
    return None


def own(state: State, space: str, power: str | None) -> tuple[ev.AnyEvent, ...]:
    """Give a space to a power, or to nobody."""
    name = space_of(state, space)
    new = None if power is None else state.catalog.power(power).name
    old = state.control.get(name)
    return () if old == new else (ev.ControlChanged(name, old, new, EDIT),)


def money(state: State, treasury: str, amount: int, resource: str) -> tuple[ev.AnyEvent, ...]:
    """Let a treasury hold so much of a resource; "" is the game's currency."""
    name, kind = account_of(state, treasury, resource)
    if isinstance(amount, bool) or not isinstance(amount, int) or amount < 0:
        raise A4AError(f"{name} holds a number of {kind}, 0 or more, not {amount!r}")
    difference = amount - state.balances.get((name, kind, ""), 0)
    return (ev.ResourceChanged(name, kind, difference, EDIT),) if difference else ()


def account_of(state: State, treasury: str, resource: str) -> tuple[str, str]:
    """Return the names of a treasury, or of a power's main one, and of a resource in it."""
    catalog = state.catalog
    if treasury not in catalog.treasuries:
        own = catalog.power(treasury).treasuries
        if not own:
            there = list_of(tuple(catalog.treasuries))
            raise A4AError(f"{treasury} has no treasury; there are those of {there}")
        treasury = own[0]
    kinds = dict.fromkeys(
        [kind for name, kind, _ in state.balances if name == treasury] or [catalog.currency]
    )
    kind = resource or (catalog.currency if catalog.currency in kinds else next(iter(kinds)))
    if kind not in kinds:
        raise A4AError(f"{treasury} has no {kind!r}; it has {list_of(tuple(kinds))}")
    return treasury, kind


def relate(state: State, a: str, b: str, relation: str) -> tuple[ev.AnyEvent, ...]:
    """Let two powers stand in a relation: one that the game knows."""
    names = sorted(state.catalog.power(power).name for power in (a, b))
    if names[0] == names[1]:
        raise A4AError(f"{names[0]} is in no relation to itself; name two powers")
    known = sorted({"war", "allied", "neutral", *state.relations.values()} - {""})
    if relation not in known:
        raise A4AError(f"two powers stand {either_of(known)}, not {relation!r}")
    old = state.relation(*names)
    return () if old == relation else (ev.RelationChanged(names[0], names[1], old, relation),)


def status(state: State, power: str, word: str, *, has: bool) -> tuple[ev.AnyEvent, ...]:
    """Give a power a status, or take it away."""
    name = state.catalog.power(power).name
    if not word or not isinstance(word, str):
        raise A4AError(f'a status is a word, as "neutral", not {word!r}')
    if (word in state.statuses(name)) == has:
        return ()
    gained, lost = ((word,), ()) if has else ((), (word,))
    return (ev.StatusChanged(name, gained, lost, EDIT),)


def damage(
    state: State, power: str, kind: str, count: int, at: str, points: int
) -> tuple[ev.AnyEvent, ...]:
    """Let units carry so many hits, damage points or lost steps; 0 repairs them."""
    check_damage(points)
    ids = chosen(state, power, kind, count, at, damaged=not points)
    return (ev.UnitsConverted(ids, EDIT, damage=points),)


def technology(state: State, power: str, name: str, *, has: bool) -> tuple[ev.AnyEvent, ...]:
    """Give a power a technology, or take it away."""
    owner = state.catalog.power(power).name
    if (name in state.technologies(owner)) == has:
        return ()
    gained, lost = ((name,), ()) if has else ((), (name,))
    return (ev.TechnologyChanged(owner, gained, lost),)


# --- which units --------------------------------------------------------------------------------


def chosen(
    state: State,
    power: str,
    kind: str,
    count: int,
    at: str,
    *,
    damaged: bool = False,
    direct: bool = False,
) -> tuple[int, ...]:
    """Return the ids of so many units of a power and type, or its counter of a name, in a place.

    Parameters
    ----------
    state, power, kind, count, at
        As for `put`.
    damaged
        Damaged ones come first, not intact ones.
    direct
        Only those that are not aboard others; where these count, too, they come last.

    Raises
    ------
    A4AError
        If there are not so many; the message says what is there.
    """
    owner = state.catalog.power(power).name
    _check_count(count)
    place = place_of(state, owner, at)
    within = isinstance(place, str) and not direct
    there = state.within(str(place)) if within else state.at(place)
    here = [unit for unit in there if unit.owner == owner]
    named = state.catalog.find_counter(owner, kind)
    if named is not None:
        found = [unit for unit in here if unit.name == named.name]
    else:
        of = state.catalog.unit_type(kind).name
        found = sorted(
            (unit for unit in here if unit.type == of),
            key=lambda u: ((u.damage > 0) != damaged, u.place != place),
        )
    if len(found) < count:
        where = place.name if isinstance(place, Holding) else place
        others = not found or len(found) < len(here)
        told = f"; it has {_what_is_there(here)} there" if others else ""
        raise A4AError(f"{owner} has {count_of(len(found), kind)} in {where}, not {count}{told}")
    return tuple(unit.id for unit in found[:count])


def place_of(state: State, owner: str, name: str) -> Place:
    """Return a space of this name, or a power's holding that is known by it."""
    if name in {holding.name for holding in state.holdings} and state.board.find(name) is None:
        return Holding(owner, name)
    return space_of(state, name)


def space_of(state: State, name: str) -> str:
    """Return the space of a name, or the one space with a city of that name.

    Examples
    --------
    >>> import a4a
    >>> space_of(a4a.start("global1940").state_at(0), "Paris")
    'France'
    """
    if isinstance(name, str) and state.board.find(name) is None:
        cities = [space.name for space in state.board if plain(space.city) == plain(name) != ""]
        if len(cities) == 1:
            return cities[0]
    return state.board.space(name).name


def check_damage(points: int) -> None:
    """Refuse what is no number of hits."""
    if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= MOST:
        raise A4AError(f"damage is a number of hits or points, 0 or more, not {points!r}")


def _check_count(count: int) -> None:
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST:
        raise A4AError(f"a number of units is from 1 to {MOST}, not {count!r}")


def _what_is_there(units: list[Unit]) -> str:
    tally: dict[str, int] = {}
    for unit in units:
        tally[unit.name or unit.type] = tally.get(unit.name or unit.type, 0) + 1
    return list_of([count_of(n, kind) for kind, n in tally.items()]) or "nothing"


def _aboard(state: State, unit: int) -> list[int]:
    """All that is aboard a unit, what is deepest first."""
    found: list[int] = []
    for cargo in state.at(unit):
        found += [*_aboard(state, cargo.id), cargo.id]
    return found


# --- named counters -----------------------------------------------------------------------------


def _counters_of(state: State, owner: str, kind: str) -> list[Counter] | None:
    """The counters that may be meant: one by its name, or all of a type; None in other games."""
    own = [counter for counter in state.catalog.counters if counter.power == owner]
    if not own:
        if not state.catalog.counters:
            return None
        raise A4AError(f"{owner} has no counters")
    named = state.catalog.find_counter(owner, kind)
    if named is not None:
        return [named]
    found = state.catalog.find_unit_type(kind)
    if found is None:
        state.catalog.counter(owner, kind)  # it offers the nearest
    return [counter for counter in own if found is not None and counter.type == found.name]


def _put_counters(
    state: State,
    owner: str,
    kind: str,
    counters: list[Counter],
    count: int,
    place: Place,
    damage: int,
) -> tuple[ev.AnyEvent, ...]:
    """Put counters somewhere: each is there once, so one that waits off the board comes on it."""
    units = {unit.name: unit for unit in state.units.values() if unit.owner == owner}
    if len(counters) == 1:
        free = counters
    else:
        free = [c for c in counters if c.name not in units]
        free += [c for c in counters if c.name in units and _waits(units[c.name])]
    if len(free) < count:
        raise A4AError(
            f"{owner} has {count_of(len(free), kind)} that {'is' if len(free) == 1 else 'are'} "
            f"not on the board, not {count}; move one by its name: {_some(counters)}"
        )
    events: list[ev.AnyEvent] = []
    first = state.last_unit + 1
    for counter in free[:count]:
        lost = damage or (1 if counter.steps == 1 else 0)  # with a blank back: always reduced
        unit = units.get(counter.name)
        if unit is None:
            added = Unit(first, counter.type, owner, place, lost, (), counter.name)
            events.append(ev.UnitsAdded((added,), EDIT))
            first += 1
            continue
        events.append(ev.UnitsPlaced((unit.id,), place, EDIT))
        if unit.damage != lost:
            events.append(ev.UnitsConverted((unit.id,), EDIT, damage=lost))
    return tuple(events)


def _waits(unit: Unit) -> bool:
    return isinstance(unit.place, Holding)


def _some(counters: list[Counter]) -> str:
    return either_of([repr(counter.name) for counter in counters[:5]])
