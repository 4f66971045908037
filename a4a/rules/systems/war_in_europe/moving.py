"""The phases of movement: of a side's player turn (8), and of its Armored Action (10.1).

In the middle of it the other side may be asked: where its displaced units go, whether it attacks
fleets in transit. A transit attack is a battle that is fought before anything else moves.
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.decision import Decision
from a4a.rules.hexes.movement import Reach
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.question import Interruptions, Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import transit
from a4a.rules.systems.war_in_europe.combat.fights import Fights
from a4a.rules.systems.war_in_europe.movement import (
    carrying,
    flying,
    marching,
    rails,
    sailing,
    transports,
)
from a4a.rules.systems.war_in_europe.movement.displacing import (
    Displacement,
    displace,
    has_brought,
)
from a4a.rules.systems.war_in_europe.movement.landing import disembark
from a4a.rules.systems.war_in_europe.movement.mover import Mover
from a4a.rules.systems.war_in_europe.orders.moving import (
    Airdrop,
    Assault,
    Disembark,
    Embark,
    EndMovement,
    Fly,
    March,
    Rail,
    Sail,
)
from a4a.rules.systems.war_in_europe.overstacking import (
    Overstack,
    begin_ending,
    ended,
    is_ending,
    mark_ending,
)
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import ON_RAILS

FREE, MARKERS, EARLY = "WE-LND-001", "WE-SEQ-009", "WE-FLT-005"
ARMOR, NO_OTHER, TOLL = "WE-ARM-003", "WE-ARM-006", "WE-ARM-004"
MOBILE = "moves in armored action"

_CALLED = {"Axis": "Axis", "Allies": "Allied"}

_MOVES: tuple[type[Order], ...] = (March, Rail, Fly, Airdrop, Sail, Assault, Embark, Disembark)


class Movement(Phase[System]):
    """The Movement phase of a side.

    Parameters
    ----------
    system
        The game.
    side
        "Axis" or "Allies".
    """

    title = "Movement"
    orders: tuple[type[Order], ...] = _MOVES
    toll: int | None = None

    def __init__(self, system: System, side: str) -> None:
        super().__init__(system)
        self.side = side
        self.name = f"{_CALLED[side]} {self.title}"
        self._fights = Fights(system)
        own: tuple[Question[System], ...] = (
            Displacement(system), Overstack(system), transit.Transit(system, self._fights.open)
        )  # fmt: skip
        self._interruptions = Interruptions((*self._fights.questions, *own))
        self._mover: Mover | None = None

    def mover(self, state: State) -> Mover:
        """Return the side that moves, in a state: where its units can go is asked of it."""
        if self._mover is None or self._mover.state is not state:
            self._mover = Mover(self.system, state, self.side)
        return self._mover

    # --- the flow -------------------------------------------------------------------------------

    def enter(self, run: Run) -> None:
        """Remove the side's Ops Complete markers: its player turn begins (4.2.C.1)."""
        mover = self.mover(run.state)
        marked = tuple(
            unit.id
            for unit in run.state.units.values()
            if OPS_COMPLETE in unit.flags and mover.standing.side_of(unit.owner) == self.side
        )
        if marked:
            run.emit(ev.UnitsConverted(marked, "player turn", lost=(OPS_COMPLETE,)))
        displace(self.system, run, self.side)  # whom a war that began meanwhile drives away

    def leave(self, run: Run) -> None:
        """End what is open: moves that were interrupted, and the reduction of stacks."""
        for number in sorted(run.state.halted):
            space = run.state.space_of(number)
            if space is not None:
                run.emit(ev.UnitsMoved((number,), (space,), "other"))
        ended(run)

    def decision(self, state: State) -> Decision | None:
        """Ask what is open; or else for a move, or the end of the phase."""
        if (found := self._interruptions.open(state)) is not None:
            return found.decision(state)
        if is_ending(state):
            return None
        kinds: tuple[type[Order], ...] = (*self.orders, EndMovement)
        return Decision(
            kind=self.title.lower(),
            powers=state.active,
            orders=tuple(kind.__name__ for kind in kinds),
            rule=FREE,
            text=f"{self.name}: move, or end the phase",
        )

    # --- orders ---------------------------------------------------------------------------------

    def verify(self, state: State, order: Order) -> None:
        """Refuse a move, an answer or an end that the rules do not allow."""
        if (found := self._interruptions.open(state)) is not None:
            found.verify(state, order)
            return
        mover = self.mover(state)
        match order:
            case March():
                marching.check(mover, order, toll=self.toll)
            case Rail():
                rails.check(mover, order)
            case Fly():
                flying.check(mover, order)
            case Airdrop():
                flying.check_drop(mover, order)
            case Sail() | Assault():
                sailing.check(mover, order)
            case Embark():
                transports.check_embark(mover, order)
            case Disembark():
                transports.check_disembark(mover, order)
            case EndMovement():
                self._check_end(mover)

    def _check_end(self, mover: Mover) -> None:
        """Refuse to leave units with friends who keep apart, or fleets with enemies, who can go on.

        A move that was interrupted may have left them there.
        """
        for unit in sharing(mover):
            found = self._ways(mover, unit)
            if found is not None and found.costs:
                bar = mover.apart([unit], str(unit.place))
                raise self.system.book.violation(
                    EARLY if bar is None else bar.rule,
                    f"the {mover.called([unit])} is in {unit.place} with "
                    + ("enemy units" if bar is None else "others of its side"),
                    tried="end the movement",
                    allowed="move it on",
                )

    def _ways(self, mover: Mover, unit: Unit) -> Reach | None:
        """Return where a unit can still go in this phase."""
        category = mover.field.category(unit)
        if Rail in self.orders and mover.memory(unit).task == ON_RAILS:
            return rails.destinations(mover, [unit])
        if category == "sea" and Sail in self.orders:
            return sailing.destinations(mover, [unit])
        if category == "land" and March in self.orders:
            return marching.destinations(mover, [unit], toll=self.toll)
        if category == "air" and Fly in self.orders:
            return flying.destinations(mover, [unit])
        return None

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a move, an answer or the end."""
        state = run.state
        if (found := self._interruptions.open(state)) is not None:
            found.answer(run, order)
            self._fights.go_on(run)
            return
        mover, system = self.mover(state), self.system
        match order:
            case March():
                units, costs = marching.check(mover, order, toll=self.toll)
                carrying.march(system, run, self.side, units, order.path, costs)
            case Rail():
                carrying.rail(system, run, self.side, rails.check(mover, order), order.path)
            case Fly():
                flown_units, cost = flying.check(mover, order)
                carrying.fly(system, run, flown_units, order.path, cost)
            case Airdrop():
                unit, path = flying.check_drop(mover, order)
                contested = path[-1] in mover.held_against(unit.owner)
                carrying.drop(system, run, self.side, unit, path, contested=contested)
            case Sail() | Assault():
                fleets, _ = sailing.check(mover, order)
                purpose: transit.Purpose = "assault" if isinstance(order, Assault) else "sail"
                transit.sail_on(system, run, [f.id for f in fleets], order.path, purpose)
            case Embark():
                unit, fleet = transports.check_embark(mover, order)
                here = (str(fleet.place),)
                run.emit(ev.UnitsMoved((unit.id,), here, "amphibious", aboard=fleet.id))
                displace(system, run, self.side)  # aircraft that it covered
            case Disembark():
                unit, space = transports.check_disembark(mover, order)
                disembark(system, run, unit, space, port=transports.is_port(mover, unit, space))
            case EndMovement():
                self._end(run)

    def _end(self, run: Run) -> None:
        """End the phase, when all stacks are within their limits (5.2.2)."""
        begin_ending(self.system, run)


def sharing(mover: Mover) -> tuple[Unit, ...]:
    """Return units of the side with friends with whom they do not stack, and fleets with enemies.

    Fleets that have brought an assault are not among them.
    """
    return tuple(
        unit
        for unit in mover.state.units.values()
        if isinstance(unit.place, str)
        and unit.place not in mover.system.boxes
        and mover.field.side_of(unit) == mover.side
        and (
            mover.apart([unit], unit.place)
            or (unit.place in mover.enemies and mover.field.category(unit) == "sea")
        )
        and not has_brought(mover.state, unit)
    )


class ArmoredMovement(Movement):
    """The movement of a side's Armored Action: armor alone, over land, through zones (10.1)."""

    title = "Armored Movement"
    orders: tuple[type[Order], ...] = (March,)

    def __init__(self, system: System, side: str) -> None:
        super().__init__(system, side)
        self.toll = system.numbers["zone toll in armored action"]

    def enter(self, run: Run) -> None:
        """Leave all markers where they are: no player turn begins."""
        displace(self.system, run, self.side)

    def verify(self, state: State, order: Order) -> None:
        """Refuse whatever is no march of armor."""
        if self._interruptions.open(state) is None:
            if isinstance(order, _MOVES) and not isinstance(order, March):
                raise self.system.book.violation(
                    NO_OTHER,
                    f"{order.kind} is no move of an Armored Action",
                    tried=order.kind,
                    allowed="armor moves over land",
                )
            if isinstance(order, March):
                self._check_armor(state, order)
        super().verify(state, order)

    def _end(self, run: Run) -> None:
        """End the movement: stacks are checked when its combat is over, too (5.2.2)."""
        mark_ending(run)

    def _ways(self, mover: Mover, unit: Unit) -> Reach | None:
        mobile = MOBILE in self.system.catalog.unit_type(unit.type).abilities
        return super()._ways(mover, unit) if mobile else None

    def _check_armor(self, state: State, order: March) -> None:
        """Refuse to move what is no armor."""
        for unit in self.mover(state).own(order.units, "land", "move"):
            if MOBILE not in self.system.catalog.unit_type(unit.type).abilities:
                raise self.system.book.violation(
                    ARMOR,
                    f"it is {unit.type}, and only armor moves in an Armored Action",
                    tried=f"move {self.mover(state).called([unit])}",
                    allowed="armor",
                )
