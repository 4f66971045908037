"""A slow, naive enumerator of single-unit moves: it shares no movement code with the rules.

It reads the board, the catalog and a state in which no unit has moved yet, and tries every walk
of every stack. Counts of what it finds are kept in text files and compared with the rules'.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from a4a.core.state import State
from a4a.core.units import Unit

Found = dict[tuple[str, str, bool], set[tuple[str, str]]]
"""By stack (unit type, space, aboard): the spaces it can end in, each with what for."""


class Brute:
    """Everything a power may do with one unit.

    Parameters
    ----------
    state
        A state at the beginning of a movement phase.
    power
        Who moves.
    combat
        Whether in the Combat Move phase.
    waters
        Zones where ships of the power may end while it is neutral: (all ships, warships), or None.
    """

    def __init__(
        self,
        state: State,
        power: str,
        *,
        combat: bool,
        waters: tuple[set[str], set[str]] | None = None,
    ) -> None:
        self.state, self.power, self.combat, self.waters = state, power, combat, waters
        self.types = {t.name: t for t in state.catalog.unit_types}
        self.side = {p.name: p.side for p in state.catalog.powers}
        self.water = {s.name for s in state.board.spaces if s.kind == "sea"}
        self.closed = {s.name for s in state.board.spaces if s.impassable}
        self.beside: dict[str, list[tuple[str, str]]] = {}
        for border in state.board.borders:
            self.beside.setdefault(border.a, []).append((border.b, border.kind))
            self.beside.setdefault(border.b, []).append((border.a, border.kind))
        self.standing: dict[object, list[Unit]] = {}
        for unit in state.units.values():
            self.standing.setdefault(unit.place, []).append(unit)
        self.enemies = self.foes(power)
        self.at_war = any(self.side[e] for e in self.enemies)
        self.comrades = {power}
        if self.enemies:
            self.comrades |= {
                p for p, side in self.side.items() if side == self.side[power] and self.foes(p)
            }
        self.shut: set[str] = set()

    def sharing(self, space: str) -> set[str]:
        """Who shares what is in a space with the power, itself included."""
        return self.comrades

    def free(self, space: str) -> bool:
        """Whether the power has the freedom of a power at war in a space."""
        return self.at_war

    def foes(self, power: str) -> set[str]:
        return {p for p in self.side if p != power and self.state.relation(p, power) == "war"}

    # --- the board ------------------------------------------------------------------------------

    def near(self, space: str, *kinds: str) -> list[str]:
        if space in self.closed:
            return []
        return [
            other
            for other, kind in self.beside[space]
            if other not in self.closed | self.shut and (not kinds or kind in kinds)
        ]

    def is_(self, unit: Unit, ability: str) -> bool:
        return ability in self.types[unit.type].abilities

    def status(self, land: str) -> str:
        if land in self.closed:
            return "closed"
        owner = self.state.control.get(land)
        if owner in self.sharing(land):
            return "friendly"
        if owner is None or not self.side[owner]:
            leaning = str(self.state.value(land, "leaning") or "")
            if owner is None and leaning.startswith("pro-") and self.free(land):
                # It was attacked, and is neutral no more.
                return "friendly" if leaning == "pro-" + self.side[self.power] else "hostile"
            if leaning == "pro-" + self.side[self.power]:
                return "friendly neutral"
            return "neutral"
        return "hostile" if owner in self.enemies else "not at war"

    def taken(self, land: str) -> bool:
        start = self.state.turn_start
        return start is not None and start.control.get(land) != self.state.control.get(land)

    def here(self, place: str | int) -> list[Unit]:
        return self.standing.get(place, [])

    def dangerous(self, zone: str) -> bool:
        return any(
            u.owner in self.enemies and self.is_(u, "surface warship") for u in self.here(zone)
        )

    def has_enemy_ships(self, zone: str) -> bool:
        return any(u.owner in self.enemies for u in self.here(zone))

    def can_attack(self, land: str) -> bool:
        return (
            self.at_war
            and land not in self.shut
            and self.status(land) in (("hostile", "neutral") if self.free(land) else ("hostile",))
            and not any(
                self.side[u.owner]
                and self.side[u.owner] != self.side[self.power]
                and u.owner not in self.enemies
                for u in self.here(land)
            )
        )

    def own_guns(self, zone: str, but: Unit | None = None) -> bool:
        return any(
            u.owner == self.power and self.types[u.type].attack > 0 and u != but
            for u in self.here(zone)
        )

    def base_at(self, land: str, ability: str) -> bool:
        return (
            self.status(land) == "friendly"
            and not self.taken(land)
            and any(self.is_(u, ability) and self.works(u) for u in self.here(land))
        )

    def range_of(self, unit: Unit, space: str) -> int:
        kind = self.types[unit.type]
        if kind.category == "sea":
            bases = [t for t in self.near(space, "coast") if self.base_at(t, "extends sea range")]
            return kind.move + (1 if bases else 0)
        if kind.category == "air" and space not in self.water:
            return kind.move + (1 if self.base_at(space, "extends air range") else 0)
        return kind.move

    # --- all moves ------------------------------------------------------------------------------

    def moves(self) -> Found:
        found: Found = {}
        seen = set()
        for unit in self.state.units.values():
            space = self.space(unit)
            if unit.owner != self.power or space is None:
                continue
            key = (unit.type, space, unit.place != space)
            cargo = tuple(sorted((u.owner, u.type) for u in self.here(unit.id)))
            alike = (unit.type, unit.place, unit.damage, cargo)
            if alike not in seen:
                seen.add(alike)
                found.setdefault(key, set()).update(self.moves_of(unit, space))
        return found

    def space(self, unit: Unit) -> str | None:
        place = unit.place
        while isinstance(place, int):
            place = self.state.units[place].place
        return place if isinstance(place, str) else None

    def moves_of(self, unit: Unit, space: str) -> Iterator[tuple[str, str]]:
        category = self.types[unit.type].category
        if self.combat and not self.at_war:
            return
        if category == "land" and unit.place != space:
            yield from self.ashore(unit, space)
        elif category == "land":
            yield from self.marches(unit, space)
            yield from self.aboard(unit, space)
        elif category == "sea":
            yield from self.sails(unit, space)
        elif category == "air":
            yield from self.flights(unit, space)

    def walks(self, space: str, length: int, *kinds: str) -> Iterator[tuple[str, ...]]:
        paths: list[tuple[str, ...]] = [(space,)]
        for _ in range(length):
            paths = [(*p, n) for p in paths for n in self.near(p[-1], *kinds)]
            yield from paths

    # --- land -----------------------------------------------------------------------------------

    def marches(self, unit: Unit, space: str) -> Iterator[tuple[str, str]]:
        if self.combat and self.is_(unit, "noncombat move only"):
            return
        for walk in self.walks(space, self.range_of(unit, space), "land"):
            blitzed = False
            for land in walk[1:-1]:
                if self.combat and (
                    self.status(land) == "hostile"
                    or (self.taken(land) and self.status(land) == "friendly")
                ):
                    empty = all(u.owner in self.sharing(land) for u in self.here(land))
                    if not (empty and self.is_(unit, "blitz")):
                        break
                    blitzed = True
                elif self.status(land) != "friendly":
                    break
            else:
                if self.land_end(unit, walk[-1], blitzed=blitzed):
                    yield walk[-1], "march"

    def land_end(self, unit: Unit, land: str, *, blitzed: bool = False) -> bool:
        status = self.status(land)
        if self.combat:
            return self.can_attack(land) or (status == "friendly" and (blitzed or self.taken(land)))
        if status == "friendly neutral":
            return self.free(land) and (
                self.is_(unit, "captures")
                or any(
                    self.is_(u, "captures") and u.owner in self.sharing(land)
                    for u in self.here(land)
                )
            )
        return status == "friendly"

    # --- transports -----------------------------------------------------------------------------

    def aboard(self, unit: Unit, space: str) -> Iterator[tuple[str, str]]:
        for zone in self.near(space, "coast"):
            for ship in self.here(zone):
                room = self.capacity(ship)
                if not room or ship.owner not in self.sharing(zone) or self.dangerous(zone):
                    continue
                room -= sum(self.types[u.type].transport_cost for u in self.here(ship.id))
                if self.types[unit.type].transport_cost > room:
                    continue
                if self.combat and (
                    self.is_(unit, "noncombat move only")
                    or ship.owner != self.power
                    or not self.can_land_from(ship, zone, self.range_of(ship, zone))
                ):
                    continue
                yield zone, "load"

    def can_land_from(self, ship: Unit, zone: str, left: int) -> bool:
        """Whether a loaded transport could launch an assault from here or farther on."""
        for end in {w[-1] for w in self.voyages(ship, zone, left, sure=True)} | {zone}:
            if (not self.dangerous(end) or self.own_guns(end)) and any(
                self.can_attack(t) for t in self.near(end, "coast")
            ):
                return True
        return False

    def ashore(self, unit: Unit, zone: str) -> Iterator[tuple[str, str]]:
        for land in self.near(zone, "coast"):
            if self.combat:
                if not self.types[unit.type].attack or not self.can_attack(land):
                    continue
                if self.dangerous(zone):
                    if not self.own_guns(zone):
                        continue
                elif any(
                    u.owner in self.enemies and self.is_(u, "submerge") for u in self.here(zone)
                ):
                    warships = ("warship", "surface warship")
                    if not any(
                        u.owner == self.power and any(self.is_(u, w) for w in warships)
                        for u in self.here(zone)
                    ):
                        continue
                yield land, "assault"
            elif not self.dangerous(zone) and self.land_end(unit, land):
                yield land, "ashore"

    # --- sea ------------------------------------------------------------------------------------

    def gate_open(self, ship: Unit, here: str, there: str, *, sure: bool) -> bool:
        border = self.state.board.border(here, there)
        assert border is not None
        if border.kind not in ("strait", "canal") or self.is_(ship, f"passes {border.name}"):
            return True
        start = self.state.turn_start or self.state
        owners = [start.control.get(t) for t in border.controllers]
        if any(o is None or not self.side[o] or o in self.enemies for o in owners):
            return False
        if len({self.side[o] for o in owners if o}) > 1:
            return False
        held = zip(border.controllers, owners, strict=True)
        return not sure or all(o in self.sharing(t) for t, o in held)

    def voyages(
        self, ship: Unit, zone: str, left: int, *, sure: bool = False
    ) -> Iterator[tuple[str, ...]]:
        submarine = self.is_(ship, "ignores hostile sea zones")
        for walk in self.walks(zone, left, "sea", "strait", "canal"):
            for here, there in pairwise(walk):
                if not self.gate_open(ship, here, there, sure=sure):
                    break
                if not self.combat and not submarine and self.dangerous(there):
                    break
            else:
                if not any(self.stopped(submarine, z) for z in walk[1:-1]):
                    yield walk

    def stopped(self, submarine: bool, zone: str) -> bool:
        if submarine:
            return any(
                u.owner in self.enemies and self.is_(u, "anti-submarine") for u in self.here(zone)
            )
        return self.dangerous(zone)

    def sails(self, ship: Unit, zone: str) -> Iterator[tuple[str, str]]:
        left = self.range_of(ship, zone)
        ends: dict[str, int] = {}
        for walk in self.voyages(ship, zone, left):
            ends.setdefault(walk[-1], len(walk) - 1)
        for end, used in ends.items():
            if end == zone or not self.may_stay(ship, end):
                continue
            for task in ("", "support"):
                if self.combat:
                    good = self.comes_for(ship, zone, end, left - used, task)
                else:
                    good = not task
                if good and self.others_land(ship, end, used):
                    yield end, task or "sail"

    def may_stay(self, ship: Unit, zone: str) -> bool:
        if self.at_war or self.waters is None:
            return True
        everyone, patrol = self.waters
        warship = self.is_(ship, "warship") or self.is_(ship, "surface warship")
        return zone in everyone or (warship and zone in patrol)

    def comes_for(self, ship: Unit, zone: str, end: str, left: int, task: str) -> bool:
        guns = self.types[ship.type].attack > 0 or self.own_guns(end)
        if self.dangerous(end):
            return guns
        if task:
            return self.assault_likely(end) and self.helps(ship, end)
        if guns and self.has_enemy_ships(end):
            return True
        if self.dangerous(zone):
            return True
        if not self.capacity(ship):
            return False
        if self.troops(ship):
            return self.can_land_from(ship, end, left)
        # An empty one must find somebody to load, and then a shore to attack.
        for walk in [(end,), *self.voyages(ship, end, left, sure=True)]:
            stop = walk[-1]
            waiting = [
                u
                for land in self.near(stop, "coast")
                for u in self.here(land)
                if u.owner == self.power
                and self.types[u.type].category == "land"
                and self.types[u.type].attack
                and self.types[u.type].transport_cost <= self.room(ship)
            ]
            if (
                waiting
                and not self.dangerous(stop)
                and self.can_land_from(ship, stop, left - len(walk) + 1)
            ):
                return True
        return False

    def helps(self, unit: Unit, zone: str) -> bool:
        """Whether a unit has a part in an assault: all have where aircraft can scramble."""
        if self.dangerous(zone) or self.scrambled_to(zone):
            return True
        kind = self.types[unit.type]
        prowled = any(u.owner in self.enemies and self.is_(u, "submerge") for u in self.here(zone))
        if prowled and (self.is_(unit, "warship") or self.is_(unit, "surface warship")):
            return True
        return bool(kind.transport_capacity or kind.bombard)

    def scrambled_to(self, zone: str) -> bool:
        return any(
            any(self.is_(u, "scramble base") and self.works(u) for u in self.here(land))
            and any(self.is_(u, "scramble") and u.owner in self.enemies for u in self.here(land))
            for land in self.near(zone, "coast")
        )

    def capacity(self, ship: Unit) -> int:
        """How much transport cost a ship takes aboard."""
        return self.types[ship.type].transport_capacity

    def deck(self, ship: Unit) -> int:
        """How many aircraft a carrier holds, as damaged as it is."""
        return 0 if ship.damage else self.types[ship.type].carrier_capacity

    def works(self, base: Unit) -> bool:
        """Whether a base is not too damaged to be used."""
        return base.damage < 3

    def room(self, ship: Unit) -> int:
        load = sum(self.types[u.type].transport_cost for u in self.here(ship.id))
        return self.capacity(ship) - load

    def troops(self, ship: Unit) -> list[Unit]:
        return [
            u for u in self.here(ship.id) if u.owner == self.power and self.types[u.type].attack
        ]

    def assault_likely(self, zone: str) -> bool:
        """Whether a transport with troops is in a zone, or can come, to assault its coast."""
        if not any(self.can_attack(t) for t in self.near(zone, "coast")):
            return False
        for ship in self.state.units.values():
            where = ship.place
            if not isinstance(where, str) or not self.capacity(ship):
                continue
            if not self.troops(ship):
                continue
            if where == zone:
                return True
            if ship.owner == self.power and any(
                w[-1] == zone
                for w in self.voyages(ship, where, self.range_of(ship, where), sure=True)
            ):
                return True
        return False

    # --- air ------------------------------------------------------------------------------------

    def overflown(self, space: str) -> bool:
        if space in self.water or self.status(space) in ("friendly", "hostile"):
            return True
        return self.status(space) == "not at war" and self.free(space) and self.at_peace(space)

    def at_peace(self, land: str) -> bool:
        """Whether the holder of land that is not at war with the power fights others (R-193)."""
        owner = self.state.control.get(land)
        return owner is not None and any(self.side[foe] for foe in self.foes(owner))

    def spread(self, space: str, limit: int) -> dict[str, int]:
        far = {space: 0}
        for used in range(limit):
            for here in [s for s, n in far.items() if n == used]:
                if here == space or self.overflown(here):
                    for there in self.near(here):
                        far.setdefault(there, used + 1)
        return far

    def flights(self, unit: Unit, space: str) -> Iterator[tuple[str, str]]:
        if isinstance(unit.place, int) and self.state.units[unit.place].damage:
            return
        for end, used in self.spread(space, self.range_of(unit, space)).items():
            if used:
                for what in self.targets(unit, space, end):
                    if self.others_land(unit, end, used):
                        yield end, what

    def targets(self, unit: Unit, start: str, end: str) -> list[str]:
        """What an aircraft may do at the end of a flight: out of a hostile zone it may escape."""
        if not self.combat:
            if end in self.water:
                return ["land"] if self.types[unit.type].carrier_cost else []
            return ["land"] if self.status(end) == "friendly" and not self.taken(end) else []
        if end in self.water:
            comes = self.has_enemy_ships(end) or self.dangerous(start)
            found = ["attack"] if comes else []
            helps = self.assault_likely(end) and self.helps(unit, end)
            return found + (["support"] if helps else [])
        if self.status(end) == "friendly" and not self.taken(end):
            return ["attack"] if start in self.water and self.dangerous(start) else []
        if not self.can_attack(end):
            return []
        bombed = [
            u for u in self.here(end)
            if self.types[u.type].category == "facility" and u.owner in self.enemies
        ]  # fmt: skip
        raid = any(
            self.is_(unit, "raids industrial complexes")
            if self.is_(u, "industrial complex")
            else self.is_(unit, "raids bases")
            for u in bombed
        )
        return ["attack", "raid"] if raid else ["attack"]

    # --- landing --------------------------------------------------------------------------------

    def others_land(self, mover: Unit, end: str, used: int) -> bool:
        """Whether after a move the mover, and as many aircraft as before, can still land."""
        before, _ = self.landed(None, "", 0)
        after, mover_lands = self.landed(mover, end, used)
        flies = self.types[mover.type].category == "air"
        return after <= before and (mover_lands or not flies)

    def landed(self, mover: Unit | None, end: str, used: int) -> tuple[int, bool]:
        """How few aircraft must be lost after a move, and whether the mover can then be saved."""
        homeless: list[tuple[Unit, dict[str, int]]] = []
        for unit in self.state.units.values():
            if unit.owner != self.power or self.types[unit.type].category != "air":
                continue
            where, gone = (end, used) if unit == mover else (unit.place, 0)
            if not isinstance(where, str):
                continue
            space = self.space(unit)
            assert space is not None
            left = self.range_of(unit, space) - gone
            if unit == mover and not self.combat:
                left = 0  # it lands where it goes
            reach = self.spread(where, left)
            if not any(
                s not in self.water and self.status(s) == "friendly" and not self.taken(s)
                for s in reach
            ):
                homeless.append((unit, reach))
        if not homeless:
            return 0, True
        homeless.sort(key=lambda pair: pair[0] != mover)
        best = (len(homeless), True)
        decks = self.decks(mover, end, used)
        for plan in product(*[zones for _, zones in decks]):
            room = [n for n, _ in decks]
            lost, saved = self.seat(homeless, 0, plan, room, mover)
            best = min(best, (lost, not saved))
        return best[0], not best[1]

    def seat(
        self,
        homeless: list[tuple[Unit, dict[str, int]]],
        i: int,
        plan: tuple[str, ...],
        room: list[int],
        mover: Unit | None,
    ) -> tuple[int, bool]:
        """Try every deck for the i-th aircraft and those after it: fewest lost, mover saved."""
        if i == len(homeless):
            return 0, mover is None or all(u != mover for u, _ in homeless)
        unit, reach = homeless[i]
        lost, saved = self.seat(homeless, i + 1, plan, room, mover)
        best = (lost + 1, not saved)
        if self.types[unit.type].carrier_cost:
            for deck, zone in enumerate(plan):
                if room[deck] and zone in reach:
                    room[deck] -= 1
                    lost, saved = self.seat(homeless, i + 1, plan, room, mover)
                    room[deck] += 1
                    best = min(best, (lost, not (saved or unit == mover)))
        return best[0], not best[1]

    def decks(self, mover: Unit | None, end: str, used: int) -> list[tuple[int, list[str]]]:
        """Room and possible zones of every carrier."""
        found: list[tuple[int, list[str]]] = []
        spare: dict[tuple[str, str], int] = {}
        for ship in self.state.units.values():
            deck = self.deck(ship)
            if not deck or not isinstance(ship.place, str):
                continue
            room = deck - len(self.here(ship.id))
            if ship.owner == self.power and room > 0:
                found.append((room, self.carrier_zones(ship, mover, end, used)))
            elif ship.owner in self.sharing(ship.place) and ship.owner != self.power:
                key = (ship.owner, ship.place)
                spare[key] = spare.get(key, 0) + room
        for (owner, zone), room in spare.items():
            room -= sum(
                u.owner == owner and self.types[u.type].category == "air" for u in self.here(zone)
            )
            if room > 0:
                found.append((room, [zone]))
        return found

    def carrier_zones(self, ship: Unit, mover: Unit | None, end: str, used: int) -> list[str]:
        where = str(ship.place)
        left = self.range_of(ship, where)
        if ship == mover:
            if self.combat:
                return [end]
            where, left = end, left - used
        zones = [where]
        if self.combat and ship != mover and self.must_leave(ship, mover, end):
            zones = []
        for walk in self.voyages(ship, where, left, sure=True):
            zone = walk[-1]
            cleared = not self.dangerous(zone) or (
                self.combat
                and (
                    self.own_guns(zone, but=mover)
                    or (mover is not None and zone == end and self.types[mover.type].attack > 0)
                )
            )
            if zone not in zones and cleared and self.may_stay(ship, zone):
                zones.append(zone)
        return zones

    def must_leave(self, ship: Unit, mover: Unit | None, end: str) -> bool:
        """Whether a ship beside enemy warships has nobody to fight them with, and can go."""
        zone = str(ship.place)
        joined = mover is not None and end == zone and self.types[mover.type].attack > 0
        if not self.dangerous(zone) or joined or self.own_guns(zone, but=mover):
            return False
        return any(
            (not self.dangerous(walk[-1]) or self.own_guns(walk[-1], but=mover))
            and walk[-1] != zone
            and self.may_stay(ship, walk[-1])
            for walk in self.voyages(ship, zone, self.range_of(ship, zone))
        )
