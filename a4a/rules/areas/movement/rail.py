"""Land units that go by rail: from the territory of a station, together, through friendly land."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from a4a.core.english import the
from a4a.core.units import Memory, Unit
from a4a.core.words import count_of
from a4a.rules.areas.movement import land
from a4a.rules.areas.movement.carriage import Rail
from a4a.rules.areas.movement.field import RAIL, Field
from a4a.rules.areas.movement.refusal import Refusal

_OPEN = ("own", "friendly")


def station(field: Field, territory: str) -> Rail | None:
    """How land units go by rail from a territory now; None where no station works."""
    if field.system.graph.is_sea[territory]:
        return None
    for entry in field.ground.carriage.rails:
        if field.ground.has_facility(territory, entry.by):
            return entry
    return None


def check(field: Field, units: Sequence[Unit], path: tuple[str, ...]) -> Refusal | None:
    """Return why land units may not go by rail along a path, or None if they may.

    Parameters
    ----------
    field
        Where and when.
    units
        Land units in the first territory.
    path
        Territories, both ends included.
    """
    rails = field.ground.carriage.rails
    if not rails:
        return Refusal("", "nothing goes by rail in this game", "a move without a task")
    if field.combat:
        return Refusal(rails[0].phase_rule, "nothing goes by rail in combat moves")
    entry = station(field, path[0])
    if entry is None:
        why = f"no {rails[0].by[0]} works in {the(path[0])}"
        return Refusal(rails[0].base_rule, why)
    return land.ready(field, units) or _way(field, entry, path) or _room(field, entry, units, path)


def paths(field: Field, units: Sequence[Unit], here: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways by rail from a territory: the shortest to each that units may go to."""
    entry = station(field, here)
    if entry is None:
        return
    graph = field.system.graph.land
    layer: list[tuple[str, ...]] = [(here,)]
    seen = {here}
    for _ in range(entry.far):
        following: list[tuple[str, ...]] = []
        for path in layer:
            for there in graph[path[-1]]:
                if there in seen or not passes(field, there):
                    continue
                seen.add(there)
                way = (*path, there)
                following.append(way)
                if check(field, units, way) is None:
                    yield way
        layer = following


def _way(field: Field, entry: Rail, path: tuple[str, ...]) -> Refusal | None:
    """Return why nothing goes by rail along a path."""
    for here, there in pairwise(path):
        if there not in field.system.graph.land[here]:
            return land.not_adjacent(field, here, there)
    if len(path) - 1 > entry.far:
        farthest = count_of(entry.far, "space")
        return Refusal(entry.far_rule, f"{the(path[-1])} is more than {farthest} away by rail")
    for territory in path[1:]:
        if passes(field, territory):
            continue
        if territory in field.ground.barred:
            return land.barred(field, territory)
        stance = field.ground.stance(territory)
        if stance == "friendly neutral":
            why = f"{the(territory)} is a friendly neutral: nothing enters it by rail"
            return Refusal(entry.neutral_rule, why)
        return Refusal(entry.route_rule, f"{the(territory)} is not friendly")
    return None


def passes(field: Field, territory: str) -> bool:
    """Whether rails are open through a territory."""
    return field.ground.stance(territory) in _OPEN and territory not in field.ground.barred


def _room(
    field: Field, entry: Rail, units: Sequence[Unit], path: tuple[str, ...]
) -> Refusal | None:
    """Return why the station sends no more units this phase, or sends them elsewhere."""
    state = field.state
    sent: list[Memory] | None = field.memo.get("sent by rail")
    if sent is None:
        memories = (state.memory(unit.id) for unit in field.troops)
        sent = field.memo["sent by rail"] = [m for m in memories if m.task == RAIL]
    gone = 0
    for memory in sent:
        if memory.origin == path[0]:
            gone += 1
            if memory.target != path[-1]:
                why = f"others went by rail from {the(path[0])} to {the(str(memory.target))}"
                return Refusal(entry.end_rule, why)
    if gone + len(units) > entry.most:
        carries = count_of(entry.most, "land unit")
        return Refusal(entry.rule, f"{carries} a turn may go by rail from {the(path[0])}")
    return None
