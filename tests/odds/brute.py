"""A slow solver of its own: units one by one, every throw of the dice, the rules in plain words.

It shares no step with `a4a.odds`: it reads only the values of a `Battle` (never its `sequence`),
and fights by the rules of land and sea combat as they are written in this file.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from a4a.odds.battle import Battle, Kind, Side
from a4a.odds.retreat import AfterRounds, OnlyLeft, UnitsLeft

# A unit: index of its group, hits it can still take, whether it has left the battle.
Unit = tuple[int, int, bool]
Force = tuple[Unit, ...]
Ending = tuple[Force, Force, bool]

REACH = {
    "submarine": {"submarine", "ship", "transport"},
    "air": {"air", "ship", "transport", "ground"},
    "any": {"air", "submarine", "ship", "transport", "ground", "paratrooper"},
    "antiaircraft": {"air", "paratrooper"},
}
REACH["bombardment"] = REACH["any"]
ORDER = ("submarine", "air", "any", "antiaircraft", "bombardment")


def force(side: Side) -> Force:
    units = []
    for i, group in enumerate(side.groups):
        if group.kind.hits:
            for number in range(group.count):
                units.append((i, group.kind.hits - (number < group.damaged), False))
    return tuple(sorted(units))


class Brute:
    """Solves one battle."""

    def __init__(self, battle: Battle, *, sea: bool, salvo=("attacker",)) -> None:
        """``salvo``: whose bombardment is fired in the first round of a battle on land."""
        self.battle, self.sea, self.salvo = battle, sea, () if sea else salvo
        self.kinds = {r: [g.kind for g in battle.side(r).groups] for r in ("attacker", "defender")}
        self.after = cache(self._after)
        self.hits = cache(self._hits)
        self.suffered = cache(self._suffered)

    def solve(self) -> dict[Ending, float]:
        attackers, defenders = force(self.battle.attacker), force(self.battle.defender)
        endings: dict[Ending, float] = {}
        for (a, d), p in self.opening(attackers, defenders).items():
            for ending, q in self.after(a, d, 0).items():
                endings[ending] = endings.get(ending, 0.0) + p * q
        return endings

    def takes(self) -> float:
        """How likely the attacker holds the place: nobody defends, and somebody is there who can.

        Nobody of those who have left the battle is there, and nobody takes what is given up.
        """
        total = 0.0
        for (a, d, broken_off), p in self.solve().items():
            there = [self.kinds["attacker"][u[0]] for u in self.here("attacker", a)]
            if not d and not broken_off and any("captures" in kind.tags for kind in there):
                total += p
        return total

    # --- who can do what ------------------------------------------------------------------------

    def here(self, role, units):
        return [u for u in units if not u[2]]

    def has(self, role, units, word):
        return any(self.kinds[role][u[0]].is_a(word) for u in self.here(role, units))

    def sort(self, role, kind: Kind, units):
        if not self.sea:
            return "any"
        if kind.target == "submarine":
            return "submarine"
        if kind.target == "air" and not self.has(role, units, "destroyer"):
            return "air"
        return "any"

    def can_fire(self, role, units, enemy_role, enemies, first=False):
        targets = {self.kinds[enemy_role][u[0]].target for u in self.here(enemy_role, enemies)}
        if first and targets and self.here(role, units) and self.salvos(role, units):
            return True
        return any(
            self.kinds[role][u[0]].value > 0
            and targets & REACH[self.sort(role, self.kinds[role][u[0]], units)]
            for u in self.here(role, units)
        )

    # --- hits -----------------------------------------------------------------------------------

    def chance(self, value, dice):
        faces = range(1, self.battle.dice.faces + 1)
        weights = self.battle.dice.weights or (1,) * self.battle.dice.faces
        total = 0.0
        for thrown in product(faces, repeat=dice):
            if min(thrown) <= value:
                p = 1.0
                for face in thrown:
                    p *= weights[face - 1] / sum(weights)
                total += p
        return total

    def throws(self, shots):
        """All outcomes of some (value, dice) thrown at once: hits and how likely."""
        result = {0: 1.0}
        low = self.battle.dice.luck == "low luck"
        chances = [self.chance(v, n) for v, n in shots if n > 1 or not low]
        if low:
            faces = self.battle.dice.faces
            sure, rest = divmod(sum(min(v, faces) for v, n in shots if n == 1), faces)
            result = {sure: 1.0}
            chances.append(rest / faces)
        for p in chances:
            new: dict[int, float] = {}
            for hits, q in result.items():
                new[hits] = new.get(hits, 0.0) + q * (1 - p)
                new[hits + 1] = new.get(hits + 1, 0.0) + q * p
            result = new
        return result

    def values(self, role, units):
        """Pair units so that the values add up to the most: every way is tried.

        Of equals that with most pairs of the support that is named first.
        """
        supports = self.battle.side(role).supports
        kinds = self.kinds[role]
        units = list(units)
        best: tuple[int, list[int]] | None = None
        found: list[int] = []
        helped = [i for i, u in enumerate(units) if any(kinds[u[0]].is_a(s.to) for s in supports)]

        def assign(number, taken, values):
            nonlocal best, found
            if number == len(helped):
                pairs = [0] * len(supports)
                for support, used in taken.values():
                    pairs[supports.index(support)] += used
                if best is None or (sum(values), pairs) > best:
                    best, found = (sum(values), pairs), list(values)
                return
            i = helped[number]
            kind = kinds[units[i][0]]
            assign(number + 1, taken, values)
            for support in supports:
                if not kind.is_a(support.to) or support.value <= kind.value:
                    continue
                for j, unit in enumerate(units):
                    free = taken.get(j, (support, 0))
                    if i == j or not kinds[unit[0]].is_a(support.by) or i in taken:
                        continue
                    if free[0] is not support or free[1] >= support.each or values[j] < 0:
                        continue
                    more = list(values)
                    more[i] = support.value
                    assign(number + 1, {**taken, j: (support, free[1] + 1)}, more)

        assign(0, {}, [kinds[u[0]].value for u in units])
        return found

    def salvos(self, role, units):
        """What a side fires in the first round alone: its ships that are no targets, its units."""
        if role not in self.salvo:
            return []
        shots = []
        for i, group in enumerate(self.battle.side(role).groups):
            gun = group.kind.weapons.get("bombardment")
            there = sum(u[0] == i for u in self.here(role, units))
            if gun:
                number = there if group.kind.hits else group.count
                shots += [(gun.value, gun.dice)] * (number * gun.shots)
        return shots

    def _hits(self, role, units, firing, first):
        """Outcomes of a side's fire: (hits by sort, probability)."""
        here = self.here(role, units)
        values = self.values(role, here)
        shots = {sort: [] for sort in ORDER}
        for unit, value in zip(here, values, strict=True):
            kind = self.kinds[role][unit[0]]
            if (kind.target == "submarine") in firing and value > 0:
                shots[self.sort(role, kind, units)].append((value, kind.dice))
        if first:
            shots["bombardment"] += self.salvos(role, units)
        tables = [self.throws(shots[sort]) for sort in ORDER]
        return [
            (tuple(hits for hits, _ in thrown), self._product(p for _, p in thrown))
            for thrown in product(*(table.items() for table in tables))
        ]

    @staticmethod
    def _product(factors):
        total = 1.0
        for factor in factors:
            total *= factor
        return total

    # --- casualties -----------------------------------------------------------------------------

    def preference(self, role, units):
        """Where hits go, the first choice first: indices of units, each as often as it is hit."""
        side = self.battle.side(role)
        names = list(side.order)
        assert names, "the tests give every side its order"
        kinds = self.kinds[role]
        free, sink = [], []
        for i, (group, left, away) in enumerate(units):
            if away:
                continue
            kind = kinds[group]
            last = "chosen last" in kind.tags
            first = names.index(kind.name)
            final = len(names) - 1 - names[::-1].index(kind.name)
            for _ in range(left - 1):
                twice = first != final
                free.append(((last, twice, first), i))
            sink.append([(last, True, final), i])
        named = []
        for word, number in side.keeps:
            found = sorted((s for s in sink if kinds[units[s[1]][0]].is_a(word)), reverse=True)
            named += [s for s in found if not s[0][0]][:number]
        for s in named:
            if s[0][2] < 500:
                s[0] = (False, True, 500 + s[0][2])
        word, number = side.keep
        kept = sorted((s for s in sink if kinds[units[s[1]][0]].is_a(word)), reverse=True)
        ordinary = [s for s in kept if not s[0][0]][:number] if number else []
        for s in ordinary:
            s[0] = (False, True, 1000 + s[0][2])
        return [i for _, i in sorted(free + [tuple(s) for s in sink], key=lambda x: x[0])]

    def most(self, role, units, hits, slots):
        """Hits that can be assigned: on units not chosen last, then on all."""
        kinds = self.kinds[role]

        def matched(slots):
            partner: dict[int, int] = {}

            def place(hit, seen):
                for n, i in enumerate(slots):
                    if n not in seen and kinds[units[i][0]].target in REACH[hits[hit]]:
                        seen.add(n)
                        if n not in partner or place(partner[n], seen):
                            partner[n] = hit
                            return True
                return False

            return sum(place(hit, set()) for hit in range(len(hits)))

        plain = [i for i in slots if "chosen last" not in kinds[units[i][0]].tags]
        return matched(plain), matched(slots)

    def _suffered(self, role, units, hits):
        """The force that is left after hits, by sort, assigned one by one."""
        kinds = self.kinds[role]
        thrown = [sort for sort, number in zip(ORDER, hits, strict=True) for _ in range(number)]
        slots = self.preference(role, units)
        taken: dict[int, int] = {}
        if self.battle.side(role).allocation == "along the order":
            chosen: list[int] = []
            for i in slots:  # the first slots of the order that can be matched with hits
                if sum(self.most(role, units, thrown, [*chosen, i])[1:]) > len(chosen):
                    chosen.append(i)
                    taken[i] = taken.get(i, 0) + 1
            thrown = []
        while thrown:
            sort, rest = thrown[0], thrown[1:]
            best = self.most(role, units, thrown, slots)
            for n, i in enumerate(slots):
                if kinds[units[i][0]].target not in REACH[sort]:
                    continue
                left = slots[:n] + slots[n + 1 :]
                plain, total = self.most(role, units, rest, left)
                gain = "chosen last" not in kinds[units[i][0]].tags
                if (plain + gain, total + 1) == best:
                    taken[i] = taken.get(i, 0) + 1
                    slots = left
                    break
            thrown = rest
        return tuple(
            sorted(
                (g, left - taken.get(i, 0), away)
                for i, (g, left, away) in enumerate(units)
                if left > taken.get(i, 0)
            )
        )

    # --- how it goes ----------------------------------------------------------------------------

    def opening(self, a, d):
        if self.sea or self.is_over(a, d, first=True):
            return {(a, d): 1.0}
        shots = []
        for unit in d:
            gun = self.kinds["defender"][unit[0]].weapons.get("antiaircraft")
            if gun:
                shots += [(gun.value, gun.dice)] * gun.shots
        targets = sum(self.kinds["attacker"][u[0]].target in REACH["antiaircraft"] for u in a)
        shots = sorted(shots, reverse=True)[:targets]
        result: dict[tuple[Force, Force], float] = {}
        for hits, p in self.throws(shots).items():
            forces = self.suffered("attacker", a, (0, 0, 0, hits, 0)), d
            result[forces] = result.get(forces, 0.0) + p
        return result

    def is_over(self, a, d, first):
        """Whether a side has nobody left who can fire at a target, or retreat."""
        if not self.can_fire("defender", d, "attacker", a, first):
            return True
        return not (self.can_fire("attacker", a, "defender", d, first) or self.may_retreat(a))

    def may_retreat(self, a):
        kinds = self.kinds["attacker"]
        return any("stays" not in kinds[u[0]].tags for u in self.here("attacker", a))

    def ended(self, a, d, first):
        attack = self.can_fire("attacker", a, "defender", d, first)
        defense = self.can_fire("defender", d, "attacker", a, first)
        if attack:
            d = self.helpless("defender", d)
        elif defense and not self.may_retreat(a):
            a = self.helpless("attacker", a)
        return a, d

    def helpless(self, role, units):
        kinds = self.kinds[role]
        return tuple(u for u in units if u[2] or "defenceless" not in kinds[u[0]].tags)

    def _after(self, a, d, rounds):
        """How likely the battle ends how, from the start of a round."""
        battle = self.battle
        if self.is_over(a, d, rounds == 0):
            return {(*self.ended(a, d, rounds == 0), False): 1.0}
        if battle.rounds is not None and rounds == battle.rounds:
            return {(a, d, True): 1.0}
        if rounds and self.retreats(a, d, rounds):
            kinds = self.kinds["attacker"]
            stays = [u for u in self.here("attacker", a) if "stays" in kinds[u[0]].tags]
            if not stays:
                return {(a, d, True): 1.0}
            gone = tuple(
                sorted((g, left, away or "stays" not in kinds[g].tags) for g, left, away in a)
            )
            return self.after(gone, d, rounds)
        for role, own, enemy in (("attacker", a, d), ("defender", d, a)):
            if battle.side(role).submerge == "when possible" and self.sea:
                other = "defender" if role == "attacker" else "attacker"
                kinds = self.kinds[role]
                if not self.has(other, enemy, "destroyer"):
                    new = tuple(
                        sorted((g, n, w or kinds[g].target == "submarine") for g, n, w in own)
                    )
                    if new != own:
                        now = (new, d) if role == "attacker" else (a, new)
                        return self.after(*now, rounds)
        # Rounds tell states apart only as long as something hangs on their number.
        counted = max(battle.rounds or 1, getattr(battle.retreat, "rounds", 1))
        next_round = min(rounds + 1, counted)
        endings: dict[Ending, float] = {}
        same = 0.0
        for (to_a, to_d), p in self.fought(a, d, rounds == 0).items():
            if (to_a, to_d, next_round) == (a, d, rounds):
                same += p
                continue
            for ending, q in self.after(to_a, to_d, next_round).items():
                endings[ending] = endings.get(ending, 0.0) + p * q
        return {ending: p / (1.0 - same) for ending, p in endings.items()}

    def retreats(self, a, d, rounds):
        policy = self.battle.retreat
        if policy is None or not self.may_retreat(a):
            return False
        if isinstance(policy, AfterRounds):
            return rounds >= policy.rounds
        assert isinstance(policy, UnitsLeft | OnlyLeft)
        if not self.can_fire("attacker", a, "defender", d):
            return True
        if isinstance(policy, OnlyLeft):
            here = self.here("attacker", a)
            return all(self.kinds["attacker"][u[0]].is_a(policy.word) for u in here)
        return len(self.here("attacker", a)) <= policy.units

    def fought(self, a, d, first):
        """Forces after one round."""
        if not self.sea:
            return self.exchange(a, d, (True, False), (True, False), first)
        strikes_a = not self.has("defender", d, "destroyer")
        strikes_d = not self.has("attacker", a, "destroyer")
        result: dict[tuple[Force, Force], float] = {}
        struck = self.exchange(a, d, (True,) * strikes_a, (True,) * strikes_d, first)
        for (a1, d1), p in struck.items():
            rest_a = (False,) if strikes_a else (True, False)
            rest_d = (False,) if strikes_d else (True, False)
            for forces, q in self.exchange(a1, d1, rest_a, rest_d, first).items():
                result[forces] = result.get(forces, 0.0) + p * q
        return result

    def exchange(self, a, d, firing_a, firing_d, first):
        """Both sides fire at once; ``firing``: whether submarines, and whether others do."""
        result: dict[tuple[Force, Force], float] = {}
        attack = self.hits("attacker", a, firing_a, first)
        defense = self.hits("defender", d, firing_d, first)
        for hits_d, p in attack:
            to_d = self.suffered("defender", d, hits_d)
            for hits_a, q in defense:
                forces = self.suffered("attacker", a, hits_a), to_d
                result[forces] = result.get(forces, 0.0) + p * q
        return result
