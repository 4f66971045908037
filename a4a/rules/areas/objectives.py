"""National objectives: bonus income under conditions, which datasets state.

Sources: AA rulebook, "National Objectives and Bonus Income" (p. 25-26), "Political Situation,
National Objectives, and Bonus Income" of the combined game (p. 36-39).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas import data, economies
from a4a.rules.areas.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.conditions import (
    Condition,
    Spaces,
    all_hold,
    party,
    unknown_parties,
    unknown_spaces,
)


class Objective(data.Entry, frozen=True, kw_only=True):
    """An objective of a power.

    Parameters
    ----------
    name
        What it is called, in our words.
    aliases
        What programs that record games call it.
    power
        Whose it is.
    treasury
        Which of the power's treasuries it pays; "" for the main one.
    amount
        What it pays: once, or for each territory of ``each`` that ``by`` controls.
    when
        What must hold.
    each
        Territories that pay one by one, or None.
    by
        Who must control these: "power" for the power itself, a power or a side by name.
    once
        It pays only the first time.
    """

    name: str
    aliases: tuple[str, ...] = ()
    power: str
    treasury: str = ""
    amount: int
    when: tuple[Condition, ...] = ()
    each: Spaces | None = None
    by: str = "power"
    once: bool = False


class _Objectives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    objectives: tuple[Objective, ...] = ()


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


def unknown(system: System, objective: Objective) -> Iterator[str]:
    """Say which names in an objective, outside its conditions, do not exist."""
    yield from unknown_parties(system, (objective.by,))
    if objective.each is not None:
        yield from unknown_spaces(system, objective.each)
    owner = system.catalog.treasuries.get(objective.treasury)
    if objective.treasury and (owner is None or owner.name != objective.power):
        yield f"{objective.treasury!r} is not a treasury of {objective.power}"


def achieved(system: System, state: State, power: str) -> Iterator[tuple[Objective, int]]:
    """Yield the objectives of a power that pay now, with what each pays.

    Those of an economy whose capital is lost do not pay: it collects nothing (p. 21, p. 35).
    """
    now, free = Situation(system, state, power), economies.open_treasuries(system, state, power)
    for objective in objectives(system):
        if objective.power != power or paid_to(system, objective) not in free:
            continue
        if not all_hold(objective.when, now):
            continue
        if objective.once and once(objective) in state.statuses(power):
            continue
        times = 1
        if objective.each is not None:
            owners = party(system, objective.by, power)
            times = sum(state.control.get(name) in owners for name in objective.each.names(system))
        if times:
            yield objective, times * objective.amount


def paid_to(system: System, objective: Objective) -> str:
    """Return the treasury that an objective pays."""
    return objective.treasury or money.treasuries(system, objective.power)[0]


def once(objective: Objective) -> str:
    """The status of a power that has got what is paid only once."""
    return f"achieved: {objective.name}"
