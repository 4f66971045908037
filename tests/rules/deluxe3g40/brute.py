"""The naive enumerator of moves for 3G40 Deluxe, all powers of one side at war with the other's.

Its numbers and names stand here and not in the tables: they are what the tables are held against.
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core.units import Unit
from tests.rules.areas.brute import Brute

HEAVY = ("heavy artillery", "heavy tank", "Tiger tank")
INFANTRY = ("regular infantry", "elite infantry")
ELITE = "elite infantry"
DECKS = {"aircraft carrier": (2, 1), "Essex carrier": (3, 2), "light carrier": (1, 0)}


class DeluxeBrute(Brute):
    """Everything a power may do with one unit in 3G40 Deluxe."""

    def is_(self, unit: Unit, ability: str) -> bool:
        return super().is_(unit, ability) and not (ability == "blitz" and unit.damage)

    def works(self, base: Unit) -> bool:
        return base.damage == 0

    def scrambled_to(self, zone: str) -> bool:
        """From bases, or wherever aircraft stand by for missions."""
        return super().scrambled_to(zone) or any(
            "assigned" in u.flags and u.owner in self.enemies
            for land in self.near(zone, "coast")
            for u in self.here(land)
        )

    def deck(self, ship: Unit) -> int:
        return DECKS.get(ship.type, (0, 0))[ship.damage]

    # --- land -----------------------------------------------------------------------------------

    def marches(self, unit: Unit, space: str) -> Iterator[tuple[str, str]]:
        yield from super().marches(unit, space)
        yield from self.rides(unit, space)
        if not self.combat:
            yield from self.rail(space)

    def rail(self, space: str) -> Iterator[tuple[str, str]]:
        stations = [u for u in self.here(space) if u.type == "rail station"]
        if self.status(space) != "friendly" or self.taken(space) or not stations:
            return
        if not any(map(self.works, stations)):
            return
        for walk in self.walks(space, 3, "land"):
            if all(self.status(land) == "friendly" for land in walk[1:]) and walk[-1] != space:
                yield walk[-1], "rail"

    def rides(self, unit: Unit, space: str) -> Iterator[tuple[str, str]]:
        """By the air transports there, which land with it, or drop it and have to fly home."""
        if unit.type not in ((ELITE,) if self.combat else INFANTRY):
            return
        for plane in self.here(space):
            if plane.type != "air transport" or plane.owner != self.power:
                continue
            for end, used in self.spread(space, self.range_of(plane, space)).items():
                if not used or end in self.water:
                    continue
                if self.combat:
                    if self.can_attack(end) and self.others_land(plane, end, used):
                        yield end, "drop"
                elif self.status(end) == "friendly neutral":
                    if self.land_end(unit, end):
                        yield end, "march"
                elif self.status(end) == "friendly" and not self.taken(end):
                    yield end, "march"

    # --- transports -----------------------------------------------------------------------------

    def capacity(self, ship: Unit) -> int:
        if ship.type == "destroyer":
            return int(ship.owner == "Japan" and self.state.round >= 6)
        return 3 if ship.type == "sea transport" else 0

    def fits(self, unit: Unit, ship: Unit, joining: tuple[Unit, ...] = ()) -> bool:
        room = self.room(ship) - sum(self.types[u.type].transport_cost for u in joining)
        small = ship.type == "sea transport" or unit.type in INFANTRY
        return small and self.types[unit.type].transport_cost <= room

    def troops(self, ship: Unit) -> list[Unit]:
        return [u for u in super().troops(ship) if u.type not in HEAVY]

    def led(self, ship: Unit, joining: tuple[Unit, ...] = ()) -> bool:
        aboard = (*self.here(ship.id), *joining)
        return any(u.type == ELITE and u.owner == self.power for u in aboard)

    def garrisoned(self, land: str) -> bool:
        return any(
            u.owner not in self.sharing(land) and self.types[u.type].category != "facility"
            for u in self.here(land)
        )

    def open_to(self, zone: str, led: bool) -> bool:
        """Whether troops can land from a zone, led by elite infantry or not."""
        return (not self.dangerous(zone) or self.own_guns(zone)) and any(
            self.can_attack(t) and (led or not self.garrisoned(t)) for t in self.near(zone, "coast")
        )

    def stops(self, ship: Unit, zone: str, left: int) -> Iterator[tuple[str, int]]:
        yield zone, left
        for walk in self.voyages(ship, zone, left, sure=True):
            yield walk[-1], left - len(walk) + 1

    def lands(self, ship: Unit, zone: str, left: int, joining: tuple[Unit, ...] = ()) -> bool:
        """Whether a transport could land troops from here or farther on, with those it fetches."""
        led = self.led(ship, joining)
        if (self.troops(ship) or joining) and any(
            self.open_to(end, led) for end, _ in self.stops(ship, zone, left)
        ):
            return True
        for stop, rest in self.stops(ship, zone, left):
            if self.dangerous(stop):
                continue
            for land in self.near(stop, "coast"):
                for unit in self.here(land):
                    if (
                        unit.owner != self.power or unit in joining or unit.type in HEAVY
                        or self.types[unit.type].category != "land"
                        or not self.fits(unit, ship, joining)
                    ):  # fmt: skip
                        continue
                    leads = led or unit.type == ELITE
                    if any(self.open_to(end, leads) for end, _ in self.stops(ship, stop, rest)):
                        return True
        return False

    def aboard(self, unit: Unit, space: str) -> Iterator[tuple[str, str]]:
        for zone in self.near(space, "coast"):
            for ship in self.here(zone):
                if not self.capacity(ship) or ship.owner not in self.sharing(zone):
                    continue
                if self.dangerous(zone) or not self.fits(unit, ship):
                    continue
                if self.combat and (
                    unit.type in HEAVY
                    or ship.owner != self.power
                    or not self.lands(ship, zone, self.range_of(ship, zone), (unit,))
                ):
                    continue
                yield zone, "load"

    def ashore(self, unit: Unit, zone: str) -> Iterator[tuple[str, str]]:
        assert isinstance(unit.place, int)
        led = self.led(self.state.units[unit.place])
        for land, what in super().ashore(unit, zone):
            if what != "assault" or (unit.type not in HEAVY and (led or not self.garrisoned(land))):
                yield land, what

    def assault_likely(self, zone: str) -> bool:
        for ship in self.state.units.values():
            where = ship.place
            if not isinstance(where, str) or not self.capacity(ship) or not self.troops(ship):
                continue
            led = self.led(ship)
            near = self.near(zone, "coast")
            if not any(self.can_attack(t) and (led or not self.garrisoned(t)) for t in near):
                continue
            if where == zone or (
                ship.owner == self.power
                and any(
                    end == zone for end, _ in self.stops(ship, where, self.range_of(ship, where))
                )
            ):
                return True
        return False

    # --- sea ------------------------------------------------------------------------------------

    def sails(self, ship: Unit, zone: str) -> Iterator[tuple[str, str]]:
        heavy = any(u.type in HEAVY for u in self.here(ship.id))
        if not (self.combat and heavy and not self.dangerous(zone)):
            yield from super().sails(ship, zone)

    def comes_for(self, ship: Unit, zone: str, end: str, left: int, task: str) -> bool:
        if task or self.dangerous(end) or self.dangerous(zone) or not self.capacity(ship):
            return super().comes_for(ship, zone, end, left, task)
        guns = self.types[ship.type].attack > 0 or self.own_guns(end)
        return (guns and self.has_enemy_ships(end)) or self.lands(ship, end, left)
