"""Reading fields and names from the Java objects of a save, under one budget of work.

TripleA 1.9 puts ``m_`` before most of its fields' names, and some fields have been renamed since:
the reader asks by the 2.x name, and `SaveLookup` knows the others. A save could make a reader copy
for ever what it repeats by reference; so everything that is copied is paid for from a budget.
"""

from __future__ import annotations

from typing import Any, Final

from a4a.core.errors import RecordError
from a4a.importers.triplea.javacollections import (
    UnknownClassError,
    elements,
    entries,
    number,
    pack,
)
from a4a.importers.triplea.javavalues import JavaClass, JavaEnum, JavaObject, JavaValue

#: The most work that reading a save may take. A unit of work stands for some 25 bytes of the
#: result; a dozen rounds of Global take a sixth of this.
MAX_WORK: Final = 4_000_000
#: How many units, players and territories there may be; a long game has some two thousand units.
MAX_UNITS, MAX_PLAYERS, MAX_TERRITORIES = 20_000, 200, 10_000
#: The work of a node of the history (it becomes a step), of its lines, of a change, of an entry.
NODE_WORK, LINE_WORK, CHANGE_WORK, ENTRY_WORK = 40, 10, 4, 6
_MAX_NESTING: Final = 6

# Fields whose 1.9 name is not "m_" and the 2.x name; more names may follow for what came later.
_OTHER_NAMES: Final = {
    "attackerLostTuv": ("attackerLostTUV",),
    "change": ("aChange",),
    "costs": ("m_cost",),
    "delegateName": ("m_delegateName", "m_delegate"),
    "endFrontier": ("endFrontierName",),
    "gamePlayer": ("m_playerID", "player"),
    "defenderLostTuv": ("defenderLostTUV",),
    "id": ("m_uid",),
    "newOwnerName": ("m_new",),
    "newOwnerNamesByUnitId": ("m_new",),
    "newRelationshipTypeName": ("m_NewRelation",),
    "oldOwnerName": ("m_old",),
    "oldOwnerNamesByUnitId": ("m_old",),
    "oldRelationshipTypeName": ("m_OldRelation",),
    "player1": ("m_p1",),
    "player1Name": ("m_player1",),
    "player2": ("m_p2",),
    "player2Name": ("m_player2",),
    "playerName": ("m_player",),
    "resourceName": ("m_resource",),
    "resources": ("m_resourceList",),
    "startFrontier": ("startFrontierName",),
    "territoryName": ("m_territory",),
    "unitCollection": ("m_units",),
    "unitsToTransports": ("unitsToSeaTransports", "m_transportsThatCanBeLoaded"),
    "value": ("mValue",),
    "writers": ("m_Writers",),
}

#: Classes of things that are known by their name; a value that refers to one becomes its name.
_NAMED: Final = frozenset(
    {
        "GamePlayer",
        "PlayerID",
        "ProductionFrontier",
        "ProductionRule",
        "RelationshipType",
        "RepairFrontier",
        "RepairRule",
        "Resource",
        "TechnologyFrontier",
        "Territory",
        "TerritoryEffect",
        "UnitType",
    }
)
_BOXED: Final = frozenset(
    {"Integer", "Boolean", "Long", "Double", "Float", "Short", "Byte", "Character"}
)
_UNITS: Final = frozenset({"Unit", "TripleAUnit"})
_PLAYERS: Final = frozenset({"GamePlayer", "PlayerID"})
#: What TripleA calls its null player, and never anybody else.
_NOBODY: Final = "Neutral"
_VALUE_CLASSES: Final = frozenset({"Tuple", "Pair", "Triple"})


class TooMuchError(RecordError):
    """A save holds, or makes a reader copy, more than any game does."""


class SaveLookup:
    """Fields, names and ids of the objects of one save.

    Attributes
    ----------
    units
        The object met for each unit, by the id that the unit has here.
    unknown
        Classes that a reader did not know, and how often it met them.
    """

    def __init__(self, *, work: int = MAX_WORK) -> None:
        self.units: dict[int, JavaObject] = {}
        self.unit_keys: dict[str, int] = {}
        self.unknown: dict[str, int] = {}
        self._work = work
        self._slots: dict[tuple[JavaClass, str], int] = {}
        self._ids: dict[int, int] = {}  # by the identity of unit and key objects

    def spend(self, work: int) -> None:
        """Pay for an amount of work; raise TooMuchError once the budget is used up."""
        self._work -= work
        if self._work < 0:
            raise TooMuchError(
                f"damaged save: it refers to the same things so often that reading them takes "
                f"more than {MAX_WORK:,} steps"
            )

    def note_unknown(self, what: str) -> None:
        """Count a class that is not known."""
        self.unknown[what] = self.unknown.get(what, 0) + 1

    # --- fields ---------------------------------------------------------------------------------

    def slot(self, kind: JavaClass, name: str) -> int:
        """Return where the objects of a class have a field, by its 2.x name; -1 for nowhere."""
        key = (kind, name)
        slot = self._slots.get(key)
        if slot is None:
            slot = kind.slot(name, "m_" + name, *_OTHER_NAMES.get(name, ()))
            self._slots[key] = slot
        return slot

    def get(self, thing: JavaValue, name: str) -> JavaValue:
        """Return a field by its 2.x name; None if the object has none."""
        if not isinstance(thing, JavaObject):
            raise RecordError(f"damaged save: {name!r} is asked of something that is not an object")
        slot = self.slot(thing.kind, name)
        return None if slot < 0 else thing.values[slot]

    def text(self, thing: JavaValue, name: str) -> str:
        """Return a field that holds a text, or "" where it holds none."""
        value = self.get(thing, name)
        return value if isinstance(value, str) else ""

    def integer(self, thing: JavaValue, name: str, *, default: int = 0) -> int:
        """Return a field that holds a whole number."""
        return int(number(self.get(thing, name), default=default))

    def elements(self, value: JavaValue) -> list[JavaValue]:
        """Return the elements of a collection, and pay for them."""
        items = elements(value)
        self.spend(1 + len(items))
        return items

    def entries(self, value: JavaValue) -> list[tuple[JavaValue, JavaValue]]:
        """Return the entries of a map, and pay for them."""
        items = entries(value)
        self.spend(1 + ENTRY_WORK * len(items))
        return items

    # --- names ----------------------------------------------------------------------------------

    def name(self, thing: JavaValue) -> str:
        """Return the name of a named thing or an enum constant; a text is its own name."""
        if isinstance(thing, str):
            return thing
        if isinstance(thing, JavaEnum):
            return thing.name
        if isinstance(thing, JavaObject):
            name = self.get(thing, "name")
            if isinstance(name, str):
                return name
        raise RecordError(f"damaged save: {thing!r:.100} stands where something named should")

    def player(self, thing: JavaValue) -> str | None:
        """Return a player's name, given as the player or as its name; None for nobody."""
        if thing is None or thing == _NOBODY:
            return None
        if isinstance(thing, JavaObject) and _is_nobody(thing.kind):
            return None
        return self.name(thing)

    def optional_name(self, thing: JavaValue) -> str | None:
        """Return a name, or None for nothing."""
        return None if thing is None else self.name(thing)

    # --- units ----------------------------------------------------------------------------------

    def unit(self, thing: JavaValue) -> int:
        """Return the id of a unit, given as the unit, as its key, or as its key's text."""
        found = self._ids.get(id(thing))
        if found is not None:
            return found
        if isinstance(thing, JavaObject) and thing.kind.simple in _UNITS:
            unit = self._by_key(self._key(self.get(thing, "id")))
            self.units.setdefault(unit, thing)
        else:
            unit = self._by_key(self._key(thing))
        if isinstance(thing, JavaObject):  # lives as long as the save's objects do
            self._ids[id(thing)] = unit
        return unit

    def unit_list(self, value: JavaValue) -> tuple[int, ...]:
        """Return the ids of a collection of units."""
        return tuple([self.unit(thing) for thing in self.elements(value)])

    def _by_key(self, key: str) -> int:
        unit = self.unit_keys.setdefault(key, len(self.unit_keys) + 1)
        if unit > MAX_UNITS:
            raise TooMuchError(f"damaged save: it has more than {MAX_UNITS:,} units")
        return unit

    def _key(self, thing: JavaValue) -> str:
        """Spell out TripleA's own key of a unit: a UUID, or in 1.9 a GUID."""
        if isinstance(thing, str):
            return thing.replace("-", "").lower()
        if isinstance(thing, JavaObject):
            if thing.kind.simple == "UUID":
                high, low = thing.get("mostSigBits"), thing.get("leastSigBits")
                if isinstance(high, int) and isinstance(low, int):
                    mask = (1 << 64) - 1
                    return f"{high & mask:016x}{low & mask:016x}"
            if thing.kind.simple == "GUID":
                written = thing.annotation()
                prefix = next((part for part in written if isinstance(part, JavaObject)), None)
                return f"{pack(written).hex()}@{self._machine(prefix)}"
        raise RecordError(f"damaged save: {thing!r:.100} stands where a unit or its key should")

    def _machine(self, vmid: JavaObject | None) -> str:
        """Spell out the identity of a Java machine, the common part of many keys of 1.9."""
        if vmid is None:
            return ""
        address, uid = vmid.get("addr"), vmid.get("uid")
        parts = [address.hex() if isinstance(address, bytes) else ""]
        if isinstance(uid, JavaObject):
            parts += [str(uid.get(name)) for name in ("unique", "time", "count")]
        return ":".join(parts)

    # --- values ---------------------------------------------------------------------------------

    def plain(self, value: JavaValue, *, depth: int = 0) -> Any:
        """Return a value as plain Python: names for named things, ids for units, tuples for lists.

        What is none of those becomes the name of its class in brackets.
        """
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, JavaObject):
            simple = value.kind.simple
            if simple in _BOXED:
                return value.get("value")
        elif isinstance(value, JavaEnum):
            return value.name
        if depth > _MAX_NESTING:
            return "<...>"
        if isinstance(value, list):
            self.spend(1 + len(value))
            return tuple([self.plain(item, depth=depth + 1) for item in value])
        if not isinstance(value, JavaObject):
            return None
        if simple in _UNITS:
            return self.unit(value)
        if simple in _NAMED:
            return self.name(value)
        if _is_nobody(value.kind):
            return None
        if simple == "BigDecimal":
            return number(value)
        if simple in _VALUE_CLASSES:
            self.spend(1)
            return tuple(
                self.plain(value.get(part), depth=depth + 1)
                for part in ("first", "second", "third")
                if value.has(part)
            )
        try:
            items = self.elements(value)
        except UnknownClassError:
            self.spend(1)
        else:
            return tuple([self.plain(item, depth=depth + 1) for item in items])
        try:
            pairs = self.entries(value)
        except UnknownClassError:
            return f"<{simple}>"
        return tuple(
            [(self.plain(k, depth=depth + 1), self.plain(v, depth=depth + 1)) for k, v in pairs]
        )

    def attributes(
        self, thing: JavaObject, *, skip: frozenset[str] = frozenset()
    ) -> dict[str, Any]:
        """Return the fields of an object as plain values by their 2.x names."""
        values: dict[str, Any] = {}
        for name, slot in thing.kind.slots.items():
            short = name.removeprefix("m_")
            if short not in skip:
                values[short] = self.plain(thing.values[slot])
        self.spend(len(values))
        return values


def _is_nobody(kind: JavaClass) -> bool:
    """Tell whether a class is that of the null player.

    It is an anonymous class derived from a player's; the class that it is in, and so what Java
    calls it, has changed from version to version.
    """
    return kind.parent is not None and kind.parent.simple in _PLAYERS
