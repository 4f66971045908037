"""Which orders of single units the book of The War Game allows: the judge of its enumerator."""

from __future__ import annotations

from itertools import product

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.wargame1942.orders import Send
from tests.rules.wargame1942.book import (
    AIR,
    BULK,
    BY_SEA,
    DECK,
    GUNS,
    LAND,
    MOVE,
    PASSES,
    ROOM,
    SHIPS,
    Book,
    steps,
)

ONWARD = (*PASSES, "clear")


class Judge(Book):
    """Judges the orders that could be written down, topic by topic."""

    def __init__(self, state: State, power: str, *, combat: bool) -> None:
        super().__init__(state, power, combat=combat)
        self._harbours: dict[tuple[int, str], list[str]] = {}

    def may(self, order: Send) -> bool:
        """Whether the book allows an order of one unit."""
        unit = self.state.units[order.units[0]]
        if unit.type == "general":
            return self.general(unit, order.path[-1])
        if unit.type in LAND:
            return self.by_land(unit, order)
        if unit.type in SHIPS:
            return self.by_sea(unit, order)
        return self.by_air(unit, order)

    def general(self, unit: Unit, end: str) -> bool:
        """At once to any battle on land, or after combat to any friendly land."""
        if end in self.water or self.memory(unit).moved:
            return False
        return self.attacked(end) if self.combat else self.friendly(end)

    # --- land units -----------------------------------------------------------------------------

    def by_land(self, unit: Unit, order: Send) -> bool:
        memory, end = self.memory(unit), order.path[-1]
        if isinstance(unit.place, int):
            return self.goes_ashore(unit, self.state.units[unit.place], order)
        fresh = not memory.moved and not memory.battles and memory.task == ""
        if memory.task == "support" and not self.combat:
            shot = not order.task and order.aboard is None and end == memory.target
            return shot and len(order.path) == 2 and self.friendly(end)
        if not fresh:
            return False
        if order.task == "support":
            return self.supports(unit, order.path[0], str(order.target))
        if order.aboard is not None and end in self.water:
            return self.loads(unit, self.state.units[order.aboard])
        if order.aboard is not None:
            return self.is_flown(unit, self.state.units[order.aboard], order.path)
        return self.marches(unit, order.path)

    def marches(self, unit: Unit, path: tuple[str, ...]) -> bool:
        harsh = any(self.kind[step] == "harsh" for step in steps(path))
        if len(path) - 1 > (1 if harsh else MOVE[unit.type]):
            return False
        conquers = False
        for land in path[1:-1]:
            if self.combat and self.foe(self.owner(land)):
                if self.foes(land) or self.attacked(land):
                    return False
                conquers = True
            elif not self.friendly(land):
                return False
        return self.ends(path[-1], conquers=conquers)

    def ends(self, land: str, *, conquers: bool) -> bool:
        """Whether a land unit may end its move in land."""
        if self.foe(self.owner(land)):
            return self.combat
        if self.neutral(land):
            return self.may_invade(land)
        return self.friendly(land) and (conquers or not self.combat)

    def supports(self, gun: Unit, here: str, target: str) -> bool:
        if gun.type != "artillery" or self.kind[here, target] == "harsh" or not self.combat:
            return False
        crossing = [u for u in self.force(target) if u.type in LAND and self.memory(u).via == here]
        guns = [
            u
            for u in self.force(here)
            if self.memory(u).task == "support" and self.memory(u).target == target
        ]
        return len(crossing) > len(guns)

    def is_flown(self, unit: Unit, plane: Unit, path: tuple[str, ...]) -> bool:
        """By bomber: trained infantry into combat, infantry and guns to friendly land after it."""
        memory, end = self.memory(plane), path[-1]
        if plane.owner != self.power or memory.moved or memory.battles or memory.task:
            return False
        if len(path) - 1 > MOVE["bomber"] or end in self.water or unit.type == "armor":
            return False
        if not self.combat:
            return self.can_land(end) and self.proven({plane.id: (end, 0)})
        jumps = unit.type == "infantry" and "paratrooper" in unit.flags
        left = MOVE["bomber"] - len(path) + 1
        target = self.foe(self.owner(end)) or (self.neutral(end) and self.may_invade(end))
        return jumps and target and self.proven({plane.id: (end, left)})

    # --- transports -----------------------------------------------------------------------------

    def used(self, ship: Unit) -> int:
        """How much room is used: what was landed in this turn counts."""
        aboard = sum(BULK[u.type] for u in self.standing.get(ship.id, []))
        return max(aboard, self.marked(ship, "carried"))

    def loads(self, unit: Unit, ship: Unit) -> bool:
        if ship.type != "transport" or ship.owner != self.power:
            return False
        if self.used(ship) + BULK[unit.type] > ROOM:
            return False
        memory, zone = self.memory(ship), str(ship.place)
        if self.combat:
            return memory.task not in PASSES
        if memory.task == "offload" or (memory.task == "rest" and memory.battles):
            return True
        return not memory.task and not self.barred(zone)

    def goes_ashore(self, unit: Unit, carrier: Unit, order: Send) -> bool:
        if carrier.type != "transport":
            return False
        here, land = order.path[0], order.target if order.task else order.path[-1]
        assert land is not None
        if self.combat:
            if self.memory(unit).task == "assault" or land not in self.near(
                self.end_of(carrier), "coast"
            ):
                return False
            return self.foe(self.owner(land)) or (self.neutral(land) and self.may_invade(land))
        if order.task or self.barred(here) or self.memory(carrier).task == "retreated":
            return False
        return self.friendly(land)

    # --- ships ----------------------------------------------------------------------------------

    def by_sea(self, ship: Unit, order: Send) -> bool:
        memory, path, task = self.memory(ship), order.path, order.task
        beyond = order.target if task in ONWARD else None
        if memory.task or (self.barred(path[0]) and memory.moved):
            return False
        if memory.battles and not self.combat:
            return False
        whole = path if beyond is None else (*path, beyond)
        if len(whole) - 1 > self.left(ship):
            return False
        if beyond is not None and len(whole) - 1 + int(memory.moved) > 2:
            return False
        if not all(self.open_gate(*step) for step in steps(whole)):
            return False
        if any(self.barred(zone) for zone in path[1:-1]):
            return False
        if not self.combat and any(self.foes(zone) for zone in path[1:]):
            return False
        if beyond is not None and not self.is_fought(task, path[-1]):
            return False
        if not self.may_do(ship, task, path[-1], str(order.target)):
            return False
        if ship.type != "aircraft carrier":
            return True
        return self.proven({ship.id: (whole[-1], self.left(ship) - len(whole) + 1)}, path[-1])

    def is_fought(self, task: str, zone: str) -> bool:
        """Whether a zone is one to be cleared, or passed: only combat ships force a passage."""
        return bool(self.foes(zone)) if task == "clear" else self.barred(zone)

    def may_do(self, ship: Unit, task: str, zone: str, target: str) -> bool:
        """Whether a ship is able to do its task, and may."""
        if task == "pass to offload":
            return bool(self.standing.get(ship.id))
        if task == "pass to bombard":
            landing = [to for start, to in self.landings() if start == target]
            return ship.type in GUNS and len(landing) > self.shooting(target, None)
        if task == "bombard":
            landing = [to for start, to in self.landings() if (start, to) == (zone, target)]
            return ship.type in GUNS and len(landing) > self.shooting(zone, target)
        return True

    def shooting(self, zone: str, land: str | None) -> int:
        """How many ships will bombard from a zone: some land, or any."""
        memories = [self.memory(u) for u in self.state.units.values() if u.type in GUNS]
        later = sum(m.task == "pass to bombard" and m.target == zone for m in memories)
        return later + sum(
            self.memory(u).task == "bombard" and land in (None, self.memory(u).target)
            for u in self.force(zone)
        )

    # --- aircraft -------------------------------------------------------------------------------

    def can_land(self, land: str) -> bool:
        return self.friendly(land) and self.friendly(land, at_start=True)

    def by_air(self, plane: Unit, order: Send) -> bool:
        memory, path, task = self.memory(plane), order.path, order.task
        if self.combat and (memory.moved or memory.task):
            return False
        whole = path if not task else (*path, str(order.target))
        far, left = len(whole) - 1, self.left(plane)
        if left <= 0 or far > left:
            return False
        end = path[-1]
        if not self.combat:
            good = plane.type == "fighter" if end in self.water else self.can_land(end)
            return good and self.proven({plane.id: (end, 0)})
        if task:
            into_land = whole[-1] not in self.water
            if not self.is_fought(task, end) or (into_land and task == "pass"):
                return False
            if into_land and whole[-1] not in (to for _, to in self.landings()):
                return False
        elif not self.foes(end) and (end in self.water or not self.attacked(end)):
            return False
        return self.proven({plane.id: (whole[-1], left - far)}, end)

    def proven(self, moved: dict[int, tuple[str, int]], attacked: str = "") -> bool:
        """Whether all aircraft of the nation can come down after moves to somewhere."""
        flyers, decks = [], []
        for unit in self.state.units.values():
            if unit.owner != self.power or isinstance(unit.place, int):
                continue
            where = moved.get(unit.id, (self.end_of(unit), max(self.left_of(unit), 0)))
            if unit.type == "aircraft carrier":
                decks.append(self.harbours(unit, moved, attacked))
            elif unit.type in AIR:
                reach = {where[0], *self.flown(*where)}
                if not any(s not in self.water and self.can_land(s) for s in reach):
                    flyers.append((unit.type, reach))
        if any(kind != "fighter" for kind, _ in flyers):
            return False
        reaches = [reach for _, reach in flyers]
        useful = [[z for z in zones if any(z in r for r in reaches)] or [""] for zones in decks]
        return any(
            self.seats(reaches, tuple(z for z in zones for _ in range(DECK)))
            for zones in product(*useful)
        )

    def left_of(self, unit: Unit) -> int:
        return self.left(unit) if unit.type in MOVE else 0

    def seats(self, reaches: list[set[str]], zones: tuple[str, ...]) -> bool:
        """Whether each fighter finds a place on carriers in some zones."""
        if not reaches:
            return True
        first, *others = reaches
        places = list(zones)
        return any(
            self.seats(others, (*places[:i], *places[i + 1 :]))
            for i, zone in enumerate(places)
            if zone in first
        )

    def harbours(
        self, carrier: Unit, moved: dict[int, tuple[str, int]], attacked: str
    ) -> list[str]:
        """The zones in which a carrier can be when its fighters come down."""
        if carrier.id in moved:
            return [moved[carrier.id][0]]
        memory, here = self.memory(carrier), str(carrier.place)
        if memory.task or memory.battles or (self.combat and (memory.moved or self.foes(here))):
            return [self.end_of(carrier)]
        key = (carrier.id, attacked)
        if key not in self._harbours:
            self._harbours[key] = sorted(self._sailed(carrier, here, attacked))
        return self._harbours[key]

    def _sailed(self, carrier: Unit, here: str, attacked: str) -> set[str]:
        found = {here}
        for walk in self.walks(here, self.left(carrier), *BY_SEA):
            if all(self.open_gate(*step) for step in steps(walk)) and all(
                self.quiet(zone, attacked) for zone in walk[1:]
            ):
                found.add(walk[-1])
        return found

    def quiet(self, zone: str, attacked: str) -> bool:
        """Whether no enemy is in a zone, or all there are under attack."""
        ours = self.combat and (zone == attacked or bool(self.force(zone)))
        return not self.foes(zone) or ours
