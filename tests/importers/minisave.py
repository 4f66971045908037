"""A tiny TripleA save, written by hand in both dialects: 1.9's field names and classes, and 2.x's.

Two players, three territories and a sea zone: Reds buy, move, fight, take a place, collect income.
"""

from __future__ import annotations

import gzip
import struct
from typing import Any

from tests.importers.javawriter import Array, Block, Class, Enum, Obj, stream

ENGINE = "games.strategy.engine.data."
CHANGES = ENGINE + "changefactory."
TRIPLEA = "games.strategy.triplea."

ARRAY_LIST = Class("java.util.ArrayList", "I:size", flags=3)
HASH_MAP = Class("java.util.HashMap", "F:loadFactor I:threshold", flags=3)
LINKED_MAP = Class("java.util.LinkedHashMap", "Z:accessOrder", parent=HASH_MAP)
HASH_SET = Class("java.util.HashSet", flags=3)
INTEGER = Class("java.lang.Integer", "I:value", parent=Class("java.lang.Number"))
BOOLEAN = Class("java.lang.Boolean", "Z:value")
UUID = Class("java.util.UUID", "J:leastSigBits J:mostSigBits")
BIG_INTEGER = Class("java.math.BigInteger", "I:signum [:magnitude", flags=3)
BIG_DECIMAL = Class("java.math.BigDecimal", "I:scale L:intVal", flags=3)
INTEGER_MAP = Class("org.triplea.java.collections.IntegerMap", "L:mapValues")
MULTIMAP = Class("com.google.common.collect.ImmutableListMultimap", flags=3)
ALLIANCES = Class(ENGINE + "AllianceTracker$SerializationProxy", "L:alliances")
UID = Class("java.rmi.server.UID", "S:count J:time I:unique")
VMID = Class("java.rmi.dgc.VMID", "[:addr L:uid")
GUID = Class("games.strategy.net.GUID", flags=12)
JAVA_ENUM = Class("java.lang.Enum", flags=18)
RESULT = Class(
    TRIPLEA + "delegate.data.BattleRecord$BattleResultDescription", parent=JAVA_ENUM, flags=18
)
WHO_WON = Class(TRIPLEA + "delegate.battle.IBattle$WhoWon", parent=JAVA_ENUM, flags=18)
BATTLE_TYPE = Class(TRIPLEA + "delegate.battle.IBattle$BattleType", parent=JAVA_ENUM, flags=18)


def java_list(*items: Any) -> Obj:
    return Obj(
        ARRAY_LIST, {"size": len(items)}, {ARRAY_LIST.name: [Block(packed(len(items))), *items]}
    )


def java_map(pairs: dict[Any, Any] | list[tuple[Any, Any]], kind: Class = LINKED_MAP) -> Obj:
    items = list(pairs.items()) if isinstance(pairs, dict) else pairs
    notes: list[Any] = [Block(packed(16) + packed(len(items)))]
    for key, value in items:
        notes += [key, value]
    return Obj(kind, {"loadFactor": 0.75}, {HASH_MAP.name: notes})


def integer(value: int) -> Obj:
    return Obj(INTEGER, {"value": value})


def decimal(digits: int, scale: int = 0) -> Obj:
    raw = [b - 256 if b > 127 else b for b in abs(digits).to_bytes(4, "big")]
    sign = (digits > 0) - (digits < 0)
    whole = Obj(BIG_INTEGER, {"signum": sign, "magnitude": Array("[B", raw)})
    return Obj(BIG_DECIMAL, {"scale": scale, "intVal": whole})


def amounts(pairs: list[tuple[Any, int]]) -> Obj:
    return Obj(INTEGER_MAP, {"mapValues": java_map([(k, integer(n)) for k, n in pairs], HASH_MAP)})


def packed(value: int) -> bytes:
    return struct.pack(">i", value)


class Mini:
    """The objects of a tiny save, and its history under construction.

    Parameters
    ----------
    modern
        Whether 2.x writes it; 1.9 otherwise.
    """

    def __init__(self, *, modern: bool = True) -> None:
        self.modern = modern
        self.game = Obj(Class(ENGINE + "GameData"))
        self._classes: dict[str, Class] = {}
        self.component = Class(
            ENGINE + "GameDataComponent", "L:gameData", flags=3, writes_fields=False
        )
        self.writers: list[Obj] = []
        self._machine = Obj(
            VMID,
            {"addr": Array("[B", [1, 2]), "uid": Obj(UID, {"count": 1, "time": 2, "unique": 3})},
        )
        self._serial = 0
        self._set_up()

    # --- objects --------------------------------------------------------------------------------

    def cls(self, name: str, fields: str, parent: Class | None = None) -> Class:
        """A class of the dialect: 1.9 puts m_ before the names of fields."""
        if name not in self._classes:
            if not self.modern:
                fields = " ".join(f"{f[:2]}m_{f[2:]}" for f in fields.split())
            self._classes[name] = Class(name, fields, parent=parent)
        return self._classes[name]

    def make(self, cls: Class, **values: Any) -> Obj:
        """An object of the dialect; a component of the game writes only the game."""
        if not self.modern:
            values = {f"m_{name}": value for name, value in values.items()}
        notes = {}
        if self.component in cls.lineage():
            notes[self.component.name] = [self.game]
        return Obj(cls, values, notes)

    def _named(self, name: str, fields: str = "") -> Class:
        base = self.cls(ENGINE + "DefaultNamed", "L:name", self.component)
        attachable = self.cls(ENGINE + "NamedAttachable", "L:attachments", base)
        return self.cls(name, fields, attachable)

    def key(self) -> Obj:
        """A fresh key of a unit."""
        self._serial += 1
        if self.modern:
            return Obj(UUID, {"mostSigBits": -self._serial, "leastSigBits": self._serial})
        return Obj(GUID, {}, {GUID.name: [Block(packed(self._serial)), self._machine]})

    def unit(self, kind: str, owner: str | None, **values: Any) -> Obj:
        """A unit; it is nowhere until something puts it somewhere."""
        own = "I:hits L:owner L:type " + ("L:id" if self.modern else "L:uid")
        rest = "I:bonusMovement Z:submerged I:unitDamage L:alreadyMoved L:transportedBy"
        base = self.cls(ENGINE + "Unit", own + " " + rest if self.modern else own, self.component)
        cls = base if self.modern else self.cls(TRIPLEA + "TripleAUnit", rest, base)
        who = self.players[owner] if owner is not None else self.nobody
        key = "id" if self.modern else "uid"
        unit = self.make(cls, type=self.types[kind], owner=who, **{key: self.key()}, **values)
        self.units.append(unit)
        return unit

    def _attachment(self, name: str, **values: Any) -> Obj:
        base = self.cls(ENGINE + "DefaultAttachment", "L:attachedTo L:name", self.component)
        codes = {bool: "Z", int: "I"}
        fields = " ".join(f"{codes.get(type(v), 'L')}:{k}" for k, v in values.items())
        # Java writes primitives first, whatever the order of the descriptor says here.
        return self.make(Class_of(self, name, fields, base), name=name, **values)

    # --- the set-up -----------------------------------------------------------------------------

    def _set_up(self) -> None:
        self.units: list[Obj] = []
        player = "GamePlayer" if self.modern else "PlayerID"
        cls = self._named(ENGINE + player, "Z:isHidden L:resources L:unitsHeld "
                          "L:productionFrontier L:whoAmI")  # fmt: skip
        collection = self.cls(ENGINE + "UnitCollection", "L:holder L:units", self.component)
        purse = self.cls(ENGINE + "ResourceCollection", "L:resources", self.component)
        self.money = self.make(self._named(ENGINE + "Resource"), name="PUs")
        self.held = {name: java_list() for name in ("Reds", "Blues")}
        frontier_cls = self.cls(
            ENGINE + "ProductionFrontier",
            "L:rules",
            self.cls(ENGINE + "DefaultNamed", "L:name", self.component),
        )
        self.frontier = self.make(frontier_cls, name="production")
        self.players = {
            name: self.make(
                cls,
                name=name,
                attachments=java_map({}),
                resources=self.make(purse, resources=amounts([(self.money, pus)])),
                unitsHeld=self.make(collection, units=self.held[name]),
                productionFrontier=self.frontier,
                whoAmI="Human:Alice" if name == "Reds" else "AI:Hard (AI)",
            )
            for name, pus in (("Reds", 12), ("Blues", 5))
        }
        self.nobody = self.make(
            Class(ENGINE + player + "$1", parent=cls), name="Neutral", attachments=java_map({})
        )
        self.types = {
            name: self.make(
                self._named(ENGINE + "UnitType"),
                name=name,
                attachments=java_map({"unitAttachment": self._attachment("unitAttachment", **v)}),
            )
            for name, v in {
                "infantry": {"isAir": False, "isSea": False, "isInfrastructure": False,
                             "attack": 1, "defense": 2, "movement": 1, "hitPoints": 1,
                             "transportCost": 2, "transportCapacity": -1},
                "bigship": {"isAir": False, "isSea": True, "isInfrastructure": False,
                            "attack": 4, "defense": 4, "movement": 2, "hitPoints": 2,
                            "transportCost": -1, "transportCapacity": 5},
                "factory": {"isAir": False, "isSea": False, "isInfrastructure": True,
                            "attack": 0, "defense": 0, "movement": 0, "hitPoints": 1,
                            "transportCost": -1, "transportCapacity": -1},
            }.items()
        }  # fmt: skip
        territory = self._named(ENGINE + "Territory", "Z:water L:owner L:unitCollection"
                                if self.modern else "Z:water L:owner L:units")  # fmt: skip
        self.stacks: dict[str, Obj] = {}
        self.territories: dict[str, Obj] = {}
        field = "unitCollection" if self.modern else "units"
        for name, owner, production in (
            ("Home", "Reds", 3),
            ("Abroad", "Blues", 2),
            ("Nowhere", None, 1),
            ("1 Sea Zone", None, 0),
        ):
            self.stacks[name] = java_list()
            water = name.endswith("Sea Zone")
            attachments = {}
            if not water:
                attachments["territoryAttachment"] = self._attachment(
                    "territoryAttachment", production=production, victoryCity=int(name == "Home"),
                    capital="Reds" if name == "Home" else None,
                )  # fmt: skip
            self.territories[name] = self.make(
                territory,
                name=name,
                water=water,
                owner=self.players[owner] if owner else self.nobody,
                attachments=java_map(attachments),
                **{field: self.make(collection, units=self.stacks[name])},
            )

    # --- putting units at the end, and telling how they got there --------------------------------

    def put(self, place: str, *units: Obj) -> None:
        """Let units be in a territory at the end of the game."""
        note = self.stacks[place].notes[ARRAY_LIST.name]
        note += units

    def _history(self, name: str, fields: str, **values: Any) -> None:
        self.writers.append(
            self.make(self.cls("games.strategy.engine.history." + name, fields), **values)
        )

    def round(self, number: int) -> None:
        self._history("RoundHistorySerializer", "I:roundNo", roundNo=number)

    def step(self, name: str, delegate: str, player: str | None = "Reds") -> None:
        who = self.players[player] if player else None
        field = "gamePlayer" if self.modern else "playerID"
        self._history(
            "StepHistorySerializer", f"L:stepName L:delegateName L:{field} L:displayName",
            stepName=name, delegateName=delegate, displayName=delegate.title(), **{field: who},
        )  # fmt: skip

    def event(self, text: str, data: Any = None) -> None:
        self._history(
            "EventHistorySerializer",
            "L:eventName L:renderingData",
            eventName=text,
            renderingData=data,
        )

    def line(self, text: str, data: Any = None) -> None:
        self._history("EventChildWriter", "L:text L:renderingData", text=text, renderingData=data)

    def change(self, *changes: Obj) -> None:
        """Log a change; several at once are a composite."""
        composite = self.cls(ENGINE + "CompositeChange", "L:changes", Class(ENGINE + "Change"))
        one = changes[0]
        if len(changes) != 1:
            one = self.make(composite, changes=java_list(*changes))
        if self.modern:
            self._history("ChangeSerializationWriter", "L:change", change=one)
        else:
            cls = Class_of(self, "games.strategy.engine.history.ChangeSerializationWriter", "")
            cls.fields = "L:aChange"
            self.writers.append(Obj(cls, {"aChange": one}))

    # --- changes --------------------------------------------------------------------------------

    def _change(self, cls_name: str, modern_fields: str, old_fields: str, **values: Any) -> Obj:
        fields = modern_fields if self.modern else old_fields
        names = [item[2:] for item in fields.split()]
        return self.make(
            self.cls(CHANGES + cls_name, fields), **dict(zip(names, values.values(), strict=True))
        )

    def add(self, place: str, *units: Obj) -> Obj:
        kind = "P" if place in self.players else "T"
        fields = "L:name L:type L:units"
        return self._change(
            "AddUnits", fields, fields, name=place, type=kind, units=java_list(*units)
        )

    def remove(self, place: str, *units: Obj) -> Obj:
        kind = "P" if place in self.players else "T"
        fields = "L:name L:type L:units"
        return self._change(
            "RemoveUnits", fields, fields, name=place, type=kind, units=java_list(*units)
        )

    def set(self, unit: Obj, key: str, old: Any, new: Any) -> Obj:
        fields = "L:object L:property L:oldValue L:newValue"
        return self._change(
            "ObjectPropertyChange", fields, fields, object=unit, property=key, old=old, new=new
        )

    def owner(self, territory: str, old: str | None, new: str | None) -> Obj:
        return self._change(
            "OwnerChange",
            "L:territoryName L:oldOwnerName L:newOwnerName",
            "L:territory L:old L:new",
            territory=territory, old=old, new=new,
        )  # fmt: skip

    def unit_owner(self, place: str, unit: Obj, old: str, new: str) -> Obj:
        key = unit.values["id" if self.modern else "m_uid"]
        return self._change(
            "PlayerOwnerChange",
            "L:territoryName L:oldOwnerNamesByUnitId L:newOwnerNamesByUnitId",
            "L:location L:old L:new",
            place=place, old=java_map([(key, old)]), new=java_map([(key, new)]),
        )  # fmt: skip

    def hits(self, unit: Obj, old: int, new: int) -> Obj:
        fields = "L:hits L:undoHits"
        return self._change(
            "UnitHitsChange",
            fields,
            fields,
            hits=amounts([(unit, new)]),
            old=amounts([(unit, old)]),
        )

    def pay(self, player: str, amount: int) -> Obj:
        return self._change(
            "ChangeResourceChange",
            "I:quantity L:playerName L:resourceName",
            "I:quantity L:player L:resource",
            amount=amount, player=player, resource="PUs",
        )  # fmt: skip

    def relation(self, old: str, new: str) -> Obj:
        cls = Class_of(
            self, CHANGES + "RelationshipChange",
            "L:player1Name L:player2Name L:oldRelationshipTypeName L:newRelationshipTypeName",
        )  # fmt: skip
        names = ("player1Name", "player2Name", "oldRelationshipTypeName", "newRelationshipTypeName")
        if not self.modern:
            names = ("m_player1", "m_player2", "m_OldRelation", "m_NewRelation")
            cls.fields = " ".join("L:" + name for name in names)
        return Obj(cls, dict(zip(names, ("Reds", "Blues", old, new), strict=True)))

    def attachment(self, place: str, name: str, old: Any, new: Any) -> Obj:
        cls = Class(
            ENGINE + "ChangeAttachmentChange",
            "Z:clearFirst L:attachedTo L:attachmentName L:newValue L:oldValue L:property",
        )
        return Obj(cls, {
            "attachedTo": self.territories[place], "attachmentName": "territoryAttachment",
            "newValue": new, "oldValue": old, "property": name,
        })  # fmt: skip

    def unknown(self) -> Obj:
        return Obj(Class(CHANGES + "SomethingOfTomorrow", "L:what"), {"what": "?"})

    # --- what is attached to lines ----------------------------------------------------------------

    def move_data(self, route: list[str], *units: Obj) -> Obj:
        route_cls = self.cls(ENGINE + "Route", "L:start L:steps")
        places = [self.territories[name] for name in route]
        way = self.make(route_cls, start=places[0], steps=java_list(*places[1:]))
        base = self.cls(ENGINE + "AbstractMoveDescription", "L:units")
        cls = self.cls(ENGINE + "MoveDescription", "L:route", base)
        return self.make(cls, units=java_list(*units), route=way)

    def place_data(self, place: str, *units: Obj) -> Obj:
        base = self.cls(ENGINE + "AbstractMoveDescription", "L:units")
        cls = self.cls(TRIPLEA + "delegate.data.PlacementDescription", "L:territory", base)
        return self.make(cls, units=java_list(*units), territory=self.territories[place])

    def dice(self, *dice: tuple[int, int, int], hits: int | None = None) -> Obj:
        """Dice as (face, rolled at, kind): 0 a miss, 1 a hit, 2 ignored."""
        thrown = [(face - 1) << 16 | at << 8 | int(hit) for face, at, hit in dice]
        scored = sum(hit for _, _, hit in dice) if hits is None else hits
        block = packed(scored) + (struct.pack(">d", 0.5) if self.modern else b"")
        cls = Class_of(self, TRIPLEA + "delegate.DiceRoll", "")
        cls.flags = 12
        return Obj(cls, {}, {cls.name: [Array("[I", thrown), Block(block)]})

    def battle_record(self, result: str, winner: str) -> Obj:
        results = self.make(
            self.cls(TRIPLEA + "delegate.battle.BattleResults",
                     "I:battleRoundsFought L:remainingAttackingUnits L:whoWon", self.component),
            battleRoundsFought=2, remainingAttackingUnits=java_list(), whoWon=Enum(WHO_WON, winner),
        )  # fmt: skip
        cls = Class(
            TRIPLEA + "delegate.data.BattleRecord",
            "I:attackerLostTuv I:defenderLostTuv L:attacker L:battleResultDescription "
            "L:battleResults L:battleSite L:battleType L:defender",
        )
        return Obj(cls, {
            "attackerLostTuv": 3, "defenderLostTuv": 3, "attacker": self.players["Reds"],
            "defender": self.players["Blues"], "battleSite": self.territories["Abroad"],
            "battleResultDescription": Enum(RESULT, result), "battleResults": results,
            "battleType": Enum(BATTLE_TYPE, "NORMAL"),
        })  # fmt: skip

    # --- the whole --------------------------------------------------------------------------------

    def finish(self, **extra: Any) -> bytes:
        """The save's Java stream. `extra` are fields of the game that take the place of others."""
        named = self.cls(ENGINE + "DefaultNamed", "L:name", self.component)
        rule_cls = self.cls(
            ENGINE + "ProductionRule",
            "L:costs L:results" if self.modern else "L:cost L:results",
            named,
        )
        cost = "costs" if self.modern else "cost"
        rules = {
            f"buy{rule}": self.make(
                rule_cls,
                name=f"buy{rule}",
                results=amounts([(self.types[name], 1)]),
                **{cost: amounts([(self.money, pus)])},
            )
            for rule, name, pus in (
                ("infantry", "infantry", 3), ("bigship", "bigship", 20),
                ("infantrydearly", "infantry", 4),  # the least price counts
            )
        }  # fmt: skip
        prefix = "" if self.modern else "m_"
        self.frontier.values[prefix + "rules"] = java_list(*rules.values())
        here = self.territories
        links = [("Home", "Abroad"), ("Abroad", "Nowhere"), ("Home", "1 Sea Zone")]
        near: dict[str, list[Obj]] = {name: [] for name in here}
        for a, b in links:
            near[a].append(here[b])
            near[b].append(here[a])
        relation_type = self._named(ENGINE + "RelationshipType")
        stances = {
            name: self.make(
                relation_type,
                name=name,
                attachments=java_map({"relationshipTypeAttachment": self._attachment(
                    "relationshipTypeAttachment", archeType=stance)}),
            )
            for name, stance in (("War", "war"), ("Neutrality", "neutral"))
        }  # fmt: skip
        pair_fields = "L:player1 L:player2" if self.modern else "L:p1 L:p2"
        pair = self.cls(ENGINE + "RelationshipTracker$RelatedPlayers", pair_fields)
        first, second = (item[2:] for item in pair_fields.split())
        related = self.make(pair, **{first: self.players["Reds"], second: self.players["Blues"]})
        relation = Obj(
            Class(ENGINE + "RelationshipTracker$Relationship", "L:relationshipType"),
            {"relationshipType": stances["War"]},
        )
        alliances: list[Any] = [Block(packed(2))]
        for name, alliance in (("Reds", "East"), ("Blues", "West")):
            alliances += [self.players[name], Block(packed(1)), alliance]
        step_cls = self.cls(
            ENGINE + "GameStep", "L:name L:player L:delegateName L:displayName", self.component
        )
        steps = [
            self.make(step_cls, name=name, player=self.players["Reds"], delegateName="move")
            for name in ("redsPurchase", "redsCombatMove", "redsBattle", "redsPlace", "redsEndTurn")
        ]
        boolean = Class(ENGINE + "properties.BooleanProperty",
                        "Z:value" if self.modern else "Z:mValue")  # fmt: skip
        value = "value" if self.modern else "mValue"
        properties = {
            "constantProperties": java_map({
                "mapName": "mini", "notes": "<script>secret</script>", "Low Luck": Obj(BOOLEAN),
                "E-mail": "alice@example.org",
            }),
            "editableProperties": java_map({"WW2V3": Obj(boolean, {value: True})}),
        }  # fmt: skip
        writers = "writers" if self.modern else "Writers"
        history = self.make(
            self.cls("games.strategy.engine.history.SerializedHistory", f"L:{writers}"),
            **{writers: java_list(*self.writers)},
        )

        def component(name: str, **values: Any) -> Obj:
            fields = " ".join(
                f"{'I' if isinstance(v, int) else 'L'}:{k}" for k, v in values.items()
            )
            return self.make(self.cls(ENGINE + name, fields, self.component), **values)

        keys = [u.values["id" if self.modern else "m_uid"] for u in self.units]
        fields: dict[str, Any] = {
            "diceSides": 6,
            "gameName": "Mini",
            "gameVersion": None,
            "map": component(
                "GameMap",
                territories=java_list(*here.values()),
                connections=java_map([(here[n], java_list(*near[n])) for n in here]),
            ),
            "playerList": component("PlayerList", players=java_map(self.players)),
            "alliances": Obj(
                ALLIANCES, {"alliances": Obj(MULTIMAP, {}, {MULTIMAP.name: alliances})}
            ),
            "relationships": component(
                "RelationshipTracker", relationships=java_map([(related, relation)])
            ),
            "relationshipTypeList": component(
                "RelationshipTypeList", relationshipTypes=java_map(stances)
            ),
            "unitTypeList": component("UnitTypeList", unitTypes=java_map(self.types)),
            "unitsList": component(
                "UnitsList", allUnits=java_map(list(zip(keys, self.units, strict=True)))
            ),
            "productionRuleList": component("ProductionRuleList", productionRules=java_map(rules)),
            "productionFrontierList": component(
                "ProductionFrontierList",
                productionFrontiers=java_map({"production": self.frontier}),
            ),
            "resourceList": component("ResourceList", resources=java_map({"PUs": self.money}))
            if self.modern
            else component("ResourceList", resourceList=java_map({"PUs": self.money})),
            "sequence": component("GameSequence", round=1, steps=java_list(*steps)),
            "properties": Obj(
                Class(ENGINE + "properties.GameProperties",
                      "L:constantProperties L:editableProperties", parent=self.component),
                properties,
                {self.component.name: [self.game]},
            ),
            "battleRecordsList": component("BattleRecordsList", battleRecords=java_map({})),
            "gameHistory": history,
        }  # fmt: skip
        fields.update(extra)
        self.game.cls.fields = "I:diceSides " + " ".join(
            f"L:{n}" for n in fields if n != "diceSides"
        )
        self.game.values = fields
        names = ("major", "minor", "point")
        cls = self.cls("org.triplea.util.Version", "I:major I:minor I:point")
        numbers = (2, 0, 20123) if self.modern else (1, 9, 0)
        version = self.make(cls, **dict(zip(names, numbers, strict=True)))
        return stream(version, self.game, "<EndDelegateList>")

    def save(self, **extra: Any) -> bytes:
        """The save's file."""
        return gzip.compress(self.finish(**extra))


def Class_of(mini: Mini, name: str, fields: str, parent: Class | None = None) -> Class:  # noqa: N802
    """A class of the dialect, one for each name and list of fields."""
    key = f"{name} {fields}"
    if key not in mini._classes:
        if not mini.modern:
            fields = " ".join(f"{f[:2]}m_{f[2:]}" for f in fields.split())
        mini._classes[key] = Class(name, fields, parent=parent)
    return mini._classes[key]


def small_war(*, modern: bool = True) -> Mini:
    """A round of war: buy, load, sail, fight twice, take, place, collect, and an edit."""
    m = Mini(modern=modern)
    moved = decimal if modern else integer
    soldiers = [m.unit("infantry", "Reds", alreadyMoved=moved(1)) for _ in range(3)]
    ship = m.unit("bigship", "Reds", hits=1, alreadyMoved=moved(0))
    enemy = [m.unit("infantry", "Blues", alreadyMoved=moved(0)) for _ in range(2)]
    factory = m.unit("factory", "Reds", alreadyMoved=moved(0))
    recruit = m.unit("infantry", "Reds", alreadyMoved=moved(0))
    neutral = m.unit("infantry", None, alreadyMoved=moved(0))
    cargo = m.unit("infantry", "Reds", transportedBy=ship, alreadyMoved=moved(0))
    m.territories["Abroad"].values["owner" if modern else "m_owner"] = m.players["Reds"]
    m.put("Abroad", soldiers[0], soldiers[2], factory)
    m.put("Home", recruit)
    m.put("Nowhere", neutral)
    m.put("1 Sea Zone", ship, cargo)

    m.round(1)
    m.step("gameInitDelegate", "initDelegate", None)
    m.event("Game Loaded")
    m.line("Reds are now being played by: Alice")
    m.step("redsPurchase", "purchase")
    m.event("Reds buy 1 infantry; Remaining resources: 5 PUs; ", java_list(recruit))
    m.change(m.add("Reds", recruit), m.pay("Reds", -3))
    m.step("redsCombatMove", "move")
    m.event("Resetting and Giving Bonus Movement to Units")
    m.change(m.set(ship, "bonusMovement", integer(1), integer(0)))
    m.event("1 infantry moved from Home to 1 Sea Zone", m.move_data(["Home", "1 Sea Zone"], cargo))
    m.change(
        m.set(cargo, "transportedBy", None, ship),
        m.add("1 Sea Zone", cargo),
        m.remove("Home", cargo),
    )
    m.event("3 infantry moved from Home to Abroad", m.move_data(["Home", "Abroad"], *soldiers))
    m.change(
        *(m.set(s, "alreadyMoved", moved(0), moved(1)) for s in soldiers),
        m.add("Abroad", *soldiers),
        m.remove("Home", *soldiers),
    )
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attack with 3 infantry", java_list(*soldiers))
    m.line("Blues defend with 1 factory and 2 infantry", java_list(*enemy, factory))
    m.line("Reds roll dice for 3 infantry in Abroad, round 2 : 1,5,6",
           m.dice((1, 1, True), (5, 1, False), (6, 1, False)))  # fmt: skip
    m.line("Blues roll dice for 2 infantry in Abroad, round 2 : 2,3",
           m.dice((2, 2, True), (3, 2, False)))  # fmt: skip
    m.line("1 infantry owned by the Reds and 1 infantry owned by the Blues lost in Abroad",
           java_list(soldiers[1], enemy[0]))  # fmt: skip
    m.line("Reds roll dice for 2 infantry in Abroad, round 3 : 1,4",
           m.dice((1, 1, True), (4, 1, False)))  # fmt: skip
    m.line("Blues roll dice for 1 infantry in Abroad, round 3 : 6", m.dice((6, 2, False)))
    m.line("1 infantry owned by the Blues lost in Abroad", java_list(enemy[1]))
    m.line("Reds captures 4PUs while taking Blues capital")
    m.line("Reds takes Abroad from Blues")
    m.line("Reds win", java_list(soldiers[0], soldiers[2]))
    m.line("Battle casualty summary: Battle score (TUV change) for attacker is 3", java_list())
    m.change(m.remove("Abroad", soldiers[1], enemy[0]))
    m.change(m.remove("Abroad", enemy[1]))
    m.change(m.pay("Reds", 4), m.pay("Blues", -4))
    m.change(m.owner("Abroad", "Blues", "Reds"))
    m.change(m.unit_owner("Abroad", factory, "Blues", "Reds"))
    m.change(m.hits(ship, 0, 1))
    m.step("redsPlace", "place")
    m.event("1 infantry placed in Home", m.place_data("Home", recruit))
    m.change(m.remove("Reds", recruit), m.add("Home", recruit))
    m.step("redsEndTurn", "endTurn")
    m.event("Total Cost from Convoy Blockades: 1")
    m.line("Rolling for Convoy Blockade Damage in 1 Sea Zone. Rolls: 1,4")
    m.event("Reds collect 4 PUs (1 lost to blockades); end with 9 PUs")
    m.change(m.pay("Reds", 4))
    m.change(m.pay("Reds", 2))
    m.event(
        "Objective Reds Glory: Reds met a national objective for an additional 2 PUs; end with 11"
    )
    m.event("Reds takes Political Action: Peace")
    m.change(m.relation("Neutrality", "War"))
    m.event("EDIT: Changing production")
    m.change(m.attachment("Abroad", "production", integer(1), "2"))
    m.event("COMMENT: <b>well played</b>")
    m.event("A new thing happens")
    m.change(m.unknown())
    return m
