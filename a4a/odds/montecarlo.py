"""The odds of a battle by playing it many times: the same battle, the same policies, seeded."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from a4a.odds.answer import Odds, Survivors
from a4a.odds.battle import Battle
from a4a.odds.battle_tables import battle_tables, shooter, target
from a4a.odds.compiled import called, inlined, loop
from a4a.odds.exact import first_leave, first_stop
from a4a.odds.fire import FIRES, NOTHING
from a4a.odds.given import whole
from a4a.odds.hits import Real, Shooter, TargetTables, Whole, along, falls_of
from a4a.odds.kernels import Choices, is_over
from a4a.odds.opening import after_opening

MOST_GAMES: Final = 1_000_000_000
"""Battles in a simulation, at most."""

GUIDES: Final = 64
"""Parts into which luck is divided to look up hits."""

_ENDLESS: Final = 1 << 40


def simulate(battle: Battle, games: int, *, seed: int) -> Odds:
    """Play a battle many times.

    Parameters
    ----------
    battle
        The battle.
    games
        How often.
    seed
        Where the dice start: the same seed gives the same answer.

    Returns
    -------
    Odds
        As the exact solver gives them; `Odds.games` says how many games they rest on.

    Raises
    ------
    BattleError
        If there are no games, or too many; or the seed is no whole number.

    Examples
    --------
    >>> from a4a.odds.battle import Group, Kind, Side
    >>> tanks = Side((Group(Kind("tank", 3, cost=6), 2),))
    >>> odds = simulate(Battle(tanks, tanks), 10_000, seed=1)
    >>> abs(odds.attacker_wins - odds.defender_wins) < 0.03
    True
    """
    games, seed = whole(games, "games", least=1, most=MOST_GAMES), whole(seed, "seed")
    table = battle_tables(battle)
    attack, defense = shooter(table.attack), shooter(table.defense)
    at_first = table.at_first()
    first = shooter(at_first.attack), shooter(at_first.defense)
    (stop, stops_from), (leave, leaves_from) = first_stop(table), first_leave(table)
    starts = after_opening(table)
    finished = np.zeros(table.cells, dtype=np.int64)
    broken_off = np.zeros(table.cells, dtype=np.int64)
    rounds = play.of(min(games, 1_000_000) * 5)(
        games, np.random.default_rng(seed), np.stack((starts.attacker, starts.defender), axis=1),
        np.cumsum(starts.chance), finished, broken_off,
        target(table.attacker), target(table.defender), attack, defense, *first,
        _sorted_luck(attack), _sorted_luck(defense),
        table.choices._replace(stop=stop, leave=leave), min(stops_from, _ENDLESS),
        min(leaves_from, _ENDLESS),
        min(battle.rounds or _ENDLESS, _ENDLESS),
    )  # fmt: skip
    return Odds(
        Survivors.of(table.attacker), Survivors.of(table.defender), finished / games,
        broken_off / games, 0.0, rounds / games, games=games, battle=battle,
    )  # fmt: skip


class Luck(NamedTuple):
    """Hits to be looked up by a number from 0 to 1.

    Parameters
    ----------
    cumulated
        By row and number of hits: how likely so many or fewer are.
    guide
        By row and part of that range (`GUIDES` equal ones): the hits to start looking from.
    """

    cumulated: Real
    guide: Whole


def _sorted_luck(shooter: Shooter) -> Luck:
    cumulated = np.cumsum(shooter.hits, axis=1)
    parts = np.arange(GUIDES) / GUIDES
    # In each part, the first number of hits that is not ruled out for all of it.
    guide = (cumulated[:, :, None] <= parts).sum(axis=1)
    return Luck(cumulated, np.minimum(guide, shooter.length[:, None] - 1))


@called
def throw_along(
    at: int,
    front: Whole,
    rank: Whole,
    reach_bits: Whole,
    throws: tuple[int, int, int, int],
    rows: Whole,
    length: Whole,
    reaches: Whole,
    cumulated: Real,
    rng: np.random.Generator,
) -> int:
    """Do as `throw`, but assign hits along the order of loss (see `hits.spread_along`)."""
    step, setting, sort, firing = throws
    falls = falls_of(reach_bits, reaches[sort])
    thrown = np.zeros(reaches.shape[1], dtype=np.int64)
    taken = np.zeros(len(falls), dtype=np.int64)
    state = at
    for place in range(reaches.shape[1]):
        row = rows[step, setting, sort, firing, place]
        if reaches[sort, place] < 0 or length[row] == 1:
            continue
        luck = rng.random()
        while thrown[place] + 1 < length[row] and cumulated[row, thrown[place]] <= luck:
            thrown[place] += 1
            best = along(state, front, rank, falls, taken, thrown)
            if best >= 0:
                taken[best] += 1
                state = front[best, state]
    return state


@inlined
def throw(
    at: int,
    hit: Whole,
    last: Whole,
    taken: Whole,
    throws: tuple[int, int, int, int],
    rows: Whole,
    length: Whole,
    reaches: Whole,
    cumulated: Real,
    guide: Whole,
    rng: np.random.Generator,
) -> int:
    """Throw the dice of a step, and assign the hits: where it leads (see `hits.spread`).

    ``throws`` says which rows are thrown: their step, setting, sort and state.
    """
    step, setting, sort, firing = throws
    state = at
    for place in range(reaches.shape[1]):
        reach = reaches[sort, place]
        if reach < 0:
            break
        row = rows[step, setting, sort, firing, place]
        size = length[row]
        if size == 1:
            continue
        luck = rng.random()
        hits = guide[row, int(luck * GUIDES)]
        while hits + 1 < size and cumulated[row, hits] <= luck:
            hits += 1
        free = 0
        if place == 1:
            free = taken[reach, state] - taken[reach, at]
        for _ in range(hits):
            after = hit[reach, state]
            if after < 0 and free > 0:
                after = hit[reaches[sort, 0], state]
                free -= 1
            if after < 0:
                after = last[reach, state]
            if after < 0:
                break
            state = after
    return state


@loop
def play(
    games: int,
    rng: np.random.Generator,
    starts: Whole,
    start_chances: Real,
    finished: Whole,
    broken_off: Whole,
    attacker: TargetTables,
    defender: TargetTables,
    attack: Shooter,
    defense: Shooter,
    first_attack: Shooter,
    first_defense: Shooter,
    attack_luck: Luck,
    defense_luck: Luck,
    choices: Choices,
    stops_from: int,
    leaves_from: int,
    most_rounds: int,
) -> int:
    """Play battles, and count how they end.

    Parameters
    ----------
    games
        How many.
    rng
        The dice.
    starts, start_chances
        Cells after the opening, and how likely they are, cumulated.
    finished, broken_off
        By cell: where to count.
    attacker, defender, attack, defense, first_attack, first_defense, choices
        Tables.
    attack_luck, defense_luck
        The hits of both, to be looked up.
    stops_from, leaves_from
        Rounds that are fought before the attacker may retreat, and the defender.
    most_rounds
        Rounds that are fought at most.

    Returns
    -------
    int
        Rounds that were fought in all.
    """
    # Taken out of their tuples once: to do so in the loop would count references each time.
    hit_a, last_a, taken_a = attacker.hit, attacker.last, attacker.taken
    hit_d, last_d, taken_d = defender.hit, defender.last, defender.taken
    front_a, rank_a, bits_a = attacker.front, attacker.rank, attacker.reach_bits
    front_d, rank_d, bits_d = defender.front, defender.rank, defender.reach_bits
    along_a, along_d = len(front_a) > 0, len(front_d) > 0
    stripped_a, submerged_a, away = attacker.stripped, attacker.submerged, attacker.withdrawn
    stripped_d, submerged_d, left_d = defender.stripped, defender.submerged, defender.withdrawn
    rows_a, rows_d = attack.rows, defense.rows
    first_rows_a, first_rows_d = first_attack.rows, first_defense.rows
    length_a, reaches_a = attack.length, attack.reaches
    length_d, reaches_d = defense.length, defense.reaches
    setting_of_d, sort_of_d, can_a = attack.setting, attack.sort, attack.can
    setting_of_a, sort_of_a, can_d = defense.setting, defense.sort, defense.can
    first_can_a, first_can_d = first_attack.can, first_defense.can
    cumulated_a, guide_a = attack_luck.cumulated, attack_luck.guide
    cumulated_d, guide_d = defense_luck.cumulated, defense_luck.guide
    dives_a, dives_d = choices.attacker_dives, choices.defender_dives
    stop, leave, doomed = choices.stop, choices.leave, choices.doomed
    settled_a, settled_d = attacker.settled, defender.settled
    steps = rows_a.shape[0]
    stops, leaves = stop.size > 0, leave.size > 0
    fought = 0
    for _ in range(games):
        luck = rng.random()
        start = 0
        while start + 1 < len(starts) and start_chances[start] <= luck:
            start += 1
        a, d = starts[start, 0], starts[start, 1]
        rounds = 0
        while True:
            do_a = can_a if rounds else first_can_a
            do_d = can_d if rounds else first_can_d
            a_can = do_a[setting_of_d[d], sort_of_d[d], a]
            d_can = do_d[setting_of_a[a], sort_of_a[a], d]
            if is_over(a_can, d_can):
                if a_can >= FIRES and d_can == NOTHING:
                    d = stripped_d[d]
                elif d_can >= FIRES and a_can == NOTHING and doomed[a]:
                    a = stripped_a[a]
                finished[a, d] += 1
                break
            if rounds == most_rounds:
                broken_off[a, d] += 1
                break
            if stops and rounds >= stops_from and stop[a, d]:
                if away[a] == a:
                    broken_off[a, d] += 1
                    break
                a = away[a]
                continue
            if leaves and rounds >= leaves_from and leave[a, d]:
                d = left_d[d]
                continue
            if dives_a[d] and submerged_a[a] != a:
                a = submerged_a[a]
                continue
            if dives_d[a] and submerged_d[d] != d:
                d = submerged_d[d]
                continue
            for step in range(steps):
                attacks = step, setting_of_d[d], sort_of_d[d], a
                defends = step, setting_of_a[a], sort_of_a[a], d
                now_a = rows_a if rounds else first_rows_a
                now_d = rows_d if rounds else first_rows_d
                if along_a:
                    a = throw_along(
                        a, front_a, rank_a, bits_a, defends, now_d, length_d, reaches_d,
                        cumulated_d, rng,
                    )  # fmt: skip
                else:
                    a = throw(
                        a, hit_a, last_a, taken_a, defends, now_d, length_d, reaches_d,
                        cumulated_d, guide_d, rng,
                    )  # fmt: skip
                if along_d:
                    d = throw_along(
                        d, front_d, rank_d, bits_d, attacks, now_a, length_a, reaches_a,
                        cumulated_a, rng,
                    )  # fmt: skip
                else:
                    d = throw(
                        d, hit_d, last_d, taken_d, attacks, now_a, length_a, reaches_a,
                        cumulated_a, guide_a, rng,
                    )  # fmt: skip
            if len(settled_a) > 0:
                a = settled_a[a]
            if len(settled_d) > 0:
                d = settled_d[d]
            rounds += 1
        fought += rounds
    return fought
