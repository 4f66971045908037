"""The rows of a battle lab: which units can be picked, side by side, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.odds.ends import Model
from a4a.odds.steps import Role
from a4a.rules.fight import Army, Band, Duty, Fight, FightKind
from a4a.rules.ruleset import BattleRules

RAID: Final[FightKind] = "raid"

ROLES: Final[tuple[Role, ...]] = ("attacker", "defender")
DUTIES: Final[tuple[Duty, ...]] = ("landing", "", "dropping", "bombarding")


@dataclass(frozen=True, slots=True)
class PickRow:
    """Units that can be picked.

    Parameters
    ----------
    role
        On which side.
    army
        In which army of the side.
    like
        What each of them is: its type, its counter, what it is there for.
    kinds
        Kinds of battle that they can be in.
    targets
        What can be raided with them, on their side.
    """

    role: Role
    army: int
    like: Band
    kinds: tuple[FightKind, ...]
    targets: tuple[str, ...] = ()

    @property
    def unit(self) -> str:
        """Their type."""
        return self.like.unit

    @property
    def duty(self) -> Duty:
        """What they are there for."""
        return self.like.duty

    def fits(self, kind: FightKind, target: str) -> bool:
        """Whether they can be in a battle, or in a raid on a target."""
        return target in self.targets if kind == RAID else kind in self.kinds


@dataclass(frozen=True, slots=True)
class PickList:
    """All that can be picked for the armies of a fight.

    Parameters
    ----------
    rows
        The units.
    armies
        The armies that fight, by role, without their units.
    targets
        What can be raided: facilities, or what the game has for that.
    battles
        Kinds of battle that can be asked about, beside raids.
    garrison
        The strength with which a place is held in which there is nobody, if it is one.
    space
        Where raids are flown, if that makes a difference.
    """

    rows: tuple[PickRow, ...]
    armies: dict[Role, tuple[Army, ...]]
    targets: tuple[str, ...]
    battles: tuple[FightKind, ...]
    garrison: int | None = None
    space: str = ""

    @property
    def kinds(self) -> tuple[FightKind, ...]:
        """Kinds of battle that can be asked about."""
        return (*self.battles, RAID) if self.targets else self.battles

    def fight(
        self,
        kind: FightKind,
        counts: Sequence[int],
        damaged: Sequence[int],
        technologies: Mapping[Role, Sequence[Sequence[str]]],
        target: str = "",
        ground: tuple[str, ...] = (),
    ) -> Fight:
        """Make a fight of numbers by row; rows that cannot be in it stay out.

        Parameters
        ----------
        kind
            What is fought.
        counts, damaged
            Units by row, and how many of them are damaged.
        technologies
            Those of each army, by role.
        target
            What a raid is on.
        ground
            The terrain.
        """
        bands: dict[tuple[Role, int], list[Band]] = {}
        for row, count, hurt in zip(self.rows, counts, damaged, strict=True):
            if count and row.fits(kind, target):
                band = replace(row.like, count=count, damaged=min(hurt, count))
                bands.setdefault((row.role, row.army), []).append(band)
        armies = {
            role: tuple(
                Army(tuple(bands.get((role, i), ())), army.power, tuple(known))
                for i, (army, known) in enumerate(
                    zip(self.armies[role], technologies[role], strict=True)
                )
            )
            for role in ROLES
        }
        defenders = armies["defender"]
        if kind == RAID:  # only the armies that intercept
            defenders = tuple(army for army in defenders if army.bands) or defenders[:1]
        held = self.garrison if kind == "amphibious" else None
        space = self.space if kind == RAID else ""
        return Fight(kind, armies["attacker"][0], defenders, ground, held, space)


def pool(
    rules: BattleRules, catalog: Catalog, fight: Fight, *, without: frozenset[str] = frozenset()
) -> PickList:
    """Lay out what can be picked in a lab that begins with a fight.

    Parameters
    ----------
    rules
        They say which units can be in which battle.
    catalog
        The unit types.
    fight
        The fight it begins with: its armies are those that fight.
    without
        What cannot be declared in it, though the rules know it.
    """
    armies: dict[Role, tuple[Army, ...]] = {
        "attacker": (fight.attacker,), "defender": fight.defenders or (Army(()),),
    }  # fmt: skip
    allowed = _allowed(rules, catalog)
    aims = _aims(rules, catalog)
    raiding = _raiding(rules, catalog, aims)
    keys: dict[tuple[Role, int, Band], None] = {}
    for role, many in armies.items():
        for i, army in enumerate(many):
            keys |= dict.fromkeys((role, i, alike(band)) for band in army.bands)
    declared = _declared(rules, catalog, allowed)
    plain = {
        (role, i, band.unit, band.duty)
        for role, i, band in keys
        if not (band.name or band.across) and declared_of(rules, role, band) == ""
    }
    largest = {
        role: max(range(len(many)), key=lambda i: sum(b.count for b in many[i].bands))
        for role, many in armies.items()
    }
    for role, unit, duty in allowed:
        key = role, largest[role], unit, duty
        if key not in plain and (duty != "dropping" or rules.battles.drops):
            keys[role, largest[role], Band(unit, 1, duty=duty)] = None
    crossing = _crossing(rules, catalog)
    keys |= dict.fromkeys(("attacker", largest["attacker"], band) for band in crossing)
    there = {(role, band.unit, declared_of(rules, role, band)) for role, _, band in keys}
    for role, band in declared:
        if (role, band.unit, *band.marks) not in there and without.isdisjoint(band.marks):
            keys[role, largest[role], band] = None

    def place(key: tuple[Role, int, Band]) -> tuple[int, ...]:
        role, army, band = key
        return (
            ROLES.index(role),
            int(army != largest[role]),
            army,
            int(not band.name),
            DUTIES.index(band.duty),
            catalog.type_order[band.unit],
            len(band.marks),
            int(bool(band.across)),
        )

    rows = tuple(
        PickRow(
            role,
            army,
            band,
            kinds=declared.get((role, band))
            or crossing.get(band)
            or tuple(allowed.get((role, band.unit, band.duty), ())),
            targets=() if band.duty else tuple(raiding.get((role, band.unit), ())),
        )
        for role, army, band in sorted(keys, key=place)
    )
    bare = {role: tuple(Army((), a.power, a.technologies) for a in armies[role]) for role in ROLES}
    able = {target for found in raiding.values() for target in found}
    targets = tuple(target for target in aims if target in able)
    return PickList(rows, bare, targets, rules.battles.kinds, fight.garrison, fight.space)


def alike(band: Band) -> Band:
    """Return what each unit of a band is, whether it is damaged or not."""
    return replace(band, count=1, damaged=0)


def counts(rows: Sequence[PickRow], fight: Fight) -> tuple[list[int], list[int]]:
    """Return how many units of each row a fight has, and how many of them are damaged."""
    found: dict[tuple[Role, int, Band], list[int]] = {}
    sides: tuple[tuple[Role, tuple[Army, ...]], ...] = (
        ("attacker", (fight.attacker,)), ("defender", fight.defenders),
    )  # fmt: skip
    for role, armies in sides:
        for i, army in enumerate(armies):
            for band in army.bands:
                number = found.setdefault((role, i, alike(band)), [0, 0])
                number[0] += band.count
                number[1] += band.damaged
    numbers = [found.get((r.role, r.army, r.like), [0, 0]) for r in rows]
    return [n[0] for n in numbers], [n[1] for n in numbers]


def _allowed(
    rules: BattleRules, catalog: Catalog
) -> dict[tuple[Role, str, Duty], list[FightKind]]:  # fmt: skip
    """Say which units can be on which side of which kinds of battle, by asking the rules."""
    found: dict[tuple[Role, str, Duty], list[FightKind]] = {}
    for kind in rules.battles.kinds:
        duty: Duty = "landing" if kind == "amphibious" else ""
        ours = (Band(unit, 1, duty=duty) for unit in _names(catalog))
        first = tuple(islice((band for band in ours if _fits(rules, kind, band)), 1))
        foes = (Band(unit, 1) for unit in _names(catalog))
        foe = tuple(islice((b for b in foes if _fits(rules, kind, *first, against=(b,))), 1))
        for unit in _names(catalog):
            for duty in DUTIES:  # some fight only beside others
                band = Band(unit, 1, 0, duty)
                if _fits(rules, kind, band) or _fits(rules, kind, band, *first):
                    found.setdefault(("attacker", unit, duty), []).append(kind)
            band = Band(unit, 1)
            if any(_fits(rules, kind, *first, against=them) for them in ((band,), (band, *foe))):
                found.setdefault(("defender", unit, ""), []).append(kind)
    return found


def declared_of(rules: BattleRules, role: Role, band: Band) -> str:
    """Return what is declared for units of a side, "" for nothing."""
    return next((mark for mark in band.marks if mark in rules.battles.declarations(role)), "")


def _declared(
    rules: BattleRules, catalog: Catalog, allowed: Mapping[tuple[Role, str, Duty], list[FightKind]]
) -> dict[tuple[Role, Band], tuple[FightKind, ...]]:
    """Return units that can declare something, and in which kinds of battle it matters."""
    found: dict[tuple[Role, Band], tuple[FightKind, ...]] = {}
    for role in ROLES:
        for mark, types in rules.battles.declarations(role).items():
            for unit in filter(types.__contains__, _names(catalog)):
                kinds = allowed.get((role, unit, ""), ())
                plain = Band(unit, 1)
                marked = replace(plain, marks=(mark,))
                tells = [
                    kind for kind in kinds
                    if _made(rules, kind, role, marked, allowed)
                    != _made(rules, kind, role, plain, allowed)
                ]  # fmt: skip
                if tells:
                    found[role, marked] = tuple(tells)
    return found


def _crossing(rules: BattleRules, catalog: Catalog) -> dict[Band, tuple[FightKind, ...]]:
    """Return units that attack across borders which can be their end, and in which battles."""
    bands = (Band(u, 1, across=b) for b in rules.battles.crossings for u in _names(catalog))
    kinds = {
        band: tuple(
            kind for kind in rules.battles.kinds
            if _fits(rules, kind, band)
            or _fits(rules, kind, band, replace(band, across="", duty="landing"))
        )
        for band in bands
    }  # fmt: skip
    return {band: found for band, found in kinds.items() if found}


def _made(
    rules: BattleRules,
    kind: FightKind,
    role: Role,
    band: Band,
    allowed: Mapping[tuple[Role, str, Duty], list[FightKind]],
) -> Model:
    """Return the battle of a band and some others."""
    duty: Duty = "landing" if kind == "amphibious" else ""
    ours, theirs = (
        Band(next(u for (r, u, d), kinds in allowed.items() if (r, d) == key and kind in kinds), 1,
             duty=key[1])
        for key in (("attacker", duty), ("defender", ""))
    )  # fmt: skip
    if role == "attacker":
        return rules.battles.fight(Fight(kind, Army((ours, band)), (Army((theirs,)),)))
    return rules.battles.fight(Fight(kind, Army((ours,)), (Army((theirs, band)),)))


def _aims(rules: BattleRules, catalog: Catalog) -> tuple[str, ...]:
    """What raids could be on: what the game has for that, or else unit types."""
    try:
        return rules.raids.targets or tuple(_names(catalog))
    except BattleError:
        return ()


def _raiding(
    rules: BattleRules, catalog: Catalog, aims: Sequence[str]
) -> dict[tuple[Role, str], list[str]]:
    """Say which units can take part in raids on which targets, by asking the rules."""
    found: dict[tuple[Role, str], list[str]] = {}
    for target in aims:
        bomber = next((u for u in _names(catalog) if _raids(rules, target, Band(u, 1))), None)
        if bomber is None:
            continue
        first = Band(bomber, 1)
        for unit in _names(catalog):
            if unit == bomber or _raids(rules, target, first, Band(unit, 1)):
                found.setdefault(("attacker", unit), []).append(target)
            if _raids(rules, target, first, against=Army((Band(unit, 1),))):
                found.setdefault(("defender", unit), []).append(target)
    return found


def _raids(rules: BattleRules, target: str, *bands: Band, against: Army | None = None) -> bool:
    try:
        rules.raids.raid(Fight(RAID, Army(bands), () if against is None else (against,)), target, 0)
    except BattleError:
        return False
    return True


def _names(catalog: Catalog) -> Iterator[str]:
    return (unit.name for unit in catalog.unit_types)


def _fits(
    rules: BattleRules, kind: FightKind, *bands: Band, against: tuple[Band, ...] = ()
) -> bool:
    if kind == "amphibious" and not any(band.duty == "landing" for band in bands):
        return False
    try:
        rules.battles.fight(Fight(kind, Army(bands), (Army(against),)))
    except BattleError:
        return False
    return True
