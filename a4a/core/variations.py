"""Variations: the lines that leave another line of a record, and how they can be changed.

The *main line* goes from the start along first children. A *variation* begins with a further child
of a node, its *branch point*, and goes on along first children. Which child comes first is a matter
of rank: promoting changes ranks, and no step ever moves.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

import msgspec

from a4a.core.errors import RecordError
from a4a.core.names import plain
from a4a.core.numbers import Whole
from a4a.core.steps import ROOT, NodeId

MAIN: Final = "main"
"""The name of the main line."""
MOST_NAME: Final = 80
"""Most characters of a variation's name."""
MOST_AUTHOR: Final = 200
"""Most characters of the name of who made it."""
_UNNAMED: Final = re.compile(r"variation \d+")


class Variation(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What is said of a variation.

    Parameters
    ----------
    first
        Its first node, which is its identity.
    name
        What it is called, or "": then it is called after its first node.
    rank
        Among the children of a node those of higher rank come first, and those of one rank in the
        order in which they were recorded.
    author
        Who made it, or "".

    Examples
    --------
    >>> Variation(first=7).line, Variation(first=7, name="Sea Lion").line
    ('variation 7', 'Sea Lion')
    """

    first: NodeId
    name: str = ""
    rank: Whole = 0
    author: str = ""

    @property
    def line(self) -> str:
        """What its line is called."""
        return self.name or f"variation {self.first}"

    @property
    def told(self) -> bool:
        """Whether anything is said of it."""
        return bool(self.name or self.rank or self.author)


class Rename(msgspec.Struct, frozen=True, kw_only=True):
    """Give a variation a name, by its first node; "" takes its name away."""

    first: NodeId
    name: str


class Promote(msgspec.Struct, frozen=True, kw_only=True):
    """Let a variation go on with the line it leaves, or (``to="main"``) be the main line."""

    first: NodeId
    to: Literal["line", "main"] = "line"


class Delete(msgspec.Struct, frozen=True, kw_only=True):
    """Delete a node of a variation and all that follows it; the ids stay used."""

    node: NodeId


Change: TypeAlias = Rename | Promote | Delete
"""What can be done to a record's variations; see `GameRecord.do`."""


def check_variation(variation: Variation) -> None:
    """Check what is said of a variation.

    Raises
    ------
    RecordError
        If a name is not one short line of text, is that of another line, or a number is wrong.

    Examples
    --------
    >>> check_variation(Variation(first=7, name="Sea Lion", author="Ada"))
    """
    if not isinstance(variation, Variation):
        raise RecordError(f"a {type(variation).__name__} is not a Variation")
    if isinstance(variation.first, int) and variation.first <= ROOT:
        raise RecordError(f"no variation begins with node {variation.first}: the main line does")
    _check_line("name", variation, variation.name, MOST_NAME)
    _check_line("author", variation, variation.author, MOST_AUTHOR)
    if variation.name and (plain(variation.name) == MAIN or _UNNAMED.fullmatch(variation.name)):
        raise RecordError(
            f"a variation cannot be named {variation.name!r}, which may be another line's name"
        )
    try:
        msgspec.convert(msgspec.to_builtins(variation), Variation)
    except msgspec.ValidationError as error:
        raise RecordError(f"variation {variation.first!r}: {error}") from None
    if variation.rank < 0:
        raise RecordError(f"variation {variation.first}: its rank is {variation.rank}, below 0")


def _check_line(field: str, variation: Variation, text: object, most: int) -> None:
    """Refuse what is not one short line of text."""
    which = f"variation {variation.first!r}: its {field}"
    if not isinstance(text, str):
        raise RecordError(f"{which} is text, not {type(text).__name__}")
    if len(text) > most or not text.isprintable() or text != text.strip():
        raise RecordError(
            f"{which} has at most {most} characters, in one line, and none that cannot be seen"
        )


def key_of(name: str) -> str:
    """What names are told apart by: their case does not matter.

    Examples
    --------
    >>> key_of("Sea  Lion") == key_of("sea lion")
    True
    """
    return " ".join(name.casefold().split())
