"""A side of a plain battle by itself: a line of hits, and what is thrown along it.

Plain battles are those in which all fire falls on everybody, so that units are lost in one order.
What a side throws after so many hits is then the same whoever it fights.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from a4a.odds.answer import Survivors
from a4a.odds.battle import Side
from a4a.odds.dice import BattleDice, Dies
from a4a.odds.fire import HITS, NOTHING, PRESSES, fires, strengths
from a4a.odds.hits import Real, Whole
from a4a.odds.losses import slots
from a4a.odds.steps import Role, Sequence, Volley
from a4a.odds.throws import Shots, Throws, chances

SMALL: Final = 20
"""Units of a side, at most, whose throws are kept: small armies fight again and again."""

MOST: Final = 2000
"""Units of a side, at most: the table of its throws grows with their square."""

LossOrder: TypeAlias = tuple[int, ...]
"""Groups of a side in the order in which they lose units: one unit each.

Of units that take several hits, the complement of the group is a hit that only damages one.
"""

Flak: TypeAlias = tuple[tuple[str, ...], tuple[Dies, ...]]
"""Antiaircraft fire: what it may fall on, and its shots, the best first."""


class PartyLine(NamedTuple):
    """A side by the number of hits that it has taken.

    Parameters
    ----------
    hits, beyond
        By state and number: how likely it hits so often, and so often or more.
    length
        By state: one more than the most hits that it can score.
    can
        By state: what it can do while it has an enemy (`fire.HITS` ...); in the last, nobody is
        left.
    """

    hits: Real
    beyond: Real
    length: Whole
    can: Whole


class Party(NamedTuple):
    """A side by itself: what it can become, whoever it fights.

    Parameters
    ----------
    living
        By number of hits and group: how many units are left.
    line
        What it throws.
    endings
        What can be left of it: by number of hits; then again, without the defenceless, which are
        destroyed where nothing else can fight on.
    bare
        How many of the endings come before those without the defenceless; 0 if there are none.
    """

    living: Whole
    line: PartyLine
    endings: Survivors
    bare: int


def fits(side: Side, role: Role, sequence: Sequence) -> bool:
    """Whether a side is plain enough in a sequence of one step a round.

    All its fire falls on everybody; each hit falls on one unit, and the attacker loses none in any
    other way; before the rounds, the defender fires one volley of antiaircraft fire at most, at
    units that take one hit.
    """
    special = {"chosen last", "defenceless"} if role == "attacker" else {"chosen last"}
    if side.submerge == "when possible" or sum(g.count * g.kind.hits for g in side.groups) > MOST:
        return False  # those are refused elsewhere if they are too large
    kinds = [g.kind for g in side.groups if g.count]
    if any(k.together > 1 or k.weakens or special & k.tags for k in kinds):
        return False
    if sequence.ends == "both are helpless" and any(k.hits and k.value <= 0 for k in kinds):
        return False
    at = [v.at for step in sequence.before for v in step.volleys if v.side != role]
    if any(k.hits > 1 and (not words or k.target in words) for k in kinds for words in at):
        return False
    before = _before(side, role, sequence)
    if len(before) > (role == "defender") or any(v.given or not v.limit for v in before):
        return False
    fired = [
        v for v in sequence.rounds[0].volleys
        if v.side == role and (not v.weapon or is_fired(side, v))
    ]  # fmt: skip
    return not any(
        any(v.reach)
        or v.given
        or v.limit
        or v.by
        or v.but
        or (v.when == "each round") == bool(v.weapon)
        for v in fired
    )


def is_fired(side: Side, volley: Volley) -> bool:
    """Whether a side has anything to fire in a volley of its own."""
    return any(g.count and fires(g, volley) for g in side.groups)


def flak(side: Side, sequence: Sequence) -> Flak:
    """Return the antiaircraft fire of a defender that `fits`; without shots if it has none."""
    before = _before(side, "defender", sequence)
    shots: list[Dies] = []
    for group in side.groups if before else ():
        shot = fires(group, before[0])
        shots += [shot.die] * (shot.shots * group.count) if shot else []
    return before[0].at if before else (), tuple(sorted(shots, reverse=True))


def shot_at(
    side: Side, order: LossOrder, flak: Flak, dice: BattleDice
) -> list[tuple[LossOrder, float]]:
    """Return an attacker's orders of loss after antiaircraft fire, and how likely each is."""
    at, shots = flak
    groups = side.groups
    guarded = [
        place for place, i in enumerate(order) if not at or groups[max(i, ~i)].kind.target in at
    ]
    if not shots or not guarded:
        return [(order, 1.0)]
    return [
        (tuple(i for place, i in enumerate(order) if place not in guarded[:hits]), chance)
        for hits, chance in enumerate(chances(dice, shots[: len(guarded)]))
        if chance > 0
    ]


def salvos(side: Side, role: Role, sequence: Sequence) -> list[Volley]:
    """Return what a side fires only in the first round."""
    volleys = sequence.rounds[0].volleys
    return [v for v in volleys if v.weapon and v.side == role and is_fired(side, v)]


@lru_cache(maxsize=1024)
def order_of(side: Side) -> LossOrder:
    """Return the order in which a side loses units."""
    return tuple(slot.group if slot.sinks else ~slot.group for slot in slots(side))


def party(side: Side, role: Role, order: LossOrder, dice: BattleDice) -> Party:
    """Return the party of a side that loses its units in this order."""
    return parties(side, role, [order], dice)[0]


def parties(side: Side, role: Role, orders: list[LossOrder], dice: BattleDice) -> list[Party]:
    """Return the parties of a side, one for each of some orders of loss."""
    if max(map(len, orders)) <= SMALL:
        return [_kept(side, role, order, dice) for order in orders]
    return _made(side, role, orders, dice)


def _made(side: Side, role: Role, orders: list[LossOrder], dice: BattleDice) -> list[Party]:
    every = [_living(side, order) for order in orders]
    living = np.concatenate(every)
    hurt = [_damaged(side, order, own) for order, own in zip(orders, every, strict=True)]
    table = Throws(dice, len(living))
    table.add([[shots_of(side, living)]], 1)
    rows, hits, length = table.finish()
    hits, length = np.ascontiguousarray(hits[rows]), length[rows]
    beyond = np.ascontiguousarray(hits[:, ::-1].cumsum(axis=1)[:, ::-1])
    can = able(side, living, role)
    stays = np.array(["defenceless" not in g.kind.tags for g in side.groups])
    found, at = [], 0
    for own, damaged in zip(every, hurt, strict=True):
        part = slice(at, at := at + len(own))
        endings = own if stays.all() else np.concatenate((own, own * stays))
        damaged = damaged if stays.all() else np.concatenate((damaged, damaged * stays))
        line = PartyLine(hits[part], beyond[part], length[part], can[part])
        found.append(Party(own, line, _survivors(side, endings, damaged), len(endings) - len(own)))
    return found


@lru_cache(maxsize=2048)
def _kept(side: Side, role: Role, order: LossOrder, dice: BattleDice) -> Party:
    return _made(side, role, [order], dice)[0]


def able(side: Side, living: Whole, role: Role) -> Whole:
    """By state: what a side can do while it has an enemy."""
    arms = [g.kind.value > 0 for g in side.groups]
    can = np.where(living[:, arms].any(axis=1), HITS, NOTHING)
    if role == "attacker":
        goes = ["stays" not in g.kind.tags for g in side.groups]
        can[(can == NOTHING) & living[:, goes].any(axis=1)] = PRESSES
    return can


def shots_of(side: Side, living: Whole) -> list[Shots]:
    """What a side throws in general combat."""
    return [
        Shots(die, number, f"{group.kind.owner}, ")
        for group, shots in zip(side.groups, strengths(side, living), strict=True)
        if group.count and group.kind.is_armed
        for die, number, _ in shots
    ]


def together(found: list[Survivors]) -> Survivors:
    """Join what can be left of a side under several of its orders of loss."""
    first, *others = found
    if not others:
        return first
    living = np.concatenate([survivors.living for survivors in found])
    damaged = np.concatenate([survivors.damaged for survivors in found])
    return Survivors(first.kinds, first.began, living, damaged, living)


def _before(side: Side, role: Role, sequence: Sequence) -> list[Volley]:
    volleys = [v for step in sequence.before for v in step.volleys if v.side == role]
    return [v for v in volleys if is_fired(side, v)]


def _living(side: Side, order: LossOrder) -> Whole:
    """By hits taken: how many units of each group are left of those in an order of loss."""
    lost = np.zeros((len(order) + 1, len(side.groups)), dtype=np.int64)
    hits = np.array(order, dtype=np.int64)
    sinks = hits >= 0
    lost[1:][sinks, hits[sinks]] = 1
    return np.asarray(np.bincount(hits[sinks], minlength=len(side.groups)) - lost.cumsum(axis=0))


def _damaged(side: Side, order: LossOrder, living: Whole) -> Whole:
    """By hits taken: how many units of each group are damaged of those that are left."""
    found = np.zeros_like(living)
    hits = np.array(order, dtype=np.int64)
    several = np.array([g.kind.hits > 1 for g in side.groups])
    if not several.any():
        return found
    found[1:][hits < 0, ~hits[hits < 0]] = 1
    found[1:][hits >= 0, hits[hits >= 0]] = -1
    found = found.cumsum(axis=0) + np.array([g.damaged for g in side.groups])
    return np.asarray(np.clip(found, 0, living) * several)


def _survivors(side: Side, living: Whole, damaged: Whole) -> Survivors:
    shown = [i for i, g in enumerate(side.groups) if g.kind.is_unit and g.count]
    groups = [side.groups[i] for i in shown]
    left = living[:, shown]
    kinds, began = tuple(g.kind for g in groups), tuple(g.count for g in groups)
    return Survivors(kinds, began, left, damaged[:, shown], left)
