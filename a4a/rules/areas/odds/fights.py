"""What units of the family mean for the odds of a battle: kinds, combined arms, orders of loss.

The numbers are those with which the kernel fires (`combat.values`, `combat.hits`,
`combat.volleys`, `combat.assaults`); the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TypeAlias

from a4a.core.words import list_of
from a4a.odds import steps
from a4a.odds.battle import Battle, Group, Kind, Side, Support, Weapon
from a4a.odds.dice import BattleDice
from a4a.odds.relevant import relevant
from a4a.odds.steps import Role
from a4a.rules.areas import technology
from a4a.rules.areas.combat import entries, support
from a4a.rules.areas.combat import works as w
from a4a.rules.areas.combat.casualties import lost_together
from a4a.rules.areas.combat.course import course
from a4a.rules.areas.combat.listing import PARATROOPER, combat, kind_of, types_of
from a4a.rules.areas.odds.admission import verify
from a4a.rules.areas.odds.sequences import bombards, sequence, support_of
from a4a.rules.areas.odds.traits import drops, fatal, helps, is_led, tags_of
from a4a.rules.areas.system import System
from a4a.rules.fight import KEPT, Army, Band, Fight, FightKind

_Numbers: TypeAlias = Callable[..., int]
"""The numbers of an army's unit types, by type and name; `default` if neither says."""


def battle(system: System, fight: Fight) -> Battle:
    """Return what a fight on land or at sea means for the odds.

    Parameters
    ----------
    system
        The game.
    fight
        Who fights; no raid.

    Raises
    ------
    BattleError
        If units cannot be in this battle, or there are none.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> army = Army((Band("infantry", 2), Band("artillery", 1)))
    >>> made = battle(game, Fight("land", army, (Army((Band("infantry", 1),)),)))
    >>> [(g.kind.name, g.kind.value, g.count) for g in made.attacker.groups]
    [('infantry', 1, 2), ('artillery', 2, 1)]
    >>> made.attacker.supports
    (Support(by='supports infantry', to='supported by artillery', value=2, each=1),)
    """
    verify(system, fight)
    made = Battle(
        *sides(system, fight),
        sequence=_sequence(system, fight),
        dice=BattleDice(
            faces=system.catalog.dice_sides,
            luck="low luck" if system.options.get("low luck") else "standard",
            natural=int(bool(system.options.get("no mercy"))),
        ),
    )
    return made if fight.kind == "sea" else relevant(made)


def _sequence(system: System, fight: Fight) -> steps.Sequence:
    """Return how a fight goes, with what is declared for its units."""
    listed, sea = combat(system), fight.kind == "sea"
    bands = [band for army in (fight.attacker, *fight.defenders) for band in army.bands]
    declared = {mark.name for mark in listed.marks if mark.declared}
    lost = {
        (step.side, unit)
        for step in (listed.sea if sea else listed.land)
        for word in step.outright
        for unit in types_of(system, word)
    }
    defended = {("attacker", band.unit) for army in fight.defenders for band in army.bands}
    attacked = {("defender", band.unit) for band in fight.attacker.bands}
    return sequence(
        system,
        sea=sea,
        declared=frozenset(declared.intersection(mark for band in bands for mark in band.marks)),
        behind=not lost.isdisjoint(defended | attacked),
    )


def sides(system: System, fight: Fight) -> tuple[Side, Side]:
    """Return the sides of a fight: kinds of units by what they mean for it.

    Units are lost in the `default_order`; but the attacker's last land unit is lost after all else
    where a territory is fought for, as players do to take it.
    """
    attacker = _attacker(system, fight.kind, fight.attacker)
    return attacker, _defender(system, fight.kind, fight.defenders)


@lru_cache(maxsize=1024)
def _attacker(system: System, kind: FightKind, army: Army) -> Side:
    groups = _groups(system, kind, "attacker", (army,))
    keep = ("", 0) if kind == "sea" else ("captures", KEPT)
    return Side(groups, _supports(system, "attacker", army), default_order(groups), keep=keep)


@lru_cache(maxsize=1024)
def _defender(system: System, kind: FightKind, armies: tuple[Army, ...]) -> Side:
    groups = _groups(system, kind, "defender", armies)
    supports = [
        found
        for army, mark in zip(armies, _marks(system, "defender", armies), strict=True)
        for found in _supports(system, "defender", army, mark)
    ]
    return Side(groups, tuple(supports), default_order(groups))


def default_order(groups: Sequence[Group]) -> tuple[str, ...]:
    """Return the order in which players lose units as a rule.

    First what cannot fight any more (AAA that has fired), then the cheapest, the weaker of equals
    first, those that cannot retreat before those that can. What the rules have chosen last
    (transports), and free hits, find their place in any order (`odds.losses.slots`).
    """

    def worth(kind: Kind) -> tuple[bool, float, int, bool]:
        spent = bool(kind.weapons) and "defenceless" in kind.tags
        return (not spent, kind.cost, kind.value * kind.dice, "stays" not in kind.tags)

    kinds = [g.kind for g in groups if g.kind.hits]
    return tuple(kind.name for kind in sorted(kinds, key=worth))


# --- kinds of units -----------------------------------------------------------------------------


@dataclass(slots=True)
class _OfKind:
    """Units of a side that are of one kind."""

    unit: str
    kind: Kind
    count: int
    damaged: int
    powers: tuple[str, ...]
    marks: tuple[str, ...]
    bands: tuple[int, ...]


def members(system: System, fight: Fight) -> dict[str, tuple[int, ...]]:
    """Return which of the attacker's bands each of its kinds of units consists of, by place."""
    parts = _parts(system, fight.kind, "attacker", (fight.attacker,))
    return {part.kind.name: part.bands for part in parts}


def _groups(
    system: System, battle: FightKind, role: Role, armies: tuple[Army, ...]
) -> tuple[Group, ...]:
    """Return the groups of a side in the order of the catalog; like units are one group."""
    parts = _parts(system, battle, role, armies)
    return tuple(Group(p.kind, p.count, p.damaged) for p in parts if p.count)


def _parts(
    system: System, battle: FightKind, role: Role, armies: tuple[Army, ...]
) -> list[_OfKind]:
    """Return the kinds of a side in the order of the catalog, each by a name of its own."""
    parts: list[_OfKind] = []
    points = w.points_of(system)
    facilities = frozenset(x.unit for army in armies for x in army.bands if x.count)
    flocks = _worth_of_flocks(system, armies)
    leaders = system.able("general")
    for army, mark in zip(armies, _marks(system, role, armies), strict=True):
        for place, band in enumerate(army.bands):
            if band.unit in w.aids(system) or band.unit in leaders:
                continue
            kind = _kind(system, battle, role, army, band, mark, facilities)
            if kind.together > 1 and band.count:
                kind = replace(kind, cost=flocks[band.unit])
            same = next((part for part in parts if part.kind == kind), None)
            damaged = band.damaged if kind.hits > 1 else 0  # ships that only fire take no hits
            count = band.count * points.get(band.unit, 1)
            count -= band.damaged if band.unit in points else 0
            if same is None:
                powers, at = (army.power,), (place,)
                parts.append(_OfKind(band.unit, kind, count, damaged, powers, band.marks, at))
            else:
                same.count += count
                same.damaged += damaged
                same.powers += (army.power,)
                same.bands += (place,)
    parts.sort(key=lambda part: system.catalog.type_order[part.unit])
    for part in parts:
        namesakes = [other for other in parts if other.kind.name == part.kind.name]
        if len(namesakes) > 1:
            whose = [list_of(dict.fromkeys(filter(None, other.powers))) for other in namesakes]
            if "" in whose or len(set(whose)) < len(whose):
                whose = [", ".join(other.marks) for other in namesakes]
            if len(set(whose)) < len(whose):
                whose = [f"{other.kind.cost:g}" for other in namesakes]
            if len(set(whose)) < len(whose):
                whose = [str(number) for number in range(1, len(whose) + 1)]
            for other, text in zip(namesakes, whose, strict=True):
                name = f"{other.kind.name} ({text})" if text else other.kind.name
                other.kind = replace(other.kind, name=name)
    return parts


def _worth_of_flocks(system: System, armies: tuple[Army, ...]) -> dict[str, float]:
    """Return what units are worth of which a hit takes several: by type, on the average.

    Whatever is aboard, they are lost together with all that are of their type (R-420).
    """
    worth: dict[str, float] = {}
    number: dict[str, int] = {}
    for army in armies:
        for band in army.bands:
            if band.count and lost_together(system, band.unit) > 1:
                price = system.catalog.price(band.unit, army.power) + band.cargo
                worth[band.unit] = worth.get(band.unit, 0.0) + band.count * price
                number[band.unit] = number.get(band.unit, 0) + band.count
    return {unit: total / number[unit] for unit, total in worth.items()}


def _kind(
    system: System,
    battle: FightKind,
    role: Role,
    army: Army,
    band: Band,
    mark: str,
    facilities: Collection[str],
) -> Kind:
    """Return what the units of a band are in a battle: of works, what each of their points is."""
    unit = system.types[band.unit]
    number = _numbers(system, army)
    words = list(filter(None, (band.duty, band.across and f"across {band.across} terrain")))
    name = f"{unit.name} ({', '.join(words)})" if words else unit.name
    works = unit.name in w.points_of(system)
    power = band.power or army.power
    cost = 0.0 if works else system.catalog.price(unit.name, power) + band.cargo
    outside = band.duty == "bombarding"
    led = int(is_led(system, army, band))
    weapons = MappingProxyType(
        {
            name: Weapon(
                value + w.boost(system, weapon.name, role, facilities) + led,
                shots=number(unit.name, weapon.shots) if weapon.shots else 1,
                dice=number(unit.name, weapon.dice) if weapon.dice else 1,
                by="whole" if weapon.whole and not outside else "all",
            )
            for name, weapon in _weapons(
                system, unit.name, band.marks, battle, role, outside=outside
            ).items()
            if (value := number(unit.name, weapon.value) // (1 + weapon.halved)) > 0
            and not (outside and weapon.whole and band.damaged)
        }
    )
    if outside:
        return Kind(name, hits=0, cost=cost, tags=frozenset({unit.name}), weapons=weapons)
    spent = works or (role == "defender" and unit.name in system.able("antiaircraft fire"))
    return Kind(
        name,
        value=number(unit.name, "attack" if role == "attacker" else "defense") + led,
        dice=(
            number(unit.name, "dice")
            if role == "attacker"
            else number(unit.name, "defense dice", default=1)
        ),
        hits=1 if works else 0 if unit.name in system.able("untouchable") else unit.hits,
        cost=cost,
        target=PARATROOPER if drops(system, band) else kind_of(system, unit.name),
        tags=frozenset(
            (*tags_of(system, army, band, spent=spent), *helps(system, unit.name, mark))
        ),
        weapons=weapons,
        # Powers fire separately, which makes a difference where values are added up.
        owner=army.power if _are_parted(system) else "",
        together=lost_together(system, unit.name),
        fatal=fatal(system, band),
    )


@lru_cache(maxsize=4096)
def _weapons(
    system: System,
    unit_type: str,
    marks: tuple[str, ...],
    battle: FightKind,
    role: Role,
    *,
    outside: bool,
) -> Mapping[str, entries.Weapon]:
    """Return what units fire besides their general value in such a battle, by type and marks.

    Those who only fire have a step of their own for it; or else they fire what others fire.
    """
    apart = outside and bombards(system)
    undeclared = frozenset(marks) - {mark.name for mark in combat(system).marks if mark.declared}
    fired = [
        salvo
        for stage in course(system, sea=battle == "sea").stages.values()
        if stage.side == role and (stage.does == "bombard") == apart
        for salvo in stage.salvos
        if salvo.is_fired_by(unit_type, frozenset(marks))
        or (not outside and salvo.is_fired_by(unit_type, undeclared))
    ]
    if apart or not outside:
        return {salvo.weapon.name: salvo.weapon for salvo in fired if salvo.weapon is not None}
    general = entries.Weapon(name="", value="attack", rule="", source="")
    return {
        support_of(salvo.weapon.name if salvo.weapon else min(salvo.marks, default="")): (
            salvo.weapon or general
        )
        for salvo in fired
        if not salvo.at
    }


def _are_parted(system: System) -> bool:
    """Whether the values of each power are added up for themselves (low luck)."""
    options = system.options
    return bool(options.get("low luck") and not options.get("allies add up"))


def _numbers(system: System, army: Army) -> _Numbers:
    return partial(technology.changed, system, army.technologies)


def _marks(system: System, role: Role, armies: tuple[Army, ...]) -> list[str]:
    """Return what is added to the words of each army's supports: units help their own power's."""
    helping = len(armies) > 1 and any(_supports(system, role, army) for army in armies)
    return [f" {number}" if helping else "" for number, _ in enumerate(armies, start=1)]


def _supports(system: System, role: Role, army: Army, mark: str = "") -> tuple[Support, ...]:
    """Return the combined arms of an army, as `combat.support` pairs units."""
    units = {band.unit for band in army.bands if band.count}
    return tuple(
        Support(pairing.by_word + mark, pairing.to_word + mark, pairing.value, pairing.each)
        for pairing in support.pairings(system, role, tuple(sorted(army.technologies)))
        if not units.isdisjoint(pairing.by) and not units.isdisjoint(pairing.to)
    )
