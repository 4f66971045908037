"""Troops across the sea: landings where enemies are, and voyages towards them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Final

from a4a.core.units import Unit
from a4a.players.lie import FAR, Lie
from a4a.rules.choices import Destination, MovableStack, Moves
from a4a.rules.fight import Engagement
from a4a.rules.order import Order
from a4a.rules.trial import Trial

_IDLE: Final = 3
"""How far from the enemy, on foot, troops are shipped elsewhere."""
_OFF_SHORE: Final = 1
"""How near to an enemy coast a fleet comes without attacking."""


class Sealift:
    """Ships a power's troops, in one of its movement phases.

    Parameters
    ----------
    trial
        Where orders are given.
    give
        Gives them; whether any was given.
    lie
        How things stand for the power.
    form
        Its moves.
    """

    def __init__(
        self, trial: Trial, give: Callable[[Sequence[Order]], bool], lie: Lie, form: Moves
    ) -> None:
        self._trial, self._give, self._lie, self._form = trial, give, lie, form

    # --- landings -------------------------------------------------------------------------------

    def land(self, found: Engagement) -> frozenset[int]:
        """Declare the landings of an engagement as far as that goes; the units that land."""
        landing = [u for r in found.reachers if r.band.duty == "landing" for u in r.ids]
        zones = self._lie.coast(found.space)
        ships = dict.fromkeys(ship for unit in landing if (ship := self._aboard(unit)) is not None)
        landed = set[int]()
        for ship in ships:
            if self._trial.over:
                break
            if self._sail(ship, zones):
                cargo = [u.id for u in self._trial.state.at(ship) if u.id in landing]
                if cargo and self._go(cargo, (found.space,)):
                    landed.update(cargo)
        return frozenset(landed)

    def _aboard(self, unit: int) -> int | None:
        """The ship that carries a unit, once it has gone aboard one beside it if it must."""
        place = self._trial.state.unit(unit).place
        if isinstance(place, str):
            if not self._go((unit,), [z for z in self._lie.coast(place) if self._room(z)]):
                return None
            place = self._trial.state.unit(unit).place
        return place if isinstance(place, int) else None

    def _sail(self, ship: int, zones: Collection[str]) -> bool:
        """Bring a ship to one of some zones where no enemies are, unless it is there."""
        clear = [zone for zone in zones if zone not in self._lie.hostile]
        return self._trial.state.space_of(ship) in clear or self._go((ship,), clear)

    # --- voyages --------------------------------------------------------------------------------

    def ferry(self) -> Iterator[None]:
        """Put troops ashore at the front, take those aboard that are far from it, and sail."""
        for ship in self._freighters():
            yield from self._unload(ship)
        for stack in self._stacks("land"):
            if stack.space in self._trial.state.board.seas or self._is_near(stack.space):
                continue
            for unit in stack.units:
                if not any(map(self._room, self._lie.coast(stack.space))):
                    break
                self._aboard(unit)
                yield
        loaded = {s.id for s in self._freighters() if self._trial.state.at(s.id)}
        for stack in self._stacks("sea"):
            if loaded.issuperset(stack.units) or not self._carries(stack.type):
                self._close_in(stack)
            else:
                self._fetch(stack)
            yield
        for ship in self._freighters():
            yield from self._unload(ship)

    def _unload(self, ship: Unit) -> Iterator[None]:
        """Put cargo ashore where the enemy is near."""
        cargo = [unit.id for unit in self._trial.state.at(ship.id)]
        zone = self._trial.state.space_of(ship.id)
        shores = [s for s in self._lie.coast(zone or "") if self._is_near(s)] if cargo else []
        if shores and not self._trial.over:
            shores.sort(key=self._lie.distance)
            self._go(cargo, [s for s in shores if s not in self._lie.hostile])
            yield

    def _close_in(self, stack: MovableStack) -> None:
        """Sail towards the nearest enemy coast, where most of one's own fleet is."""
        lie = self._lie
        here = lie.voyage(stack.space)
        ways = [
            way for way in self._ways(stack.units)
            if _OFF_SHORE <= lie.voyage(way.space) < here and way.space not in lie.hostile
        ]  # fmt: skip
        if ways:
            best = min(ways, key=lambda way: (lie.voyage(way.space), -lie.guard(way.space)))
            self._give(best.orders)

    def _fetch(self, stack: MovableStack) -> None:
        """Sail to where most troops wait."""
        waiting = {way.space: self._waiting(way.space) for way in self._ways(stack.units)}
        best = max(waiting, key=lambda zone: waiting[zone], default=None)
        if best is not None and waiting[best] > self._waiting(stack.space):
            self._go(stack.units, (best,))

    def _waiting(self, zone: str) -> int:
        """The strength of troops beside a zone that have far to go to an enemy."""
        if zone in self._lie.hostile or zone not in self._trial.state.board.seas:
            return -1
        there = chain.from_iterable(
            self._trial.state.at(s) for s in self._lie.coast(zone) if not self._is_near(s)
        )
        kind = self._trial.state.catalog.unit_type
        return self._lie.strength(
            u for u in there if u.owner == self._lie.power and kind(u.type).transport_cost
        )

    # --- what stands ----------------------------------------------------------------------------

    def _is_near(self, space: str) -> bool:
        return self._lie.distance(space) <= _IDLE < FAR

    def _carries(self, kind: str) -> int:
        return self._trial.state.catalog.unit_type(kind).transport_capacity

    def _freighters(self) -> list[Unit]:
        """The power's transports."""
        units = self._trial.state.units.values()
        return [u for u in units if u.owner == self._lie.power and self._carries(u.type)]

    def _room(self, zone: str) -> bool:
        """Whether a transport in a zone has room."""
        kind = self._trial.state.catalog.unit_type
        return any(
            sum(kind(u.type).transport_cost for u in self._trial.state.at(ship.id))
            < self._carries(ship.type)
            for ship in self._freighters() if ship.place == zone
        )  # fmt: skip

    # --- orders ---------------------------------------------------------------------------------

    def _now(self) -> Moves:
        return self._form.after(self._trial.state) or self._form

    def _stacks(self, category: str) -> list[MovableStack]:
        """The stacks of a category that may move."""
        kind = self._trial.state.catalog.unit_type
        stacks = self._now().stacks
        return [s for s in stacks if s.refused is None and kind(s.type).category == category]

    def _ways(self, units: Sequence[int]) -> Sequence[Destination]:
        return () if self._trial.over else self._now().destinations(units)

    def _go(self, units: Sequence[int], spaces: Collection[str]) -> bool:
        """Send units to the first of some spaces that they can reach; whether they went."""
        ways: dict[str, Destination] = {}
        for way in self._ways(units) if spaces else ():
            ways.setdefault(way.space, way)
        best = next((ways[space] for space in spaces if space in ways), None)
        return best is not None and self._give(best.orders)
