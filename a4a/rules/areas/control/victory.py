"""Victory: what a side must hold through a full round, and with which capital, or at one moment.

What happened since a power's last turn ended is remembered in its statuses. For every way to win,
`holding` is given to the power whose turn ends while its side holds what it must, and lost by all
powers of the side as soon as it no longer holds it. So each way has a round of its own.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas import data
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.areas.turns import forces
from a4a.rules.conditions import Condition, all_hold
from a4a.rules.run import Run


class Victory(data.Entry, frozen=True, kw_only=True):
    """One way to win.

    Parameters
    ----------
    side
        Who wins.
    hold
        What must hold without a break for a round.
    capital
        What must hold when the round is over, or come to hold in that turn.
    checked
        The phase as which begins it is settled at once, instead of held through a round; or "".
    reason
        How the game was won, in words.
    """

    side: str
    hold: tuple[Condition, ...]
    capital: tuple[Condition, ...] = ()
    checked: str = ""
    reason: str


class _Victories(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    victories: tuple[Victory, ...] = ()


@lru_cache(maxsize=16)
def victories(system: System) -> tuple[Victory, ...]:
    """Return the ways to win of a system."""
    return data.in_play(system, data.read(system, "victory", _Victories).victories)


def holding(victory: Victory) -> str:
    """The status of a power whose side has held what it must since the power's last turn ended."""
    return f"holding for victory: {victory.reason}"


def needs_capital(victory: Victory) -> str:
    """The status of a power that wins if its side gets a capital of its own in this turn."""
    return f"needs a capital to win: {victory.reason}"


def check_victory(system: System, run: Run) -> None:
    """Settle, as a turn begins, whether the game is won; remember what the last turn left."""
    state = run.state
    order = forces(system)
    if state.turn > 1:
        for power in order[order.index(state.active) - 1]:
            _turn_ended(system, run, power)
    for power in state.active:
        for victory in _of(system, power):
            if holding(victory) not in run.state.statuses(power):
                continue
            if all_hold(victory.capital, Situation(system, run.state, power)):
                _win(system, run, victory)
            else:
                status = needs_capital(victory)
                run.emit(ev.StatusChanged(power, gained=(status,), reason=victory.reason))


def check_phase(system: System, run: Run, phase: str) -> None:
    """Settle, as a phase begins, whether a side has what wins the game in it."""
    for victory in victories(system):
        side = system.players_of(victory.side)
        if victory.checked == phase and all_hold(
            victory.hold, Situation(system, run.state, side[0])
        ):
            _win(system, run, victory)


def territory_changed(system: System, run: Run) -> None:
    """Settle what a change of control means for victory: what is lost, what is won at once."""
    state = run.state
    for victory in _held(system):
        statuses = holding(victory), needs_capital(victory)
        holders = [p.name for p in system.catalog.powers
                   if p.side == victory.side and statuses[0] in state.statuses(p.name)]  # fmt: skip
        if holders and not all_hold(victory.hold, Situation(system, state, holders[0])):
            for power in holders:
                lost = tuple(s for s in statuses if s in state.statuses(power))
                run.emit(ev.StatusChanged(power, lost=lost, reason="no longer held"))
    for power in state.active:
        for victory in _of(system, power):
            if needs_capital(victory) in run.state.statuses(power) and all_hold(
                victory.capital, Situation(system, run.state, power)
            ):
                _win(system, run, victory)


def _turn_ended(system: System, run: Run, power: str) -> None:
    state: State = run.state
    for victory in _of(system, power):
        late, held = needs_capital(victory), holding(victory)
        if late in state.statuses(power):
            run.emit(ev.StatusChanged(power, lost=(late,), reason="the turn is over"))
        now = Situation(system, state, power)
        if held not in state.statuses(power) and all_hold(victory.hold, now):
            run.emit(ev.StatusChanged(power, gained=(held,), reason=victory.reason))


def _of(system: System, power: str) -> tuple[Victory, ...]:
    side = system.catalog.side_of(power)
    return tuple(v for v in _held(system) if v.side == side)


def _held(system: System) -> tuple[Victory, ...]:
    """The ways to win by holding something through a round."""
    return tuple(v for v in victories(system) if not v.checked)


def _win(system: System, run: Run, victory: Victory) -> None:
    winners = system.players_of(victory.side)
    if not run.state.victors:
        run.emit(ev.VictoryWon(winners, victory.reason))
