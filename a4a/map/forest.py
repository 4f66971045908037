"""The timelines of all lines of a record, for the browser: they grow with the record."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from weakref import WeakValueDictionary

import msgspec

from a4a.core.controls import visible
from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.growth import Base, Growth, Update, growth_of
from a4a.map.timeline import Timeline
from a4a.map.timeline_builder import TimelineBuilder

_MOST_GROWTH = 600
"""Steps by which the lines grow before all is sent whole again."""


_builders: WeakValueDictionary[int, TimelineBuilder] = WeakValueDictionary()
"""The builders of the records that are shown, by identity: several views of one share it."""


class Packet(msgspec.Struct, frozen=True):
    """What goes to the browser whole: the main line's timeline, and the growths of all others."""

    main: Timeline
    lines: dict[NodeId, Growth]

    def pack(self) -> bytes:
        """Return the packet as gzipped JSON, as the browser unpacks it."""
        text = visible(msgspec.json.encode(self).decode())
        return gzip.compress(text.encode(), compresslevel=5, mtime=0)


class Forest:
    """The timelines of all lines of a record.

    Parameters
    ----------
    record
        The game; what it becomes later shows after `follow`.

    Attributes
    ----------
    edition : int
        Tells one packet from the next.

    Raises
    ------
    RecordError
        If an event on a line cannot have happened.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import Noted
    >>> record = a4a.start("europe1940")
    >>> played = record.append([Noted("played")])
    >>> forest = Forest(record)
    >>> what_if = record.append([Noted("what if")], parent=0)
    >>> forest.follow()
    >>> forest.edition, "what if" in forest.update()
    (0, True)
    """

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._builder = _builder_of(record)
        self._ends: dict[NodeId, NodeId] = {}
        self._growths: dict[NodeId, Growth] = {}
        self._send_whole(0)

    @property
    def edition(self) -> int:
        """Tells one packet from the next."""
        return self._base.edition

    def packet(self) -> bytes:
        """Return all lines as they were when they were last sent whole."""
        return self._packet

    def end_of(self, first: NodeId) -> NodeId | None:
        """Return the last node of the line that begins with a node, as far as it is known here."""
        return self._ends.get(first)

    def update(self) -> str:
        """Return what has become of the lines since; "" if they are as they were."""
        lines = {n: g for n, g in self._growths.items() if self._sent.get(n) is not g}
        if not lines:
            return ""
        tables = self._base.tables(self._builder.timeline())
        return Update(edition=self.edition, tables=tables, lines=lines).pack()

    def follow(self) -> None:
        """Take in what has been added to the record, or taken away from it."""
        self._walk()
        fresh = [g for n, g in self._growths.items() if self._sent.get(n) is not g]
        if sum(len(growth.nodes) for growth in fresh) > _MOST_GROWTH:
            self._send_whole(self.edition + 1)

    def _send_whole(self, edition: int) -> None:
        """Begin anew from how the lines are now."""
        self._walk()
        self._builder.follow(self._record.line())
        timeline = self._builder.timeline()
        self._base = Base(timeline, edition)
        self._growths.pop(ROOT, None)
        self._sent = dict(self._growths)
        self._packet = Packet(timeline, self._sent).pack()

    def _walk(self) -> None:
        """Bring the growths of all lines up to the record; of those that changed, only."""
        ends = dict(lines_of(self._record))
        for first in [first for first in self._growths if first not in ends]:
            del self._growths[first]
        for first, end in ends.items():
            if self._ends.get(first) != end:
                self._go_to(first, end)
        self._ends = ends

    def _go_to(self, first: NodeId, end: NodeId) -> None:
        """Make the growth of a line that ends with a node."""
        way = self._record.way_to(end)
        try:
            self._builder.follow(way)
        except RecordError:  # it stands in the middle of a step
            _builders.pop(id(self._record), None)
            raise
        if first != ROOT:
            since = self._record.depth(first) - 1
        elif self._ends:
            since = _common(self._base.nodes, way) - 1
        else:
            return  # the base is this line
        battles = self._builder.battles_since(since)
        self._growths[first] = growth_of(self._builder.timeline(), since, battles)


def _builder_of(record: GameRecord) -> TimelineBuilder:
    """The builder of another forest of the record, or a new one; each goes where it needs it."""
    builder = _builders.get(id(record))
    if builder is None or builder.header is not record.header:
        builder = _builders[id(record)] = TimelineBuilder(record, (ROOT,))
    return builder


def lines_of(record: GameRecord) -> Iterator[tuple[NodeId, NodeId]]:
    """Yield the first and the last node of each line, so that each shares most with the next.

    The main line comes last, and a variation after those that leave it.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import Noted
    >>> record = a4a.start("europe1940")
    >>> for parent in (0, 1, 1, 3):
    ...     node = record.append([Noted("x")], parent=parent)
    >>> list(lines_of(record))
    [(3, 4), (0, 2)]
    """
    pending = [(ROOT, ROOT)]
    while pending:
        first, node = pending.pop()
        children = record.children(node)
        if not children:
            yield first, node
            continue
        pending.append((first, children[0]))
        pending += [(child, child) for child in children[1:]]


def _common(one: tuple[NodeId, ...], other: tuple[NodeId, ...]) -> int:
    """How many nodes two lines have in common."""
    return next(
        (i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )
