"""What happens the instant units enter a hex: it changes hands."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core import events as ev
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.standing import Standing
from a4a.rules.systems.war_in_europe.system import System


def entered(system: System, run: Run, power: str, path: Sequence[str], *, battle: str = "") -> None:
    """Let land units of a power take the hexes that they pass through or stop in (3.4.7).

    Hexes that their side holds already, and those that belong to nobody, stay as they are.

    Parameters
    ----------
    system, run
        The game, and where events go.
    power
        Whose units they are.
    path
        The hexes they have entered, in order.
    battle
        The battle after which they advance, or "".
    """
    standing = Standing(system, run.state)
    side = standing.side_of(power)
    for space in path:
        holder = run.state.control.get(space)
        if holder is not None and standing.holder(space) != side:
            run.emit(ev.ControlChanged(space, holder, power, "entered", battle))
