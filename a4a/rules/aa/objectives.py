"""National objectives: bonus income under conditions, which datasets state.

Source: AA rulebook, "National Objectives and Bonus Income" (p. 25-26).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from a4a.core.state import State
from a4a.rules.aa import data
from a4a.rules.aa.conditions import Condition, Spaces, all_hold
from a4a.rules.aa.system import System


class Objective(data.Entry, frozen=True, kw_only=True):
    """An objective of a power.

    Parameters
    ----------
    name
        What it is called, in our words.
    power
        Whose it is.
    amount
        What it pays: once, or for each territory of ``each`` that the power controls.
    when
        What must hold.
    each
        Territories that pay one by one, or None.
    once
        It pays only the first time.
    """

    name: str
    power: str
    amount: int
    when: tuple[Condition, ...] = ()
    each: Spaces | None = None
    once: bool = False


class _Objectives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    objectives: tuple[Objective, ...]


@lru_cache(maxsize=16)
def objectives(system: System) -> tuple[Objective, ...]:
    """Return the objectives of a system.

    Raises
    ------
    DatasetError
        If one names a space that is not on the board.
    """
    found = data.in_play(system, data.read(system, "objectives", _Objectives).objectives)
    for objective in found:
        for chosen in _choices(objective):
            data.known_spaces(system, chosen.spaces, f"objective {objective.name!r}")
    return found


def _choices(objective: Objective) -> Iterator[Spaces]:
    if objective.each is not None:
        yield objective.each
    for condition in objective.when:
        chosen = getattr(condition, "of", None)
        if isinstance(chosen, Spaces):
            yield chosen


def achieved(system: System, state: State, power: str) -> Iterator[tuple[Objective, int]]:
    """Yield the objectives of a power that pay now, with what each pays."""
    for objective in objectives(system):
        if objective.power != power or not all_hold(objective.when, system, state, power):
            continue
        if objective.once and once(objective) in state.statuses(power):
            continue
        times = 1
        if objective.each is not None:
            names = objective.each.names(system)
            times = sum(state.control.get(name) == power for name in names)
        if times:
            yield objective, times * objective.amount


def once(objective: Objective) -> str:
    """The status of a power that has got what is paid only once."""
    return f"achieved: {objective.name}"
