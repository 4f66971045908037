"""What a side throws in each of its states: tables of how likely each number of hits is.

Hits of a step are told apart by their *reach*; where an enemy has nothing left that tells two
reaches apart, their hits are counted together, which loses nothing. Values are those of the units
that live as the step begins, combined arms included.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle, Group, Side
from a4a.odds.dice import Dies
from a4a.odds.lines import Fired
from a4a.odds.side_states import SideStates, Whole
from a4a.odds.sorts import in_turn, sorts_of
from a4a.odds.steps import CombatStep, Role, Volley
from a4a.odds.throws import Shots, Throws

Real: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

NOTHING: Final = 0
"""A side that has nothing to fire at: it is out of the battle."""
PRESSES: Final = 1
"""A side that has nothing to fire at, but has not left: until it does, it is fired at."""
FIRES: Final = 2
"""A side that has targets, but its dice never hit."""
HITS: Final = 3
"""A side that can hit something."""


class UnitFire(NamedTuple):
    """What one unit fires.

    Parameters
    ----------
    die
        Value and dice of each shot.
    shots
        How many.
    """

    die: Dies
    shots: int


@dataclass(frozen=True, slots=True)
class Fire:
    """What a side throws, by its own state and by what matters in the enemy's.

    Attributes
    ----------
    rows
        By step, setting and sort of the enemy, own state and place among the sort's reaches:
        which row of `hits` is thrown.
    hits
        By row: how likely 0, 1, 2 ... hits are.
    length
        By row: how many of these there are.
    dice, chances
        By row: how many dice of each chance are thrown; and these chances.
    reaches
        By sort and place: the reach of such hits; -1 after the last.
    setting, sort
        By enemy state: which of the units are there that conditions ask for; and which reaches fall
        on the same targets.
    can
        By setting, sort and own state: what the side can do: `NOTHING`, `PRESSES`, `FIRES` or
        `HITS`.
    first
        `rows` and `can` in the first round; None if nothing is fired only then.
    """

    rows: Whole
    hits: Real
    length: Whole
    dice: Whole
    chances: Real
    reaches: Whole
    setting: Whole
    sort: Whole
    can: Whole
    first: tuple[Whole, Whole] | None = None

    def at_first(self) -> Fire:
        """Return what the side throws in the first round."""
        if self.first is None:
            return self
        rows, can = self.first
        return replace(self, rows=rows, can=can, first=None)


def fires(group: Group, volley: Volley) -> UnitFire | None:
    """Return what one unit of a group fires in a volley, or None; its general value unraised."""
    kind = group.kind
    weapon = kind.weapons.get(volley.weapon) if volley.weapon else None
    if volley.weapon and (weapon is None or weapon.value <= 0):
        return None
    if volley.by and not any(kind.is_a(word) for word in volley.by):
        return None
    if any(kind.is_a(word) for word in volley.but):
        return None
    if weapon is None:
        return UnitFire(kind.die, 1) if kind.is_armed else None
    return UnitFire((weapon.value, weapon.dice), weapon.shots)


def firing(own: SideStates, i: int, volley: Volley) -> Whole:
    """By state: the units of a group that fire the weapon of a volley."""
    there = own.present[:, i]
    if own.groups[i].kind.weapons[volley.weapon].by == "all":
        return there
    return np.asarray(np.maximum(there - own.damaged[:, i], 0))


def _volleys(steps: tuple[CombatStep, ...], role: Role) -> Iterator[Volley]:
    for step in steps:
        for volley in step.volleys:
            if volley.side == role:
                yield volley


def fired_by(battle: Battle, role: Role) -> Fired:
    """Return the fire that a side's enemy may come under."""
    side = battle.side(role)
    by_step = [
        [
            v.reach
            for v in _volleys((step,), role)
            if any(g.count and fires(g, v) for g in side.groups)
        ]
        for step in battle.sequence.rounds
    ]
    in_rounds = in_turn(by_step)
    reaches = list(in_rounds)
    before = []
    for volley in _volleys(battle.sequence.before, role):
        shots = [(g.count, fires(g, volley)) for g in side.groups]
        number = sum(count * shot.shots for count, shot in shots if shot)
        if number:
            if volley.reach not in reaches:
                reaches.append(volley.reach)
            before.append((reaches.index(volley.reach), number))
    behind = 0
    for step in battle.sequence.rounds:
        leaving = [v for v in step.volleys if v.side == role and v.outright]
        shots = [(g.count, fires(g, volley)) for volley in leaving for g in side.groups]
        behind = max(behind, sum(count * shot.shots for count, shot in shots if shot))
    return Fired(tuple(reaches), len(in_rounds), tuple(before), behind)


def armed(battle: Battle, role: Role) -> frozenset[int]:
    """Return the groups of a side that fire at anything in every round, whatever is there."""
    plain = [
        volley
        for volley in _volleys(battle.sequence.rounds, role)
        if not volley.at and not volley.given and volley.when == "each round"
    ]
    groups = enumerate(battle.side(role).groups)
    return frozenset(
        i for i, g in groups if g.count and g.kind.hits and any(fires(g, v) for v in plain)
    )


def strengths(
    side: Side, present: Whole, *, alone: frozenset[int] = frozenset()
) -> list[list[Shots]]:
    """Return what the units of each group fire in general combat, combined arms included.

    Parameters
    ----------
    side
        The side.
    present
        By state and group: the units in the battle.
    alone
        Groups that help nobody, and that nobody helps.
    """
    own = [Shots(g.kind.die, present[:, i]) for i, g in enumerate(side.groups)]
    if not side.supports:
        return [[shots] for shots in own]
    able = [g.count and i not in alone for i, g in enumerate(side.groups)]
    single = [present[:, i] for i in range(len(side.groups))]
    helpers = list(single)
    raised: list[list[Shots]] = [[] for _ in side.groups]
    for rank, (by, to, value, each) in enumerate(side.supports):
        # Units that a later support could help, too, come last: so helpers go to the others first.
        later = [s.to for s in side.supports[rank + 1 :]]
        turn = sorted(
            range(len(side.groups)),
            key=lambda j: any(side.groups[j].kind.is_a(word) for word in later),
        )
        for i, helper in enumerate(side.groups):
            if not (able[i] and helper.kind.is_a(by)):
                continue
            room = helpers[i] * each
            for j in turn:
                helped = side.groups[j]
                if i == j or not (able[j] and helped.kind.is_a(to)):
                    continue
                if helped.kind.value >= value:
                    continue
                pairs = np.minimum(room, single[j])
                room = room - pairs
                single[j] = single[j] - pairs
                raised[j].append(Shots(replace(helped.kind, value=value).die, pairs))
            helpers[i] = room // each
    return [
        [Shots(shots.die, number), *more]
        for shots, number, more in zip(own, single, raised, strict=True)
    ]


def fire(battle: Battle, role: Role, own: SideStates, enemy: SideStates, fired: Fired) -> Fire:
    """Tabulate what a side throws in the rounds of a battle.

    Parameters
    ----------
    battle, role
        Which side of which battle.
    own, enemy
        Its states, and those of its enemy.
    fired
        What it fires (`fired_by`).
    """
    side, steps = battle.side(role), battle.sequence.rounds
    waiting = _waiting(battle, role)
    general = strengths(side, own.present)
    at_first = strengths(side, own.present, alone=waiting) if waiting else general
    words = sorted(
        {
            c.word
            for volley in _volleys(steps, role)
            for c in volley.given
            if c.whose == "enemy" and any(g.count and fires(g, volley) for g in side.groups)
        }
    )
    bits = np.zeros(enemy.size, dtype=np.int64)
    for bit, word in enumerate(words):
        bits += (enemy.count(word, enemy.seen) > 0).astype(np.int64) << bit
    rooms: dict[Volley, tuple[int, int]] = {}
    shift = len(words)
    for volley in _volleys(steps, role):
        if volley.limit and volley not in rooms and any(fires(g, volley) for g in side.groups):
            number = targets(enemy, volley)
            rooms[volley] = shift, (1 << int(number.max(initial=0)).bit_length()) - 1
            bits += number << shift
            shift += rooms[volley][1].bit_length()
    settings, setting = np.unique(bits, return_inverse=True)
    sorts, sort, crossing = sorts_of(enemy, fired)
    places = max(map(len, sorts))
    # Rounds after the first; and the first, if something is fired only in it.
    variants = 2 if any(_fired_apart(v, side) for v in _volleys(steps, role)) else 1
    table = Throws(battle.dice, own.size)
    shape = (variants, len(steps), len(settings), len(sorts), places)
    there = set(zip(setting.tolist(), sort.tolist(), strict=True))
    for variant, step in np.ndindex(*shape[:2]):
        volleys = [
            (_asked(volley, words), fired.reaches.index(volley.reach), shots, rooms.get(volley))
            for volley in steps[step].volleys
            if volley.side == role
            and volley.when != _NOT_IN[variant]
            and volley.reach in fired.reaches
            and (shots := [*_thrown(volley, side, own, at_first if variant else general)])
        ]
        for at, now in enumerate(settings.tolist()):
            thrown: list[list[Shots]] = [[] for _ in fired.reaches]
            for (asked, wanted), k, shots, room in volleys:
                if now & asked == wanted:
                    thrown[k] += _best(shots, now >> room[0] & room[1]) if room else shots
            for i, sorted_ in enumerate(sorts):
                # What no state of the enemy is, nothing is thrown at.
                met = sorted_ if (at, i) in there else []
                table.add([[thrown[k] for k in members] for members in met], places)
    rows, hits, length = table.finish()
    rows = np.ascontiguousarray(rows.reshape(*shape, own.size).swapaxes(-1, -2))
    for i, *both in crossing:
        if (length[rows[:, :, :, i][..., both]] > 1).all(axis=-1).any():
            raise BattleError(
                "hits of three reaches or more in a step, of which the third neither contains the"
                " others nor lies apart from them: how they are assigned is not defined"
            )
    reaches = np.full((len(sorts), places), -1, dtype=np.int64)
    for i, members in enumerate(sorts):
        reaches[i, : len(members)] = [m[0] for m in members]
    can = [_can(battle, role, own, (length > 1)[each], hits, each) for each in rows]
    return Fire(
        rows=rows[0],
        hits=hits,
        length=length,
        dice=table.thrown,
        chances=np.array(list(table.columns)),
        reaches=reaches,
        setting=setting,
        sort=sort,
        can=can[0],
        first=(rows[1], can[1]) if variants > 1 else None,
    )


def targets(enemy: SideStates, volley: Volley) -> Whole:
    """By state of the enemy: how many of its units a volley reaches."""
    reached = [i for i, g in enumerate(enemy.groups) if not volley.at or g.kind.target in volley.at]
    return np.asarray(enemy.present[:, reached].sum(axis=1))


def _best(shots: list[Shots], number: int) -> list[Shots]:
    """So many of some shots, the best first."""
    left, found = np.full(len(shots[0].number), number), []
    for die, there, together in sorted(shots, key=lambda one: one.die, reverse=True):
        found.append(Shots(die, np.minimum(there, left), together))
        left = left - found[-1].number
    return found


def _asked(volley: Volley, words: list[str]) -> tuple[int, int]:
    """Say on which bits of the enemy's setting a volley depends, and what it asks of them."""
    asked = {c.word: c.verb == "has" for c in volley.given if c.whose == "enemy"}
    bits = [(1 << bit, asked[word]) for bit, word in enumerate(words) if word in asked]
    return sum(bit for bit, _ in bits), sum(bit for bit, has in bits if has)


_NOT_IN: Final = ("first round", "later rounds")
"""When volleys are fired that are not fired in later rounds, and in the first."""


def _fired_apart(volley: Volley, side: Side) -> bool:
    return volley.when != "each round" and any(g.count and fires(g, volley) for g in side.groups)


def _waiting(battle: Battle, role: Role) -> frozenset[int]:
    """Return the groups whose general value is fired in later rounds alone."""
    general = [v for v in _volleys(battle.sequence.rounds, role) if not v.weapon]
    later = [v for v in general if v.when == "later rounds"]
    soon = [v for v in general if v.when != "later rounds"]
    return frozenset(
        i
        for i, g in enumerate(battle.side(role).groups)
        if any(fires(g, v) for v in later) and not any(fires(g, v) for v in soon)
    )


def _can(
    battle: Battle, role: Role, own: SideStates, has_targets: Flags, hits: Real, rows: Whole
) -> Whole:
    """Say what a side can do, by setting, sort and own state."""
    # Guns that are no targets fire for others: where nobody is left, they decide nothing.
    there = own.present.any(axis=1)
    can = np.where(has_targets.any(axis=(0, 4)) & there, HITS, NOTHING)
    if battle.dice.chance(1) == 0:
        can[(can == HITS) & (hits[:, 0] == 1.0)[rows].all(axis=(0, 4))] = FIRES
    if own.settled.size:  # who is on the way out is fired at for the rest of the round
        can[(can == NOTHING) & (own.seen != own.present).any(axis=1)] = PRESSES
    if battle.sequence.ends == "both are helpless":
        can[(can == NOTHING) & there] = PRESSES
    elif role == "attacker":
        retreats = own.present.sum(axis=1) > own.count("stays", own.present)
        can[(can == NOTHING) & retreats] = PRESSES
    return can


def _thrown(
    volley: Volley, side: Side, own: SideStates, general: list[list[Shots]]
) -> Iterator[Shots]:
    """Yield what a volley's units throw."""
    gate: NDArray[np.bool_] | None = None
    for c in volley.given:
        if c.whose == "own":
            has = own.count(c.word, own.present) > 0
            holds = has if c.verb == "has" else np.logical_not(has)
            gate = holds if gate is None else np.logical_and(gate, holds)
    for i, group in enumerate(side.groups):
        shot = fires(group, volley) if group.count else None
        if shot is None:
            continue
        if volley.weapon:
            there = firing(own, i, volley)
            number = there if group.kind.hits else np.full(own.size, group.count)
            shots = [Shots(shot.die, number * shot.shots)]
        else:
            shots = general[i]
        together = f"{group.kind.owner}, {volley.weapon}"
        for die, number, _ in shots:
            yield Shots(die, number if gate is None else number * gate, together)
