"""Rockets: with that technology, air bases fire at facilities nearby, once a turn."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import count_of, either_of, list_of, places_of, the
from a4a.core.events import Asked, Die, Rolled
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import technology
from a4a.rules.areas.bases.facilities import operative
from a4a.rules.areas.combat import opening
from a4a.rules.areas.orders import Aim
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run

ROCKETS = "Rockets"
_CLOSED = (
    "friendly neutral", "unfriendly neutral", "strict neutral", "not at war", "impassable",
)  # fmt: skip


def targets(here: Situation) -> dict[int, list[Unit]]:
    """Return the facilities that each operative air base may fire at."""
    system, state = here.system, here.state
    if not technology.has(state, here.power, ROCKETS):
        return {}
    found: dict[int, list[Unit]] = {}
    for base in state.units.values():
        if base.owner != here.power or base.type not in system.able("extends air range"):
            continue
        if not isinstance(base.place, str) or not operative(system, base):
            continue
        reach = technology.number(system, state, here.power, base.type, "rocket range")
        spaces = within(here, base.place, reach)
        if facilities := [unit for space in spaces for unit in _facilities(here, space)]:
            found[base.id] = facilities
    return found


def _facilities(here: Situation, space: str) -> list[Unit]:
    kinds = here.system.of_category("facility")
    return [unit for unit in here.enemies_in(space) if unit.type in kinds]


def within(here: Situation, start: str, reach: int) -> list[str]:
    """Return the spaces that rockets reach, none by way of a neutral territory."""
    graph = here.system.graph
    found = {start}
    edge = [start]
    for _ in range(reach):
        near = dict.fromkeys(space for there in edge for space in graph.air[there])
        edge = [
            space
            for space in near
            if space not in found and (graph.is_sea[space] or here.stance(space) not in _CLOSED)
        ]
        found.update(edge)
    return sorted(found, key=here.system.board.index.__getitem__)


def ask(system: System, run: Run) -> None:
    """Ask the powers whose turn it is where their rockets go, if they have any."""
    state = run.state
    for power in state.active:
        if state.technologies(power) and targets(Situation(system, state, power)):
            where, rule = f"{state.turn}: rockets, {power}", system.book.cite("rockets.base")
            run.emit(Asked(where, (power,), "rockets", (), rule))


def _named(unit: Unit | None) -> str:
    return f"the {unit.type} in {the(str(unit.place))}" if unit else "what is named"


class RocketsQuestion(Question[System]):
    """Which facility each air base fires at."""

    kind = "rockets"
    order = "Aim"

    def _may(self, state: State, asked: Asked) -> dict[int, list[Unit]]:
        return targets(Situation(self.system, state, asked.powers[0]))

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a facility for each of these bases, or none."""
        may = self._may(state, asked)
        spaces = dict.fromkeys(str(u.place) for found in may.values() for u in found)
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"fire rockets from any of {count_of(len(may), 'air base')}, or none",
            units=tuple(may),
            spaces=tuple(spaces),
            most=len(may),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse units that are no bases with rockets, and targets out of reach."""
        assert isinstance(order, Aim)
        may = self._may(state, asked)
        for base, facility in order.targets.items():
            unit = state.units.get(facility)
            if base not in may:
                raise self.system.book.violation(
                    "rockets.base",
                    f"{_named(state.units.get(base))} is no operative air base that can fire",
                    tried="fire rockets",
                    allowed=f"fire from {places_of(str(state.units[i].place) for i in may)}",
                )
            if unit not in may[base]:
                what = _named(unit)
                aims = sorted({f"the {u.type} in {the(str(u.place))}" for u in may[base]})
                raise self.system.book.violation(
                    "rockets.target",
                    f"{what} is no enemy facility within reach",
                    tried="fire rockets",
                    allowed=f"fire at {either_of(aims)}",
                )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Fire: one die of damage each, up to what the facility can have (R-074)."""
        assert isinstance(order, Aim)
        system = self.system
        targets = tuple(dict.fromkeys(order.targets.values()))
        units = run.state.units
        choice = list_of(f"{units[i].type} in {the(str(units[i].place))}" for i in targets)
        run.emit(
            ev.Decided(
                asked.powers, self.kind, choice or "no", asked.decision, tuple(order.targets),
                tuple(dict.fromkeys(str(units[i].place) for i in targets)),
            )
        )  # fmt: skip
        for facility in order.targets.values():
            unit = run.state.units[facility]
            opening.tell_attacked(system, run, str(unit.place), asked.powers[0])
            sides = system.catalog.dice_sides
            (face,) = run.dice.roll(1, sides=sides)
            most = int(system.types[unit.type].numbers["max damage"])
            damage = min(unit.damage + face, most)
            done = damage - unit.damage
            words = f"rocket: {done} points at the {unit.type} in {unit.place}"
            run.emit(
                Rolled("bombing", asked.powers[0], (Die(face),), sides, hits=done, outcome=words)
            )
            if done:
                run.emit(ev.UnitsConverted((facility,), "bombed", damage=damage))
