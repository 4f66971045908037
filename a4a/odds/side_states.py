"""The states of a side as tables: who is left in each, and where each hit leads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from a4a.odds.battle import Group
from a4a.odds.lines import (
    BEHIND,
    EVERY,
    LEAVING,
    NEVER,
    SPENT,
    WITHDRAWN,
    LossLines,
    SideState,
)

Whole: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SideStates:
    """All states of a side, each before all states that it leads to; the first is the start.

    Attributes
    ----------
    groups
        The side's units.
    living, present, seen, damaged
        By state and group: units alive, those of them who fight, those who fight or are on their
        way out, those alive and damaged.
    left
        By state: hits that its units in the battle can still take.
    hit, last
        By reach and state: where a hit leads, on units not chosen last, and on units chosen last;
        -1 where it has no target.
    taken
        By reach and state: hits taken on what the reach falls on, those chosen last left out.
    mask
        By state: the lines with a target, as bits.
    reached, preferred
        By reach: the lines it falls on, and those of them that it falls on first, as bits.
    front, rank, reach_bits
        If hits go along the order: by front (lines that the same reaches fall on) and state, where
        a hit leads, -1 if nowhere, and the place of its slot in the order; by front, the reaches
        that fall on it, as bits.
    stripped, submerged, withdrawn
        By state: where it leads when the defenceless are destroyed, when units that can leave do as
        a round begins, when units that can retreat do.
    settled
        By state: where it leads as a round ends, when who is behind the casualty line is lost, and
        who is on the way out has left; of size 0 if there is nobody.
    away
        By state: if nobody fights, who has left for that, as flags (`lines`: LEAVING and WITHDRAWN
        for a retreat under fire, SPENT); of size 0 if nobody can.
    """

    groups: tuple[Group, ...]
    living: Whole
    present: Whole
    seen: Whole
    damaged: Whole
    left: Whole
    hit: Whole
    last: Whole
    taken: Whole
    mask: Whole
    reached: tuple[int, ...]
    preferred: tuple[int, ...]
    front: Whole
    rank: Whole
    reach_bits: Whole
    stripped: Whole
    submerged: Whole
    withdrawn: Whole
    settled: Whole = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    away: Whole = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.left)

    def count(self, word: str, units: Whole) -> Whole:
        """Add up units by state (`living`, `present`) over the kinds that a word names."""
        chosen = [i for i, g in enumerate(self.groups) if g.kind.hits and g.kind.is_a(word)]
        return (
            np.asarray(units[:, chosen].sum(axis=1))
            if chosen
            else np.zeros(len(units), dtype=np.int64)
        )


def side_states(lines: LossLines, armed: frozenset[int]) -> SideStates:
    """Find the states of a side.

    Parameters
    ----------
    lines
        Its lines.
    armed
        Groups that can fire whatever they face.

    Raises
    ------
    BattleError
        If there are more states than can be held.
    """
    fired = lines.fired
    plain = not (lines.settles or any(any(line[1:]) for line in lines.lines))
    settled = np.zeros(0, dtype=np.int64)
    if plain and len(lines.lines) == 1 and not fired.before:
        (count,) = map(len, lines.slots)
        at = np.arange(count + 1)[:, None]
        gone = np.zeros(count + 1, dtype=np.int64)
        steps = np.arange(1, count + 2)
        steps[count] = -1
        hit = np.empty((len(fired.reaches), count + 1), dtype=np.int64)
        hit[:] = steps
        last = np.full_like(hit, -1)
        same = np.arange(count + 1)
        stripped = submerged = withdrawn = same
        fronts = _fronts(lines, {})
    else:
        states = lines.states(armed)
        index = {state: i for i, state in enumerate(states)}
        index_of = index.get
        table = np.array(states, dtype=np.int64)
        at, gone = table[:, :-1], table[:, -1]
        hit, last = _led(lines, index, table)
        same = np.arange(len(states))
        stripped = submerged = withdrawn = same
        if any(line.defenceless for line in lines.lines):
            stripped = np.array(
                [index_of(lines.without_defenceless(s), i) for i, s in enumerate(states)]
            )
        if any(line.dives for line in lines.lines):
            submerged = np.array([index[lines.submerged(s)] for s in states])
        if lines.withdraws:
            withdrawn = np.array([index[lines.withdrawn(s)] for s in states])
        if lines.settles:
            settled = np.array([index[lines.settled(s)] for s in states])
        fronts = _fronts(lines, index if lines.is_along else {})
    ways = stripped, submerged, withdrawn, settled
    return _tables(lines, at, gone, hit, last, fronts, ways)


def _led(lines: LossLines, index: dict[SideState, int], states: Whole) -> tuple[Whole, Whole]:
    """By reach and state: where a hit leads, on units not chosen last and on those."""
    places = np.arange(len(states))
    ranks = np.full((len(states), len(lines.lines)), NEVER)
    for i, line in enumerate(lines.lines):
        out = np.array([line.is_away(flags) for flags in EVERY])[states[:, -1]]
        ranks[:, i] = np.where(out, NEVER, np.array(lines.ranks[i])[states[:, i]])
        if lines.settles:
            leaving = np.array([line.is_leaving(flags) for flags in EVERY])[states[:, -1]]
            ranks[leaving & (ranks[:, i] < NEVER), i] += BEHIND
    hit = np.full((len(lines.first), len(states)), -1, dtype=np.int64)
    last = hit.copy()
    for k, both in enumerate(zip(lines.first, lines.then, strict=True)):
        waits = np.full(len(states), True)
        for among, into in zip(both, (hit[k], last[k]), strict=True):
            if not among:
                continue
            line = np.array(among)[ranks[:, among].argmin(axis=1)]
            falls = places[waits & (ranks[places, line] < NEVER)]
            new = states[falls]
            new[np.arange(len(falls)), line[falls]] += 1
            into[falls] = [index.get(tuple(state), -1) for state in new.tolist()]
            waits[falls] = False
    return hit, last


def _fronts(lines: LossLines, index: dict[SideState, int]) -> tuple[Whole, Whole, Whole]:
    found = lines.fronts() if index else {}
    front = np.full((len(found), len(index)), -1, dtype=np.int64)
    rank = np.zeros_like(front)
    bits = [sum(1 << k for k, falls in enumerate(key) if falls) for key, _ in found]
    for i, ((_, chosen_last), among) in enumerate(found.items()):
        for state, at in index.items():
            new = lines.front(state, among)
            if new is not None:
                rank[i, at] = new[0] + (BEHIND if chosen_last else 0)
                front[i, at] = index.get(new[1], -1)
    return front, rank, np.array(bits, dtype=np.int64)


def _tables(
    lines: LossLines,
    at: Whole,
    gone: Whole,
    hit: Whole,
    last: Whole,
    fronts: tuple[Whole, Whole, Whole],
    ways: tuple[Whole, Whole, Whole, Whole],
) -> SideStates:
    groups, (stripped, submerged, withdrawn, settled) = lines.groups, ways
    living = np.zeros((len(at), len(groups)), dtype=np.int64)
    living += np.array([g.count if g.kind.hits else 0 for g in groups], dtype=np.int64)
    damaged = np.zeros_like(living)
    hurt = any(g.kind.hits > 1 for g in groups)
    if hurt:
        damaged += [g.damaged for g in groups]
    left = np.zeros(len(at), dtype=np.int64)
    mask = np.zeros(len(at), dtype=np.int64)
    away = []
    for i, slots in enumerate(lines.slots):
        sunk = np.zeros((len(slots) + 1, len(groups)), dtype=np.int64)
        of = [slot.group for slot in slots]
        sunk[np.arange(1, len(slots) + 1), of] = [slot.sinks for slot in slots]
        living -= sunk.cumsum(axis=0)[at[:, i]]
        if hurt:
            hits = np.zeros_like(sunk)
            hits[np.arange(1, len(slots) + 1), of] = [
                0 if groups[s.group].kind.hits == 1 else -1 if s.sinks else 1 for s in slots
            ]
            damaged += hits.cumsum(axis=0)[at[:, i]]
        line = lines.lines[i]
        rest = len(slots) - at[:, i]
        if line.dives or gone.any():
            out = np.array([line.is_away(flags) for flags in EVERY])[gone]
            rest = np.where(out, 0, rest)
            away.append(out)
        left += rest
        mask |= (rest > 0).astype(np.int64) << i
    if hurt:
        np.clip(damaged, 0, living, out=damaged)
    present = living
    if away:
        present = living.copy()
        for group, line_index in lines.line_of.items():
            present[away[line_index], group] = 0
    seen, left_by = present, np.zeros(0, dtype=np.int64)
    if lines.settles:
        present = present.copy()
        for group, line_index in lines.line_of.items():
            line = lines.lines[line_index]
            leaving = np.array([line.is_leaving(flags) for flags in EVERY])[gone]
            present[leaving, group] = 0
        left_by = np.where(present.any(axis=1), 0, gone & (LEAVING | WITHDRAWN | SPENT))
    bits = range(len(lines.lines))
    taken = np.zeros_like(hit)
    for k, first in enumerate(lines.first):
        taken[k] = at[:, first].sum(axis=1)
    return SideStates(
        groups=groups,
        living=living,
        present=present,
        seen=seen,
        damaged=damaged,
        left=left,
        hit=hit,
        last=last,
        taken=taken,
        mask=mask,
        reached=tuple(
            sum(1 << i for i in bits if lines.lines[i].reached[k]) for k in range(len(hit))
        ),
        preferred=tuple(
            sum(1 << i for i in bits if lines.lines[i].reached[k] == 1) for k in range(len(hit))
        ),
        front=fronts[0],
        rank=fronts[1],
        reach_bits=fronts[2],
        stripped=stripped,
        submerged=submerged,
        withdrawn=withdrawn,
        settled=settled,
        away=left_by,
    )
