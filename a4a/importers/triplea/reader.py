"""Reading a whole save: container, Java stream, map, players, state at the end, history."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Final

from a4a.core.errors import RecordError
from a4a.importers.triplea import combatreader, options
from a4a.importers.triplea.changereader import PROPERTY_NAMES, attachment_key
from a4a.importers.triplea.changes import EngineState, pair
from a4a.importers.triplea.collecting import collected_at_the_end
from a4a.importers.triplea.container import read_bytes, unpack
from a4a.importers.triplea.historyreader import HistoryReader
from a4a.importers.triplea.javacollections import UnknownClassError, boxed, multimap, number
from a4a.importers.triplea.javastream import read_stream
from a4a.importers.triplea.javavalues import JavaObject, JavaValue
from a4a.importers.triplea.lookup import MAX_PLAYERS, MAX_TERRITORIES, SaveLookup
from a4a.importers.triplea.save import (
    BattleRecord,
    Canal,
    Player,
    ProductionRule,
    Save,
    SavedUnitType,
    SequenceStep,
    Territory,
)
from a4a.importers.triplea.undovalues import with_true_old_values

_OWN_FIELDS: Final = frozenset({"attachedTo", "data", "gameData", "name"})
_UNIT_SKIP: Final = frozenset({"data", "gameData", "id", "uid"})
_MAX_OPTION: Final = 60
_MAX_CANALS: Final = 20


def read_save(path: str | Path) -> Save:
    """Read a TripleA save game file, of 1.9 or of 2.x.

    Parameters
    ----------
    path
        The file, usually named ``*.tsvg``.

    Returns
    -------
    Save
        The save in TripleA's own terms.

    Raises
    ------
    RecordError
        If the file cannot be read, is no save, or is damaged; the message says what and where.
    """
    return parse_save(read_bytes(path))


def parse_save(raw: bytes) -> Save:
    """Read a save from the bytes of its file. See `read_save`."""
    with collected_at_the_end():  # the Java objects name each other, and are of no more use
        return save_of(read_stream(unpack(raw)))


def save_of(contents: list[JavaValue]) -> Save:
    """Read a save from the contents of its Java stream. See `read_save`."""
    try:
        return _SaveReader(contents).read()
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        # Fields of the wrong type: the stream is sound, but what it holds cannot be a save.
        raise RecordError(f"damaged save: its objects do not fit together ({error})") from error
    except struct.error as error:
        raise RecordError(f"damaged save: a value has too few bytes ({error})") from error


class _SaveReader:
    """One save's objects, being read."""

    def __init__(self, top: list[JavaValue]) -> None:
        self.lookup = SaveLookup()
        if len(top) < 2 or not all(isinstance(thing, JavaObject) for thing in top[:2]):
            raise RecordError("not a TripleA save: it does not begin with a version and a game")
        self.version, self.game = top[0], top[1]
        if self.version.kind.simple != "Version" or self.game.kind.simple != "GameData":
            first, second = self.version.kind.simple, self.game.kind.simple
            raise RecordError(
                f"not a TripleA save that can be read: it holds {first:.60} and {second:.60}, "
                "where a save holds Version and GameData"
            )

    def read(self) -> Save:
        """Read everything."""
        lookup, game = self.lookup, self.game
        get = lookup.get
        end = EngineState()
        players = self._players(end)
        territories, connections = self._map(end)
        unit_types = self._unit_types(end)
        rules, frontiers = self._production(end)
        stances = self._relations(end)
        self._meet_units()
        history = HistoryReader(lookup)
        rounds = history.read(get(game, "gameHistory"))
        self._units(end)
        sequence = get(game, "sequence")
        return Save(
            engine=self._version_text(self.version),
            game=lookup.text(game, "gameName"),
            version=self._version_text(get(game, "gameVersion")),
            map=self._map_name(),
            round=lookup.integer(sequence, "round"),
            dice_sides=lookup.integer(game, "diceSides", default=6),
            players=players,
            territories=territories,
            connections=connections,
            unit_types=unit_types,
            rules=rules,
            frontiers=frontiers,
            resources=tuple(
                [lookup.name(r) for _, r in self._entries("resourceList", "resources")]
            ),
            stances=stances,
            sequence=self._sequence(sequence),
            options=self._options(players),
            battles=self._battles(),
            end=end,
            rounds=rounds,
            changes=with_true_old_values(history.changes, end),
            unknown=lookup.unknown,
            unit_keys=lookup.unit_keys,
            supports=tuple(
                support
                for _, thing in self._entries("unitTypeList", "unitTypes")
                for support in combatreader.supports(lookup, thing)
            ),
            advances=combatreader.advances(lookup, game),
            effects=combatreader.effects(lookup, game),
            limits={k: v for k, v in self._properties().items() if k in options.LIMITS},
        )

    def _entries(self, holder: str, name: str) -> list[tuple[JavaValue, JavaValue]]:
        """Return the entries of a map that is the field of a field of the game."""
        thing = self.lookup.get(self.game, holder)
        if thing is None:
            return []
        return self.lookup.entries(self.lookup.get(thing, name))

    def _version_text(self, thing: JavaValue) -> str:
        if not isinstance(thing, JavaObject):
            return thing if isinstance(thing, str) else ""
        for name in ("exactVersion", "versionString"):
            if isinstance(text := thing.get(name), str):
                return text[:_MAX_OPTION]
        parts = [self.lookup.get(thing, name) for name in ("major", "minor", "point")]
        return ".".join(str(part) for part in parts if isinstance(part, int))

    # --- options --------------------------------------------------------------------------------

    def _properties(self) -> dict[str, Any]:
        """Return all properties with simple values; most of them are none of our business."""
        lookup = self.lookup
        holder = lookup.get(self.game, "properties")
        found: dict[str, Any] = {}
        for name, value in lookup.entries(lookup.get(holder, "constantProperties")):
            found[str(name)] = boxed(value)
        for name, value in lookup.entries(lookup.get(holder, "editableProperties")):
            if isinstance(value, JavaObject):
                found[str(name)] = boxed(lookup.get(value, "value"))
        return found

    def _map_name(self) -> str:
        name = self._properties().get("mapName")
        return name[:_MAX_OPTION] if isinstance(name, str) else ""

    def _options(self, players: dict[str, Player]) -> dict[str, Any]:
        names = frozenset(players)
        return {
            name: value[:_MAX_OPTION] if isinstance(value, str) else value
            for name, value in sorted(self._properties().items())
            if isinstance(value, bool | int | float | str) and options.is_taken(name, names)
        }

    # --- players --------------------------------------------------------------------------------

    def _players(self, end: EngineState) -> dict[str, Player]:
        lookup = self.lookup
        get = lookup.get
        alliances: dict[str, list[str]] = {}
        if (tracker := get(self.game, "alliances")) is not None:
            for player, names in multimap(get(tracker, "alliances")):
                alliances.setdefault(lookup.name(player), []).extend(map(lookup.name, names))
        players: dict[str, Player] = {}
        for _, thing in self._entries("playerList", "players"):
            name = lookup.name(thing)
            controller = lookup.plain(get(thing, "whoAmI"))
            technologies: list[str] = []
            for label, attachment in lookup.entries(get(thing, "attachments")):
                if label == "techAttachment" and isinstance(attachment, JavaObject):
                    technologies = self._technologies(end, thing, attachment)
            players[name] = Player(
                name,
                tuple(alliances.get(name, ())),
                controller if isinstance(controller, str) else None,
                tuple(technologies),
            )
            end.controllers[name] = players[name].controller
            end.frontiers[name] = lookup.optional_name(get(thing, "productionFrontier"))
            end.held[name] = self._collection(get(thing, "unitsHeld"))
            if (purse := get(thing, "resources")) is not None:
                for resource, amount in lookup.entries(get(purse, "resources")):
                    end.resources[name, lookup.name(resource)] = int(number(amount))
        if len(players) > MAX_PLAYERS:
            raise RecordError(f"damaged save: it has more than {MAX_PLAYERS} players")
        return players

    def _technologies(
        self, end: EngineState, player: JavaObject, attachment: JavaObject
    ) -> list[str]:
        fields = self.lookup.attributes(attachment, skip=_OWN_FIELDS)
        values = {PROPERTY_NAMES.get(name, name): has for name, has in fields.items()}
        values.update(values.pop("genericTech", ()) or ())
        end.attachments[attachment_key(self.lookup, player, "techAttachment")] = values
        return [name for name, has in values.items() if has is True]

    def _collection(self, collection: JavaValue) -> dict[int, None]:
        if collection is None:
            return {}
        return dict.fromkeys(self.lookup.unit_list(self.lookup.get(collection, "units")))

    # --- map ------------------------------------------------------------------------------------

    def _map(self, end: EngineState) -> tuple[dict[str, Territory], tuple[tuple[str, str], ...]]:
        lookup = self.lookup
        get = lookup.get
        game_map = get(self.game, "map")
        territories: dict[str, Territory] = {}
        for thing in lookup.elements(get(game_map, "territories")):
            name = lookup.name(thing)
            values: dict[str, Any] = {}
            canals: list[Canal] = []
            for label, attachment in lookup.entries(get(thing, "attachments")):
                if not isinstance(attachment, JavaObject):
                    continue
                if label == "territoryAttachment":
                    values = lookup.attributes(attachment, skip=_OWN_FIELDS)
                    end.attachments[attachment_key(lookup, thing, label)] = values
                elif attachment.kind.simple == "CanalAttachment" and len(canals) < _MAX_CANALS:
                    controllers = lookup.plain(get(attachment, "landTerritories"))
                    name_of_canal = lookup.text(attachment, "canalName")
                    canals.append(Canal(name_of_canal, tuple(sorted(map(str, controllers or ())))))
            territories[name] = Territory(name, bool(get(thing, "water")), values, tuple(canals))
            end.owners[name] = lookup.player(get(thing, "owner"))
            end.territories[name] = self._collection(get(thing, "unitCollection"))
        if len(territories) > MAX_TERRITORIES:
            raise RecordError(f"damaged save: it has over {MAX_TERRITORIES:,} territories")
        connections = [
            (lookup.name(here), lookup.name(there))
            for here, neighbours in lookup.entries(get(game_map, "connections"))
            for there in lookup.elements(neighbours)
        ]
        return territories, tuple(connections)

    # --- units and what they cost ----------------------------------------------------------------

    def _unit_types(self, end: EngineState) -> dict[str, SavedUnitType]:
        lookup = self.lookup
        types: dict[str, SavedUnitType] = {}
        for _, thing in self._entries("unitTypeList", "unitTypes"):
            values: dict[str, Any] = {}
            for label, attachment in lookup.entries(lookup.get(thing, "attachments")):
                if label == "unitAttachment" and isinstance(attachment, JavaObject):
                    values = lookup.attributes(attachment, skip=_OWN_FIELDS)
                    end.attachments[attachment_key(lookup, thing, label)] = values
            name = lookup.name(thing)
            types[name] = SavedUnitType(name, values)
        return types

    def _production(
        self, end: EngineState
    ) -> tuple[dict[str, ProductionRule], dict[str, tuple[str, ...]]]:
        lookup = self.lookup
        get = lookup.get
        rules: dict[str, ProductionRule] = {}
        for name, thing in self._entries("productionRuleList", "productionRules"):
            rules[str(name)] = ProductionRule(
                str(name),
                tuple(
                    (lookup.name(what), int(number(amount)))
                    for what, amount in lookup.entries(get(thing, "costs"))
                ),
                tuple(
                    (lookup.name(what), int(number(amount)))
                    for what, amount in lookup.entries(get(thing, "results"))
                ),
            )
        frontiers: dict[str, tuple[str, ...]] = {}
        for name, thing in self._entries("productionFrontierList", "productionFrontiers"):
            names = [lookup.name(rule) for rule in lookup.elements(get(thing, "rules"))]
            frontiers[str(name)] = tuple(names)
            end.rules[str(name)] = names
        return rules, frontiers

    def _meet_units(self) -> None:
        """Meet the units of the game's own list, before those that only the history knows."""
        lookup = self.lookup
        if (units := lookup.get(self.game, "unitsList")) is not None:
            for _, thing in lookup.entries(lookup.get(units, "allUnits")):
                lookup.unit(thing)

    def _units(self, end: EngineState) -> None:
        """Read the attributes of all units met."""
        lookup = self.lookup
        for unit in list(lookup.units):
            end.units[unit] = lookup.attributes(lookup.units[unit], skip=_UNIT_SKIP)

    # --- politics, time, battles ------------------------------------------------------------------

    def _relations(self, end: EngineState) -> dict[str, str]:
        lookup = self.lookup
        get = lookup.get
        stances: dict[str, str] = {}
        for _, kind in self._entries("relationshipTypeList", "relationshipTypes"):
            for label, attachment in lookup.entries(get(kind, "attachments")):
                if label == "relationshipTypeAttachment":
                    stances[lookup.name(kind)] = lookup.text(attachment, "archeType")
        for who, relation in self._entries("relationships", "relationships"):
            a, b = lookup.player(get(who, "player1")), lookup.player(get(who, "player2"))
            if a is not None and b is not None:
                kind = get(relation, "relationshipType")
                end.relations[pair(a, b)] = lookup.name(kind)
        return stances

    def _survivors(self, results: JavaValue) -> tuple[int, ...]:
        if results is None:
            return ()
        try:
            return self.lookup.unit_list(self.lookup.get(results, "remainingAttackingUnits"))
        except UnknownClassError as error:
            self.lookup.note_unknown(f"survivors of a battle, class {error.name:.80}")
            return ()

    def _sequence(self, sequence: JavaValue) -> tuple[SequenceStep, ...]:
        lookup = self.lookup
        steps = []
        for thing in lookup.elements(lookup.get(sequence, "steps")):
            delegate = lookup.get(thing, "delegateName")
            if isinstance(delegate, JavaObject):  # 1.9 keeps the delegate itself
                delegate = lookup.get(delegate, "name")
            steps.append(
                SequenceStep(
                    lookup.text(thing, "name"),
                    lookup.player(lookup.get(thing, "player")),
                    delegate if isinstance(delegate, str) else "",
                    lookup.text(thing, "displayName"),
                )
            )
        return tuple(steps)

    def _battles(self) -> dict[int, tuple[BattleRecord, ...]]:
        lookup = self.lookup
        get = lookup.get
        battles: dict[int, tuple[BattleRecord, ...]] = {}
        for number_, proxy in self._entries("battleRecordsList", "battleRecords"):
            found: list[BattleRecord] = []
            for _, by_id in lookup.entries(get(proxy, "records")):
                for _, record in lookup.entries(by_id):
                    results = get(record, "battleResults")
                    found.append(
                        BattleRecord(
                            lookup.name(get(record, "battleSite")),
                            lookup.player(get(record, "attacker")),
                            lookup.player(get(record, "defender")),
                            lookup.name(get(record, "battleType") or ""),
                            lookup.name(get(record, "battleResultDescription") or ""),
                            "" if results is None else lookup.name(get(results, "whoWon") or ""),
                            0 if results is None else lookup.integer(results, "battleRoundsFought"),
                            lookup.integer(record, "attackerLostTuv"),
                            lookup.integer(record, "defenderLostTuv"),
                            self._survivors(results),
                        )
                    )
            battles[int(number(number_))] = tuple(found)
        return battles
