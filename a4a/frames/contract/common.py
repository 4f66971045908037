"""Columns that several frames have, and short words for kinds of columns."""

from __future__ import annotations

from a4a.frames.schema import Column, Dtype

KEYS = (
    Column("game", "String", "The game"),
    Column("line", "String", 'The line: "main", or a variation\'s name'),
    Column("node", "Int32", "The node: the position after a step; 0 is the start"),
    Column("round", "Int32", "The round; 0 before the first"),
    Column("turn", "Int32", "Turns begun so far on this line; 0 before the first"),
    Column("phase", "String", "The phase", nulls="before a turn's first phase"),
)
"""The columns with which every frame on the course of a game begins."""

NODE_TEXT = "Keys are those of the sampled node: the last one of its round, turn or phase."


def count(name: str, text: str, unit: str = "units", nulls: str = "never") -> Column:
    """Return a column of whole numbers that count something."""
    return Column(name, "Int32", text, unit, nulls)


def money(name: str, text: str, nulls: str = "never") -> Column:
    """Return a column of amounts of money."""
    return Column(name, "Int32", text, "money", nulls)


def text(name: str, text: str, nulls: str = "never") -> Column:
    """Return a column of text."""
    return Column(name, "String", text, nulls=nulls)


def of(name: str, dtype: Dtype, text: str, nulls: str = "never") -> Column:
    """Return a column of a kind, such as powers."""
    return Column(name, dtype, text, nulls=nulls)


NEUTRAL = "for a neutral"
NO_COUNTER = "where units are alike"
POWER = of("power", "power", "The power the row is about")
SIDE = of("side", "side", "The side that power fights on: its own, or one it has joined", NEUTRAL)
SPACE = of("space", "space", "The space")
EVENT = count("event", "Number of the event in its step, from 0", "")
BATTLE = "outside battles"


def km(name: str, text: str, unit: str) -> Column:
    """Return a column of kilometres or square kilometres."""
    return Column(name, "Float64", text, unit, "if it is not known")


def ends(name: str, dtype: Dtype, text: str) -> tuple[Column, ...]:
    """Return the columns that say the same of both ends of a border."""
    return tuple(of(f"{name}_{end}", dtype, text) for end in "ab")
