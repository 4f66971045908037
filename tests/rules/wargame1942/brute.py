"""A slow solver of its own: battles of The War Game unit by unit, by the words of the book.

It shares no step with `a4a.odds`: the numbers are typed in from the book, and it fights by the
rules that are written here. Hits with fewer targets are assigned first, each along an order of
loss, damage to battleships before everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

Unit = tuple[str, int]
"""Its kind, and the hits it has taken."""
Force = tuple[Unit, ...]
Ending = tuple[Force, Force]

ATTACK = {
    "infantry": 2, "artillery": 5, "armor": 8, "fighter": 4, "bomber": 8, "battleship": 8,
    "destroyer": 5, "aircraft carrier": 2, "submarine": 4, "transport": 0,
}  # fmt: skip
DEFENSE = {
    "infantry": 4, "artillery": 5, "armor": 4, "fighter": 6, "bomber": 2, "battleship": 8,
    "destroyer": 5, "aircraft carrier": 4, "submarine": 4, "transport": 2,
}  # fmt: skip
LAND = {"infantry", "artillery", "armor"}
AIR = {"fighter", "bomber"}
SURFACE = {"battleship", "destroyer", "aircraft carrier", "transport"}
COMBAT_SHIPS = {"battleship", "destroyer", "aircraft carrier"}
NAVAL = SURFACE | {"submarine"}
ALL = LAND | AIR | NAVAL


class Policy(NamedTuple):
    """What both sides do besides rolling.

    Parameters
    ----------
    attacker, defender
        Their orders of loss.
    guns
        Whether bombers use guns while aircraft defend.
    against_land
        Whether artillery that defends fires at land units first.
    support
        Values of support shots.
    led
        What attacking and defending land units add to their values.
    leave
        After how many rounds the attacker leaves; 0 for never.
    """

    attacker: tuple[str, ...]
    defender: tuple[str, ...]
    guns: bool = False
    against_land: bool = False
    support: tuple[int, ...] = ()
    led: tuple[int, int] = (0, 0)
    leave: int = 0


def force(units: Mapping[str, int], damaged: int = 0) -> Force:
    """Units of a side; some battleships may be damaged."""
    hurt = Counter({"battleship": damaged})
    return tuple(
        sorted((kind, int(n < hurt[kind])) for kind, many in units.items() for n in range(many))
    )


@cache
def thrown(values: tuple[int, ...]) -> tuple[float, ...]:
    """How likely 0, 1, 2 ... hits are with twelve-sided dice."""
    found = [1.0]
    for value in values:
        hit = min(value, 12) / 12
        found = [
            (found[n] * (1 - hit) if n < len(found) else 0.0) + (found[n - 1] * hit if n else 0.0)
            for n in range(len(found) + 1)
        ]
    return tuple(found)


def lose(units: Force, hits: int, among: set[str], order: Sequence[str], *, keep: bool) -> Force:
    """Assign hits to some kinds, as long as there are any."""
    left = list(units)
    for _ in range(hits):
        whole = [u for u in left if u == ("battleship", 0) and "battleship" in among]
        if whole:
            left[left.index(whole[0])] = ("battleship", 1)
            continue
        able = sorted((u for u in left if u[0] in among), key=lambda u: order.index(u[0]))
        men = [u for u in left if u[0] in LAND]
        if keep and men:  # the last land unit in the order goes after everything else
            last = max(men, key=lambda u: order.index(u[0]))
            others = list(able)
            if last in others:
                others.remove(last)
            able = others or able
        if able:
            left.remove(able[0])
    return tuple(sorted(left))


Fired = list[tuple[set[str], tuple[int, ...]]]


class Brute:
    """Solves battles."""

    def __init__(self, policy: Policy, *, sea: bool) -> None:
        self.policy, self.sea = policy, sea
        self.after = cache(self._after)

    def solve(self, attacker: Force, defender: Force) -> dict[Ending, float]:
        """How likely the battle ends how."""
        return self.after(attacker, defender, 0)

    def _after(self, a: Force, d: Force, rounds: int) -> dict[Ending, float]:
        leave = self.policy.leave
        if not a or not d or not (self.can(a, d, attacks=True) or self.can(d, a, attacks=False)):
            return {(a, d): 1.0}
        if leave and rounds == leave:
            return {(a, d): 1.0}
        later = min(rounds + 1, max(leave, 1))
        found: dict[Ending, float] = {}
        same = 0.0
        for (to_a, to_d), chance in self.round(a, d, first=rounds == 0).items():
            if (to_a, to_d, later) == (a, d, rounds):
                same += chance
                continue
            for ending, more in self.after(to_a, to_d, later).items():
                found[ending] = found.get(ending, 0.0) + chance * more
        return {ending: chance / (1 - same) for ending, chance in found.items()}

    def can(self, own: Force, enemy: Force, *, attacks: bool) -> bool:
        """Whether a side can hit anything, in any round but the first."""
        there = {kind for kind, _ in enemy}
        fired = self.shots(own, enemy, attacks=attacks, stealth=True)
        return any(values and among & there for among, values in fired)

    def round(self, a: Force, d: Force, *, first: bool) -> dict[Ending, float]:
        """Both sides' forces after a round."""
        found: dict[Ending, float] = {}
        if not self.sea:
            fired = self.shots(a, d, attacks=True)
            if first:
                fired.append((ALL, self.policy.support))
            self._exchange(found, 1.0, a, d, fired, d)
            return found
        boats = tuple(ATTACK[kind] for kind, _ in a if kind == "submarine")
        for hits, chance in enumerate(thrown(boats)):
            struck = lose(d, hits, NAVAL, self.policy.defender, keep=False)
            firing = struck
            if not first:  # who is behind the line fires, but transports
                sunk = d.count(("transport", 0)) - struck.count(("transport", 0))
                left = list(d)
                for _ in range(sunk):
                    left.remove(("transport", 0))
                firing = tuple(left)
            fired = self.shots(a, struck, attacks=True)
            self._exchange(found, chance, a, struck, fired, firing)
        return found

    def _exchange(
        self, found: dict[Ending, float], chance: float, a: Force, d: Force, attack: Fired,
        firing: Force,
    ) -> None:  # fmt: skip
        defense = self.shots(firing, a, attacks=False, stealth=True)
        orders = self.policy.attacker, self.policy.defender
        lost_d = self.suffered(d, attack, orders[1], keep=False)
        for to_a, p in self.suffered(a, defense, orders[0], keep=not self.sea).items():
            for to_d, q in lost_d.items():
                found[to_a, to_d] = found.get((to_a, to_d), 0.0) + chance * p * q

    def suffered(
        self, units: Force, fired: Fired, order: Sequence[str], *, keep: bool
    ) -> dict[Force, float]:
        """What is left of a force after fire: hits with fewer targets are assigned first."""
        found = {units: 1.0}
        for among, values in sorted(fired, key=lambda shots: len(shots[0])):
            new: dict[Force, float] = {}
            for left, chance in found.items():
                for hits, more in enumerate(thrown(values)):
                    to = self.hit(left, hits, among, order, keep=keep)
                    new[to] = new.get(to, 0.0) + chance * more
            found = new
        return found

    def hit(
        self, units: Force, hits: int, among: set[str], order: Sequence[str], *, keep: bool
    ) -> Force:
        """Assign hits; those of flak to what it fires at first, the others to the rest."""
        if among == LAND | AIR:
            first, then = (LAND, AIR) if self.policy.against_land else (AIR, LAND)
            taken = min(hits, sum(kind in first for kind, _ in units))
            units = lose(units, taken, first, order, keep=keep)
            return lose(units, hits - taken, then, order, keep=keep)
        return lose(units, hits, among, order, keep=keep)

    def shots(self, own: Force, enemy: Force, *, attacks: bool, stealth: bool = False) -> Fired:
        """What is fired: at which kinds, with which values. Attacking submarines roll apart."""
        values = ATTACK if attacks else DEFENSE
        kinds, there = {k for k, _ in own}, {k for k, _ in enemy}
        lonely = self.sea and not kinds & (COMBAT_SHIPS | {"submarine"})
        found: list[tuple[set[str], int]] = []
        for kind, damage in own:
            value = values[kind] + (self.policy.led[not attacks] if kind in LAND else 0)
            if kind == "submarine":
                if stealth or not attacks:
                    found.append((NAVAL, value))
            elif kind == "artillery" and not attacks:
                found.append((LAND | AIR, value))
            elif kind == "bomber" and attacks:
                if self.policy.guns and there & AIR:
                    found.append((SURFACE | AIR if lonely else ALL, 2))
                elif not lonely:
                    found += [(LAND | NAVAL, 8)] * 2
                elif there & SURFACE:
                    found += [(SURFACE, 8)] * 2
                else:
                    found += [({"submarine"}, 4)] * 2
            elif kind in AIR and lonely:
                if there & (SURFACE | AIR):
                    found.append((SURFACE | AIR, value))
                else:
                    found.append(({"submarine"}, value // 2))
            else:
                found.append((ALL, value))
                if kind == "battleship" and not damage:
                    found.append((ALL, 6))
        sorts: list[set[str]] = []
        for among, _ in found:
            if among not in sorts:
                sorts.append(among)
        return [(s, tuple(v for among, v in found if among == s and v)) for s in sorts]
