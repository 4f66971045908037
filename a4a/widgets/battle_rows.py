"""The rows of a battle lab: which units can be picked, side by side, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.odds.steps import Role
from a4a.rules.fight import Army, Band, Duty, Fight, FightKind
from a4a.rules.ruleset import Ruleset

KINDS: Final[tuple[FightKind, ...]] = ("land", "sea", "amphibious")
"""Kinds of battle that the lab asks about, beside raids."""

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
    unit
        The unit type's name.
    duty
        What they are there for.
    cargo
        What the cargo aboard each is worth.
    kinds
        Kinds of battle that they can be in.
    targets
        Facilities in whose bombing they can take part, on their side.
    """

    role: Role
    army: int
    unit: str
    duty: Duty
    cargo: float
    kinds: tuple[FightKind, ...]
    targets: tuple[str, ...] = ()

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
        Facilities that can be bombed.
    """

    rows: tuple[PickRow, ...]
    armies: dict[Role, tuple[Army, ...]]
    targets: tuple[str, ...]

    @property
    def kinds(self) -> tuple[FightKind, ...]:
        """Kinds of battle that can be asked about."""
        return (*KINDS, RAID) if self.targets else KINDS

    def fight(
        self,
        kind: FightKind,
        counts: Sequence[int],
        damaged: Sequence[int],
        technologies: Mapping[Role, Sequence[Sequence[str]]],
        target: str = "",
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
            What a raid bombs.
        """
        bands: dict[tuple[Role, int], list[Band]] = {}
        for row, count, hurt in zip(self.rows, counts, damaged, strict=True):
            if count and row.fits(kind, target):
                band = Band(row.unit, count, min(hurt, count), row.duty, row.cargo)
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
        return Fight(kind, armies["attacker"][0], defenders)


def pool(rules: Ruleset, catalog: Catalog, fight: Fight) -> PickList:
    """Lay out what can be picked in a lab that begins with a fight.

    Parameters
    ----------
    rules
        They say which units can be in which battle.
    catalog
        The unit types.
    fight
        The fight it begins with: its armies are those that fight.
    """
    armies: dict[Role, tuple[Army, ...]] = {
        "attacker": (fight.attacker,), "defender": fight.defenders or (Army(()),),
    }  # fmt: skip
    allowed = _allowed(rules, catalog)
    bombing = _bombing(rules, catalog)
    keys: dict[tuple[Role, int, str, Duty, float], None] = {}
    for role, many in armies.items():
        for i, army in enumerate(many):
            keys |= dict.fromkeys((role, i, b.unit, b.duty, b.cargo) for b in army.bands)
    plain = {key[:4] for key in keys}
    largest = {
        role: max(range(len(many)), key=lambda i: sum(b.count for b in many[i].bands))
        for role, many in armies.items()
    }
    for role, unit, duty in allowed:
        key = role, largest[role], unit, duty
        if duty != "dropping" and key not in plain:
            keys[*key, 0.0] = None

    def place(key: tuple[Role, int, str, Duty, float]) -> tuple[int, ...]:
        role, army, unit, duty, _ = key
        return (
            ROLES.index(role),
            int(army != largest[role]),
            army,
            DUTIES.index(duty),
            catalog.type_order[unit],
        )

    rows = tuple(
        PickRow(
            *key,
            kinds=tuple(allowed.get((key[0], key[2], key[3]), ())),
            targets=() if key[3] else tuple(bombing.get((key[0], key[2]), ())),
        )
        for key in sorted(keys, key=place)
    )
    bare = {role: tuple(Army((), a.power, a.technologies) for a in armies[role]) for role in ROLES}
    targets = {target for found in bombing.values() for target in found}
    ordered = sorted(targets, key=lambda target: catalog.type_order[target])
    return PickList(rows, bare, tuple(ordered))


def counts(rows: Sequence[PickRow], fight: Fight) -> tuple[list[int], list[int]]:
    """Return how many units of each row a fight has, and how many of them are damaged."""
    found: dict[tuple[Role, int, str, Duty, float], list[int]] = {}
    sides: tuple[tuple[Role, tuple[Army, ...]], ...] = (
        ("attacker", (fight.attacker,)), ("defender", fight.defenders),
    )  # fmt: skip
    for role, armies in sides:
        for i, army in enumerate(armies):
            for band in army.bands:
                number = found.setdefault((role, i, band.unit, band.duty, band.cargo), [0, 0])
                number[0] += band.count
                number[1] += band.damaged
    numbers = [found.get((r.role, r.army, r.unit, r.duty, r.cargo), [0, 0]) for r in rows]
    return [n[0] for n in numbers], [n[1] for n in numbers]


def _allowed(
    rules: Ruleset, catalog: Catalog
) -> dict[tuple[Role, str, Duty], list[FightKind]]:  # fmt: skip
    """Say which units can be on which side of which kinds of battle, by asking the rules."""
    found: dict[tuple[Role, str, Duty], list[FightKind]] = {}
    for kind in KINDS:
        troops = (Band(unit, 1, 0, "landing") for unit in _names(catalog))
        ashore = tuple(islice((band for band in troops if _fits(rules, kind, band)), 1))
        for unit in _names(catalog):
            for duty in DUTIES:
                if _fits(rules, kind, Band(unit, 1, 0, duty), *ashore):
                    found.setdefault(("attacker", unit, duty), []).append(kind)
            if _fits(rules, kind, *ashore, against=Army((Band(unit, 1),))):
                found.setdefault(("defender", unit, ""), []).append(kind)
    return found


def _bombing(rules: Ruleset, catalog: Catalog) -> dict[tuple[Role, str], list[str]]:
    """Say which units can take part in bombing which facilities, by asking the rules."""
    found: dict[tuple[Role, str], list[str]] = {}
    for target in _names(catalog):
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


def _raids(rules: Ruleset, target: str, *bands: Band, against: Army | None = None) -> bool:
    try:
        rules.raids.raid(Fight(RAID, Army(bands), () if against is None else (against,)), target, 0)
    except BattleError:
        return False
    return True


def _names(catalog: Catalog) -> Iterator[str]:
    return (unit.name for unit in catalog.unit_types)


def _fits(rules: Ruleset, kind: FightKind, *bands: Band, against: Army | None = None) -> bool:
    if kind == "amphibious" and not any(band.duty == "landing" for band in bands):
        return False
    try:
        rules.battles.fight(Fight(kind, Army(bands), (against or Army(()),)))
    except BattleError:
        return False
    return True
