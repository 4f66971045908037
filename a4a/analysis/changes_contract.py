"""What the frames of `a4a.changes` hold."""

from __future__ import annotations

from collections.abc import Mapping

from a4a.frames.schema import Column, FrameSchema

_POWER = Column("power", "power", "The power they belong to")
_SIDE = Column("side", "side", "The side that power fights on", nulls="for a neutral")
_UNIT = Column("unit", "unit", "The unit type")
_TUV = Column("tuv", "Int32", "Their total unit value, with steps lost or restored", "money")

SCHEMAS: Mapping[str, FrameSchema] = {
    schema.name: schema
    for schema in (
        FrameSchema(
            "hands",
            "One row for each space that another power holds, in board order.",
            (
                Column("space", "space", "The space"),
                Column("theatre", "String", "Its theatre", nulls="where it lies in none"),
                Column("value", "Int32", "Its yield a turn in the second position", "money"),
                Column("was", "power", "Who held it", nulls="where nobody did"),
                Column("now", "power", "Who holds it", nulls="where nobody does"),
                Column("was_side", "side", "That power's side", nulls="for nobody and neutrals"),
                Column("now_side", "side", "That power's side", nulls="for nobody and neutrals"),
            ),
        ),
        FrameSchema(
            "units",
            "One row for each space, power and unit type whose number or steps there changed.",
            (
                Column("space", "space", "Where they are, including aboard ships"),
                _POWER,
                _SIDE,
                _UNIT,
                Column("was", "Int32", "How many there were", "units"),
                Column("now", "Int32", "How many there are", "units"),
                Column("change", "Int32", "now - was", "units"),
                Column("tuv", "Int32", "The change in total unit value", "money"),
            ),
        ),
        FrameSchema(
            "built",
            "One row for each power and unit type of which units or restored steps came onto the "
            "board.",
            (_POWER, _SIDE, _UNIT, Column("count", "Int32", "Number of units", "units"), _TUV),
        ),
        FrameSchema(
            "lost",
            "One row for each power and unit type of which units or steps left the board, or its "
            "owner.",
            (_POWER, _SIDE, _UNIT, Column("count", "Int32", "Number of units", "units"), _TUV),
        ),
        FrameSchema(
            "moved",
            "One row for each power, unit type and way: units that are elsewhere than they were.",
            (
                _POWER,
                _SIDE,
                _UNIT,
                Column("count", "Int32", "Number of units", "units"),
                Column("origin", "space", "Where they were"),
                Column("destination", "space", "Where they are"),
            ),
        ),
        FrameSchema(
            "money",
            "One row for each resource of a treasury whose amount changed.",
            (
                Column("treasury", "String", "The treasury"),
                Column("resource", "String", 'The resource: "IPC" ...'),
                Column("was", "Int32", "What was held", "money"),
                Column("now", "Int32", "What is held", "money"),
                Column("change", "Int32", "now - was", "money"),
            ),
        ),
        FrameSchema(
            "powers",
            "One row for each power: what it gained and lost on balance.",
            (
                _POWER,
                _SIDE,
                Column("spaces", "Int32", "Spaces held: now - was", "spaces"),
                Column("production", "Int32", "Yield of its spaces: now - was", "money"),
                Column("built", "Int32", "TUV that came onto the board", "money"),
                Column("lost", "Int32", "TUV that left the board or changed hands", "money"),
                Column("tuv", "Int32", "TUV on the board: now - was", "money"),
            ),
        ),
    )
}
"""The schemas of the frames of `Changes`, by name."""
