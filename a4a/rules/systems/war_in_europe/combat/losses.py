"""Losses: loss points fall on the units of a side as its owner chooses; forts take them first.

The other losses of a stage are taken before those of forts, so that what forts have absorbed is
known until it is seen who has won.
"""

from __future__ import annotations

from collections.abc import Mapping

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked, Role
from a4a.core.state import OpenBattle, State
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.hexes.exchange import Force, absorbed, ways
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import forces as f
from a4a.rules.systems.war_in_europe.orders.fighting import TakeLosses
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.system import System

KIND = "losses"
REASON = "loss"
POINT, LAND_ALONE = "WE-CMB-015", "WE-LCB-007"


def rolled(battle: OpenBattle, role: Role) -> tuple[int, int]:
    """Return what a side has rolled in a stage, and the loss points it caused."""
    for roll in battle.rolls:
        if roll.role == role:
            return sum(die.face for die in roll.dice), roll.hits
    return 0, 0


def targets(system: System, state: State, battle: OpenBattle, role: Role) -> Force:
    """Return the pieces of a side on which the losses of a stage fall."""
    sides = f.force(system, state, battle, "attacker"), f.force(system, state, battle, "defender")
    return f.stage(system, state, battle, battle.step).targets(*sides, role)


def counted(system: System, state: State, battle: OpenBattle, role: Role) -> int:
    """Return the loss points a side suffers that count: without those that its forts take."""
    points = rolled(battle, b.FOE[role])[1]
    return points - absorbed(points, targets(system, state, battle, role))


def take(system: System, run: Run, battle: str, role: Role) -> None:
    """Let a side take its losses, but for those of forts; ask if there is a choice."""
    state = run.state
    found = state.battles[battle]
    points = counted(system, state, found, role)
    hit = tuple(piece for piece in targets(system, state, found, role) if not piece.absorbs)
    choices = list(ways(points, hit)) if points and hit else []
    if not choices:
        return
    if len(choices) == 1:
        suffer(system, run, choices[0], battle)
        return
    run.emit(
        ev.Asked(
            f"{KIND} of {role} in {battle}: {found.step}",
            b.deciders(system, state, found, role),
            KIND,
            (role,),
            POINT,
            battle,
        )
    )


def absorb(system: System, run: Run, battle: str, role: Role) -> None:
    """Let the forts of a side take the loss points that they absorb."""
    found = run.state.battles[battle]
    forts = tuple(p for p in targets(system, run.state, found, role) if p.absorbs)
    points = rolled(found, b.FOE[role])[1]
    if forts and points:
        suffer(system, run, next(ways(points, forts)), battle)


def suffer(system: System, run: Run, way: Mapping[int, int], battle: str) -> None:
    """Flip and eliminate units that lose steps."""
    dead = []
    for number, points in sorted(way.items()):
        unit = run.state.unit(number)
        if points >= f.steps_left(system, unit):
            dead.append(number)
        elif points:
            damage = unit.damage + points
            run.emit(ev.UnitsConverted((number,), REASON, damage=damage, battle=battle))
    if dead:
        eliminate(run, dead, battle=battle)


class Losses(Question[System]):
    """Which units of a side take its loss points."""

    kind = KIND
    order = TakeLosses.__name__

    def _due(self, state: State, asked: Asked) -> tuple[int, Force, Role]:
        role: Role = "attacker" if asked.options[0] == "attacker" else "defender"
        battle = state.battles[asked.battle]
        hit = targets(self.system, state, battle, role)
        points = counted(self.system, state, battle, role)
        own = tuple(piece for piece in hit if not piece.absorbs)
        return min(points, sum(piece.steps for piece in own)), own, role

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked."""
        points, hit, role = self._due(state, asked)
        lost = "1 loss point" if points == 1 else f"{points} loss points"
        return Decision(
            kind=KIND,
            powers=asked.powers,
            orders=(self.order,),
            rule=POINT,
            text=f"the {role} of {state.battles[asked.battle].space} takes {lost}",
            battle=asked.battle,
            units=tuple(piece.key for piece in hit),
            least=points,
            most=points,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse losses of other units, too few or too many."""
        assert isinstance(order, TakeLosses)
        due, hit, _ = self._due(state, asked)
        room = {piece.key: piece.steps for piece in hit}
        names = list_of(state.unit(i).name for i in room)
        allowed = f"{due} of {names}"
        for number, points in order.points.items():
            unit = state.units.get(number)
            tried = f"lose {points} of {unit.name if unit else number}"
            if number not in room:
                raise self.system.book.violation(
                    LAND_ALONE, "losses fall on those who fight here", tried=tried, allowed=allowed
                )
            if not 0 <= points <= room[number]:
                why = f"it can lose {room[number]}"
                raise self.system.book.violation(POINT, why, tried=tried, allowed=allowed)
        taken = sum(order.points.values())
        if taken != due:
            raise self.system.book.violation(
                POINT, f"{due} must be taken", tried=f"take {taken} loss points", allowed=allowed
            )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Take the losses."""
        if not isinstance(order, TakeLosses):
            raise RuleViolation("losses are asked for", tried=order.kind)
        hit = tuple(sorted(number for number, points in order.points.items() if points))
        run.emit(
            ev.Decided(asked.powers, KIND, asked.options[0], asked.decision, hit, (), asked.battle)
        )
        suffer(self.system, run, order.points, asked.battle)
