"""What a battle lab shows of a battle, as plain numbers and words for the page."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from a4a.analysis.battle import Battle
from a4a.analysis.linked import LinkedBattle
from a4a.analysis.outcome import Outcome
from a4a.odds import stopping
from a4a.odds.battle_tables import BattleTables, battle_tables
from a4a.odds.course import course
from a4a.odds.side_states import SideStates

MOST_BARS: Final = 44
"""Bars of the swing's distribution, at most."""

MOST_ENDINGS: Final = 5
"""Endings that are told, the likeliest first."""

MOST_ADVICE: Final = 6
"""Lines of advice about retreating, at most."""

MOST_ROUNDS: Final = 12
"""Rounds of the curve, at most."""

MOST_CELLS: Final = 300_000
"""States of a battle for which it is worked out where to stop, at most."""


def report(outcome: Outcome) -> dict[str, Any]:
    """Return how a battle ends, as the page shows it.

    Parameters
    ----------
    outcome
        How it ends, exactly or by playing it many times.

    Examples
    --------
    >>> import a4a
    >>> battle = a4a.battle("global1940", attacker={"tank": 1}, defender={"infantry": 1})
    >>> told = report(battle.odds())
    >>> [round(chance, 3) for chance in told["chances"].values()]
    [0.5, 0.5, 0.25, 0.25, 0.0, 0.0]
    """
    return {
        "chances": _chances(outcome),
        "pruned": outcome.pruned,
        "rounds": outcome.rounds,
        "swing": [outcome.swing, outcome.swing_sd],
        "bars": bars(outcome),
        "endings": _endings(outcome),
        "losses": _losses(outcome),
        "follows": _follows(outcome),
    }


def linked_report(battle: LinkedBattle) -> dict[str, Any]:
    """Return how a battle ends that is played with others, as the page shows it."""
    outcome = battle.odds()
    return {
        "others": battle.others,
        "chances": _chances(outcome),
        "surely": outcome.interval(outcome.attacker_wins),
        "games": outcome.games,
    }


def _chances(outcome: Outcome) -> dict[str, float]:
    return {
        "attacker_wins": outcome.attacker_wins,
        "attacker_takes": outcome.attacker_takes,
        "defender_wins": outcome.defender_wins,
        "both_destroyed": outcome.both_destroyed,
        "both_survive": outcome.both_survive,
        "nobody_wins": max(
            0.0, outcome.nobody_wins - outcome.both_destroyed - outcome.both_survive
        ),
    }


def bars(outcome: Outcome) -> list[list[float]]:
    """Return the distribution of the swing as bars: from, to (the last value in it), probability.

    Examples
    --------
    >>> import a4a
    >>> b = a4a.battle("global1940", attacker={"tank": 1}, defender={"infantry": 1})
    >>> [[low, high, round(p, 2)] for low, high, p in bars(b.odds())]
    [[-6.0, -6.0, 0.25], [-3.0, -3.0, 0.25], [3.0, 3.0, 0.5]]
    """
    frame = outcome.ipc_swing
    values, chances = frame["swing"].to_numpy(), frame["probability"].to_numpy()
    span = float(values[-1] - values[0]) + 1
    width = next(w for w in _widths() if span / w <= MOST_BARS)
    if width == 1 and len(np.unique(values - np.floor(values))) == 1:
        return [[float(v), float(v), float(p)] for v, p in zip(values, chances, strict=True)]
    index = np.floor(values / width).astype(int)
    found, inverse = np.unique(index, return_inverse=True)
    sums = np.bincount(inverse, weights=chances)
    return [
        [float(i * width), float((i + 1) * width - 1), float(p)]
        for i, p in zip(found, sums, strict=True)
    ]


def _widths() -> Iterator[int]:
    width = 1
    while True:
        yield from (width, 2 * width, 5 * width)
        width *= 10


def _endings(outcome: Outcome) -> dict[str, Any]:
    frame = outcome.survivors
    shown = frame.head(MOST_ENDINGS)
    columns = ("probability", "result", "broken_off", "attacker_left", "defender_left", "swing")
    return {
        "rows": [list(row) for row in shown.select(columns).rows()],
        "ways": frame.height,
        "rest": max(0.0, 1.0 - float(shown["probability"].sum())),
    }


def _follows(outcome: Outcome) -> list[list[Any]]:
    """Who retreats and may advance, where a battle does not go on until one side is gone."""
    if outcome.odds.to_the_end:
        return []
    columns = ("winner", "retreats", "advances")
    frame = outcome.results.group_by(columns, maintain_order=True).agg(pl.col("probability").sum())
    return [list(row) for row in frame.select("probability", *columns).rows()]


def _losses(outcome: Outcome) -> list[list[Any]]:
    columns = ("side", "unit", "began", "lost", "lost_sd", "ipc", "ipc_sd")
    return [list(row) for row in outcome.losses.select(columns).rows()]


def course_of(battle: Battle) -> list[dict[str, float]]:
    """Return how a battle goes, round by round: the chances that a side has won, or it goes on."""
    frame = course(battle.model, until=1e-3).rounds.head(MOST_ROUNDS + 1)
    return frame.to_dicts()


def advice(best: Battle, prize: float) -> dict[str, Any]:
    """Say where it is best to stop, by the rule with the greatest expected swing.

    Parameters
    ----------
    best
        The battle under `BestSwing`, without a limit of rounds.
    prize
        What taking the place is worth.

    Returns
    -------
    dict
        ``value``: what the rule is worth, `retreats`: how often it retreats; ``lines``: for what
        the attacker has left, from how many defenders on to retreat; ``why`` there is no advice.
    """
    table = battle_tables(best.model)
    if np.prod(table.cells) > MOST_CELLS:
        return {"why": "The battle is too large to work out where to stop."}
    if not table.choices.attacker_retreats.any():
        return {"why": "None of the attacker's units can retreat."}
    worth = stopping.swing(table, prize=prize, best=True)
    stop = worth.stop & table.choices.attacker_retreats[:, None] & ~table.over
    outcome = best.odds()
    return {
        "why": "",
        "value": outcome.swing + prize * outcome.attacker_takes,
        "wins": outcome.attacker_wins,
        "retreats": outcome.both_survive,
        "lines": _lines(table, stop),
    }


def _lines(table: BattleTables, stop: NDArray[np.bool_]) -> list[list[Any]]:
    """Say, for what the attacker has left, from how many defenders on it retreats."""
    attackers = table.attacker.present.sum(axis=1)
    defenders = table.defender.present.sum(axis=1)
    going_on = ~table.over
    lines: list[list[Any]] = []
    for number in range(int(attackers[0]), 0, -1):
        states = np.flatnonzero(attackers == number)
        # The likeliest way to have so many is the one along the order of loss: the first state.
        state = next((int(s) for s in states if going_on[s].any()), None)
        if state is None:
            continue
        fight = defenders[going_on[state] & ~stop[state]]
        halt = defenders[stop[state]]
        least = int(halt[halt > (fight.max() if fight.size else 0)].min(initial=10**9))
        left = _left(table.attacker, state)
        lines.append([number, left, least if least < 10**9 else None])
    if len(lines) <= MOST_ADVICE:
        return lines
    kept = {floor(i * (len(lines) - 1) / (MOST_ADVICE - 1)) for i in range(MOST_ADVICE)}
    return [line for i, line in enumerate(lines) if i in kept]


def _left(side: SideStates, state: int) -> list[int]:
    """Say how many units of each kind are in the battle."""
    shown = [i for i, g in enumerate(side.groups) if g.kind.is_unit and g.count]
    return [int(n) for n in side.present[state, shown]]
