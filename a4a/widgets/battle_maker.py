"""Makes a battle, whose odds can be asked for, of what is picked in a battle lab."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from a4a.analysis.battle import Battle
from a4a.analysis.forces import in_words
from a4a.analysis.raids import Raid
from a4a.analysis.terms import Terms
from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.odds.battle import Side
from a4a.odds.steps import Role
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.ruleset import BattleRules
from a4a.widgets.battle_picks import Picked, fitted
from a4a.widgets.battle_rows import RAID, ROLES, PickList

Asked: TypeAlias = Battle | Raid
"""What a lab can ask about."""

Loses: TypeAlias = Mapping[Role, tuple[str, ...]]
"""Orders of loss; empty where they are the usual ones."""

_MOST_PAIRS: Final = {
    "land": 250_000, "amphibious": 250_000, "sea": 22_500, "air": 22_500, RAID: 400,
}  # fmt: skip
"""The attacker's units times the defender's, at most: more takes a minute or longer."""


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes battles of what is picked.

    Parameters
    ----------
    rules, catalog
        The game.
    pool
        What can be picked.
    dice
        The dice of the battle with which the lab began, which may not be one that can be picked.
    """

    rules: BattleRules
    catalog: Catalog
    pool: PickList
    dice: Any = None

    def make(self, picked: Picked, *, more: int | None = None) -> Asked:
        """Make a battle, or a raid.

        Parameters
        ----------
        picked
            What is picked.
        more
            The index of a row that gets one unit more than picked.

        Raises
        ------
        BattleError
            If it is no battle, or too large.
        """
        numbers = list(picked.counts)
        if more is not None:
            numbers[more] += 1
        fight = self.pool.fight(
            picked.kind, numbers, picked.damaged, picked.technologies, picked.target,
            picked.terrain,
        )  # fmt: skip
        _check_size(fight)
        usual: Loses = {"attacker": (), "defender": ()}
        asked = self._asked(picked, fight, usual)
        if not any(picked.orders.values()):
            return asked
        if any(picked.stays.values()):  # who stays is not named apart: they are the last of a kind
            asked = self._asked(replace(picked, stays={}), fight, usual)
        chosen: Loses = {
            role: fitted(picked.orders[role], side_of(asked, role).order) for role in ROLES
        }
        return self._asked(picked, fight, chosen)

    def price(self, index: int) -> float:
        """What a unit of a row costs."""
        row = self.pool.rows[index]
        power = row.like.power or self.pool.armies[row.role][row.army].power
        return float(self.catalog.price(row.unit, power))

    def called(self, band: Band) -> str:
        """What a unit is called: "German 1st armor", or by its type."""
        if not band.name:
            return band.unit
        return f"{self.catalog.power(band.power).adjective} {band.name}"

    def has(self, term: str) -> bool:
        """Whether battles of the game have a term that can be chosen."""
        return term in self.rules.battles.terms

    def _asked(self, picked: Picked, fight: Fight, loses: Loses) -> Asked:
        dice = self.dice if picked.dice == "given" else picked.dice or None
        if picked.kind == RAID:
            return Raid(
                self.rules,
                self.catalog,
                fight,
                target=picked.target,
                damage=picked.target_damage,
                attacker_loses=loses["attacker"],
                defender_loses=loses["defender"],
                dice=dice,
            )
        if not self.rules.battles.terms:
            return Battle(self.rules, self.catalog, fight, Terms())
        terms = Terms(
            attacker_loses=loses["attacker"],
            defender_loses=loses["defender"],
            rounds=picked.rounds,
            retreat=picked.policy(),
            defender_retreat=picked.policy("defender"),
            attacker_stays=self._stays(picked, "attacker"),
            defender_stays=self._stays(picked, "defender"),
            keep_land=picked.keep_land,
            submerge=picked.submerge or None,
            dice=dice,
            allocation=picked.allocation,
        )
        return Battle(self.rules, self.catalog, fight, terms)

    def _stays(self, picked: Picked, role: Role) -> str | None:
        """Who fights on when the rest of a side retreats."""
        if picked.policy(role) is None or not self.has(f"{role}_stays"):
            return None
        return picked.stays.get(role) or None


def side_of(asked: Asked, role: Role) -> Side:
    """Return a side as the odds have it."""
    model = asked.thrown if isinstance(asked, Raid) else asked.model
    return model.attacker if role == "attacker" else model.defender


def missing(maker: Maker, fight: Fight, picked: Mapping[str, Any]) -> str:
    """Say which units of a fight cannot be picked for it, and why not; "" if all can.

    Parameters
    ----------
    maker
        The game, and what can be picked.
    fight
        The fight that a board has.
    picked
        What is picked at first, in the page's words (`offer`).
    """
    target = str(picked.get("target", ""))
    left = [
        replace(row.like, count=count)
        for row, count in zip(maker.pool.rows, picked["counts"], strict=True)
        if count and not row.fits(fight.kind, target)
    ]
    if not left:
        return ""
    why = ""
    try:
        if fight.kind == RAID:
            maker.rules.raids.raid(fight, target, picked.get("target_damage", 0))
        else:
            maker.rules.battles.fight(fight)
    except BattleError as error:
        why = f": {error}"
    return f"Left out: {in_words(left)}{why}"


def first_fight(rules: BattleRules, catalog: Catalog) -> Fight:
    """Return a battle to begin with: three of the first units that can attack, against two."""
    for unit in catalog.unit_types:
        fight = Fight("land", Army((Band(unit.name, 3),)), (Army((Band(unit.name, 2),)),))
        try:
            rules.battles.fight(fight)
        except BattleError:
            continue
        return fight
    raise BattleError(f"no unit of {catalog.system} fights on land")


def pairs(fight: Fight) -> int:
    """Return the attacker's units times the defenders': how large a battle is."""
    ours = sum(band.count for band in fight.attacker.bands if band.duty != "bombarding")
    theirs = sum(band.count for army in fight.defenders for band in army.bands)
    return (ours + 1) * (theirs + 1)  # a raid may meet nobody


def _check_size(fight: Fight) -> None:
    """Raise BattleError for a battle that would take minutes."""
    if pairs(fight) > _MOST_PAIRS[fight.kind]:
        raise BattleError(
            "these units are too many to be answered here; a4a.battle(...).odds() takes its time"
        )
