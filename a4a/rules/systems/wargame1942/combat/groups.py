"""Which battles are linked, and in which order those of a group are fought.

Sources: The War Game, "Retreat", "F.E.R. - Round-By-Round Combat", "Naval Pass-Through".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from a4a.core.state import OpenBattle, State
from a4a.rules.areas.system import System
from a4a.rules.systems.wargame1942.combat import words as w

ONWARD = (w.CLEAR, w.ASSAULT, *sorted(w.WAITING))
"""Tasks of units that bear on a battle elsewhere."""


def onward(state: State, spaces: Collection[str]) -> Iterable[tuple[str, str]]:
    """Yield from where to where units of the turn are still to go: the first of two battles."""
    for unit, memory in state.memories.items():
        if memory.task in ONWARD and memory.target is not None:
            here = state.space_of(unit)
            if here in spaces and memory.target in spaces and here != memory.target:
                yield str(here), memory.target


def links(
    system: System, state: State, origins: Mapping[str, Collection[str]]
) -> dict[str, set[str]]:
    """Return which of some battlefields bear on each other.

    Parameters
    ----------
    system, state
        The game.
    origins
        The battlefields, each with the spaces its attacking ships came from.

    Returns
    -------
    dict
        To each battlefield those whose course bears on its own, both ways: the sea battle before
        a landing, both zones of a pass-through, a neighbour into which units could retreat, and one
        whose attackers have left a zone that units could retreat to (WG-FER-006).
    """
    found: dict[str, set[str]] = {space: set() for space in origins}

    def link(a: str, b: str) -> None:
        if a != b:
            found[a].add(b)
            found[b].add(a)

    for a, b in onward(state, origins):
        link(a, b)
    for space in origins:
        near = system.graph.sea[space] if system.graph.is_sea[space] else system.graph.land[space]
        alike = (x for x in origins if system.graph.is_sea[x] == system.graph.is_sea[space])
        for other in alike:
            if other in near or any(zone in near for zone in origins[other]):
                link(space, other)
    return found


def group(state: State, battle: str) -> tuple[OpenBattle, ...]:
    """Return the open battles linked to a battle, itself among them, in the order of opening."""
    return next(one for one in groups(state) if any(x.id == battle for x in one))


def groups(state: State) -> tuple[tuple[OpenBattle, ...], ...]:
    """Return all open battles, group by group."""
    battles = state.battles
    return tuple([tuple([battles[one] for one in ids]) for ids in _linked(battles)])


def _linked(battles: Mapping[str, OpenBattle]) -> tuple[tuple[str, ...], ...]:
    """Return the ids of open battles, group by group."""
    return _joined(tuple([(battle.id, battle.links) for battle in battles.values()]))


@lru_cache(maxsize=64)
def _joined(battles: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, ...], ...]:
    """Join battles, each with those it is linked to, until groups are linked no more."""
    together = {battle: frozenset({battle}) for battle, _ in battles}
    for one, links in battles:
        for other in links:
            if other in together and other not in together[one]:
                joined = together[one] | together[other]
                together.update(dict.fromkeys(joined, joined))
    found: dict[frozenset[str], list[str]] = {}
    for one, _ in battles:
        found.setdefault(together[one], []).append(one)
    return tuple(map(tuple, found.values()))


def between(battle: OpenBattle) -> bool:
    """Whether a battle is between two rounds, or before the first."""
    return battle.step == w.OVER or not battle.round


def running(state: State) -> tuple[OpenBattle, ...]:
    """Return the group whose round is on; none between rounds."""
    battles = state.battles
    busy = {battle.id for battle in battles.values() if not between(battle)}
    if not busy:
        return ()
    ids = next(ids for ids in _linked(battles) if not busy.isdisjoint(ids))
    return tuple([battles[one] for one in ids])


def first_unfought(
    system: System, state: State, battles: Iterable[OpenBattle]
) -> OpenBattle | None:
    """Return the battle of a group whose exchange of fire is next, or None.

    One that has begun is finished; a zone comes before the battle for which units wait in it.
    Otherwise they are fought as they opened, the sea before the land.
    """
    left = [x for x in battles if x.step not in (w.FOUGHT, w.OVER)]
    begun = [x for x in left if x.step not in w.TOGETHER]
    if begun:
        return begun[0]
    if len(left) < 2:
        return left[0] if left else None
    spaces = {x.space for x in left}
    fed = {there for _, there in onward(state, spaces)}
    return next((x for x in left if x.space not in fed), left[0])
