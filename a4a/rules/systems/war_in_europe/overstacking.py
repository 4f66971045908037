"""Hexes that hold too many units when stacking is checked: their owner gives some up (5.2.2).

A phase that ends calls `check_stacks` and stays on while a question is open; `Overstack` asks for
one hex after the other. The marker `ENDING` says meanwhile that the phase has nothing else to ask:
`begin_ending` puts it down, `ended` takes it away when the phase is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.hexes.stacking import Excess
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.orders.moving import Eliminate
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import OTHER, standing_of
from a4a.rules.systems.war_in_europe.system import System

KIND: Final = "too many units"
ENDING: Final = "phase ends"
"""The marker on the first active power while stacks are being reduced at a phase's end."""
EXCESS: Final = "WE-STK-009"


def excesses(system: System, state: State) -> Iterator[Excess]:
    """Find the hexes that hold too many units of a side, or of a neutral that a side may move."""
    field = field_of(system, state)
    for excess in system.stacking.excesses(
        state.units.values(),
        system.catalog,
        unlimited=system.boxes,
        friends=lambda unit: field.side_of(unit),
    ):
        if _owner(system, state, excess) in OTHER:
            yield excess


def _owner(system: System, state: State, excess: Excess) -> str:
    """The side whose player gives units up: that of neutral Italy's is the Axis (12.1.1)."""
    return standing_of(system, state).side_of(excess.units[0].owner)


def begin_ending(system: System, run: Run) -> None:
    """End a phase: nothing is asked in it any more but which units are too many."""
    mark_ending(run)
    check_stacks(system, run)


def mark_ending(run: Run) -> None:
    """End a phase in which nothing is asked any more."""
    run.emit(ev.MarkerChanged(ev.OnPower(run.state.active[0]), ENDING, 1))


def is_ending(state: State) -> bool:
    """Whether the phase that is on has ended but for stacks."""
    return bool(state.active) and (ev.OnPower(state.active[0]), ENDING) in state.markers


def ended(run: Run) -> None:
    """Take the marker away, as the phase is left."""
    if is_ending(run.state):
        run.emit(ev.MarkerChanged(ev.OnPower(run.state.active[0]), ENDING, 0))


def check_stacks(system: System, run: Run) -> None:
    """Ask for units of the first hex that holds too many, if there is one."""
    excess = next(excesses(system, run.state), None)
    if excess is not None:
        side = _owner(system, run.state, excess)
        state, limit = run.state, excess.limit
        asked = f"{KIND} {state.turn} {state.phase}: {side} {limit.group} in {excess.space}"
        options = (excess.space, side, limit.group)
        run.emit(ev.Asked(asked, system.players_of(side), KIND, options, EXCESS))


class Overstack(Question[System]):
    """Which units of a hex are eliminated, where there are too many."""

    kind = KIND
    order = Eliminate.__name__

    def _excess(self, state: State, asked: ev.Asked) -> Excess:
        space, side, group = asked.options
        return next(
            excess
            for excess in excesses(self.system, state)
            if (excess.space, excess.limit.group) == (space, group)
            and _owner(self.system, state, excess) == side
        )

    def decision(self, state: State, asked: ev.Asked) -> Decision:
        """Return what is asked."""
        excess = self._excess(state, asked)
        number = len(excess.units) - excess.limit.most
        return Decision(
            kind=KIND,
            powers=asked.powers,
            orders=(self.order,),
            rule=EXCESS,
            text=f"{excess}: at most {excess.limit.most} may stay; which are eliminated?",
            units=tuple(unit.id for unit in excess.units),
            spaces=(excess.space,),
            least=number,
            most=number,
        )

    def verify(self, state: State, asked: ev.Asked, order: Order) -> None:
        """Refuse to give up too many, too few, or others."""
        assert isinstance(order, Eliminate)
        excess = self._excess(state, asked)
        number, names = len(excess.units) - excess.limit.most, [u.name for u in excess.units]
        chosen = set(order.units)
        ids = {unit.id for unit in excess.units}
        if len(order.units) != number or len(chosen) != number or not chosen <= ids:
            raise self.system.book.violation(
                EXCESS,
                str(excess),
                tried=f"eliminate {len(order.units)} of them",
                allowed=f"eliminate {number} of {list_of(names)}",
            )

    def answer(self, run: Run, asked: ev.Asked, order: Order) -> None:
        """Eliminate the units, and look for other hexes."""
        assert isinstance(order, Eliminate)
        run.emit(ev.Decided(asked.powers, KIND, "eliminate", asked.decision, order.units))
        eliminate(run, order.units)
        check_stacks(self.system, run)
