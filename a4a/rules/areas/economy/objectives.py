"""National objectives: bonus income under conditions, which datasets state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas import data
from a4a.rules.areas.economy import economies
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.conditions import (
    Condition,
    Party,
    all_hold,
    party,
    types_of,
    unknown_parties,
    unknown_spaces,
)
from a4a.rules.run import Run
from a4a.rules.spaces import Spaces


class Garrisons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units of the power that pay one by one.

    Parameters
    ----------
    of
        Where they stand.
    kind
        Which units, in the words of conditions ("land"); "" for any but facilities.
    most
        How many of a space pay at most; 0 for all.
    """

    of: Spaces
    kind: str = ""
    most: int = 0


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
        What it pays: once, or for each territory of ``each`` that ``by`` controls, or for each unit
        of ``garrisons``.
    when
        What must hold.
    each
        Territories that pay one by one, or None.
    by
        Who must control these: "power" for the power itself, a power or a side by name.
    garrisons
        Units that pay one by one, or None.
    units
        Units that it pays besides, or instead, by type: they come as new units are placed.
    at
        Where these stand at once; "" if they are placed with what was bought.
    once
        It pays only the first time.
    """

    name: str
    aliases: tuple[str, ...] = ()
    power: str
    treasury: str = ""
    amount: int = 0
    when: tuple[Condition, ...] = ()
    each: Spaces | None = None
    by: Party = "power"
    garrisons: Garrisons | None = None
    units: Mapping[str, int] = MappingProxyType({})
    at: str = ""
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
        where = f"objective {objective.name!r}"
        for chosen in _choices(objective):
            data.known_spaces(system, chosen.spaces, where)
        data.known_spaces(system, filter(None, (objective.at,)), where)
    return found


def _choices(objective: Objective) -> Iterator[Spaces]:
    if objective.each is not None:
        yield objective.each
    if objective.garrisons is not None:
        yield objective.garrisons.of
    for condition in objective.when:
        chosen = getattr(condition, "of", None)
        if isinstance(chosen, Spaces):
            yield chosen


def unknown(system: System, objective: Objective) -> Iterator[str]:
    """Say which names in an objective, outside its conditions, do not exist."""
    by = objective.by
    yield from unknown_parties(system, (by,) if isinstance(by, str) else by)
    for chosen in _choices(msgspec.structs.replace(objective, when=())):
        yield from unknown_spaces(system, chosen)
    for kind in objective.units:
        if kind not in system.types:
            yield f"there is no unit type {kind!r}"
    owner = system.catalog.treasuries.get(objective.treasury)
    if objective.treasury and (owner is None or owner.name != objective.power):
        yield f"{objective.treasury!r} is not a treasury of {objective.power}"


def achieved(system: System, state: State, power: str) -> Iterator[tuple[Objective, int]]:
    """Yield the objectives of a power that pay money now, with what each pays.

    Those of an economy whose capital is lost do not pay: it collects nothing.
    """
    for objective in _met(system, state, power):
        amount = objective.amount * _times(system, state, objective)
        if amount:
            yield objective, amount


def reinforce(system: System, run: Run, power: str) -> None:
    """Give a power the units that its objectives pay now.

    To be called as new units are placed: those that have no place of their own wait with them.
    """
    for objective in tuple(_reinforcing(system, run.state, power)):
        place = objective.at or system.catalog.purchases(paid_to(system, objective))
        kinds = [kind for kind, count in objective.units.items() for _ in range(count)]
        first = run.state.last_unit + 1
        units = tuple(Unit(first + i, kind, power, place) for i, kind in enumerate(kinds))
        run.emit(ev.UnitsAdded(units, f"objective: {objective.name}"))


def given(system: System, state: State, power: str) -> Counter[tuple[str, str]]:
    """Count the units of a power that objectives have put with those it bought, not paid for.

    To be called while new units are placed.

    Returns
    -------
    collections.Counter
        How many, by treasury and type.
    """
    found: Counter[tuple[str, str]] = Counter()
    for objective in _reinforcing(system, state, power):
        if not objective.at:
            for kind, count in objective.units.items():
                found[paid_to(system, objective), kind] += count
    return found


def _reinforcing(system: System, state: State, power: str) -> Iterator[Objective]:
    """Yield the objectives that pay units now."""
    return (objective for objective in _met(system, state, power) if objective.units)


def _met(system: System, state: State, power: str) -> Iterator[Objective]:
    """Yield the objectives of a power whose conditions hold and whose economy collects."""
    now, free = Situation(system, state, power), economies.open_treasuries(system, state, power)
    for objective in objectives(system):
        if objective.power != power or paid_to(system, objective) not in free:
            continue
        if objective.once and once(objective) in state.statuses(power):
            continue
        if all_hold(objective.when, now):
            yield objective


def _times(system: System, state: State, objective: Objective) -> int:
    """How many times an objective pays: as often as there are territories or units of it."""
    if objective.each is not None:
        owners = party(system, objective.by, objective.power)
        return sum(state.control.get(name) in owners for name in objective.each.names(system))
    if (paying := objective.garrisons) is not None:
        types = types_of(system, paying.kind)
        there = (
            sum(u.owner == objective.power and u.type in types for u in state.within(name))
            for name in paying.of.names(system)
        )
        return sum(min(count, paying.most or count) for count in there)
    return 1


def paid_to(system: System, objective: Objective) -> str:
    """Return the treasury that an objective pays."""
    return objective.treasury or money.treasuries(system, objective.power)[0]


def once(objective: Objective) -> str:
    """The status of a power that has got what is paid only once."""
    return f"achieved: {objective.name}"
