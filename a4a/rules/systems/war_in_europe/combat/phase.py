"""The phase of combat, in a player turn or Armored Action: one attack after another (9, 10.2)."""

from __future__ import annotations

from a4a.core.state import State
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.question import Interruptions, Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat import declaring, eligible
from a4a.rules.systems.war_in_europe.combat.fights import Fights
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.movement.displacing import Displacement
from a4a.rules.systems.war_in_europe.orders.fighting import Attack, EndCombat
from a4a.rules.systems.war_in_europe.overstacking import (
    Overstack,
    begin_ending,
    ended,
    is_ending,
)
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.transit import Transit

RULE = "WE-CMB-001"


class Combat(Phase[System]):
    """The Combat phase of a side, in its player turn or in Armored Action.

    Parameters
    ----------
    system
        The game.
    side
        Who attacks: "Axis" or "Allies".
    armored
        Whether it is that of Armored Action; whatever may attack otherwise may in it, too.
    """

    def __init__(self, system: System, side: str, *, armored: bool = False) -> None:
        super().__init__(system)
        self.side = side
        adjective = {"Axis": "Axis", "Allies": "Allied"}[side]
        self.name = f"{adjective} Armored Combat" if armored else f"{adjective} Combat"
        self._fights = Fights(system)
        own: tuple[Question[System], ...] = (
            Displacement(system), Overstack(system), Transit(system, self._fights.open)
        )  # fmt: skip
        self._interruptions = Interruptions((*self._fights.questions, *own))

    def decision(self, state: State) -> Decision | None:
        """Return the open question, or the choice of the next attack."""
        if (found := self._interruptions.open(state)) is not None:
            return found.decision(state)
        if is_ending(state):
            return None
        due = self.due(state)
        must = f"; {list_of(due)} must be attacked" if due else ""
        return Decision(
            kind="attack",
            powers=self.system.players_of(self.side),
            orders=(Attack.__name__, EndCombat.__name__),
            rule=RULE,
            text=f"declare an attack, or end the phase{must}",
            spaces=due,
        )

    def due(self, state: State) -> tuple[str, ...]:
        """Return the hexes that must be attacked, as units have dropped or landed in them."""
        field = field_of(self.system, state)
        found = (
            str(unit.place)
            for unit in state.units.values()
            if field.side_of(unit) == self.side and eligible.must_fight(field, unit)
        )
        return tuple(dict.fromkeys(found))

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        if (found := self._interruptions.open(state)) is not None:
            found.verify(state, order)
        elif isinstance(order, Attack):
            declaring.plan(self.system, state, order, self.side)
        elif due := self.due(state):
            raise self.system.book.violation(
                RULE,
                f"units that dropped or landed in {list_of(due)} must fight",
                tried="end the phase",
                allowed=f"attack {due[0]}",
            )

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order, up to the next question."""
        if (found := self._interruptions.open(run.state)) is not None:
            found.answer(run, order)
            self._fights.go_on(run)
        elif isinstance(order, Attack):
            plan = declaring.plan(self.system, run.state, order, self.side)
            declaring.declare(self.system, run, plan, self.system.players_of(self.side))
        else:
            begin_ending(self.system, run)

    def leave(self, run: Run) -> None:
        """End the reduction of stacks."""
        ended(run)
