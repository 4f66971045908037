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
from a4a.core.position import Marker, Position, Relation, SpaceValue
from a4a.core.units import Place, Unit
from a4a.importers.triplea.changes import EngineState, pair
from a4a.importers.triplea.engineview import EngineView
from a4a.importers.triplea.leanings import Leanings
from a4a.importers.triplea.names import CLAIM, ECONOMY, NameMap
from a4a.importers.triplea.values import start_balances, start_technologies, start_values


class Mirror:
    """What the engine's state is, what the record's is, and the events between.

    Attributes
    ----------
    view
        The engine's state, to which changes are applied through its `advance`.
    names
        What things are called in the record.
    units
        The record's units.
    events
        The events of the step being written.
    """

    def __init__(self, engine: EngineState, names: NameMap) -> None:
        self.view = EngineView(engine, names)
        self.names = names
        self.units: dict[int, Unit] = {}
        self.events: list[ev.AnyEvent] = []
        self.via: dict[int, str] = {}  # from where units crossed their last border this turn
        self._aboard: dict[int, set[int]] = {}  # the record's cargo by carrier
        self._economy: dict[str, str] = {}
        self._marked: dict[int, str] = {}
        self._control: dict[str, str | None] = {}
        self._relations: dict[tuple[str, str], str] = {}
        self._leanings = Leanings(names.catalog, ())

    # --- the start ------------------------------------------------------------------------------

    def position(self) -> Position:
        """Return the engine's state as a record's start, and begin there."""
        names, engine = self.names, self.view.state
        for unit in self.view.where:
            if (seen := self.view.unit(unit)) is not None:
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
        self.view.touched_territories = dict.fromkeys(engine.owners)
        self.view.touched = dict.fromkeys(self.units)
        self._mark_economies()
        told, self.events = self.events, []
        self.view.touched, self.view.touched_territories = {}, {}
        values = start_values(engine, names, self._control)
        self._leanings = Leanings(names.catalog, values)
        changed = [
            SpaceValue(e.space, e.key, e.new) for e in told if isinstance(e, ev.ValueChanged)
        ]
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
            balances=start_balances(engine, names),
            values=(*values, *changed),
            markers=tuple(markers),
            technologies=start_technologies(engine, names),
        )

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
            for cargo in sorted(self._aboard.get(carrier, set()) - leaving.keys()):
                alive = self.view.unit(cargo)
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
        found = {unit: seen for unit in units if (seen := self.view.unit(unit)) is not None}
        ordered: dict[int, Unit] = {}
        while found:
            # Carriers first; cargo of a carrier that is nowhere stands in the space.
            ready = {
                unit: seen
                for unit, seen in found.items()
                if not isinstance(seen.place, int) or seen.place not in found
            }
            for unit, seen in (ready or found).items():
                place = seen.place
                if isinstance(place, int) and place not in self.units and place not in ordered:
                    place = self.view.ground(unit)
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
        old, new = self._control.get(space), self.names.power(self.view.state.owners.get(territory))
        if old == new:
            return False
        self._control[space] = new
        if self.names.is_controllable(space):
            self.events.append(ev.ControlChanged(space, old, new, reason, battle))
        else:
            self.events.append(ev.ValueChanged(space, CLAIM, old, new))
        return True

    def relation(self, a: str, b: str) -> None:
        """Write how two players stand now, if that is new for their powers."""
        known = self._powers_of(a, b)
        if known is None or pair(a, b) not in self.view.state.relations:
            return
        new = self.names.relation(self._stance(known, a, b))
        old = self._relations.get(known, "")
        if new == old:
            return
        self._relations[known] = new
        self.events.append(ev.RelationChanged(*known, old, new))
        self.events += self._leanings.turned(*known, new, self._control)

    def _stance(self, powers: tuple[str, str], a: str, b: str) -> str:
        """Return how two powers stand: as their main players do, if that is said."""
        first, second = (self.names.players_of[power][0] for power in powers)
        relations = self.view.state.relations
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
            The reasons for units that are elsewhere, new, gone or different; `changed` is also that
            for spaces that changed hands.
        battle
            The battle in which it happened, or "".
        """
        touched, self.view.touched = self.view.touched, {}
        targets = {unit: self.view.unit(unit) for unit in touched}
        self._settle_places(targets, moved, added, battle)
        gone = [unit for unit, seen in targets.items() if seen is None and unit in self.units]
        self.remove(gone, removed, battle)
        self._settle_conditions(targets, changed, battle)
        spaces, self.view.touched_territories = self.view.touched_territories, {}
        for territory in spaces:
            self.control(territory, changed, battle)
        self.view.touched, self.view.touched_territories = touched, spaces
        self._mark_economies()
        self.view.touched, self.view.touched_territories = {}, {}

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
        """Tell to which player the touched spaces and units of shared powers belong."""
        names = self.names
        units = dict.fromkeys(u for u in self.view.touched if u in self.units)
        for territory in self.view.touched_territories:
            space = names.spaces.get(territory)
            player = self.view.state.owners.get(territory)
            power = names.power(player)
            if space is None or player is None or power is None or not names.is_shared(power):
                continue
            treasury = names.treasury(player)
            old = self._economy.get(space) or names.default_treasury(space, power)
            if old != treasury:
                self._economy[space] = treasury
                self.events.append(ev.ValueChanged(space, ECONOMY, old or None, treasury))
            units.update(dict.fromkeys(self.view.state.territories.get(territory, ())))
        for number in units:
            unit = self.units.get(number)
            if unit is None or not (names.is_shared(unit.owner) or number in self._marked):
                continue
            self._mark(unit)

    def _mark(self, unit: Unit) -> None:
        names = self.names
        player = self.view.state.units[unit.id].get("owner")
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
