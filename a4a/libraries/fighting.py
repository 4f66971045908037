"""The rows of battles: who fought, how it went, and how likely that was."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from a4a.analysis.forces import in_words
from a4a.analysis.fought import battles_of
from a4a.analysis.luck import battles_known, judge
from a4a.core.errors import A4AError
from a4a.core.record import MAIN, GameRecord
from a4a.frames.collection import Frames
from a4a.rules import battle_rules_of

_JUDGED: Final = pl.Schema(
    {
        "battle": pl.String(), "attacker": pl.String(), "defender": pl.String(),
        "p_attacker": pl.Float64(), "p_defender": pl.Float64(), "expected": pl.Float64(),
        "sd": pl.Float64(), "luck": pl.Float64(), "percentile": pl.Float64(),
    }
)  # fmt: skip
_KEPT: Final = (
    "round", "turn", "node", "battle", "attacker_units", "defender_units", "attacker_tuv",
    "defender_tuv", "attacker_loss", "defender_loss", "swing", "rounds", "winner", "result", "kind",
)  # fmt: skip


def battle_rows(record: GameRecord, frames: Frames[pl.DataFrame]) -> pl.DataFrame:
    """Return a row for each battle of a game's main line, without the columns that name the game.

    Parameters
    ----------
    record
        The game.
    frames
        The frames of its main line.
    """
    fought = frames.battles.select(
        *_KEPT,
        pl.col("space", "power", "side").cast(pl.String),
        *(_joined(role) for role in ("attackers", "defenders")),
    )
    return fought.join(_judged(record), on="battle", how="left", maintain_order="left")


def _joined(role: str) -> pl.Expr:
    return pl.col(role).list.eval(pl.element().cast(pl.String)).list.join("; ")


def _judged(record: GameRecord) -> pl.DataFrame:
    """The odds and the luck of each battle that has odds, by its id."""
    try:
        rules = battle_rules_of(record)
    except A4AError:  # no rules for this map: what happened is told, not how likely it was
        return pl.DataFrame(schema=_JUDGED)
    rows: list[tuple[Any, ...]] = []
    nodes = record.way_to(record.line(MAIN)[-1])
    for fought in battles_of(record, nodes, battles_known(rules)):
        verdict, fight = judge(rules, record.catalog, fought), fought.fight
        if fight is None:
            continue
        bands = [band for army in fight.defenders for band in army.bands]
        rows.append(
            (
                fought.battle, in_words(fight.attacker.bands) or None, in_words(bands) or None,
                verdict.p_attacker, verdict.p_defender, verdict.expected, verdict.sd, verdict.luck,
                verdict.percentile,
            )
        )  # fmt: skip
    return pl.DataFrame(rows, schema=_JUDGED, orient="row")
