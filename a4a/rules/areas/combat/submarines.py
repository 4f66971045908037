"""Submarines: before each round of a sea battle they submerge, or strike by surprise."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.events import Asked, Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import retreat
from a4a.rules.areas.combat.volleys import course_of, firing
from a4a.rules.areas.orders import Submerge
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run


def unhunted(system: System, state: State, battle: OpenBattle, role: Role) -> list[Unit]:
    """Return a side's submarines if no enemy destroyer is in the battle.

    They may submerge, and strike by surprise.
    """
    return [
        unit
        for stage in course_of(system, battle).rounds
        if stage.does == "submerge" and stage.side == role
        for unit in firing(system, state, battle, stage)
    ]


def ask(system: System, run: Run, battle: OpenBattle, role: Role) -> bool:
    """Ask a side which of its submarines submerge; return whether there was anything to ask."""
    submarines = unhunted(system, run.state, battle, role)
    if submarines:
        powers = b.deciders(system, run.state, submarines)
        where = b.question(battle, "submerge")
        rule = system.book.cite("submarine.choice")
        run.emit(Asked(where, powers, "submerge", (), rule, battle.id))
    return bool(submarines)


class SubmergeQuestion(Question[System]):
    """Which submarines submerge: all, some or none."""

    kind = "submerge"
    order = "Submerge"

    def _may(self, state: State, asked: Asked) -> list[Unit]:
        battle = state.battles[asked.battle]
        return firing(
            self.system, state, battle, course_of(self.system, battle).stages[battle.step]
        )

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: any of these submarines."""
        units = self._may(state, asked)
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"submerge any of {count_of(len(units), 'submarine')} "
            f"in {state.battles[asked.battle].space}, or none",
            battle=asked.battle,
            units=tuple(unit.id for unit in units),
            most=len(units),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse to submerge units that are not submarines of that side."""
        assert isinstance(order, Submerge)
        may = {unit.id for unit in self._may(state, asked)}
        if len(set(order.units)) < len(order.units):
            raise self.system.book.violation(
                "submarine.submerge",
                "a submarine is named twice",
                tried="submerge",
                allowed=_any(len(may)),
            )
        for i in order.units:
            if i not in may:
                unit = state.units.get(i)
                what = f"the {unit.type}" if unit else "what is named"
                raise self.system.book.violation(
                    "submarine.submerge",
                    f"{what} is not one of the side's submarines in the battle",
                    tried="submerge",
                    allowed=_any(len(may)),
                )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Take the submarines out of the battle; they stay in the zone."""
        assert isinstance(order, Submerge)
        number = len(order.units)
        choice = count_of(number, "submarine") if number else "no"
        run.emit(
            ev.Decided(
                asked.powers, self.kind, choice, asked.decision, order.units, battle=asked.battle
            )
        )
        if number:
            battle = run.state.battles[asked.battle]
            before = retreat.ways(self.system, run.state, battle)
            run.emit(ev.BattleLeft(asked.battle, order.units, "submerged"))
            left = run.state.battles[asked.battle]
            retreat.keep_ways(run, left, before, retreat.ways(self.system, run.state, left))


def _any(number: int) -> str:
    return "the submarine, or none" if number == 1 else f"any of the {number} submarines, or none"
