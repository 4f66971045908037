"""Rail moves, airdrops, boarding, landings and assaults, found naively (8.1.1 to 8.1.4, 8.3.4).

Like `naive` it shares no code with the rules, and speaks of phases that have just begun.
"""

from __future__ import annotations

from a4a.core.units import Unit
from tests.rules.war_in_europe.naive import AXIS_BOXES, STRAITS, WATERS, Naive, steps

DROP, ASSAULT, ALLOWANCE = 3, 5, 45


class Travel(Naive):
    """A position as a side sees it whose phase of movement has just begun."""

    def is_port(self, unit: Unit, space: str) -> bool:
        """Whether a space is a port of a unit's side, or of its power while that is neutral."""
        mine = self.holder(space) == self.side or self.state.control.get(space) == unit.owner
        return mine and "port" in self.board.space(space).features

    def enemies(self) -> set[str]:
        return {s for kind in ("land", "sea", "air") for s in self.where(kind, self.enemy)}

    def boxes(self) -> set[str]:
        return {space.name for space in self.board if space.kind == "box"}

    # --- by rail and by air ---------------------------------------------------------------------

    def rails(self, unit: Unit) -> set[str]:
        """The hexes to which a unit can go by rail."""
        flies, zone = self.kind(unit) == "air", self.held(self.enemy, "land")
        if self.kind(unit) == "sea" or self.able(unit, "stands") or unit.place in zone:
            return set()
        if not isinstance(unit.place, str) or not self.may_move(unit.owner):
            return set()
        foreign, at_home = self._foreign(unit), self.neutral(unit.owner)
        found, todo = {unit.place}, [unit.place]
        while todo:
            for there, _ in steps(todo.pop(), "land"):
                own = at_home and self.state.control.get(there) == unit.owner
                if (
                    there not in found | zone | foreign
                    and "no rail" not in self.board.space(there).features
                    and (own or self.holder(there) == self.side)
                    and self.may_enter(unit.owner, there, "land")
                ):
                    found.add(there)
                    todo.append(there)
        ends = found - {unit.place} - (self.enemies() if flies else set())
        return {s for s in ends if not self.others(unit, s)}

    def drops(self, unit: Unit) -> set[str]:
        """The hexes into which a unit can be dropped."""
        if not self.able(unit, "airdrop") or not isinstance(unit.place, str):
            return set()
        if not self.may_move(unit.owner):
            return set()
        over = {s.name for s in self.board if s.name not in self.closed and not s.impassable}
        ring, under = {unit.place}, set[str]()
        for _ in range(DROP):
            beside = {there for here in ring for there, _ in steps(here, "air")}
            under |= beside
            ring = beside & over
        return {
            s
            for s in under - {unit.place}
            if self.board.space(s).kind != "sea"
            and self.may_enter(unit.owner, s, "land")
            and not self.others(unit, s)
        }

    # --- aboard and ashore ----------------------------------------------------------------------

    def boards(self, unit: Unit) -> set[int]:
        """The fleets that a unit can go aboard."""
        if self.kind(unit) == "sea" or self.able(unit, "stands"):
            return set()
        if not isinstance(unit.place, str) or not self.may_move(unit.owner):
            return set()
        if unit.place not in self.boxes() and not self.is_port(unit, unit.place):
            return set()
        return {
            fleet.id
            for fleet in self.state.at(unit.place)
            if self.kind(fleet) == "sea"
            and self.belongs(fleet.owner) == self.side
            and self.may_move(fleet.owner)
            and self.able(fleet, "carries a unit")
            and "ops complete" not in fleet.flags
            and not self.state.at(fleet.id)
            and not self._keep_apart(unit.owner, fleet.owner)
            and (unit.owner == fleet.owner or not self.neutral(fleet.owner))
        }

    def _keep_apart(self, power: str, other: str) -> bool:
        return (
            self.side == "Allies" and len({power, other}) == 2 and "Soviet Union" in (power, other)
        )

    def lands(self, unit: Unit) -> bool:
        """Whether a unit that is aboard can go ashore where it is, and is no part of an assault."""
        space = self.state.space_of(unit.id)
        assert space is not None
        kind, ground = self.kind(unit), self.board.space(space)
        if (
            not self.may_move(unit.owner)
            or ground.original is None
            or ground.kind in ("sea", "land")
        ):
            return False
        covered = space in self.held(self.enemy, "land") - self.where("land", self.side)
        return (
            self.may_enter(unit.owner, space, kind)
            and self.holder(space) != self.enemy
            and space not in self._foreign(unit)
            and not (kind == "air" and covered)
            and not self.others(unit, space)
        )

    def assaults(self, fleet: Unit) -> set[str]:
        """The ports that a fleet can assault with what is aboard."""
        cargo = [unit for unit in self.state.at(fleet.id) if self.kind(unit) == "land"]
        here = fleet.place
        if not cargo or not isinstance(here, str) or "ops complete" in fleet.flags:
            return set()
        if not self.may_move(fleet.owner):
            return set()
        fleets, boxes = self.where("sea", self.enemy), self.boxes()
        shut = {s.name for s in self.board if not self.may_enter(fleet.owner, s.name, "sea")}
        shut |= set(AXIS_BOXES) if self.side == "Axis" else self._danish()
        closed = (fleets - boxes) | (set(STRAITS) & self.enemies())
        beside = set() if self.neutral(fleet.owner) else self._beside_enemy_fleets()
        best, found = {here: 0}, set[str]()
        for _ in range(ASSAULT):
            further: dict[str, int] = {}
            for space, spent in best.items():
                if space != here and (space in beside or space in closed):
                    continue
                for there, cost in steps(space, "sea"):
                    if there in shut or (space in beside and there in beside):
                        continue
                    if spent + cost <= min(ALLOWANCE, further.get(there, 999) - 1):
                        further[there] = spent + cost
            found |= {s for s in further if self._is_target(s)}
            best = {s: c for s, c in further.items() if s not in closed}
        landing = (fleet, *cargo)
        return {
            s
            for s in found - {here}
            if all(self.may_enter(unit.owner, s, "land") for unit in cargo)
            and not any(self.others(unit, s) for unit in landing)
        }

    def _is_target(self, space: str) -> bool:
        return "port" in self.board.space(space).features and self.holder(space) == self.enemy

    def _danish(self) -> set[str]:
        """The waters that are shut to the Allies even for an assault."""
        shut = {s for s, country in WATERS.items() if not self._open(s, country)}
        return shut - {"1904"}

    def _beside_enemy_fleets(self) -> set[str]:
        found: set[str] = set()
        for fleet in self.state.units.values():
            at_sea = isinstance(fleet.place, str) and self.kind(fleet) == "sea"
            if (
                at_sea
                and self.fights(fleet.owner) == self.enemy
                and fleet.place not in self.boxes()
            ):
                found |= {n for n, _ in steps(str(fleet.place), "sea")} & self.zones[fleet.id]
        return found
