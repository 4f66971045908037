"""Merging: what two people did in their copies of a record, in one."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from a4a.core.clashes import Clash, one_of
from a4a.core.errors import RecordError
from a4a.core.mergednotes import MergedNotes
from a4a.core.mergedtree import MergedTree
from a4a.core.record import GameRecord
from a4a.core.samegame import check_same_game
from a4a.core.steps import Header, NodeId, Source


class Renumbered(msgspec.Struct, frozen=True):
    """What has another number in the merged record than in a file.

    Parameters
    ----------
    nodes
        The number of a node there, by its number in the file.
    notes
        The same of notes.
    """

    nodes: Mapping[NodeId, NodeId]
    notes: Mapping[int, int]


class Merged(msgspec.Struct, frozen=True):
    """Two records in one.

    Parameters
    ----------
    record
        All steps, variations and notes of both.
    mine, theirs
        What was renumbered of each.
    clashes
        Where they say different things, and what was kept.
    """

    record: GameRecord
    mine: Renumbered
    theirs: Renumbered
    clashes: tuple[Clash, ...]


def merge(mine: GameRecord, theirs: GameRecord) -> Merged:
    """Merge two records of one game, as two people have gone on with them.

    A node is the same in both if all that led to it is. A note is the same if its key is; one
    without a key, as in old files, if it hangs on the same node and its author and words are the
    same. Nothing is lost: two edits of one note are both kept. Only of two glyphs where a node has
    one, and of two names of one thing, one is kept, and the clash is told.

    The record that both began from is not asked for. So nothing tells what was deleted in one file
    from what was added in the other: it comes back, unless it is deleted in both. Nor does anything
    tell which text of a note is older: an edit stands beside what it was made from, until one of
    the two is deleted.

    Which record comes first does not matter, and merging again changes nothing. Numbers stay, but
    where both records use one for different things: then one of these gets a new one.

    Parameters
    ----------
    mine, theirs
        The records; they stay as they are.

    Returns
    -------
    Merged
        The merged record, which has no file, what was renumbered, and the clashes.

    Raises
    ------
    RecordError
        If they are records of different games: system, options, board, catalog or start differ.

    Examples
    --------
    >>> import a4a
    >>> mine, theirs = a4a.start("europe1940"), a4a.start("europe1940")
    >>> for record, author, text in (mine, "Ada", "quiet"), (theirs, "Bo", "tense"):
    ...     note = record.annotate(a4a.Comment(node=0, text=text, author=author))
    >>> both = a4a.merge(mine, theirs)
    >>> sorted(f"{note.author}: {note.text}" for note in both.record.annotations)
    ['Ada: quiet', 'Bo: tense']
    >>> sorted({**both.mine.notes, **both.theirs.notes}.items())  # of one of them
    [(1, 2)]
    >>> both.record == a4a.merge(theirs, mine).record == a4a.merge(both.record, mine).record
    True
    """
    for record in (mine, theirs):
        if not isinstance(record, GameRecord):
            raise RecordError(
                f"merge two records, as a4a.open returns them, not a {type(record).__name__}"
            )
    check_same_game(mine, theirs)
    clashes: set[Clash] = set()
    tree = MergedTree(mine, theirs)
    notes = MergedNotes(mine, theirs, tree, clashes.add)
    record = GameRecord(
        _header(mine.header, theirs.header, clashes),
        mine.board,
        mine.catalog,
        mine.start,
        steps=tree.steps(),
        annotations=notes.notes,
        variations=tree.variations(clashes.add),
        attachments=[*mine.attachments, *theirs.attachments],
        used=tree.used,
    )
    nodes = [{old: tree.numbers[key] for old, key in keys.items()} for keys in tree.keys]
    one, other = (Renumbered(_changed(nodes[i]), _changed(notes.numbers[i])) for i in range(2))
    told = sorted(clashes, key=lambda clash: (clash.node, clash.about, clash.kept, clash.other))
    return Merged(record, one, other, tuple(told))


def _header(mine: Header, theirs: Header, clashes: set[Clash]) -> Header:
    """What both records say about themselves."""
    tell = clashes.add
    a, b = mine.source, theirs.source
    p, q = mine.players, theirs.players
    return msgspec.structs.replace(
        mine,
        title=one_of(mine.title, theirs.title, "title", tell),
        players={
            power: one_of(p.get(power, ""), q.get(power, ""), "player", tell)
            for power in sorted({*p, *q})
        },
        source=Source(
            a.program, *(one_of(getattr(a, f), getattr(b, f), "source", tell)
                         for f in ("version", "game", "file"))
        ),
        warnings={
            warning: max(mine.warnings.get(warning, 0), theirs.warnings.get(warning, 0))
            for warning in sorted({*mine.warnings, *theirs.warnings})
        },
    )  # fmt: skip


def _changed(numbers: Mapping[int, int]) -> dict[int, int]:
    return {old: new for old, new in numbers.items() if old != new}
