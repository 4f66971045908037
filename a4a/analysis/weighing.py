"""Land values against the lines of victory, turn by turn."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

import polars as pl

from a4a.core.errors import A4AError
from a4a.core.record import MAIN, GameRecord
from a4a.frames.schema import Column, FrameSchema
from a4a.rules import rules_of
from a4a.rules.ruleset import Ruleset

WEIGHED = FrameSchema(
    "weighed",
    "One row for each turn, and each condition of victory that weighs land: how it stood as the "
    "turn ended.",
    (
        Column("node", "Int32", "The last step of the turn"),
        Column("round", "Int32", "The round; 0 before the first"),
        Column("turn", "Int32", "Turns begun so far on this line; 0 before the first"),
        Column("winner", "String", "The side that would win"),
        Column("reason", "String", "How the game would be won"),
        Column("by", "String", "Whose land is weighed"),
        Column("worth", "Int32", "What it is worth", "money"),
        Column("against", "String", 'Whose land it is compared with; "": with a number'),
        Column("needed", "Int32", "What that land is worth, or that number", "money"),
        Column("met", "Boolean", "Whether the condition holds"),
        Column("others", "Boolean", "Whether all else holds that this way to win asks for"),
    ),
)
"""The schema of the frame of land that victory weighs."""


def weighed(
    record: GameRecord, *, line: str = MAIN, rules: str | Path | None = None
) -> pl.DataFrame:
    """Say how the worth of land stood to victory as each turn of a game ended.

    Parameters
    ----------
    record
        The game; its system must be one that can be played.
    line
        The line: "main", or the name of a variation.
    rules
        The folder of the mod it is played by; None for a system that comes with a4a.

    Returns
    -------
    polars.DataFrame
        Schema ``WEIGHED``; empty if victory weighs no land in this game.

    Raises
    ------
    A4AError
        If `record` is not a record, its system cannot be played, or there is no such line.

    Examples
    --------
    >>> import a4a
    >>> weighed(a4a.start("global1940")).height
    0
    """
    if not isinstance(record, GameRecord):
        raise A4AError(f"give a record, as a4a.open returns it, not a {type(record).__name__}")
    return _weighed(record, rules_of(record, rules=rules), line)


def weighed_if_known(
    record: GameRecord, *, line: str = MAIN, rules: Ruleset | None = None
) -> pl.DataFrame:
    """Say the same of any record: nothing of one whose rules are not known.

    Parameters
    ----------
    record, line
        As above.
    rules
        The rules it is played by; those that it names if None.

    Examples
    --------
    >>> import a4a
    >>> weighed_if_known(a4a.start("wargame1942")).select("by", "against").rows()
    [('Axis', ''), ('Axis', 'Allies')]
    """
    if rules is None:
        try:
            rules = rules_of(record)
        except A4AError:
            return pl.DataFrame(schema=WEIGHED.polars({}))
    return _weighed(record, rules, line)


def _weighed(record: GameRecord, ruleset: Ruleset, line: str) -> pl.DataFrame:
    way = record.way_to(record.line(line)[-1])
    # What is weighed does not change in a game, and most weigh nothing.
    ends = {record.time(n).turn: n for n in way} if [*ruleset.weighed(record.state_at(0))] else {}
    rows = [
        (node, record.time(node).round, turn, *astuple(one))
        for turn, node in ends.items()
        for one in ruleset.weighed(record.state_at(node))
    ]
    return pl.DataFrame(rows, schema=WEIGHED.polars({}), orient="row")
