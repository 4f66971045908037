"""Phase IV, Non-Combat Movement: aircraft fly home, and what took no part in combat moves.

Source: The War Game, "Phase IV: Non-Combat Movement".
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.movement.field import REST
from a4a.rules.areas.movement.refusal import refuse
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.declaring import generals, homes, moves, transports
from a4a.rules.systems.wargame1942.declaring.view import rests, view_of
from a4a.rules.systems.wargame1942.orders import Send


class NoncombatMovement(LockstepPhase):
    """Both nations of a force move in step, to friendly places alone."""

    name = "Non-Combat Movement"
    takes = MappingProxyType({"Send": "units move"})

    def begin(self, run: Run, power: str) -> None:
        """Put to rest what moved or fought."""
        resting = rests(view_of(self.system, run.state, power, combat=False))
        if resting:
            run.emit(ev.UnitsTasked(resting, REST))

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for noncombat moves."""
        return _asked(self.system, power)

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse a move, or an end, that the rules do not allow."""
        view = view_of(self.system, state, power, combat=False)
        if isinstance(order, Send):
            moves.verify(view, order)
        elif isinstance(order, EndPhase):
            found = homes.unlanded(view)
            if found is not None:
                unit, refusal = found
                raise refuse(
                    self.system.book, refusal, tried="end the phase", units=(unit.id,)
                )  # fmt: skip

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Carry out a move."""
        if isinstance(order, Send):
            moves.carry_out(view_of(self.system, run.state, power, combat=False), run, order)

    def end(self, run: Run, power: str) -> None:
        """Remove aircraft that have nowhere to land, and bring Generals back who retreated."""
        homes.lose(view_of(self.system, run.state, power, combat=False), run)
        view = view_of(self.system, run.state, power, combat=False)
        generals.bring_home(view, run)
        transports.forget(view, run)


@lru_cache(maxsize=64)
def _asked(system: System, power: str) -> Decision:
    """The question for noncombat moves: no order changes it."""
    return Decision(
        kind="noncombat move",
        powers=(power,),
        orders=("Send", "EndPhase"),
        rule="WG-NCM-005",
        text=f"noncombat moves of {system.called(power)}, or the end of the phase",
    )
