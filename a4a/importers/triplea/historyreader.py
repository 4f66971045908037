"""Reading a save's history: the flat list of nodes and changes that TripleA writes.

The tree is implied by the kinds of nodes. Changes are placed in it only by the count of those
before each node: a node's interval of changes goes to the start of the next node at its level or
above.
"""

from __future__ import annotations

import struct
from typing import Final

from a4a.core.errors import RecordError
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea.changereader import ChangeReader
from a4a.importers.triplea.javacollections import UnknownClassError, pack
from a4a.importers.triplea.javavalues import JavaObject, JavaValue
from a4a.importers.triplea.lookup import (
    CHANGE_WORK,
    LINE_WORK,
    NODE_WORK,
    SaveLookup,
    TooMuchError,
)
from a4a.importers.triplea.save import (
    Data,
    EventNode,
    Placement,
    RoundNode,
    SavedDie,
    SavedLine,
    SavedMove,
    SavedRoll,
    SavedUnits,
    Site,
    StepNode,
)

_MAX_DICE: Final = 10_000


class HistoryReader:
    """Reads the nodes and changes of one save.

    Attributes
    ----------
    changes
        The groups of changes read so far.
    """

    def __init__(self, lookup: SaveLookup) -> None:
        self._lookup = lookup
        self._change_reader = ChangeReader(lookup)
        self.changes: list[tuple[ch.SavedChange, ...]] = []

    def read(self, history: JavaValue) -> tuple[RoundNode, ...]:
        """Read a SerializedHistory.

        Returns
        -------
        tuple of RoundNode
            The tree. An entry before the first round, step or event that it needs gets one without
            a name: a history may have been cut off at its beginning.
        """
        lookup, changes = self._lookup, self.changes
        tree = _Tree(changes)
        for writer in lookup.elements(lookup.get(history, "writers")):
            kind = writer.kind.simple if isinstance(writer, JavaObject) else "nothing"
            if kind == "ChangeSerializationWriter":
                changes.append(self._change_reader.read(lookup.get(writer, "change")))
                lookup.spend(CHANGE_WORK)
                continue
            lookup.spend(LINE_WORK if kind == "EventChildWriter" else NODE_WORK)
            if kind == "EventChildWriter":
                data = self._data(lookup.get(writer, "renderingData"))
                tree.line(SavedLine(lookup.text(writer, "text"), data))
            elif kind == "EventHistorySerializer":
                data = self._data(lookup.get(writer, "renderingData"))
                tree.event(lookup.text(writer, "eventName"), data)
            elif kind == "StepHistorySerializer":
                tree.step(
                    lookup.text(writer, "stepName"),
                    lookup.text(writer, "delegateName"),
                    lookup.player(lookup.get(writer, "gamePlayer")),
                    lookup.text(writer, "displayName"),
                )
            elif kind == "RoundHistorySerializer":
                tree.round(lookup.integer(writer, "roundNo"))
            else:
                lookup.note_unknown(f"history entry {kind:.80}")
        return tree.finish()

    # --- what is attached to a line -------------------------------------------------------------

    def _data(self, thing: JavaValue) -> Data:
        """Read what is attached to a line; what cannot be read is noted and left out.

        It only explains what the changes do, so no game is refused for it.
        """
        try:
            return self._known_data(thing)
        except TooMuchError:
            raise
        except UnknownClassError as error:
            self._lookup.note_unknown(f"attachment of a line, class {error.name:.80}")
        except (RecordError, AttributeError, LookupError, TypeError, ValueError, struct.error):
            kind = thing.kind.simple if isinstance(thing, JavaObject) else type(thing).__name__
            self._lookup.note_unknown(f"attachment of a line, class {kind:.80}")
        return None

    def _known_data(self, thing: JavaValue) -> Data:
        if not isinstance(thing, JavaObject):
            return None
        lookup = self._lookup
        kind = thing.kind.simple
        if kind == "MoveDescription":
            return self._move(thing)
        if kind == "PlacementDescription":
            units = lookup.unit_list(lookup.get(thing, "units"))
            return Placement(units, lookup.name(lookup.get(thing, "territory")))
        if kind == "DiceRoll":
            return self._dice(thing)
        if kind == "Territory":
            return Site(lookup.name(thing))
        if kind in {"Unit", "TripleAUnit"}:
            return SavedUnits((lookup.unit(thing),))
        return SavedUnits(tuple([lookup.unit(i) for i in lookup.elements(thing) if _is_unit(i)]))

    def _move(self, thing: JavaObject) -> SavedMove:
        lookup = self._lookup
        route = lookup.get(thing, "route")
        names: list[str] = []
        if route is not None:
            names.append(lookup.name(lookup.get(route, "start")))
            names += [lookup.name(step) for step in lookup.elements(lookup.get(route, "steps"))]
        aboard: dict[int, int] = {}
        transports = lookup.get(thing, "unitsToTransports")
        if isinstance(transports, JavaObject):
            try:
                pairs = lookup.entries(transports)
            except UnknownClassError:
                pairs = []
                lookup.elements(transports)  # 1.9 keeps a bare list of transports, and seldom that
            aboard = {lookup.unit(k): lookup.unit(v) for k, v in pairs if _is_unit(v)}
        return SavedMove(lookup.unit_list(lookup.get(thing, "units")), tuple(names), aboard)

    def _dice(self, thing: JavaObject) -> SavedRoll:
        """Read a DiceRoll: an array of packed dice, and a block that grew with the versions."""
        written = list(thing.annotation())
        packed = next((part for part in written if not isinstance(part, bytes | str)), ())
        block = pack(written)
        player = next((part for part in written if isinstance(part, str)), "")
        if written and isinstance(written[0], bytes):  # since 2020-12: a version number in front
            block = block[4:]
        if len(block) not in (4, 12) or len(packed) > _MAX_DICE:
            raise RecordError("damaged save: a roll of dice is not as any version writes it")
        self._lookup.spend(1 + len(packed))
        hits = struct.unpack_from(">i", block)[0]
        expected = struct.unpack_from(">d", block, 4)[0] if len(block) == 12 else None
        if expected is not None and not 0 <= expected < 1e6:
            expected = None
        dice = tuple([SavedDie((n >> 16 & 0xFF) + 1, n >> 8 & 0xFF, n & 0xF) for n in packed])
        return SavedRoll(dice, hits, expected, player)


def _is_unit(thing: JavaValue) -> bool:
    return isinstance(thing, JavaObject) and thing.kind.simple in ("TripleAUnit", "Unit")


class _Tree:
    """The tree under construction: a node is complete when the next of its level begins."""

    def __init__(self, changes: list[tuple[ch.SavedChange, ...]]) -> None:
        self._changes = changes
        self._rounds: list[RoundNode] = []
        self._steps: list[StepNode] = []
        self._events: list[EventNode] = []
        self._lines: list[SavedLine] = []
        self._round: tuple[int, int] | None = None
        self._step: tuple[tuple[str, str, str | None, str], int] | None = None
        self._event: tuple[str, Data, int] | None = None

    def round(self, number: int) -> None:
        self._close_round()
        self._round = (number, len(self._changes))

    def step(self, name: str, delegate: str, player: str | None, display: str) -> None:
        if self._round is None:
            self._round = (0, 0)
        self._close_step()
        self._step = ((name, delegate, player, display), len(self._changes))

    def event(self, text: str, data: Data) -> None:
        if self._step is None:
            self.step("", "", None, "")
        self._close_event()
        self._event = (text, data, len(self._changes))

    def line(self, line: SavedLine) -> None:
        if self._event is None:
            self.event("", None)
        self._lines.append(line)

    def finish(self) -> tuple[RoundNode, ...]:
        if self._round is None and self._changes:
            self._round = (0, 0)
        self._close_round()
        return tuple(self._rounds)

    def _close_event(self) -> None:
        if self._event is not None:
            text, data, start = self._event
            end = len(self._changes)
            self._events.append(EventNode(text, data, tuple(self._lines), start, end))
        self._event, self._lines = None, []

    def _close_step(self) -> None:
        self._close_event()
        if self._step is not None:
            names, start = self._step
            end = len(self._changes)
            self._steps.append(StepNode(*names, tuple(self._events), start, end))
        self._step, self._events = None, []

    def _close_round(self) -> None:
        self._close_step()
        if self._round is not None:
            number, start = self._round
            self._rounds.append(RoundNode(number, tuple(self._steps), start, len(self._changes)))
        self._round, self._steps = None, []
