"""Bombing raids as players ask about them: what is lost, and how much damage is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from a4a.analysis.forces import dice_of, in_words, ordered
from a4a.core.catalog import Catalog
from a4a.core.names import one
from a4a.frames.schema import Column, FrameSchema
from a4a.odds import raid as odds
from a4a.odds.dice import BattleDice
from a4a.odds.given import whole
from a4a.rules.fight import Fight
from a4a.rules.ruleset import Ruleset

if TYPE_CHECKING:
    import polars as pl

SCHEMAS: Mapping[str, FrameSchema] = {
    schema.name: schema
    for schema in (
        FrameSchema(
            "damage",
            "The distribution of the damage: one row for each number of points.",
            (
                Column("damage", "Int32", "Damage that is done", "points"),
                Column("probability", "Float64", "How likely that is"),
                Column("at_least", "Float64", "How likely so much or more is done"),
            ),
        ),
        FrameSchema(
            "raid_losses",
            "The distribution of the losses: one row for each side, unit and number lost.",
            (
                Column("side", "String", '"attacker" or "defender"'),
                Column("unit", "String", "The unit type"),
                Column("began", "Int32", "How many there were", "units"),
                Column("lost", "Int32", "How many are lost", "units"),
                Column("probability", "Float64", "How likely that is"),
            ),
        ),
    )
}
"""The schemas of the frames of `RaidOutcome`, by name."""


class RaidOutcome:
    """The outcome of a raid.

    Parameters
    ----------
    odds
        The odds.

    Attributes
    ----------
    odds : RaidOdds
    """

    def __init__(self, odds: odds.RaidOdds) -> None:
        self.odds = odds

    @property
    def expected_damage(self) -> float:
        """The damage done on average."""
        return self.odds.expected_damage

    @property
    def swing(self) -> float:
        """What the defender loses on average, repairs included, less what the attacker loses."""
        return self.odds.expected_swing

    @cached_property
    def damage(self) -> pl.DataFrame:
        """How much damage is done; schema ``SCHEMAS["damage"]``."""
        import polars as pl

        frame = self.odds.damage.with_columns(
            pl.col("probability").cum_sum(reverse=True).alias("at_least")
        )
        return frame.cast(SCHEMAS["damage"].polars({}))

    @cached_property
    def losses(self) -> pl.DataFrame:
        """How many units are lost; schema ``SCHEMAS["raid_losses"]``."""
        return self.odds.losses.rename({"kind": "unit"}).cast(SCHEMAS["raid_losses"].polars({}))

    def __repr__(self) -> str:
        return f"<RaidOutcome: damage {self.expected_damage:.2f}, swing {self.swing:+.2f}>"


class Raid:
    """A bombing raid.

    Parameters
    ----------
    rules
        The rules it is flown by.
    catalog
        The units of the game.
    fight
        Bombers and escorts against interceptors.
    target, damage
        The type of the facility, and the damage it has already.
    attacker_loses, defender_loses
        Orders of loss; empty for the cheapest first.
    dice
        As `a4a.battle` takes them.

    Raises
    ------
    BattleError
        If units cannot be in this raid, or the target cannot be bombed.

    See Also
    --------
    a4a.battle : makes them.
    """

    def __init__(
        self,
        rules: Ruleset,
        catalog: Catalog,
        fight: Fight,
        *,
        target: str,
        damage: int = 0,
        attacker_loses: Sequence[str] = (),
        defender_loses: Sequence[str] = (),
        dice: str | Sequence[float] | BattleDice | None = None,
    ) -> None:
        damage = whole(damage, "target_damage")
        self.rules, self.catalog = rules, catalog
        self.fight, self.target, self.damage = fight, target, damage
        self.attacker_loses, self.defender_loses = attacker_loses, defender_loses
        self.dice = dice
        made = rules.raids.raid(fight, target, damage)
        attack = ordered(catalog, made.attacker, attacker_loses, what="attacker_loses")
        defense = ordered(catalog, made.defender, defender_loses, what="defender_loses")
        self.model = replace(
            made,
            attacker=replace(made.attacker, order=attack),
            defender=replace(made.defender, order=defense),
            dice=dice_of(dice, made.dice),
        )

    def odds(self) -> RaidOutcome:
        """Return its outcome, computed exactly and only once."""
        return self._odds

    @cached_property
    def _odds(self) -> RaidOutcome:
        return RaidOutcome(odds.solve_raid(self.model))

    def __repr__(self) -> str:
        rising = [band for army in self.fight.defenders for band in army.bands]
        against = f", intercepted by {in_words(rising)}" if rising else ""
        return f"<Raid on {one(self.target)}: {in_words(self.fight.attacker.bands)}{against}>"
