"""Where aircraft come down: a proof that all of a nation's can land in this turn.

It is assumed that attacks succeed without loss, and that carriers which have not moved sail in
noncombat movement.

Source: The War Game, "Fighter", "Bomber", "Aircraft Carrier", "Phase IV: Non-Combat Movement".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import product
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.units import Unit
from a4a.rules.areas.movement.matching import Choices, best, useful
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.declaring import ranges
from a4a.rules.systems.wargame1942.declaring.view import View


class Moved(NamedTuple):
    """Where a unit would be after a move, and how far it could still go."""

    where: str
    left: int


Moves = Mapping[int, Moved]
"""Moves that are not made yet, by unit."""
_NONE: Moves = {}


def stranded(view: View, moves: Moves = _NONE, fought: str = "") -> tuple[int, ...]:
    """Return the aircraft of the nation that could land nowhere after moves to fight somewhere."""
    if not moves:
        known: tuple[int, ...] | None = view.memo.get("stranded")
        if known is None:
            known = view.memo["stranded"] = _stranded(view, moves, "")
        return known
    return _stranded(view, moves, fought)


def _stranded(view: View, moves: Moves, fought: str) -> tuple[int, ...]:
    moved = [(u, moves[u.id]) for u in view.own("air") if u.id in moves]
    flyers = [found for found in moved if not _has_land(view, found[1])]
    flyers += [found for found in _without_land(view) if found[0].id not in moves]
    ships = carriers(view) if flyers else []
    if not ships:
        return tuple(unit.id for unit, _ in flyers)
    return _matched(view, flyers, [_deck(view, ship, moves, fought) for ship in ships])


def _has_land(view: View, flown: Moved) -> bool:
    """Whether an aircraft can land on land from where it would be."""
    return _from_land(view).get(flown.where, flown.left + 1) <= flown.left


def _from_land(view: View) -> Mapping[str, int]:
    """How far it is to each space from land on which aircraft may come down."""
    far: Mapping[str, int] | None = view.memo.get("from land")
    if far is None:
        far = view.memo["from land"] = ranges.distances(view.system, view.held)
    return far


def come_down(view: View, aircraft: Sequence[Unit], where: str, left: int, fought: str) -> bool:
    """Whether aircraft could land from where they would be, each by itself.

    Parameters
    ----------
    view
        Who flies, and when.
    aircraft, where, left
        The aircraft, where they would be, and how far they could still go.
    fought
        Where they fight.
    """
    if _from_land(view).get(where, left + 1) <= left:
        return True
    types = view.system.types
    if not all(types[unit.type].carrier_cost for unit in aircraft):
        return False
    near = view.flights(where, left).keys()
    if where not in (around := _in_range(view)) and near.isdisjoint(around):
        return False
    harbors = _harbors(view, fought)
    return where in harbors or not near.isdisjoint(harbors)


def _harbors(view: View, fought: str) -> frozenset[str]:
    """The zones in which a deck of the nation can be when aircraft land."""
    known: dict[str, frozenset[str]] = view.memo.setdefault("harbors", {})
    found = known.get(fought)
    if found is None:
        if fought and not (view.opens(fought) and fought in _in_range(view)):
            found = _harbors(view, "")
        else:
            decks = (_deck(view, ship, _NONE, fought)[1] for ship in carriers(view))
            found = frozenset().union(*decks)
        known[fought] = found
    return found


def _in_range(view: View) -> frozenset[str]:
    """The zones where decks of the nation are to be, or could sail if nothing stopped them."""
    known: frozenset[str] | None = view.memo.get("in range")
    if known is None:
        decks = carriers(view)
        ways = ((str(u.place), max(view.left(u), 0)) for u in decks)
        zones = (ranges.zones(view.system, here, left) for here, left in ways)
        known = view.memo["in range"] = frozenset(map(view.final, decks)).union(*zones)
    return known


def _without_land(view: View) -> list[tuple[Unit, Moved]]:
    """Return the aircraft on the board that need a deck if nothing moves."""
    known: list[tuple[Unit, Moved]] | None = view.memo.get("without land")
    if known is None:
        every = [(u, Moved(view.final(u), max(view.left(u), 0))) for u in view.own("air")]
        known = [(u, flown) for u, flown in every if flown.where and not _has_land(view, flown)]
        view.memo["without land"] = known
    return known


def carriers(view: View) -> list[Unit]:
    """Return the nation's own carriers: no others take its fighters (WG-FTR-008)."""
    known: list[Unit] | None = view.memo.get("carriers")
    if known is None:
        types = view.system.types
        known = [u for u in view.own("sea") if types[u.type].carrier_capacity]
        view.memo["carriers"] = known
    return known


def _deck(view: View, ship: Unit, moves: Moves, fought: str) -> tuple[int, tuple[str, ...]]:
    """Return the room on a carrier, and the zones in which it can be when aircraft land."""
    room = view.system.types[ship.type].carrier_capacity
    if ship.id in moves:
        sailed = moves[ship.id]
        return room, (sailed.where,)
    memory = view.state.memory(ship.id)
    here = str(ship.place)
    fights = view.combat and (memory.moved or view.enemies_in(here))
    if fights or memory.task:
        return room, (view.final(ship),)
    return room, view.reach_after(here, view.left(ship), fought)


def _matched(
    view: View, flyers: Sequence[tuple[Unit, Moved]], decks: Sequence[tuple[int, tuple[str, ...]]]
) -> tuple[int, ...]:
    types = view.system.types
    flown = tuple([(types[u.type].carrier_cost, where, left) for u, (where, left) in flyers])
    landed = _landed(view.system, flown, tuple(decks))
    return tuple(unit.id for i, (unit, _) in enumerate(flyers) if i not in landed)


@lru_cache(maxsize=256)
def _landed(
    system: System,
    flyers: tuple[tuple[int, str, int], ...],
    decks: tuple[tuple[int, tuple[str, ...]], ...],
) -> frozenset[int]:
    """Which of some aircraft find a deck: their sizes, where they are, how far they can go.

    What is proved before a move is often what was proved after the last.
    """
    reach: dict[int, dict[str, set[int]]] = {}
    sailed = set().union(*(zones for _, zones in decks))
    for number, (size, where, left) in enumerate(flyers):
        near = reach.setdefault(size, {})
        for zone in sailed.intersection((where, *ranges.flights(system, where, left))):
            near.setdefault(zone, set()).add(number)

    @cache
    def covers(size: int, zone: str) -> frozenset[int]:
        return frozenset(reach[size].get(zone, ()))

    kinds = sorted(size for size in reach if size)
    plans = product(kinds, repeat=len(decks))
    seated = (_seated(covers, len(flyers), decks, plan) for plan in plans)
    return max(seated, key=len, default=frozenset[int]())


def _seated(
    covers: Callable[[int, str], frozenset[int]],
    flyers: int,
    decks: Sequence[tuple[int, tuple[str, ...]]],
    plan: Sequence[int],
) -> frozenset[int]:
    """Return which aircraft find a place if each deck takes those of one size (WG-UNI-016)."""
    choices: list[Choices] = []
    rooms: list[int] = []
    for (room, zones), size in zip(decks, plan, strict=True):
        found = useful(zones, partial(covers, size))
        if found:
            choices.append(found)
            rooms.append(room // size)
    return frozenset(best(flyers, choices, rooms))


def lost_by_flight(
    view: View, aircraft: Sequence[Unit], path: tuple[str, ...], onward: str | None = None
) -> Refusal | None:
    """Return which aircraft a flight would leave without a landing place, or None if none.

    Parameters
    ----------
    view
        Who flies, and when: after combat a flight ends where the aircraft land.
    aircraft, path
        The flight.
    onward
        Where they are to go on to from its end.
    """
    far = len(path) - 1 + (onward is not None)
    end = onward or path[-1]
    moves = {u.id: Moved(end, view.left(u) - far if view.combat else 0) for u in aircraft}
    if all(_has_land(view, flown) for flown in moves.values()):
        return None  # they need no deck, and leave those there are to others
    fought = path[-1]
    for unit in aircraft:
        if not come_down(view, [unit], *moves[unit.id], fought):
            return _nowhere(view, unit, end)
    after = stranded(view, moves, fought)
    lost = next((i for i in after if i in moves), None)
    if lost is None and len(after) > len(before := stranded(view)):
        lost = next(i for i in after if i not in before)
    if lost is None:
        return None
    unit = view.state.unit(lost)
    where = end if lost in moves else view.final(unit)
    return _nowhere(view, unit, where)


def _nowhere(view: View, unit: Unit, where: str) -> Refusal:
    """Return the refusal to leave an aircraft without a landing place, by what is nearest."""
    why = f"the {unit.type} could land nowhere after {the(where)}"
    allowed = "a space from which it reaches land held since the turn began, or its own carrier"
    near = view.flights(where, view.left(unit)) if view.combat else {}
    if any(zone == where or zone in near for zone in _harbors_of_allies(view)):
        return Refusal("WG-FTR-008", f"{why}: none lands on an ally's carrier", allowed)
    return Refusal("WG-FTR-007" if view.combat else "WG-NCM-002", why, allowed)


def _harbors_of_allies(view: View) -> frozenset[str]:
    """The zones in which carriers of allies are, which take no aircraft of others."""
    known: frozenset[str] | None = view.memo.get("harbors of allies")
    if known is None:
        sea, types = view.system.graph.is_sea, view.system.types
        decks = {name for name, kind in types.items() if kind.carrier_capacity}
        known = view.memo["harbors of allies"] = frozenset(
            u.place
            for u in view.state.units.values()
            if u.type in decks and isinstance(u.place, str) and sea[u.place]
            if u.owner != view.power and not view.is_enemy(u.owner)
        )
    return known


def bereft(
    view: View, ships: Sequence[Unit], path: tuple[str, ...], onward: str | None = None
) -> Refusal | None:
    """Return which aircraft would lose their deck if ships sailed somewhere, or None if none.

    Parameters
    ----------
    view
        Who sails, and when.
    ships, path
        Who sails along which way.
    onward
        A zone to which they are to go on from its end.
    """
    types = view.system.types
    if not any(types[u.type].carrier_capacity for u in ships):
        return None
    far = len(path) - 1 + (onward is not None)
    moves = {u.id: Moved(onward or path[-1], view.left(u) - far) for u in ships}
    after, before = stranded(view, moves, path[-1]), stranded(view)
    if len(after) <= len(before):
        return None
    unit = view.state.unit(next(i for i in after if i not in before))
    why = f"the {unit.type} in {the(view.final(unit))} would have nowhere to land"
    return Refusal("WG-FTR-004", why, "a zone that it can reach, or a move of the fighter first")


# --- the end of the turn's moves ----------------------------------------------------------------


def settled(view: View) -> tuple[int, ...]:
    """Return the aircraft that are lost if nothing moves any more."""
    flyers = [
        (unit, Moved(where, 0))
        for unit in view.own("air")
        if (where := view.place(unit)) and where not in view.held
    ]
    decks = [
        (view.system.types[ship.type].carrier_capacity, (str(ship.place),))
        for ship in carriers(view)
    ]
    return _matched(view, flyers, decks)


def unlanded(view: View) -> tuple[Unit, Refusal] | None:
    """Return an aircraft that has not landed though it can, or None if there is none."""
    now, then = settled(view), stranded(view)
    if len(then) >= len(now):
        return None
    unit = view.state.unit(next(i for i in now if i not in then))
    where = view.place(unit) or ""
    home = [s for s in view.flights(where, max(view.left(unit), 0)) if s in view.held]
    allowed = f"it can land in {either_of([the(s) for s in home[:6]])}" if home else (
        "bring it and a carrier together"
    )  # fmt: skip
    why = f"the {unit.type} in {the(where)} has not landed, and still can"
    return unit, Refusal("WG-NCM-001", why, allowed)


def lose(view: View, run: Run) -> None:
    """Remove the aircraft that have not come down where they may (WG-CV-010)."""
    lost = settled(view)
    aboard = tuple(u.id for i in lost for u in view.state.at(i))
    if lost:
        run.emit(ev.UnitsRemoved((*aboard, *lost), "nowhere to land"))
