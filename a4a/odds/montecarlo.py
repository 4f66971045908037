"""The odds of a battle by playing it many times: the same battle, the same policies, seeded."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from a4a.core.errors import BattleError
from a4a.odds.answer import Odds, Survivors
from a4a.odds.battle import Battle
from a4a.odds.compiled import compiled
from a4a.odds.exact import first_stop
from a4a.odds.field import field, shooter, target
from a4a.odds.kernels import Choices, Real, Shooter, Target, Whole
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
        If there are no games, or too many.

    Examples
    --------
    >>> from a4a.odds.battle import Group, Kind, Side
    >>> tanks = Side((Group(Kind("tank", 3, cost=6), 2),))
    >>> odds = simulate(Battle(tanks, tanks), 10_000, seed=1)
    >>> abs(odds.attacker_wins - odds.defender_wins) < 0.03
    True
    """
    if not 1 <= games <= MOST_GAMES:
        raise BattleError(f"{games} games: play 1 to {MOST_GAMES}")
    table = field(battle)
    attack, defense = shooter(table.attack), shooter(table.defense)
    first = shooter(table.attack, first=True), shooter(table.defense, first=True)
    stop, from_round = first_stop(table)
    starts = after_opening(table, {(0, 0): 1.0})
    finished = np.zeros(table.cells, dtype=np.int64)
    broken_off = np.zeros(table.cells, dtype=np.int64)
    rounds = play(
        games, np.random.default_rng(seed), np.array(list(starts), dtype=np.int64),
        np.cumsum(list(starts.values())), finished, broken_off,
        target(table.attacker), target(table.defender), attack, defense, *first,
        _sorted_luck(attack), _sorted_luck(defense),
        table.choices._replace(stop=stop), from_round, battle.rounds or _ENDLESS,
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
        By row and part of the numbers (`GUIDES` equal ones): hits to look from.
    """

    cumulated: Real
    guide: Whole


def _sorted_luck(shooter: Shooter) -> Luck:
    cumulated = np.cumsum(shooter.hits, axis=1)
    parts = np.arange(GUIDES) / GUIDES
    # In each part, the first number of hits that is not ruled out for all of it.
    guide = (cumulated[:, :, None] <= parts).sum(axis=1)
    return Luck(cumulated, np.minimum(guide, shooter.length[:, None] - 1))


@compiled
def throw(
    at: int,
    target: Target,
    shooter: Shooter,
    luck_of: Luck,
    rows: Whole,
    reaches: Whole,
    rng: np.random.Generator,
) -> int:
    """Throw the dice of a step, and assign the hits: where it leads (see `kernels.spread`)."""
    state = at
    for place in range(len(reaches)):
        reach = reaches[place]
        if reach < 0:
            break
        row = rows[place]
        size = shooter.length[row]
        if size == 1:
            continue
        luck = rng.random()
        hits = luck_of.guide[row, int(luck * GUIDES)]
        while hits + 1 < size and luck_of.cumulated[row, hits] <= luck:
            hits += 1
        free = 0
        if place == 1:
            free = target.taken[reach, state] - target.taken[reach, at]
        for _ in range(hits):
            after = target.hit[reach, state]
            if after < 0 and free > 0:
                after = target.hit[reaches[0], state]
                free -= 1
            if after < 0:
                after = target.last[reach, state]
            if after < 0:
                break
            state = after
    return state


@compiled
def play(
    games: int,
    rng: np.random.Generator,
    starts: Whole,
    start_chances: Real,
    finished: Whole,
    broken_off: Whole,
    attacker: Target,
    defender: Target,
    attack: Shooter,
    defense: Shooter,
    first_attack: Shooter,
    first_defense: Shooter,
    attack_luck: Luck,
    defense_luck: Luck,
    choices: Choices,
    from_round: int,
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
    from_round
        Rounds that are fought before the attacker may retreat.
    most_rounds
        Rounds that are fought at most.

    Returns
    -------
    int
        Rounds that were fought in all.
    """
    steps = attack.rows.shape[0]
    stops = choices.stop.size > 0
    fought = 0
    for _ in range(games):
        luck = rng.random()
        start = 0
        while start + 1 < len(starts) and start_chances[start] <= luck:
            start += 1
        a, d = starts[start, 0], starts[start, 1]
        rounds = 0
        while True:
            a_can = attack.can[attack.setting[d], attack.sort[d], a]
            d_can = defense.can[defense.setting[a], defense.sort[a], d]
            if not (a_can and d_can):
                if a_can:
                    d = defender.stripped[d]
                elif d_can and not choices.attacker_retreats[a]:
                    a = attacker.stripped[a]
                finished[a, d] += 1
                break
            if rounds == most_rounds:
                broken_off[a, d] += 1
                break
            if stops and rounds >= from_round and choices.stop[a, d]:
                if attacker.withdrawn[a] == a:
                    broken_off[a, d] += 1
                    break
                a = attacker.withdrawn[a]
                continue
            if choices.attacker_dives[d] and attacker.submerged[a] != a:
                a = attacker.submerged[a]
                continue
            if choices.defender_dives[a] and defender.submerged[d] != d:
                d = defender.submerged[d]
                continue
            for step in range(steps):
                setting_a, sort_a = attack.setting[d], attack.sort[d]
                setting_d, sort_d = defense.setting[a], defense.sort[a]
                if rounds:
                    rows_a = attack.rows[step, setting_a, sort_a, a]
                    rows_d = defense.rows[step, setting_d, sort_d, d]
                else:
                    rows_a = first_attack.rows[step, setting_a, sort_a, a]
                    rows_d = first_defense.rows[step, setting_d, sort_d, d]
                to_a = throw(
                    a, attacker, defense, defense_luck, rows_d, defense.reaches[sort_d], rng
                )
                d = throw(d, defender, attack, attack_luck, rows_a, attack.reaches[sort_a], rng)
                a = to_a
            rounds += 1
        fought += rounds
    return fought
