"""The exact odds of plain battles: each side loses its units in one order, whoever hits them.

That is most of what is fought on land. A state of a side is then a number of hits, and probability
flows along two lines. Only antiaircraft fire takes units out of the order; what is left of an
attacker after it is a line of its own. The answers are those of `exact.Flow`, sooner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from a4a.odds.answer import Odds, Survivors
from a4a.odds.battle import Battle, Side
from a4a.odds.compiled import called, loop
from a4a.odds.dice import Dice
from a4a.odds.fire import FIRES, HITS, NOTHING, PRESSES, fires, strengths
from a4a.odds.hits import Real, Whole
from a4a.odds.kernels import is_over
from a4a.odds.losses import slots
from a4a.odds.steps import Role, Volley
from a4a.odds.throws import Shots, Throws, chances

SMALL: Final = 20
"""Units of a side, at most, of which is kept what it throws: small armies fight again and again."""

MOST: Final = 2000
"""Units of a side, at most: what it throws grows with their square."""

Order: TypeAlias = tuple[int, ...]
"""Groups of a side in the order in which they lose units: one unit each."""


class Line(NamedTuple):
    """A side by the number of hits that it has taken.

    Parameters
    ----------
    hits, beyond
        By state and number: how likely it hits so often, and so often or more.
    length
        By state: more hits than these never come.
    can
        By state: what it can do while it has an enemy (`fire.HITS` ...); the last is nobody.
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
        What can be left of it: by number of hits; then again, without the defenceless, who are
        destroyed where nothing beside them can fight on.
    bare
        How many of the endings come before those without the defenceless; 0 if there are none.
    """

    living: Whole
    line: Line
    endings: Survivors
    bare: int


def fits(battle: Battle) -> bool:
    """Whether a battle is plain enough.

    It is fought to the end in rounds of one step, in which all fire falls on everybody; units take
    one hit each, and of the attacker's none is lost otherwise; before it, there is one volley of
    antiaircraft fire at most.
    """
    attacker, defender = battle.attacker, battle.defender
    if battle.rounds is not None or battle.retreat is not None or len(battle.sequence.rounds) != 1:
        return False
    if "when possible" in (attacker.submerge, defender.submerge) or not battle.dice.chance(1):
        return False
    for side, special in ((attacker, {"chosen last", "defenceless"}), (defender, {"chosen last"})):
        if any(g.count and (g.kind.hits > 1 or special & g.kind.tags) for g in side.groups):
            return False
    if any(sum(g.count for g in side.groups) > MOST for side in (attacker, defender)):
        return False  # refused there if it is too large
    flak = _flak(battle)
    if len(flak) > 1 or any(v.side == "attacker" or v.given or not v.limit for v in flak):
        return False
    fired = [v for v in battle.sequence.rounds[0].volleys if not v.weapon or _is_fired(battle, v)]
    if any(v.at or v.given or v.limit or v.by or v.but for v in fired):
        return False
    if any((v.when == "each round") == bool(v.weapon) for v in fired):
        return False
    return sorted(v.side for v in fired if not v.weapon) == ["attacker", "defender"]


def solve(battle: Battle, *, prune: float) -> Odds:
    """Compute the odds of a battle that `fits`; as `exact.solve` does."""
    starts = _starts(battle, _order(battle.attacker))
    parties = [_party(battle.attacker, "attacker", order, battle.dice) for order, _ in starts]
    theirs = _party(battle.defender, "defender", _order(battle.defender), battle.dice)
    bare = theirs.bare
    tables = [np.zeros((len(own.living), len(theirs.endings.living))) for own in parties]
    pruned = rounds = 0.0
    for (_, chance), own, table in zip(starts, parties, tables, strict=True):
        mass = np.zeros((len(own.living), len(theirs.living)))
        mass[0, 0] = chance
        rounds += _first_round(battle, mass, table, own.living, theirs.living, bare)
        cut, more = duel.of(mass.size)(
            mass, table, own.line, theirs.line, bare, prune * 1e-6, prune - pruned
        )
        pruned, rounds = pruned + cut, rounds + more
    finished = np.concatenate(tables) if len(tables) > 1 else tables[0]
    return Odds(
        _together([own.endings for own in parties]), theirs.endings,
        finished, np.zeros_like(finished), pruned, rounds, battle=battle,
    )  # fmt: skip


@called
def likely(hits: Real, state: int, length: int, rare: float) -> tuple[int, int, float]:
    """Return from and before which number of hits none is rarer than that, and what is beyond."""
    cut = 0.0
    first, last = 0, length
    while first < last and hits[state, first] < rare:
        cut += hits[state, first]
        first += 1
    while last > first and hits[state, last - 1] < rare:
        last -= 1
        cut += hits[state, last]
    return first, last, cut


@loop
def duel(
    mass: Real,
    finished: Real,
    attack: Line,
    defense: Line,
    bare: int,
    tiny: float,
    may_prune: float,
) -> tuple[float, float]:
    """Let probability flow along both lines, until all is over.

    Parameters
    ----------
    mass
        By attacker's and defender's state: how likely a round begins there. It is used up.
    finished
        Where to add how the battle ends, by state; the defender's states without the defenceless
        are ``bare`` columns further on.
    attack, defense
        The sides.
    bare
        See `finished`; 0 if nobody is defenceless.
    tiny, may_prune
        States less likely than the one are left out, up to the other in all.

    Returns
    -------
    tuple of float
        What was left out, and the number of rounds that are fought on average.
    """
    # Taken out of their tuples once: to do so in the loop would count references each time.
    hits_a, beyond_a, length_a, can_a = attack.hits, attack.beyond, attack.length, attack.can
    hits_d, beyond_d, length_d, can_d = defense.hits, defense.beyond, defense.length, defense.can
    last_a, last_d = mass.shape[0] - 1, mass.shape[1] - 1
    pruned = 0.0
    rounds = 0.0
    for a in range(last_a + 1):
        for d in range(last_d + 1):
            here = mass[a, d]
            if here == 0.0:
                continue
            if is_over(can_a[a], can_d[d]):
                is_bare = bare > 0 and d < last_d and can_a[a] >= FIRES and can_d[d] == NOTHING
                finished[a, d + bare if is_bare else d] += here
                continue
            if here < tiny and pruned + here < may_prune:
                pruned += here
                continue
            flow = here / (1.0 - hits_a[a, 0] * hits_d[d, 0])
            rounds += flow
            room_a, room_d = last_a - a, last_d - d
            rare = tiny / flow if pruned < 0.5 * may_prune else 0.0
            from_i, to_i, cut_i = likely(hits_d, d, length_d[d], rare)
            from_j, to_j, cut_j = likely(hits_a, a, length_a[a], rare)
            pruned += flow * (cut_i + cut_j)
            most_j = min(to_j, room_d)
            for i in range(from_i, min(to_i, room_a + 1)):
                # What hits beyond the last unit is lost on it.
                weight = flow * (hits_d[d, i] if i < room_a else beyond_d[d, i])
                # What stays in the cell is in the flow already.
                for j in range(max(from_j, 1) if i == 0 else from_j, most_j):
                    mass[a + i, d + j] += weight * hits_a[a, j]
                if to_j > room_d:
                    mass[a + i, last_d] += weight * beyond_a[a, room_d]
    return pruned, rounds


# --- what sides throw ---------------------------------------------------------------------------


def _is_fired(battle: Battle, volley: Volley) -> bool:
    return any(g.count and fires(g, volley) for g in battle.side(volley.side).groups)


def _flak(battle: Battle) -> list[Volley]:
    steps = battle.sequence.before
    return [v for step in steps for v in step.volleys if _is_fired(battle, v)]


def _salvos(battle: Battle, role: Role) -> list[Volley]:
    volleys = battle.sequence.rounds[0].volleys
    return [v for v in volleys if v.weapon and v.side == role and _is_fired(battle, v)]


@lru_cache(maxsize=1024)
def _order(side: Side) -> Order:
    return tuple(slot.group for slot in slots(side))


def _party(side: Side, role: Role, order: Order, dice: Dice) -> Party:
    """Return a side that loses units in an order."""
    return (_kept if len(order) <= SMALL else _made)(side, role, order, dice)


def _made(side: Side, role: Role, order: Order, dice: Dice) -> Party:
    living = _living(side, order)
    table = Throws(dice, len(living))
    table.add([[_shots(side, living)]], 1)
    rows, hits, length = table.finish()
    hits, length = np.ascontiguousarray(hits[rows]), length[rows]
    beyond = np.ascontiguousarray(hits[:, ::-1].cumsum(axis=1)[:, ::-1])
    stays = np.array(["defenceless" not in g.kind.tags for g in side.groups])
    endings = living if stays.all() else np.concatenate((living, living * stays))
    return Party(
        living, Line(hits, beyond, length, _can(side, living, role)), _survivors(side, endings),
        len(endings) - len(living),
    )  # fmt: skip


_kept = lru_cache(maxsize=2048)(_made)


def _living(side: Side, order: Order) -> Whole:
    """By hits taken: how many units of each group are left of those in an order of loss."""
    lost = np.zeros((len(order) + 1, len(side.groups)), dtype=np.int64)
    lost[np.arange(1, len(order) + 1), order] = 1
    return np.asarray(np.bincount(np.array(order, dtype=np.int64), minlength=len(side.groups))
                      - lost.cumsum(axis=0))  # fmt: skip


def _starts(battle: Battle, order: Order) -> list[tuple[Order, float]]:
    """Return the attacker's orders of loss after antiaircraft fire, and how likely each is."""
    flak = _flak(battle)
    at = flak[0].at if flak else ()
    groups = battle.attacker.groups
    guarded = [place for place, i in enumerate(order) if not at or groups[i].kind.target in at]
    if not flak or not guarded or is_over(*_first_can(battle)):
        return [(order, 1.0)]
    shots = []
    for group in battle.defender.groups:
        shot = fires(group, flak[0])
        shots += [shot.die] * (shot.shots * group.count) if shot else []
    thrown = chances(battle.dice, sorted(shots, reverse=True)[: len(guarded)])
    return [
        (tuple(i for place, i in enumerate(order) if place not in guarded[:hits]), chance)
        for hits, chance in enumerate(thrown)
        if chance > 0
    ]


def _can(side: Side, living: Whole, role: Role) -> Whole:
    """By state: what a side can do while it has an enemy."""
    arms = [g.kind.value > 0 for g in side.groups]
    can = np.where(living[:, arms].any(axis=1), HITS, NOTHING)
    if role == "attacker":
        goes = ["stays" not in g.kind.tags for g in side.groups]
        can[(can == NOTHING) & living[:, goes].any(axis=1)] = PRESSES
    return can


def _first_can(battle: Battle) -> tuple[int, int]:
    """What the sides can do in the first round, in which more may fire."""
    roles: tuple[Role, Role] = ("attacker", "defender")
    sides = [(role, battle.side(role)) for role in roles]
    units = [np.array([[g.count if g.kind.hits else 0 for g in side.groups]]) for _, side in sides]
    found = []
    for (role, side), there, enemy in zip(sides, units, units[::-1], strict=True):
        fights = bool(_salvos(battle, role)) and there.any()
        able = HITS if fights else int(_can(side, there, role)[0])
        found.append(able if enemy.any() or able == PRESSES else PRESSES * (role == "attacker"))
    return found[0], found[1]


def _shots(side: Side, living: Whole) -> list[Shots]:
    """What a side throws in general combat."""
    return [
        Shots(die, number, f"{group.kind.owner}, ")
        for group, shots in zip(side.groups, strengths(side, living), strict=True)
        if group.count and group.kind.hits and group.kind.value > 0
        for die, number, _ in shots
    ]


def _first_round(
    battle: Battle, mass: Real, finished: Real, own: Whole, theirs: Whole, bare: int
) -> float:
    """Fight a first round in which more is fired than later; return how likely there is one."""
    salvos = {role: _salvos(battle, role) for role in ("attacker", "defender")}
    if not any(salvos.values()):
        return 0.0
    chance = float(mass[0, 0])
    mass[0, 0] = 0.0
    can = list(_first_can(battle)) if len(own) > 1 else [NOTHING, NOTHING]
    if is_over(*can):
        is_bare = bare > 0 and can[0] >= FIRES and can[1] == NOTHING and len(theirs) > 1
        finished[0, bare if is_bare else 0] += chance
        return 0.0
    ours = _hits_at_first(battle, "attacker", own[:1], salvos["attacker"])
    back = _hits_at_first(battle, "defender", theirs[:1], salvos["defender"])
    to_d, to_a = _led(ours, len(theirs)), _led(back, len(own))
    mass += chance * to_a[:, None] * to_d
    return chance


def _led(hits: Real, size: int) -> Real:
    """Where hits lead on a line of so many states: those beyond the last unit are lost on it."""
    found = np.bincount(np.minimum(np.arange(len(hits)), size - 1), hits, minlength=size)
    return found.astype(np.float64)


def _hits_at_first(battle: Battle, role: Role, living: Whole, salvos: list[Volley]) -> Real:
    shots = _shots(battle.side(role), living)
    for volley in salvos:
        for i, group in enumerate(battle.side(role).groups):
            shot = fires(group, volley)
            if shot:
                number = living[:, i] if group.kind.hits else np.array([group.count])
                together = f"{group.kind.owner}, {volley.weapon}"
                shots.append(Shots(shot.die, number * shot.shots, together))
    table = Throws(battle.dice, 1)
    table.add([[shots]], 1)
    _, hits, length = table.finish()
    return hits[0, : length[0]]


def _survivors(side: Side, living: Whole) -> Survivors:
    shown = [i for i, g in enumerate(side.groups) if g.kind.hits and g.count]
    groups = [side.groups[i] for i in shown]
    left = living[:, shown]
    kinds, began = tuple(g.kind for g in groups), tuple(g.count for g in groups)
    return Survivors(kinds, began, left, np.zeros_like(left), left)


def _together(found: list[Survivors]) -> Survivors:
    """Put what can be left of a side together, of some of its orders of loss."""
    if len(found) == 1:
        return found[0]
    living = np.concatenate([survivors.living for survivors in found])
    return Survivors(found[0].kinds, found[0].began, living, np.zeros_like(living), living)
