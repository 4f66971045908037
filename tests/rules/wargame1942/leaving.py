"""Battles that units leave, or that their own dice end, unit by unit, by the words of the book.

As `brute`, whose values and shots it has, and with nothing of `a4a.odds`. A unit has a status: it
fights (""), is on its way out ("leaving"), or has left ("away"). What is said of it stands in its
kind, in brackets: "(staying)", "(across harsh terrain)", "(dropping)".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from tests.rules.wargame1942.brute import (
    AIR,
    ALL,
    ATTACK,
    LAND,
    NAVAL,
    Brute,
    Fired,
    Policy,
    thrown,
)

Soldier = tuple[str, int, str]
"""Its kind, the hits it has taken, its status."""
Troop = tuple[Soldier, ...]
Ended = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]


class Leave(NamedTuple):
    """When a side retreats: after so many rounds, or with so many units left; None for never."""

    after: int | None = None
    left: int | None = None

    def wants(self, fighting: int, rounds: int) -> bool:
        """Whether it does now."""
        if self.after is not None:
            return rounds >= self.after
        return self.left is not None and fighting <= self.left


NEVER = Leave()


def base(kind: str) -> str:
    """The unit type of a kind."""
    return kind.split(" (")[0]


def stays(kind: str) -> bool:
    """Whether units do not retreat."""
    landed = "(landing" in kind or ("(dropping" in kind and base(kind) in LAND)
    return "(staying" in kind or "harsh" in kind or landed


def plain(units: Sequence[Soldier]) -> tuple[tuple[str, int], ...]:
    """Units without what is said of them."""
    return tuple((base(kind), damage) for kind, damage, _ in units)


def fighting(units: Troop) -> Troop:
    """Those who fight."""
    return tuple(u for u in units if not u[2])


def there(units: Troop) -> Troop:
    """Those who can be hit."""
    return tuple(u for u in units if u[2] != "away")


def lose(units: Troop, hits: int, among: set[str], order: Sequence[str]) -> Troop:
    """Assign hits: who fights comes before who leaves, damage before losses."""
    left = list(units)
    for _ in range(hits):
        for status in ("", "leaving"):
            able = [u for u in left if u[2] == status and base(u[0]) in among]
            whole = [u for u in able if base(u[0]) == "battleship" and u[1] == 0]
            if whole:
                first = min(whole, key=lambda u: order.index(u[0]))
                left[left.index(first)] = (first[0], 1, status)
                break
            if able:
                left.remove(min(able, key=lambda u: order.index(u[0])))
                break
    return tuple(sorted(left))


class Leaving(Brute):
    """Solves such battles.

    Parameters
    ----------
    policy
        Orders of loss, guns, support, Generals.
    attacker, defender
        When the sides retreat.
    before
        Values of shots before the first round, which nobody who is hit answers.
    """

    def __init__(
        self, policy: Policy, *, sea: bool, attacker: Leave = NEVER, defender: Leave = NEVER,
        before: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(policy, sea=sea)
        self.leaves, self.before = (attacker, defender), before
        self.cap = max(1, attacker.after or 0, defender.after or 0)
        self.ends = cache(self._ends)

    def outcome(self, attacker: Troop, defender: Troop) -> dict[Ended, float]:
        """How likely the battle ends how."""
        found: dict[Ended, float] = {}
        for hits, chance in enumerate(thrown(self.before)):
            struck = lose(defender, hits, ALL, self.policy.defender)
            for end, more in self.ends(attacker, struck, 0).items():
                found[end] = found.get(end, 0.0) + chance * more
        return found

    def _ends(self, a: Troop, d: Troop, rounds: int) -> dict[Ended, float]:
        done = {(tuple(sorted(plain(a))), tuple(sorted(plain(d)))): 1.0}
        if not there(a) or not there(d) or not self.either_hits(a, d):
            return done
        leave_a, leave_d = self.leaves
        go_a, go_d = a, d
        free = [u for u in fighting(a) if not stays(u[0])]
        helpless = not self.can(plain(fighting(a)), plain(there(d)), attacks=True)
        policy = leave_a != NEVER and rounds >= max(1, leave_a.after or 0)
        if policy and free and (leave_a.wants(len(fighting(a)), rounds) or helpless):
            if len(free) == len(fighting(a)):
                return done  # a full retreat: nobody fires any more
            go_a = tuple(sorted((*there_stays(a), *((k, n, "leaving") for k, n, _ in free))))
        if leave_d.wants(len(fighting(d)), rounds):
            go_d = tuple(sorted(u if u[2] or stays(u[0]) else (u[0], u[1], "leaving") for u in d))
        if not self.either_hits(go_a, go_d):
            return done
        later = min(rounds + 1, self.cap)
        found: dict[Ended, float] = {}
        same = 0.0
        for (to_a, to_d), chance in self.fought(go_a, go_d, first=rounds == 0).items():
            if (to_a, to_d, later) == (a, d, rounds):
                same += chance
                continue
            for end, more in self.ends(to_a, to_d, later).items():
                found[end] = found.get(end, 0.0) + chance * more
        return {end: chance / (1 - same) for end, chance in found.items()}

    def either_hits(self, a: Troop, d: Troop) -> bool:
        """Whether a side can hit anything, in any round but the first."""
        return self.can(plain(fighting(a)), plain(there(d)), attacks=True) or self.can(
            plain(fighting(d)), plain(there(a)), attacks=False
        )

    def fought(self, a: Troop, d: Troop, *, first: bool) -> dict[tuple[Troop, Troop], float]:
        """Both sides after a round."""
        found: dict[tuple[Troop, Troop], float] = {}
        boats = [ATTACK["submarine"] for u in fighting(a) if base(u[0]) == "submarine"]
        for hits, chance in enumerate(thrown(tuple(boats) if self.sea else ())):
            struck = lose(d, hits, NAVAL, self.policy.defender)
            firing = struck
            if self.sea and not first:  # who is behind the line fires, but transports
                left = list(d)
                for unit in set(d):
                    if base(unit[0]) == "transport":
                        for _ in range(d.count(unit) - struck.count(unit)):
                            left.remove(unit)
                firing = tuple(left)
            for own, hit, part in self.harsh(a):
                steady = [u for u in fighting(a) if "harsh" not in u[0]]
                attack = self.shots(plain(steady), plain(there(struck)), attacks=True)
                if first and not self.sea:
                    attack.append((ALL, self.policy.support))
                self.exchanged(found, chance * part, own, struck, attack, firing, hit, first=first)
        return found

    def harsh(self, a: Troop) -> Iterator[tuple[Troop, int, float]]:
        """What is left of attackers after their own dice, with what hits, and how likely."""
        rolling = [u for u in fighting(a) if "harsh" in u[0]]
        for faces in product(("hit", "miss", "lost"), repeat=len(rolling)):
            left, chance = list(a), 1.0
            for unit, face in zip(rolling, faces, strict=True):
                value = ATTACK[base(unit[0])] + self.policy.led[0]
                chance *= {"hit": value, "miss": 9 - value, "lost": 3}[face] / 12
                if face == "lost":
                    left.remove(unit)
            if chance:
                yield tuple(left), faces.count("hit"), chance

    def exchanged(
        self, found: dict[tuple[Troop, Troop], float], chance: float, a: Troop, d: Troop,
        attack: Fired, firing: Troop, sure: int, *, first: bool,
    ) -> None:  # fmt: skip
        """Both fire; ``sure`` hits of units that came across harsh terrain are known already."""
        defense = self.shots(plain(fighting(firing)), plain(there(a)), attacks=False, stealth=True)
        for left_a, p in self.after_fire(a, defense, self.policy.attacker, 0).items():
            for left_d, q in self.after_fire(d, attack, self.policy.defender, sure).items():
                key = settled(left_a, first=first), settled(left_d, first=first)
                found[key] = found.get(key, 0.0) + chance * p * q

    def after_fire(
        self, units: Troop, fired: Fired, order: Sequence[str], sure: int
    ) -> dict[Troop, float]:
        """What is left after fire: hits with fewer targets are assigned first."""
        found = {units: 1.0}
        shots = sorted([*fired, (ALL, ())] if sure else fired, key=lambda shot: len(shot[0]))
        for among, values in shots:
            new: dict[Troop, float] = {}
            for left, chance in found.items():
                for hits, more in enumerate(thrown(values)):
                    to = self.struck(left, hits, among, order)
                    new[to] = new.get(to, 0.0) + chance * more
            found = new
        if not sure:
            return found
        after: dict[Troop, float] = {}
        for left, chance in found.items():
            to = lose(left, sure, ALL, order)
            after[to] = after.get(to, 0.0) + chance
        return after

    def struck(self, units: Troop, hits: int, among: set[str], order: Sequence[str]) -> Troop:
        """Assign hits; those of flak to what it fires at first, the others to the rest."""
        if among != LAND | AIR:
            return lose(units, hits, among, order)
        first, then = (LAND, AIR) if self.policy.against_land else (AIR, LAND)
        taken = min(hits, sum(base(kind) in first for kind, _, _ in there(units)))
        return lose(lose(units, taken, first, order), hits - taken, then, order)


def there_stays(units: Troop) -> Iterator[Soldier]:
    """Yield who does not retreat: who stays, and who has left."""
    return (u for u in units if u[2] or stays(u[0]))


def settled(units: Troop, *, first: bool) -> Troop:
    """Who was on the way has left as a round ends; bombers that dropped their load, too."""
    return tuple(
        sorted(
            (kind, damage, "away")
            if status or (first and "(dropping" in kind and base(kind) in AIR)
            else (kind, damage, status)
            for kind, damage, status in units
        )
    )
