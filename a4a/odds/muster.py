"""Forces on land, all at once: how likely each part of an attacker's units wins.

In a battle in which all fire falls on everybody (on land, after the antiaircraft fire), what is
left of a force is a force too. So all forces up to a cost are judged in one go, each from those
that it can become, in a microsecond (`enumeration`); no force is left out because others fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from a4a.odds import enumeration
from a4a.odds.battle import Battle, Kind, Side
from a4a.odds.compiled import IS_AT_HAND
from a4a.odds.dice import Dies
from a4a.odds.enumeration import Arms, DefenderLine
from a4a.odds.fire import armed, fire, fired_by, fires
from a4a.odds.hits import Real, Whole
from a4a.odds.lines import LossLines
from a4a.odds.reserve import CENT, Judged, Reserve, salvos
from a4a.odds.side_states import side_states
from a4a.odds.steps import Volley
from a4a.odds.throws import binomials, chances

MOST_FORCES: Final = 3_000_000 if IS_AT_HAND else 100_000
"""Forces that are judged at once, at most: some seconds; without a compiler, half a minute."""

MOST_KEPT: Final = 3
"""Units that are kept to the end, at most: each way to choose them is a class of its own."""


class Muster:
    """Judges all forces on land up to a cost.

    Parameters
    ----------
    reserve
        The units to choose from.

    See Also
    --------
    fits : whether a battle can be judged so.
    """

    first = 4000
    """Forces to begin with."""

    def __init__(self, reserve: Reserve) -> None:
        self.reserve, self.battle = reserve, reserve.battle
        self.groups = reserve.groups

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
        reserve = self.reserve
        number, depth = reserve.number(budget, most=MOST_FORCES)
        if number > MOST_FORCES:
            raise reserve.too_many(budget)
        ids, worth = np.empty(number, dtype=np.int64), np.empty(number)
        loop = enumeration.visit.of(number * len(self.defender.length))
        noted = visited = 0
        for kept, caps in self._classes():
            if kept @ reserve.costs <= budget + CENT:
                more, seen = loop(
                    kept, caps, reserve.costs, reserve.radix, budget + CENT,
                    -1.0 if self._is_shot_at else least, depth,
                    -1 if reserve.ashore else len(reserve.ships), self.arms, self.defender,
                    ids[noted:], worth[noted:],
                )  # fmt: skip
                noted, visited = noted + more, visited + seen
        ids, worth = ids[:noted], worth[:noted]
        if self._is_shot_at:
            ids, worth = self._shot_at(ids, worth, least)
        return Judged(ids, worth, visited)

    def _classes(self) -> Iterator[tuple[Whole, Whole]]:
        """Yield the units that forces keep to the end, and what they can have besides these."""
        reserve, (word, number) = self.reserve, self.battle.attacker.keep
        able = [self.groups[i].kind.is_a(word) for i in reserve.order] if number else []
        places = [i for i, is_able in enumerate(able) if is_able]
        for size in range(number + 1 if places else 1):
            for chosen in combinations_with_replacement(places, size):
                kept = np.bincount(np.array(chosen, dtype=np.int64), minlength=len(reserve.order))
                caps = reserve.caps - kept
                if (caps < 0).any():
                    continue
                # The last of the order are kept: besides them there are only units lost before, if
                # any.
                caps[[i for i in places if size < number or i > chosen[0]]] = 0
                yield kept.astype(np.int64), caps

    @cached_property
    def defender(self) -> DefenderLine:
        """The defender, hit after hit."""
        battle = self.battle
        side = LossLines(battle.defender, fired_by(battle, "attacker"))
        own = side_states(side, armed(battle, "defender"))
        one = self.groups[self.reserve.order[-1]]
        target = replace(battle.attacker, groups=(replace(one, count=1),), order=(), keep=("", 0))
        fired = fired_by(battle, "defender")
        against = fire(
            battle, "defender", own, side_states(LossLines(target, fired), frozenset()), fired
        )
        states = [0]
        while True:
            now = states[-1]
            after = int(own.hit[0, now]) if own.hit[0, now] >= 0 else int(own.last[0, now])
            if after < 0:
                break
            states.append(after)
        hits, length = np.ones((len(states), 1)), np.ones(len(states), dtype=np.int64)
        if against.rows.shape[-1]:  # else none of them fires
            rows = against.rows[0, 0, against.sort[0], states, 0]
            hits, length = np.ascontiguousarray(against.hits[rows]), against.length[rows]
        units = own.living.sum(axis=1)
        return DefenderLine(hits, length, np.asarray(units[own.stripped[states]] == 0))

    @cached_property
    def arms(self) -> Arms:
        """What the attacker's kinds throw."""
        side, dice = self.battle.attacker, self.battle.dice
        kinds = [g.kind for g in self.groups]
        columns: dict[tuple[int, int], int] = {}

        def column(value: int, best_of: int) -> int:
            return columns.setdefault((value, best_of), len(columns))

        fights = [bool(k.hits) for k in kinds]
        own = [column(k.value, k.dice) if f and k.value > 0 else -1
               for k, f in zip(kinds, fights, strict=True)]  # fmt: skip
        number = len(side.supports), len(kinds)
        helps = np.zeros(number, dtype=np.bool_)
        turn = np.full(number, -1, dtype=np.int64)
        raised = np.zeros(number, dtype=np.int64)
        for rank, (by, to, value, _) in enumerate(side.supports):
            later = [s.to for s in side.supports[rank + 1 :]]
            helps[rank] = [k.is_a(by) and f for k, f in zip(kinds, fights, strict=True)]
            helped = [
                j for j, k in enumerate(kinds) if fights[j] and k.is_a(to) and k.value < value
            ]
            helped.sort(key=lambda j: any(kinds[j].is_a(word) for word in later))
            turn[rank, : len(helped)] = helped
            for j in helped:
                raised[rank, j] = column(value, kinds[j].dice)
        size = len(self.defender.length) - 1
        most = int(self.reserve.caps.sum())
        hits = np.zeros((max(1, len(columns)), most + 1, size))
        sums = np.zeros(len(hits), dtype=np.int64)
        for (value, best_of), at in columns.items():
            if dice.luck == "low luck" and best_of == 1:
                sums[at] = dice.hitting(value)
                continue
            chance = dice.chance(value, best_of=best_of)
            sums[at] = 0 if chance > 0 else -1
            width = min(size, most + 1)
            hits[at, :, :width] = binomials(most, chance)[:, :width]
        return Arms(
            np.array(self.reserve.order, dtype=np.int64),
            np.array(own, dtype=np.int64),
            helps,
            turn,
            raised,
            np.array([s.each for s in side.supports], dtype=np.int64),
            hits,
            sums,
            dice.faces,
            self.reserve.able,
            np.array([k.name in self.reserve.ashore for k in kinds]),
            self._guns,
        )

    @property
    def _guns(self) -> Real:
        """By number of ships, the best first, and hits: how likely."""
        rows = []
        for number in range(len(self.reserve.ships) + 1):
            shots = []
            for i in self.reserve.ships[:number]:
                for volley in salvos(self.battle):
                    shot = fires(self.groups[i], volley)
                    shots += [shot.die] * shot.shots if shot else []
            rows.append(chances(self.battle.dice, shots))
        table = np.zeros((len(rows), max(map(len, rows))))
        for i, row in enumerate(rows):
            table[i, : len(row)] = row
        return table

    # --- antiaircraft fire ----------------------------------------------------------------------

    @cached_property
    def _guarded(self) -> list[int]:
        """The kinds that are fired at before the first round, in the order of loss."""
        before = _before(self.battle)
        return [
            i for i, group in enumerate(self.reserve.order)
            if _is_among(before, self.groups[group].kind)
        ]  # fmt: skip

    @cached_property
    def _flak(self) -> list[list[float]]:
        """By number of targets: how likely 0, 1, 2 ... are hit."""
        shots: list[Dies] = []
        for volley in _before(self.battle):
            for group in self.battle.defender.groups:
                shot = fires(group, volley)
                shots += [shot.die] * (shot.shots * group.count) if shot else []
        shots.sort(reverse=True)
        most = int(self.reserve.caps[self._guarded].sum())
        last = min(most, len(shots))
        rows = [chances(self.battle.dice, shots[:n]) for n in range(last + 1)]
        return rows

    @property
    def _is_shot_at(self) -> bool:
        return bool(self._guarded) and int(self.defender.length[0]) > 1

    def _shot_at(self, ids: Whole, worth: Real, least: float) -> tuple[Whole, Real]:
        """Fire antiaircraft guns at forces; what is left of each is itself one of the forces."""
        order = np.argsort(ids)
        ids, worth = ids[order], worth[order]
        # With fewer aircraft a force wins no more often: forces that fail with all are out.
        sure = self.battle.dice.luck == "standard"
        able = np.flatnonzero(worth >= (least if sure else -1.0))
        now = ids[able]
        left = self.reserve.digits(now)[:, self._guarded]
        steps = self.reserve.radix[self._guarded]
        flak = self._flak
        width = max(map(len, flak))
        table = np.array([[*row, *[0.0] * (width - len(row))] for row in flak])
        targets = left.sum(axis=1)
        share = table[np.minimum(targets, len(flak) - 1)]
        total = share[:, 0] * worth[able]
        every = np.arange(len(now))
        for hit in range(1, width):
            first = (left > 0).argmax(axis=1)
            some = left[every, first] > 0
            left[every, first] -= some
            now = now - np.where(some, steps[first], 0)
            at = np.minimum(np.searchsorted(ids, now), len(ids) - 1)
            total += share[:, hit] * np.where(now > 0, worth[at], 0.0)
        enough = total >= least
        return ids[able][enough], total[enough]


def _before(battle: Battle) -> list[Volley]:
    """Return the volleys before the first round in which somebody fires."""
    return [
        v for step in battle.sequence.before for v in step.volleys
        if any(g.count and fires(g, v) for g in battle.side(v.side).groups)
    ]  # fmt: skip


def _is_among(volleys: list[Volley], kind: Kind) -> bool:
    """Whether volleys fall on units of a kind."""
    return any(not volley.at or kind.target in volley.at for volley in volleys)


def fits(battle: Battle) -> bool:
    """Whether forces in a battle can be judged all at once.

    It takes a fight to the end in rounds of one step, in which everybody's fire falls on everybody
    and the attacker's units are lost after one hit each, in one order: that of a force that has
    lost the units it would keep to the end is not that of a force which never had them.
    """
    a, d = battle.attacker, battle.defender
    if battle.is_left or battle.rounds is not None or len(battle.sequence.rounds) != 1:
        return False
    if a.keeps or d.keeps or a.keep[1] > MOST_KEPT or "when possible" in (a.submerge, d.submerge):
        return False
    if battle.dice.chance(1) == 0 or not fired_by(battle, "attacker").reaches:
        return False
    if any(g.kind.weakens for g in (*a.groups, *d.groups)):
        return False
    if battle.sequence.ends == "both are helpless":
        return False
    if not all(_is_plain(g.kind) for g in a.groups) or len(set(a.order)) < len(a.order):
        return False
    if len({g.kind.owner for g in a.groups}) > 1 and battle.dice.luck == "low luck":
        return False
    before = _before(battle)
    if any(step.after or step.without for step in battle.sequence.before):
        return False
    if len(before) > 1 or any(v.side == "attacker" or v.given or not v.limit for v in before):
        return False
    word, number = a.keep
    if number and any(g.kind.is_a(word) and _is_among(before, g.kind) for g in a.groups):
        return False
    volleys = [
        v for v in battle.sequence.rounds[0].volleys
        if any(g.count and fires(g, v) for g in battle.side(v.side).groups)
    ]  # fmt: skip
    return all(_is_general(v, battle.side(v.side)) for v in volleys) and sum(
        not v.weapon for v in volleys
    ) == len({v.side for v in volleys if not v.weapon})


def grows(battle: Battle) -> bool:
    """Whether more units never win less often in a battle that fits, once antiaircraft has fired.

    With any number of hits, what is left of a force then contains what is left of a part of it, and
    throws at least as much. Units kept to the end change the order of loss, so that this need not
    hold; low luck adds up values of some units and not of others.
    """
    return not battle.attacker.keep[1] and battle.dice.luck == "standard"


def _is_plain(kind: Kind) -> bool:
    special = {"chosen last", "defenceless"} & kind.tags
    return kind.hits == 0 or (kind.hits == kind.together == 1 and not special)


def _is_general(volley: Volley, side: Side) -> bool:
    """Whether a volley is everybody's general fire, or fire of ships in the first round only."""
    if any(volley.reach) or volley.given or volley.limit or volley.by or volley.but:
        return False
    if not volley.weapon:
        return volley.when == "each round"
    firing = [g for g in side.groups if g.count and fires(g, volley)]
    return (
        volley.side == "attacker"
        and volley.when == "first round"
        and not any(g.kind.hits for g in firing)
    )
