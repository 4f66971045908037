"""Who may be hit by what, and how hits must be assigned. Plain functions of numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = str
"""What a unit is as a target ("ground", "air" ...); a "transport" is hit last."""

Against: TypeAlias = str
"""What hits may fall on, by the name that records have for it; "" for anything."""

Reaches: TypeAlias = Mapping[Against, frozenset[Kind]]
"""Kinds of target that hits of each sort may fall on."""

Fault = Literal["unit", "room", "number", "reach", "transports"]
"""What is wrong with an assignment: a unit that is no target, or an invalid number; more hits
than a unit takes; too few or too many hits; hits on what they cannot hit; transports first."""


class Target(NamedTuple):
    """A unit that may be hit.

    Parameters
    ----------
    unit
        Its id.
    kind
        What it is as a target.
    room
        How many hits it can still take.
    alike
        Equal for units that are interchangeable as targets.
    later
        Whether it is hit only by what nothing else can take, as transports are.
    """

    unit: int
    kind: Kind
    room: int
    alike: Hashable = None
    later: bool = False

    @property
    def is_last(self) -> bool:
        """Whether others are hit before it."""
        return self.later or self.kind == "transport"


def fits(reach: Reaches, hits: Mapping[str, int], chosen: Mapping[Kind, int]) -> bool:
    """Whether the hits scored allow so many hits on each kind of target.

    Parameters
    ----------
    reach
        What hits of each sort may fall on.
    hits
        Hits scored by what they may fall on.
    chosen
        Hits wanted on each kind of target.

    Examples
    --------
    >>> reach = {"": frozenset({"air", "ship"}), "sea units": frozenset({"ship"})}
    >>> fits(reach, {"": 1, "sea units": 2}, {"air": 1, "ship": 2})
    True
    >>> fits(reach, {"": 1, "sea units": 2}, {"air": 2, "ship": 1})
    False
    """
    wanted = [kind for kind, number in chosen.items() if number]
    if sum(chosen.values()) > sum(hits.values()):
        return False
    if len(hits) == 1 and "" in hits:
        return True
    for size in range(1, len(wanted) + 1):
        for kinds in combinations(wanted, size):
            able = sum(n for sort, n in hits.items() if not reach[sort].isdisjoint(kinds))
            if sum(chosen[kind] for kind in kinds) > able:
                return False
    return True


def assign(reach: Reaches, hits: Mapping[str, int], targets: Sequence[Target]) -> dict[int, int]:
    """Assign as many hits as possible, to the first targets of the list where there is a choice.

    Transports come last whatever their place in the list.

    Parameters
    ----------
    reach
        What hits of each sort may fall on.
    hits
        Hits scored by what they may fall on.
    targets
        The units that may be hit, the first choice first. A unit that takes several hits takes one
        in its turn, and the next only after all others took one: no ship sinks before it must.

    Returns
    -------
    dict
        Hits by unit.

    Examples
    --------
    >>> reach = {"": frozenset({"air", "ship"}), "sea units": frozenset({"ship"})}
    >>> carrier, fighter = Target(1, "ship", 2), Target(2, "air", 1)
    >>> assign(reach, {"": 1, "sea units": 2}, [carrier, fighter])
    {1: 2, 2: 1}
    """
    chosen: dict[Kind, int] = {}
    result: dict[int, int] = {}
    left = sum(hits.values())
    deepest = max((target.room for target in targets), default=0)
    for last in (False, True):
        for depth in range(1, deepest + 1):
            for target in targets:
                if not left:
                    return result
                if target.room < depth or target.is_last != last:
                    continue
                chosen[target.kind] = chosen.get(target.kind, 0) + 1
                if fits(reach, hits, chosen):
                    result[target.unit] = result.get(target.unit, 0) + 1
                    left -= 1
                else:
                    chosen[target.kind] -= 1
    return result


def most(reach: Reaches, hits: Mapping[str, int], targets: Sequence[Target]) -> int:
    """How many hits can be assigned, and so must be.

    Examples
    --------
    >>> reach = {"": frozenset({"air", "ship"}), "sea units": frozenset({"ship"})}
    >>> most(reach, {"sea units": 3}, [Target(1, "air", 1), Target(2, "ship", 2)])
    2
    """
    return sum(assign(reach, hits, targets).values())


def fault(
    reach: Reaches, hits: Mapping[str, int], targets: Sequence[Target], chosen: Mapping[int, int]
) -> Fault | None:
    """Say what is wrong with an assignment of hits, or None if it may be made.

    Parameters
    ----------
    reach
        What hits of each sort may fall on.
    hits
        Hits scored by what they may fall on.
    targets
        The units that may be hit.
    chosen
        Hits by unit.

    Examples
    --------
    >>> reach = {"": frozenset({"air", "ship"}), "sea units": frozenset({"ship"})}
    >>> destroyer, fighter = Target(1, "ship", 1), Target(2, "air", 1)
    >>> fault(reach, {"": 1, "sea units": 1}, [destroyer, fighter], {1: 1}) is None
    False
    >>> fault(reach, {"": 1, "sea units": 1}, [destroyer, fighter], {1: 1, 2: 1}) is None
    True
    """
    by_id = {target.unit: target for target in targets}
    kinds: dict[Kind, int] = {}
    for unit, number in chosen.items():
        target = by_id.get(unit)
        if target is None or not isinstance(number, int) or number < 0:
            return "unit"
        if number > target.room:
            return "room"
        kinds[target.kind] = kinds.get(target.kind, 0) + number
    best = assign(reach, hits, targets)
    others = sum(n for unit, n in best.items() if not by_id[unit].is_last)
    last = sum(n for unit, n in chosen.items() if by_id[unit].is_last)
    if last and sum(kinds.values()) - last < others:
        return "transports"
    if sum(kinds.values()) != sum(best.values()):
        return "number"
    return None if fits(reach, hits, kinds) else "reach"


def is_forced(reach: Reaches, hits: Mapping[str, int], targets: Sequence[Target]) -> bool:
    """Whether hits can be assigned in one way only, apart from swaps of like units.

    Any other way would differ by moving one hit from one target to another, since the sets of
    hits that can be suffered together are the bases of a matroid.

    Examples
    --------
    >>> reach = {"": frozenset({"ground"})}
    >>> two = [Target(1, "ground", 1, "infantry"), Target(2, "ground", 1, "infantry")]
    >>> tank = Target(3, "ground", 1, "tank")
    >>> is_forced(reach, {"": 1}, two), is_forced(reach, {"": 1}, [*two, tank])
    (True, False)
    """
    best = assign(reach, hits, targets)
    chosen: dict[tuple[Kind, bool], int] = {}
    room: dict[tuple[Kind, bool], int] = {}
    groups: dict[tuple[Kind, bool], dict[Hashable, list[Target]]] = {}
    for target in targets:
        if target.room:
            kind = target.kind, target.is_last
            room[kind] = room.get(kind, 0) + target.room
            chosen[kind] = chosen.get(kind, 0) + best.get(target.unit, 0)
            groups.setdefault(kind, {}).setdefault(target.alike, []).append(target)
    for kind, number in chosen.items():
        if 0 < number < room[kind]:
            if len(groups[kind]) > 1:
                return False
            (alike,) = groups[kind].values()
            if not _one_way(number, room[kind], alike):
                return False
    for source in chosen:
        for other in chosen:
            if source != other and chosen[source] and chosen[other] < room[other]:
                moved: dict[Kind, int] = {}
                for (name, _), number in chosen.items():
                    moved[name] = moved.get(name, 0) + number
                moved[source[0]] -= 1
                moved[other[0]] += 1
                if source[1] == other[1] and fits(reach, hits, moved):
                    return False
    return True


def _one_way(number: int, room: int, alike: Sequence[Target]) -> bool:
    """Whether so many hits on units that are alike come out the same however they fall."""
    return len(alike) == 1 or alike[0].room == 1 or number in (1, room - 1)


def total(rolls: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Add up hits by what they may fall on; sorts without a hit are left out."""
    hits: dict[str, int] = {}
    for sort, number in rolls:
        if number:
            hits[sort] = hits.get(sort, 0) + number
    return hits


def in_order(
    precedence: Mapping[Against, tuple[Against, Against]],
    reach: Reaches,
    hits: Mapping[Against, int],
    targets: Sequence[Target],
) -> dict[Against, int]:
    """Split hits that fall on one thing first: as many as it can take, and the others.

    Parameters
    ----------
    precedence
        The sorts of which that holds, with what they fall on first, and then.
    reach, hits, targets
        As for `assign`.

    Examples
    --------
    >>> reach = {"aircraft": frozenset({"air"}), "land units": frozenset({"ground"})}
    >>> targets = [Target(1, "air", 1), Target(2, "ground", 1), Target(3, "ground", 1)]
    >>> in_order({"flak": ("aircraft", "land units")}, reach, {"flak": 2}, targets)
    {'aircraft': 1, 'land units': 1}
    """
    room: dict[Kind, int] = {}
    for target in targets:
        room[target.kind] = room.get(target.kind, 0) + target.room
    found: dict[Against, int] = {}
    for sort, number in hits.items():
        first, then = precedence.get(sort, (sort, sort))
        taken = min(number, sum(room.get(kind, 0) for kind in reach[first])) if then != first else 0
        for name, many in ((first, taken), (then, number - taken)):
            if many:
                found[name] = found.get(name, 0) + many
        if taken:
            for kind in reach[first]:
                room[kind] = 0 if taken >= room.get(kind, 0) else room[kind] - taken
    return found
