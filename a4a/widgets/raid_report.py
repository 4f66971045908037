"""What a battle lab shows of a raid, as plain numbers for the page."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any

from a4a.analysis.raids import Raid
from a4a.odds.raided import Part


def raid_report(raid: Raid) -> dict[str, Any]:
    """Return how a raid ends, as the page shows it.

    Parameters
    ----------
    raid
        The raid.

    Returns
    -------
    dict
        ``damage``: the expected damage, the most the target can take, the chance of any;
        ``bars``: from, to, probability of each damage; ``swing``: mean and standard deviation;
        ``losses``: side, unit (None for all of the side), how many there were, how many are lost
        with the standard deviation, what they cost with the standard deviation.

    Examples
    --------
    >>> import a4a
    >>> told = raid_report(
    ...     a4a.battle(
    ...         "global1940", kind="raid", attacker={"strategic bomber": 1}, target="air base"
    ...     )
    ... )
    >>> [round(number, 3) for number in told["damage"]], told["losses"][0][:2]
    ([4.167, 6, 0.833], ['attacker', 'strategic bomber'])
    """
    odds = raid.odds().odds
    sides = (odds.attacker, odds.defender)
    ends = [
        (chance, damage, [_lost(parts, left) for parts, left in zip(sides, lefts, strict=True)])
        for (*lefts, damage), chance in odds.ends.items()
    ]
    worth = [
        (p, damage + _worth(sides[1], lost[1]) - _worth(sides[0], lost[0]))
        for p, damage, lost in ends
    ]
    rows: list[list[Any]] = []
    for at, (role, parts) in enumerate(zip(("attacker", "defender"), sides, strict=True)):
        for i, part in enumerate(parts):
            number = _spread((p, lost[at][i]) for p, _, lost in ends)
            money = _spread((p, part.costs[lost[at][i]]) for p, _, lost in ends)
            rows.append([role, part.name, part.began, *number, *money])
        every = _spread((p, sum(lost[at])) for p, _, lost in ends)
        money = _spread((p, _worth(parts, lost[at])) for p, _, lost in ends)
        rows.append([role, None, sum(part.began for part in parts), *every, *money])
    return {
        "damage": [odds.expected_damage, odds.room, sum(p for p, damage, _ in ends if damage)],
        "swing": _spread(worth),
        "bars": [[damage, damage, p] for damage, p in odds.damage.iter_rows()],
        "losses": rows,
    }


def _lost(parts: tuple[Part, ...], left: tuple[int, ...]) -> list[int]:
    return [part.began - number for part, number in zip(parts, left, strict=True)]


def _worth(parts: tuple[Part, ...], lost: list[int]) -> float:
    return sum(part.costs[number] for part, number in zip(parts, lost, strict=True))


def _spread(weighted: Iterable[tuple[float, float]]) -> list[float]:
    """The mean and the standard deviation of values with their probabilities."""
    pairs = list(weighted)
    mean = sum(p * value for p, value in pairs)
    return [mean, sqrt(max(0.0, sum(p * (value - mean) ** 2 for p, value in pairs)))]
