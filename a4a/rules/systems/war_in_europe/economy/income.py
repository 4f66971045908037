"""Income: the points that each power has to spend this turn, and whom cities serve (7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.remembered import remembered_each
from a4a.rules.systems.war_in_europe import vichy
from a4a.rules.systems.war_in_europe.economy import shipments
from a4a.rules.systems.war_in_europe.economy.shipments import AMERICA, BRITAIN, USSR
from a4a.rules.systems.war_in_europe.pool import VICHY
from a4a.rules.systems.war_in_europe.production import grants
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, Standing, standing_of
from a4a.rules.systems.war_in_europe.supply import supply_of
from a4a.rules.systems.war_in_europe.system import PRODUCTION, System

GERMANY, ITALY, FRANCE = "Germany", "Italy", "France"
BOMBED: Final = "bombed"
"""The marker of cities that yield nothing this turn (6.1.4)."""
SERVES: Final = "serves"
"""The changeable value of cities that says which power a side has them serve."""
_UPGRADES_FROM: Final = 1941
_CITY_RULE: Final = "WE-PRD-001"


class Earning(NamedTuple):
    """Points that a power gets.

    Parameters
    ----------
    power
        Who gets them.
    points
        How many.
    source
        What for: a city's hex, or the name of a bonus.
    rule
        The rule that gives them.
    """

    power: str
    points: int
    source: str
    rule: str


def is_winter(system: System, state: State) -> bool:
    """Whether it is a turn of winter."""
    track = system.dataset.track
    return 0 < state.round <= len(track) and track[state.round - 1].season == "Winter"


def may_upgrade_neutral(system: System, state: State) -> bool:
    """Whether the neutral Soviet Union has its points: from the first turn of 1941 on (7.1.6)."""
    track = system.dataset.track
    return 0 < state.round <= len(track) and track[state.round - 1].year >= _UPGRADES_FROM


def earnings(system: System, state: State) -> Iterator[Earning]:
    """Find what all powers earn this turn, cities first."""
    for city in cities(system, state):
        if (power := served(system, state, city)) is not None:
            yield Earning(power, 1, city, _CITY_RULE)
    yield from _bonuses(system, state)
    for shipment, points in shipments.at_sea(state).items():
        rule = "WE-LL-001" if shipment.name == shipments.LEND_LEASE else "WE-PRD-011"
        yield Earning(shipment.power, points, shipment.called, rule)


def _bonuses(system: System, state: State) -> Iterator[Earning]:
    standing, found = standing_of(system, state), grants(system.dataset)

    def holds(power: str, side: str) -> bool:
        return shipments.holds_capital(standing, power, side)

    due = {
        "United States": True,
        "Bucharest": not holds("Rumania", ALLIES),
        "Stockholm": not (holds("Sweden", ALLIES) or holds("Norway", ALLIES)),
        "Poland": standing.is_conquered("Poland")
        and holds("Poland", AXIS)
        and standing.is_neutral(USSR),
        "Iraq (Axis)": shipments.holds_iraq(standing, AXIS),
        "Italy": standing.is_neutral(ITALY) and is_winter(system, state),
        "neutral Soviet Union": standing.is_neutral(USSR) and may_upgrade_neutral(system, state),
    }
    for name, is_due in due.items():
        grant = found[name]
        if is_due and not standing.is_conquered(grant.power):
            yield Earning(grant.power, grant.points, name, grant.rule)


# --- cities ---------------------------------------------------------------------------------------


def is_city(system: System, state: State, space: str) -> bool:
    """Whether a space is a production city now, also one that yields nothing."""
    return PRODUCTION in system.board.space(space).features or vichy.produces(system, state, space)


def cities(system: System, state: State, side: str = "") -> tuple[str, ...]:
    """Return the production cities that a side holds, or either if none is named."""
    standing = standing_of(system, state)
    return tuple(
        space
        for space in system.cities
        if is_city(system, state, space)
        and (holder := standing.holder(space))
        and side in ("", holder)
    )


def served(system: System, state: State, city: str) -> str | None:
    """Return the power whose units a city's point serves this turn; None if it yields nothing."""
    if state.markers.get((ev.OnSpace(city), BOMBED)):
        return None
    found = candidates(system, state, city)
    wish = state.value(city, SERVES)
    return str(wish) if wish in found else next(iter(found), None)


def candidates(system: System, state: State, city: str) -> tuple[str, ...]:
    """Return the powers whose units a city may serve, the one with the nearest capital first.

    A home city serves its own power as long as it traces to a capital of that power. Any other,
    and one whose own capital is lost, serves a major power of the side that holds it to whose
    capital it traces; those of France, once that has fallen, serve Britain (5.3.3).
    """
    return _candidates_of(system, state, city)


def _candidates(system: System, state: State, city: str) -> tuple[str, ...]:
    standing, supply = standing_of(system, state), supply_of(system, state)
    side, home = standing.holder(city), system.countries.land_of(city)
    if side == AXIS and home == ITALY and standing.side_of(ITALY) == ALLIES:
        return ()  # the Axis invaded it (12.1.1)
    far = {
        power: len(supply.lines(power).line(city, supply.capitals(power)))
        for power in system.order_of_play
        if power != AMERICA and standing.side_of(power) == side and produces(standing, power)
    }  # fmt: skip
    reached = sorted((power for power in far if far[power]), key=far.__getitem__)
    if home in reached:
        return (home,)
    if home == FRANCE and side == ALLIES and VICHY in state.statuses(FRANCE):
        reached = [power for power in reached if power == BRITAIN]
    return tuple(reached)


_candidates_of = remembered_each(_candidates)


def produces(standing: Standing, power: str) -> bool:
    """Whether a power's units can be built and restored: it is at war, and has not fallen."""
    if standing.is_neutral(power) or standing.is_conquered(power):
        return False
    return VICHY not in standing.state.statuses(power)
