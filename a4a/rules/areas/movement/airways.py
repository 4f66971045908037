"""Ways through the air: how far aircraft get."""

from __future__ import annotations

from collections.abc import Mapping

from a4a.rules.areas.movement.field import Field


def air_paths(field: Field, here: str, left: int) -> Mapping[str, tuple[str, ...]]:
    """The shortest path by air to every space in range."""
    known: dict[tuple[str, int], Mapping[str, tuple[str, ...]]]
    known = field.ground.memo.setdefault("air paths", {})
    found = known.get((here, left))
    if found is None:
        found = known[here, left] = _air_paths(field, here, left)
    return found


def _air_paths(field: Field, here: str, left: int) -> Mapping[str, tuple[str, ...]]:
    graph, ground = field.system.graph.air, field.ground
    paths: dict[str, tuple[str, ...]] = {here: (here,)}
    layer = [here]
    for _ in range(left):
        following: list[str] = []
        for space in layer:
            for there in graph[space]:
                if there not in paths:
                    paths[there] = (*paths[space], there)
                    if ground.may_fly_over(there):
                        following.append(there)
        layer = following
    del paths[here]
    return paths
