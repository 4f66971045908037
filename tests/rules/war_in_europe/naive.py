"""Where units can go and what they can attack, found naively: it shares no code with the rules.

It reads the board, the faces of the counters and the terrain chart, and walks border by border. It
speaks of positions in which a phase has just begun, so that nobody has moved or fought yet.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path

from a4a.core import events as ev
from a4a.core.board import Border
from a4a.core.state import State
from a4a.core.units import Unit
from tests.rules.war_in_europe.positions import dataset

OTHER = {"Axis": "Allies", "Allies": "Axis"}
DATED, VICHY, SOVIETS, AMERICA = "Italy", "France", "Soviet Union", "United States"
AMERICAN = ("London", "Paris", "Algiers", "Rome")
AXIS_BOXES = ("Capetown", "Red Sea", "Persian Gulf", AMERICA)
STRAITS = ("1315", "2911", "3010", "3012", "3414", "3415")
WATERS = {"1904": "Norway", "2003": "Denmark", "2004": "Denmark"}
"""Waters shut to the Allies until they hold a country (8.3.2)."""


@cache
def terrain() -> dict[tuple[str, str], int]:
    """What the terrain chart says a hex, a feature of it or a hexside costs."""
    folder = Path(__file__).parents[3] / "datasets" / "war_in_europe"
    with (folder / "charts" / "terrain.csv").open(newline="") as file:
        return {(row["on"], row["terrain"]): int(row["cost"]) for row in csv.DictReader(file)}


@cache
def borders() -> dict[str, list[tuple[str, Border]]]:
    """The borders of each space, with what lies behind."""
    found: dict[str, list[tuple[str, Border]]] = defaultdict(list)
    for border in dataset().board.borders:
        found[border.a].append((border.b, border))
        found[border.b].append((border.a, border))
    return found


def steps(space: str, medium: str) -> Iterable[tuple[str, int]]:
    """The spaces beside a space that units of a kind can enter, and what it costs."""
    board = dataset().board
    here = board.space(space)
    for name, border in borders()[space]:
        there = board.space(name)
        kinds = {here.kind, there.kind}
        if medium == "air":
            if border.kind != "box":
                yield name, 1
        elif medium == "sea":
            if border.kind == "box" or (border.kind in ("sea", "coast") and "land" not in kinds):
                yield name, border.cost
        elif border.kind not in ("sea", "box") and not (kinds & {"sea", "box"} or there.impassable):
            chart = terrain()
            cost = chart["hex", there.terrain] + chart.get(("hexside", border.kind), 0)
            yield name, cost + sum(chart.get(("feature", f), 0) for f in there.features)


class Naive:
    """A position as a side sees it whose phase has just begun."""

    def __init__(self, state: State, side: str) -> None:
        self.state, self.side, self.enemy = state, side, OTHER[side]
        self.board, self.catalog = state.board, state.catalog

    # --- who is who -----------------------------------------------------------------------------

    def neutral(self, power: str) -> bool:
        return "neutral" in self.state.statuses(power)

    def belongs(self, power: str) -> str:
        """The side of a power, neutral or not."""
        joined = (s for s in OTHER if f"with the {s}" in self.state.statuses(power))
        return next(joined, self.catalog.side_of(power))

    def fights(self, power: str) -> str:
        return "" if self.neutral(power) else self.belongs(power)

    def kind(self, unit: Unit) -> str:
        return self.catalog.unit_type(unit.type).category

    def able(self, unit: Unit, ability: str) -> bool:
        return ability in self.catalog.unit_type(unit.type).abilities

    def factor(self, unit: Unit) -> int:
        """The movement factor on the side that is up, halved for land units out of supply."""
        face = self.catalog.face(unit)
        assert face is not None
        needs = self.kind(unit) == "land" and not self.able(unit, "stands")
        return face.move // 2 if needs and not self.supplied(unit) else face.move

    def where(self, category: str, side: str) -> set[str]:
        """The spaces with units of a kind that fight on a side."""
        return {
            u.place
            for u in self.state.units.values()
            if isinstance(u.place, str)
            and self.kind(u) == category
            and self.fights(u.owner) == side
        }

    def holder(self, space: str) -> str:
        power = self.state.control.get(space)
        return "" if power is None else self.fights(power)

    # --- zones ----------------------------------------------------------------------------------

    @cached_property
    def closed(self) -> set[str]:
        """Hexes that no zone holds or crosses."""
        found = {s for s, power in self.state.control.items() if self.neutral(power)}
        return found | (set(self.board.region("Iraq")) if self.neutral("Iraq") else set())

    @cached_property
    def zones(self) -> dict[int, set[str]]:
        """The hexes in each unit's zone."""
        return {u.id: self._zone(u) for u in self.state.units.values() if self.fights(u.owner)}

    def _zone(self, unit: Unit) -> set[str]:
        kind, place = self.kind(unit), unit.place
        if isinstance(place, int) and self.able(unit, "acts aboard fleets"):
            place = self.state.unit(place).place
        if not isinstance(place, str) or self.board.space(place).kind == "box":
            return set()
        if kind == "land":
            return {there for there, _ in steps(place, "land")} - self.closed
        face = self.catalog.face(unit)
        assert face is not None
        shut = set(self.closed)
        if kind == "air":
            shut -= {s.name for s in self.board if s.impassable}
        elif self.fights(unit.owner) == "Allies":
            shut |= {s for s, country in WATERS.items() if not self._rules(country)}
        found = ring = {place}
        for _ in range(3 if kind == "sea" else face.move):
            ring = {
                n
                for s in ring
                for n, _ in steps(s, kind)
                if self.board.space(n).kind != "box" and n not in shut
            } - found
            found = found | ring
        return found - (self.closed if kind == "air" else set())

    def held(self, side: str, category: str) -> set[str]:
        """The hexes in zones of a side's units of a kind."""
        found: set[str] = set()
        for unit in self.state.units.values():
            if self.fights(unit.owner) == side and self.kind(unit) == category:
                found |= self.zones[unit.id]
        return found

    # --- supply ---------------------------------------------------------------------------------

    def supplied(self, unit: Unit) -> bool:
        """Whether a walk from a unit comes to a source of its own."""
        space, own, power = self.state.space_of(unit.id), self.fights(unit.owner), unit.owner
        assert space is not None
        if self.board.space(space).kind == "box":
            return self.belongs(power) == "Allies"  # the Axis has no bases there
        control = self.state.control
        mine = {s for s, p in control.items() if (self.fights(p) == own if own else p == power)}
        named = {self.board.space(n).name for n in AMERICAN}
        capitals = {s.name for s in self.board if power in s.capital_of and s.kind != "box"}
        sources = (named if power == AMERICA else capitals) & mine
        if power == VICHY and not sources:
            sources = {self.board.space(n).name for n in ("Toulon", "Algiers")} & mine
        shut = self._shut_to_lines(own)
        waters = {s for s, c in WATERS.items() if own == "Allies" and not self._rules(c)}
        land = (set(control) - mine) if not own else self.closed
        afloat = isinstance(unit.place, int) or self.kind(unit) == "sea"
        if afloat and space in waters:
            return False
        seen = {(space, afloat)}
        todo = list(seen)
        while todo:
            here, wet = todo.pop()
            if here in sources and not wet:
                return True
            ways = [(n, wet) for n, _ in steps(here, "sea" if wet else "land") if n not in shut]
            if here in mine and "port" in self.board.space(here).features:
                ways.append((here, not wet))
            for there, sea in ways:
                box = self.board.space(there).kind == "box"
                bad = (sea and box and own != "Allies") or there in (waters if sea else land)
                if not bad and (there, sea) not in seen:
                    seen.add((there, sea))
                    todo.append((there, sea))
        return False

    def _shut_to_lines(self, own: str) -> set[str]:
        found: set[str] = set()
        for kind in ("land", "sea") if own else ():
            theirs = self.held(OTHER[own], kind) | self.where(kind, OTHER[own])
            found |= theirs - self.where(kind, own)
        return {s for s in found if self.board.space(s).kind != "box"}

    # --- whose land -----------------------------------------------------------------------------

    def may_move(self, power: str) -> bool:
        return not self.neutral(power) or self.belongs(power) == "Axis"

    def may_invade(self, power: str, owner: str) -> bool:
        """Whether units of a power may carry the war into the land of a neutral."""
        side, west = self.belongs(power), self.belongs(power) == "Allies" and power != SOVIETS
        if self.neutral(power) and power == DATED:
            return False
        if owner == VICHY:
            return side == "Axis" or not self.neutral(AMERICA)
        if side == "Allies" and (owner == SOVIETS or self.belongs(owner) == "Allies"):
            return False
        if side == "Allies" and self.belongs(owner) == "Axis" and owner != DATED:
            return False
        return owner == SOVIETS or not west or self.neutral(AMERICA)

    def may_enter(self, power: str, space: str, category: str) -> bool:
        if space == AMERICA and self.belongs(power) == "Axis":
            return False
        if space in self.board.region("Iraq") and self.neutral("Iraq"):
            return False
        if category == "sea":
            return True
        if self.board.space(space).impassable:
            return False
        owner = self.state.control.get(space)
        if owner is not None and owner != power and self.neutral(owner):
            return self.may_invade(power, owner)
        land = self.board.space(space).original
        return not (land not in (None, power) and self.neutral(power) and power == DATED)

    def others(self, unit: Unit, space: str) -> bool:
        """Whether those are there with whom a unit does not stack: Soviets with the rest."""
        return self.board.space(space).kind != "box" and any(
            u.id != unit.id
            and (u.owner == SOVIETS) != (unit.owner == SOVIETS)
            and self.might_be_allied(u.owner)
            and self.might_be_allied(unit.owner)
            for u in self.state.at(space)
        )

    def might_be_allied(self, power: str) -> bool:
        """Whether a power is Allied, or would be once the Axis has invaded it."""
        side = self.belongs(power)
        return side == "Allies" or (self.neutral(power) and (not side or power == DATED))

    # --- moves ----------------------------------------------------------------------------------

    def moves(self, unit: Unit) -> set[str]:
        """The spaces to which a unit can move by its own means: on foot, by ship, by air."""
        if not isinstance(unit.place, str) or not self.may_move(unit.owner):
            return set()
        kind = self.kind(unit)
        if self.able(unit, "stands") or (kind == "sea" and "ops complete" in unit.flags):
            return set()
        find = {"land": self._walk, "sea": self._sail, "air": self._fly}[kind]
        return {s for s in find(unit) - {unit.place} if not self.others(unit, s)}

    def _spread(
        self, unit: Unit, points: int, shut: set[str], stops: set[str], zone: set[str], one: bool
    ) -> set[str]:
        """Bellman and Ford: over and over until nothing gets nearer."""
        here, kind = str(unit.place), self.kind(unit)
        best, edge = {here: 0}, {here}
        while edge:
            beyond = set()
            for space in edge:
                if space != here and (space in stops or space in zone):
                    continue
                for there, cost in steps(space, kind):
                    if there in shut or (space in zone and there in zone):
                        continue
                    price = min(cost, points) if one and space == here else cost
                    if best[space] + price <= min(points, best.get(there, 999) - 1):
                        best[there] = best[space] + price
                        beyond.add(there)
            edge = beyond
        return set(best)

    def _neutral_land(self, power: str) -> set[str]:
        control = self.state.control
        return {s for s, owner in control.items() if owner != power and self.neutral(owner)}

    def _foreign(self, unit: Unit) -> set[str]:
        """The hexes with land units that are not on a unit's side, or would leave it."""
        return {
            u.place
            for u in self.state.units.values()
            if isinstance(u.place, str)
            and self.kind(u) == "land"
            and (self.belongs(u.owner) != self.side or self._would_leave(u.owner, unit.owner))
        }

    def _would_leave(self, power: str, invader: str) -> bool:
        """Whether a neutral of a side would be its enemy if another power of it came."""
        return power == DATED != invader and self.neutral(power)

    def _walk(self, unit: Unit) -> set[str]:
        points = self.factor(unit)
        if not points:
            return set()
        names = {s.name for s in self.board}
        shut = {s for s in names if not self.may_enter(unit.owner, s, "land")} | self._foreign(unit)
        zone = self.held(self.enemy, "land")
        return self._spread(unit, points, shut, self._neutral_land(unit.owner), zone, one=True)

    def _fly(self, unit: Unit) -> set[str]:
        names = {s.name for s in self.board}
        shut = {s for s in names if not self.may_enter(unit.owner, s, "air")} | self._foreign(unit)
        shut |= self.held(self.enemy, "land") - self.where("land", self.side)
        stops = self._neutral_land(unit.owner)
        found = self._spread(unit, 3 * self.factor(unit), shut, stops, set(), one=False)
        enemies = {s for k in ("land", "sea", "air") for s in self.where(k, self.enemy)}
        return {s for s in found - enemies if self.board.space(s).kind != "sea"}

    def _sail(self, unit: Unit) -> set[str]:
        names = {s.name for s in self.board}
        boxes = {s.name for s in self.board if s.kind == "box"}
        shut = {s for s in names if not self.may_enter(unit.owner, s, "sea")}
        shut |= self.where("sea", self.enemy) - boxes
        there = {s for k in ("land", "sea", "air") for s in self.where(k, self.enemy)}
        shut |= {s for s in STRAITS if s in there}
        if self.side == "Axis":
            shut |= set(AXIS_BOXES)
        else:
            shut |= {s for s, country in WATERS.items() if not self._open(s, country)}
        beside: set[str] = set()
        for fleet in self.state.units.values():
            at_sea = isinstance(fleet.place, str) and self.kind(fleet) == "sea"
            if at_sea and self.fights(fleet.owner) == self.enemy:
                near = {n for n, _ in steps(str(fleet.place), "sea")} & self.zones[fleet.id]
                beside |= near if fleet.place not in boxes else set()
        zone = set() if self.neutral(unit.owner) else beside
        found = self._spread(unit, self.factor(unit), shut, set(), zone, one=False)
        enemies = {s for k in ("land", "sea", "air") for s in self.where(k, self.enemy)}
        return found - (enemies - boxes)

    def _rules(self, country: str) -> bool:
        """Whether the Allies hold a country."""
        return all(self.holder(s.name) == "Allies" for s in self.board if country in s.capital_of)

    def _open(self, space: str, country: str) -> bool:
        axis = any(self.fights(u.owner) == "Axis" for u in self.state.at(space))
        return self._rules(country) and not (country == "Denmark" and axis)

    # --- attacks --------------------------------------------------------------------------------

    def foes(self, space: str) -> list[Unit]:
        return [u for u in self.state.at(space) if self.belongs(u.owner) != self.side]

    def may_attack(self, power: str, other: str, category: str) -> bool:
        if (self.neutral(power) and power == DATED) or not self.may_move(power):
            return False
        if not self.neutral(other) or (other == DATED and self.belongs(power) == "Allies"):
            return True
        if other == VICHY and self.belongs(power) == self.belongs(VICHY):
            return False
        return category == "land" and self.may_invade(power, other)

    def invading(self, space: str) -> Naive:
        """How it stands once land units attack neutrals in a hex: these have joined the enemy."""
        state = self.state
        for power in {u.owner for u in self.foes(space) if self.neutral(u.owner)}:
            gained = () if self.belongs(power) == self.enemy else (f"with the {self.enemy}",)
            state = state.apply(ev.StatusChanged(power, gained, ("neutral",), "attacked"))
        return Naive(state, self.side)

    def attacks(self, unit: Unit) -> set[str]:
        """The spaces that a unit may attack by itself."""
        spaces = {
            u.place
            for u in self.state.units.values()
            if isinstance(u.place, str) and self.belongs(u.owner) != self.side
        }
        return {space for space in spaces if self._attacks(unit, space)}

    def _attacks(self, unit: Unit, space: str) -> bool:
        kind, foes = self.kind(unit), self.foes(space)
        if kind == "land":
            if self.able(unit, "stands") or not isinstance(unit.place, str):
                return False
            near = space in {there for there, _ in steps(unit.place, "land")}
            land = any(self.kind(foe) == "land" for foe in foes)
            return near and land and self._open_to(unit, foes, kind)
        if not self._supports(unit, space):
            return False
        targets = [foe for foe in foes if self.kind(foe) != "land"]
        if kind == "sea":
            harbour = "port" in self.board.space(space).features
            fleets = any(self.kind(foe) == "sea" for foe in targets)
            if fleets and harbour and self.holder(space) == self.enemy:
                return False
        return bool(targets) and self._open_to(unit, targets, kind)

    def _open_to(self, unit: Unit, foes: list[Unit], category: str) -> bool:
        return all(self.may_attack(unit.owner, foe.owner, category) for foe in foes)

    def _supports(self, unit: Unit, space: str) -> bool:
        """Whether an air unit or fleet is ready, and its zone holds a hex."""
        return "ops complete" not in unit.flags and space in self.zones.get(unit.id, ())

    def supported(self, unit: Unit, by: Unit, space: str) -> bool:
        """Whether an air unit or fleet may support a land unit that may attack a hex."""
        if self.kind(by) == "sea" and self.board.space(str(unit.place)).kind != "coast":
            return False
        soviets = (unit.owner == SOVIETS) != (by.owner == SOVIETS)
        return self._supports(by, space) and not (self.side == "Allies" and soviets)
