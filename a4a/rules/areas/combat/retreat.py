"""Retreat: after a round the attacker presses on, or withdraws all units that can."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import either_of, places_of, the
from a4a.core.events import Asked
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas import force
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.orders import Retreat
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run


def movers(system: System, state: State, battle: OpenBattle) -> list[Unit]:
    """Return the attackers that would leave the space: ships, or land units that came overland.

    Paratroopers go with units that came overland; without any they stay, as seaborne units do
    (R-038).
    """
    category = "sea" if b.is_sea(system, battle) else "land"
    found = [
        unit
        for unit in b.side(state, battle, "attacker")
        if system.types[unit.type].category == category and not b.is_seaborne(battle, unit.id)
    ]
    dropped = all(state.memory(unit.id).task == b.DROP for unit in found)
    return [] if dropped and not ways(system, state, battle) else found


def flyers(system: System, state: State, battle: OpenBattle) -> list[Unit]:
    """Return the attackers that would stay in the space until they land."""
    air = system.of_category("air")
    return [unit for unit in b.side(state, battle, "attacker") if unit.type in air]


def options(system: System, state: State, battle: OpenBattle) -> tuple[str, ...]:
    """Return where the attackers may retreat to.

    The battle's own space stands for aircraft that break off and stay there until they land,
    when no land or sea units would retreat with them.

    Land and sea units go to one adjacent friendly space that one of the original attackers came
    from or through; for ships it must have been friendly as the turn began. Ships that began the
    turn in the zone may use a space from which others entered it, and have none of their own
    (R-063).
    """
    if not movers(system, state, battle):
        return (battle.space,) if flyers(system, state, battle) else ()
    here = situation_of(system, state, force.attacker(state, battle))
    graph = system.graph
    if b.is_sea(system, battle):
        near = graph.sea[battle.space]
        found = [
            space
            for space in ways(system, state, battle)
            if space in near
            and not here.hostile_sea(space)
            and not here.at_start.hostile_sea(space)
        ]
    else:
        near = graph.land[battle.space]
        found = [
            space
            for space in ways(system, state, battle)
            if space in near and here.is_friendly(space)
        ]
    return tuple(sorted(found, key=system.board.index.__getitem__))


def ways(system: System, state: State, battle: OpenBattle) -> set[str]:
    """Return the spaces from and through which the original attackers came by land or sea.

    The ways of lost attackers are marked on the board until the battle ends (`keep_ways`).
    """
    is_sea = system.graph.is_sea
    kinds = system.of_category("sea" if is_sea[battle.space] else "land")
    found = {
        subject.space
        for subject, marker in state.markers
        if isinstance(subject, ev.OnSpace) and marker == _mark(battle)
    }
    for unit in b.side(state, battle, "attacker"):
        memory = state.memory(unit.id)
        if unit.type not in kinds or memory.via is None or memory.task == b.DROP:
            continue
        if is_sea[memory.via] == is_sea[battle.space]:
            found.add(memory.via)
            if memory.origin is not None:
                found.add(memory.origin)
    return found - {battle.space}


def _mark(battle: OpenBattle) -> str:
    return f"way back from {battle.space}"


def keep_ways(run: Run, battle: OpenBattle, before: set[str], after: set[str]) -> None:
    """Mark the ways of attackers that were lost: the others may still use them."""
    for space in sorted(before - after):
        run.emit(ev.MarkerChanged(ev.OnSpace(space), _mark(battle), 1))


def forget_ways(run: Run, battle: OpenBattle) -> None:
    """Take the marks off the board when a battle ends."""
    for subject, marker in list(run.state.markers):
        if marker == _mark(battle):
            run.emit(ev.MarkerChanged(subject, marker, 0))


def ask(system: System, run: Run, battle: OpenBattle, *, rule: str) -> bool:
    """Ask the attacker whether to retreat; return whether there was anything to ask."""
    spaces = options(system, run.state, battle)
    if spaces:
        where, rule = b.question(battle, "retreat"), system.book.cite(rule)
        power = force.attacker(run.state, battle)
        run.emit(Asked(where, (power,), "retreat", ("no", *spaces), rule, battle.id))
    return bool(spaces)


class RetreatQuestion(Question[System]):
    """Whether the attacker retreats, and where to."""

    kind = "retreat"
    order = "Retreat"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: one of these spaces, or to press the attack."""
        battle = state.battles[asked.battle]
        spaces = options(self.system, state, battle)
        leaving = movers(self.system, state, battle) + flyers(self.system, state, battle)
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"press the attack in {the(battle.space)}, or {_leaving(battle, spaces)}",
            battle=battle.id,
            options=("", *spaces),
            units=tuple(unit.id for unit in leaving),
            spaces=spaces,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse a retreat to a space that nobody came from, or that is not friendly."""
        assert isinstance(order, Retreat)
        battle = state.battles[asked.battle]
        spaces = options(self.system, state, battle)
        if order.to == "" or order.to in spaces:
            return
        rule, why = self._reason(state, battle, order.to)
        raise self.system.book.violation(
            rule,
            why,
            tried=f"retreat to {the(order.to)}",
            allowed=f"retreat to {places_of(spaces, either_of)}, or press the attack"
            if spaces
            else "press the attack",
        )

    def _reason(self, state: State, battle: OpenBattle, to: str) -> tuple[str, str]:
        system = self.system
        is_sea = b.is_sea(system, battle)
        near = (system.graph.sea if is_sea else system.graph.land)[battle.space]
        if not movers(system, state, battle):
            return "retreat.air", "aircraft that retreat stay in the space until they land"
        if to not in near:
            return "retreat.space", f"{the(to)} is not adjacent to {the(battle.space)}"
        if to not in ways(system, state, battle):
            if battle.kind == "amphibious":
                return "retreat.overland.space", f"none of the overland units came from {the(to)}"
            return (
                "retreat.origin",
                f"no attacking {'ship' if is_sea else 'land unit'} came from {the(to)}",
            )
        power = force.attacker(state, battle)
        if is_sea and not situation_of(system, state, power).hostile_sea(to):
            return "retreat.sea", f"{the(to)} was hostile as the turn began"
        return "retreat.space", f"{the(to)} is not friendly"

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Move the land or sea units off, and take all retreating units out of the battle."""
        assert isinstance(order, Retreat)
        battle = run.state.battles[asked.battle]
        going = movers(self.system, run.state, battle)
        air = flyers(self.system, run.state, battle)
        run.emit(
            ev.Decided(
                asked.powers, self.kind, order.to or "no", asked.decision, battle=battle.id,
                units=tuple(u.id for u in going + air) if order.to else (),
                spaces=(order.to,) if order.to else (),
            )
        )  # fmt: skip
        if not order.to:
            return
        if going:
            ids = tuple(unit.id for unit in going)
            run.emit(ev.UnitsMoved(ids, (battle.space, order.to), "retreat", battle=battle.id))
        run.emit(ev.BattleLeft(battle.id, tuple(u.id for u in going + air), "retreated"))


def _leaving(battle: OpenBattle, spaces: tuple[str, ...]) -> str:
    """What attackers may do but press on: aircraft leave the battle, and not the space."""
    if spaces == (battle.space,):
        return "break off"
    return f"retreat to {places_of(spaces)}"
