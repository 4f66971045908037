"""Occupation of Capitals: what follows once battles in which a capital fell are over.

A phase after combat that is passed over where no capital has fallen. What goes for any lost
capital, its cash and its income, is the engine's (`conquest`, `economies`).

Source: book, Occupation of Capital Cities; R-479 to R-482.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases.facilities import facilities_in
from a4a.rules.areas.control.conquest import cede
from a4a.rules.areas.economy import economies
from a4a.rules.areas.economy.capitals import (
    Succession,
    Surrender,
    exile,
    falls,
    in_exile,
    moved_to,
    new_seat,
)  # fmt: skip
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.choosing import Choosing, ask
from a4a.rules.systems.deluxe3g40.missions.mission import Mission
from a4a.rules.systems.deluxe3g40.politics import changing, social_republic, vichy


class NewCapital(Choosing):
    """Where a power has its capital now."""

    kind = "new capital"
    text = "name a new capital"

    def places(self, state: State, power: str) -> Mapping[str, tuple[str, ...]]:
        """Return where it can be."""
        found = (sites for who, sites, _ in relocating(self.system, state) if who == power)
        return {site: (site,) for sites in found for site in sites}

    def chosen(self, run: Run, power: str, option: str) -> None:
        """Move the capital there for good."""
        run.emit(
            ev.StatusChanged(power, gained=(moved_to(option),), reason="the capital has fallen")
        )


class Occupation(Mission):
    """What becomes of those whose capital has fallen."""

    name = "Occupation of Capitals"
    kinds = (NewCapital,)

    def applies(self, state: State) -> bool:
        """Whether a capital has fallen that anything follows from."""
        system = self.system
        return (
            any(ceded(system, state))
            or any(abandoned(system, state))
            or any(surrendering(system, state, s) for s in falls(system).surrenders)
            or any(sites for _, sites, _ in relocating(system, state))
            or social_republic.due(system, state)
            or any(vichy.due(system, state))
        )

    def enter(self, run: Run) -> None:
        """Hand over what is lost; ask for new capitals."""
        system = self.system
        for succession in tuple(ceded(system, run.state)):
            power = system.catalog.treasuries[succession.treasury].name
            _exile(run, power, succession.treasury)
            for space in tuple(economies.territories(system, run.state, power)):
                if money.treasury_of(system, space, power) == succession.treasury:
                    cede(system, run, space, succession.heir, "exile")
        for succession in tuple(abandoned(system, run.state)):
            power = system.catalog.treasuries[succession.treasury].name
            units = standing(system, run.state, power, succession.map)
            changing.remove(run, units, "in exile")
            run.emit(ev.StatusChanged(power, gained=(_left(succession),), reason="in exile"))
        for surrender in falls(system).surrenders:
            changing.surrender(run, surrendering(system, run.state, surrender), surrender.heir)
        if social_republic.due(system, run.state):
            social_republic.found(system, run)
        for regime in tuple(vichy.due(system, run.state)):
            vichy.establish(system, run, regime)
        for power, sites, rule in relocating(system, run.state):
            if sites:
                ask(run, NewCapital.kind, power, sites, rule=rule)


def ceded(system: System, state: State) -> Iterator[Succession]:
    """Yield the economies that another power takes over now."""
    for succession in falls(system).successions:
        power = system.catalog.treasuries[succession.treasury].name
        if not succession.cession or in_exile(state, power, succession.treasury):
            continue
        if economies.capital_lost(system, state, power, succession.treasury):
            yield succession


def abandoned(system: System, state: State) -> Iterator[Succession]:
    """Yield the economies in exile whose host loses its own capital now."""
    for succession in falls(system).successions:
        power = system.catalog.treasuries[succession.treasury].name
        if not succession.map or not in_exile(state, power, succession.treasury):
            continue
        host = _host(system, succession)
        if _fell(system, state, succession.heir, host) and _left(succession) not in state.statuses(
            power
        ):
            yield succession


def surrendering(system: System, state: State, surrender: Surrender) -> tuple[Unit, ...]:
    """Return the units that an enemy gets as a power has lost all its capitals."""
    if not economies.capital_lost(system, state, surrender.power):
        return ()
    return standing(system, state, surrender.power, surrender.map)


def relocating(system: System, state: State) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield who names a new capital now, where it can be, and the rule.

    It is named as the old one falls: who cannot waits for that one.
    """
    for entry in falls(system).relocations:
        if _fell(system, state, entry.power) and new_seat(state, entry.power) is None:
            own = economies.territories(system, state, entry.power)
            sites = tuple(s for s in own if _has(system, state, s, entry.facilities))
            yield entry.power, sites, entry.rule


def standing(system: System, state: State, power: str, map: str) -> tuple[Unit, ...]:
    """Return the units of a power on one of the maps, cargo too, facilities not."""
    (spaces,) = (part.spaces for part in system.board.maps if part.name == map)
    facilities = system.of_category("facility")
    return tuple(
        unit
        for space in spaces
        for unit in state.within(space)
        if unit.owner == power and unit.type not in facilities
    )


def _fell(system: System, state: State, power: str, treasury: str | None = None) -> bool:
    """Whether a capital has been lost in this turn."""
    start = state.turn_start
    if start is not None and economies.capital_lost(system, start, power, treasury):
        return False
    return economies.capital_lost(system, state, power, treasury)


def _has(system: System, state: State, space: str, kinds: tuple[str, ...]) -> bool:
    return any(facility.type in kinds for facility in facilities_in(system, state, space))


def _host(system: System, succession: Succession) -> str:
    """The treasury of the heir that the economy's land pays."""
    power = system.catalog.treasuries[succession.treasury].name
    (seat, *_) = economies.capitals(system, power, succession.treasury)
    return money.treasury_of(system, seat, succession.heir)


def _exile(run: Run, power: str, treasury: str) -> None:
    run.emit(ev.StatusChanged(power, gained=(exile(treasury),), reason="the capital has fallen"))


def _left(succession: Succession) -> str:
    """The status of a power whose units have left a map."""
    return f"has left the {succession.map} map"
