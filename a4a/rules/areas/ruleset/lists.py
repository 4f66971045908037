"""All the lists that the rules of the family read from a dataset, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from a4a.core.errors import DatasetError
from a4a.rules.areas import technology, turns
from a4a.rules.areas.bases import berths, divided
from a4a.rules.areas.combat import kamikaze, listing
from a4a.rules.areas.control import victory
from a4a.rules.areas.data import Entry
from a4a.rules.areas.economy import bonus, capitals, funds, objectives
from a4a.rules.areas.movement import carriage
from a4a.rules.areas.politics import blocks, data, defections, limits, pacts, separations, wards
from a4a.rules.areas.system import System
from a4a.rules.conditions import unknown
from a4a.rules.spaces import parts

Lister = Callable[[System], Iterable[Entry]]
"""Reads the entries of a list of a system; DatasetError if it cannot be read."""


def entries(system: System) -> tuple[Entry, ...]:
    """Return every entry of every list that counts in a system.

    Raises
    ------
    DatasetError
        If a list cannot be read, or names what is not there.
    """
    return tuple(entry for read in _LISTS for entry in read(system))


def faults(system: System, *, more: Iterable[Lister] = ()) -> list[str]:
    """Say what is wrong with the lists: those that cannot be read, and names that are not there.

    Without citations, and the parts of the board that lists speak of, no list can be judged: then
    only what is wrong with those is said.

    Parameters
    ----------
    system
        The system.
    more
        Read the lists that only this system has.
    """
    try:
        system.book  # noqa: B018
        parts(system)
    except DatasetError as error:
        return [str(error)]
    found: list[str] = []
    for read in (*_LISTS, *more):
        try:
            listed = tuple(read(system))
        except DatasetError as error:
            found.append(str(error))
            continue
        for entry in listed:
            found += _unknown_names(system, entry)
    return [*found, *turns.unknown_phases(system)]


def _unknown_names(system: System, entry: Entry) -> Iterable[str]:
    """Say which names in an entry do not exist."""
    powers: list[str] = []
    for field in ("power", "powers", "on", "provokes", "protector", "aggressor", "heir"):
        value = getattr(entry, field, ())
        powers += [value] if isinstance(value, str) else value
    for power in powers:
        if power not in system.catalog.power_order:
            yield f"{entry.rule}: there is no power {power!r}"
    by = entry.by if isinstance(entry, carriage.Carrying) else ()
    for kind in (*getattr(entry, "units", ()), *by):
        if kind not in system.types:
            yield f"{entry.rule}: there is no unit type {kind!r}"
    for field in ("when", "hold", "capital"):
        for condition in getattr(entry, field, ()):
            for what in unknown(system, condition):
                yield f"{entry.rule}: {what}"
    if isinstance(entry, objectives.Objective):
        for what in objectives.unknown(system, entry):
            yield f"{entry.rule}: {what}"


def _political(system: System) -> Iterable[Entry]:
    return data.politics(system).entries()


def _limits(system: System) -> Iterable[Entry]:
    return limits.limits(system).entries()


def _wards(system: System) -> Iterable[Entry]:
    return wards.wards(system).values()


def _technologies(system: System) -> Iterable[Entry]:
    research = technology.research(system)
    return (*research.technologies, *research.excluded)


def _carried(system: System) -> Iterable[Entry]:
    return carriage.carriage(system).entries()


_LISTS: tuple[Lister, ...] = (
    objectives.objectives,
    _political,
    victory.victories,
    bonus.bonuses,
    blocks.blocks,
    capitals.entries,
    berths.berths,
    defections.defections,
    _technologies,
    kamikaze.kamikazes,
    listing.entries,
    _limits,
    _wards,
    pacts.pacts,
    divided.divided,
    turns.played_turns,
    _carried,
    funds.restrictions,
    separations.separations,
)
