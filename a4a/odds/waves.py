"""Battles one after the other: attacks in waves, and taking a place to hold it.

What is left of a battle is a distribution, not an average: each way it can end is the start of the
next battle, and the answers are mixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from a4a.core.errors import BattleError
from a4a.odds.answer import Odds, Real, Survivors, Whole
from a4a.odds.battle import Battle, Group, Kind
from a4a.odds.exact import solve

UNLIKELY: Final = 1e-15
"""Endings less likely than this are left out of the next battle, and count as pruned."""


@dataclass(frozen=True)
class Hold:
    """Taking a place, and holding it against a counter-attack.

    Attributes
    ----------
    attack
        The odds of the attack.
    counter_attack
        The odds of the counter-attack, if the place is taken: its attacker is the enemy.
    held
        How likely the place is taken, and not taken back.
    expected_swing
        What the enemy loses on average in both battles, less what the first attacker loses.
    """

    attack: Odds
    counter_attack: Odds | None
    held: float
    expected_swing: float


def waves(battles: Sequence[Battle]) -> list[Odds]:
    """Attack in waves: what the defender has left of one faces the next.

    Parameters
    ----------
    battles
        The waves. The defender of the first is whole; of the others, groups of kinds that were in
        the battle before have what is left of them; other groups are reinforcements.

    Returns
    -------
    list of Odds
        After each wave. If no defender is left, the next attacker walks in.

    Raises
    ------
    BattleError
        If a wave's defender lacks a kind that can be left of the one before, or retreats before
        the last wave: then it is not there for the next.

    Examples
    --------
    >>> from a4a.odds.battle import Side
    >>> tank, rifles = Kind("tank", 3, cost=6), Kind("infantry", 2, cost=3)
    >>> first = Battle(Side((Group(tank, 1),)), Side((Group(rifles, 2),)), rounds=1)
    >>> [round(odds.attacker_wins, 4) for odds in waves([first, replace(first, rounds=None)])]
    [0.0, 0.3214]
    """
    if not battles:
        return []
    if any(battle.defender_retreat for battle in battles[:-1]):
        raise BattleError("a defender that retreats is not there for the next wave: let it fight")
    found = [solve(battles[0])]
    for battle in battles[1:]:
        before = found[-1]
        chances = before.chances.sum(axis=0)
        names = {kind.name: kind.name for kind in before.defender.kinds}
        found.append(mix(_followed(battle, before.defender, chances, names)))
    return found


def hold(
    attack: Battle, counter_attack: Battle, *, staying: Mapping[str, str] | None = None
) -> Hold:
    """Take a place, and hold it against a counter-attack.

    Parameters
    ----------
    attack
        The attack.
    counter_attack
        The counter-attack. In its defender, groups of kinds of the first attacker have what is
        left of them; other groups are reinforcements.
    staying
        Kinds of the first attacker that stay to defend the place, and as which kind of the
        counter-attack's defender; None for all, under their own names.

    Raises
    ------
    BattleError
        If the counter-attack's defender lacks a kind that can be left of the attacker.
    """
    first = solve(attack)
    takes = first.attacker.captors > 0
    chances = (first.finished[:, first.defender.gone].sum(axis=1)) * takes
    taken = float(chances.sum())
    if taken <= 0:
        return Hold(first, None, 0.0, first.expected_swing)
    kinds = first.attacker.kinds
    left = first.attacker  # units that have retreated are elsewhere
    there = replace(left, living=left.present, damaged=np.minimum(left.damaged, left.present))
    names = {kind.name: kind.name for kind in kinds} if staying is None else staying
    parts = list(_followed(counter_attack, there, chances / taken, names))
    second = mix(parts)
    # Not that of the mixture, in which the losses of the attack would count again.
    swing = sum(chance * odds.expected_swing for chance, odds in parts)
    return Hold(
        first,
        second,
        taken * (1.0 - second.attacker_takes),
        first.expected_swing - taken * swing,
    )


def mix(parts: Iterable[tuple[float, Odds]]) -> Odds:
    """Mix the odds of several battles, each with its probability.

    Raises
    ------
    BattleError
        If there are none, or their sides are not of the same kinds.
    """
    some = list(parts)
    if not some:
        raise BattleError("no battle to mix")
    attacker, rows = _merged([odds.attacker for _, odds in some])
    defender, columns = _merged([odds.defender for _, odds in some])
    shape = len(attacker.living), len(defender.living)
    finished, broken_off = np.zeros(shape), np.zeros(shape)
    pruned = rounds = 0.0
    for (chance, odds), row, column in zip(some, rows, columns, strict=True):
        for into, table in ((finished, odds.finished), (broken_off, odds.broken_off)):
            np.add.at(into, (row[:, None], column[None, :]), chance * table)
        pruned += chance * odds.pruned
        rounds += chance * odds.rounds
    pruned += max(0.0, 1.0 - sum(chance for chance, _ in some))
    return Odds(attacker, defender, finished, broken_off, pruned, rounds)


def _followed(
    battle: Battle, left: Survivors, chances: Real, names: Mapping[str, str]
) -> Iterator[tuple[float, Odds]]:
    """Solve a battle for each way in which its defender can begin it.

    ``names`` tells which kinds go on, and as which of the battle's defender.
    """
    own = [kind.name for kind in left.kinds]
    known = [group.kind.name for group in battle.defender.groups]
    for name, new in names.items():
        if name in own and new not in known:
            raise BattleError(
                f"{new!r} can be left of the battle before: give the kind in the next"
            )
    starts: dict[tuple[tuple[int, int], ...], float] = {}
    columns = [(i, known.index(names[name])) for i, name in enumerate(own) if name in names]
    filled = {column for _, column in columns}
    for i in np.flatnonzero(chances > UNLIKELY):
        counts = dict.fromkeys(filled, (0, 0))
        for kind, column in columns:
            count, damaged = counts[column]
            more, hurt = int(left.living[i, kind]), int(left.damaged[i, kind])
            counts[column] = count + more, damaged + hurt
        start = tuple(counts.get(column, (-1, 0)) for column in range(len(known)))
        starts[start] = starts.get(start, 0.0) + float(chances[i])
    for start, chance in starts.items():
        groups = tuple(
            group if count < 0 else _counted(group.kind, count, damaged)
            for group, (count, damaged) in zip(battle.defender.groups, start, strict=True)
        )
        yield chance, solve(replace(battle, defender=replace(battle.defender, groups=groups)))


def _counted(kind: Kind, count: int, damaged: int) -> Group:
    return Group(kind, count, damaged if kind.hits > 1 else 0)


def _merged(sides: Sequence[Survivors]) -> tuple[Survivors, list[Whole]]:
    """Unite what can be left of a side in several battles; a kind may be missing in some."""
    kinds: dict[str, Kind] = {}
    began: dict[str, int] = {}
    for side in sides:
        for kind, count in zip(side.kinds, side.began, strict=True):
            if kinds.setdefault(kind.name, kind) != kind:
                raise BattleError(f"{kind.name!r} means different kinds in the battles")
            began[kind.name] = max(began.get(kind.name, 0), count)
    names = list(kinds)
    found: dict[tuple[int, ...], int] = {}
    index = []
    for side in sides:
        own = [k.name for k in side.kinds]
        columns = [own.index(name) if name in own else -1 for name in names]
        empty = np.zeros((len(side.living), 1), dtype=np.int64)
        tables = side.living, side.damaged, side.present
        away = side.away[:, None] if side.away.size else empty
        parts = [np.hstack([each, empty])[:, columns] for each in tables]
        rows = np.hstack([*parts, away]).tolist()
        index.append(np.array([found.setdefault(tuple(row), len(found)) for row in rows]))
    every = np.array(list(found), dtype=np.int64).reshape(len(found), 3 * len(names) + 1)
    table = every[:, :-1].reshape(len(found), 3, len(names))
    merged = Survivors(
        tuple(kinds.values()), tuple(began.values()), table[:, 0], table[:, 1], table[:, 2],
        every[:, -1] if any(side.away.size for side in sides) else every[:0, -1],
    )  # fmt: skip
    return merged, index
