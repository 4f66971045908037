"""Orders of loss: the order in which a side's units take hits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from a4a.core.errors import BattleError
from a4a.odds.battle import Group, Side


class Slot(NamedTuple):
    """A hit that a side can take.

    Parameters
    ----------
    group
        Which of the side's groups takes it.
    sinks
        How many units it destroys; 0 if it damages one.
    """

    group: int
    sinks: int


def default_order(groups: Sequence[Group]) -> tuple[str, ...]:
    """Return the order that most players choose: the cheapest first, the weaker of equals first.

    Examples
    --------
    >>> from a4a.odds.battle import Kind
    >>> tank, rifles = Kind("tank", 3, cost=6), Kind("infantry", 1, cost=3)
    >>> default_order([Group(tank, 2), Group(rifles, 4)])
    ('infantry', 'tank')
    """
    kinds = [g.kind for g in groups if g.kind.hits]
    return tuple(k.name for k in sorted(kinds, key=lambda k: (k.cost, k.value * k.dice, k.name)))


def slots(side: Side) -> list[Slot]:
    """Return the hits that a side can take, in the order in which it takes them.

    Free hits come first (or at the first mention of a kind that the order names twice), then units
    as the order says; then those that are kept to the end; then those tagged "chosen last".

    Raises
    ------
    BattleError
        If the order names a kind that the side does not have, or misses one that it has.

    Examples
    --------
    >>> from a4a.odds.battle import Kind
    >>> destroyer, battleship = Kind("destroyer", 2, cost=8), Kind("battleship", 4, hits=2, cost=20)
    >>> fleet = Side((Group(destroyer, 1), Group(battleship, 1)))
    >>> [(fleet.groups[s.group].kind.name, s.sinks) for s in slots(fleet)]
    [('battleship', 0), ('destroyer', 1), ('battleship', 1)]
    """
    groups = side.groups
    index = {g.kind.name: i for i, g in enumerate(groups)}
    order = side.order or default_order(groups)
    if side.order:
        _verify(side, index)
    mentions: dict[str, int] = {}
    for name in order:
        mentions[name] = mentions.get(name, 0) + 1
    front: list[Slot] = []
    middle: list[Slot] = []
    last: list[Slot] = []
    seen: set[str] = set()
    for name in order:
        at = index[name]
        kind, count, damaged = groups[at].kind, groups[at].count, groups[at].damaged
        if not kind.hits:
            continue
        free = (kind.hits - 1) * count - damaged
        if name not in seen:
            seen.add(name)
            place = middle if mentions[name] > 1 else front
            place = last if "chosen last" in kind.tags else place
            place.extend([Slot(at, 0)] * free)
            if mentions[name] > 1:
                continue
        whole, rest = divmod(count, kind.together)
        sinking = [Slot(at, kind.together)] * whole + [Slot(at, rest)] * bool(rest)
        (last if "chosen last" in kind.tags else middle).extend(sinking)
    also = {i for word, number in side.keeps for i in _latest(groups, middle, word, number)}
    middle = _behind(middle, also)
    middle = _behind(middle, set(_latest(groups, middle, *side.keep)))
    return front + middle + last


def _latest(groups: Sequence[Group], order: list[Slot], word: str, number: int) -> list[int]:
    """Where the last so many slots are that destroy units called by a word."""
    found = [i for i, s in enumerate(order) if s.sinks and groups[s.group].kind.is_a(word)]
    return found[-number:] if number else []


def _behind(order: list[Slot], kept: set[int]) -> list[Slot]:
    """An order with some of its slots at the end."""
    if not kept:
        return order
    rest = [slot for i, slot in enumerate(order) if i not in kept]
    return rest + [order[i] for i in sorted(kept)]


def _verify(side: Side, index: dict[str, int]) -> None:
    for name in side.order:
        if name not in index:
            have = ", ".join(index) or "nothing"
            raise BattleError(f"the order of loss names {name!r}; the side has {have}")
        if side.order.count(name) > min(2, max(1, side.groups[index[name]].kind.hits)):
            raise BattleError(f"the order of loss names {name!r} too often")
    for group in side.groups:
        if group.count and group.kind.hits and group.kind.name not in side.order:
            raise BattleError(f"the order of loss misses {group.kind.name!r}")
