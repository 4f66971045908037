"""Which exchanges a battle has seen, where later steps ask for it: markers on its space."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.rules.run import Run

_MARK = "fought: "


def remember(run: Run, battle: OpenBattle, exchange: str) -> None:
    """Mark that something was fired in an exchange."""
    if not fought(run.state, battle, exchange):
        run.emit(ev.MarkerChanged(ev.OnSpace(battle.space), _MARK + exchange, 1))


def fought(state: State, battle: OpenBattle, exchange: str) -> bool:
    """Whether something was fired in an exchange of a battle."""
    return (ev.OnSpace(battle.space), _MARK + exchange) in state.markers


def forget(run: Run, battle: OpenBattle) -> None:
    """Take the marks off the board when a battle ends."""
    for subject, marker in list(run.state.markers):
        if subject == ev.OnSpace(battle.space) and marker.startswith(_MARK):
            run.emit(ev.MarkerChanged(subject, marker, 0))
