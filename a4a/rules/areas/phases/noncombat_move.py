"""Noncombat Move: stranded defenders land, aircraft come home, everything else regroups."""

from __future__ import annotations

from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.english import either_of, places_of, the
from a4a.core.neutrals import joined
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.account import Account
from a4a.rules.areas.bases import carriers, mending
from a4a.rules.areas.control import activation, conquest
from a4a.rules.areas.movement import moving, permission, stranded
from a4a.rules.areas.movement.alternatives import violation
from a4a.rules.areas.movement.ending import LooseEnd
from a4a.rules.areas.movement.field import OFFLOAD, REST, Field
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.landing import prove, settled
from a4a.rules.areas.movement.reach import ways
from a4a.rules.areas.movement.refusal import Refusal, refuse
from a4a.rules.areas.orders import EndPhase, Move, Permit
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.politics import wards
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run


class NoncombatMove(LockstepPhase):
    """Land all aircraft; move what has neither moved nor fought."""

    name = "Noncombat Move"
    takes = MappingProxyType({"Move": "units move"})

    def __init__(self, system: System) -> None:
        super().__init__(system)
        self._fields = fields_of(system)

    def field(self, state: State, power: str | None = None) -> Field:
        """Where units stand in a state, for noncombat moves of a power; None for the active one."""
        return self._fields.of(state, combat=False, power=power)

    def enter(self, run: Run) -> None:
        """Put to rest what moved or fought, and land stranded defenders."""
        super().enter(run)
        stranded.settle(self.system, run)

    def begin(self, run: Run, power: str) -> None:
        """Put to rest what moved or fought."""
        resting = spent(self.field(run.state, power))
        if resting:
            run.emit(ev.UnitsTasked(resting, REST))

    def take_up(self, run: Run, account: Account) -> None:
        """Put to rest what moved before this phase, or fought, and land stranded defenders."""
        if run.state.phase != self.name:
            return
        moved: list[set[int]] = [set(), set()]  # before the phase, and in it
        here = 0
        for event in account.told:
            if isinstance(event, ev.PhaseBegan):
                here = int(event.phase == self.name)
            elif isinstance(event, ev.UnitsMoved):
                moved[here].update(event.units)
        before, now = moved
        resting = tuple(
            i
            for power in run.state.active
            for i in spent(self.field(run.state, power))
            if i in before or i not in now or run.state.memory(i).battles
        )
        if resting:
            run.emit(ev.UnitsTasked(resting, REST))
        stranded.settle(self.system, run)

    def interruption(self, state: State) -> Decision | None:
        """Ask where stranded aircraft land, or for leave to pass."""
        return stranded.asked(self.system, state) or permission.asked(state)

    def mover(self, state: State, order: Order) -> str:
        """Return the power whose ships wait for leave."""
        return permission.mover(state)

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for noncombat moves."""
        return Decision(
            kind="noncombat move",
            powers=(power,),
            orders=("Move", "EndPhase"),
            rule=self.system.book.cite("noncombat.units"),
            text=f"noncombat moves of {self.system.called(power)}, or the end of the phase",
        )

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse a move, or an end, that the rules do not allow."""
        field, book = self.field(state, power), self.system.book
        if isinstance(order, Move):
            if stranded.asked(self.system, state) is not None:
                refusal = stranded.check(self.system, state, order)
                if refusal is not None:
                    raise refuse(book, refusal, tried=moving.tried(field, order))
            else:
                self.give_way(state, power, order)
                refusal = moving.check(field, order)
                if refusal is not None:
                    raise violation(field, order, refusal)
        elif isinstance(order, EndPhase):
            refusal = homeless(field)
            if refusal is not None:
                raise refuse(book, refusal, tried="end the Noncombat Move phase")

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Carry out a move or an answer."""
        field = self.field(run.state, power)
        if isinstance(order, Move):
            if stranded.asked(self.system, run.state) is not None:
                stranded.answer(self.system, run, order)
            elif not permission.ask(field, run, order):
                moving.carry_out(field, run, order)
        elif isinstance(order, Permit):
            permission.answer(field, run, order)

    def end(self, run: Run, power: str) -> None:
        """Take over entered territories; settle aircraft on carriers and remove the rest."""
        field = self.field(run.state, power)
        for territory in _entered(field):
            activation.activate(self.system, run, territory, field.power)
            conquest.take_over(self.system, run, territory, field.power)
        _remove_lost(self.field(run.state, power), run)
        carriers.settle(self.system, run, field.power, awaiting=True)
        mending.mend(self.system, run, field.power)
        permission.forget(field, run)


def spent(field: Field) -> tuple[int, ...]:
    """Land and sea units that do nothing in the phase: they moved, fought or served a friend."""
    return (*_busy(field), *_lent(field))


def _busy(field: Field) -> tuple[int, ...]:
    """Land and sea units that moved, loaded or fought earlier in the turn."""
    state = field.state
    found = []
    for unit in (*field.troops, *field.ships):
        memory = state.memory(unit.id)
        busy = memory.moved or memory.battles or memory.loaded or memory.unloaded or memory.task
        loaded = any(
            state.memory(cargo.id).loaded and cargo.owner == field.power
            for cargo in state.at(unit.id)
        )
        if busy or loaded:
            found.append(unit.id)
    return tuple(found)


def _lent(field: Field) -> list[int]:
    """Friends' transports from which units of the power have landed in an assault."""
    state = field.state
    friends = field.ground.comrades - {field.power}
    return [
        unit.id
        for unit in state.units.values()
        if unit.owner in friends and state.memory(unit.id).task == OFFLOAD
    ]


def homeless(field: Field) -> Refusal | None:
    """Return the refusal to end the phase while more aircraft could be landed, or None."""
    found = unlanded(field)
    return found.refusal if found is not None else None


def unlanded(field: Field) -> LooseEnd | None:
    """Return an aircraft that could still be landed, if more could be than are; None if not."""
    now = settled(field)
    if not now.stranded:
        return None
    best = prove(field)
    if len(best.stranded) >= len(now.stranded):
        return None
    lost = next(i for i in now.stranded if i not in best.stranded)
    unit = field.state.unit(lost)
    where = best.at_sea.get(lost)
    refusal = Refusal(
        "air.landing.required",
        f"the {unit.type} in {the(str(unit.place))} has not landed, and still can",
        f"bring it and a carrier to {where}" if where else lambda: _homes(field, unit),
    )
    return LooseEnd(unit, refusal)


def _homes(field: Field, unit: Unit) -> str:
    """Say in which territories an aircraft can land."""
    is_sea = field.system.graph.is_sea
    ends = dict.fromkeys(way.path[-1] for way in ways(field, [unit]))
    return f"it can land in {places_of((e for e in ends if not is_sea[e]), either_of)}"


def _entered(field: Field) -> list[str]:
    """Friendly neutrals, wards' land and neutrals that joined the side, where land units stand."""
    able = field.system.able("captures")
    return [
        territory
        for territory in dict.fromkeys(
            u.place for u in field.troops if u.type in able and isinstance(u.place, str)
        )
        if field.ground.stance(territory) == "friendly neutral"
        or (field.ground.stance(territory) == "friendly" and joined(field.state, territory))
        or wards.may_take_over(field.system, field.state, territory, field.power)
    ]


def _remove_lost(field: Field, run: Run) -> None:
    """Remove aircraft that are in territories where they may not land."""
    lost = tuple(
        u.id
        for u in field.aircraft
        if isinstance(u.place, str)
        and not field.system.graph.is_sea[u.place]
        and not field.ground.held(u.place)
        and not field.landed(u)
    )
    if lost:
        run.emit(ev.UnitsRemoved(lost, "nowhere to land"))
