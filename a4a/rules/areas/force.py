"""The force: the powers whose turn it is; and whom of them something is about, where several act.

What is asked or fought in a turn is named after the turn, and where several powers act in it after
the power that it is about, so that each has questions and battles of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core.state import OpenBattle, State


def about(state: State, power: str) -> str:
    """Return how the name of a question or battle of a power begins: its turn, and whose it is.

    Examples
    --------
    >>> import a4a
    >>> about(a4a.new_game("europe1940").state, "Germany")
    '1'
    """
    return f"{state.turn}, {power}" if len(state.active) > 1 else f"{state.turn}"


def whose(state: State, question: str) -> str:
    """Return the power of the force that a question is about, by the question's name."""
    begins = question.partition(": ")[0]
    return next((p for p in state.active if begins.endswith(f", {p}")), state.active[0])


def mover(state: State, units: Iterable[int]) -> str:
    """Return the power of the force that moves units: their owner, or its guests' host."""
    owners = {state.units[unit].owner for unit in units if unit in state.units}
    return next((power for power in state.active if power in owners), state.active[0])


def present(state: State, space: str) -> str:
    """Return the power of the force that has units in a space; the first if none has."""
    there = {unit.owner for unit in state.at(space)}
    first = state.active[0] if state.active else ""
    return next((power for power in state.active if power in there), first)


def attacker(state: State, battle: OpenBattle) -> str:
    """Return the power of the force that attacks in a battle."""
    attacks = {part.power for part in battle.participants if part.role == "attacker"}
    return next((power for power in state.active if power in attacks), state.active[0])
