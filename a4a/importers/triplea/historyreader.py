"""Reading a save's history: the flat list of nodes and changes that TripleA writes.

The tree is implied by the kinds of nodes. Changes have no place in it but the count of those before
each node: a node's interval of changes goes to the start of the next node at its level or above.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from a4a.core.errors import RecordError
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea.javacollections import integer_map, pack
from a4a.importers.triplea.javavalues import JavaClass, JavaObject, JavaValue
from a4a.importers.triplea.lookup import CHANGE_WORK, ENTRY_WORK, LINE_WORK, NODE_WORK, Lookup
from a4a.importers.triplea.save import (
    Data,
    Dice,
    Die,
    EventNode,
    Line,
    Move,
    Placement,
    RoundNode,
    Site,
    StepNode,
    Units,
)

_MAX_DEPTH: Final = 200
_MAX_DICE: Final = 10_000

# 1.9 wrote some setters' names otherwise.
_PROPERTY_NAMES: Final = {"switch": "switched", "ttatch": "ttach"}


class HistoryReader:
    """Reads the nodes and changes of one save.

    Attributes
    ----------
    changes
        The groups of changes read so far.
    """

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._property_slots: dict[JavaClass, list[int]] = {}
        self.changes: list[tuple[ch.Change, ...]] = []

    def read(self, history: JavaValue) -> tuple[RoundNode, ...]:
        """Read a SerializedHistory.

        Returns
        -------
        tuple of RoundNode
            The tree. What stands before the first round, or step, or event that it needs gets one
            without a name: a history may have been cut at its front.
        """
        lookup, changes = self._lookup, self.changes
        tree = _Tree(changes)
        for writer in lookup.elements(lookup.get(history, "writers")):
            kind = writer.kind.simple if isinstance(writer, JavaObject) else "nothing"
            if kind == "ChangeSerializationWriter":
                changes.append(self._change(lookup.get(writer, "change")))
                lookup.spend(CHANGE_WORK)
                continue
            lookup.spend(LINE_WORK if kind == "EventChildWriter" else NODE_WORK)
            if kind == "EventChildWriter":
                data = self._data(lookup.get(writer, "renderingData"))
                tree.line(Line(lookup.text(writer, "text"), data))
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
        if thing is None:
            return None
        lookup = self._lookup
        if isinstance(thing, JavaObject):
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
                return Units((lookup.unit(thing),))
            try:
                items = lookup.elements(thing)
            except RecordError:
                lookup.note_unknown(f"attachment of a line, class {kind:.80}")
                return None
            return Units(tuple([lookup.unit(item) for item in items if _is_unit(item)]))
        return None

    def _move(self, thing: JavaObject) -> Move:
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
            except RecordError:  # 1.9 keeps a bare list of transports, and seldom that
                pairs = []
            aboard = {lookup.unit(k): lookup.unit(v) for k, v in pairs if _is_unit(v)}
        return Move(lookup.unit_list(lookup.get(thing, "units")), tuple(names), aboard)

    def _dice(self, thing: JavaObject) -> Dice:
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
        dice = tuple([Die((n >> 16 & 0xFF) + 1, n >> 8 & 0xFF, n & 0xF) for n in packed])
        return Dice(dice, hits, expected, player)

    # --- changes --------------------------------------------------------------------------------

    def _change(self, thing: JavaValue) -> tuple[ch.Change, ...]:
        """Read one change, composite or not, as the small changes it is made of."""
        found: list[ch.Change] = []
        lookup = self._lookup
        readers = _READERS
        stack = [iter((thing,))]
        while stack:
            change = next(stack[-1], None)
            if change is None:
                stack.pop()
                continue
            if not isinstance(change, JavaObject):
                raise RecordError("damaged save: something that is no change is in the history")
            kind = change.kind.simple
            lookup.spend(CHANGE_WORK)
            if kind == "CompositeChange":
                if len(stack) > _MAX_DEPTH:
                    raise RecordError(f"damaged save: changes are nested over {_MAX_DEPTH} deep")
                stack.append(iter(lookup.elements(lookup.get(change, "changes"))))
            elif kind in readers:
                small = readers[kind](self, change)
                if small is not None:
                    found.append(small)
            elif kind == "ChangeFactory$1":  # does nothing
                continue
            else:
                lookup.note_unknown(f"change {kind:.80}")
                found.append(ch.Opaque(kind, known=False))
        return tuple(found)

    def set_unit(self, change: JavaObject) -> ch.Change:
        """ObjectPropertyChange: nine changes in ten."""
        lookup, values, kind = self._lookup, change.values, change.kind
        slots = self._property_slots.get(kind)
        if slots is None:
            names = ("object", "property", "oldValue", "newValue")
            slots = self._property_slots[kind] = [lookup.slot(kind, name) for name in names]
            if min(slots) < 0:
                raise RecordError(f"damaged save: {kind.name:.80} has not the fields of a change")
        thing, key, old, new = [values[slot] for slot in slots]
        if not (isinstance(thing, JavaObject) and thing.kind.simple in ("TripleAUnit", "Unit")):
            return ch.Opaque(
                f"ObjectPropertyChange of {self._lookup.plain(thing)!r:.60}", known=True
            )
        if not isinstance(key, str):
            raise RecordError("damaged save: a change of a unit does not say what it changes")
        return ch.SetUnit(lookup.unit(thing), key, lookup.plain(old), lookup.plain(new))

    def add_units(self, change: JavaObject) -> ch.Change:
        """AddUnits."""
        return ch.AddUnits(*self._holder(change))

    def remove_units(self, change: JavaObject) -> ch.Change:
        """RemoveUnits."""
        return ch.RemoveUnits(*self._holder(change))

    def _holder(
        self, change: JavaObject
    ) -> tuple[str, str, tuple[int, ...], dict[int, str] | None]:
        lookup = self._lookup
        kind = lookup.text(change, "type")
        if kind not in ("T", "P"):
            raise RecordError(f"damaged save: units are added to or removed from a {kind!r:.20}")
        owners = None
        if (owner_map := lookup.get(change, "unitOwnerMap")) is not None:
            owners = {
                lookup.unit(unit): lookup.name(owner) for unit, owner in lookup.entries(owner_map)
            }
        units = lookup.unit_list(lookup.get(change, "units"))
        return kind, lookup.text(change, "name"), units, owners

    def set_owner(self, change: JavaObject) -> ch.Change:
        """OwnerChange: of a territory."""
        get, player = self._lookup.get, self._lookup.player
        return ch.SetOwner(
            self._lookup.name(get(change, "territoryName")),
            player(get(change, "oldOwnerName")),
            player(get(change, "newOwnerName")),
        )

    def set_unit_owners(self, change: JavaObject) -> ch.Change:
        """PlayerOwnerChange: of units."""
        lookup = self._lookup

        def owners(name: str) -> dict[int, Any]:
            pairs = lookup.entries(lookup.get(change, name))
            return {lookup.unit(unit): lookup.player(owner) for unit, owner in pairs}

        return ch.SetUnits(
            "owner", owners("oldOwnerNamesByUnitId"), owners("newOwnerNamesByUnitId")
        )

    def _amounts(self, change: JavaObject, name: str) -> dict[int, Any]:
        pairs = integer_map(self._lookup.get(change, name))
        self._lookup.spend(1 + ENTRY_WORK * len(pairs))
        return {self._lookup.unit(unit): amount for unit, amount in pairs}

    def set_hits(self, change: JavaObject) -> ch.Change:
        """UnitHitsChange."""
        return ch.SetUnits("hits", self._amounts(change, "undoHits"), self._amounts(change, "hits"))

    def set_damage(self, change: JavaObject) -> ch.Change:
        """UnitDamageReceivedChange: hits, by the text of the units' keys."""
        return ch.SetUnits(
            "hits", self._amounts(change, "oldTotalDamage"), self._amounts(change, "newTotalDamage")
        )

    def set_bombing_damage(self, change: JavaObject) -> ch.Change:
        """BombingUnitDamageChange, whose fields got other names."""
        newer = self._lookup.slot(change.kind, "newDamage") >= 0
        old, new = ("oldDamage", "newDamage") if newer else ("undoHits", "hits")
        return ch.SetUnits("unitDamage", self._amounts(change, old), self._amounts(change, new))

    def add_resource(self, change: JavaObject) -> ch.Change:
        """ChangeResourceChange."""
        lookup = self._lookup
        return ch.AddResource(
            lookup.name(lookup.get(change, "playerName")),
            lookup.name(lookup.get(change, "resourceName")),
            lookup.integer(change, "quantity"),
        )

    def set_relation(self, change: JavaObject) -> ch.Change:
        """RelationshipChange."""
        names = ("player1Name", "player2Name", "oldRelationshipTypeName", "newRelationshipTypeName")
        lookup = self._lookup
        return ch.SetRelation(*[lookup.name(lookup.get(change, name)) for name in names])

    def set_frontier(self, change: JavaObject) -> ch.Change:
        """ProductionFrontierChange."""
        lookup = self._lookup
        return ch.SetFrontier(
            lookup.name(lookup.get(change, "playerName" if self._by_name(change) else "player")),
            lookup.optional_name(lookup.get(change, "startFrontier")),
            lookup.optional_name(lookup.get(change, "endFrontier")),
        )

    def _by_name(self, change: JavaObject) -> bool:
        return self._lookup.slot(change.kind, "playerName") >= 0

    def set_controller(self, change: JavaObject) -> ch.Change:
        """PlayerWhoAmIChange."""
        lookup = self._lookup
        return ch.SetController(
            lookup.name(lookup.get(change, "playerName" if self._by_name(change) else "player")),
            lookup.plain(lookup.get(change, "startWhoAmI")),
            lookup.plain(lookup.get(change, "endWhoAmI")),
        )

    def set_attachment(self, change: JavaObject) -> ch.Change:
        """ChangeAttachmentChange, and what resets an attachment."""
        lookup = self._lookup
        name = lookup.text(change, "property")
        return ch.SetAttachment(
            attachment_key(
                lookup, lookup.get(change, "attachedTo"), lookup.text(change, "attachmentName")
            ),
            _PROPERTY_NAMES.get(name, name),
            lookup.plain(lookup.get(change, "oldValue")),
            lookup.plain(lookup.get(change, "newValue")),
        )

    def add_rule(self, change: JavaObject) -> ch.Change:
        """AddProductionRule."""
        return self._rule(change, added=True)

    def remove_rule(self, change: JavaObject) -> ch.Change:
        """RemoveProductionRule."""
        return self._rule(change, added=False)

    def _rule(self, change: JavaObject, *, added: bool) -> ch.Change:
        lookup = self._lookup
        return ch.SetRule(
            lookup.name(lookup.get(change, "frontier")),
            lookup.name(lookup.get(change, "rule")),
            added,
        )

    def set_property(self, change: JavaObject) -> ch.Change:
        """SetPropertyChange."""
        lookup = self._lookup
        return ch.SetProperty(
            lookup.text(change, "property"),
            lookup.plain(lookup.get(change, "oldValue")),
            lookup.plain(lookup.get(change, "value")),
        )

    def opaque(self, change: JavaObject) -> ch.Change:
        """A change that is known, and of nothing that a state here holds."""
        return ch.Opaque(change.kind.simple, known=True)


def attachment_key(lookup: Lookup, attached_to: JavaValue, name: str) -> ch.Key:
    """Return the key of an attachment in an `EngineState`."""
    kind = attached_to.kind.simple if isinstance(attached_to, JavaObject) else ""
    owner = "" if attached_to is None else lookup.name(attached_to)
    return (kind, owner, name.replace("ttatch", "ttach"))


def _is_unit(thing: JavaValue) -> bool:
    return isinstance(thing, JavaObject) and thing.kind.simple in ("TripleAUnit", "Unit")


_Reader: TypeAlias = Callable[[HistoryReader, JavaObject], ch.Change | None]
_READERS: Final[dict[str, _Reader]] = {
    "ObjectPropertyChange": HistoryReader.set_unit,
    "AddUnits": HistoryReader.add_units,
    "RemoveUnits": HistoryReader.remove_units,
    "OwnerChange": HistoryReader.set_owner,
    "PlayerOwnerChange": HistoryReader.set_unit_owners,
    "UnitHitsChange": HistoryReader.set_hits,
    "UnitDamageReceivedChange": HistoryReader.set_damage,
    "BombingUnitDamageChange": HistoryReader.set_bombing_damage,
    "ChangeResourceChange": HistoryReader.add_resource,
    "RelationshipChange": HistoryReader.set_relation,
    "ProductionFrontierChange": HistoryReader.set_frontier,
    "PlayerWhoAmIChange": HistoryReader.set_controller,
    "ChangeAttachmentChange": HistoryReader.set_attachment,
    "GenericTechChange": HistoryReader.set_attachment,
    "AttachmentPropertyReset": HistoryReader.set_attachment,
    "AttachmentPropertyResetUndo": HistoryReader.set_attachment,
    "AttachmentPropertyResetChange": HistoryReader.set_attachment,
    "AttachmentPropertyResetUndoChange": HistoryReader.set_attachment,
    "AddProductionRule": HistoryReader.add_rule,
    "RemoveProductionRule": HistoryReader.remove_rule,
    "SetPropertyChange": HistoryReader.set_property,
    "AddBattleRecordsChange": HistoryReader.opaque,
    "RemoveBattleRecordsChange": HistoryReader.opaque,
    "AddAvailableTech": HistoryReader.opaque,
    "RemoveAvailableTech": HistoryReader.opaque,
    "AddAttachmentChange": HistoryReader.opaque,
    "RemoveAttachmentChange": HistoryReader.opaque,
}


class _Tree:
    """The tree under construction: a node is complete when the next of its level begins."""

    def __init__(self, changes: list[tuple[ch.Change, ...]]) -> None:
        self._changes = changes
        self._rounds: list[RoundNode] = []
        self._steps: list[StepNode] = []
        self._events: list[EventNode] = []
        self._lines: list[Line] = []
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

    def line(self, line: Line) -> None:
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
