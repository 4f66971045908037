"""A slow solver of battles: units one by one, every throw of the dice, the book in plain words.

Its numbers and steps stand here and not in the tables: they are what the tables are held against.
Of the model it reads only the order in which the sides lose their units.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from a4a.odds.battle import Battle, Side

FACES = 8

# By type: in attack and in defense, in general combat and in the dog fight.
VALUES = {
    "regular infantry": (1, 2), "mechanized infantry": (1, 2), "light artillery": (2, 2),
    "heavy artillery": (4, 4), "light tank": (3, 3),
    "heavy tank": (5, 4), "AAA": (1, 1), "fighter": (4, 5), "tactical bomber": (3, 3),
    "war plane": (1, 1), "strategic bomber": (0, 1), "air transport": (0, 0),
    "destroyer": (2, 2), "submarine": (3, 2), "cruiser": (5, 5), "battleship": (6, 6),
    "aircraft carrier": (1, 2), "warship": (3, 3), "sea transport": (0, 0), "minor bunker": (0, 0),
}  # fmt: skip
DOG_FIGHT = {"fighter": (2, 3), "tactical bomber": (1, 1), "war plane": (1, 1),
             "strategic bomber": (1, 1)}  # fmt: skip
AIR = {*DOG_FIGHT, "air transport"}
TANKS = {"light tank", "heavy tank"}
SHIPS = {"destroyer", "cruiser", "battleship", "aircraft carrier", "warship"}
AT_SEA = {*SHIPS, "submarine", "sea transport"}
LAND = {
    "regular infantry",
    "mechanized infantry",
    "light artillery",
    "heavy artillery",
    "AAA",
    *TANKS,
    "minor bunker",
}
COVER = {"cruiser": 1, "aircraft carrier": 1, "battleship": 2}
HITS = {"heavy tank": 2, "battleship": 2, "aircraft carrier": 2}
SUPERIOR = {"light tank": (4, TANKS), "war plane": (2, AIR), "warship": (4, SHIPS)}
TOGETHER = {"air transport": 3, "sea transport": 3}
ANYBODY = AIR | AT_SEA | LAND

Force = tuple[tuple[str, int], ...]
"""Units: what each is, and how many hits it can still take. Points of bunkers are units here."""
Throw = tuple[frozenset[str], tuple[int, ...]]
"""Dice that are rolled at once: what they can hit, and on what each hits."""
Cells = dict[tuple[Force, Force], float]


def has(units: Force, kinds: Iterable[str]) -> bool:
    return any(kind in kinds for kind, _ in units)


def hits(values: Iterable[int]) -> dict[int, float]:
    """How likely each number of hits is, die by die."""
    found: dict[int, float] = {}
    values = tuple(values)
    for thrown in product((True, False), repeat=len(values)):
        chance = 1.0
        for hit, value in zip(thrown, values, strict=True):
            chance *= value / FACES if hit else 1 - value / FACES
        found[sum(thrown)] = found.get(sum(thrown), 0.0) + chance
    return found


class Slow:
    """Solves one battle.

    Parameters
    ----------
    battle
        Its sides' orders of loss, and how many of which units there are.
    sea
        Whether it is fought at sea.
    raiders
        Whether destroyers do not keep the attacker's submarines from striking first.
    banzai
        Whether the attacker's infantry makes a banzai attack.
    """

    def __init__(
        self, battle: Battle, *, sea: bool, raiders: bool = False, banzai: bool = False
    ) -> None:
        self.sides = battle.attacker, battle.defender
        self.sea, self.raiders, self.banzai = sea, raiders, banzai
        self.after = cache(self._after)
        self.lost = cache(self._lost)

    def solve(self) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
        """How likely each number of survivors of each kind is; bunkers are left out."""
        a, d = (self._force(side) for side in self.sides)
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        for cell, chance in self.opening(a, d).items():
            for ending, more in self.after(*cell, True).items():
                left = tuple(map(self._counted, self.sides, ending))
                found[left] = found.get(left, 0.0) + chance * more
        return found

    @staticmethod
    def _force(side: Side) -> Force:
        return tuple(
            sorted(
                (g.kind.name, HITS.get(g.kind.name, 1)) for g in side.groups for _ in range(g.count)
            )
        )

    @staticmethod
    def _counted(side: Side, units: Force) -> tuple[int, ...]:
        number = Counter(kind for kind, _ in units)
        names = [g.kind.name for g in side.groups]
        return tuple(number[name] for name in names if name != "minor bunker")

    # --- losses ----------------------------------------------------------------------------------

    def _lost(self, role: int, units: Force, reach: frozenset[str]) -> Force:
        """The force that is left after one hit."""
        for units_, i in self._preferred(role, units):
            kind, room = units_[i]
            if kind not in reach:
                continue
            left = list(units_)
            if room > 1:
                left[i] = kind, room - 1
            else:
                gone = [j for j, u in enumerate(left) if u[0] == kind][: TOGETHER.get(kind, 1)]
                gone = gone if kind in TOGETHER else [i]
                left = [u for j, u in enumerate(left) if j not in gone]
            return tuple(sorted(left))
        return units

    def _preferred(self, role: int, units: Force) -> Iterator[tuple[Force, int]]:
        """Units as they are hit: who bears it, then in order, the last captor, sea transports."""
        order, (_, kept) = self.sides[role].order, self.sides[role].keep
        ranked = sorted(range(len(units)), key=lambda i: order.index(units[i][0]))
        yield from ((units, i) for i in ranked if units[i][1] > 1)
        able = [i for i in ranked if units[i][0] in LAND and units[i][0] != "minor bunker"]
        kept_back = able[-1:] if kept and role == 0 else []
        last = [i for i in ranked if units[i][0] == "sea transport"]
        for i in (*[j for j in ranked if j not in (*kept_back, *last)], *kept_back, *last):
            yield units, i

    def suffered(self, role: int, units: Force, throws: Iterable[Throw]) -> dict[Force, float]:
        """What is left of a side after what is fired at it, what reaches least first."""
        found = {units: 1.0}
        for reach, values in sorted(throws, key=lambda throw: len(throw[0])):
            new: dict[Force, float] = {}
            for force, chance in found.items():
                for number, more in hits(values).items():
                    left = force
                    for _ in range(number):
                        left = self.lost(role, left, reach)
                    new[left] = new.get(left, 0.0) + chance * more
            found = new
        return found

    def exchange(self, cells: Cells, fires) -> Cells:
        """Fire at the same time; ``fires`` tells what a side throws: (role, own, enemy)."""
        found: Cells = {}
        for (a, d), chance in cells.items():
            for to_a, p in self.suffered(0, a, fires(1, d, a)).items():
                for to_d, q in self.suffered(1, d, fires(0, a, d)).items():
                    found[to_a, to_d] = found.get((to_a, to_d), 0.0) + chance * p * q
        return found

    # --- before the rounds -----------------------------------------------------------------------

    def opening(self, a: Force, d: Force) -> Cells:
        here = {(a, d): 1.0}
        if self.over(a, d, True):
            return here
        fought = bool(any(v for _, v in self.dog_fight(0, a, d))) or bool(
            any(v for _, v in self.dog_fight(1, d, a))
        )
        steps = [self.dog_fight]
        if not self.sea:
            steps += [self.barrage, self.bunkers]
        if not fought:
            steps.append(self.from_the_air)
        elif not self.sea:
            steps.append(self.of_the_guns)
        for step in steps:
            done = {cell: p for cell, p in here.items() if self.over(*cell, True)}
            going = {cell: p for cell, p in here.items() if cell not in done}
            here = dict(done)
            for cell, p in self.exchange(going, step).items():
                here[cell] = here.get(cell, 0.0) + p
        return here

    def dog_fight(self, role: int, own: Force, enemy: Force) -> list[Throw]:
        if not has(enemy, AIR):
            return []
        values = [DOG_FIGHT[kind][role] for kind, _ in own if kind in DOG_FIGHT]
        values += [COVER[kind] for kind, _ in own if kind in COVER]
        return [(frozenset(AIR), tuple(values))]

    def barrage(self, role: int, own: Force, enemy: Force) -> list[Throw]:
        guns = 3 * sum(kind == "AAA" for kind, _ in own)
        return [(frozenset(AIR), (1,) * min(guns, sum(kind in AIR for kind, _ in enemy)))]

    def bunkers(self, role: int, own: Force, enemy: Force) -> list[Throw]:
        points = sum(kind == "minor bunker" for kind, _ in own)
        return [(frozenset(LAND), (1,) * points)]

    def from_the_air(self, role: int, own: Force, enemy: Force) -> list[Throw]:
        return [(frozenset(ANYBODY), (3,) * sum(kind == "tactical bomber" for kind, _ in own))]

    def of_the_guns(self, role: int, own: Force, enemy: Force) -> list[Throw]:
        return [(frozenset(ANYBODY), (4,) * sum(kind == "heavy artillery" for kind, _ in own))]

    # --- rounds ----------------------------------------------------------------------------------

    def strikes(self, role: int, enemy: Force) -> bool:
        return "destroyer" not in dict(enemy) or (self.raiders and role == 0)

    def submarines(self, role: int, own: Force, enemy: Force) -> list[Throw]:
        value = (3, 2)[role]
        return [(frozenset(AT_SEA), (value,) * sum(kind == "submarine" for kind, _ in own))]

    def general(self, role: int, own: Force, enemy: Force, *, first: bool) -> list[Throw]:
        helped = sum(kind == "minor bunker" for kind, _ in own)
        aimed = sum(kind == "AAA" for kind, _ in own)
        guns = sum(kind in ("light artillery", "heavy artillery") for kind, _ in own)
        rushing = self.banzai and first
        infantry = sum(kind == "regular infantry" for kind, _ in own) * (not rushing)
        values = []
        for kind, _ in own:
            value = VALUES[kind][role]
            if kind in SUPERIOR and not has(enemy, SUPERIOR[kind][1]):
                value = SUPERIOR[kind][0]
            if kind == "regular infantry" and helped:
                value, helped = 3, helped - 1
            if kind == "regular infantry" and role == 0:
                value = 3 if rushing else 1 + (guns > 0)
                guns -= not rushing and guns > 0
                infantry -= not rushing
            # Guns help the infantry first: in the order of the units mechanized comes before it.
            if kind == "mechanized infantry" and role == 0 and guns > infantry:
                value, guns = 2, guns - 1
            if kind == "fighter" and aimed:
                value, aimed = value + 1, aimed - 1
            if value and not (kind == "submarine" and self.sea):
                values.append(value)
        throws: list[Throw] = [(frozenset(ANYBODY), tuple(values))]
        if first and role == 0:
            bombs = 3 * sum(kind == "strategic bomber" for kind, _ in own)
            target, value = (AT_SEA, 2) if self.sea else (LAND, 4)
            throws.append((frozenset(target), (value,) * bombs))
        return throws

    def fought(self, a: Force, d: Force, *, first: bool) -> Cells:
        begun, now = ((a, d), {(a, d): 1.0})
        strikes = [self.sea and self.strikes(role, begun[1 - role]) for role in (0, 1)]

        def early(role: int, own: Force, enemy: Force) -> list[Throw]:
            return self.submarines(role, own, enemy) if strikes[role] else []

        now = self.exchange(now, early) if any(strikes) else now
        found: Cells = {}
        for cell, chance in now.items():

            def late(role: int, own: Force, enemy: Force) -> list[Throw]:
                throws = self.general(role, own, enemy, first=first)
                # Whoever could not strike before fires now, if what bars it is still there.
                if self.sea and not self.strikes(role, enemy):
                    throws += self.submarines(role, own, enemy)
                return throws

            for to, more in self.exchange({cell: 1.0}, late).items():
                found[to] = found.get(to, 0.0) + chance * more
        return found

    def can(self, role: int, own: Force, enemy: Force, first: bool) -> bool:
        throws = self.general(role, own, enemy, first=first)
        if self.sea:
            throws += self.submarines(role, own, enemy)
        return any(values and has(enemy, reach) for reach, values in throws)

    def over(self, a: Force, d: Force, first: bool) -> bool:
        """Whether nobody is left to fire at or to fire; an attacker that can do nothing stays."""
        return not (self._units(a) and self._units(d) and self.can(1, d, a, first))

    @staticmethod
    def _units(units: Force) -> bool:
        return any(kind != "minor bunker" for kind, _ in units)

    def _after(self, a: Force, d: Force, first: bool) -> Cells:
        if self.over(a, d, first):
            if self._units(a) and self.can(0, a, d, first) and not self.can(1, d, a, first):
                d = tuple(u for u in d if u[0] not in ("sea transport", "air transport"))
            return {(a, d): 1.0}
        found: Cells = {}
        same = 0.0
        for cell, chance in self.fought(a, d, first=first).items():
            if not first and cell == (a, d):
                same += chance
                continue
            for ending, more in self.after(*cell, False).items():
                found[ending] = found.get(ending, 0.0) + chance * more
        return {ending: p / (1.0 - same) for ending, p in found.items()}
