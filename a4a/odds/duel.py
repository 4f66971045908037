"""The exact odds of plain battles: each side loses its units in one order, whoever hits them.

That is most of what is fought on land. A state of a side is then a number of hits, and probability
flows along two lines. Only antiaircraft fire takes units out of the order; what is left of an
attacker after it is a line of its own. The answers are those of `exact.Flow`, found faster.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from a4a.odds import party
from a4a.odds.answer import Odds
from a4a.odds.battle import Battle
from a4a.odds.compiled import called, loop
from a4a.odds.fire import FIRES, HITS, NOTHING, PRESSES, fires
from a4a.odds.hits import Real, Whole
from a4a.odds.kernels import is_over
from a4a.odds.party import LossOrder, PartyLine
from a4a.odds.steps import Role, Volley
from a4a.odds.throws import Shots, Throws


def work(cells: int) -> int:
    """Return how much work so many cells are, in cells of other loops.

    In a plain battle each cell leads to a share of all others, so large battles are much more work.
    """
    return max(cells, cells**2 // _LED_TO)


def fits(battle: Battle) -> bool:
    """Whether a battle is plain enough.

    It is fought to the end in rounds of one step, in which all fire falls on everybody; each hit
    falls on one unit, and the attacker loses none in any other way; at most one volley of
    antiaircraft fire comes before it.
    """
    return is_plain(battle) and all(
        party.fits(battle.side(role), role, battle.sequence) for role in _ROLES
    )


def is_plain(battle: Battle) -> bool:
    """Whether a battle is plain, its sides (`party.fits`) aside."""
    if battle.rounds is not None or battle.is_left or len(battle.sequence.rounds) != 1:
        return False
    if any(step.after or step.without for step in battle.sequence.before):
        return False
    general = [v.side for v in battle.sequence.rounds[0].volleys if not v.weapon]
    return sorted(general) == ["attacker", "defender"] and battle.dice.chance(1) > 0


def solve(battle: Battle, *, prune: float) -> Odds:
    """Compute the odds of a battle that `fits`; as `exact.solve` does."""
    attacker, defender, dice = battle.attacker, battle.defender, battle.dice
    starts = _starts(battle, party.order_of(attacker))
    ours = party.parties(attacker, "attacker", [order for order, _ in starts], dice)
    (theirs,) = party.parties(defender, "defender", [party.order_of(defender)], dice)
    bare = theirs.bare
    tables = [np.zeros((len(own.living), len(theirs.endings.living))) for own in ours]
    pruned = rounds = 0.0
    for (_, chance), own, table in zip(starts, ours, tables, strict=True):
        mass = np.zeros((len(own.living), len(theirs.living)))
        mass[0, 0] = chance
        rounds += _first_round(battle, mass, table, own.living, theirs.living, bare)
        cut, more = duel.of(work(mass.size))(
            mass, table, own.line, theirs.line, bare, prune * 1e-6, prune - pruned
        )
        pruned, rounds = pruned + cut, rounds + more
    finished = np.concatenate(tables) if len(tables) > 1 else tables[0]
    return Odds(
        party.together([own.endings for own in ours]), theirs.endings,
        finished, np.zeros_like(finished), pruned, rounds, battle=battle,
    )  # fmt: skip


@loop
def duel(
    mass: Real,
    finished: Real,
    attack: PartyLine,
    defense: PartyLine,
    bare: int,
    tiny: float,
    prune: float,
) -> tuple[float, float]:
    """Spread probability along two lines: see `flow`."""
    return flow(
        mass, finished, attack.hits, attack.beyond, attack.length, attack.can,
        defense.hits, defense.beyond, defense.length, defense.can, bare, tiny, prune,
    )  # fmt: skip


@called
def likely(
    hits: Real, beyond: Real, state: int, length: int, room: int, rare: float
) -> tuple[int, int, float]:
    """Return the first number of hits to keep, one past the last, and what is left out.

    Numbers of hits rarer than `rare` are left out at both ends. Hits beyond the room for them count
    as filling it.
    """
    cut = 0.0
    first, last = 0, min(length, room)
    while first < last and hits[state, first] < rare:
        cut += hits[state, first]
        first += 1
    if length > room:
        if beyond[state, room] >= rare:
            return first, room + 1, cut
        cut += beyond[state, room]
    while last > first and hits[state, last - 1] < rare:
        last -= 1
        cut += hits[state, last]
    return first, last, cut


@called
def flow(
    mass: Real,
    finished: Real,
    hits_a: Real,
    beyond_a: Real,
    length_a: Whole,
    can_a: Whole,
    hits_d: Real,
    beyond_d: Real,
    length_d: Whole,
    can_d: Whole,
    bare: int,
    tiny: float,
    may_prune: float,
) -> tuple[float, float]:
    """Spread probability along both lines, until all is over.

    Lines are given array by array: taking them out of tuples in the loop would count references.

    Parameters
    ----------
    mass
        By attacker's and defender's state: how likely a round begins there. It is used up.
    finished
        Where to add how the battle ends, by state; the defender's states without the defenceless
        are ``bare`` columns further on.
    hits_a, beyond_a, length_a, can_a, hits_d, beyond_d, length_d, can_d
        The lines of the attacker and the defender (`party.PartyLine`).
    bare
        See `finished`; 0 if nobody is defenceless.
    tiny, may_prune
        States less likely than `tiny` are left out, up to `may_prune` in all.

    Returns
    -------
    tuple of float
        What was left out, and the number of rounds that are fought on average.
    """
    last_a, last_d = mass.shape[0] - 1, mass.shape[1] - 1
    flows = np.zeros(last_d + 1)
    weights = np.zeros((last_a + 1, last_d + 1 + AT_ONCE))
    least, most = np.full(last_a + 1, last_d + 1), np.zeros(last_a + 1, dtype=np.int64)
    padded = np.zeros(hits_a.shape[1] + 2 * AT_ONCE)
    pruned = rounds = 0.0
    for a in range(last_a + 1):
        top = 0.0
        for d in range(last_d + 1):
            flows[d] = 0.0
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
            # What stays in the cell is in the flow already; what stays in the row goes on at once.
            flows[d] = here / (1.0 - hits_a[a, 0] * hits_d[d, 0])
            top = max(top, flows[d])
            stays, room = flows[d] * hits_d[d, 0], last_d - d
            for j in range(1, min(length_a[a], room)):
                mass[a, d + j] += stays * hits_a[a, j]
            if length_a[a] > room > 0:
                mass[a, last_d] += stays * beyond_a[a, room]
        if top == 0.0:
            continue
        rare = tiny if pruned < 0.5 * may_prune else 0.0
        from_j, to_j, cut = likely(hits_a, beyond_a, a, length_a[a], length_a[a], rare / top)
        padded[:] = 0.0
        for j in range(from_j, to_j):  # one by one, as in `pooling`
            padded[AT_ONCE - 1 + j] = hits_a[a, j]
        from_row, to_row = last_a + 1, a
        for d in range(last_d + 1):
            if flows[d] == 0.0:
                continue
            rounds += flows[d]
            room_a, room_d = last_a - a, last_d - d
            from_i, to_i, cut_i = likely(hits_d, beyond_d, d, length_d[d], room_a, rare / flows[d])
            cut_j = cut if to_j <= room_d else 1.0 - beyond_a[a, min(from_j, room_d)]
            # Chances that add up to a little more than 1 leave nothing out.
            pruned += max(0.0, flows[d] * (cut_i + cut_j * (1.0 - hits_d[d, 0])))
            first, after = a + max(1, from_i), a + to_i
            for row in range(first, after):
                # Hits beyond the last unit are lost on it.
                hits = beyond_d if row == last_a else hits_d
                weights[row, d] = flows[d] * hits[d, row - a]
                least[row], most[row] = min(least[row], d), d + 1
            from_row, to_row = min(from_row, first), max(to_row, after)
        for row in range(from_row, to_row):
            shift(mass, row, weights, row, least[row], most[row], padded, from_j, to_j)
            for d in range(least[row], most[row]):
                if to_j > last_d - d:
                    mass[row, last_d] += weights[row, d] * beyond_a[a, last_d - d]
                weights[row, d] = 0.0
            least[row], most[row] = last_d + 1, 0
    return pruned, rounds


@called
def shift(
    mass: Real,
    row: int,
    weights: Real,
    line: int,
    least: int,
    most: int,
    hits: Real,
    from_j: int,
    to_j: int,
) -> None:
    """Add to a row, except its last cell, what flows into it from cells above after so many hits.

    Four columns are gone through at once, so that each sum is written once instead of four times.
    Indices without a sign need no check whether they count from the end.

    Parameters
    ----------
    mass, row
        Where to add.
    weights, line, least, most
        By line and column: how likely it comes from there; which line, its first column, and one
        past its last. Three zeros follow.
    hits, from_j, to_j
        How likely so many hits are, with three zeros before and after; the first number, and one
        past the last.
    """
    last = mass.shape[1] - 1
    to, start = mass.reshape(mass.size), row * (last + 1)
    for d in range(least, most, AT_ONCE):
        one, two = weights[line, d], weights[line, d + 1]
        three, four = weights[line, d + 2], weights[line, d + 3]
        for j in range(from_j, min(to_j + AT_ONCE - 1, last - d)):
            to[np.uintp(start + d + j)] += (
                one * hits[np.uintp(j + 3)]
                + two * hits[np.uintp(j + 2)]
                + three * hits[np.uintp(j + 1)]
                + four * hits[np.uintp(j)]
            )


AT_ONCE: Final = 4
"""Columns of cells that `shift` goes through at once."""

_LED_TO: Final = 150
"""Cells of a battle whose cells take plain Python as long as those of other loops."""


# --- before the rounds --------------------------------------------------------------------------


def _starts(battle: Battle, order: LossOrder) -> list[tuple[LossOrder, float]]:
    """Return the attacker's orders of loss as the rounds begin, and how likely each is."""
    flak = party.flak(battle.defender, battle.sequence)
    if not flak[1] or is_over(*_first_can(battle)):
        return [(order, 1.0)]
    return party.shot_at(battle.attacker, order, flak, battle.dice)


def _first_can(battle: Battle) -> tuple[int, int]:
    """What the sides can do in the first round, in which more may fire."""
    sides = [(role, battle.side(role)) for role in _ROLES]
    units = [np.array([[g.count if g.kind.hits else 0 for g in side.groups]]) for _, side in sides]
    found = []
    for (role, side), there, enemy in zip(sides, units, units[::-1], strict=True):
        fights = there.any() and bool(party.salvos(side, role, battle.sequence))
        can = HITS if fights else int(party.able(side, there, role)[0])
        found.append(can if enemy.any() or can == PRESSES else PRESSES * (role == "attacker"))
    return found[0], found[1]


def _first_round(
    battle: Battle, mass: Real, finished: Real, own: Whole, theirs: Whole, bare: int
) -> float:
    """Fight a first round in which more is fired than later; return how likely there is one."""
    salvos = {role: party.salvos(battle.side(role), role, battle.sequence) for role in _ROLES}
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
    shots = party.shots_of(battle.side(role), living)
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


_ROLES: Final[tuple[Role, ...]] = ("attacker", "defender")
