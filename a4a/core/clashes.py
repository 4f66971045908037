"""What two files say differently of one thing, and which of it a merge has kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias, TypeVar

import msgspec

from a4a.core.steps import ROOT, NodeId

Subject: TypeAlias = Literal["line", "name", "author", "note", "glyph", "title", "player", "source"]
Key = TypeVar("Key")
Tell: TypeAlias = Callable[["Clash"], object]


class Clash(msgspec.Struct, frozen=True, kw_only=True):
    """Two files say different things of one thing.

    Parameters
    ----------
    about
        Which goes on with a ``line``; the ``name`` or ``author`` of a variation; two edits of one
        ``note``, which are both kept; two ``glyph`` signs where a node has one; the ``title``,
        a ``player`` or the ``source`` of the game.
    kept
        What the merged record says; of a note, the edit that has its key.
    other
        What the other file says.
    node
        The node of the merged record that it is about; 0 where it is about the game.

    Examples
    --------
    >>> print(Clash(about="name", kept="Sea Lion", other="Otarie", node=7))
    node 7: two files have another name: 'Sea Lion' is kept, not 'Otarie'
    """

    about: Subject
    kept: str
    other: str
    node: NodeId = ROOT

    def __str__(self) -> str:
        where = f"node {self.node}: " if self.node else ""
        if self.about == "note":
            return f"{where}a note was edited in one file or both: {self.kept!r} and {self.other!r}"
        words = f"{where}two files have another {self.about}"
        return f"{words}: {self.kept!r} is kept, not {self.other!r}"


def one_of(a: str, b: str, about: Subject, tell: Tell, node: NodeId = ROOT) -> str:
    """Return the one text that is kept of two; where both say something else, tell of it."""
    other, kept = sorted((a, b))
    if other and other != kept:
        tell(Clash(about=about, kept=kept, other=other, node=node))
    return kept


def numbered(
    wanted: Iterable[Mapping[Key, int]], order: Iterable[Key], *, above: int
) -> dict[Key, int]:
    """Give things that two files number each in their own way numbers, as far as they can theirs.

    Parameters
    ----------
    wanted
        The number of each thing in each file. Where the files differ, the higher one counts, which
        a merge may have given.
    order
        All things: of two that want one number the first has it.
    above
        The others get the numbers that follow this one.

    Examples
    --------
    >>> numbered([{"a": 1, "b": 2}, {"a": 1, "c": 2}], "abc", above=2)
    {'a': 1, 'b': 2, 'c': 3}
    """
    tables = list(wanted)
    things = list(order)
    numbers: dict[Key, int] = {}
    taken: set[int] = set()
    for thing in things:
        number = max(table.get(thing, 0) for table in tables)
        if number not in taken:
            numbers[thing] = number
            taken.add(number)
    for thing in things:
        if thing not in numbers:
            above += 1
            numbers[thing] = above
    return numbers
