"""The record as it stands while it is being written, beside the engine's state it must reproduce.

TripleA's changes say how its own tables changed; a record says what happened. The translator tells
the story with the events that fit it, and the mirror keeps what a fold of them gives. `settle` then
adds whatever is missing for the record to be where the engine is, so that no step ends in a state
that the engine did not have.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from a4a.core import events as ev
from a4a.core.position import Balance, Marker, Position, Relation, SpaceValue
from a4a.core.units import Place, Unit
from a4a.importers.triplea.changes import (
    AddUnits,
    Change,
    EngineState,
    RemoveUnits,
    SetOwner,
    SetUnit,
    SetUnits,
    pair,
)
from a4a.importers.triplea.names import CLAIM, ECONOMY, NameMap

_FLAGS = {"submerged": "submerged", "disabled": "disabled"}
_SEEN = frozenset({"owner", "hits", "unitDamage", "transportedBy", *_FLAGS})
_MAX_CHAIN = 4
_SCALARS = (bool, int, float, str)

# Values of a territory that a game can change, by TripleA's names, and what they are called here.
SPACE_VALUES = {
    "production": "value",
    "kamikazeZone": "kamikaze",
    "convoyRoute": "convoy",
    "blockadeZone": "convoy",
    "victoryCity": "victory city",
    "unitProduction": "unit production",
    "isImpassable": "impassable",
}


class Mirror:
    """What the engine's state is, what the record's is, and the events between.

    Attributes
    ----------
    engine
        The engine's state, to which changes are applied through `advance`.
    names
        What things are called in the record.
    units
        The record's units.
    events
        The events of the step being written.
    """

    def __init__(self, engine: EngineState, names: NameMap) -> None:
        self.engine = engine
        self.names = names
        self.units: dict[int, Unit] = {}
        self.events: list[ev.AnyEvent] = []
        self.via: dict[int, str] = {}  # from where units crossed their last border this turn
        self._aboard: dict[int, set[int]] = {}  # the record's cargo by carrier
        self._where: dict[int, tuple[str, str]] = {}  # the engine's holder of each unit
        self._cargo: dict[int, set[int]] = {}  # the engine's cargo by carrier
        self._touched: dict[int, None] = {}
        self._touched_spaces: dict[str, None] = {}
        self._economy: dict[str, str] = {}
        self._marked: dict[int, str] = {}
        self._control: dict[str, str | None] = {}
        self._relations: dict[tuple[str, str], str] = {}
        for kind, holders in (("T", engine.territories), ("P", engine.held)):
            for holder, ids in holders.items():
                self._where.update(dict.fromkeys(ids, (kind, holder)))
        for unit, values in engine.units.items():
            if isinstance(carrier := values.get("transportedBy"), int):
                self._cargo.setdefault(carrier, set()).add(unit)

    # --- the start ------------------------------------------------------------------------------

    def position(self) -> Position:
        """Return the engine's state as a record's start, and begin there."""
        names, engine = self.names, self.engine
        for unit in self._where:
            if (seen := self._view(unit)) is not None:
                self.units[unit] = seen
                if isinstance(seen.place, int):
                    self._aboard.setdefault(seen.place, set()).add(unit)
        self._control = {
            names.spaces[name]: names.power(owner)
            for name, owner in engine.owners.items()
            if name in names.spaces
        }
        for a, b in engine.relations:
            if (known := self._powers_of(a, b)) is not None:
                self._relations[known] = names.relation(self._stance(known, a, b))
        self._touched_spaces = dict.fromkeys(engine.owners)
        self._touched = dict.fromkeys(self.units)
        self._mark_economies()
        told, self.events = self.events, []
        self._touched, self._touched_spaces = {}, {}
        values = [SpaceValue(e.space, e.key, e.new) for e in told if isinstance(e, ev.ValueChanged)]
        markers = [
            Marker(e.subject, e.marker, e.count) for e in told if isinstance(e, ev.MarkerChanged)
        ]
        return Position(
            units=tuple(self.units.values()),
            control={
                space: power
                for space, power in self._control.items()
                if power is not None and names.is_controllable(space)
            },
            relations=tuple(Relation(a, b, how) for (a, b), how in self._relations.items()),
            balances=self._balances(),
            values=(*self._space_values(), *values),
            markers=tuple(markers),
            technologies=self._technologies(),
        )

    def _balances(self) -> tuple[Balance, ...]:
        known = self.names.catalog.treasuries
        return tuple(
            Balance(treasury, self.names.resource(resource), amount)
            for (player, resource), amount in self.engine.resources.items()
            if (treasury := self.names.treasury(player)) in known and amount
        )

    def _space_values(self) -> list[SpaceValue]:
        """Return what of the spaces' values is not as the board prints it."""
        found: dict[tuple[str, str], SpaceValue] = {
            (space, CLAIM): SpaceValue(space, CLAIM, power)
            for space, power in self._control.items()
            if power is not None and not self.names.is_controllable(space)
        }
        for (kind, name, attachment), values in self.engine.attachments.items():
            if kind != "Territory" or attachment != "territoryAttachment":
                continue
            space = self.names.spaces.get(name)
            if space is None:
                continue
            production = values.get("production")
            if isinstance(production, int) and production != self.names.board.space(space).value:
                found[space, "value"] = SpaceValue(space, "value", production)
            if values.get("kamikazeZone") is True:
                found[space, "kamikaze"] = SpaceValue(space, "kamikaze", True)
        if self.names.dataset is not None:
            for value in self.names.dataset.position.values:
                # A neutral's leaning is the power that holds the space; the game may change it.
                start = self.names.dataset.position.control.get(value.space)
                if value.key == "leaning" and self._control.get(value.space) == start:
                    found[value.space, value.key] = value
        return list(found.values())

    def _technologies(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for (_, player, attachment), values in self.engine.attachments.items():
            power = self.names.power(player)
            if attachment == "techAttachment" and power is not None:
                has = tuple(words(name) for name, value in values.items() if value is True)
                if has:
                    found[power] = tuple(dict.fromkeys((*found.get(power, ()), *has)))
        return found

    # --- the engine goes on ---------------------------------------------------------------------

    def advance(self, change: Change) -> None:
        """Apply a change to the engine's state and note what it touched."""
        change.apply(self.engine)
        if isinstance(change, SetUnit):
            if change.key in _SEEN:
                self._touched[change.unit] = None
                if change.key == "transportedBy":
                    self._load(change.unit, change.old, change.new)
        elif isinstance(change, AddUnits):
            for unit in change.units:
                self._where[unit] = (change.kind, change.holder)
                self._touch(unit)
        elif isinstance(change, RemoveUnits):
            holder = (change.kind, change.holder)
            for unit in change.units:
                if self._where.get(unit) == holder:
                    del self._where[unit]
                self._touch(unit)
        elif isinstance(change, SetUnits):
            self._touched.update(dict.fromkeys(change.new))
        elif isinstance(change, SetOwner):
            self._touched_spaces[change.territory] = None

    def _touch(self, unit: int) -> None:
        self._touched[unit] = None
        for cargo in self._cargo.get(unit, ()):
            self._touched[cargo] = None

    def _load(self, unit: int, old: Any, new: Any) -> None:
        if isinstance(old, int):
            self._cargo.get(old, set()).discard(unit)
        if isinstance(new, int):
            self._cargo.setdefault(new, set()).add(unit)

    @property
    def touched(self) -> tuple[int, ...]:
        """Units that changes have touched since the record was last settled."""
        return tuple(self._touched)

    def target(self, unit: int) -> Unit | None:
        """Return a unit as the engine has it now, in the record's words; None if it is gone."""
        return self._view(unit)

    def _view(self, unit: int) -> Unit | None:
        holder = self._where.get(unit)
        values = self.engine.units.get(unit)
        if holder is None or values is None:
            return None
        names = self.names
        kind = names.types.get(str(values.get("type")))
        if kind is None:
            return None
        place: Place
        if holder[0] == "P":
            place = names.holding(holder[1])
        elif (carrier := self._carrier(unit, holder)) is not None:
            place = carrier
        elif (space := names.spaces.get(holder[1])) is not None:
            place = space
        else:
            return None
        damage = int(values.get("hits") or 0) + int(values.get("unitDamage") or 0)
        flags = tuple(flag for name, flag in _FLAGS.items() if values.get(name) is True)
        return Unit(
            unit,
            kind,
            names.owner(values.get("owner")),
            place,
            max(0, damage),
            tuple(sorted(flags)),
        )

    def _ground(self, unit: int) -> Place:
        """Return where a unit is if what it is aboard of does not count."""
        kind, holder = self._where[unit]
        return self.names.holding(holder) if kind == "P" else self.names.spaces[holder]

    def _carrier(self, unit: int, holder: tuple[str, str]) -> int | None:
        """Return what a unit is aboard of, if that is where the unit is and not aboard of it."""
        carrier = self.engine.units[unit].get("transportedBy")
        if not isinstance(carrier, int) or self._where.get(carrier) != holder:
            return None
        above: Any = carrier
        for _ in range(_MAX_CHAIN):
            if above == unit:
                return None
            above = self.engine.units.get(above, {}).get("transportedBy")
            if not isinstance(above, int) or self._where.get(above) != holder:
                return carrier
        return None

    # --- what the record says -------------------------------------------------------------------

    def space_of(self, unit: int) -> str | None:
        """Return the space where the record has a unit; None if it is in none."""
        found = self.units.get(unit)
        while found is not None and isinstance(found.place, int):
            found = self.units.get(found.place)
        return found.place if found is not None and isinstance(found.place, str) else None

    def present(self, units: Iterable[int]) -> tuple[int, ...]:
        """Return those of the units that the record has, each once."""
        return tuple(dict.fromkeys(unit for unit in units if unit in self.units))

    def tell(self, event: ev.AnyEvent) -> None:
        """Write an event that changes no unit."""
        self.events.append(event)

    def _put(self, unit: int, place: Place) -> None:
        before = self.units[unit]
        if isinstance(before.place, int):
            self._aboard[before.place].discard(unit)
        if isinstance(place, int):
            self._aboard.setdefault(place, set()).add(unit)
        self.units[unit] = Unit(unit, before.type, before.owner, place, before.damage, before.flags)

    def move(self, event: ev.UnitsMoved) -> None:
        """Write a move. The units must be in the first space of its path."""
        self.events.append(event)
        place = event.path[-1] if event.aboard is None else event.aboard
        for unit in event.units:
            self._put(unit, place)
            if len(event.path) > 1:
                self.via[unit] = event.path[-2]
                for cargo in self._aboard.get(unit, ()):
                    self.via[cargo] = event.path[-2]

    def place(self, units: tuple[int, ...], place: Place, reason: str, battle: str = "") -> None:
        """Write that units were put somewhere."""
        self.events.append(ev.UnitsPlaced(units, place, reason, battle))
        for unit in units:
            self._put(unit, place)

    def remove(self, units: Iterable[int], reason: str, battle: str = "") -> None:
        """Write that units left the game, with what is aboard them and is gone too.

        Cargo that lives on is put into the space first.
        """
        leaving = dict.fromkeys(unit for unit in units if unit in self.units)
        for carrier in list(leaving):
            for cargo in sorted(self._aboard.get(carrier, ())):
                alive = self._view(cargo)
                if cargo in leaving:
                    continue
                if alive is None:
                    leaving[cargo] = None
                else:
                    here = self.space_of(carrier)
                    place = alive.place if isinstance(alive.place, str) else here
                    if place is not None:
                        self.place((cargo,), place, "unloaded", battle)
                    else:
                        leaving[cargo] = None
        if not leaving:
            return
        self.events.append(ev.UnitsRemoved(tuple(leaving), reason, battle))
        for unit in leaving:
            gone = self.units.pop(unit)
            self._marked.pop(unit, None)
            if isinstance(gone.place, int):
                self._aboard.get(gone.place, set()).discard(unit)
            self._aboard.pop(unit, None)

    def convert(self, event: ev.UnitsConverted) -> None:
        """Write that units changed."""
        self.events.append(event)
        for unit in event.units:
            was = self.units[unit]
            flags = was.flags
            if event.gained or event.lost:
                flags = tuple(sorted((set(flags) | set(event.gained)) - set(event.lost)))
            self.units[unit] = Unit(
                unit,
                was.type if event.type is None else event.type,
                was.owner if event.owner is None else event.owner,
                was.place,
                was.damage if event.damage is None else event.damage,
                flags,
            )

    def add(self, units: Iterable[int], reason: str) -> None:
        """Write that the engine's units came into being."""
        found = {unit: seen for unit in units if (seen := self._view(unit)) is not None}
        ordered: dict[int, Unit] = {}
        while found:
            # Carriers first; what is aboard of something that is nowhere stands in the space.
            ready = {
                unit: seen
                for unit, seen in found.items()
                if not isinstance(seen.place, int) or seen.place not in found
            }
            for unit, seen in (ready or found).items():
                place = seen.place
                if isinstance(place, int) and place not in self.units and place not in ordered:
                    place = self._ground(unit)
                ordered[unit] = msgspec.structs.replace(seen, place=place)
            for unit in ordered:
                found.pop(unit, None)
        if not ordered:
            return
        self.events.append(ev.UnitsAdded(tuple(ordered.values()), reason))
        for unit, seen in ordered.items():
            self.units[unit] = seen
            if isinstance(seen.place, int):
                self._aboard.setdefault(seen.place, set()).add(unit)

    def control(self, territory: str, reason: str, battle: str = "") -> bool:
        """Write that the engine's owner of a territory took it; False if nothing changed."""
        space = self.names.spaces.get(territory)
        if space is None:
            return False
        old, new = self._control.get(space), self.names.power(self.engine.owners.get(territory))
        if old == new:
            return False
        self._control[space] = new
        if self.names.is_controllable(space):
            self.events.append(ev.ControlChanged(space, old, new, reason, battle))
        else:
            self.events.append(ev.ValueChanged(space, CLAIM, old, new))
        return True

    def relation(self, a: str, b: str) -> bool:
        """Write how two players stand now, if that is new for their powers."""
        known = self._powers_of(a, b)
        if known is None or pair(a, b) not in self.engine.relations:
            return False
        new = self.names.relation(self._stance(known, a, b))
        old = self._relations.get(known, "")
        if new == old:
            return False
        self._relations[known] = new
        self.events.append(ev.RelationChanged(*known, old, new))
        return True

    def _stance(self, powers: tuple[str, str], a: str, b: str) -> str:
        """Return how two powers stand: as their main players do, if that is said."""
        first, second = (self.names.players_of[power][0] for power in powers)
        relations = self.engine.relations
        return relations.get(pair(first, second)) or relations[pair(a, b)]

    def _powers_of(self, a: str, b: str) -> tuple[str, str] | None:
        first, second = self.names.power(a), self.names.power(b)
        if first is None or second is None or first == second:
            return None
        return pair(first, second)

    # --- bringing the record to where the engine is ---------------------------------------------

    def settle(
        self,
        *,
        moved: ev.MoveMode = "other",
        added: str = "event",
        removed: str = "event",
        changed: str = "event",
        battle: str = "",
    ) -> None:
        """Write what is still missing for the record to be in the engine's state.

        Parameters
        ----------
        moved, added, removed, changed
            Why: of units elsewhere, new, gone, different; and of spaces that changed hands.
        battle
            The battle in which it happened, or "".
        """
        touched, self._touched = self._touched, {}
        targets = {unit: self._view(unit) for unit in touched}
        self._settle_places(targets, moved, added, battle)
        gone = [unit for unit, seen in targets.items() if seen is None and unit in self.units]
        self.remove(gone, removed, battle)
        self._settle_conditions(targets, changed, battle)
        spaces, self._touched_spaces = self._touched_spaces, {}
        for territory in spaces:
            self.control(territory, changed, battle)
        self._touched, self._touched_spaces = touched, spaces
        self._mark_economies()
        self._touched, self._touched_spaces = {}, {}

    def _settle_places(
        self, targets: dict[int, Unit | None], mode: ev.MoveMode, added: str, battle: str
    ) -> None:
        self.add(
            [u for u, seen in targets.items() if seen is not None and u not in self.units], added
        )
        journeys: dict[tuple[str, str], list[int]] = {}
        steps: dict[tuple[Place, Place], list[int]] = {}
        for unit, seen in targets.items():
            here = self.units.get(unit)
            if seen is None or here is None or here.place == seen.place:
                continue
            if isinstance(here.place, str) and isinstance(seen.place, str):
                journeys.setdefault((here.place, seen.place), []).append(unit)
            else:
                steps.setdefault((here.place, seen.place), []).append(unit)
        for way, units in journeys.items():
            self.move(ev.UnitsMoved(tuple(units), way, mode, battle=battle))
        for (old, new), units in steps.items():
            reason = "mobilized"
            if isinstance(new, int):
                reason = "loaded"
            elif isinstance(old, int):
                reason = "unloaded"
            elif isinstance(old, str):
                reason = "withdrawn"
            self.place(tuple(units), new, reason, battle)

    def _settle_conditions(self, targets: dict[int, Unit | None], reason: str, battle: str) -> None:
        groups: dict[tuple[Any, ...], list[int]] = {}
        for unit, seen in targets.items():
            here = self.units.get(unit)
            if seen is None or here is None:
                continue
            same = (
                here.owner == seen.owner and here.damage == seen.damage and here.flags == seen.flags
            )
            if same:
                continue
            key = (
                seen.owner if here.owner != seen.owner else None,
                seen.damage if here.damage != seen.damage else None,
                tuple(sorted(set(seen.flags) - set(here.flags))),
                tuple(sorted(set(here.flags) - set(seen.flags))),
            )
            groups.setdefault(key, []).append(unit)
        for (owner, damage, gained, lost), units in groups.items():
            self.convert(
                ev.UnitsConverted(
                    tuple(units), reason, None, owner, damage, gained, lost, battle=battle
                )
            )

    def _mark_economies(self) -> None:
        """Say of touched spaces and units of shared powers to which player they belong."""
        names = self.names
        units = dict.fromkeys(u for u in self._touched if u in self.units)
        for territory in self._touched_spaces:
            space = names.spaces.get(territory)
            player = self.engine.owners.get(territory)
            power = names.power(player)
            if space is None or player is None or power is None or not names.is_shared(power):
                continue
            treasury = names.treasury(player)
            old = self._economy.get(space) or names.default_treasury(space, power)
            if old != treasury:
                self._economy[space] = treasury
                self.events.append(ev.ValueChanged(space, ECONOMY, old or None, treasury))
            units.update(dict.fromkeys(self.engine.territories.get(territory, ())))
        for number in units:
            unit = self.units.get(number)
            if unit is None or not (names.is_shared(unit.owner) or number in self._marked):
                continue
            self._mark(unit)

    def _mark(self, unit: Unit) -> None:
        names = self.names
        player = self.engine.units[unit.id].get("owner")
        space = self.space_of(unit.id)
        treasury = ""
        if space is not None:
            treasury = self._economy.get(space) or names.default_treasury(space, unit.owner)
        wanted = ""
        if names.is_shared(unit.owner) and names.expected_player(unit, treasury) != player:
            wanted = names.treasury(str(player))
        marked = self._marked.get(unit.id, "")
        if marked == wanted:
            return
        if marked:
            del self._marked[unit.id]
            self.events.append(ev.MarkerChanged(ev.OnUnit(unit.id), marked, 0))
        if wanted:
            self._marked[unit.id] = wanted
            self.events.append(ev.MarkerChanged(ev.OnUnit(unit.id), wanted, 1))


def words(name: str) -> str:
    """Return a name in camel case as words.

    Examples
    --------
    >>> words("heavyBomber")
    'heavy bomber'
    """
    return "".join(" " + letter.lower() if letter.isupper() else letter for letter in name).strip()


def scalar(value: Any) -> ev.Value:
    """Return a value of an attachment as a record can hold it; raw text of the map is read.

    Examples
    --------
    >>> scalar("true"), scalar("3"), scalar(("a", "b"))
    (True, 3, 'a, b')
    """
    if isinstance(value, str):
        if value in ("true", "false"):
            return value == "true"
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    if value is None or isinstance(value, _SCALARS):
        return value
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value[:50])
    return str(value)[:200]
