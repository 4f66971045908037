"""The notes of two records as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from a4a.core.annotated import Annotated, place_of
from a4a.core.annotations import AnyAnnotation, Arrow, Comment, Glyph
from a4a.core.clashes import Clash, Subject, Tell, numbered
from a4a.core.identity import NodeKey, NoteKey, note_key, second_key
from a4a.core.mergedtree import MergedTree
from a4a.core.steps import NodeId


class MergedNotes:
    """The notes of two records, each hung on its node in the tree of both.

    A note is known by its key, in old files that have none by node, author and words. Two edits of
    one note are two notes here, the second with a key made of the first's and of what it says. A
    node has one glyph of each kind; which of two it is does not depend on who merges.

    Attributes
    ----------
    notes
        The notes, by number.
    numbers
        The number here of each note of either record.
    """

    def __init__(self, mine: Annotated, theirs: Annotated, tree: MergedTree, tell: Tell) -> None:
        self._tell = tell
        self._notes: dict[NoteKey, AnyAnnotation] = {}
        self._moved: dict[NoteKey, NoteKey | None] = {}
        given = [
            dict(_keyed(record, keys))
            for record, keys in zip((mine, theirs), tree.keys, strict=True)
        ]
        for record, keys, notes in zip((mine, theirs), tree.keys, given, strict=True):
            for number, key in notes.items():
                note = record.annotation(number)
                node = tree.numbers[keys[note.node]]
                self._notes[key] = msgspec.structs.replace(note, id=0, node=node)
        self._keep_one_glyph()
        self._leave_out_copies()
        self._give_keys()
        wanted = [self._wanted(notes) for notes in given]
        above = max((number for notes in given for number in notes), default=0)
        found = numbered(wanted, sorted(self._notes), above=above)
        self.numbers = tuple(
            {old: found[now] for old, key in notes.items() if (now := self._now(key)) is not None}
            for notes in given
        )
        self.notes = tuple(
            msgspec.structs.replace(self._notes[key], id=number, key=key[0])
            for key, number in sorted(found.items(), key=lambda item: item[1])
        )

    # --- inside ---------------------------------------------------------------------------------

    def _keep_one_glyph(self) -> None:
        """Keep one of two glyphs of which a node has one."""
        places: dict[tuple[NodeId, str], NoteKey] = {}
        for key in sorted(self._notes, key=lambda key: (key[1], not key[0], key[0])):
            note = self._notes[key]
            if not isinstance(note, Glyph):
                continue
            first = places.setdefault(place_of(note), key)
            if first[1] != key[1]:
                self._clash("glyph", first, key)
                self._drop(key, None)
            elif first != key:
                self._drop(key, first)

    def _leave_out_copies(self) -> None:
        """Leave out notes without a key of which there is one that has a key."""
        known = {said: (key, said) for key, said in sorted(self._notes, reverse=True) if key}
        for key in [key for key in self._notes if not key[0] and key[1] in known]:
            self._drop(key, known[key[1]])

    def _give_keys(self) -> None:
        """Give all but one of the notes that have one key keys of their own."""
        pending = sorted(key for key in self._notes if key[0])
        taken: dict[str, NoteKey] = {}
        while pending:
            key = pending.pop(0)
            first = taken.setdefault(key[0], key)
            if first[1] > key[1]:
                taken[key[0]] = key
                first, key = key, first
            if first != key:
                self._clash("note", first, key)
                other = second_key(*key), key[1]
                self._notes.setdefault(other, self._notes[key])
                self._drop(key, other)
                pending.append(other)

    def _clash(self, about: Subject, first: NoteKey, other: NoteKey) -> None:
        note = self._notes[first]
        kept, lost = _shown(note), _shown(self._notes[other])
        self._tell(Clash(about=about, kept=kept, other=lost, node=note.node))

    def _drop(self, key: NoteKey, other: NoteKey | None) -> None:
        """Take a note away: another stands for it, or none."""
        del self._notes[key]
        self._moved[key] = other

    def _now(self, key: NoteKey) -> NoteKey | None:
        """The key by which a note is known now, or None if it is not kept."""
        now: NoteKey | None = key
        while now is not None and now not in self._notes:
            now = self._moved[now]
        return now

    def _wanted(self, notes: Mapping[int, NoteKey]) -> dict[NoteKey, int]:
        """The number that each note would have by one record."""
        return {now: n for n, key in notes.items() if (now := self._now(key)) is not None}


def _keyed(record: Annotated, keys: Mapping[NodeId, NodeKey]) -> Iterator[tuple[int, NoteKey]]:
    for note in record.annotations:
        yield note.id, note_key(note, keys[note.node])


def _shown(note: AnyAnnotation) -> str:
    """What a note says, in short."""
    match note:
        case Comment(text=text):
            words = text if len(text) <= 60 else f"{text[:60]}..."
        case Glyph(sign=sign):
            words = sign
        case Arrow(path=spaces):
            words = " - ".join(spaces[:3])
        case _:
            words = ", ".join(note.spaces[:3])
    return f"{words} ({note.author})" if note.author else words
