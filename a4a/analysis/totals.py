"""What the sides of a battle bring: units, hits they take, what they fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import polars as pl

from a4a.frames.schema import Column, FrameSchema
from a4a.odds.party import shots_of

if TYPE_CHECKING:
    from a4a.odds.battle import Battle
    from a4a.odds.steps import Role

TOTALS: Final = FrameSchema(
    "totals",
    "One row for each side: what it brings to the first round.",
    (
        Column("side", "String", '"attacker" or "defender"'),
        Column("units", "Int32", "Its units that can be hit", "units"),
        Column("hits", "Int32", "Hits that destroy all of them", "hits"),
        Column("shots", "Int32", "Shots of general combat, combined arms counted in", "dice"),
        Column("power", "Int32", "The sum of what they hit on, or less"),
        Column("expected", "Float64", "How often they hit on average", "hits"),
        Column("cost", "Float64", "What it can lose", "money"),
    ),
)
"""The schema of the frame of `Battle.totals`."""


def totals(battle: Battle) -> pl.DataFrame:
    """Add up what the sides bring; see `a4a.analysis.battle.Battle.totals`."""
    roles: tuple[Role, ...] = ("attacker", "defender")
    rows = []
    for role in roles:
        side = battle.side(role)
        there = [g for g in side.groups if g.kind.hits]
        living = np.array([[g.count if g.kind.hits else 0 for g in side.groups]])
        fired = [(x.die, int(np.sum(x.number))) for x in shots_of(side, living)]
        rows.append(
            (
                role,
                sum(g.count for g in there),
                sum(g.count * g.kind.hits - g.damaged for g in there),
                sum(number for _, number in fired),
                sum(die[0] * number for die, number in fired),
                sum(battle.dice.chance(die[0], best_of=die[1]) * n for die, n in fired),
                battle.cost(role),
            )
        )
    return pl.DataFrame(rows, schema=TOTALS.polars({}), orient="row")
