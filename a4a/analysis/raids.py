"""Bombing raids as players ask about them: what is lost, and how much damage is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from a4a.analysis.forces import dice_of, in_words, ordered
from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.core.names import one
from a4a.frames.schema import Column, FrameSchema
from a4a.odds import raid as odds
from a4a.odds.dice import BattleDice
from a4a.odds.given import shown, whole
from a4a.odds.raided import RaidModel, RaidOdds
from a4a.rules.fight import Fight
from a4a.rules.ruleset import BattleRules

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

    def __init__(self, odds: RaidOdds) -> None:
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
        rules: BattleRules,
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
        self.model = self._in_order(made) if isinstance(made, odds.Raid) else self._as_is(made)

    def _as_is(self, made: RaidModel) -> RaidModel:
        """The raid of a chart, on which nothing of this can be chosen."""
        for name in ("attacker_loses", "defender_loses", "dice"):
            value = getattr(self, name)
            if value is not None and (name == "dice" or len(value)):
                raise BattleError(f"{name}={shown(value)}: there is no such choice in this game")
        return made

    def _in_order(self, made: odds.Raid) -> odds.Raid:
        """A raid of dice, with the orders of loss and the dice that are asked for."""
        catalog, attacker_loses = self.catalog, self.attacker_loses
        defender_loses, dice = self.defender_loses, self.dice
        attack = ordered(catalog, made.attacker, attacker_loses, what="attacker_loses")
        defense = ordered(catalog, made.defender, defender_loses, what="defender_loses")
        return replace(
            made,
            attacker=replace(made.attacker, order=attack),
            defender=replace(made.defender, order=defense),
            dice=dice_of(dice, made.dice),
        )

    @property
    def thrown(self) -> odds.Raid:
        """The raid of dice: groups of aircraft, orders of loss.

        Raises
        ------
        BattleError
            If it is flown on a chart.
        """
        if not isinstance(self.model, odds.Raid):
            raise BattleError("this is told of raids with dice; this one is on a chart")
        return self.model

    def odds(self) -> RaidOutcome:
        """Return its outcome, computed exactly and only once."""
        return self._odds

    @cached_property
    def _odds(self) -> RaidOutcome:
        return RaidOutcome(self.model.solve())

    def __repr__(self) -> str:
        rising = [band for army in self.fight.defenders for band in army.bands]
        by = ", intercepted by" if isinstance(self.model, odds.Raid) else " against"
        against = f"{by} {in_words(rising)}" if rising else ""
        return f"<Raid on {one(self.target)}: {in_words(self.fight.attacker.bands)}{against}>"
