"""Who has won, and by how much, after the last turn (13)."""

from __future__ import annotations

from typing import Final

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.levels import Level
from a4a.rules.systems.war_in_europe.standing import AXIS, standing_of
from a4a.rules.systems.war_in_europe.system import System

DRAWN: Final = "game over"
"""The marker on the first power once the last turn has ended and nobody has won."""


def powers_on_map(system: System) -> tuple[str, ...]:
    """Return the powers that count: those whose capital stands in a hex of their own (R-325).

    Iraq, which is British, is none, and neither is the United States, off the map.
    """
    board, capitals = system.board, system.countries.capitals
    return tuple(p for p, spaces in capitals.items() if board.space(spaces[0]).original == p)


def axis_powers(system: System, state: State) -> frozenset[str]:
    """Return the powers on the map that the Axis controls."""
    standing = standing_of(system, state)
    return frozenset(p for p in powers_on_map(system) if standing.controller(p) == AXIS)


def level(system: System, state: State) -> Level | None:
    """Return the level of victory that a state would be judged to be, or None if it is none."""
    return next((one for one in system.victory if _is_met(system, state, one)), None)


def _is_met(system: System, state: State, wanted: Level) -> bool:
    controlled, standing = axis_powers(system, state), standing_of(system, state)
    others = len(controlled.difference(wanted.powers))
    missing = set(powers_on_map(system)) - controlled if wanted.all_but else set()
    return (
        controlled.issuperset(wanted.powers)
        and others >= wanted.least
        and (wanted.most is None or others <= wanted.most)
        and missing <= set(wanted.all_but)
        and all(standing.holder(space) == AXIS for space in wanted.hexes)
    )


def is_drawn(state: State) -> bool:
    """Whether the last turn has ended, and nobody has won."""
    return any(marker == DRAWN for _, marker in state.markers)


def judge(system: System, run: Run) -> None:
    """Say who has won, at the end of the last turn; nothing before."""
    if run.state.round < system.numbers["turns"]:
        return
    reached = level(system, run.state)
    if reached is None:
        run.emit(
            ev.Noted("Nobody has won: no level of victory is reached.", "result"),
            ev.MarkerChanged(ev.OnPower(system.order_of_play[0]), DRAWN, 1),
        )
        return
    run.emit(ev.VictoryWon(system.players_of(reached.side), reached.name))
