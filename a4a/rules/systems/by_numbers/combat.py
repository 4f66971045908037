"""The list of combat of a game that its record describes: the order in which TripleA fights.

In a round units that strike first fire, where no enemy hunts them, then all others at the same
time; before the first, antiaircraft fire and bombardment (R-701).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from a4a.core.catalog import Catalog, UnitType
from a4a.core.events import Role, Value
from a4a.core.fighting import Aid, Fighting, Flak, Prowess
from a4a.rules.areas.combat.entries import Combat, Reach, Sort, Step, Support, Volley, Weapon
from a4a.rules.systems.by_numbers.units import PLAIN, help_of, helped

RULE: Final = "TripleA"
"""What all entries cite: the program whose way of fighting they are."""
_SOURCE: Final = "save"
_HUNTER: Final = "anti-submarine"
_GUN: Mapping[Role, str] = {"defender": "antiaircraft", "attacker": "antiaircraft attack"}
THROWS: Mapping[Role, str] = {"attacker": "rolls", "defender": "defense rolls"}
"""Weapons of units of which each of several dice counts, and how many they throw."""
_VALUE: Mapping[Role, str] = {"attacker": "attack", "defender": "defense"}
ROLES: Final[tuple[Role, ...]] = ("attacker", "defender")


class Hand(NamedTuple):
    """Unit types that fire alike: at what, without one that hunts beside them and with one."""

    alone: frozenset[str]
    helped: frozenset[str]
    weapon: str


def combat_of(catalog: Catalog, options: Mapping[str, Value]) -> Combat:
    """Return how battles go.

    Parameters
    ----------
    catalog
        Unit types in the engine's words, and how they fight (`units.catalog_of`).
    options
        The record's options, by the names of the program that recorded it.
    """
    return _Listing(catalog, options).combat()


class _Listing:
    """The list, as it is made."""

    def __init__(self, catalog: Catalog, options: Mapping[str, Value]) -> None:
        self._fighting = catalog.fighting or Fighting()
        self._options = options
        self._types = {kind.name: kind for kind in catalog.unit_types}
        self._sorts = self._targets()
        self._reaches: dict[frozenset[str], str] = {frozenset(self._sorts): ""}
        self._weapons: dict[str, Weapon] = {}

    def combat(self) -> Combat:
        """Return the list."""
        land, sea = tuple(self._land()), tuple(self._sea())
        names = {name: targets for targets, name in self._reaches.items() if name}
        return Combat(
            land=land,
            sea=sea,
            targets=tuple(
                Sort(name=name, of=tuple(types), rule=RULE, source=_SOURCE)
                for name, types in self._sorts.items()
            ),
            reaches=tuple(
                Reach(name=name, targets=tuple(sorted(targets)), rule=RULE, source=_SOURCE)
                for name, targets in names.items()
            ),
            weapons=tuple(self._weapons.values()),
            supports=tuple(self._supports()),
        )

    def _how(self, name: str) -> Prowess:
        return self._fighting.units.get(name, PLAIN)

    # --- what is hit ----------------------------------------------------------------------------

    def _targets(self) -> dict[str, list[str]]:
        """Return groups of unit types that the same units can hit, by a word for each."""
        guns = [
            (name, how.flak.at)
            for name, how in self._fighting.units.items()
            if how.flak is not None
        ]
        alike: dict[tuple[object, ...], list[str]] = {}
        for kind in self._types.values():
            hidden = self._how(kind.name).hides_from
            missed = tuple(name for name in self._types if kind.name in self._how(name).misses)
            shot = tuple(name for name, at in guns if kind.name in at)
            alike.setdefault((_domain(kind), hidden, missed, shot), []).append(kind.name)
        found: dict[str, list[str]] = {}
        for (domain, *_), types in alike.items():
            word = str(domain)
            if word in found:
                word = types[0] if types[0] not in ("air", "sea", "land") else f"the {types[0]}"
            found[word] = types
        return found

    def _at(self, types: frozenset[str]) -> str:
        """Return the name of what hits on some unit types may fall on."""
        targets = frozenset(
            word for word, alike in self._sorts.items() if not types.isdisjoint(alike)
        )
        if targets not in self._reaches:
            missing = [word for word in self._sorts if word not in targets]
            said = (
                f"all but {' and '.join(missing)}"
                if len(missing) < len(targets)
                else " and ".join(word for word in self._sorts if word in targets)
            )
            self._reaches[targets] = said or "nothing"
        return self._reaches[targets]

    # --- steps ----------------------------------------------------------------------------------

    def _land(self) -> Iterator[Step]:
        fought = [k for k in self._types.values() if k.category in ("land", "air")]
        yield from self._guns(fought)
        if any(kind.bombard for kind in self._types.values()) or self._gained("bombard"):
            returned = self._options.get("Naval Bombard Casualties Return Fire")
            self._arm("bombardment", "bombard")
            yield _step("bombardment orders", "landing", "aim guns")
            yield Step(
                name="bombardment", when="landing", does="bombard", side="attacker",
                exchange="general combat" if returned else "bombardment",
                volleys=(Volley(weapon="bombardment"),), rule=RULE, source=_SOURCE,
            )  # fmt: skip
        yield _step("landing", "landing", "land")
        yield from self._rounds(fought)

    def _sea(self) -> Iterator[Step]:
        fought = [k for k in self._types.values() if k.category in ("sea", "air")]
        yield from self._guns(fought)
        leaving = tuple(k.name for k in fought if self._how(k.name).withdraws)
        before = self._options.get("Sub Retreat Before Battle")
        if leaving and before and self._options.get("Submersible Subs"):
            given = (f"enemy lacks {_HUNTER}",) if self._hunted(fought) else ()
            for role in ROLES:
                yield Step(
                    name=f"{role} may submerge", when="round", does="submerge", side=role,
                    volleys=(Volley(by=leaving, given=given),), rule=RULE, source=_SOURCE,
                )  # fmt: skip
        yield from self._rounds(fought)

    def _guns(self, fought: list[UnitType]) -> Iterator[Step]:
        """Yield antiaircraft fire: before the first round, or in each."""
        for rounds in (False, True):
            for role in ROLES:
                volleys = tuple(self._barrage(fought, role, rounds=rounds))
                if volleys:
                    name = "antiaircraft fire" if role == "defender" else "attacker's flak"
                    yield Step(
                        name=f"{name} in each round" if rounds else name,
                        when="round" if rounds else "before", side=role, volleys=volleys,
                        exchange="flak in each round" if rounds else "antiaircraft fire",
                        purpose="aa", rule=RULE, source=_SOURCE,
                    )  # fmt: skip

    def _barrage(self, fought: list[UnitType], role: Role, *, rounds: bool) -> Iterator[Volley]:
        groups: dict[tuple[str, tuple[str, ...], bool], list[str]] = {}
        for kind in fought:
            flak = self._how(kind.name).flak
            if flak is not None and flak.rounds == rounds and _fires(flak, role):
                groups.setdefault((flak.group, flak.at, flak.crowds), []).append(kind.name)
        for (_, at, crowds), by in groups.items():
            self._arm(_GUN[role], _GUN[role], shots="shots")
            yield Volley(
                by=tuple(by),
                weapon=_GUN[role],
                at=self._at(frozenset(at)),
                limit="" if crowds else "one a target",
            )

    def _rounds(self, fought: list[UnitType]) -> Iterator[Step]:
        """Yield the steps of a round: who strikes first, then all others."""
        striking = [k for k in fought if self._how(k.name).strikes_first]
        others = [k for k in fought if k not in striking]
        hunted, strikes = self._hunted(fought), dict.fromkeys(ROLES, bool(striking))
        strikes["defender"] &= bool(
            self._options.get("WW2V2") or self._options.get("Defending Subs Sneak Attack")
        )
        for role in ROLES:
            if strikes[role]:
                given = (f"enemy lacks {_HUNTER}",) if hunted else ()
                yield Step(
                    name=f"{role}'s first strike", when="round", side=role,
                    exchange="first strike", rule=RULE, source=_SOURCE,
                    volleys=tuple(self._volleys(striking, fought, role, given)),
                )  # fmt: skip
        for role in ROLES:
            volleys = list(self._volleys(others, fought, role))
            if not strikes[role]:
                volleys += self._volleys(striking, fought, role)
            elif hunted:
                volleys += self._volleys(striking, fought, role, (f"enemy has {_HUNTER}",))
            yield Step(
                name="attack" if role == "attacker" else "defense", when="round", side=role,
                exchange="general combat", volleys=tuple(volleys), rule=RULE, source=_SOURCE,
            )  # fmt: skip
        yield _step("retreat", "round", "retreat")

    def _volleys(
        self,
        firing: list[UnitType],
        fought: list[UnitType],
        role: Role,
        given: tuple[str, ...] = (),
    ) -> Iterator[Volley]:
        """Yield what some units fire in general: those that fire alike together."""
        hands: dict[Hand, list[str]] = {}
        for kind in firing:
            hands.setdefault(self._hand(kind, role, fought), []).append(kind.name)
        alone = len(hands) == 1 and len(firing) == len(fought)
        for hand, names in hands.items():
            if hand.weapon:
                self._arm(hand.weapon, _VALUE[role], shots=THROWS[role])
            by = () if alone and not hand.weapon else tuple(names)
            every = frozenset(self._types)
            if hand.alone == hand.helped:
                ways = [(hand.alone, given)]
            else:
                ways = [
                    (hand.alone, (*given, f"own lacks {_HUNTER}")),
                    (hand.helped, (*given, f"own has {_HUNTER}")),
                ]
            for types, conditions in ways:
                at = "" if types == every else self._at(types)
                yield Volley(by=by, weapon=hand.weapon, at=at, given=conditions)

    def _hand(self, kind: UnitType, role: Role, fought: list[UnitType]) -> Hand:
        how = self._how(kind.name)
        hidden = {other.name for other in fought if kind.name in self._how(other.name).hides_from}
        helped = frozenset(self._types) - frozenset(how.misses)
        alone = helped - hidden if self._hunted(fought) or hidden else helped
        throws = THROWS[role] if self._throws_several(kind.name, role) else ""
        if not self._hunted(fought):
            helped = alone
        return Hand(alone, helped, throws)

    def _throws_several(self, name: str, role: Role) -> bool:
        """Whether each of several dice of a type counts, with any technology."""
        how = self._how(name)
        if how.best:
            return False
        number = "dice" if role == "attacker" else "defense dice"
        dice = how.dice if role == "attacker" else how.defense_dice
        gains = (told.get(name, {}).get(number) for told in self._fighting.technologies.values())
        return dice != 1 or any(gains)

    def _hunted(self, fought: list[UnitType]) -> bool:
        return any(self._how(kind.name).hunts for kind in fought)

    def _gained(self, number: str) -> bool:
        return any(
            number in numbers
            for told in self._fighting.technologies.values()
            for numbers in told.values()
        )

    def _arm(self, name: str, value: str, *, shots: str = "") -> None:
        weapon = Weapon(name=name, value=value, shots=shots, rule=RULE, source=_SOURCE)
        self._weapons.setdefault(name, weapon)

    # --- combined arms --------------------------------------------------------------------------

    def _supports(self) -> Iterator[Support]:
        """Yield who helps whom, the strongest units first, as TripleA serves them."""
        aids = list(enumerate(self._fighting.aids))
        for role in ROLES:
            own = [
                (i, aid) for i, aid in aids if (aid.attack if role == "attacker" else aid.defense)
            ]
            own.sort(key=lambda told: self._rank(told[1], role))
            for i, aid in own:
                values = {_value(self._types[name], role) for name in aid.to}
                for value in sorted(values, reverse=True):
                    yield Support(
                        name=f"{aid.by} {i} {value} {role}", side=role, by=(aid.by,),
                        to=(helped(i, value),), plus=aid.plus, each=help_of(i),
                        rule=RULE, source=_SOURCE,
                    )  # fmt: skip

    def _rank(self, aid: Aid, role: Role) -> tuple[int, int, int]:
        return (-aid.plus, len(aid.to), -_value(self._types[aid.by], role))


def _domain(kind: UnitType) -> str:
    return kind.category if kind.category in ("air", "sea") else "land"


def _value(kind: UnitType, role: Role) -> int:
    return kind.attack if role == "attacker" else kind.defense


def _fires(flak: Flak, role: Role) -> bool:
    return (flak.value if role == "defender" else flak.attack) > 0


def _step(name: str, when: str, does: str) -> Step:
    return Step(name=name, when=when, does=does, rule=RULE, source=_SOURCE)  # type: ignore[arg-type]  # words of the list
