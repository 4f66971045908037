"""The naive enumerator of moves for The War Game, by the words of its book.

It tries every conceivable order of one unit, and judges each from the board, the catalog and the
state alone; of the rules it shares nothing. Numbers stand here, and not in the tables: they are
what the tables are held against.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from a4a.core import events as ev
from a4a.core.state import Memory, State
from a4a.core.units import Holding, Unit
from a4a.rules.systems.wargame1942.orders import Send

MOVE = {
    "infantry": 1, "artillery": 1, "armor": 2, "fighter": 4, "bomber": 6, "battleship": 3,
    "destroyer": 3, "aircraft carrier": 3, "submarine": 3, "transport": 3,
}  # fmt: skip
LAND, AIR = ("infantry", "artillery", "armor"), ("fighter", "bomber")
SHIPS = ("battleship", "destroyer", "aircraft carrier", "submarine", "transport")
ROOM, DECK = 2, 2
BULK = {"infantry": 1, "artillery": 2, "armor": 2}
GUNS = ("battleship", "destroyer")
AXIS = ("Germany", "Italy", "Japan")
SOVIETS = "U.S.S.R."
THE_GOOD_GUYS = ("U.K.", "France", "U.S.A.")
PASSES = ("pass", "pass to offload", "pass to bombard")
BY_SEA = ("sea", "canal", "strait")


class Book:
    """Everything that one unit of a nation may be ordered to do.

    Parameters
    ----------
    state, power, combat
        How things stand, who moves, and whether in combat orders.
    """

    def __init__(self, state: State, power: str, *, combat: bool) -> None:
        self.state, self.power, self.combat = state, power, combat
        self.water = {s.name for s in state.board.spaces if s.kind == "sea"}
        self.beside: dict[str, list[tuple[str, str]]] = {s.name: [] for s in state.board.spaces}
        for border in state.board.borders:
            self.beside[border.a].append((border.b, border.kind))
            self.beside[border.b].append((border.a, border.kind))
        self.kind = {(a, b): kind for a, found in self.beside.items() for b, kind in found}
        self.standing: dict[object, list[Unit]] = {}
        for unit in state.units.values():
            self.standing.setdefault(unit.place, []).append(unit)
        self._flown: dict[tuple[str, int], dict[str, tuple[str, ...]]] = {}

    # --- who is who -----------------------------------------------------------------------------

    def memory(self, unit: Unit) -> Memory:
        return self.state.memory(unit.id)

    def side(self, power: str | None) -> str:
        if power is None or power == "Neutral nations":
            return ""
        return "Axis" if power in AXIS else "Allies"

    def foe(self, power: str | None) -> bool:
        return self.side(power) not in ("", self.side(self.power))

    def shares(self, power: str) -> bool:
        """Whether land is shared with an ally."""
        return power == self.power or SOVIETS not in (power, self.power)

    def troops(self, space: str) -> list[Unit]:
        return [u for u in self.standing.get(space, []) if u.type in (*LAND, *AIR, *SHIPS)]

    def foes(self, space: str) -> list[Unit]:
        return [u for u in self.troops(space) if self.foe(u.owner)]

    def barred(self, zone: str) -> bool:
        return any(u.type in SHIPS and u.type != "transport" for u in self.foes(zone))

    def force(self, space: str) -> list[Unit]:
        return [u for u in self.troops(space) if u.owner in self.state.active]

    def owner(self, land: str, *, at_start: bool = False) -> str | None:
        start = self.state.turn_start if at_start else None
        return (start or self.state).control.get(land)

    def friendly(self, land: str, *, at_start: bool = False) -> bool:
        owner = self.owner(land, at_start=at_start)
        if owner is None or self.side(owner) != self.side(self.power) or not self.shares(owner):
            return False
        return at_start or all(self.shares(u.owner) for u in self.troops(land))

    def neutral(self, land: str) -> bool:
        return not self.side(self.owner(land))

    def landings(self) -> list[tuple[str, str]]:
        """From which zone to which land units are declared to land, each once."""
        return [
            (self.end_of(self.state.units[u.place]), str(self.memory(u).target))
            for u in self.state.units.values()
            if isinstance(u.place, int) and self.memory(u).task == "assault"
        ]

    def end_of(self, unit: Unit) -> str:
        """Where a unit is once all that was ordered has succeeded."""
        memory = self.memory(unit)
        if memory.task in (*PASSES, "clear") and memory.target:
            return memory.target
        return str(self.state.space_of(unit.id))

    def attacked(self, land: str) -> bool:
        landed = land in (to for _, to in self.landings())
        return not self.friendly(land) and (landed or bool(self.force(land)))

    def left(self, unit: Unit) -> int:
        onward = self.memory(unit).task in (*PASSES, "clear")
        return MOVE[unit.type] - int(self.memory(unit).moved) - onward

    # --- every order that could be written down -------------------------------------------------

    def orders(self) -> Iterator[Send]:
        """All orders of single units that could be written down; one of units that are alike."""
        seen = set()
        for unit in self.state.units.values():
            cargo = tuple(sorted(u.type for u in self.standing.get(unit.id, [])))
            alike = (unit.type, unit.place, unit.flags, self.memory(unit), cargo)
            if unit.owner != self.power or isinstance(unit.place, Holding) or alike in seen:
                continue
            seen.add(alike)
            yield from self.tries(unit)

    def tries(self, unit: Unit) -> Iterator[Send]:
        """All orders of a unit that could be written down."""
        here, ids = str(self.state.space_of(unit.id)), (unit.id,)
        if unit.type == "general":
            for space in self.beside:
                if space != here:
                    yield Send(ids, (here, space))
        elif unit.type in LAND and isinstance(unit.place, int):
            for land in self.near(here, "coast"):
                yield Send(ids, (here, land))
            for land in {
                t for z in (here, *self.near(here, *BY_SEA)) for t in self.near(z, "coast")
            }:
                yield Send(ids, (here,), task="assault", target=land)
        elif unit.type in LAND:
            yield from self._ashore(unit, here)
        elif unit.type in SHIPS:
            yield from self._afloat(unit, here)
        elif unit.type in AIR:
            yield from self._aloft(unit, here)

    def _ashore(self, unit: Unit, here: str) -> Iterator[Send]:
        ids = (unit.id,)
        for walk in self.walks(here, 2, "land", "harsh"):
            yield Send(ids, walk)
        for land in self.near(here, "land", "harsh"):
            yield Send(ids, (here,), task="support", target=land)
        for zone in self.near(here, "coast"):
            for ship in self.standing.get(zone, []):
                yield Send(ids, (here, zone), ship.id)
        for plane in self.standing.get(here, []):
            if plane.type == "bomber":
                for way in self.flown(here, MOVE["bomber"]).values():
                    yield Send(ids, way, plane.id, "drop" if self.combat else "")

    def _afloat(self, ship: Unit, here: str) -> Iterator[Send]:
        ids = (ship.id,)
        for walk in ((here,), *self.walks(here, 3, *BY_SEA)):
            if len(walk) > 1:
                yield Send(ids, walk)
            for land in self.near(walk[-1], "coast") if self.combat else ():
                yield Send(ids, walk, task="bombard", target=land)
            if self.combat and len(walk) < 4:
                for task, beyond in product((*PASSES, "clear"), self.near(walk[-1], *BY_SEA)):
                    yield Send(ids, walk, task=task, target=beyond)

    def _aloft(self, plane: Unit, here: str) -> Iterator[Send]:
        ids = (plane.id,)
        for space, way in ({here: (here,)} | self.flown(here, self.left(plane) + 1)).items():
            if space != here:
                yield Send(ids, way)
            if self.combat and space in self.water:
                for task, beyond in product(("pass", "clear"), self.near(space)):
                    yield Send(ids, way, task=task, target=beyond)

    def near(self, space: str, *kinds: str) -> list[str]:
        return [other for other, kind in self.beside[space] if kind in (kinds or (kind,))]

    def walks(self, space: str, length: int, *kinds: str) -> Iterator[tuple[str, ...]]:
        paths: list[tuple[str, ...]] = [(space,)]
        for _ in range(length):
            paths = [(*p, n) for p in paths for n in self.near(p[-1], *kinds)]
            yield from paths

    def flown(self, here: str, most: int) -> dict[str, tuple[str, ...]]:
        """A shortest way through the air to each space so far away or nearer."""
        if (here, most) in self._flown:
            return self._flown[here, most]
        ways = {here: (here,)}
        for _ in range(most):
            for space, way in list(ways.items()):
                for other in self.near(space):
                    ways.setdefault(other, (*way, other))
        del ways[here]
        self._flown[here, most] = ways
        return ways

    # --- money, canals --------------------------------------------------------------------------

    def may_invade(self, land: str) -> bool:
        """Whether the nation invades neutrals, and can pay for all of those attacked."""
        if not self.combat or self.power in THE_GOOD_GUYS:
            return False
        invading = {(land, self.power)}
        for unit in self.state.units.values():
            lands = self.memory(unit).task == "assault"
            where = str(self.memory(unit).target if lands else unit.place)
            on_land = where in self.beside and where not in self.water
            if unit.owner in self.state.active and on_land and self.neutral(where):
                invading.add((where, unit.owner))
        invaded = sorted({t for t, _ in invading})
        payers = [[p for t, p in invading if t == neutral] for neutral in invaded]
        prices = [2 * int(self.state.board.space(t).value) for t in invaded]
        return any(
            all(
                sum(n for n, who in zip(prices, paying, strict=True) if who == p)
                <= self.state.money(p, "dollars")
                for p in self.state.active
            )
            for paying in product(*payers)
        )

    def open_gate(self, here: str, there: str) -> bool:
        if self.kind[here, there] == "sea":
            return True
        gates = {
            frozenset(("Aegean Sea", "Black Sea")): ("Turkey",),
            frozenset(("Caribbean Sea", "Central America Sea Zone")): ("Panama",),
            frozenset(("Egypt Sea Zone", "Red Sea")): ("Egypt", "Jordan"),
        }
        return not any(
            self.foe(self.owner(land, at_start=self.combat))
            for land in gates[frozenset((here, there))]
        )

    def marked(self, unit: Unit, name: str) -> int:
        return self.state.markers.get((ev.OnUnit(unit.id), name), 0)


def steps(path: tuple[str, ...]) -> list[tuple[str, str]]:
    """The borders that a way crosses."""
    return list(pairwise(path))
