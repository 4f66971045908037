"""Reading changes: Java objects of many classes, made into the few kinds that `changes` knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from a4a.core.errors import RecordError
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea.javacollections import integer_map
from a4a.importers.triplea.javavalues import JavaClass, JavaObject, JavaValue
from a4a.importers.triplea.lookup import CHANGE_WORK, ENTRY_WORK, SaveLookup

_MAX_DEPTH: Final = 200

# 1.9 wrote some setters' names differently, and of AA radar the setter differs from the field.
PROPERTY_NAMES: Final = {"switch": "switched", "ttatch": "ttach", "aARadar": "aaRadar"}


class ChangeReader:
    """Reads the changes of one save."""

    def __init__(self, lookup: SaveLookup) -> None:
        self._lookup = lookup
        self._property_slots: dict[JavaClass, list[int]] = {}

    def read(self, thing: JavaValue) -> tuple[ch.SavedChange, ...]:
        """Read one change, composite or not, as the small changes it is made of."""
        found: list[ch.SavedChange] = []
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

    def set_unit(self, change: JavaObject) -> ch.SavedChange:
        """ObjectPropertyChange: nine changes in ten."""
        lookup, values, kind = self._lookup, change.values, change.kind
        slots = self._property_slots.get(kind)
        if slots is None:
            names = ("object", "property", "oldValue", "newValue")
            slots = self._property_slots[kind] = [lookup.slot(kind, name) for name in names]
            if min(slots) < 0:
                raise RecordError(f"damaged save: {kind.name:.80} lacks the fields of a change")
        thing, key, old, new = [values[slot] for slot in slots]
        if not (isinstance(thing, JavaObject) and thing.kind.simple in ("TripleAUnit", "Unit")):
            return ch.Opaque(
                f"ObjectPropertyChange of {self._lookup.plain(thing)!r:.60}", known=True
            )
        if not isinstance(key, str):
            raise RecordError("damaged save: a change of a unit does not say what it changes")
        return ch.SetUnit(lookup.unit(thing), key, lookup.plain(old), lookup.plain(new))

    def add_units(self, change: JavaObject) -> ch.SavedChange:
        """AddUnits."""
        return ch.AddUnits(*self._holder(change))

    def remove_units(self, change: JavaObject) -> ch.SavedChange:
        """RemoveUnits."""
        return ch.RemoveUnits(*self._holder(change))

    def _holder(
        self, change: JavaObject
    ) -> tuple[str, str, tuple[int, ...], dict[int, str | None] | None]:
        lookup = self._lookup
        kind = lookup.text(change, "type")
        if kind not in ("T", "P"):
            raise RecordError(f"damaged save: units are added to or removed from a {kind!r:.20}")
        owners = None
        if (owner_map := lookup.get(change, "unitOwnerMap")) is not None:
            owners = {
                lookup.unit(unit): lookup.player(owner) for unit, owner in lookup.entries(owner_map)
            }
        units = lookup.unit_list(lookup.get(change, "units"))
        return kind, lookup.text(change, "name"), units, owners

    def set_owner(self, change: JavaObject) -> ch.SavedChange:
        """OwnerChange: of a territory."""
        get, player = self._lookup.get, self._lookup.player
        return ch.SetOwner(
            self._lookup.name(get(change, "territoryName")),
            player(get(change, "oldOwnerName")),
            player(get(change, "newOwnerName")),
        )

    def set_unit_owners(self, change: JavaObject) -> ch.SavedChange:
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

    def set_hits(self, change: JavaObject) -> ch.SavedChange:
        """UnitHitsChange."""
        return ch.SetUnits("hits", self._amounts(change, "undoHits"), self._amounts(change, "hits"))

    def set_damage(self, change: JavaObject) -> ch.SavedChange:
        """UnitDamageReceivedChange: hits, by the text of the units' keys."""
        return ch.SetUnits(
            "hits", self._amounts(change, "oldTotalDamage"), self._amounts(change, "newTotalDamage")
        )

    def set_bombing_damage(self, change: JavaObject) -> ch.SavedChange:
        """BombingUnitDamageChange, whose fields were renamed."""
        newer = self._lookup.slot(change.kind, "newDamage") >= 0
        old, new = ("oldDamage", "newDamage") if newer else ("undoHits", "hits")
        return ch.SetUnits("unitDamage", self._amounts(change, old), self._amounts(change, new))

    def add_resource(self, change: JavaObject) -> ch.SavedChange:
        """ChangeResourceChange."""
        lookup = self._lookup
        return ch.AddResource(
            lookup.name(lookup.get(change, "playerName")),
            lookup.name(lookup.get(change, "resourceName")),
            lookup.integer(change, "quantity"),
        )

    def set_relation(self, change: JavaObject) -> ch.SavedChange:
        """RelationshipChange."""
        names = ("player1Name", "player2Name", "oldRelationshipTypeName", "newRelationshipTypeName")
        lookup = self._lookup
        return ch.SetRelation(*[lookup.name(lookup.get(change, name)) for name in names])

    def set_frontier(self, change: JavaObject) -> ch.SavedChange:
        """ProductionFrontierChange."""
        lookup = self._lookup
        return ch.SetFrontier(
            lookup.name(lookup.get(change, "playerName" if self._by_name(change) else "player")),
            lookup.optional_name(lookup.get(change, "startFrontier")),
            lookup.optional_name(lookup.get(change, "endFrontier")),
        )

    def _by_name(self, change: JavaObject) -> bool:
        return self._lookup.slot(change.kind, "playerName") >= 0

    def set_controller(self, change: JavaObject) -> ch.SavedChange:
        """PlayerWhoAmIChange."""
        lookup = self._lookup
        return ch.SetController(
            lookup.name(lookup.get(change, "playerName" if self._by_name(change) else "player")),
            lookup.plain(lookup.get(change, "startWhoAmI")),
            lookup.plain(lookup.get(change, "endWhoAmI")),
        )

    def set_attachment(self, change: JavaObject) -> ch.SavedChange:
        """ChangeAttachmentChange, and the changes that reset an attachment."""
        lookup = self._lookup
        name = lookup.text(change, "property")
        return ch.SetAttachment(
            attachment_key(
                lookup, lookup.get(change, "attachedTo"), lookup.text(change, "attachmentName")
            ),
            PROPERTY_NAMES.get(name, name),
            lookup.plain(lookup.get(change, "oldValue")),
            lookup.plain(lookup.get(change, "newValue")),
        )

    def add_rule(self, change: JavaObject) -> ch.SavedChange:
        """AddProductionRule."""
        return self._rule(change, added=True)

    def remove_rule(self, change: JavaObject) -> ch.SavedChange:
        """RemoveProductionRule."""
        return self._rule(change, added=False)

    def _rule(self, change: JavaObject, *, added: bool) -> ch.SavedChange:
        lookup = self._lookup
        return ch.SetRule(
            lookup.name(lookup.get(change, "frontier")),
            lookup.name(lookup.get(change, "rule")),
            added,
        )

    def set_property(self, change: JavaObject) -> ch.SavedChange:
        """SetPropertyChange."""
        lookup = self._lookup
        return ch.SetProperty(
            lookup.text(change, "property"),
            lookup.plain(lookup.get(change, "oldValue")),
            lookup.plain(lookup.get(change, "value")),
        )

    def opaque(self, change: JavaObject) -> ch.SavedChange:
        """A known change of something that a state here does not hold."""
        return ch.Opaque(change.kind.simple, known=True)


def attachment_key(lookup: SaveLookup, attached_to: JavaValue, name: str) -> ch.Key:
    """Return the key of an attachment in an `EngineState`."""
    kind = attached_to.kind.simple if isinstance(attached_to, JavaObject) else ""
    owner = "" if attached_to is None else lookup.name(attached_to)
    return (kind, owner, name.replace("ttatch", "ttach"))


_Reader: TypeAlias = Callable[[ChangeReader, JavaObject], ch.SavedChange | None]
_READERS: Final[dict[str, _Reader]] = {
    "ObjectPropertyChange": ChangeReader.set_unit,
    "AddUnits": ChangeReader.add_units,
    "RemoveUnits": ChangeReader.remove_units,
    "OwnerChange": ChangeReader.set_owner,
    "PlayerOwnerChange": ChangeReader.set_unit_owners,
    "UnitHitsChange": ChangeReader.set_hits,
    "UnitDamageReceivedChange": ChangeReader.set_damage,
    "BombingUnitDamageChange": ChangeReader.set_bombing_damage,
    "ChangeResourceChange": ChangeReader.add_resource,
    "RelationshipChange": ChangeReader.set_relation,
    "ProductionFrontierChange": ChangeReader.set_frontier,
    "PlayerWhoAmIChange": ChangeReader.set_controller,
    "ChangeAttachmentChange": ChangeReader.set_attachment,
    "GenericTechChange": ChangeReader.set_attachment,
    "AttachmentPropertyReset": ChangeReader.set_attachment,
    "AttachmentPropertyResetUndo": ChangeReader.set_attachment,
    "AttachmentPropertyResetChange": ChangeReader.set_attachment,
    "AttachmentPropertyResetUndoChange": ChangeReader.set_attachment,
    "AddProductionRule": ChangeReader.add_rule,
    "RemoveProductionRule": ChangeReader.remove_rule,
    "SetPropertyChange": ChangeReader.set_property,
    "AddBattleRecordsChange": ChangeReader.opaque,
    "RemoveBattleRecordsChange": ChangeReader.opaque,
    "AddAvailableTech": ChangeReader.opaque,
    "RemoveAvailableTech": ChangeReader.opaque,
    "AddAttachmentChange": ChangeReader.opaque,
    "RemoveAttachmentChange": ChangeReader.opaque,
}
