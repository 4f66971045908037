"""Battleships that fire their first die before all others, with the option for it.

Sources: The War Game, "Beefed-Up Battleships", "F.E.R. - Preemptive Shots in Failed Pass-Through".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.events import Asked, Role
from a4a.core.state import OpenBattle, State
from a4a.core.words import count_of
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.orders import Gunnery


def able(system: System, state: State, battle: OpenBattle, role: Role) -> list[int]:
    """Return the battleships whose first die in a battle can be preemptive in its first round."""
    kinds = system.able("capital ship")
    if battle.round != 1:
        return []
    own = [u.id for u in sides.engaged(state, battle, role) if u.type in kinds]
    if role == "attacker":
        own += [u.id for u in sides.supporters(state, battle) if u.type in kinds]
        own += [i for i in _to_come(system, state, battle) if state.unit(i).type in kinds]
    return list(dict.fromkeys(own))


def _to_come(system: System, state: State, battle: OpenBattle) -> list[int]:
    """Return the attackers that pass by another zone to fight in a battle, or bombard for it."""
    shore = () if b.is_sea(system, battle) else system.graph.coast[battle.space]
    return [
        i
        for i, memory in state.memories.items()
        if (memory.task in (w.PASS, w.BOMBARD) and memory.target == battle.space)
        or (memory.task == w.PASS_TO_BOMBARD and memory.target in shore)
    ]


def ask(system: System, run: Run, battle: OpenBattle) -> None:
    """Ask a side which of its battleships hold their preemptive fire."""
    role: Role = "attacker" if battle.step == w.ATTACKERS_GUNS else "defender"
    found = able(system, run.state, battle, role)
    if found:
        owners = {run.state.units[i].owner for i in found}
        who = tuple(p for p in run.state.catalog.power_order if p in owners)
        name = b.question(battle, BatteriesQuestion.kind)
        run.emit(Asked(name, who, BatteriesQuestion.kind, (role,), "WG-BUB-008", battle.id))


class BatteriesQuestion(Question[System]):
    """Which battleships give up their preemptive fire, to fire with the others."""

    kind = "preemptive fire"
    order = "Gunnery"

    def _able(self, state: State, asked: Asked) -> list[int]:
        role: Role = "attacker" if "attacker" in asked.options else "defender"
        return able(self.system, state, state.battles[asked.battle], role)

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: some of these battleships."""
        found = self._able(state, asked)
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=f"name the battleships in {the(state.battles[asked.battle].space)} that fire "
            "with the others, not before them, or none",
            battle=asked.battle, units=tuple(found), most=len(found),
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse what is no battleship of that side."""
        assert isinstance(order, Gunnery)
        found = self._able(state, asked)
        if not set(order.units) <= set(found) or len(set(order.units)) < len(order.units):
            raise self.system.book.violation(
                asked.rule, "not all of these are battleships that could fire first",
                tried="hold fire", allowed=f"up to {count_of(len(found), 'battleship')}",
            )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Flag all others for the round."""
        assert isinstance(order, Gunnery)
        firing = tuple(i for i in self._able(run.state, asked) if i not in order.units)
        run.emit(
            ev.Decided(
                asked.powers, self.kind, "no" if order.units else "yes", asked.decision,
                order.units, battle=asked.battle,
            )
        )  # fmt: skip
        if firing:
            run.emit(
                ev.UnitsConverted(firing, "declared", gained=(w.PREEMPTIVE,), battle=asked.battle)
            )
