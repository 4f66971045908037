"""Ways at sea: which step ships may take, where they must stop, how far they get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from a4a.core.english import the
from a4a.core.units import Unit
from a4a.rules.areas.movement import gates
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.refusal import Refusal


def only_submarines(field: Field, units: Sequence[Unit]) -> bool:
    """Whether all of the ships slip through hostile sea zones."""
    able = field.system.able("ignores hostile sea zones")
    return all(u.type in able for u in units)


def step(
    field: Field, here: str, there: str, types: Sequence[str], *, submarines: bool
) -> Refusal | None:
    """Return why ships may not go from a sea zone into the next, or None if they may."""
    graph = field.system.graph
    if there not in graph.sea[here]:
        if graph.is_sea[there]:
            return Refusal(
                "move.adjacent", f"{the(here)} and {the(there)} do not border each other"
            )
        return Refusal("ship.space", f"ships do not enter {the(there)}")
    gate = graph.gates.get((here, there))
    if gate is not None:
        refusal = gates.check(field, gate, types)
        if refusal is not None:
            return refusal
    if not field.combat and not submarines and field.hostile(there):
        return Refusal("noncombat.sea", f"{the(there)} is hostile")
    return None


def stops(field: Field, zone: str, *, submarines: bool) -> bool:
    """Whether ships that enter a sea zone must stop there."""
    if submarines:
        return field.stops_submarines(zone)
    return field.hostile(zone)


def gates_on(field: Field, units: Sequence[Unit], path: tuple[str, ...]) -> list[tuple[str, str]]:
    """Canals and straits on a path whose use must still be asked for, each by its ends.

    Returns
    -------
    list of tuple
        (sea zone, sea zone) of each, in order of the path.
    """
    types = [u.type for u in units]
    found: list[tuple[str, str]] = []
    for pair in pairwise(path):
        gate = field.system.graph.gates.get(pair)
        if (
            gate is not None
            and gates.to_ask(field, gate, types)
            and not gates.answer(field.state, field.power, gate)
        ):
            found.append(pair)
    return found


def reach(
    field: Field, types: Sequence[str], start: str, left: int, *, submarines: bool, sure: bool
) -> Mapping[str, tuple[str, ...]]:
    """Ways by sea from a zone: the shortest path to each zone that ships can get to.

    Parameters
    ----------
    field
        Where and when.
    types
        Types of the ships.
    start
        Where they are.
    left
        How many sea zones they may still move.
    submarines
        Whether all of them are submarines.
    sure
        Leave out straits that must be asked for.
    """
    known: dict[object, Mapping[str, tuple[str, ...]]] = field.memo.setdefault("ways by sea", {})
    key = frozenset(types), start, left, submarines, sure
    if key not in known:
        known[key] = _reach(field, types, start, left, submarines=submarines, sure=sure)
    return known[key]


def _reach(
    field: Field, types: Sequence[str], start: str, left: int, *, submarines: bool, sure: bool
) -> Mapping[str, tuple[str, ...]]:
    graph, open_ = field.system.graph, field.combat or submarines
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    layer = [start]
    for _ in range(left):
        following: list[str] = []
        for here in layer:
            if here != start and stops(field, here, submarines=submarines):
                continue
            for there in graph.sea[here]:
                if there in ways or not (open_ or not field.hostile(there)):
                    continue
                gate = graph.gates.get((here, there))
                if gate is not None and (
                    gates.check(field, gate, types)
                    or (sure and not gates.open_without_asking(field, gate, types))
                ):
                    continue
                ways[there] = (*ways[here], there)
                following.append(there)
        layer = following
    return ways
