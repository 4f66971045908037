"""The end of a turn: fleets and air units check supply, forts may go, countries change (4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import conquest, victory
from a4a.rules.systems.war_in_europe.economy.placing import is_unnamed_fort
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.orders.producing import EndTurn, RemoveFort
from a4a.rules.systems.war_in_europe.pool import eliminate, pool
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, OTHER
from a4a.rules.systems.war_in_europe.supply import Supply, supply_of
from a4a.rules.systems.war_in_europe.system import System

OUT_OF_SUPPLY: Final = "out of supply"
FORTS: Final = "unnamed forts"
"""The kind of what is asked at the end of a turn."""
REMOVED: Final = "taken off the map"
_DIVES: Final = "submarine"


class SupplyCheck(Phase[System]):
    """Fleets and air units without a line of supply are reduced, or eliminated (11)."""

    name = "Supply"

    def enter(self, run: Run) -> None:
        """Check all at once."""
        supply = supply_of(self.system, run.state)
        cut = [unit for unit in run.state.units.values() if is_cut_off(supply, unit)]
        gone = []
        for unit in cut:
            if unit.damage or self.system.catalog.counter(unit.owner, unit.name).steps == 1:
                gone.append(unit.id)
            else:
                run.emit(ev.UnitsConverted((unit.id,), OUT_OF_SUPPLY, damage=1))
        eliminate(run, gone, reason=OUT_OF_SUPPLY)

    def decision(self, state: State) -> Decision | None:
        """Ask nothing."""
        return None

    def verify(self, state: State, order: Order) -> None:
        """Refuse any order: nothing is decided here."""
        raise RuleViolation("nothing is decided in the Supply step", tried=order.kind)

    def execute(self, run: Run, order: Order) -> None:
        """Do nothing: no order can be verified."""


def is_cut_off(supply: Supply, unit: Unit) -> bool:
    """Whether a unit is a fleet or air unit at war that fails the check of supply."""
    system, field = supply.system, supply.field
    side, space = field.side_of(unit), supply.state.space_of(unit.id)
    if system.media[unit.type] == "land" or side not in OTHER or space is None:
        return False
    if space in system.boxes:
        if side == ALLIES:
            return False
        if _DIVES in system.catalog.unit_type(unit.type).abilities:
            return not any(field.standing.holder(port) == side for port in system.ports)
    return not supply.is_supplied(unit)


class EndOfTurn(Phase[System]):
    """Countries are conquered and liberated; unnamed forts may be taken off the map."""

    name = "End of Turn Adjustment"

    def enter(self, run: Run) -> None:
        """Settle which countries fall or rise, and ask the first side that has such forts."""
        system = self.system

        def traces(state: State, side: str, space: str, sources: frozenset[str]) -> bool:
            return supply_of(system, state).traces(side, space, sources)

        conquest.settle(system, run, traces)
        self._ask(run, (AXIS, ALLIES))

    def leave(self, run: Run) -> None:
        """Judge who has won, at the end of the last turn (13)."""
        victory.judge(self.system, run)

    def _ask(self, run: Run, sides: tuple[str, ...]) -> None:
        for side in sides:
            if any(self._forts(run.state, side)):
                asked = f"{FORTS} {run.state.turn} {side}"
                players = self.system.players_of(side)
                run.emit(ev.Asked(asked, players, FORTS, (side,), "WE-SEQ-014"))
                return

    def _forts(self, state: State, side: str) -> Iterator[Unit]:
        field = field_of(self.system, state)
        for unit in state.units.values():
            on_map = isinstance(unit.place, str) and field.side_of(unit) == side
            if on_map and is_unnamed_fort(self.system, unit):
                yield unit

    def asked(self, state: State) -> Asked | None:
        """Return who is asked about forts."""
        return next((a for a in state.decisions.values() if a.kind == FORTS), None)

    def decision(self, state: State) -> Decision | None:
        """Ask which unnamed forts are taken off the map."""
        asked = self.asked(state)
        if asked is None:
            return None
        return Decision(
            kind=FORTS,
            powers=asked.powers,
            orders=("RemoveFort", "EndTurn"),
            rule=asked.rule,
            text="take unnamed forts off the map, or leave them",
            units=tuple(unit.id for unit in self._forts(state, asked.options[0])),
        )

    def verify(self, state: State, order: Order) -> None:
        """Refuse to remove other units; RuleViolation says why."""
        if isinstance(order, RemoveFort):
            self._fort(state, order)

    def _fort(self, state: State, order: RemoveFort) -> Unit:
        asked = self.asked(state)
        forts = [] if asked is None else list(self._forts(state, asked.options[0]))
        power = self.system.catalog.find_power(order.owner)
        for fort in forts:
            if power is not None and (fort.owner, fort.name) == (power.name, order.counter):
                return fort
        raise self.system.book.violation(
            "WE-SEQ-014",
            f"{order.counter} is no unnamed fort on the map",
            tried=f"take {order.counter} off the map",
            allowed=", ".join(fort.name for fort in forts),
        )

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order."""
        asked = self.asked(run.state)
        assert asked is not None, "nothing is asked"
        if isinstance(order, RemoveFort):
            fort = self._fort(run.state, order)
            run.emit(ev.UnitsPlaced((fort.id,), pool(fort.owner), REMOVED))
        side = asked.options[0]
        if isinstance(order, EndTurn) or not any(self._forts(run.state, side)):
            run.emit(ev.Decided(asked.powers, FORTS, "end", asked.decision))
            if side == AXIS:
                self._ask(run, (ALLIES,))
