"""Forces at sea, all at once: how likely each part of an attacker's units wins.

What one force can become, another often can, too: so the states of all forces up to a cost are put
in one pool, and backward induction over the pool judges all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from a4a.odds import pooling
from a4a.odds.battle import Battle
from a4a.odds.battle_tables import dives, shooter, target
from a4a.odds.casualty_line import with_casualty_line
from a4a.odds.compiled import IS_AT_HAND
from a4a.odds.fire import armed, fire, fired_by, fires
from a4a.odds.hits import Flags, Real, Whole
from a4a.odds.kernels import NOWHERE, Choices
from a4a.odds.lines import LossLines
from a4a.odds.reserve import Judged, Reserve
from a4a.odds.side_states import SideStates, side_states

MOST_CELLS: Final = 4_000_000 if IS_AT_HAND else 500_000
"""States of all forces times states of the defender, at most: some seconds."""


@dataclass(frozen=True, slots=True)
class _Slots:
    """The hits that kinds of units take, in the order in which they are taken.

    A state of a force is how many of each are left, a number of mixed radix.

    Attributes
    ----------
    group, sinks, last
        Whose they are; whether they destroy units; whether their units are chosen last.
    reached
        By reach of the enemy's fire and slot: whether it falls on them.
    caps, radix
        How many there are; what one adds to the number of a state.
    """

    group: Whole
    sinks: Flags
    last: Flags
    reached: Flags
    caps: Whole
    radix: Whole

    def left(self, states: Whole) -> Whole:
        """By state and slot: how many are left."""
        return np.asarray(states[:, None] // self.radix % (self.caps + 1))

    def hit(self, states: Whole, left: Whole, among: Flags) -> Whole:
        """Where a hit on some of the slots leads; -1 if it has no target."""
        able = (left > 0) & among
        first = able.argmax(axis=1)
        some = able[np.arange(len(able)), first]
        return np.where(some, states - self.radix[first], -1)


class _Known(NamedTuple):
    """What has been judged.

    Parameters
    ----------
    states
        States of forces, the highest first.
    value
        By step of a round, such state and state of the defender: what it is worth.
    worth
        By such state: how likely a force wins that begins there; not a number if none does.
    """

    states: Whole
    value: Real
    worth: Real


class Pool:
    """Judges all forces up to a cost by the states that they have in common.

    Parameters
    ----------
    reserve
        The units to choose from.

    See Also
    --------
    fits : whether a battle can be judged so.
    """

    first = 600
    """Forces to begin with."""

    def __init__(self, reserve: Reserve) -> None:
        battle = self.battle = reserve.battle
        self.reserve, self.groups = reserve, reserve.groups
        self.ours, self.theirs = fired_by(battle, "attacker"), fired_by(battle, "defender")
        words = [s.word for s in battle.sequence.submerging]
        submerges = battle.defender.submerge == "when possible"
        lines = LossLines(battle.defender, self.ours, dives=words if submerges else ())
        self.enemy = with_casualty_line(side_states(lines, armed(battle, "defender")), lines)
        self.slots = self._slots()
        nothing = np.zeros((len(battle.sequence.rounds), 0, self.enemy.size))
        self._known = _Known(np.zeros(0, dtype=np.int64), nothing, np.zeros(0))

    def _slots(self) -> _Slots:
        kinds = [self.groups[i].kind for i in self.reserve.order]
        found: list[tuple[int, bool]] = []
        for is_last in (False, True):
            for sinks in (False, True):
                found += [
                    (i, sinks)
                    for i, kind in zip(self.reserve.order, kinds, strict=True)
                    if ("chosen last" in kind.tags) == is_last and (sinks or kind.hits > 1)
                ]
        groups = [self.groups[i] for i, _ in found]
        pairs = list(zip(groups, found, strict=True))
        caps = [g.count * (1 if sinks else g.kind.hits - 1) for g, (_, sinks) in pairs]
        radix = [1]
        for cap in caps:
            radix.append(radix[-1] * (cap + 1))
        if radix[-1] >= 1 << 62:
            raise self.reserve.too_many(self.reserve.cost)
        reached = [[bool(at.turn(g.kind.target)) for g in groups] for at in self.theirs.reaches]
        return _Slots(
            np.array([i for i, _ in found]),
            np.array([sinks for _, sinks in found]),
            np.array(["chosen last" in g.kind.tags for g in groups]),
            np.array(reached, dtype=np.bool_).reshape(len(reached), len(groups)),
            np.array(caps, dtype=np.int64),
            np.array(radix[:-1], dtype=np.int64),
        )

    def judge(self, budget: float, least: float) -> Judged:
        """Judge all forces up to a cost.

        Parameters
        ----------
        budget
            What they may cost.
        least
            Only forces that win with at least this probability are returned.

        Raises
        ------
        BattleError
            If there are too many.
        """
        ids = self.reserve.forces(budget, most=MOST_CELLS // self.enemy.size)[1:]
        if not len(ids):  # not even the cheapest unit
            return Judged(ids, np.zeros(0), 0)
        starts = self._starts(ids)
        states, own = self._space(starts, budget)
        worth = self._worth(states, own, _places(starts, states))
        told = worth >= least
        return Judged(ids[told], worth[told], len(ids))

    def _starts(self, ids: Whole) -> Whole:
        """Return the states in which forces begin."""
        slots, counts = self.slots, self.reserve.counts(ids)
        states = np.zeros(len(ids), dtype=np.int64)
        for i, sinks, step in zip(slots.group, slots.sinks, slots.radix, strict=True):
            group, number = self.groups[i], counts[:, i]
            whole = group.count - group.damaged
            free = number * (group.kind.hits - 1) - np.maximum(0, number - whole)
            states += (number if sinks else free) * step
        return states

    def _space(self, starts: Whole, budget: float) -> tuple[Whole, SideStates]:
        """Gather what forces can become, the highest first, as hits lead to lower numbers."""
        slots = self.slots
        reaches = range(self.theirs.always)
        size = slots.left(starts).sum(axis=1)
        by_size = np.argsort(size, kind="stable")
        ends = np.searchsorted(size[by_size], np.arange(size.max() + 2))
        now, parts, total = starts[:0], [], 0
        for hits in range(int(size.max()), -1, -1):
            begun = starts[by_size[ends[hits] : ends[hits + 1]]]
            now = np.unique(np.concatenate((begun, now)))
            total += len(now)
            if total * self.enemy.size > MOST_CELLS:
                raise self.reserve.too_many(budget)
            left = slots.left(now)
            hit, last = np.full((2, len(reaches), len(now)), -1, dtype=np.int64)
            for k in reaches:
                hit[k] = slots.hit(now, left, slots.reached[k] & ~slots.last)
                last[k] = slots.hit(now, left, slots.reached[k] & slots.last)
                last[k][hit[k] >= 0] = -1
            parts.append((now, left, hit, last))
            now = np.concatenate((hit.ravel(), last.ravel()))
            now = now[now >= 0]
        states = np.concatenate([part[0] for part in parts])
        order = np.argsort(states)[::-1]
        states = states[order]
        left = np.concatenate([part[1] for part in parts])[order]
        hit = _places(np.concatenate([part[2] for part in parts], axis=1)[:, order], states)
        last = _places(np.concatenate([part[3] for part in parts], axis=1)[:, order], states)
        return states, self._tables(left, hit, last)

    def _tables(self, left: Whole, hit: Whole, last: Whole) -> SideStates:
        slots, size = self.slots, len(left)
        living = np.zeros((size, len(self.groups)), dtype=np.int64)
        living[:, slots.group[slots.sinks]] = left[:, slots.sinks]
        damaged = np.zeros_like(living)
        for slot, i in enumerate(slots.group.tolist()):
            if self.groups[i].kind.weakens and not slots.sinks[slot]:  # it takes two hits
                damaged[:, i] = np.maximum(living[:, i] - left[:, slot], 0)
        sorts: dict[bytes, int] = {}
        of = [sorts.setdefault(column.tobytes(), len(sorts)) for column in slots.reached.T]
        mask = np.zeros(size, dtype=np.int64)
        for slot, sort in enumerate(of):
            mask |= (left[:, slot] > 0).astype(np.int64) << sort
        same, none = np.arange(size), np.zeros((0, 0), dtype=np.int64)
        taken = [-left[:, row & ~slots.last].sum(axis=1) for row in slots.reached]
        reached = tuple(
            sum(1 << sort for sort in {of[i] for i in np.flatnonzero(row)}) for row in slots.reached
        )
        return SideStates(
            groups=self.groups,
            living=living,
            present=living,
            seen=living,
            damaged=damaged,
            left=left.sum(axis=1),
            hit=hit,
            last=last,
            taken=np.array(taken, dtype=np.int64).reshape(len(slots.reached), size),
            mask=mask,
            reached=reached,
            preferred=reached,
            front=none,
            rank=none,
            reach_bits=same[:0],
            stripped=same,
            submerged=same,
            withdrawn=same,
        )

    def _worth(self, states: Whole, own: SideStates, places: Whole) -> Real:
        """How likely forces win that begin in some states."""
        known = self._known
        value = np.zeros((len(known.value), own.size, self.enemy.size))
        worth = np.full(own.size, np.nan)
        before, still = np.isin(states, known.states), np.isin(known.states, states)
        value[:, before], worth[before] = known.value[:, still], known.worth[still]
        begins = places[np.isnan(worth[places])]
        if len(begins):
            self._solve(own, begins, before, value, worth)
        self._known = _Known(states, value, worth)
        return np.asarray(worth[places])

    def _solve(
        self, own: SideStates, begins: Whole, known: Flags, value: Real, worth: Real
    ) -> None:
        """Add the values of states that are not known, and what is worth who begins in some."""
        battle, enemy = self.battle, self.enemy
        fires = np.logical_not(known)
        fires[begins] = True
        arms = np.zeros(own.size, dtype=np.int64)
        different, arms[fires] = _distinct(np.hstack((own.living, own.damaged))[fires])
        living, damaged = np.hsplit(different, 2)
        firing = replace(
            own, living=living, present=living, seen=living, damaged=damaged,
            left=living.sum(axis=1),
        )  # fmt: skip
        attack = fire(battle, "attacker", firing, enemy, self.ours)
        defense = fire(battle, "defender", enemy, own, self.theirs)
        wins = own.living[:, self.reserve.able].sum(axis=1) > 0
        gone = enemy.living.sum(axis=1) == 0
        end = (wins[:, None] & gone[None, :]).astype(float)
        never = np.zeros(own.size, dtype=np.bool_)
        choices = Choices(
            np.zeros(enemy.size, dtype=np.bool_), dives(battle, "defender", enemy, own),
            NOWHERE, NOWHERE, never, never,
        )  # fmt: skip
        terms, met = np.unique(
            attack.setting * attack.rows.shape[2] + attack.sort, return_inverse=True
        )
        setting, sort = np.divmod(terms, attack.rows.shape[2])
        throws, alike = _numbered(attack.rows[:, setting, sort]), _numbered(defense.rows)
        pooling.pooled.of(len(value) * int(fires.sum()) * enemy.size)(
            value, known, end, arms, met, throws, alike, target(own), target(enemy),
            shooter(attack), shooter(defense), choices,
        )  # fmt: skip
        if attack.first is None and defense.first is None:
            worth[begins] = value[0, begins, 0]
            return
        now, then, opened = attack.at_first(), defense.at_first(), np.zeros(len(begins))
        pooling.opened.of(len(begins) * 100)(
            opened, value[0], end, begins, arms, target(own), target(enemy),
            shooter(now), shooter(then),
        )  # fmt: skip
        worth[begins] = opened


def _distinct(rows: Whole) -> tuple[Whole, Whole]:
    """Return the rows that differ, and for each row which of these it is."""
    keys = np.zeros(len(rows), dtype=np.int64)
    radix = 1
    for column in rows.T:
        number = int(column.max(initial=0)) + 1
        if radix * number >= 1 << 62:
            keys = np.unique(keys, return_inverse=True)[1]
            radix = int(keys.max(initial=0)) + 1
        keys += column * radix
        radix *= number
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return rows[first], which


def _places(wanted: Whole, states: Whole) -> Whole:
    """Where states are among others, the highest first; -1 for none."""
    at = len(states) - 1 - np.searchsorted(states[::-1], wanted)
    return np.where(wanted < 0, -1, at)


def _numbered(rows: Whole) -> Whole:
    """Number the throws that differ, those of each step apart: by step, ... without the place."""
    *shape, places = rows.shape
    found = _distinct(rows.reshape(-1, places))[1].reshape(shape)
    steps = np.arange(len(found)).reshape(-1, *(1 for _ in shape[1:]))
    return np.asarray(found + (found.max() + 1) * steps)


def fits(battle: Battle) -> bool:
    """Whether forces in a battle can be judged all at once.

    It takes a fight to the end in which all fire comes in rounds, the attacker's units are lost in
    one order, and none of them leaves.
    """
    side = battle.attacker
    if battle.is_left or battle.rounds is not None or side.keep[1] or side.keeps:
        return False
    if side.submerge != "never" or side.allocation != "volley by volley":
        return False
    if len(set(side.order)) < len(side.order) or any(
        g.count and (not g.kind.hits or g.kind.together > 1) for g in side.groups
    ):
        return False
    before = [v for step in battle.sequence.before for v in step.volleys]
    if any(g.count and fires(g, v) for v in before for g in battle.side(v.side).groups):
        return False
    if any(g.kind.weakens and g.kind.hits > 2 for g in side.groups):  # how often each was hit
        return False
    if any(v.outright and v.side == "defender" for s in battle.sequence.rounds for v in s.volleys):
        return False
    if any(v.then for step in battle.sequence.rounds for v in step.volleys):
        return False
    return bool(fired_by(battle, "attacker").reaches and fired_by(battle, "defender").reaches)
