"""The best use of support: which of the units that a side may send, and need not, it should send.

A side sends what makes it likeliest to win, whatever the other then sends. Support can do harm: it
fights before the rest, and who is beaten in it may be lost for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import TypeAlias

from a4a.odds.ends import Ends
from a4a.odds.steps import Role
from a4a.rules.fight import Army, Band, Battles, Fight

Sent: TypeAlias = tuple[Band, ...]
"""The units that a side sends."""

_MOST_WAYS = 256
"""Ways to send support that are tried for both sides, at most; then only all of it, or none."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best support that a side can send.

    Parameters
    ----------
    sent
        What it sends.
    answer
        What the other side then sends.
    fight
        The fight with both.
    ends
        How that ends.
    """

    sent: Sent
    answer: Sent
    fight: Fight
    ends: Ends


def sending(battles: Battles, fight: Fight, role: Role, sent: Sent) -> Fight:
    """Return a fight to which a side sends these of its supporting units, and no others."""
    stays = [band for band in battles.sent(fight, role) if band not in sent]

    def kept(army: Army) -> Army:
        return replace(army, bands=tuple(band for band in army.bands if band not in stays))

    if role == "attacker":
        return replace(fight, attacker=kept(fight.attacker))
    return replace(fight, defenders=tuple(map(kept, fight.defenders)))


def best_support(battles: Battles, fight: Fight, role: Role, *, answered: bool = True) -> Best:
    """Return the support that makes a side likeliest to win; of equals, the least of it.

    Parameters
    ----------
    battles
        They say what a fight means.
    fight
        The fight with all support that both sides could send.
    role
        Whose support.
    answered
        Whether the other side sends what is best for it then; if not, it sends all.

    Raises
    ------
    BattleError
        If the fight cannot be.
    """
    other: Role = "defender" if role == "attacker" else "attacker"
    own, theirs = battles.sent(fight, role), battles.sent(fight, other)
    many = 2 ** (len(own) + len(theirs)) > _MOST_WAYS
    answers = list(_ways(theirs, few=many)) if answered else [theirs]

    @cache
    def ends(made: Fight) -> Ends:
        return battles.fight(made).solve()

    def chance(made: Fight) -> float:
        return round(ends(made).chance(winner=role), 12)

    def answer(sent: Sent) -> tuple[float, Sent, Fight]:
        made = sending(battles, fight, role, sent)
        found = ((way, sending(battles, made, other, way)) for way in answers)
        return min(((chance(it), way, it) for way, it in found), key=lambda one: one[0])

    best = max(((*answer(sent), sent) for sent in _ways(own, few=many)), key=lambda one: one[0])
    return Best(best[3], best[1], best[2], ends(best[2]))


def _ways(units: Sequence[Band], *, few: bool) -> Iterator[Sent]:
    """What can be sent of some units, the least first; if `few`, all or nothing."""
    numbers = dict.fromkeys((0, len(units))) if few else range(len(units) + 1)
    for number in numbers:
        yield from combinations(units, number)
