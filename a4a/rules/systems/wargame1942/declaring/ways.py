"""Moves that units might make: what panels and players choose from, tried one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from a4a.core.units import Unit
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring import (
    air,
    generals,
    homes,
    land,
    lifts,
    moves,
    tasks,
)
from a4a.rules.systems.wargame1942.declaring.view import View
from a4a.rules.systems.wargame1942.orders import Send


def legal(view: View, units: Sequence[Unit]) -> Iterator[Send]:
    """Yield the moves that units of one category in one space may make together."""
    return (order for order in candidates(view, units) if moves.is_legal(view, units, order))


def candidates(view: View, units: Sequence[Unit]) -> Iterator[Send]:
    """Yield moves that they might make, legal ones among them: the shortest way to each end."""
    first = units[0]
    here = view.place(first)
    category = view.category(first)
    for u in units:
        if u.owner != view.power or view.place(u) != here or view.category(u) != category:
            return
    if here is None:
        return
    ids = tuple(u.id for u in units)
    if category == "other":
        yield from _generals(view, ids, here)
    elif category == "land" and isinstance(first.place, int):
        yield from _ashore(view, units, ids, here)
    elif category == "land":
        yield from _on_land(view, units, ids, here)
    elif category == "sea":
        yield from _at_sea(view, units, ids, here)
    elif category == "air":
        yield from _by_air(view, units, ids, here)


def _generals(view: View, ids: tuple[int, ...], here: str) -> Iterator[Send]:
    sea = view.system.graph.is_sea
    ends = generals.attacks(view) if view.combat else [s for s in sea if not sea[s]]
    return (Send(ids, (here, end)) for end in ends if end != here)


def _ashore(view: View, units: Sequence[Unit], ids: tuple[int, ...], here: str) -> Iterator[Send]:
    ship = view.state.unit(int(str(units[0].place)))
    zone = view.final(ship)
    for territory in view.system.graph.coast[zone]:
        if zone == here:
            yield Send(ids, (here, territory))
        else:
            yield Send(ids, (here,), task=w.ASSAULT, target=territory)


def _on_land(view: View, units: Sequence[Unit], ids: tuple[int, ...], here: str) -> Iterator[Send]:
    for path in land.ways(view, units, here):
        if not view.combat or land.attacks(view, path):
            yield Send(ids, path)
    if view.combat and _all(view, units, "support shot"):
        for target in view.system.graph.land[here]:
            if tasks.crossing(view, here, target):
                yield Send(ids, (here,), task=w.SUPPORT, target=target)
    for zone in view.system.graph.coast[here]:
        for ship in view.state.at(zone):
            if ship.owner == view.power and view.system.types[ship.type].transport_capacity:
                yield Send(ids, (here, zone), ship.id)
    yield from _lifted(view, units, ids, here)


def _lifted(view: View, units: Sequence[Unit], ids: tuple[int, ...], here: str) -> Iterator[Send]:
    if view.combat and not all(lifts.TRAINED in u.flags for u in units):
        return
    planes = [u for u in view.state.at(here) if u.owner == view.power]
    plane = next((u for u in planes if lifts.carries(view.system, u) and _fresh(view, u)), None)
    if plane is None:
        return
    for space, path in view.flights(here, view.left(plane)).items():
        if view.system.graph.is_sea[space]:
            continue
        if view.combat and view.stance(space) in ("enemy", "neutral"):
            yield Send(ids, path, plane.id, w.DROP)
        elif not view.combat and space in view.held:
            yield Send(ids, path, plane.id)


def _fresh(view: View, plane: Unit) -> bool:
    memory = view.state.memory(plane.id)
    return not memory.moved and not memory.battles


def _at_sea(view: View, units: Sequence[Unit], ids: tuple[int, ...], here: str) -> Iterator[Send]:
    left = min(view.left(u) for u in units)
    # A pass-through is of two spaces in all.
    through = min(left, *(2 - int(view.state.memory(u.id).moved) for u in units))
    bombards = _all(view, units, "bombard")
    for zone, path in view.reach_by_sea(here, left).items():
        if zone != here:
            yield Send(ids, path)
        if not view.combat:
            continue
        if bombards:
            for territory in view.system.graph.coast[zone]:
                if (zone, territory) in view.landing:
                    yield Send(ids, path, task=w.BOMBARD, target=territory)
        if len(path) <= through and view.enemies_in(zone):
            for beyond in view.system.graph.sea[zone]:
                yield from _onward(view, units, ids, path, beyond)


def _onward(
    view: View, units: Sequence[Unit], ids: tuple[int, ...], path: tuple[str, ...], beyond: str
) -> Iterator[Send]:
    barred = view.is_barred(path[-1])
    if barred:
        yield Send(ids, path, task=w.PASS, target=beyond)
    yield Send(ids, path, task=w.CLEAR, target=beyond)
    if not barred:  # transports need not be passed
        return
    if all(view.state.at(u.id) for u in units):
        yield Send(ids, path, task=w.PASS_TO_OFFLOAD, target=beyond)
    if _all(view, units, "bombard"):
        yield Send(ids, path, task=w.PASS_TO_BOMBARD, target=beyond)


def _all(view: View, units: Sequence[Unit], ability: str) -> bool:
    """Whether all of some units have an ability."""
    able = view.system.able(ability)
    return able.issuperset([u.type for u in units])


def _by_air(view: View, units: Sequence[Unit], ids: tuple[int, ...], here: str) -> Iterator[Send]:
    left = max(min(view.left(u) for u in units), 0)
    sea, flights = view.system.graph.is_sea, view.flights(here, left)
    if not view.combat:
        held = view.held
        yield from (
            Send(ids, path) for space, path in flights.items() if sea[space] or space in held
        )
        return
    opponents = view.opponents.at
    for space, path in chain(((here, (here,)),), flights.items()):
        if space not in opponents and (sea[space] or not air.fights(view, space)):
            continue
        rest = left - len(path) + 1
        if space != here and homes.come_down(view, units, space, rest, space):
            yield Send(ids, path)
        if sea[space] and rest > 0:
            yield from _flying_on(view, units, ids, path, rest - 1)


def _flying_on(
    view: View, units: Sequence[Unit], ids: tuple[int, ...], path: tuple[str, ...], rest: int
) -> Iterator[Send]:
    """Yield ways of aircraft that fight in a zone with enemies, and go on from there."""
    sea, zone, barred = view.system.graph.is_sea, path[-1], view.is_barred(path[-1])
    for beyond in view.system.graph.air[zone]:
        goes_on = sea[beyond] or view.is_landed_on(beyond)
        if goes_on and homes.come_down(view, units, beyond, rest, zone):
            if sea[beyond] and barred:
                yield Send(ids, path, task=w.PASS, target=beyond)
            yield Send(ids, path, task=w.CLEAR, target=beyond)
