"""The side that moves: its units, what stands in their way, and what they have moved already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Memory, Unit
from a4a.rules.hexes.zones import Medium
from a4a.rules.systems.war_in_europe.access import Bar, may_move, may_share, shut, strangers
from a4a.rules.systems.war_in_europe.field import ACTS_ABOARD, Field, field_of
from a4a.rules.systems.war_in_europe.naming import names
from a4a.rules.systems.war_in_europe.standing import OTHER, Standing
from a4a.rules.systems.war_in_europe.system import System

PLACED, SHARED = "WE-CMP-016", "WE-STK-010"
_KINDS = {"land": "land unit", "sea": "fleet", "air": "air unit"}


class Mover:
    """A side that moves its units in a state. It is made for one state and remembers answers.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    side
        The side that moves.
    """

    def __init__(self, system: System, state: State, side: str) -> None:
        self.system = system
        self.state = state
        self.side = side
        self.enemy = OTHER[side]
        self.field: Field = field_of(system, state)
        self.standing: Standing = self.field.standing
        self._neutral: dict[str, frozenset[str]] = {}
        self._held_against: dict[str, frozenset[str]] = {}
        self._off_rails: dict[str, frozenset[str]] = {}
        self._with_strangers: dict[str, frozenset[str]] = {}

    # --- what stands in the way -----------------------------------------------------------------

    @property
    def zone(self) -> frozenset[str]:
        """The hexes in zones of enemy land units."""
        return self.field.zones.held(self.enemy, "land")

    def held_against(self, power: str) -> frozenset[str]:
        """Return the hexes with land units whom those of a power would find to be enemies there.

        They are not on its side, or a neutral's that leaves it when it is invaded: Italy's.
        """
        found = self._held_against.get(power)
        if found is None:
            standing, dates = self.standing, self.system.countries.dates
            leaving = {other for other in dates if other != power and standing.is_neutral(other)}
            found = self._held_against[power] = frozenset(
                unit.place
                for unit in self.state.units.values()
                if isinstance(unit.place, str)
                and self.field.category(unit) == "land"
                and (unit.owner in leaving or standing.side_of(unit.owner) != self.side)
            )
        return found

    def off_rails(self, power: str) -> frozenset[str]:
        """Return the spaces that no rail move of a power's units enters.

        Those of a neutral go by rail in its own land as well (R-254).
        """
        found = self._off_rails.get(power)
        if found is None:
            held = self.standing.held[self.side]
            if self.standing.is_neutral(power):
                held |= {space for space, owner in self.state.control.items() if owner == power}
            rails = (self.system.railway & held) - self.zone - self.held_against(power)
            found = self._off_rails[power] = frozenset(self.system.board.index) - rails
        return found

    @property
    def own_land(self) -> frozenset[str]:
        """The hexes in which land units of the side stand."""
        return self.field.occupied(self.side, "land")

    @cached_property
    def enemies(self) -> frozenset[str]:
        """The hexes in which enemy units of any kind stand."""
        media: tuple[Medium, ...] = ("land", "sea", "air")
        return frozenset().union(*(self.field.occupied(self.enemy, medium) for medium in media))

    def shut(self, power: str, medium: Medium) -> frozenset[str]:
        """Return the hexes that units of a power may not enter because of whose land they are."""
        return shut(self.standing, power, medium)

    def neutral(self, power: str) -> frozenset[str]:
        """Return the neutral land into which units of a power would carry the war."""
        found = self._neutral.get(power)
        if found is None:
            control, standing = self.state.control, self.standing
            found = self._neutral[power] = frozenset(
                s for s, owner in control.items() if owner != power and standing.is_neutral(owner)
            )
        return found

    def with_strangers(self, units: Iterable[Unit]) -> frozenset[str]:
        """Return the spaces where units may not end because of friends who are there (12.4.3)."""
        return frozenset().union(*(self._strangers_of(unit.owner) for unit in units))

    def _strangers_of(self, power: str) -> frozenset[str]:
        found = self._with_strangers.get(power)
        if found is None:
            others = strangers(self.standing, power)
            found = self._with_strangers[power] = frozenset(
                unit.place
                for unit in self.state.units.values()
                if unit.owner in others
                and isinstance(unit.place, str)
                and unit.place not in self.system.boxes
            )
        return found

    # --- units ----------------------------------------------------------------------------------

    def memory(self, unit: Unit) -> Memory:
        """Return what a unit has done in this turn."""
        return self.state.memory(unit.id)

    def has_moved(self, unit: Unit) -> bool:
        """Whether a unit has crossed a border or gone ashore in this turn."""
        memory = self.memory(unit)
        return memory.via is not None or memory.unloaded

    def called(self, units: Iterable[Unit]) -> str:
        """Return what units are called: "German 1st armor, Italian fleet"."""
        return names(self.system, units)

    def tried(self, verb: str, units: Iterable[Unit], space: str) -> str:
        """Say what was tried: "move German 1st armor to 2206"."""
        there = self.system.board.find(space)
        return f"{verb} {self.called(units)} to {there.title if there else space}"

    def own(self, ids: Sequence[int], medium: Medium | None, verb: str) -> tuple[Unit, ...]:
        """Return units that the side may move together; RuleViolation if they are not such.

        Parameters
        ----------
        ids
            Their ids.
        medium
            Where they must move, or None.
        verb
            What is to be done with them.
        """
        found: list[Unit] = []
        for number in ids:
            unit = self.state.units.get(number)
            tried = f"{verb} unit {number}" if unit is None else f"{verb} {self.called([unit])}"
            if unit is None or self.state.space_of(unit.id) is None:
                raise RuleViolation("it is not on the board", tried=tried)
            if unit in found:
                raise RuleViolation("it is named twice", tried=tried)
            if self.standing.side_of(unit.owner) != self.side:
                raise RuleViolation(
                    f"it is not of the {self.side}",
                    tried=tried,
                    allowed=f"units of the {self.side}",
                )
            if medium is not None and self.field.category(unit) != medium:
                raise RuleViolation(f"it is no {_KINDS[medium]}", tried=tried)
            if (bar := may_move(self.standing, unit.owner)) is not None:
                raise bar.violation(self.system, tried)
            found.append(unit)
        if not found:
            raise RuleViolation("no unit is named", tried=verb)
        if len({self.state.space_of(unit.id) for unit in found}) > 1:
            raise RuleViolation(
                "units that move together start in one hex", tried=f"{verb} {self.called(found)}"
            )
        return tuple(found)

    def acts_aboard(self, unit: Unit) -> bool:
        """Whether a unit is aboard a fleet and acts there: naval air does (3.3.3)."""
        abilities = self.system.catalog.unit_type(unit.type).abilities
        return isinstance(unit.place, int) and ACTS_ABOARD in abilities

    def check_aboard(self, units: Iterable[Unit], verb: str) -> None:
        """Refuse units that are aboard a fleet."""
        for unit in units:
            if isinstance(unit.place, int):
                raise self.system.book.violation(
                    PLACED,
                    "a unit aboard a fleet does nothing",
                    tried=f"{verb} {self.called([unit])}",
                    allowed="put it ashore first",
                )

    def check_path(self, units: Sequence[Unit], path: Sequence[str], tried: str) -> None:
        """Refuse a path that does not lead anywhere from where units stand."""
        here = self.state.space_of(units[0].id)
        if len(path) < 2 or path[0] != here:
            raise RuleViolation(f"the path must begin in {here} and lead away", tried=tried)
        for space in path:
            if self.system.board.find(space) is None:
                raise RuleViolation(f"there is no space {space!r}", tried=tried)

    def apart(self, units: Iterable[Unit], space: str) -> Bar | None:
        """Return why units may not end in a hex because of friends who are there (12.4.3)."""
        if not self.state.at(space):
            return None
        bars = (may_share(self.standing, self.state, unit, space) for unit in units)
        return next((bar for bar in bars if bar is not None), None)

    def check_end(self, units: Sequence[Unit], space: str, tried: str) -> None:
        """Refuse to end a move where friends must keep apart."""
        if (bar := self.apart(units, space)) is not None:
            raise bar.violation(self.system, tried)
